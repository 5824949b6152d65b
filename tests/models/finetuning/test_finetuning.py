"""Fine-tuning: the questions, the plan, and the results of both trainings."""

import itertools
from collections import Counter

import numpy as np
import pytest
import torch

from models import Request, load
from models.finetuning import (
    _BATCH,
    _FROZEN,
    LABELS,
    LabelledQuestion,
    Plan,
    question_words,
    read_questions,
)
from models.finetuning import training as module
from models.finetuning.training import (
    _attention_changes,
    _build_network,
    _load_weights,
    _rate_at,
    _trained_parameters,
    ask,
    fine_tune,
    prepare,
)

pytestmark = pytest.mark.thorough

PLAN = Plan(steps=6, rate=0.01, count=20, seed=3)
ALIKE = 0.7  # share of words from which two questions are near-duplicates


@pytest.fixture
def tiny(small_bert):
    """A small encoder with random weights."""
    return load(small_bert, "cpu")


def test_there_are_enough_questions_of_each_label():
    training = Counter(question.label for question in read_questions("train"))
    held_out = Counter(question.label for question in read_questions("held-out"))
    assert {*training} == {*held_out} == {*LABELS}
    assert min(training.values()) >= 60
    assert min(held_out.values()) >= 20
    assert len({*held_out.values()}) == 1


def likeness(first: str, second: str) -> float:
    """Return the share of words that two questions have in common, 0 to 1 (Jaccard)."""
    one, other = question_words(first), question_words(second)
    return len(one & other) / max(1, len(one | other))


def test_no_question_is_near_another_of_the_other_split():
    training, held_out = read_questions("train"), read_questions("held-out")
    texts = [one.text for one in (*training, *held_out)]
    assert len({*map(question_words, texts)}) == len(texts)
    near = [
        (one.text, other.text)
        for one, other in itertools.product(training, held_out)
        if likeness(one.text, other.text) >= ALIKE
    ]
    assert not near


def test_the_first_word_alone_does_not_give_the_label():
    first = {}
    for label, text in read_questions("train"):
        first.setdefault(text.split()[0], Counter())[label] += 1
    best = {word: labels.most_common(1)[0][0] for word, labels in first.items()}
    held_out = read_questions("held-out")
    right = sum(best.get(text.split()[0]) == label for label, text in held_out)
    assert right / len(held_out) < 0.5
    assert {*LABELS} == {*first["What"]} == {*first["Which"]} == {*first["Name"]} == {*first["In"]}


def test_a_line_that_is_no_question_is_refused(tmp_path, monkeypatch):
    (tmp_path / "questions.bad.tsv").write_text("person\tWho?\nanimal\tWhich?\n", encoding="utf-8")
    monkeypatch.setattr("models.finetuning.FINETUNING_FOLDER", tmp_path)
    with pytest.raises(ValueError, match="line 2 of questions.bad.tsv"):
        read_questions("bad")


def test_a_plan_takes_as_many_of_each_label_and_always_the_same():
    taken = PLAN.take(read_questions("train"))
    assert Counter(one.label for one in taken) == dict.fromkeys(LABELS, 4)
    assert taken == PLAN.take(read_questions("train"))
    other = Plan(count=20, seed=4).take(read_questions("train"))
    assert taken != other
    assert len(Plan().take(read_questions("train"))) == len(read_questions("train"))
    assert Plan(count=9).take((LabelledQuestion("person", "Who?"),)) == [
        LabelledQuestion("person", "Who?")
    ]


def test_batches_go_through_all_questions_before_one_comes_again():
    batches = Plan(steps=8).batches(32)
    assert [len(batch) for batch in batches] == [_BATCH] * 8
    assert sorted(batches[0] + batches[1]) == sorted(batches[2] + batches[3]) == list(range(32))
    assert batches[:2] != batches[2:4]


def test_a_plan_evaluates_before_the_first_step_and_after_the_last():
    for steps in (1, 30, 60, 200):
        evaluated = Plan(steps=steps).evaluated
        assert evaluated[0] == 0
        assert evaluated[-1] == steps
        assert len(evaluated) <= 14
        assert [*evaluated] == sorted({*evaluated})
    with pytest.raises(ValueError, match="there is no training like"):
        Plan(frozen="everything")


def test_the_rate_climbs_and_falls():
    plan = Plan(steps=20, rate=1.0)
    rates = [_rate_at(step, plan) for step in range(1, 21)]
    assert rates[0] == 0.5
    assert rates[1] == 1.0 == max(rates)
    assert rates[-1] < 0.1
    assert rates[1:] == sorted(rates[1:], reverse=True)
    assert _rate_at(1, Plan(steps=1, rate=1.0)) == 1.0


def test_a_training_is_the_same_each_time_and_changes_no_model(tiny):
    before = {name: one.clone() for name, one in tiny.network.state_dict().items()}
    state, reports = torch.random.get_rng_state(), []
    job = prepare(tiny, PLAN)
    first = fine_tune(job, lambda *report: reports.append(report))
    again = fine_tune(job)
    assert torch.equal(torch.random.get_rng_state(), state)
    for name, one in tiny.network.state_dict().items():
        assert torch.equal(one, before[name])
    for start, learning in first.learnings.items():
        assert np.array_equal(learning.losses, again.learnings[start].losses)
        assert len(learning.losses) == 6
        assert len(learning.accuracies) == len(PLAN.evaluated)
        assert learning.confusion.sum() == len(read_questions("held-out"))
        assert learning.accuracy == learning.confusion.trace() / learning.confusion.sum()
        assert learning.changes.shape == (2, 4)
        assert (learning.changes > 0).all()
        assert not learning.losses.flags.writeable
    assert not np.array_equal(*(learning.losses for learning in first.learnings.values()))
    assert first.majority == 0.2
    assert first.questions == 20
    assert reports
    for done, total, curves in reports:
        assert total == 12
        assert done <= 12
        for start, curve in curves.items():
            whole = first.learnings[start].accuracies.tolist()
            assert [*curve] == whole[: len(curve)]


def test_it_learns_what_it_is_trained_on(tiny):
    plan = Plan(steps=120, rate=0.003, count=10)
    for learning in fine_tune(prepare(tiny, plan)).learnings.values():
        assert learning.losses[-10:].mean() < 0.5 < learning.losses[:5].mean()


def test_it_ends_when_nobody_waits(tiny):
    def leave(done, total, curves):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fine_tune(prepare(tiny, Plan(steps=100_000)), leave)


def test_what_fails_in_a_training_is_raised(tiny, monkeypatch):
    monkeypatch.setattr(module, "_rate_at", lambda step, plan: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        fine_tune(prepare(tiny, PLAN))


@pytest.mark.parametrize("frozen", _FROZEN)
def test_what_is_frozen_stays_and_the_rest_moves(tiny, frozen):
    plan = Plan(steps=2, rate=0.01, count=20, frozen=frozen)
    job = prepare(tiny, plan)
    names = {*_trained_parameters(tiny.network, frozen)}
    parts = {name.split(".")[0] + name.split(".")[1] for name in names if "encoder" in name}
    assert ("embedding.weight" in names) == (frozen == "nothing")
    layers = {"nothing": 2, "embeddings": 2, "half": 1, "all": 0}[frozen]
    assert len(parts) == layers
    assert not any(name.startswith("to_") for name in names)
    for start, learning in fine_tune(job).learnings.items():
        assert {*learning.weights} == names
        trained = _build_network(job, start)
        plain = {name: one.clone() for name, one in trained.state_dict().items()}
        _load_weights(trained, learning.weights)
        moved = {
            name
            for name, one in trained.state_dict().items()
            if not torch.allclose(one, plain[name], atol=1e-4)
        }
        assert moved <= names
        assert any("encoder" in name for name in moved) == (layers > 0)
        assert (learning.changes.max() > 0) == (layers > 0)


def test_the_answer_to_a_question_is_that_of_the_trained_network(tiny):
    tuning = fine_tune(prepare(tiny, PLAN))
    question = read_questions("held-out")[0].text
    answer = ask(tiny, tuning, question)
    plain = tiny.trace(Request(tiny.name, question))
    assert answer.tokens == plain.source
    assert answer.words == plain.source_words
    weights = plain.attention["encoder"].weights[:, :, 0]
    assert np.allclose(answer.before["pretrained"], weights, atol=1e-6)
    for start in tuning.learnings:
        assert answer.probabilities[start].sum() == pytest.approx(1)
        assert answer.after[start].sum(-1) == pytest.approx(1, abs=1e-5)
        assert not np.allclose(answer.after[start], answer.before[start], atol=1e-3)


def test_the_change_of_a_head_is_the_weight_that_went_elsewhere():
    before = torch.tensor([[[[0.5, 0.5, 0.0]], [[1.0, 0.0, 0.0]]]])  # [layer, batch, head, key]
    after = torch.tensor([[[[0.1, 0.9, 0.0]], [[0.0, 1.0, 0.0]]]])
    words = torch.tensor([[True, True, False], [True, True, False]])
    assert _attention_changes(before, after, words) == pytest.approx(np.array([[0.7]]))


@pytest.mark.weekly
def test_from_our_bert_more_is_learnt_than_from_scratch():
    tuning = fine_tune(prepare(load("bert", "cpu"), Plan()))
    pretrained, scratch = (tuning.learnings[one].accuracy for one in ("pretrained", "scratch"))
    assert pretrained > scratch + 0.05
    assert pretrained > 2 * tuning.majority
