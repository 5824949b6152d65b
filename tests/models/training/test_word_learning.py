"""The steps of word vectors are the gradients of the losses that are shown."""

import numpy as np

from models.training.word_learning import _fit_counts


def test_a_step_of_glove_is_the_gradient_of_its_loss():
    random = np.random.default_rng(3)
    order, rows, columns = np.array([0]), np.array([1]), np.array([2])
    tables = random.normal(size=(2, 4, 6))

    def fit(tables: np.ndarray, rate: float) -> tuple[float, np.ndarray]:
        """Return the loss before a step on one pair, and the tables after it."""
        changed = tables.copy()
        squares = np.ones_like(tables)
        counts = np.array([3.0])
        loss = _fit_counts.py_func(order, rows, columns, counts, 5.0, *changed, *squares, rate)
        return loss, changed

    _, after = fit(tables, 1.0)
    for place in np.ndindex(tables.shape):
        change = np.zeros_like(tables)
        change[place] = 1e-5
        slope = (fit(tables + change, 0.0)[0] - fit(tables - change, 0.0)[0]) / 2e-5
        np.testing.assert_allclose((tables - after)[place], slope, atol=1e-8)
