"""The network of PyTorch's tutorial "Language Translation with nn.Transformer", and its training.

It is written from the tutorial's description, with the same attributes, layout and masks.
"""

import math
import re
from collections import Counter
from pathlib import Path
from random import Random

import torch
from torch import Tensor, nn

SPECIALS = ["<unk>", "<pad>", "<bos>", "<eos>"]
CORPUS = Path(__file__).parents[1] / "models/training/corpus"


class TokenEmbedding(nn.Module):
    def __init__(self, words: int, size: int):
        super().__init__()
        self.embedding = nn.Embedding(words, size)
        self.emb_size = size

    def forward(self, tokens: Tensor) -> Tensor:
        return self.embedding(tokens.long()) * math.sqrt(self.emb_size)


class PositionalEncoding(nn.Module):
    def __init__(self, size: int, dropout: float, maxlen: int = 5000):
        super().__init__()
        angles = torch.arange(maxlen)[:, None] * 10000 ** (-torch.arange(0, size, 2) / size)
        table = torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("pos_embedding", table[:, None])

    def forward(self, embedded: Tensor) -> Tensor:
        return self.dropout(embedded + self.pos_embedding[: embedded.size(0)])


class Seq2SeqTransformer(nn.Module):
    def __init__(self, layers, size, heads, source, target, feed_forward, dropout=0.1, **more):
        super().__init__()
        self.transformer = nn.Transformer(
            size, heads, *layers, feed_forward, dropout=dropout, **more
        )
        self.generator = nn.Linear(size, target)
        self.src_tok_emb = TokenEmbedding(source, size)
        self.tgt_tok_emb = TokenEmbedding(target, size)
        self.positional_encoding = PositionalEncoding(size, dropout)

    def forward(self, src, trg, src_mask, tgt_mask, src_padding, tgt_padding, memory_padding):
        source = self.positional_encoding(self.src_tok_emb(src))
        target = self.positional_encoding(self.tgt_tok_emb(trg))
        written = self.transformer(
            source, target, src_mask, tgt_mask, None, src_padding, tgt_padding, memory_padding
        )
        return self.generator(written)

    def encode(self, src, src_mask):
        return self.transformer.encoder(self.positional_encoding(self.src_tok_emb(src)), src_mask)

    def decode(self, tgt, memory, tgt_mask):
        target = self.positional_encoding(self.tgt_tok_emb(tgt))
        return self.transformer.decoder(target, memory, tgt_mask)


def split(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", text)


def read_pairs(most: int) -> list[list[list[str]]]:
    """Return short pairs of our corpus as words, drawn with a seed."""
    texts = (file.read_text(encoding="utf-8") for file in sorted(CORPUS.glob("*.tsv")))
    lines = (line for text in texts for line in text.splitlines())
    pairs = [[*map(split, line.split("\t"))] for line in lines]
    short = [pair for pair in pairs if len(pair) == 2 and max(map(len, pair)) <= 12]
    return Random(0).sample(short, most)


def vocabularies(pairs) -> list[list[str]]:
    sides = zip(*pairs)
    return [
        SPECIALS + [word for word, _ in Counter(w for text in side for w in text).most_common(3000)]
        for side in sides
    ]


def batches(pairs, lists, size=64):
    """Yield ids `[position, batch]` of source and target, shuffled with a seed."""
    ids = [{word: number for number, word in enumerate(words)} for words in lists]
    pairs = Random(1).sample(pairs, len(pairs))
    for start in range(0, len(pairs), size):
        part = pairs[start : start + size]
        yield [
            nn.utils.rnn.pad_sequence(
                [
                    torch.tensor([2, *(known.get(word, 0) for word in pair[side]), 3])
                    for pair in part
                ],
                padding_value=1,
            )
            for side, known in enumerate(ids)
        ]


def loss_of(network, source: Tensor, target: Tensor) -> Tensor:
    read, written = target[:-1], target[1:]
    length = len(source)
    padding = (source == 1).T
    mask = nn.Transformer.generate_square_subsequent_mask(len(read)).isinf()
    logits = network(
        source,
        read,
        torch.zeros(length, length).bool(),
        mask,
        padding,
        (read == 1).T,
        padding,
    )
    return nn.functional.cross_entropy(logits.flatten(0, 1), written.flatten(), ignore_index=1)


def greedy(network, source: Tensor, most: int) -> list[int]:
    """Decode as the tutorial does; ids without begin, with end."""
    memory = network.encode(source, torch.zeros(len(source), len(source)).bool())
    written = torch.tensor([[2]])
    while len(written) <= most and written[-1, 0] != 3:
        mask = nn.Transformer.generate_square_subsequent_mask(len(written)).isinf()
        out = network.generator(network.decode(written, memory, mask)[-1])
        written = torch.cat([written, out.argmax(-1)[None]])
    return written[1:, 0].tolist()
