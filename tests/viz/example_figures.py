"""One figure of each kind from small values, for tests of figures and their files."""

import numpy as np

from models.words import WordVectors, bias, glove
from models.words.lists import WOMEN_PERCENT, AssociationTest, WordList
from viz.pages.order import encoding_figures, encodings
from viz.pages.vectors import vector_charts as figures
from viz.pages.words.separation import separation_figure

TABLE = encodings.sinusoids(51, 8)
POSITION_FIGURES = {
    "table": lambda: encoding_figures.table_figure(TABLE, True),
    "waves": lambda: encoding_figures.wave_figure(TABLE, [4, 5]),
    "wavelengths": lambda: encoding_figures.wavelength_figure(
        {base: encodings.wavelengths(8, base) for base in (100, 1000)}, 100, 50
    ),
    "products": lambda: encoding_figures.product_figure(TABLE @ TABLE.T, 3),
    "row": lambda: encoding_figures.row_figure(TABLE @ TABLE.T, 3),
    "strip": lambda: encoding_figures.strip_figure(TABLE[:3], ("the", "the", "</s>"), 4, "words"),
    "angles": lambda: encoding_figures.angle_figure(5 * encodings.frequencies(8)),
    "circles": lambda: encoding_figures.circle_figure(
        {"pair 0": TABLE[:, :2], "pair 1": TABLE[:, 2:4]}, 5
    ),
    "rotary": lambda: encoding_figures.rotary_figure(TABLE, [0, 3]),
    "sum": lambda: encoding_figures.sum_figure(TABLE.sum(1)),
    "bias": lambda: encoding_figures.bias_figure(encodings.alibi_bias(5, 0.5)),
    "slopes": lambda: encoding_figures.slope_figure(encodings.alibi_slopes(8), 0),
    "learned": lambda: encoding_figures.learned_figure(encodings.learned()[0][:30]),
    "cosines": lambda: encoding_figures.cosine_figure(
        encodings.cosines(encodings.learned()[0][:30])
    ),
}
STEPS = "embedding", "+ position", "layer 1"
CURVES = {
    "by the translation": np.array([-0.5, 0.0, 0.25]),
    "by the meaning": np.array([0.125, 0.5, 1.0]),
}
PLACES = np.array([[0, 0], [2, 1], [0.5, -1], [2.5, 0], [2.4, 0.3], [3, 0.1]])
FOUND = bias.gender_direction(glove())
ALONG = bias.projections(glove(), list(WOMEN_PERCENT), FOUND[0])
ODD = AssociationTest(
    0,
    "Odd",
    (WordList("<b>X</b>", tuple("abcd")), WordList("Y & Z", tuple("efgh"))),
    (WordList("<i>A", tuple("ijkl")), WordList("B>", tuple("mnop"))),
)
SMALL = WordVectors(
    "small", tuple("abcdefghijklmnop"), np.random.default_rng(0).normal(size=(16, 4))
)
WORD_FIGURES = {
    "separation": lambda: separation_figure(CURVES, STEPS),
    "analogy": lambda: figures.analogy_figure(PLACES, ("man", "king", "woman"), ("queen", "king")),
    "occupations": lambda: figures.occupations_figure(ALONG, WOMEN_PERCENT),
    "shares": lambda: figures.shares_figure(FOUND[1]),
    "association": lambda: figures.association_figure(bias.weat(SMALL, ODD), ODD),
}
