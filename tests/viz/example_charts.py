"""One chart of each kind, made of small values: for the tests of charts and of their files."""

import numpy as np

from models.words import WordVectors, bias, glove
from models.words.lists import WOMEN_PERCENT, AssociationTest, WordList
from viz.pages.order import charts, encodings
from viz.pages.vectors import charts as vector_charts
from viz.pages.words.charts import separation_chart

TABLE = encodings.sinusoids(51, 8)
POSITION_CHARTS = {
    "table": lambda: charts.table_chart(TABLE, True),
    "waves": lambda: charts.wave_chart(TABLE, [4, 5]),
    "wavelengths": lambda: charts.wavelength_chart(
        {base: encodings.wavelengths(8, base) for base in (100, 1000)}, 100, 50
    ),
    "products": lambda: charts.product_chart(TABLE @ TABLE.T, 3),
    "row": lambda: charts.row_chart(TABLE @ TABLE.T, 3),
    "strip": lambda: charts.strip_chart(TABLE[:3], ("the", "the", "</s>"), 4, "words"),
    "angles": lambda: charts.angle_chart(5 * encodings.frequencies(8)),
    "circles": lambda: charts.circle_chart({"pair 0": TABLE[:, :2], "pair 1": TABLE[:, 2:4]}, 5),
    "rotary": lambda: charts.rotary_chart(TABLE, [0, 3]),
    "sum": lambda: charts.sum_chart(TABLE.sum(1)),
    "bias": lambda: charts.bias_chart(encodings.alibi_bias(5, 0.5)),
    "slopes": lambda: charts.slope_chart(encodings.alibi_slopes(8), 0),
    "learned": lambda: charts.learned_chart(encodings.learned()[0][:30]),
    "cosines": lambda: charts.cosine_chart(encodings.cosines(encodings.learned()[0][:30])),
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
WORD_CHARTS = {
    "separation": lambda: separation_chart(CURVES, STEPS),
    "analogy": lambda: vector_charts.analogy_chart(
        PLACES, ("man", "king", "woman"), ("queen", "king")
    ),
    "occupations": lambda: vector_charts.occupations_chart(ALONG, WOMEN_PERCENT),
    "shares": lambda: vector_charts.shares_chart(FOUND[1]),
    "association": lambda: vector_charts.association_chart(bias.weat(SMALL, ODD), ODD),
}
