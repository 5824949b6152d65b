"""Many requests at once equal one at a time, and partial recordings equal complete ones."""

import pickle
import random
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
import torch

import models
from models import WEIGHTS_ONLY, NotRecorded, Record, Request, UserError, WhatIf
from models.answers.batches import batches
from models.answers.translation import TranslationModel
from models.networks.bilstm import BiLSTM, BiLSTMConfig
from models.networks.transformer import Transformer, TransformerConfig
from models.request import STACKS
from viz.draw.files.archive import _trace_arrays

pytestmark = pytest.mark.thorough

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "I am tired.",
    "a",
    "Don't touch Tom's 🎈!",
    "a b c d e f g h i j k",
)
TARGETS = (None, "Je suis fatigué.", None, "", None)
WORDS = ["the", "big", "red dog", "cat", "is sleeping", "on", "a", "Tom's", "don't", "🎈", ".", "?"]
NOTHING = Record(weights=(), scores=False, vectors=False, hidden=False, gates=False)
WHAT_IFS = (
    {"swap": ((0, "cat"),)},
    {"positions": "off"},
    {"positions": "shuffled"},
    {"mask": "none"},
    {"window": 2},
    {"scale": "1"},
    {"temperature": 3.0},
    {"temperature": 0.3},
    {"silenced": (("cross", 0, 0),)},
    {"forced": (("cross", 0, 0, 0, 1, 0.75),)},
    {"blocked": (0,)},
    {"padding": 3},
    {"padding": 2, "padding_mask": False},
    {"padding_mask": False},
)


def small_transformer(size: int) -> Transformer:
    config = TransformerConfig(size, d_model=32, d_ff=64, n_heads=2, n_layers=2, max_length=60)
    return Transformer(config)


def small_recurrent(size: int) -> BiLSTM:
    return BiLSTM(BiLSTMConfig(size, d_model=16, score="dot", max_length=60))


@pytest.fixture(scope="module", params=models.shipped_for("translation"))
def shipped(request):
    return models.load(request.param, device="cpu")


@pytest.fixture(scope="module", params=[small_transformer, small_recurrent])
def untrained(request, model):
    """A network with random weights.

    Its words are nearly equally probable, and it writes until it is cut off.
    """
    torch.manual_seed(5)
    network = request.param(len(model.tokenizer)).eval()
    return TranslationModel("untrained", network, model.tokenizer, {}, torch.device("cpu"))


@pytest.fixture
def batch_sizes(monkeypatch):
    """The number of sentences that each call of `greedy` decodes."""
    sizes, greedy = [], models.answers.runs.greedy

    def counted(network, source, *more):
        sizes.append(len(source))
        return greedy(network, source, *more)

    monkeypatch.setattr("models.answers.runs.greedy", counted)
    return sizes


def assert_equal(trace, expected):
    """Assert equal words, and numbers equal to the last bit."""
    for field in fields(expected):
        if field.name not in ("attention", "hidden", "gates"):
            assert getattr(trace, field.name) == getattr(expected, field.name)
    numbers, expected_numbers = _trace_arrays(trace), _trace_arrays(expected)
    assert numbers.keys() == expected_numbers.keys()
    for name, array in numbers.items():
        np.testing.assert_array_equal(array, expected_numbers[name], err_msg=name)


def assert_like_alone(model, requests):
    traces = model.trace_many(requests)
    assert [trace.request for trace in traces] == requests
    for request, trace in zip(requests, traces, strict=True):
        assert_equal(trace, model.trace(request))


@pytest.mark.parametrize("place, what_if", [*enumerate([{}, *WHAT_IFS])], ids=str)
def test_many_at_once_are_what_they_are_one_at_a_time_under_every_what_if(place, what_if):
    """In the first model that has it, and in one of all, which take turns."""
    shipped = [models.load(name, device="cpu") for name in models.shipped_for("translation")]
    applicable = [model for model in shipped if set(what_if) <= model.what_ifs]
    for model in {applicable[0], applicable[place % len(applicable)]}:
        texts = zip(SENTENCES, TARGETS, strict=True)
        requests = [Request(model.name, *pair, WhatIf(**what_if)) for pair in texts]
        if "forced" in what_if:  # the shortest sentence has no such cell
            requests = [request for request in requests if request.sentence != "a"]
        assert_like_alone(model, requests)


def test_requests_of_several_what_ifs_and_records_come_back_in_their_order(model):
    what_ifs = [WhatIf(), WhatIf(mask="none"), WhatIf(swap=((0, "cat"),))]
    records = [Record(), NOTHING, WEIGHTS_ONLY, Record(hidden=False), Record(weights=("cross",))]
    pairs = zip(SENTENCES, records, strict=True)
    requests = [
        Request(model.name, sentence, None, what_if, record)
        for sentence, record in pairs
        for what_if in what_ifs
    ]
    assert_like_alone(model, requests)


@pytest.mark.parametrize("seed", range(4))
def test_sentences_of_any_length_are_what_they_are_one_at_a_time(untrained, seed):
    draw = random.Random(seed)
    sentences = [" ".join(draw.choices(WORDS, k=draw.randint(1, 12))) for _ in range(12)]
    assert_like_alone(untrained, [Request("untrained", sentence) for sentence in sentences])


def test_the_same_sentence_twice_is_decoded_and_given_twice(model, batch_sizes):
    request = Request(model.name, "I am tired.")
    one, other = model.trace_many([request, request])
    assert batch_sizes == [2]
    assert_equal(one, other)


def test_sentences_share_a_batch_unless_the_what_if_sees_padding(model, batch_sizes):
    texts = ("the red dog", "a dog", "the big dog", "the cat", "the big red dog is asleep")
    model.trace_many([Request(model.name, text) for text in texts])
    assert batch_sizes[0] == len(texts)
    batch_sizes.clear()
    lengths = {len(model.source_ids(text)) for text in texts}
    model.trace_many([Request(model.name, text, None, WhatIf(padding=1)) for text in texts])
    shared = [size for size in batch_sizes if size > 1]
    assert len(batch_sizes) >= len(lengths) > 1
    assert max(shared, default=1) < len(texts)


def test_where_two_words_are_nearly_as_probable_a_sentence_is_decoded_alone(
    model, batch_sizes, monkeypatch
):
    requests = [Request(model.name, sentence) for sentence in SENTENCES]
    monkeypatch.setattr("models.answers.runs.CLEAR_LEAD", 0.0)
    model.trace_many(requests)
    assert batch_sizes == [len(SENTENCES)]
    monkeypatch.setattr("models.answers.runs.CLEAR_LEAD", float("inf"))
    model.trace_many(requests)
    assert batch_sizes[1:] == [len(SENTENCES)] + [1] * len(SENTENCES)


def test_a_lead_is_the_smallest_difference_of_the_two_best_logits(model):
    source = torch.tensor([[*model.source_ids("I am tired."), model.tokenizer.end_id]])
    leads = []
    begin, end = model.tokenizer.begin_id, model.tokenizer.end_id
    [(ids, _)] = models.answers.runs.greedy(model.network, source, begin, end, leads=leads)
    with torch.inference_mode():
        hidden = model.network(source, torch.tensor([[begin, *ids]]))
        best, second = model.network.logits(hidden)[0].topk(2).values.unbind(-1)
    assert leads == pytest.approx([float((best - second).min())], abs=1e-4)


def test_one_sentence_too_long_among_good_ones_is_refused_before_anything_is_decoded(
    shipped, batch_sizes
):
    good, long = Request(shipped.name, "I am tired."), Request(shipped.name, "no " * 2000)
    with pytest.raises(UserError) as alone:
        shipped.trace(long)
    with pytest.raises(UserError) as together:
        shipped.trace_many([good, long, good])
    assert str(together.value) == str(alone.value)
    assert not batch_sizes
    with pytest.raises(ValueError, match="a request to 'other' reached"):
        shipped.trace_many([good, replace(good, model="other")])


def test_a_cell_beyond_the_translation_is_refused(model):
    beyond = Request(model.name, "I am tired.", None, WhatIf(forced=(("cross", 0, 0, 90, 0, 0.5),)))
    with pytest.raises(UserError, match="There is no cell in row 91"):
        model.trace_many([Request(model.name, "a"), beyond])


def test_no_requests_give_no_traces_and_progress_ends_with_all(shipped):
    assert shipped.trace_many([]) == []
    reports = []
    requests = (Request(shipped.name, text, record=NOTHING) for text in SENTENCES)
    shipped.trace_many(requests, lambda done, total: reports.append((done, total)))
    assert reports == [(done, len(SENTENCES)) for done in range(1, len(SENTENCES) + 1)]


@pytest.mark.parametrize(
    "record",
    [
        NOTHING,
        WEIGHTS_ONLY,
        Record(weights=("cross",)),
        Record(weights=("decoder", "encoder"), scores=False),
        Record(vectors=False),
        Record(hidden=False),
        Record(gates=False),
    ],
    ids=str,
)
def test_what_is_asked_for_is_what_everything_has_and_the_rest_is_refused(shipped, record):
    request = Request(shipped.name, SENTENCES[0])
    whole = shipped.trace(request)
    part = shipped.trace(replace(request, record=record))
    assert part.choices == whole.choices
    assert part.predicted == whole.predicted
    expected = _trace_arrays(whole)
    for name, array in _trace_arrays(part).items():
        np.testing.assert_array_equal(array, expected[name])

    for stack in STACKS:
        if stack not in shipped.attention_sizes:
            assert part.attention[stack] is None
        elif stack not in record.weights:
            with pytest.raises(NotRecorded, match=rf"Record\(weights=\('{stack}',\)\)"):
                part.attention[stack]
        else:
            maps = part.attention[stack]
            assert {"weights", "allowed"} <= set(maps.recorded)
            array_flags = {"scores": record.scores} | dict.fromkeys(
                ("query", "key", "value", "head_output"), record.vectors
            )
            for name, is_recorded in array_flags.items():
                assert (name in maps.recorded) == is_recorded
                if not is_recorded:
                    with pytest.raises(NotRecorded, match=f"did not record the {name}"):
                        getattr(maps, name)
    for stack in whole.hidden:
        assert (stack in part.hidden.names) == record.hidden
    assert part.gates.keys() == whole.gates.keys() == set(shipped.lstms)
    assert part.gates.names == (tuple(whole.gates) if record.gates else ())


def test_what_was_not_recorded_is_refused_however_it_is_read(model):
    trace = model.trace(Request(model.name, "a", record=NOTHING))
    readers = (
        lambda: trace.attention["cross"],
        lambda: trace.attention.get("cross"),
        lambda: [*trace.attention.values()],
        lambda: trace.hidden["encoder"],
        lambda: dict(trace.hidden),
    )
    for read in readers:
        with pytest.raises(NotRecorded, match=r"Request\(\.\.\., record=Record\("):
            read()
    with pytest.raises(KeyError):
        trace.attention["sideways"]
    assert repr(trace).startswith(f"Trace({model.name}: 'a' → ")


def test_a_trace_with_parts_left_out_can_be_printed_and_kept_in_a_file(model):
    trace = model.trace(Request(model.name, "a", record=WEIGHTS_ONLY))
    assert "cross [" in repr(trace)
    again = pickle.loads(pickle.dumps(trace))
    assert_equal(again, trace)
    with pytest.raises(NotRecorded):
        _ = again.attention["cross"].scores
    with pytest.raises(AttributeError):
        _ = again.attention["cross"].nothing


def test_a_record_is_one_value_whatever_the_order_and_refuses_a_stack_that_no_model_has():
    one = Record(weights=["cross", "encoder", "cross"])
    other = Record(weights=("encoder", "cross"))
    assert one == other
    assert hash(Request("m", "a", record=one)) == hash(Request("m", "a", record=other))
    assert Request("m", "a").record == Record() == Record(weights=STACKS)
    with pytest.raises(FrozenInstanceError):
        one.scores = False
    with pytest.raises(ValueError, match="unknown stack 'sideways'"):
        Record(weights=("sideways",))


@pytest.mark.parametrize("seed", range(20))
def test_every_entry_is_in_one_batch_with_its_like_and_no_batch_is_too_large(seed):
    generator = random.Random(seed)
    keys = [generator.choice("ab") for _ in range(seed * 2)]
    lengths = [generator.randint(1, 50) for _ in keys]
    index_batches = list(batches(keys, lengths, cells=1000))
    assert sorted(index for batch in index_batches for index in batch) == list(range(len(keys)))
    for batch in index_batches:
        assert len({keys[index] for index in batch}) == 1
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) ** 2 <= 1000
