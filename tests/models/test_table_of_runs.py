"""Many runs as one table."""

import pytest

from models import Record, Request, frame, load
from models.store.libraries import LIBRARIES

pytest.importorskip("pandas")
WEIGHTS = Record(scores=False, vectors=False, hidden=False, gates=False)
TEXTS = "I am tired.", "The big red dog is sleeping."


@pytest.fixture(scope="module")
def traces():
    requests = [Request("transformer", text, record=WEIGHTS) for text in TEXTS]
    return load("transformer").trace_many(requests)


def test_every_weight_of_every_run_is_a_row(traces):
    table = frame(traces)
    cells = sum(
        maps.weights[..., maps.allowed].size
        for trace in traces
        for maps in trace.attention.values()
    )
    assert len(table) == cells
    row = table[(table.text == 1) & (table.mechanism == "cross")].iloc[123]
    maps = traces[1].attention["cross"]
    assert maps.weights[row.layer, row["head"], row.row, row.column] == row.weight
    assert (row.query, row.key) == (maps.query_tokens[row.row], maps.key_tokens[row.column])
    sums = table.groupby(["text", "mechanism", "layer", "head", "row"], observed=True).weight.sum()
    assert sums.to_numpy() == pytest.approx(1, abs=1e-5)
    assert table.memory_usage(index=False).sum() < 26 * len(table) + 10_000


def test_chosen_heads_and_no_runs(traces):
    table = frame(traces, heads=[("cross", 3, 1)])
    assert {*zip(table.mechanism, table.layer, table["head"])} == {("cross", 3, 1)}
    assert len(table) == sum(trace.attention["cross"].allowed.sum() for trace in traces)
    assert frame([]).empty
    alone = Request("transformer", TEXTS[0], record=Record(weights=("cross",)))
    assert {*frame([load("transformer").trace(alone)]).mechanism} == {"cross"}
    for head in (("cross", 9, 1), ("cross", -1, -1), ("croos", 0, 0)):
        with pytest.raises(IndexError, match="has no head"):
            frame(traces, heads=[head])
    with pytest.raises(IndexError, match="not recorded"):
        frame(load("transformer").trace(alone), heads=[("encoder", 0, 0)])


def test_one_run_and_heads_that_can_be_read_once(traces):
    assert frame(traces[0]).equals(frame(traces[:1]))
    heads = [("cross", 3, 1), ("encoder", 0, 2)]
    table = frame(traces, heads=(head for head in heads))
    assert table.equals(frame(traces, heads=heads))
    assert {*table.text} == {0, 1}


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(LIBRARIES.modules, "pandas", "no_such_library")
    monkeypatch.delattr(LIBRARIES, "pandas", raising=False)
    with pytest.raises(ImportError, match="pip install pandas"):
        frame([])
