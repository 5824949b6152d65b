"""The pages, in the order of the navigation. To add one: a file here with TITLE and draw(), and its place below."""

from ..language import mark
from . import align, bottleneck, card, classics, cost, gallery, heads, inside, lessons, mask, order, remember, vectors, words

# The navigation's groups, each with its pages: address and module; the very first is the front page.
GROUPS = {
    mark("Attention"): {"heads": heads, "inside": inside, "mask": mask, "align": align},
    mark("Words"): {"order": order, "words": words, "vectors": vectors},
    mark("LSTM"): {"bottleneck": bottleneck, "remember": remember},
    mark("Model"): {"model": card, "cost": cost},
    mark("Learn"): {"lessons": lessons, "classics": classics, "gallery": gallery},
}
PAGES = {path: page for group in GROUPS.values() for path, page in group.items()}
