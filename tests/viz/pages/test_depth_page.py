"""The page on what happens from layer to layer."""

import csv
import json

import numpy as np
import pytest

from models import Request, UserError, contributions, load
from tests.contents import content_at
from tests.pages import visit
from viz.analysis import measures
from viz.draw.chart import Bars, Series
from viz.pages.depth.charts import _ALL_PLACES
from viz.pages.depth.compute import COMPUTATION
from viz.pages.depth.page import _choose_head
from viz.pages.depth.patch_pairs import changed_words, pairs_of
from viz.pages.depth.settings import _LOOKS, read_patching
from viz.view import settings
from viz.view.runner import plain_runner

SINKS, FLOW, LENS, PATCH, WRITES = (
    {"depth-look": look} for look in ("sinks", "flow", "lens", "patch", "writes")
)


def content_of(**address: str):
    return content_at(COMPUTATION, address)


# --- every model ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_sentence_that_cannot_be_read_is_refused():
    for look in _LOOKS:
        with pytest.raises(UserError):
            content_of(sentence="word " * 600, **{"depth-look": look})


# --- do all words become alike? ------------------------------------------------------------------


def test_the_lines_are_those_of_the_states():
    content = content_of()
    states = load("transformer", "cpu").layer_states(content.request, "encoder")
    for name, values in (
        ("whole", states.whole),
        ("with_residual", states.with_residual),
        ("alone", states.alone),
    ):
        apart, cosine = content.trained[name]
        assert apart == pytest.approx(measures.residual(values))
        assert cosine == pytest.approx(measures.mean_cosine(values))
    assert [line.name for line in content.lines(0)] == [
        "Whole layers",
        "Attention and residual connections",
        "Attention alone",
    ]
    assert "89.5% of their vectors' length before layer 1, and 92.2%" in content.finding
    assert "With attention alone <0.1% is left." in content.finding


def test_the_untrained_network_stands_beside_it_dashed():
    content = content_of(**{"depth-untrained": "on"})
    lines = content.lines(0)
    assert [line.dashed for line in lines] == [False] * 3 + [True] * 3
    assert lines[3].values[-1] < lines[0].values[-1]  # training keeps the words apart
    assert "In the untrained network" in content.finding
    assert content.charts["apart"].legend.title == "dashed: untrained"


def test_a_logarithmic_axis_ends_where_32_bits_do():
    figure = content_of(**{"depth-scale": "log"}).charts["apart"]
    assert figure.y.log
    assert min(min(mark.y) for mark in figure.marks) >= 1e-7


def test_a_text_that_goes_on_is_shown_without_what_the_model_adds():
    content = content_of(model="gpt")
    states = load("gpt", "cpu").layer_states(content.request, "decoder")
    count = content.trace.prompt_length + 1  # with "<s>"
    assert content.trained["whole"][0] == pytest.approx(measures.residual(states.whole[:, :count]))
    assert len(content_of(model="gpt", words="written", **FLOW).words) == count


# --- where does attention sink? ------------------------------------------------------------------


def test_the_bars_are_the_shares_that_go_to_the_end_of_the_sentence():
    content = content_of(**SINKS)
    weights = content.trace.attention["encoder"].weights
    for head, chosen in zip(content.heads, content.heads[1:]):
        assert content.shares[head.layer, head.head] >= content.shares[chosen.layer, chosen.head]
    assert content.shares == pytest.approx(weights[..., -1].mean(-1))
    assert content.even == pytest.approx(1 / len(content.trace.source))
    assert content.tokens == "</s>"
    assert len(content.heads) == 16
    (bars,) = content.charts["sinks"].marks
    most = content.heads[0]
    assert isinstance(bars, Bars)
    assert bars.values[-1] == pytest.approx(content.shares[most.layer, most.head])  # on top


def test_punctuation_and_the_first_token_are_sinks_too():
    content = content_of(sentence="No, he left.", **SINKS, **{"depth-sink": "punctuation"})
    assert content.tokens == ",, ."
    first = content_of(model="gpt", **SINKS, **{"depth-sink": "first"})
    count = first.trace.prompt_length + 1
    weights = first.trace.attention["decoder"].weights[..., 1:count, 0]
    assert first.shares == pytest.approx(weights.mean(-1))
    assert first.even == pytest.approx(np.mean([1 / row for row in range(2, count + 1)]))
    runner = plain_runner("cpu")
    address = {"sentence": "red dog", **SINKS, "depth-sink": "punctuation"}
    assert settings.read_settings(
        COMPUTATION.settings, address, runner
    ).refusals  # there is no such value


def test_a_mark_is_what_has_no_letters_of_the_sentence():
    assert content_of(model="bert", **SINKS).tokens == "[CLS], [SEP]"
    two = content_of(model="bert", sentence="A dog. [SEP] It barks.", **SINKS)
    assert two.reading.columns["marks"].sum() == 3


@pytest.mark.parametrize(
    "model, stack, token, small, large",
    [
        ("transformer", "encoder", "</s>", True, False),
        ("transformer", "decoder", "<s>", True, False),
        ("transformer", "cross", "</s>", True, False),
        ("gpt", "decoder", "<s>", True, True),
        ("bert", "encoder", "[SEP]", True, False),
    ],
)
def test_a_sink_has_a_small_value_and_before_a_norm_a_large_state(
    model, stack, token, small, large
):
    content = content_of(model=model, **SINKS, **{"depth-stack": stack})
    trace, vectors = content.trace, content.vectors
    assert content.reading.axis.tokens[content.token] == token
    maps, columns = trace.attention[stack], range(len(content.reading.axis.tokens))
    rows = range(len(trace.source if stack == "encoder" else trace.decoder_input))
    rows = range(trace.prompt_length + 1) if trace.prompt_length else rows
    means = [
        np.mean(
            [
                maps.weights[layer, :, row, content.token].mean()
                for row in rows
                if maps.allowed[row].sum() > 1
            ]
        )
        for layer in range(len(maps.weights))
    ]
    assert vectors.weights[:, content.token] == pytest.approx(means, abs=1e-6)
    layer = int(np.argmax(means))
    lengths = [np.linalg.norm(maps.value[layer, :, column].astype(float)) for column in columns]
    others = np.median([length for at, length in enumerate(lengths) if at != content.token])
    times = lengths[content.token] / others
    assert vectors.values[layer] == pytest.approx(lengths)
    assert (times < 0.5) == small
    states = trace.hidden["encoder" if stack == "cross" else stack][:, : len(columns)]
    of_tokens = np.linalg.norm(states.astype(float), axis=-1)
    most = max(row[content.token] / np.median(np.delete(row, content.token)) for row in of_tokens)
    assert (most > 2) == large
    finding = content.finding
    assert f"In layer {layer + 1}, “{token}” takes {100 * means[layer]:.1f}%" in finding
    assert f"its value is small: {times:.2g} times" in finding
    assert f"Its state is {'large: up to' if large else 'not large: at most'} {most:.2g}" in finding
    shares = contributions(trace, load(model, "cpu"), stack, shares=True)[layer]
    share = shares[:, [row for row in rows if maps.allowed[row].sum() > 1], content.token].mean()
    assert f"norms it has {100 * share:.1f}%" in finding


def test_the_charts_beside_the_bars_have_a_line_for_each_token():
    content = content_of(model="gpt", **SINKS)
    charts, tokens = content.charts, content.reading.axis.tokens
    assert [*charts] == ["sinks", "shares", "states", "values"]
    assert [len(charts[name].marks) for name in charts] == [1, 2, len(tokens), len(tokens)]
    layers = content.vectors.values.shape[0]
    assert [*charts["values"].marks[0].x] == list(range(1, layers + 1))
    assert [*charts["states"].marks[0].x] == list(range(layers + 1))
    weight, norm = charts["shares"].marks
    assert (weight.dash, norm.dash) == ("solid", "dash")
    assert list(norm.y) == pytest.approx(content.vectors.norms[:, 0])
    both = content_of(**SINKS).charts["shares"]  # each row of an encoder may attend to the last
    assert [mark.name for mark in both.marks] == ["The", "The", "</s>", "</s>"]


def test_of_a_token_that_is_no_sink_nothing_is_said():
    content = content_of(**SINKS, **{"depth-sink": "first"})
    assert content.vectors.weights[:, 0].max() < 1.5 * content.vectors.even[:, 0].max()
    assert content.finding_of_vectors == ""
    # One row of a decoder alone may attend to its last token.
    last = content_of(**SINKS, **{"depth-sink": "punctuation", "depth-stack": "decoder"})
    assert last.reading.axis.tokens[last.token] == "."
    assert last.finding_of_vectors == ""


def test_a_click_on_a_bar_chooses_its_head(monkeypatch):
    content, chosen = content_of(**SINKS), []
    monkeypatch.setattr("viz.pages.depth.page.set_head", chosen.append)
    _choose_head(content.heads, 15)  # the bar on top
    assert chosen == [content.heads[0]]


# --- where does a word come from? ----------------------------------------------------------------


def test_the_links_are_as_wide_as_what_comes_along_them():
    content = content_of(**FLOW, words="written", **{"depth-word": "4"})
    weights = content.trace.attention["encoder"].weights
    rolled = measures.rollout(weights)[-1, 3]
    assert content.words[content.place] == "dog"
    assert content.rollout == pytest.approx(rolled)
    figure = content.charts["flow"]
    lines = [mark for mark in figure.marks if isinstance(mark, Series) and mark.line]
    widths = [line.line for line in lines]
    assert widths == sorted(widths)
    drawn = sum(int(np.isnan(np.asarray(line.x)).sum()) for line in lines)
    assert drawn == (content.links > _ALL_PLACES).sum()
    rows = list(csv.DictReader(content.charts["flow"].numbers.splitlines()))
    total = sum(float(row["share"]) for row in rows if row["layer"] == "1")
    assert total == pytest.approx(1, abs=1e-4)


def test_one_head_of_each_layer_can_be_followed_between_whole_words():
    sentence = "The embroidered tablecloth is red."
    content = content_of(sentence=sentence, **FLOW, words="merged", **{"depth-heads": "2"})
    trace = content.trace
    weights = trace.attention["encoder"].weights
    merged = measures.merge_subwords(weights, trace.source_words, trace.source_words)
    place = content.place
    assert len(content.words) < len(trace.source)
    assert content.rollout == pytest.approx(measures.rollout(merged[:, [1]])[-1, place])


def test_what_a_decoder_gets_from_the_source_is_not_counted_and_the_page_says_so():
    content = content_of(**FLOW, **{"depth-stack": "decoder", "depth-word": "1"})
    assert content.rollout[0] == pytest.approx(1)
    assert "Cross-attention" in content.note
    assert "Most of the rest" not in content.finding


def test_the_largest_flow_is_left_out_of_a_long_sentence():
    content = content_of(sentence="the dog and the cat " * 9 + ".", **FLOW)
    assert content.largest_flow is None
    assert len(content.charts["sources"].marks) == 1


def test_the_link_leads_to_the_head_on_the_front_page():
    test = visit("depth", {**SINKS, "attention": "encoder", "layer": "1", "head": "4"})
    (link,) = [one.proto.url for one in test.get("link_button")]
    assert "attention=encoder&layer=1&head=4" in link
    assert link.startswith("./?model=transformer")
    bars = json.loads(test.get("plotly_chart")[0].proto.spec)["data"][0]
    assert bars["y"][-1] == "Layer 1, head 4: 90%"


# --- what would each layer write? -----------------------------------------------------------------


def test_the_cells_are_the_best_words_of_the_lens_and_the_text_names_what_changes_last():
    content = content_of(**LENS)
    lens = load("transformer", "cpu").lens(content.request)
    cells = content.charts["lens"].heatmap
    assert [row[3] for row in cells.texts] == [words[0] for words in lens.words[3]]
    assert cells.values[:, 3] == pytest.approx(lens.probabilities[3, :, 0])
    assert "after layer 3 the lens reads “est” before “dort”, “grand” before “gros”" in (
        content.finding
    )
    assert "gros: first after layer 4; before it grand." in content.charts["lens"].summary
    for chart in content.charts.values():
        assert chart.caption.endswith("A lens is a reading, not a belief.")
    table = content.charts["place"].heatmap
    assert content.settings.at == 2  # of the words that lead last, the first
    assert table.texts[3][0].startswith("grand ")  # the first layer is below
    assert [rule.row for rule in content.charts["place"].rules] == [4]
    rows = list(csv.DictReader(content.charts["lens"].numbers.splitlines()))
    assert len(rows) == 10 * 5 * 5
    [third] = [r for r in rows if (r["place"], r["layer"], r["rank"]) == ("2. gros", "3", "1")]
    assert third["word"] == "grand"


def test_the_control_stands_beside_the_lens():
    content = content_of(**LENS, **{"depth-random": "on"})
    assert [*content.charts] == ["lens", "control"]
    assert "in 10 of 10 rows" in content.finding
    assert "it leads in 0." in content.finding


def test_bert_hides_a_word_or_reads_the_masks_of_the_sentence():
    hidden = content_of(model="bert", **LENS)
    assert hidden.request.sentence == "The big red dog is [MASK] on the bed."
    typed = content_of(model="bert", sentence="The [MASK] dog is [MASK].", **LENS)
    assert typed.request.sentence == "The [MASK] dog is [MASK]."
    assert len(typed.lens.places) == 2


def test_the_word_of_a_lens_is_chosen_and_kept_in_the_link():
    test = visit("depth", {**LENS, "depth-at": "5"})
    assert test.query_params["depth-at"] == "5"
    other = content_of(**LENS, **{"depth-at": "5"})
    assert other.charts["place"].x.title == "where it writes “dort”: the best words"


# --- which state decides a word? ------------------------------------------------------------------


def test_both_maps_are_those_of_the_model_and_the_text_names_both_directions():
    content = content_of(sentence="He is tired.", **PATCH)
    assert content.settings.other == "She is tired."
    model = load("transformer", "cpu")
    sentences = "He is tired.", "She is tired."
    for chart, (sentence, other) in zip(
        content.charts.values(), (sentences, sentences[::-1]), strict=True
    ):
        shares = model.patch(Request("transformer", sentence), other).shares
        assert chart.heatmap.values == pytest.approx(shares.T)
        assert sentence in chart.caption
        assert other in chart.caption
    assert "that of “She” (100%) moves the choice most in the input" in content.finding
    assert "The other way it is “He” (100%) in the input" in content.finding


@pytest.mark.parametrize("part", ["output", "weights", "values"])
def test_the_maps_of_heads_are_those_of_the_model(part):
    content = content_of(sentence="He is tired.", **PATCH, **{"depth-part": part})
    model, other = load("transformer", "cpu"), content.settings.other
    for chart, (sentence, second) in zip(
        content.charts.values(),
        (("He is tired.", other), (other, "He is tired.")),
        strict=True,
    ):
        patching = model.patch_heads(Request("transformer", sentence), second, part)
        cells = dict(zip(patching.heads, patching.shares.tolist(), strict=True))
        rows = [(stack, layer) for stack in ("encoder", "decoder", "cross") for layer in range(4)]
        assert chart.heatmap.values == pytest.approx(
            np.array([[cells[*row, head] for head in range(4)] for row in rows], np.float32)
        )
        assert chart.y.labels[8] == "cross 1"
        lines = [*csv.DictReader(chart.numbers.splitlines())]
        assert len(lines) == len(patching.heads)
        assert {line["takes its"] for line in lines} == {part}
        assert second in chart.caption
    assert "moves the choice most. The other way: " in content.finding


@pytest.mark.slow
@pytest.mark.parametrize("model", ["transformer", "gpt", "bert"])
def test_no_proposed_pair_is_left_out(model):
    content = content_of(model=model, **PATCH, **{"depth-pairs": "on", "depth-part": "values"})
    network = load(model, "cpu")
    assert content.maps.there.pairs == content.maps.back.pairs == pairs_of(network)
    names = {changed_words(pair) for pair in pairs_of(network)}
    assert len(names) == len(pairs_of(network)) > 3


@pytest.mark.slow
def test_the_map_of_pairs_is_the_mean_of_theirs_with_an_interval():
    address = {"depth-pairs": "on", "depth-part": "output"}
    content = content_of(**PATCH, **address)
    model = load("transformer", "cpu")
    pairs = pairs_of(model)
    shares = [
        model.patch_heads(Request("transformer", other), sentence).shares.reshape(12, 4)
        for sentence, other in pairs
    ]
    back = content.maps.back
    assert back.mean == pytest.approx(np.mean(shares, 0))
    assert (np.min(shares, 0) - 1e-9 <= back.low).all()
    assert (back.low <= back.mean + 1e-9).all()
    assert (back.mean <= back.high + 1e-9).all()
    assert (back.high <= np.max(shares, 0) + 1e-9).all()
    # About 1.96 standard errors to each side, where nothing is skewed.
    errors = np.std(shares, 0) / len(pairs) ** 0.5
    wide = errors > 0.02
    assert ((back.high - back.low) / errors)[wide] == pytest.approx(3.6, abs=0.8)
    assert content.charts["back"].heatmap.values == pytest.approx(back.mean.astype(np.float32))
    rows = [*csv.DictReader(content.charts["back"].numbers.splitlines())]
    assert len(rows) == 48
    assert float(rows[0]["low"]) <= float(rows[0]["mean share"])
    assert "Mean of 8 pairs" in content.finding


@pytest.mark.slow
def test_the_states_of_pairs_are_those_of_the_words_that_differ_and_of_the_others():
    content = content_of(**PATCH, **{"depth-pairs": "on"})
    there = content.maps.there
    assert there.rows == ("the words that differ", "the other words")
    assert there.mean.shape == (2, 5)
    # In the input only the words that differ can move anything.
    assert there.mean[0, 0] > 0.7
    assert there.mean[1, 0] == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
def test_a_proposed_pair_is_put_in_by_a_click():
    test = visit("depth", {**PATCH, "depth-pairs": "on"})
    test.button_group(key="chips patch pair").set_value("red → black").run()
    assert test.query_params["sentence"] == "The red dog is sleeping."
    assert test.query_params["depth-other"] == "The black dog is sleeping."
    assert "depth-pairs" not in test.query_params


def test_a_map_that_was_stopped_is_computed_at_a_click():
    sentence, other = "The red dogs are running.", "The black dogs are running."
    test = visit("depth", {"depth-look": "lens", "sentence": sentence})
    request = Request("transformer", sentence)
    test.session_state["stopped"] = f"en patch state {request!r} {other!r}"
    test.query_params |= {"depth-look": "patch", "depth-other": other}
    test.run()
    assert [info.value for info in test.info] == ["Stopped. What you have typed is still here."]
    assert other in [box.value for box in test.text_input]
    next(button for button in test.button if button.label == "Compute the map").click().run()
    assert not test.info
    assert not any(button.label == "Compute the map" for button in test.button)


def test_a_second_sentence_that_failed_is_not_tried_again(monkeypatch):
    asked, kept = [], {}
    model = load("transformer", "cpu")
    patch = type(model).patch
    monkeypatch.setattr(
        type(model), "patch", lambda *given: asked.append(given[2]) or patch(*given)
    )

    def compute_once(key, label, compute, show=None, can_stop=False):
        if key not in kept:
            kept[key] = compute(lambda done, total: None)
        return kept[key]

    runner = plain_runner("cpu")
    monkeypatch.setattr(runner, "compute_once", compute_once)
    for _ in range(2):
        with pytest.raises(UserError, match="equally many"):
            read_patching(Request("transformer", "He is tired."), "She is so tired.", runner)
    assert asked == ["She is so tired."]


@pytest.mark.parametrize(
    ("model", "sentence", "other"),
    [
        ("transformer", "The big red dog is sleeping.", "The big black dog is sleeping."),
        ("gpt", "The old man said that", "The old woman said that"),
        ("bert", "The boy lost [MASK] hat.", "The girl lost [MASK] hat."),
    ],
)
def test_a_second_sentence_is_proposed_for_which_the_model_writes_another_word(
    model, sentence, other
):
    content = content_of(model=model, sentence=sentence, **PATCH)
    assert content.settings.other == other
    assert len({*content.there.words}) == 2


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("", "Type a second sentence of as many tokens"),
        ("She is very tired.", "token"),
        ("He is tired.", "Choose two for which it writes different words."),
    ],
)
def test_a_second_sentence_that_cannot_be_compared_says_what_to_do(other, reason):
    address = {"sentence": "He is tired.", "depth-other": other}
    content = content_of(**PATCH, **address)
    assert reason in content.reason
    test = visit("depth", {**PATCH, **address})
    assert other in [box.value for box in test.text_input]  # what was typed stays


# --- what does a head write? ----------------------------------------------------------------------


def test_the_bars_are_the_parts_of_the_logit_and_sum_to_it():
    content = content_of(model="gpt", sentence="The students opened their", **WRITES)
    attribution = load("gpt", "cpu").attribute(content.request)
    assert content.attribution.words == attribution.words == ("books", "present")
    lead = attribution.logits[0] - attribution.logits[1]
    for chart in content.charts.values():
        *rows, total = csv.DictReader(chart.numbers.splitlines())
        assert len(rows) == 1 + 6 * 4 + 6 + 1
        assert sum(float(row["difference"]) for row in rows) == pytest.approx(lead, abs=1e-3)
        assert float(total["difference"]) == pytest.approx(lead, abs=1e-4)
    bars = content.charts["parts"].marks[0]
    assert sum(bars.values) == pytest.approx(lead, abs=1e-4)  # the last bar is the rest
    sizes = [abs(value) for value in bars.values][::-1]
    assert sizes[:14] == sorted(sizes[:14], reverse=True)
    cells = content.charts["layers"].heatmap.values
    assert cells[:, :4] == pytest.approx(attribution.heads[..., 0] - attribution.heads[..., 1])
    assert "+0.17: logit of “books” minus that of “present”." in content.finding


def test_the_word_and_what_it_is_compared_with_are_kept_in_the_link():
    address = {"model": "gpt", "sentence": "The students opened their", **WRITES}
    alone = content_of(**address, **{"depth-at": "3", "depth-against": "0"})
    assert alone.attribution.place == 2
    assert "logit of “opened”." in alone.finding
    third = content_of(**address, **{"depth-against": "3"})
    best = [word for word, _ in third.trace.choices[4].best if word != "books"]
    assert third.attribution.words == ("books", best[2])
    test = visit("depth", address | {"depth-against": "3"})
    assert test.query_params["depth-against"] == "3"


def test_the_table_is_the_dictionary_of_the_chosen_head_beside_a_random_one():
    content = content_of(sentence="The red dog", **WRITES)
    circuit = load("transformer", "cpu").circuit("cross", 3, 0, "The red dog")
    assert (content.stack, content.settings.writer) == ("cross", "4-1")
    texts = content.charts["dictionary"].heatmap.texts
    assert texts[2][0] == "dog · chien"
    assert texts[2][1] == f"chien ✓ {circuit.scores[2, 0]:.1f}"
    assert texts[2][4].startswith(circuit.random_words[2][0][:8])
    twice = content_of(sentence="The red dog saw the dog.", **WRITES).charts["dictionary"]
    names = [row[0] for row in twice.heatmap.texts]
    assert names == ["The · la", "red · rouge", "dog · chien", "saw · vu", "the · la"]
    assert content.charts["shares"].heatmap.values == pytest.approx(circuit.among_ten)
    first = f"{circuit.first[3, 0]:.0%} of {circuit.read:,} English words"
    assert f"writes a translation first for {first}" in content.finding
    encoded = content_of(sentence="The red dog", **WRITES, **{"depth-encoded": "on"})
    assert encoded.circuit.encoded
    assert f"{encoded.circuit.first[3, 0]:.0%} and" in content.finding
    assert f"{circuit.first[3, 0]:.0%} and" in encoded.finding


def test_bert_says_why_its_logit_is_no_sum_and_which_head_positions_alone_explain():
    content = content_of(model="bert", **WRITES, **{"depth-writer": "1-3"})
    assert content.explanation.startswith("Norms after each sub-layer rescale")
    assert "By positions alone the place before fits best for 100%" in content.finding
    assert content.settings.encoded is None
    assert "That is near chance" in content.finding
    assert "That is near chance" not in content_of(sentence="The dog", **WRITES).finding
