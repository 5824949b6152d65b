"""What only pretrained models do: fill a mask, read two sentences, continue a text; and what they refuse."""

import numpy as np
import pytest

transformers = pytest.importorskip("transformers")

import torch  # noqa: E402

from models import NextWords, Request, UserError, WhatIf  # noqa: E402
from models.huggingface import attention, model as module  # noqa: E402
from models.huggingface.text import Text, begins, located, swapped  # noqa: E402
from tests.huggingface.tiny import DECODERS, ENCODERS, FAMILIES  # noqa: E402
from viz.meanings import in_words, pooled, word_states  # noqa: E402
from viz.views import heads_of  # noqa: E402

SENTENCE = "the big red dog is sleeping on the bed."


@pytest.fixture(params=FAMILIES)
def any_model(request, pretrained):
    return pretrained(request.param)


# --- encoder-only --------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "roberta", "distilbert"])
def test_a_mask_is_filled_from_the_whole_vocabulary(family, pretrained, eager):
    model, mask = pretrained(family), pretrained(family).mask_token
    request = Request(family, SENTENCE, what_if=WhatIf(swap=((3, mask), (8, mask))))
    trace, found = model.trace(request), model.fill(request)
    places = [place for place, token in enumerate(trace.source) if token == mask]
    assert [*found] == places and len(places) == 2 and trace.sentence == f"the big red {mask} is sleeping on the {mask}."
    ids = torch.tensor([model.tokenizer.tokenizer.convert_tokens_to_ids(list(trace.source))])
    with torch.no_grad():
        probabilities = eager(family)(ids).logits[0].softmax(-1)
    for place, best in found.items():
        expected = probabilities[place].topk(5)
        assert [word for word, _ in best] == model.tokenizer.tokenizer.convert_ids_to_tokens(expected.indices.tolist())
        assert [value for _, value in best] == pytest.approx(expected.values.tolist(), abs=1e-5)
    with pytest.raises(UserError, match="no .* in this sentence"):
        model.fill(Request(family, SENTENCE))


def test_a_model_without_a_masked_word_head_says_so(pretrained):
    for family in ("bert-bare", "gpt2", "t5"):
        assert pretrained(family).mask_token is None
        with pytest.raises(UserError, match="finds masked words"):
            pretrained(family).fill(Request(family, SENTENCE))


@pytest.mark.parametrize("family", ENCODERS)
def test_two_sentences_are_read_as_a_pair_with_the_types_of_that_tokenizer(family, pretrained, eager):
    model = pretrained(family)
    first, second = "the dog sleeps.", "un chat dort."
    sentence = f"{first} {model.separator} {second}"
    trace, backend = model.trace(Request(family, sentence)), model.tokenizer.tokenizer
    expected = backend(first, second, return_tensors="pt")
    assert trace.source == tuple(backend.convert_ids_to_tokens(expected["input_ids"][0]))
    for token, (start, end) in zip(trace.source, trace.source_spans, strict=True):
        if start < end and "#" not in token:
            assert sentence[start:end] == token.strip("Ġ")
    with torch.no_grad():
        own = eager(family)(**expected, output_attentions=True).attentions
    np.testing.assert_allclose(trace.attention["encoder"].weights, torch.cat(own), atol=1e-5)
    assert ("token_type_ids" in expected and expected["token_type_ids"].any()) == family.startswith(("bert", "distil"))
    assert trace.source_spans[trace.second][0] == sentence.index(second) and model.trace(Request(family, first)).second == 0
    for one_sided in (f"{first} {model.separator}", f"{model.separator} {second}"):
        with pytest.raises(UserError, match="one side"):
            model.trace(Request(family, one_sided))
    with pytest.raises(UserError, match="3 sentences"):
        model.trace(Request(family, f"a {model.separator} b {model.separator} c"))
    words = list(dict.fromkeys(trace.source_words))
    swap = model.trace(Request(family, sentence, what_if=WhatIf(swap=((trace.source_words[-3], "chien"),))))
    assert words == sorted(words) and swap.sentence.startswith(first) and "chien" in swap.sentence


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("between", ["aa", "ab", "ba", "bb"])
def test_of_two_sentences_a_part_is_cut_out_with_its_weights_as_they_are(between, merged, pretrained):
    trace = pretrained("bert").trace(Request("bert", "the dog sleeps. [SEP] the chat sleeps."))
    whole, part = heads_of(trace, "encoder", merged), heads_of(trace, "encoder", merged, between)
    words = dict.fromkeys(trace.source_words[: trace.second])
    border = len(words) if merged else trace.second
    looks, seen = ({"a": slice(border), "b": slice(border, None)}[sentence] for sentence in between)
    assert (part.rows, part.columns) == (whole.rows[looks], whole.columns[seen])
    np.testing.assert_allclose(part.weights, whole.weights[..., looks, seen], atol=1e-7)
    assert part.allowed.shape == part.weights.shape[-2:] and "[SEP]" in part.columns
    assert heads_of(trace, "encoder", merged, "all").rows == whole.rows


# --- decoder-only --------------------------------------------------------------------------------


@pytest.mark.parametrize("family", DECODERS)
def test_a_text_is_read_and_continued(family, pretrained):
    model = pretrained(family)
    trace = model.trace(Request(family, SENTENCE))
    assert trace.source == () and trace.attention["encoder"] is None and len(trace.predicted) - trace.given == module.NEW_TOKENS
    assert all(choice.best[0][1] == choice.probability for choice in trace.choices[trace.given:])
    assert trace.written_text == SENTENCE + trace.translation
    last = trace.decoder_spans[trace.given]
    assert SENTENCE[slice(*last)] == "."  # what the first new word is written from
    begun = family in ("llama", "mistral")
    assert trace.decoder_words[0] == (-1 if begun else 0) and trace.first_span == ((0, 0) if begun else (0, len(trace.decoder_input[0])))


def test_a_continuation_may_be_given_and_is_read_as_one_text(pretrained):
    model, target = pretrained("gpt2"), " le gros chien dort"
    trace = model.trace(Request("gpt2", SENTENCE, target))
    assert trace.translation == target and trace.predicted[trace.given:] == ("Ġle", "Ġgros", "Ġchien", "Ġdort")
    with pytest.raises(UserError, match="continuation is empty"):
        model.trace(Request("gpt2", SENTENCE, ""))


def test_a_text_ends_at_its_end_and_at_the_longest_that_is_read(pretrained, monkeypatch):
    model = pretrained("gpt2")
    first = model._run(Request("gpt2", SENTENCE)).written[-module.NEW_TOKENS]
    monkeypatch.setitem(vars(model), "_ends", {first})
    trace = model.trace(Request("gpt2", SENTENCE))
    assert trace.finished and len(trace.predicted) == trace.given + 1
    monkeypatch.undo()
    assert len(model.trace(Request("gpt2", "the" + " dog" * 123)).predicted) == 127
    with pytest.raises(UserError, match="no room to go on"):
        model.trace(Request("gpt2", "the" + " dog" * 125))


def test_the_next_words_are_the_whole_vocabulary_with_those_that_a_choice_leaves(pretrained, eager):
    model = pretrained("llama")
    request = Request("llama", SENTENCE, " le chat")
    with torch.no_grad():
        logits = eager("llama")(model._inputs(model._run(request))["input_ids"]).logits[0]
    plain = model.next_words(request)
    assert len(plain.words) == len(model.tokenizer.tokenizer) and plain.kept.all() and plain.probabilities.sum() == pytest.approx(1, abs=1e-5)
    np.testing.assert_allclose(plain.probabilities, np.sort(logits[-1].softmax(-1).numpy())[::-1], atol=1e-6)
    np.testing.assert_array_equal(plain.probabilities, plain.sampled)
    trace = model.trace(request)
    for place in (0, trace.given, -1):
        assert [(word, pytest.approx(value, abs=1e-6)) for word, value in trace.choices[place].best] == list(
            zip(model.next_words(request, place).words, model.next_words(request, place).probabilities))[:5]
    for temperature, top_k, top_p in ((0.5, 0, 1.0), (2.0, 7, 1.0), (1.0, 0, 0.6), (0.7, 20, 0.5), (1.0, 1, 0.01)):
        found = model.next_words(request, -1, temperature, top_k, top_p)
        np.testing.assert_array_equal(found.probabilities, plain.probabilities)  # what the model gives, whatever is chosen from
        sampled = np.exp(np.log(plain.probabilities.astype(np.float64)) / temperature)
        np.testing.assert_allclose(found.sampled, sampled / sampled.sum(), atol=1e-5)
        kept, total, among = [], 0.0, sampled[: top_k or None] / sampled[: top_k or None].sum()
        for share in among:
            kept.append(total < top_p)
            total += share
        assert found.kept.tolist() == kept + [False] * (len(plain.words) - len(kept)) and found.kept[0]


@pytest.mark.parametrize("setting", [dict(temperature=0), dict(top_k=-1), dict(top_p=0), dict(top_p=1.5), dict(temperature=float("nan"))])
def test_a_setting_out_of_range_is_a_friendly_sentence(setting, pretrained):
    with pytest.raises(UserError, match="Give a temperature above 0"):
        pretrained("gpt2").next_words(Request("gpt2", SENTENCE), **setting)


def test_next_words_that_do_not_fit_are_refused():
    good = dict(words=("a", "b"), probabilities=np.array([0.75, 0.25]), sampled=np.array([0.5, 0.5]), kept=np.array([True, False]))
    with pytest.raises(ValueError, match="read-only"):
        NextWords(**good).probabilities[0] = 1
    for spoilt, message in ((dict(kept=np.array([True])), "has shape"), (dict(sampled=np.array([0.5, 0.4])), "sum to")):
        with pytest.raises(ValueError, match=message):
            NextWords(**good | spoilt)


# --- all kinds -------------------------------------------------------------------------------------


def test_the_states_of_an_encoding_are_those_of_a_trace(any_model):
    encoding = any_model.encode(SENTENCE)
    stack = "decoder" if any_model.name in DECODERS else "encoder"
    states = any_model.trace(Request(any_model.name, SENTENCE)).hidden[stack][:, : len(encoding.source)]
    in_front = len(encoding.steps) - len(states)
    assert encoding.steps[-1] == "layer 2" and in_front == ("positions" in any_model.what_ifs)
    np.testing.assert_allclose(encoding.states[in_front:], states, atol=1e-4)
    ids = any_model.tokenizer.tokenizer.convert_tokens_to_ids(list(encoding.source))
    words = any_model.network.get_input_embeddings()(torch.tensor(ids)).numpy()
    np.testing.assert_allclose(encoding.states[0], words, atol=1e-6)


def test_neighbours_are_whole_words_nearest_by_cosine(any_model):
    found = any_model.similar_words("dog")
    assert found and all(word.isalpha() and len(word) > 1 and word != "dog" for word, _ in found)
    assert [value for _, value in found] == sorted((value for _, value in found), reverse=True)


def test_the_longest_sentence_is_read_and_more_is_refused_with_the_numbers(any_model):
    assert any_model.longest == 128 - 2 * (any_model.name == "roberta")
    with pytest.raises(UserError, match=f"has 1[0-9][0-9] tokens.*at most {any_model.longest}|no room to go on"):
        any_model.trace(Request(any_model.name, "the" + " dog" * 130))
    with pytest.raises(UserError, match="1,000,000 characters"):
        any_model.trace(Request(any_model.name, "a" * 1_000_000))


def test_what_would_not_fit_into_memory_is_refused_before_it_is_run(any_model, monkeypatch):
    monkeypatch.setattr(module, "free_memory", lambda device: 40_000)
    with pytest.raises(UserError, match="GB of memory"):
        any_model.trace(Request(any_model.name, SENTENCE))


def test_free_memory_is_a_number_of_bytes_or_unknown(monkeypatch):
    assert (module.free_memory(torch.device("cpu")) or 1e9) > 1e6
    monkeypatch.delattr("os.sysconf")
    assert module.free_memory(torch.device("cpu")) is None


def test_what_is_ours_alone_says_so(any_model):
    with pytest.raises(UserError, match=any_model.name):
        any_model.gradients(Request(any_model.name, SENTENCE))
    if any_model.name in ENCODERS:
        assert any_model.translate([SENTENCE, ""]) == ["", ""]
        with pytest.raises(UserError, match="writes nothing"):
            any_model.next_words(Request(any_model.name, SENTENCE))


def test_a_request_for_another_model_is_a_mistake_in_the_program(pretrained):
    with pytest.raises(ValueError, match="a request to 'gpt2' reached 'bert'"):
        pretrained("bert").trace(Request("gpt2", SENTENCE))


def test_a_model_whose_attention_is_more_than_what_is_shown_is_refused(pretrained, monkeypatch):
    def half(*args, **kwargs):
        output, _ = attention.attend(*args, **kwargs)
        return output / 2, None

    monkeypatch.setitem(transformers.AttentionInterface._global_mapping, attention.NAME, half)
    with pytest.raises(UserError, match="more than what is shown"):
        pretrained("bert")._probe()


# --- words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, words", [
    ("Don't!", ["Don", "'", "t", "!"]), ("a  b", ["a", "b"]), ("...", ["..."]), ("2013.", ["2013", "."]), ("naïve é", ["naïve", "é"])])
def test_words_begin_after_spaces_and_where_letters_and_marks_meet(text, words):
    ends = [place for place, character in enumerate(text) if not character.isspace()]
    found = [text[ends[0]]]
    for before, place in zip(ends, ends[1:]):
        if begins(text, before + 1, place):
            found.append("")
        found[-1] += text[place]
    assert found == words


def test_a_tokenizer_that_does_not_say_where_its_pieces_lie_is_followed_through_the_text():
    text = "Don't be  naïve ☃☃ “x”."
    pieces = ["▁Don", "'", "t", "▁be", "▁na", "i", "ve", "▁", "<unk>", "▁", '"', "x", '"', ".", "</s>"]
    spans = located(text, pieces, {"</s>"})
    assert [text[start:end] for start, end in spans] == ["Don", "'", "t", "be", "na", "ï", "ve", "", "☃☃", "", "“", "x", "”", ".", ""]


def test_a_token_that_is_nothing_but_a_space_belongs_to_the_word_after_it(pretrained):
    backend = pretrained("t5").tokenizer
    ids = backend.tokenizer.convert_tokens_to_ids(["▁the", "▁", "c", "a", "t", "</s>"])
    tokens = backend.show(ids, [(0, 3), (3, 3), (4, 5), (5, 6), (6, 7), (7, 7)], "the cat")
    assert [token.word for token in tokens] == [0, 1, 1, 1, 1, 2] and tokens[1][1:3] == (4, 4)


@pytest.mark.parametrize("text, new, expected", [
    ("I'm here", {2: "am"}, "I'am here"), ("I'm here", {1: ""}, "Im here"), ("a  b", {1: "x"}, "a  x"), ("no.", {1: "?!"}, "no?!"),
    ("no.", {1: "more"}, "no more"), ("a b c", {0: "", 1: "", 2: "x"}, "x")])
def test_a_new_word_never_runs_into_its_neighbour(text, new, expected, pretrained):
    backend: Text = pretrained("bert").tokenizer
    ids, spans = backend.encode(text, special=True)
    assert swapped(text, backend.show(ids, spans, text), new) == expected


@pytest.mark.parametrize("family", FAMILIES)
def test_half_precision_keeps_rows_that_sum_to_one_and_is_near_the_whole(family, saved, pretrained):
    network = type(pretrained(family).network).from_pretrained(saved(family), attn_implementation=attention.NAME, dtype=torch.bfloat16).eval()
    model = module.PretrainedModel(family, network, pretrained(family).tokenizer.tokenizer, {}, torch.device("cpu"))
    half, whole = (each.trace(Request(family, SENTENCE, " le gros chien")) for each in (model, pretrained(family)))
    for stack in model.attention_sizes:
        assert half.attention[stack].weights.dtype == np.float32
        np.testing.assert_allclose(half.attention[stack].weights[0], whole.attention[stack].weights[0], atol=0.1)


def test_words_of_an_encoding_are_those_of_the_sentence_whatever_stands_around_them(any_model):
    encoding = any_model.encode("the dog sleeps")
    labels, states = word_states(encoding)
    assert labels == ("the", "dog", "sleeps") and states.shape[1] == 3
    tokens = encoding.states[-1, in_words(encoding)]
    np.testing.assert_allclose(pooled(encoding, -1, "mean"), tokens.mean(0), atol=1e-6)
    np.testing.assert_array_equal(pooled(encoding, -1, "start"), encoding.states[-1, 0])
    around = [token for place, token in enumerate(encoding.source) if place not in in_words(encoding)]
    assert around == [token for token in encoding.source if token in any_model.tokenizer.tokenizer.all_special_tokens]
