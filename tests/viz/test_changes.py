"""What-ifs in the address and in words."""

import re
from pathlib import Path

import pytest

from models import Request, WhatIf, load
from viz.what_if import NAMES, parameters, read, sentence

EXAMPLES = [
    WhatIf(),
    WhatIf(swap=((0, "A"), (3, "l'été, 50 % : “x”"), (4, ""))),
    WhatIf(positions="off", mask="none", window=3, scale="1/d_head", temperature=0.25),
    WhatIf(silenced=(("cross", 3, 0), ("encoder", 0, 1)), forced=(("cross", 3, 0, 2, 1, 0.9), ("decoder", 0, 0, 1, 0, 0.0))),
    WhatIf(positions="shuffled", blocked=(1, 4), padding=5, padding_mask=False)]


def test_every_what_if_has_a_name_in_the_address():
    assert set(NAMES) == set(WhatIf.__dataclass_fields__)
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize("what_if", EXAMPLES)
def test_an_address_leads_back_to_its_what_if(what_if):
    written = parameters(what_if)
    assert read(written) == (what_if, {})
    assert set(written) == {NAMES[field] for field in what_if.applied}


@pytest.mark.parametrize("name, value", [
    ("swap", "dog"), ("swap", "0:cat"), ("swap", "3:%FF"), ("positions", "sideways"), ("mask", ""), ("window", "0"), ("window", "-1"), ("window", "٣"),
    ("scale", "2"), ("temperature", "0"), ("temperature", "nan"), ("temperature", "inf"), ("off", "cross-4"), ("off", "cross-0-1"), ("off", "a-b-c-d"),
    ("force", "cross-4-1-3-2"), ("force", "cross-4-1-3-2-x"), ("force", "cross-4-1-3-2-nan"), ("block", "1,,2"), ("padding", "9" * 5000), ("padding-mask", "maybe")])
def test_what_nobody_can_read_is_named_and_left_as_trained(name, value):
    found, refused = read({name: value})
    assert found == WhatIf() and list(refused) == [name] and refused[name].endswith(".")


def test_a_picture_of_a_changed_model_says_so_in_words():
    trace = load("transformer", "cpu").trace(Request("transformer", "The big red dog"))
    assert sentence(WhatIf(), trace) == ""
    for what_if in EXAMPLES[1:]:
        said = sentence(what_if, trace)
        assert said.startswith("What if ") and said.endswith("?")
    assert sentence(WhatIf(silenced=(("cross", 3, 0),)), trace) == "What if switched off: cross-attention layer 4 head 1?"
    assert "“rouge” is made to look at “red” with 0.5" in sentence(WhatIf(forced=(("cross", 0, 0, 3, 2, 0.5),)), trace)
    assert sentence(WhatIf(swap=((3, "cat"),)), trace) == "What if word 4 is “cat”?"


def test_no_page_calls_a_setting_of_its_own_what_a_what_if_or_another_page_is_called():
    seen = {}
    for path in (Path(__file__).parents[2] / "viz" / "pages").glob("*.py"):
        for name in set(re.findall(r'(?:pick|slide|text|number)\((?:mark\()?"[^"]*"\)?,\s*"([a-z0-9-]+)"|setting\("([a-z0-9-]+)"', path.read_text(encoding="utf-8"))):
            name = "".join(name)
            assert name not in NAMES.values(), (path, name)
            assert seen.setdefault(name, path) == path, (path, name)
    assert {"compare", "sees", "look", "unit-order"} <= set(seen)
