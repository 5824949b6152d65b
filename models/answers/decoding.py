"""Choosing the words of a translation.

One code for all networks: they offer `start(source)` and `step(last, state)`.
"""

from collections import deque
from collections.abc import Sequence

import torch
from torch import Tensor

from ..networks.changes import AS_TRAINED, NetworkChanges
from ..store.tokenizer import Tokenizer
from .loops import is_loop, once_repeated

LONG = 20  # tokens of a source from which a beam may not repeat itself
# Logits: so much the chosen word must lead, or it is sought again one sentence and word at a time.
# In a batch, and over several places at once, logits differ by 1e-5 to 1e-4.
CLEAR_LEAD = 1e-3


def longest_translation(source_length: int, max_length: int) -> int:
    """How many tokens a translation may have before it is cut: no sane one is longer than this."""
    return min(max_length - 1, 2 * source_length + 10)


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
    """The most probable next word, again and again, until the end of the sentence.

    `source [batch, source]` ids, padded. Gives for each sentence the target ids without begin and
    end, and whether it ended by itself; if not, it was cut at `longest_translation`, or ran into a
    loop and was stopped. Of a loop there is the first repetition and no more. `leads`, when given,
    receives for each sentence by how much, in logits, its words lead the second best, at the
    closest place. `drafts` are guesses of what comes out, as ids without begin and end: where
    `changes` make every word be read afresh, the first words that are as guessed are read all at
    once (speculative decoding, Leviathan et al. 2023, section 2). They change the time it takes,
    not what comes out, if no row depends on the words after it (`changes.reads_ahead`).
    """
    lengths = (source != network.config.padding_id).sum(dim=1).tolist()
    limits = [longest_translation(length, network.config.max_length) for length in lengths]
    read_rows = [row[:length] for row, length in zip(source.tolist(), lengths)]
    state = network.start(source, changes=changes)
    begin = last = torch.full((source.shape[0],), begin_id, device=source.device)
    rows: list[list[int]] = [[] for _ in lengths]
    words: list[Tensor] = []
    going = {*range(len(lengths))}
    closest = [float("inf")] * len(lengths)
    as_guessed: deque[Tensor] = deque()
    if changes and drafts:
        as_guessed.extend(check_drafts(network, state, begin, drafts, end_id, changes))
    while going:
        if as_guessed:
            last = as_guessed.popleft()
        else:
            if changes:
                # All words afresh: without a mask, or shuffled, the rows of words before change
                # with each word added. Of the words to come there is nothing to see yet, mask or
                # not: so only a run with the whole translation shows what peeking does.
                read = torch.stack([begin, *words], dim=1)  # [batch, target]
                logits = network.logits(
                    network.decode(read, state, changes=changes)[:, -1]
                )  # [batch, vocabulary]
            else:
                logits, state = network.step(last, state)  # [batch, vocabulary]
            last = logits.argmax(dim=-1)
            if leads is not None:
                ahead = lead(logits).tolist()
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


def lead(logits: Tensor) -> Tensor:
    """By how much the best of `logits [..., vocabulary]` leads the second best, `[...]`."""
    best, second = logits.topk(2).values.unbind(-1)
    return best - second


def check_drafts(
    network,
    state,
    begin: Tensor,
    drafts: Sequence[Sequence[int]],
    end_id: int,
    changes: NetworkChanges,
) -> Sequence[Tensor]:
    """The words, `[batch]` for each place, that the network writes as in all of the drafts.

    Only those by which it is sure, see CLEAR_LEAD. Behind a draft that ended stands padding.
    """
    padding_id = network.config.padding_id
    guessed = pad([[*draft, end_id] for draft in drafts], padding_id).to(begin.device)
    read = torch.cat([begin[:, None], guessed[:, :-1]], dim=1)  # [batch, target]
    logits = network.logits(network.decode(read, state, changes=changes))
    same = (logits.argmax(dim=-1) == guessed) & (lead(logits) > CLEAR_LEAD)
    same |= guessed == padding_id
    count = int(same.all(dim=0).cumprod(dim=0).sum())
    return guessed[:, :count].unbind(dim=1)


@torch.inference_mode()
def beam(network, source: Tensor, begin_id: int, end_id: int, width: int) -> tuple[list[int], bool]:
    """The best of `width` translations kept side by side.

    For one sentence `source [1, source]`, unpadded.

    Best is the highest mean log-probability per token, end included (as in Bahdanau et al. 2015,
    section 4.2's search, with the length normalised). In a translation of a long sentence no four
    tokens come twice in the same order (Paulus et al. 2018). Gives ids and whether it ended, as
    `greedy` does for a batch.
    """
    is_long = source.shape[1] >= LONG
    state = network.start(source).select(torch.zeros(1, dtype=torch.long, device=source.device))
    last = torch.full((1,), begin_id, device=source.device)
    totals = torch.zeros(1, device=source.device)
    rows: list[list[int]] = [[]]  # unfinished translations
    finished: list[tuple[float, list[int]]] = []  # mean log-probability, ids
    for length in range(1, longest_translation(source.shape[1], network.config.max_length) + 1):
        logits, state = network.step(last, state)  # [hypothesis, vocabulary]
        scores = totals[:, None] + logits.log_softmax(-1)
        if is_long:
            for hypothesis, row in enumerate(rows):
                scores[hypothesis, repeating(row)] = float("-inf")
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


def repeating(ids: list[int], length: int = 4) -> list[int]:
    """Return the ids that would repeat the last `length` tokens of an earlier sequence."""
    end = ids[len(ids) - length + 1 :]
    return [
        ids[start + length - 1]
        for start in range(len(ids) - length + 1)
        if ids[start : start + length - 1] == end
    ]


def pad(rows: list[list[int]], padding_id: int) -> Tensor:
    """Rows of unequal length as one tensor `[row, longest]`."""
    longest = max(map(len, rows))
    return torch.tensor([row + [padding_id] * (longest - len(row)) for row in rows])


def translate(
    network,
    tokenizer: Tokenizer,
    sentences: list[list[int]],
    device: torch.device,
    batch: int = 128,
) -> list[str]:
    """Greedy translations of many sentences, given as ids without end.

    Similar lengths share a batch.
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
