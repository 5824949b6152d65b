"""The lines of our networks that compute the steps of a head, read from the networks' own files."""

import functools
import textwrap
from pathlib import Path
from typing import NamedTuple

from .protocols import Capabilities

_FOLDER = Path(__file__).parent / "networks"
_ATTENTION, _TRANSFORMER, _GPT, _BERT = "attention.py", "transformer.py", "gpt.py", "bert.py"
_BLOCKS, _BILSTM = "blocks.py", "bilstm.py"
_Place = tuple[str, str, int]  # file, beginning of the first line, number of lines

_PROJECTED: _Place = (_ATTENTION, "return self.split_heads(self.to_key(context))", 1)
_SCALED: _Place = (_ATTENTION, "return query @ key.transpose(-2, -1) / (", 1)
_SOFTMAX: _Place = (_ATTENTION, "weights = scores.masked_fill(~allowed", 2)
_MIXED: _Place = (_ATTENTION, "dropped = weights if dropout", 2)
_JOINED: _Place = (_ATTENTION, "return self.to_output(head_output", 1)
_ADDITIVE: _Place = (_ATTENTION, "return self.compare(self.of_query(query)", 5)
# By the grid that a step makes.
_HEAD: dict[str, _Place] = {
    "query": (_ATTENTION, "query = self.split_heads(self.to_query(x))", 1),
    "keys": _PROJECTED,
    "values": _PROJECTED,
    "dots": _SCALED,
    "scores": _SCALED,
    "masked": _SOFTMAX,
    "total": _SOFTMAX,
    "weights": _SOFTMAX,
    "weighted": _MIXED,
    "head_output": _MIXED,
    "joined": _JOINED,
    "projected": _JOINED,
    "fed": (_BLOCKS, "super().__init__(nn.Linear(d_model, d_ff)", 1),
}
_POST_NORM: dict[str, _Place] = {
    "word": (_TRANSFORMER, "return self.dropout(self.embedding(ids)", 1),
    "attended": (_TRANSFORMER, "x = self.self_attention_norm(x + self.dropout(attended))", 1),
    "leaves": (_TRANSFORMER, "return self.feed_forward_norm(x + self.dropout(fed))", 1),
}
_CROSS: dict[str, _Place] = {
    "word": (_TRANSFORMER, "x = self.self_attention_norm(x + self.dropout(attended))", 1),
    "attended": (_TRANSFORMER, "x = self.cross_attention_norm(x + self.dropout(attended))", 1),
}
_PRE_NORM: dict[str, _Place] = {
    "word": (_GPT, "return self.dropout(self.embedding(ids) + positions)", 1),
    "normed": (_GPT, "normed = self.self_attention_norm(x)", 1),
    "attended": (_GPT, "x = x + self.dropout(attended)", 1),
    "feed_forward_normed": (_GPT, 'fed = change.put_in("feed_forward"', 1),
    "leaves": (_GPT, "return x + self.dropout(fed)", 1),
}
_BERT_INPUT: _Place = (_BERT, "return self.dropout(self.embedding_norm(", 1)
_RECURRENT: dict[str, _Place] = {
    "query": (_BILSTM, "query, memory = hidden.unsqueeze(1), state.memory.unsqueeze(1)", 1),
    "keys": (_BILSTM, "query, memory = hidden.unsqueeze(1), state.memory.unsqueeze(1)", 1),
    "leaves": (_BILSTM, "return self.dropout(self.combine(torch.cat(", 1),
}
_RECURRENT_SCORES: dict[str, dict[str, _Place]] = {
    "dot": {"scores": (_ATTENTION, "return query @ key.transpose(-2, -1)", 1)},
    "bilinear": dict.fromkeys(("asked", "scores"), (_ATTENTION, "return query @ self.weight", 1)),
    "additive": dict.fromkeys(("asked", "offered", "pairs", "scores"), _ADDITIVE),
}


class CodeLines(NamedTuple):
    """Some lines of a file, without the indentation that they share."""

    file: str  # from the folder of the project
    line: int  # number of the first line, from 1
    text: str


def code_of_steps(capabilities: Capabilities, stack: str, layer: int) -> dict[str, CodeLines]:
    """Return the lines that compute each step of a head of a layer, by the grid that it makes.

    Empty for a model that is not ours.
    """
    if not capabilities.trained_here:
        return {}
    if capabilities.block == "recurrent":
        head = {name: _HEAD[name] for name in ("total", "weights", "weighted", "head_output")}
        places = head | _RECURRENT | _RECURRENT_SCORES.get(capabilities.score or "", {})
    elif capabilities.norm == "before":
        places = _HEAD | _PRE_NORM
    elif stack == "cross":
        places = _HEAD | _POST_NORM | _CROSS
    else:
        places = _HEAD | _POST_NORM
        if capabilities.normalises_input:
            places = places | {"word": _BERT_INPUT}
    if layer and stack != "cross" and "leaves" in places:
        places = places | {"word": places["leaves"]}  # what enters has left the layer below
    return {grid: _read_lines(*place) for grid, place in places.items()}


@functools.cache
def _read_lines(file: str, beginning: str, count: int) -> CodeLines:
    """Return `count` lines of a file from the first that begins so."""
    lines = (_FOLDER / file).read_text(encoding="utf-8").splitlines()
    first = next(place for place, line in enumerate(lines) if line.strip().startswith(beginning))
    text = textwrap.dedent("\n".join(lines[first : first + count]))
    return CodeLines(f"models/networks/{file}", first + 1, text)
