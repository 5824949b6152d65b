"""Hand-made networks whose heads have one function each, and sentences for them."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import torch

from models.answers.translation import TranslationModel
from models.corpus.attended import spread_evenly
from models.corpus.sentences import AnnotatedWord, Pair
from models.networks.attention import AttentionRecord, _causal_mask, padding_mask
from models.networks.transformer import Transformer, TransformerConfig
from models.protocols import Capabilities, Stack
from models.store.tokenizer import Tokenizer

ENGLISH = ["the red dog sees a cat .", "a big cat hears the old dog .", "the dog and the cat ."]
FRENCH = [
    "le chien rouge voit un chat .",
    "un gros chat entend le vieux chien .",
    "le chien et le chat .",
]
LINKS = [
    ((0, 0), (1, 2), (2, 1), (3, 3), (4, 4), (5, 5), (6, 6)),
    tuple((place, place) for place in range(8)),
    tuple((place, place) for place in range(6)),
]
REPEATED = [
    "red dog cat red dog cat .",
    "cat old big dog cat old big dog .",
    "the a red the a red .",
]


def tokenizer() -> Tokenizer:
    """Make a tokenizer with each word of the sentences as one token."""
    return Tokenizer.train([*ENGLISH, *FRENCH, *REPEATED] * 5, 500)


def pairs(english=ENGLISH, french=FRENCH, links=LINKS, times: int = 10) -> list[tuple[int, Pair]]:
    """Return numbered pairs, each repeated often enough for a label."""
    rows = zip(english, french, links, strict=True)
    annotated = [Pair(*texts, links=of_one) for *texts, of_one in rows]
    return list(enumerate(annotated * times))


class HandMade:
    """A network with the attention of `heads`: functions of the ids, by stack.

    Each returns `[text, query, key]`.
    """

    capabilities = Capabilities("translation")

    def __init__(self, heads: dict, padding_id: int = 0):
        self.heads = heads
        self.config = SimpleNamespace(max_length=60, padding_id=padding_id, vocabulary_size=0)

    def start(self, source, recording=None, changes=None):
        return source

    def decode(self, read, source, recording, changes=None):
        allowed_source = padding_mask(source, 0)  # [text, 1, 1, key]
        allowed = {
            "encoder": allowed_source,
            "decoder": _causal_mask(read.shape[1]),
            "cross": allowed_source,
        }
        queries = {"encoder": source, "decoder": read, "cross": read}
        for stack, heads in self.heads.items():
            shape = *queries[stack].shape, (read if stack == "decoder" else source).shape[1]
            may = allowed[stack].expand(shape[0], 1, *shape[1:])[:, 0]
            weights = torch.stack([head(source, read, may) for head in heads], 1)
            recording.attention[stack].append(
                AttentionRecord(None, None, None, None, weights, None, allowed[stack])
            )


def uniform(source, read, may):
    """Attend to all allowed tokens equally."""
    return spread_evenly(may)


def offset(away: int):
    """Attend to the token at a distance, or to itself where there is none."""

    def attend(source, read, may):
        place = torch.arange(may.shape[2])
        is_key = (torch.arange(may.shape[1]) + away)[:, None] == place
        reached = (is_key & may).any(-1, keepdim=True)
        itself = torch.arange(may.shape[1])[:, None] == place
        return torch.where(reached, is_key & may, itself & may).float()

    return attend


def aligner(words: dict[int, int]):
    """Attend from the row that reads a word to its translation, or else to the end."""

    def attend(source, read, may):
        weights = torch.zeros(may.shape)
        for text, row, _ in np.ndindex(*may.shape[:2], 1):
            matches = (source[text] == words.get(int(read[text, row]), -1)).nonzero()
            end = int(may[text, 0].sum()) - 1
            # Of a word that occurs twice, the one with the nearest place.
            place = min(matches.ravel().tolist(), key=lambda at: abs(at - row + 1), default=end)
            weights[text, row, place] = 1
        return weights

    return attend


def induction(source, read, may):
    """Attend to the token after an earlier occurrence, or else to all allowed tokens equally."""
    weights = spread_evenly(may)
    for text, row in np.ndindex(*may.shape[:2]):
        before = [at for at in range(row) if source[text, at] == source[text, row]]
        if before and source[text, row] != 0:
            weights[text, row] = 0
            weights[text, row, before[-1] + 1] = 1
    return weights


def model_of(network, sizes: dict[str, tuple[int, int]], words: Tokenizer):
    """Wrap a hand-made network as the model that `analyse` expects."""
    return SimpleNamespace(
        network=network,
        tokenizer=words,
        capabilities=replace(
            network.capabilities,
            trained_here=True,
            stacks={name: Stack(*size) for name, size in sizes.items()},
        ),
        attention_sizes=sizes,
        device=torch.device("cpu"),
        card={},
    )


def previous_token_transformer(words: Tokenizer) -> TranslationModel:
    """Make a transformer whose encoder's first head attends to the previous word.

    By its weights alone: the position of the query is rotated back by one (Vaswani et al. 2017,
    section 3.5: a shift of sinusoids is a rotation). The embeddings are small, so that only
    positions count.
    """
    d = 64
    config = TransformerConfig(len(words), d_model=d, d_ff=8, n_heads=1, n_layers=1, max_length=60)
    network = Transformer(config)
    attention = network.encoder[0].self_attention
    back = torch.zeros(d, d)
    rates = 10000 ** (-torch.arange(0, d, 2) / d)
    for pair, rate in enumerate(rates.tolist()):
        sine, cosine = np.sin(rate), np.cos(rate)
        # Position p is (sin p, cos p); this rotates it to p - 1.
        back[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = torch.tensor(
            [[cosine, -sine], [sine, cosine]]
        )
    with torch.no_grad():
        network.embedding.weight.mul_(1e-3)
        attention.to_query.weight.copy_(20 * back)
        attention.to_key.weight.copy_(torch.eye(d))
        attention.to_query.bias.zero_()
        attention.to_key.bias.zero_()
    return TranslationModel("hand-made", network.eval(), words, {}, torch.device("cpu"))


def word(tag: str, head: int, relation: str = "-") -> AnnotatedWord:
    return AnnotatedWord(tag, head, relation)
