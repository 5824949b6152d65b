"""Pages, and looks of the pages on the inside of a model, as test cases."""

from viz.pages.inside.settings import _LOOKS as INSIDE_LOOKS
from viz.pages.order.settings import _LOOKS as ORDER_LOOKS
from viz.pages.registry import PAGES
from viz.pages.vectors.settings import _LOOKS as VECTOR_LOOKS
from viz.pages.words.settings import _LOOKS as WORD_LOOKS

# Without steps of lessons, and without the gallery, whose pictures choose their models.
PAGES_OF_A_MODEL = [
    path for path, page in PAGES.items() if page.open_step is None and path != "gallery"
]
LOOKS = [
    *(("inside", {"inside-look": look}) for look in INSIDE_LOOKS),
    *(("order", {"look": look}) for look in ORDER_LOOKS),
    *(("words", {"words-look": look}) for look in WORD_LOOKS),
    *(("vectors", {"vectors-look": look, "vectors": "model"}) for look in VECTOR_LOOKS),
]
