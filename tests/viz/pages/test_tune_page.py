"""The page of fine-tuning: what is trained when, what is shown, and in which process."""

import numpy as np
import pytest

from models import UserError, load
from models.finetuning import LABELS, Plan, read_questions
from models.finetuning.layers import Mix, read_measured
from tests.contents import content_at
from tests.links import compare_link_and_menu
from tests.pages import alerts, charts, picture, visit
from tests.shipping import save_small_bert
from viz.base.language import writing_in
from viz.base.progress import unwatched
from viz.cli.export import Job, from_link, make
from viz.draw.files import render
from viz.jobs import tuning
from viz.jobs.worker import Worker
from viz.pages.tune.compute import COMPUTATION
from viz.pages.tune.compute_layers import _ENCODER_TITLES, MIX_TITLES, LayersContent
from viz.pages.tune.settings import LOOKS, TASKS, code_of
from viz.view import settings
from viz.view.runner import PlainRunner

SHORT = {"tune-steps": "30", "tune-questions": "25"}
TRAINED = {**SHORT, "train": "30_0.0003_25_1_nothing"}


@pytest.fixture(scope="module")
def shared_bert(shared_checkpoints):
    """The name of a small encoder, trained once for all tests that have it."""
    return save_small_bert(shared_checkpoints)


def content_of(**address: str):
    return content_at(COMPUTATION, address)


@pytest.mark.slow
def test_it_trains_only_when_the_button_is_pressed(small_bert, monkeypatch):
    plans = []
    plain = tuning.tune
    monkeypatch.setattr(
        "viz.pages.tune.compute.tune",
        lambda model, plan, progress: plans.append(plan) or plain(model, plan, progress),
    )
    test = visit("tune", SHORT)
    assert not plans
    assert not charts(test)
    assert "Press “Train”" in test.info[0].value
    [table] = test.dataframe
    assert [*table.value.columns] == [*LABELS]
    assert len(table.value) == 5
    test.button(key="go").click().run()
    assert plans == [Plan(30, 0.0003, 25)]
    assert len(charts(test)) == 2
    assert not test.exception
    assert "Training questions" not in {one.value for one in test.info}
    visit("tune", {**TRAINED, "tune-look": "classes"})
    assert len(plans) == 1  # for all visitors


def test_other_settings_wait_for_the_button_again(shared_bert):
    trained, other = content_of(**TRAINED), content_of(**{**TRAINED, "tune-seed": "2"})
    assert trained.is_trained
    assert code_of(trained.plan) == TRAINED["train"]
    assert not other.is_trained
    assert not other.menu.exports
    assert "Press" in other.menu.alert
    runner = PlainRunner("cpu")
    [refusal] = settings.read_settings(COMPUTATION.settings, {"train": "on"}, runner).refusals
    assert "Press “Train”" in refusal.sentence


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_every_look_is_drawn(shared_bert, look):
    test = visit("tune", {**TRAINED, "tune-look": look})
    assert not alerts(test)
    assert len(charts(test)) == {"heads": 1, "layers": 3, "sizes": 1}.get(look, 2)
    assert (picture(test) is not None) == (look == "heads")
    french = visit("tune", {**TRAINED, "tune-look": look, "language": "fr"})
    assert not alerts(french)
    lecture = visit("tune", {**TRAINED, "tune-look": look, "lecture": "on"})
    assert not alerts(lecture)


@pytest.mark.slow
@pytest.mark.parametrize(
    "look",
    [
        pytest.param(look, marks=pytest.mark.weekly if place else ())
        for place, look in enumerate(LOOKS)
    ],
)
def test_a_link_trains_on_the_command_line_and_gives_the_chart_of_the_menu(
    shared_bert, look, monkeypatch
):
    compare_link_and_menu("tune", {**TRAINED, "tune-look": look}, monkeypatch)


@pytest.mark.slow
def test_the_curves_are_those_of_the_trainings(shared_bert):
    content = content_of(**TRAINED)
    chart = content.curves_chart
    for series, start in zip(chart.marks, content.titles, strict=True):
        assert series.name == content.titles[start]
        assert np.array_equal(series.y, content.learning(start).accuracies)
        assert series.x == content.plan.evaluated
    [rule] = chart.rules
    assert rule.at == content.tuning.majority == 0.2
    assert rule.dash == "dot"
    share = content.learning("pretrained").accuracy
    assert f"{share:.1%} of the 110 held-out questions" in content.finding
    assert [len(series.x) for series in content.losses_chart.marks] == [30, 30]


@pytest.mark.slow
def test_a_question_has_a_probability_for_each_label_and_words_are_whole(shared_bert):
    question = read_questions("held-out")[0].text
    content = content_of(**TRAINED, **{"tune-look": "question", "sentence": question})
    for start in content.titles:
        figure = content.answer_chart(start)
        assert sum(figure.marks[0].values) == pytest.approx(1)
        assert [*figure.y.labels][::-1] == [*LABELS]
    pieces = content_of(**TRAINED, sentence=question, words="written")
    assert len(content.words) < len(pieces.words)
    for one in (content, pieces):
        assert one.weights("after").sum(-1) == pytest.approx(1, abs=1e-5)
        before, after, difference = one.matrices
        assert np.allclose(difference.values, np.abs(after.values - before.values))
        assert len(before.rows) == 8
        assert before.columns == one.words


@pytest.mark.slow
def test_the_head_that_changed_most_is_marked_and_another_can_be_chosen(shared_bert):
    content = content_of(**TRAINED, **{"tune-look": "heads"})
    changes = content.learning("pretrained").changes
    most = content.head
    assert changes[most.layer, most.head] == changes.max()
    assert content.matrices[0].lit == ((most.layer * 4 + most.head, None),)
    assert f"layer {most.layer + 1}, head {most.head + 1}" in content.heads_finding
    other = content_of(**TRAINED, **{"tune-look": "heads", "tune-head": "2-3"})
    assert (other.head.layer, other.head.head) == (1, 2)
    before = other.head_chart.marks[0]
    assert np.array_equal(before.values, other.weights("before")[6])


def test_a_trained_link_that_is_not_of_its_settings_is_refused_in_a_sentence(shared_bert):
    with pytest.raises(UserError, match="Press “Train”"):
        make(from_link("/tune?train=30_0.0003_25_1_nothing", Job()), "cpu")


@pytest.mark.slow
def test_all_charts_are_drawn_for_paper(shared_bert):
    content = content_of(**TRAINED)
    for chart in (content.losses_chart, content.head_chart, content.confusion_chart("scratch")):
        assert render(chart, "svg").startswith(b"<?xml")


def test_a_server_with_little_memory_trains_no_large_network(shared_bert, monkeypatch):
    monkeypatch.setattr(tuning, "_SMALL", 0)
    monkeypatch.setattr("sys.argv", ["app.py", "--low-memory"])
    with pytest.raises(UserError, match="too little memory"):
        tuning.tune(load(shared_bert, "cpu"), Plan(steps=1), unwatched)


@pytest.mark.slow
def test_a_process_of_its_own_gives_the_same_and_ends_with_its_visitors(shared_bert, monkeypatch):
    model, plan, reports = load(shared_bert, "cpu"), Plan(steps=4, count=20), []
    here = tuning.tune(model, plan, lambda *done: None)
    monkeypatch.setattr(tuning, "_SMALL", 0)
    monkeypatch.setattr(tuning, "_WORKER", Worker(300, tuning._TOO_LONG))
    apart = tuning.tune(model, plan, lambda *done: reports.append(done))
    assert tuning._WORKER.process is not None
    assert reports[0][:2] != (8, 8)
    for start, learning in here.learnings.items():
        assert np.array_equal(learning.losses, apart.learnings[start].losses)

    def leave(done, total, curves):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuning.tune(model, Plan(steps=100_000), leave)
    assert tuning._WORKER.process is None
    monkeypatch.setattr(tuning, "_WORKER", Worker(1, tuning._TOO_LONG))
    with pytest.raises(UserError, match="Choose fewer steps"):
        tuning.tune(model, Plan(steps=100_000), lambda *done: None)


def test_the_look_at_layers_needs_no_training_and_no_model(checkpoints):
    test = visit("tune", {"tune-look": "layers"})
    assert not alerts(test)
    assert not test.info
    assert len(charts(test)) == 3
    assert not [one for one in test.button if one.key == "go"]


@pytest.mark.parametrize("task", TASKS)
def test_the_look_at_layers_draws_what_was_measured(task):
    content = content_of(**{"tune-look": "layers", "tune-task": task, "tune-examples": "100"})
    measured = read_measured()[task]
    [*lines, _, points] = content.accuracy_chart.marks
    drawn = [value for value, _, _ in (accuracy[100] for accuracy in measured.accuracies.values())]
    assert [*points.x] == drawn
    assert [tuple(line.x) for line in lines] == [
        by_count[100][1:] for by_count in measured.accuracies.values()
    ]
    assert content.accuracy_chart.rules[0].at == measured.majority
    best = max(drawn)
    assert f"gets most right: {best:.0%} (" in content.finding
    close = content.finding.partition("contains 0): ")[2].removesuffix(".")
    clear = {name for name, by_count in measured.to_best.items() if by_count[100][2] < 0}
    assert {*filter(None, close.split("; "))} == {
        title
        for (name, title), value in zip(_ENCODER_TITLES.items(), drawn, strict=True)
        if name not in clear and value != best
    }
    for encoder in MIX_TITLES:
        chart = content.shares_chart(encoder)
        assert len(chart.marks) == len(TASKS)
        for bars, name in zip(chart.marks, TASKS, strict=True):
            mix = read_measured()[name].mixes[encoder]
            assert [*bars.values] == [*mix.shares]
            assert f"γ = {mix.gamma:.1f}" in bars.name


def test_encoders_that_get_equally_many_right_are_said_to_tie():
    content = content_of(**{"tune-look": "layers", "tune-task": "sentiment"})
    assert content.finding.startswith(
        "A tie: “GloVe” and “GloVe + LSTM (as TagLM)” get most right, 76% each."
    )
    assert "Not clearly less" not in content.finding


def test_parts_of_a_list_have_the_space_of_the_language():
    content = content_of(**{"tune-look": "layers"})
    with writing_in("fr"):
        assert "tirages des phrases)\xa0; Nature" in content.mix_finding("elmo")


def test_the_bars_of_the_chosen_task_have_their_numbers_but_small_ones():
    chart = content_of(**{"tune-look": "layers", "tune-task": "questions"}).shares_chart("bert")
    for task, bars in zip(TASKS, chart.marks, strict=True):
        for value, label in zip(bars.values, bars.labels, strict=True):
            assert bool(label) == (task == "questions" and value >= 0.05)


def test_the_words_of_an_order_get_slots_by_the_best_classifier(monkeypatch):
    address = {"tune-look": "layers", "tune-task": "slots", "tune-own": "on"}
    content = content_of(**address, sentence="Alexa, play Anna’s Song.")
    assert content.words == ["Alexa", "play", "Anna’s", "Song"]
    chosen = np.eye(len(content.labels))[[0, 0, 1, 1]]
    findings = {"glove": chosen[::-1], "bert-concat": chosen}  # the second is right more often
    monkeypatch.setattr(type(content), "probabilities", findings)
    assert content.own_finding.endswith("“play” none, “Anna’s” title, “Song” title.")
    [cells] = content.own_chart.marks
    assert np.array_equal(cells.values, chosen)
    assert [note.text for note in content.own_chart.notes] == ["100%"] * 4


def test_slots_of_a_sentence_without_a_word_are_refused_in_a_sentence():
    content = content_of(
        **{"tune-look": "layers", "tune-task": "slots", "tune-own": "on"}, sentence="…!"
    )
    with pytest.raises(UserError, match="There is no word"):
        _ = content.probabilities


def test_shares_of_a_mix_that_learns_nothing_are_said_to_mean_nothing():
    content = content_of(**{"tune-look": "layers"})
    idle = {}
    for encoder in MIX_TITLES:
        _, given, *rest = content.mix_finding(encoder).split(". ")
        nothing = ". ".join(rest)
        for name, title in TASKS.items():
            measured = read_measured()[name]
            is_idle = measured.accuracies[encoder][0][1] <= measured.majority
            assert (title in nothing) == is_idle
            assert (title in given) != is_idle
            idle[encoder, name] = is_idle
    assert {*idle.values()} == {True, False}


def test_a_layer_is_named_where_it_is_the_largest_in_all_draws(monkeypatch):
    content = content_of(**{"tune-look": "layers"})
    shares = np.array([0.5, 0.3, 0.2])
    mix = Mix(shares, np.array([shares, [0.4, 0.35, 0.25]]), 1.0)
    monkeypatch.setattr(LayersContent, "mix_of", lambda *wanted: mix)
    assert "input (0.50; 0.40 to 0.50 in" in content.largest_share("elmo", "tags")
    mix = Mix(shares, np.array([shares, [0.3, 0.4, 0.3]]), 1.0)
    assert "no layer clearly" in content.largest_share("elmo", "tags")


@pytest.mark.slow
def test_the_settings_of_layers_are_in_no_other_link():
    assert content_of(**{"tune-task": "tags"}).settings.task is None
