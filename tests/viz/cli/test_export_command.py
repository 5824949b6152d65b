"""Options beside a link change what its page shows."""

from dataclasses import replace

import pytest

from models import UserError
from viz.cli.export import Job, from_link, from_row, make
from viz.cli.job import name_file
from viz.pages.computations import COMPUTATIONS

HEADS = "/heads?sentence=A+dog&attention=decoder&layer=2&head=3&temperature=2"
MASK = "/mask?sentence=A+dog&sees=none&decoder-head=2-3"


def numbers(link: str, **options: str) -> str:
    """Return the CSV that a link gives with the options of a row."""
    row = {name.replace("_", "-"): value for name, value in options.items()}
    return make(from_row({"link": link, "format": "csv", **row}, Job()), "cpu").decode()


@pytest.mark.parametrize(
    "link, options, same_link",
    [
        (HEADS, {"layer": "1"}, HEADS.replace("layer=2", "layer=1")),
        (HEADS, {"figure": "encoder"}, HEADS.replace("decoder", "encoder")),
        (HEADS, {"what_if": "temperature=4"}, HEADS.replace("temperature=2", "temperature=4")),
        (MASK, {"layer": "1", "head": "2"}, MASK.replace("2-3", "1-2")),
        (MASK, {"sentence": "A cat"}, MASK.replace("dog", "cat")),
    ],
)
def test_an_option_beside_a_link_is_as_in_another_link(link, options, same_link):
    values = numbers(link, **options)
    assert values == numbers(same_link)
    assert values != numbers(link)


def test_the_alignment_is_drawn_of_the_sentence_of_a_link_to_a_head():
    job = replace(from_link(HEADS, Job()), figure="alignment", format="csv")
    of_sentence = Job(
        "A dog",
        figure="alignment",
        layer="2",
        head="3",
        format="csv",
        what_ifs=(("temperature", "2"),),
    )
    assert make(job, "cpu") == make(of_sentence, "cpu")


def test_a_file_is_named_after_the_head_or_else_after_the_page():
    names = {page: name_file(from_link(f"/{page}?v=1", Job()), 7) for page in COMPUTATIONS}
    assert names.pop("heads") == "007-cross.svg"
    assert names.pop("mask") == "007-mask.svg"
    assert names == {page: f"007-{page}.svg" for page in names}
    assert name_file(from_link(MASK, Job()), 7) == "007-mask-layer-2-head-3.svg"


def test_a_link_without_a_path_opens_the_front_page():
    assert from_link(HEADS.replace("/heads", "/"), Job()) == from_link(HEADS, Job())
    with pytest.raises(UserError, match="“lessons” has no picture"):
        from_link("/lessons?v=1", Job())
