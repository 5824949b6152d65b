"""Choose the words of a translation.

The same code serves all networks, by `start(source)` and `step(last, state)`.
"""

from collections import deque
from collections.abc import Sequence

import torch
from torch import Tensor

from ..lengths import LONGEST_REREAD
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..store.tokenizer import Tokenizer
from .loops import is_loop, once_repeated

_LONG = 20  # tokens of a source; a beam over as many or more may not repeat itself
# The least lead of a chosen word, in logits; else it is decoded again, one word at a time, alone.
# In a batch, and over several places at once, logits differ by 1e-5 to 1e-4.
CLEAR_LEAD = 1e-3


def longest_translation(source_length: int, longest: int) -> int:
    """Return the number of tokens after which a translation is cut; no sane one is longer."""
    return min(longest - 1, 2 * source_length + 10)


@torch.inference_mode()
def greedy(
    network,
    source: Tensor,
    begin_id: int,
    end_id: int,
    changes: NetworkChanges = AS_TRAINED,
    leads: list[float] | None = None,
    drafts: Sequence[Sequence[int]] | None = None,
) -> list[tuple[list[int], bool]]:
    """Decode greedily: append the most probable word until the end of the sentence.

    `source [batch, source]` holds padded ids. Returns for each sentence the target ids without
    begin and end, and whether it ended by itself; otherwise it was cut at `longest_translation`, of
    at most LONGEST_REREAD tokens where `changes` make the network read all words again for each new
    one, or in a loop, of which the first repetition is kept. `leads`, when given, receives for each
    sentence the smallest lead, in logits, of a word over the second best. `drafts` are guesses of
    the result, as ids without begin and end: where all words are read again, the first that agree
    with the guess are read at once (speculative decoding, Leviathan et al. 2023, section 2). Drafts
    save time and do not change the result if no row depends on later words (`changes.reads_ahead`).
    """
    lengths = (source != network.config.padding_id).sum(dim=1).tolist()
    longest = network.capabilities.longest
    if changes.rereads:
        longest = min(longest, LONGEST_REREAD)
    limits = [longest_translation(length, longest) for length in lengths]
    read_rows = [row[:length] for row, length in zip(source.tolist(), lengths)]
    state = network.start(source, changes=changes)
    begin = last = torch.full((source.shape[0],), begin_id, device=source.device)
    rows: list[list[int]] = [[] for _ in lengths]
    words: list[Tensor] = []
    going = {*range(len(lengths))}
    closest = [float("inf")] * len(lengths)
    as_guessed: deque[Tensor] = deque()
    if changes.rereads and drafts:
        as_guessed.extend(_check_drafts(network, state, begin, drafts, end_id, changes))
    while going:
        if as_guessed:
            last = as_guessed.popleft()
        else:
            if changes.rereads:
                # Read all words again: without a mask, or with shuffled positions, earlier rows
                # change with each new word. Words not yet written cannot be seen, with a mask or
                # without: only a run with the whole translation shows the effect of peeking.
                read = torch.stack([begin, *words], dim=1)  # [batch, target]
                logits = network.logits(
                    network.decode(read, state, changes=changes)[:, -1]
                )  # [batch, vocabulary]
            else:
                logits, state = network.step(last, state)  # [batch, vocabulary]
            last = logits.argmax(dim=-1)
            if leads is not None:
                ahead = _lead(logits).tolist()
                for row in going:
                    closest[row] = min(closest[row], ahead[row])
        words.append(last)
        ids = last.tolist()
        for row in [*going]:
            rows[row].append(ids[row])
            if (
                ids[row] == end_id
                or len(rows[row]) == limits[row]
                or is_loop(rows[row], read_rows[row])
            ):
                going.remove(row)
    if leads is not None:
        leads += closest
    return [(row[:-1], True) if row[-1] == end_id else (once_repeated(row), False) for row in rows]


def _lead(logits: Tensor) -> Tensor:
    """Return the lead of the best of `logits [..., vocabulary]` over the second best; `[...]`."""
    best, second = logits.topk(2).values.unbind(-1)
    return best - second


def _check_drafts(
    network,
    state,
    begin: Tensor,
    drafts: Sequence[Sequence[int]],
    end_id: int,
    changes: NetworkChanges,
) -> Sequence[Tensor]:
    """Return the first words, `[batch]` for each place, in which network and drafts agree.

    Words without a clear lead (CLEAR_LEAD) do not count. Padding follows a draft that ended.
    """
    padding_id = network.config.padding_id
    guessed = pad([[*draft, end_id] for draft in drafts], padding_id).to(begin.device)
    read = torch.cat([begin[:, None], guessed[:, :-1]], dim=1)  # [batch, target]
    logits = network.logits(network.decode(read, state, changes=changes))
    same = (logits.argmax(dim=-1) == guessed) & (_lead(logits) > CLEAR_LEAD)
    same |= guessed == padding_id
    count = int(same.all(dim=0).cumprod(dim=0).sum())
    return guessed[:, :count].unbind(dim=1)


@torch.inference_mode()
def beam(network, source: Tensor, begin_id: int, end_id: int, width: int) -> tuple[list[int], bool]:
    """Search with a beam of `width` translations of one unpadded sentence, `source [1, source]`.

    The best translation has the highest mean log-probability per token, end included (as in
    Bahdanau et al. 2015, section 4.2, with the length normalised). The translation of a long
    sentence repeats no sequence of four tokens (Paulus et al. 2018). Returns the ids and whether it
    ended, as `greedy` does for a batch.
    """
    is_long = source.shape[1] >= _LONG
    state = network.start(source).select(torch.zeros(1, dtype=torch.long, device=source.device))
    last = torch.full((1,), begin_id, device=source.device)
    totals = torch.zeros(1, device=source.device)
    rows: list[list[int]] = [[]]  # unfinished translations
    finished: list[tuple[float, list[int]]] = []  # mean log-probability, ids
    longest = longest_translation(source.shape[1], network.capabilities.longest)
    for length in range(1, longest + 1):
        logits, state = network.step(last, state)  # [hypothesis, vocabulary]
        scores = totals[:, None] + logits.log_softmax(-1)
        if is_long:
            for hypothesis, row in enumerate(rows):
                scores[hypothesis, _repeating(row)] = float("-inf")
        best, places = scores.flatten().topk(min(width, scores.numel()))
        hypotheses, words = places // scores.shape[1], places % scores.shape[1]
        finished += [
            (total / length, rows[row])
            for total, row, word in zip(best.tolist(), hypotheses.tolist(), words.tolist())
            if word == end_id
        ]
        going = words != end_id
        totals, hypotheses, last = best[going], hypotheses[going], words[going]
        if len(finished) >= width or not len(last):
            break
        rows = [rows[row] + [word] for row, word in zip(hypotheses.tolist(), last.tolist())]
        state = state.select(hypotheses)
    return (max(finished)[1], True) if finished else (rows[0], False)


def _repeating(ids: list[int], length: int = 4) -> list[int]:
    """Return the ids that would repeat the last `length` tokens of an earlier sequence."""
    end = ids[len(ids) - length + 1 :]
    return [
        ids[start + length - 1]
        for start in range(len(ids) - length + 1)
        if ids[start : start + length - 1] == end
    ]


def pad(rows: Sequence[Sequence[int]], padding_id: int) -> Tensor:
    """Pad rows of unequal length to one tensor, `[row, longest]`."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[padding_id] * (longest - len(row))] for row in rows])


def translate(
    network,
    tokenizer: Tokenizer,
    sentences: list[list[int]],
    device: torch.device,
    batch: int = 128,
) -> list[str]:
    """Translate many sentences greedily, given as ids without end.

    Sentences of similar length share a batch.
    """
    order = sorted(range(len(sentences)), key=lambda row: len(sentences[row]))
    translations = [""] * len(sentences)
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        source = pad(
            [sentences[row] + [tokenizer.end_id] for row in chosen], tokenizer.padding_id
        ).to(device)
        for row, (ids, _) in zip(
            chosen, greedy(network, source, tokenizer.begin_id, tokenizer.end_id)
        ):
            translations[row] = tokenizer.decode(ids)
    return translations
