"""The angle between the vectors of two words."""

from functools import cached_property

import numpy as np

from ...base.language import format_number, t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu
from .charts import angle_chart
from .vector_table import VectorsContent


class AngleContent(VectorsContent):
    """Two vectors in the plane through both, where angle and lengths are those of the table."""

    @cached_property
    def words(self) -> tuple[str, str]:
        """The two words as the table has them. Raises UserError for an unknown word."""
        typed = self.settings.word or "", self.settings.other or ""
        first, second = (self.vectors.words[self.vectors.find(word)] for word in typed)
        return first, second

    @cached_property
    def products(self) -> tuple[float, float, float]:
        """The product of the two vectors, and their lengths."""
        vectors = self.vectors
        a, b = (vectors.table[vectors.rows[word]].astype(np.float64) for word in self.words)
        return float(a @ b), float(np.linalg.norm(a)), float(np.linalg.norm(b))

    @property
    def cosine(self) -> float:
        product, first, second = self.products
        return min(max(product / (first * second), -1.0), 1.0)

    @property
    def formula(self) -> str:
        """The cosine with its numbers, as TeX."""
        product, first, second, cosine = (
            format_number(value, ".2f").replace(",", "{,}")  # else TeX sets a space after it
            for value in (*self.products, self.cosine)
        )
        words_formula = rf"\frac{{{product}}}{{{first} \cdot {second}}} = {cosine}"
        return rf"\cos\theta = \frac{{a \cdot b}}{{|a|\,|b|}} = {words_formula}"

    @property
    def finding(self) -> str:
        degrees = format_number(float(np.degrees(np.arccos(self.cosine))), ".0f")
        return t(
            "“{first}” and “{second}”: cosine {cosine:.2f}, an angle of {degrees}°.",
            first=self.words[0],
            second=self.words[1],
            cosine=self.cosine,
            degrees=degrees,
        )

    @cached_property
    def chart(self) -> Chart:
        _, first, second = self.products
        chart = angle_chart(self.words, (first, second), self.cosine)
        return chart.with_caption(f"{self.vectors.name}. {self.finding}")

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("angle", (Export("", lambda: self.chart),))
