import inspect

import pytest

from models.files import SHIPPED
from tests.lectures.__main__ import Answers, Example, is_right, main, read_examples

EXAMPLE = Example(
    "translation", 1, "translate", {}, [["gros", "grand"], ["m'a vu"]], ["grand-père"]
)


@pytest.mark.parametrize(
    "answer", ["Le gros chien m'a vu.", "Un GRAND chien m'a vu", "grand, gros, m'a vu"]
)
def test_an_answer_with_one_word_of_each_list_is_right(answer):
    assert is_right(EXAMPLE, answer)


@pytest.mark.parametrize(
    "answer",
    ["", "Le gros chien.", "m'a vu", "grandeur, m'a vu", "Mon grand-père m'a vu, gros."],
)
def test_an_answer_without_one_or_with_a_wrong_word_or_empty_is_wrong(answer):
    assert not is_right(EXAMPLE, answer)


def test_each_example_asks_what_there_is_and_is_wrong_without_an_answer():
    examples = read_examples()
    assert len({example.row for example in examples}) == 57
    for example in examples:
        inspect.signature(getattr(Answers, example.ask)).bind(None, **example.arguments)
        assert not is_right(example, "")
        assert not is_right(example, "(refused)")


@pytest.mark.slow
def test_the_report_judges_the_vectors_and_compares_a_checkpoint_with_the_shipped_one(capsys):
    folder = str(SHIPPED / "transformer")
    groups = ["--groups", "vectors", "attention", "captions"]
    main(["--checkpoint", folder, "--against", "shipped", *groups])
    printed = capsys.readouterr().out
    assert "   right  paris 0.88" in printed
    assert "   WRONG  pi 0.77" in printed  # pidgey
    answers = [line for line in printed.splitlines() if line.startswith(("   right", "   WRONG"))]
    sides = [
        [line.removesuffix(f"  [{name}]") for line in answers if line.endswith(f"  [{name}]")]
        for name in (folder, "shipped")
    ]
    assert len(sides[0]) > 20
    assert sides[0] == sides[1]
    assert printed.count(" examples with all their questions right") == 2
