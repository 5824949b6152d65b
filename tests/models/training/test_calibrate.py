import json
import math
import random
from dataclasses import replace

import pytest
import torch

from models import Request
from models.answers.limits import lower_words, written_words
from models.answers.source_words import Misread
from models.answers.translation import TranslationModel
from models.errors import UserError
from models.store import checkpoint
from models.training import calibrate
from models.training.calibrate import (
    _choose,
    _judge,
    _Judged,
    _measure,
    _Translation,
    _warned,
    main,
)
from models.training.data import TrainingPair, read_pairs


def judged(count, probability=1.0, rarest=math.inf, right=False, bad=False):
    """Make so many translations of one word."""
    return [_Judged([(probability, bad)], rarest, right, bad)] * count


def test_the_warnings_reach_most_bad_translations_and_few_right_ones():
    right = judged(96, 0.9, right=True) + judged(2, 0.2, right=True) + judged(2, 0.9, 20, True)
    bad = judged(40, 0.25, bad=True) + judged(40, 0.9, 7, bad=True) + judged(20, bad=True)
    threshold, most_seen = _choose(right + bad)
    flags = _warned(right + bad, threshold, most_seen)
    assert flags[:100].sum() == 2
    assert flags[100:].tolist() == [True] * 80 + [False] * 20


def test_right_translations_are_not_warned_of_for_one_more_bad_one():
    right = judged(90, 0.9, right=True) + judged(10, 0.2, right=True)
    threshold, _ = _choose(right + judged(99, 0.1, bad=True) + judged(1, 0.3, bad=True))
    assert 0.1 < threshold <= 0.2


@pytest.mark.parametrize(
    "sentences, says",
    [
        (judged(100, right=True) + judged(19, 0.1, bad=True), "Give more data"),
        (judged(19, right=True) + judged(100, 0.1, bad=True), "Give more data"),
        (judged(100, rarest=0, right=True) + judged(100, bad=True), "more than 3% of the right"),
    ],
)
def test_without_both_kinds_or_a_choice_that_fits_nothing_is_calibrated(sentences, says):
    with pytest.raises(UserError, match=says):
        _choose(sentences)


@pytest.mark.slow
def test_how_often_it_is_right_is_counted_in_sentences_that_did_not_choose_it():
    draw = random.Random(5)

    def sentence():
        right, bad = (kind := draw.random()) < 0.4, kind > 0.8
        words = [(draw.random() ** 0.3, False)] * 7 + [(draw.random() ** (1 + 3 * bad), bad)]
        return _Judged(words, draw.choice([7, math.inf]) if bad else math.inf, right, bad)

    sentences = [sentence() for _ in range(2000)]
    unsure, misread = _measure(sentences).values()
    others = sentences[1::2]
    flags = _warned(others, unsure["threshold"], misread["most_seen"])
    words = [word for one in others for word in one.words]
    flagged = [is_wrong for probability, is_wrong in words if probability < unsure["threshold"]]
    assert unsure["sentences"] == 1000
    assert unsure["words"] == 8000
    assert unsure["flagged"] == len(flagged)
    assert unsure["flagged_wrong"] == round(sum(flagged) / len(flagged), 3)
    assert misread["flagged"] == sum(one.rarest == 7 for one in others)
    bad = [flag for one, flag in zip(others, flags, strict=True) if one.is_bad]
    assert misread["bad_sentences"] == len(bad)
    assert misread["bad_warned"] == round(sum(bad) / len(bad), 3) > misread["bad_misread"] > 0.4
    assert misread["right_misread"] == 0


def test_a_translation_that_is_a_reference_is_right_and_one_far_from_all_is_bad(monkeypatch):
    rare = Misread("penny", ("pen", "ny"), 3, 1)
    written = [
        _Translation("le Chien dort !", [("Chien", 0.9)], []),
        _Translation("Le stylo.", [("Le", 0.9), ("stylo", 0.8)], [rare]),
        _Translation("Le chat dormait.", [("chat", 0.7)], [replace(rare, pieces=("penny",))]),
        None,
    ]
    monkeypatch.setattr(calibrate, "translate_each", lambda *_: written)
    pairs = [
        TrainingPair("The dog sleeps.", "Le chien dort."),
        TrainingPair("A penny.", "Une petite pièce."),
        TrainingPair("The cat slept.", "Le chat dormit."),
        TrainingPair("The cat slept.", "Le chat a dormi."),
        TrainingPair("Cut.", "Coupé."),
    ]
    assert _judge(None, pairs) == [
        _Judged([(0.9, False)], math.inf, True, False),
        _Judged([(0.9, True), (0.8, True)], 0, False, True),
        _Judged([(0.7, False)], 3, False, False),
    ]


def model_of(folder) -> TranslationModel:
    device = torch.device("cpu")
    return TranslationModel("transformer", *checkpoint.load_checkpoint(folder, device), device)


@pytest.mark.slow
def test_words_and_probabilities_are_those_of_the_traces(trained, data):
    model = model_of(trained)
    pairs = read_pairs(data / "tatoeba.dev.en-fr.tsv.gz")
    by_hand = []
    for source in dict.fromkeys(pair.source for pair in pairs):
        trace = model.trace(Request("transformer", source))
        right = {
            word for pair in pairs if pair.source == source for word in lower_words(pair.target)
        }
        if trace.finished:
            words = written_words(
                trace.translation,
                trace.predicted_words,
                trace.predicted_spans,
                [choice.probability for choice in trace.choices],
            )
            by_hand.append(
                [(probability, not right >= {*lower_words(word)}) for word, probability in words]
            )
    judged = [one.words for one in _judge(model, pairs)]
    assert [[mistaken for _, mistaken in sentence] for sentence in judged] == [
        [mistaken for _, mistaken in sentence] for sentence in by_hand
    ]

    def flat(sentences):
        return [probability for sentence in sentences for probability, _ in sentence]

    assert len(flat(judged)) > 20
    assert flat(judged) == pytest.approx(flat(by_hand), abs=1e-5)


@pytest.mark.slow
def test_the_figures_go_into_the_card_beside_what_is_there(trained, tmp_path, monkeypatch, capsys):
    # A network this small is sure of nothing, and stops seldom.
    monkeypatch.setattr(calibrate, "_MOST_WARNED", 1.0)
    monkeypatch.setattr(calibrate, "_FEWEST", 1)
    before = json.loads((trained / "card.json").read_text())
    sources = [
        f"the {animal} {does} {place}."
        for animal in ("dog", "cat", "boy", "man")
        for does in ("sees", "likes", "hears", "knows")
        for place in ("the house", "the car", "a friend", "a girl", "the big tree")
    ]
    lines = [
        f"{source}\t{french if place // 2 % 2 else 'Zut'}\n"
        for place, (source, french) in enumerate(
            zip(sources, model_of(trained).translate(sources), strict=True)
        )
    ]
    file = tmp_path / "pairs.tsv"
    file.write_text("".join(lines))
    main(["transformer", "--checkpoint", str(trained), "--data", str(file), "--device", "cpu"])
    card = json.loads((trained / "card.json").read_text())
    assert card.items() >= before.items()
    assert card["unsure"]["data"] == card["misread"]["data"] == ["pairs.tsv"]
    assert f"less probable than {card['unsure']['threshold']}" in capsys.readouterr().out
