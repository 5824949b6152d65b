import math

import pytest
import torch

from models.networks.positions import sinusoids


def test_positions_equal_the_papers_formula():
    table = sinusoids(60, 10)
    for position in range(60):
        for pair in range(5):
            angle = position / 10_000 ** (2 * pair / 10)
            assert table[position, 2 * pair].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[position, 2 * pair + 1].item() == pytest.approx(math.cos(angle), abs=1e-6)


def test_positions_lie_between_minus_one_and_one():
    assert sinusoids(500, 64).abs().max() <= 1


@pytest.mark.parametrize("step", [1, 7, 50])
def test_a_step_of_k_words_is_one_rotation_wherever_it_starts(step):
    table, d_model = sinusoids(200, 32), 32
    angle = torch.tensor([step / 10_000 ** (2 * pair / d_model) for pair in range(d_model // 2)])
    sine, cosine = table[:-step, 0::2], table[:-step, 1::2]
    rotated = torch.stack(
        [sine * angle.cos() + cosine * angle.sin(), cosine * angle.cos() - sine * angle.sin()],
        dim=-1,
    )
    torch.testing.assert_close(table[step:], rotated.flatten(1), atol=1e-6, rtol=0)


def test_an_odd_width_is_refused():
    with pytest.raises(ValueError, match="even, got 7"):
        sinusoids(10, 7)
