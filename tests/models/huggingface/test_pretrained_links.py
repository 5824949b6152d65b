"""The command line's file for a link with a pretrained model equals that of the page's menu."""

import pytest

from tests.links import compare_link_and_menu, name_case
from tests.marks import slow_after

CASES = [
    ("heads", {"model": "bert"}),
    ("heads", {"model": "bert", "sentence": "The cat sat. [SEP] It slept.", "between": "ab"}),
    ("heads", {"model": "gpt2", "next-k": "5"}),
    ("mask", {"model": "gpt2", "sees": "none"}),
    ("mask", {"model": "t5", "sees": "none"}),
    ("depth", {"model": "bert"}),
    ("depth", {"model": "gpt2", "depth-look": "sinks"}),
    ("depth", {"model": "t5", "depth-look": "flow", "depth-stack": "decoder"}),
]


@pytest.mark.parametrize("case", slow_after(2, map(pytest.param, CASES)), ids=name_case)
def test_a_link_of_a_pretrained_model_gives_what_the_menu_gives(case, saved, monkeypatch):
    monkeypatch.setenv("HEADS_UP_MODELS", str(saved(case[1]["model"])))
    compare_link_and_menu(*case, monkeypatch)
