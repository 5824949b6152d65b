import json
import random
import shutil

import pytest
import torch

from models import Request
from models.answers.limits import words_of, written_words
from models.answers.translation import TranslationModel
from models.store import checkpoint
from models.training.calibrate import find_threshold, judge_words, main, measure
from models.training.data import read_pairs


@pytest.fixture
def trained(finished_run, tmp_path):
    return shutil.copytree(finished_run / "checkpoint", tmp_path / "checkpoint")


def test_the_threshold_is_the_highest_with_enough_mistakes_below():
    words = [(place / 100, place < 40 or place in (45, 60)) for place in range(100)]
    threshold = find_threshold(words)
    below = [mistaken for probability, mistaken in words if probability <= threshold]
    assert sum(below) >= 0.7 * len(below)
    for higher in (probability for probability, _ in words if probability > threshold):
        more = [mistaken for probability, mistaken in words if probability <= higher]
        assert sum(more) < 0.7 * len(more)


def test_without_enough_mistakes_there_is_no_threshold():
    assert find_threshold([(place / 100, place % 2 == 0) for place in range(100)]) is None
    assert find_threshold([(0.1, True)] * 19) is None
    assert find_threshold([(0.1, True)] * 20) == 0.1
    with pytest.raises(Exception, match="Give more data"):
        measure([[(0.5, False)] * 10] * 10)


def test_how_often_it_is_right_is_counted_in_sentences_that_did_not_choose_it():
    draw = random.Random(5)

    def word():
        return (probability := draw.random(), draw.random() > probability + 0.1)

    judged = [[word() for _ in range(8)] for _ in range(2000)]
    figures = measure(judged)
    others = [one for sentence in judged[1::2] for one in sentence]
    flagged = [mistaken for probability, mistaken in others if probability < figures["threshold"]]
    assert figures["sentences"] == 1000
    assert figures["words"] == len(others) == 8000
    assert figures["flagged"] == len(flagged)
    assert (
        figures["flagged_wrong"]
        == round(sum(flagged) / len(flagged), 3)
        == pytest.approx(0.7, abs=0.04)
    )
    assert figures["others_wrong"] < 0.3


def test_words_and_probabilities_are_those_of_the_traces(trained, data):
    model = TranslationModel(
        "transformer", *checkpoint.load(trained, torch.device("cpu")), torch.device("cpu")
    )
    pairs = read_pairs(data / "tatoeba.dev.en-fr.tsv.gz")
    by_hand = []
    for source in dict.fromkeys(pair.source for pair in pairs):
        trace = model.trace(Request("transformer", source))
        right = {word for pair in pairs if pair.source == source for word in words_of(pair.target)}
        if trace.finished:
            words = written_words(
                trace.translation,
                trace.predicted_words,
                trace.predicted_spans,
                [choice.probability for choice in trace.choices],
            )
            by_hand.append(
                [(probability, not right >= {*words_of(word)}) for word, probability in words]
            )
    judged = judge_words(model, pairs)
    assert [[mistaken for _, mistaken in sentence] for sentence in judged] == [
        [mistaken for _, mistaken in sentence] for sentence in by_hand
    ]

    def flat(sentences):
        return [probability for sentence in sentences for probability, _ in sentence]

    assert len(flat(judged)) > 20
    assert flat(judged) == pytest.approx(flat(by_hand), abs=1e-5)


@pytest.mark.slow
def test_the_figures_go_into_the_card_beside_what_is_there(trained, data, capsys):
    before, file = (
        json.loads((trained / "card.json").read_text()),
        str(data / "multi30k.val.en-fr.tsv.gz"),
    )
    main(["transformer", "--checkpoint", str(trained), "--data", file, "--device", "cpu"])
    card = json.loads((trained / "card.json").read_text())
    assert card.items() >= before.items()
    assert set(card["unsure"]) == {
        "threshold",
        "sentences",
        "words",
        "flagged",
        "flagged_wrong",
        "others_wrong",
        "data",
    }
    assert card["unsure"]["data"] == ["multi30k.val.en-fr.tsv.gz"]
    assert f"less probable than {card['unsure']['threshold']}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["transformer"], "with --data"),
        (["transformer", "--data", "nowhere/some.tsv"], "There is no some.tsv"),
        (
            ["transformer", "--checkpoint", "nowhere", "--data", "FILE"],
            "There is no checkpoint in nowhere",
        ),
    ],
)
def test_mistakes_end_with_one_sentence(data, arguments, says):
    arguments = [
        str(data / "multi30k.val.en-fr.tsv.gz") if argument == "FILE" else argument
        for argument in arguments
    ]
    with pytest.raises(SystemExit, match=says) as stopped:
        main(arguments)
    assert isinstance(stopped.value.code, str)
