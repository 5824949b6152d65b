"""Methods and refusals of all kinds of pretrained models, and their words."""

import itertools

import numpy as np
import pytest
import torch
import transformers

from models import Request, UserError
from models.huggingface import needed_memory, recorded_attention
from models.huggingface.text import TextReader, _begins_word, _search_spans, swap_words
from tests.marks import slow_after, slow_except
from tests.models.huggingface.families import DECODERS, ENCODERS, FAMILIES, QUICK
from tests.models.huggingface.tiny import SENTENCE
from tests.models.serving.exact import assert_all_arrive
from viz.pages.words.occurrences import in_words, pooled, word_states

# --- all kinds ------------------------------------------------------------------------------------


def test_the_states_of_an_encoding_are_those_of_a_trace(any_model):
    encoding = any_model.encode(SENTENCE)
    stack = "decoder" if any_model.name in DECODERS else "encoder"
    states = any_model.trace(Request(any_model.name, SENTENCE)).hidden[stack][
        :, : len(encoding.source)
    ]
    in_front = len(encoding.steps) - len(states)
    assert encoding.steps[-1] == "layer 2"
    assert in_front == ("positions" in any_model.what_ifs)
    np.testing.assert_allclose(encoding.states[in_front:], states, atol=1e-4)
    ids, _ = any_model.tokenizer.encode(encoding.sentence, special=True)
    words = any_model.network.get_input_embeddings()(torch.tensor(ids)).numpy()
    np.testing.assert_allclose(encoding.states[0], words, atol=1e-6)


def test_neighbours_are_whole_words_nearest_by_cosine(any_model):
    neighbours = any_model.similar_words("dog")
    assert neighbours
    assert all(word.isalpha() and len(word) > 1 and word != "dog" for word, _ in neighbours)
    assert [value for _, value in neighbours] == sorted(
        (value for _, value in neighbours), reverse=True
    )


def test_the_longest_sentence_is_read_and_more_is_refused_with_the_numbers(any_model):
    assert any_model.longest == 128 - 2 * (any_model.name == "roberta")
    with pytest.raises(
        UserError, match=f"has 1[0-9][0-9] tokens.*at most {any_model.longest}|no room to continue"
    ):
        any_model.trace(Request(any_model.name, "the" + " dog" * 130))
    with pytest.raises(UserError, match="1,000,000 characters"):
        any_model.trace(Request(any_model.name, "a" * 1_000_000))


def test_what_would_not_fit_into_memory_is_refused_before_it_is_run(any_model, monkeypatch):
    monkeypatch.setattr(needed_memory, "free_memory", lambda device: 40_000)
    with pytest.raises(UserError, match="GB of memory"):
        any_model.trace(Request(any_model.name, SENTENCE))


def test_free_memory_is_a_number_of_bytes_or_unknown(monkeypatch):
    assert (needed_memory.free_memory(torch.device("cpu")) or 1e9) > 1e6
    monkeypatch.delattr("os.sysconf")
    assert needed_memory.free_memory(torch.device("cpu")) is None


def test_what_is_ours_alone_says_so(any_model):
    with pytest.raises(UserError, match=any_model.name):
        any_model.gradients(Request(any_model.name, SENTENCE))
    if any_model.name in ENCODERS:
        assert any_model.translate([SENTENCE, ""]) == ["", ""]
        with pytest.raises(UserError, match="does not write"):
            any_model.next_words(Request(any_model.name, SENTENCE))


def test_a_request_for_another_model_is_a_mistake_in_the_program(pretrained):
    with pytest.raises(ValueError, match="a request to 'gpt2' reached 'bert'"):
        pretrained("bert").trace(Request("gpt2", SENTENCE))


def test_a_model_whose_attention_is_more_than_what_is_shown_is_refused(pretrained, monkeypatch):
    def half(*args, **kwargs):
        output, _ = recorded_attention._attend(*args, **kwargs)
        return output / 2, None

    monkeypatch.setitem(
        transformers.AttentionInterface._global_mapping, recorded_attention.NAME, half
    )
    with pytest.raises(UserError, match="more than can be shown"):
        pretrained("bert")._probe()


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, words",
    [
        ("Don't!", ["Don", "'", "t", "!"]),
        ("a  b", ["a", "b"]),
        ("...", ["..."]),
        ("2013.", ["2013", "."]),
        ("naïve é", ["naïve", "é"]),
    ],
)
def test_words_begin_after_spaces_and_where_letters_and_marks_meet(text, words):
    ends = [place for place, character in enumerate(text) if not character.isspace()]
    parts = [text[ends[0]]]
    for before, place in itertools.pairwise(ends):
        if _begins_word(text, before + 1, place):
            parts.append("")
        parts[-1] += text[place]
    assert parts == words


def test_a_tokenizer_that_does_not_say_where_its_pieces_lie_is_followed_through_the_text():
    text = "Don't be  naïve ☃☃ “x”."
    pieces = [
        "▁Don",
        "'",
        "t",
        "▁be",
        "▁na",
        "i",
        "ve",
        "▁",
        "<unk>",
        "▁",
        '"',
        "x",
        '"',
        ".",
        "</s>",
    ]
    spans = _search_spans(text, pieces, {"</s>"})
    assert [text[start:end] for start, end in spans] == [
        "Don",
        "'",
        "t",
        "be",
        "na",
        "ï",
        "ve",
        "",
        "☃☃",
        "",
        "“",
        "x",
        "”",
        ".",
        "",
    ]


def test_a_token_that_is_nothing_but_a_space_belongs_to_the_word_after_it(pretrained):
    backend = pretrained("t5").tokenizer
    ids = backend.tokenizer.convert_tokens_to_ids(["▁the", "▁", "c", "a", "t", "</s>"])
    tokens = backend.show(ids, [(0, 3), (3, 3), (4, 5), (5, 6), (6, 7), (7, 7)], "the cat")
    assert [token.word for token in tokens] == [0, 1, 1, 1, 1, 2]
    assert tokens[1][1:3] == (4, 4)


@pytest.mark.parametrize(
    "text, new, expected",
    [
        ("I'm here", {2: "am"}, "I'am here"),
        ("I'm here", {1: ""}, "Im here"),
        ("a  b", {1: "x"}, "a  x"),
        ("no.", {1: "?!"}, "no?!"),
        ("no.", {1: "more"}, "no more"),
        ("a b c", {0: "", 1: "", 2: "x"}, "x"),
    ],
)
def test_a_new_word_never_runs_into_its_neighbour(text, new, expected, pretrained):
    backend: TextReader = pretrained("bert").tokenizer
    ids, spans = backend.encode(text, special=True)
    assert swap_words(text, backend.show(ids, spans, text), new) == expected


@pytest.mark.parametrize("family", slow_except(QUICK, FAMILIES))
def test_half_precision_keeps_rows_that_sum_to_one_and_is_near_the_whole(family, saved, pretrained):
    network = (
        type(pretrained(family).network)
        .from_pretrained(
            saved(family), attn_implementation=recorded_attention.NAME, dtype=torch.bfloat16
        )
        .eval()
    )
    model = type(pretrained(family))(
        family, network, pretrained(family).tokenizer.tokenizer, {}, torch.device("cpu")
    )
    half, whole = (
        each.trace(Request(family, SENTENCE, " le gros chien"))
        for each in (model, pretrained(family))
    )
    for stack in model.attention_sizes:
        assert half.attention[stack].weights.dtype == np.float32
        np.testing.assert_allclose(
            half.attention[stack].weights[0], whole.attention[stack].weights[0], atol=0.1
        )


def test_words_of_an_encoding_are_those_of_the_sentence_whatever_stands_around_them(any_model):
    encoding = any_model.encode("the dog sleeps")
    labels, states = word_states(encoding)
    assert labels == ("the", "dog", "sleeps")
    assert states.shape[1] == 3
    tokens = encoding.states[-1, in_words(encoding)]
    np.testing.assert_allclose(pooled(encoding, -1, "mean"), tokens.mean(0), atol=1e-6)
    np.testing.assert_array_equal(pooled(encoding, -1, "start"), encoding.states[-1, 0])
    around = [
        token for place, token in enumerate(encoding.source) if place not in in_words(encoding)
    ]
    assert around == [
        token
        for token in encoding.source
        if token in any_model.tokenizer.tokenizer.all_special_tokens
    ]


@pytest.mark.parametrize("family", slow_after(1, ["bert", "llama", "t5"]))
def test_every_answer_of_a_pretrained_model_arrives_to_the_last_bit(pretrained, family):
    assert_all_arrive(pretrained(family))
