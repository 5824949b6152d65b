"""What-ifs in the address and in words."""

import json
from pathlib import Path

import pytest

from models import Request, WhatIf, load
from viz.analysis.what_if_text import NAMES, parameters, read_what_if, sentence, summary
from viz.pages.registry import PAGES
from viz.view.settings import parameters_of

# Parts of other sentences, read or refused; the tests of the scripts read them too.
PATCHES = json.loads(Path(__file__).with_name("patches.json").read_text(encoding="utf-8"))
EXAMPLES = [
    WhatIf(),
    WhatIf(swap=((0, "A"), (3, "l'été, 50 % : “x”"), (4, ""))),
    WhatIf(positions="off", mask="none", window=3, scale="1/d_head", temperature=0.25),
    WhatIf(
        silenced=(("cross", 3, 0), ("encoder", 0, 1)),
        forced=(("cross", 3, 0, 2, 1, 0.9), ("decoder", 0, 0, 1, 0, 0.0)),
    ),
    WhatIf(positions="shuffled", blocked=(1, 4), padding=5, padding_mask=False),
]


def test_every_what_if_has_a_name_in_the_address():
    assert set(NAMES) == set(WhatIf.__dataclass_fields__)
    assert len(set(NAMES.values())) == len(NAMES)


@pytest.mark.parametrize("what_if", EXAMPLES)
def test_an_address_leads_back_to_its_what_if(what_if):
    written = parameters(what_if)
    assert read_what_if(written) == (what_if, {})
    assert set(written) == {NAMES[field] for field in what_if.applied}


@pytest.mark.parametrize(
    "name, value",
    [
        ("swap", "dog"),
        ("swap", "0:cat"),
        ("swap", "3:%FF"),
        ("positions", "sideways"),
        ("mask", ""),
        ("window", "0"),
        ("window", "-1"),
        ("window", "٣"),
        ("scale", "2"),
        ("temperature", "0"),
        ("temperature", "nan"),
        ("temperature", "inf"),
        ("off", "cross-4"),
        ("off", "cross-0-1"),
        ("off", "cross-01-1"),
        ("off", "a-b-c-d"),
        ("force", "cross-4-1-3-2"),
        ("force", "cross-4-1-3-2-x"),
        ("force", "cross-4-1-3-2-nan"),
        ("block", "1,,2"),
        ("padding", "9" * 5000),
        ("padding-mask", "maybe"),
    ],
)
def test_what_nobody_can_read_is_named_and_left_as_trained(name, value):
    what_if, refused = read_what_if({name: value})
    assert what_if == WhatIf()
    assert list(refused) == [name]
    assert refused[name].endswith(".")


def test_a_picture_of_a_changed_model_says_so_in_words():
    trace = load("transformer", "cpu").trace(Request("transformer", "The big red dog"))
    assert sentence(WhatIf(), trace) == ""
    for what_if in EXAMPLES[1:]:
        description = sentence(what_if, trace)
        assert description[0] == description[0].upper()
        assert description.endswith(".")
        assert "What if" not in description
    assert (
        sentence(WhatIf(silenced=(("cross", 3, 0),)), trace)
        == "Cross-attention layer 4, head 1 is off."
    )
    layer = tuple(("cross", 3, head) for head in range(4))
    assert sentence(WhatIf(silenced=layer), trace) == (
        "Cross-attention layer 4, heads 1, 2, 3 and 4 are off."
    )
    assert summary(WhatIf(silenced=layer[:1], forced=(("cross", 0, 0, 3, 2, 0.5),))) == (
        "cross-attention layer 4, head 1 is off"
    )
    assert "the weight from “rouge” to “red” is set to 0.5" in sentence(
        WhatIf(forced=(("cross", 0, 0, 3, 2, 0.5),)), trace
    )
    assert sentence(WhatIf(swap=((3, "cat"),)), trace) == "Word 4 is “cat”."


def test_no_page_calls_a_setting_of_its_own_what_a_what_if_or_another_page_is_called():
    seen = {}
    for page in PAGES.values():
        # Those of the heads are the what-ifs; the French that is followed is the same on each page;
        # two pages call different things "sentences", and old links do; two ask what the state at
        # one word keeps of another, in the same words; two reveal what a class has answered; three
        # have the switch that shows what refutes a head.
        names = parameters_of(page.computation.settings) if page.path != "heads" else set()
        for name in names - {"french", "sentences", "at", "sought", "reveal", "refute"}:
            assert name not in NAMES.values(), (page.path, name)
            assert seen.setdefault(name, page.path) == page.path, (page.path, name)
    assert {"compare", "sees", "look", "unit-order"} <= set(seen)


@pytest.mark.parametrize(("text", "entry"), PATCHES["read"].items())
def test_what_is_taken_from_another_sentence_is_read_and_written_alike(text, entry):
    what_if, refusals = read_what_if({"patch": text})
    assert (what_if.patched, refusals) == ((tuple(entry),), {})
    assert parameters(what_if) == {"patch": text}


@pytest.mark.parametrize("text", PATCHES["refused"])
def test_a_part_of_another_sentence_that_cannot_be_read_is_refused(text):
    what_if, refusals = read_what_if({"patch": text})
    assert what_if.patched == ()
    assert [*refusals] == ["patch"]
