"""The lessons, in the order of the navigation. To add one: a file here with TITLE and draw(), and its line below."""

from . import align, bottleneck, card, heads, mask, order, remember

# Address of the page: its module; the first is the front page.
PAGES = {"heads": heads, "mask": mask, "order": order, "align": align, "bottleneck": bottleneck, "remember": remember, "model": card}
