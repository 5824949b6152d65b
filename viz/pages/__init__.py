"""The lessons, in the order of the navigation. To add one: a file here with TITLE and draw(), and its line below."""

from . import card, heads

PAGES = {"heads": heads, "model": card}  # address of the page: its module; the first is the front page
