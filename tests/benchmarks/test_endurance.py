"""The benchmark of endurance itself, with a few addresses."""

import random
import re

import pytest

from tests.benchmarks.endurance import LONGEST, addresses, main, sentences
from tests.views import TOURS, VIEWS


@pytest.mark.slow
def test_addresses_and_sentences_are_answered_and_memory_is_read(capsys):
    assert main(["--addresses", "4", "--sentences", "3"]) == 0
    output = capsys.readouterr().out
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| [\d.]+ s \|$", output, re.M)
    assert rows == [("address", "4", "0"), ("sentence", "3", "0")]
    early, late, most = map(int, re.findall(r"(\d+) MB", output))
    assert 200 < early == late <= most < 1000


def test_every_look_has_its_turn_with_sentences_of_all_lengths():
    draw = random.Random(1)
    texts = sentences(draw)
    looks = addresses(draw, texts)
    pages = [next(looks)[0] for _ in range(len(VIEWS) + len(TOURS))]
    assert pages == [page for page, _ in [*VIEWS, *TOURS]]
    lengths = {len(next(texts).split()) for _ in range(2000)}
    assert lengths == set(range(1, LONGEST + 1))
