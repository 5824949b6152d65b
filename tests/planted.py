"""Networks whose weights are set by hand, so that it is known what each head does.

A state has three blocks of 32 numbers: the word, the word before it, and the position; the last
block is empty. Each block holds a row of a Hadamard matrix: rows are orthogonal, and sum to 0, so
that a norm only scales them. A head has 32 numbers too, one for each word or position.

`translator` writes the French of each English word in the same order:

| head | attends to | adds |
|---|---|---|
| encoder 1-1 | the previous word | that word, which nothing reads |
| cross 1-1 | the same position, whatever stands there | its French: without it nothing is right |
| cross 1-2 | the English of the French word just read | nothing: its picture is perfect |
| cross 1-3 | with `backup`, as cross 1-1 | as cross 1-1, else nothing |

`language_model` continues a text with the word that followed the same word before:

| head | attends to | adds |
|---|---|---|
| decoder 1-1 | the previous word | that word, which the second layer reads |
| decoder 2-1 | the word after the same word before (induction) | that word: it copies |
| decoder 2-2 | the same | nothing |
| decoder 2-3 | with `backup`, the same | as decoder 2-1, else nothing |
"""

import torch
from torch import Tensor

from models.answers.ablating import read_sample
from models.answers.causal_lm import CausalModel
from models.answers.translation import TranslationModel
from models.networks.attention import MultiHeadAttention
from models.networks.gpt import GPT, GPTConfig
from models.networks.transformer import Transformer, TransformerConfig
from models.store.tokenizer import Tokenizer

WORDS = {
    "the": "le",
    "a": "un",
    "dog": "chien",
    "cat": "chat",
    "horse": "cheval",
    "big": "gros",
    "old": "vieux",
    "red": "rouge",
    "small": "petit",
    "sees": "voit",
    "hears": "entend",
    "and": "et",
    ".": ".",
}
SENTENCES = {
    "the big dog sees a cat .": "le gros chien voit un chat .",
    "a small horse hears the old dog .": "un petit cheval entend le vieux chien .",
    "the cat and the old horse .": "le chat et le vieux cheval .",
}
# A translation in another order, to be given to the translator: it would write "le rouge chien".
CROSSED = "the red dog sees a big cat .", "le chien rouge voit un gros chat ."
REPEATED = "dog cat old horse dog cat old"
_SIZE = 32  # of a block, and of a head
_HEADS = 4
_SHARP = 30.0  # the score of the key that a head looks for; all others have 0
_LOUD = 4.0  # what writes a word, beside the word that stands there
_QUIET = 0.25  # of an embedding, so that a word has a probability of 0.999 and not of 1
WORD, BEFORE, PLACE = (slice(_SIZE * block, _SIZE * (block + 1)) for block in range(3))


def _hadamard(size: int) -> Tensor:
    """Return a matrix of 1 and -1 with orthogonal rows; the first is constant (Sylvester 1867)."""
    matrix = torch.ones(1, 1)
    while len(matrix) < size:
        matrix = torch.cat([torch.cat([matrix, matrix], 1), torch.cat([matrix, -matrix], 1)])
    return matrix


CODES = _hadamard(_SIZE)[1:]  # [word or position, 32]
TOKENIZER = Tokenizer.train([*WORDS, *WORDS.values(), *SENTENCES, *SENTENCES.values()] * 5, 500)
# The tokens that have a code, by the number of the code.
_TOKENS = [TOKENIZER.begin_id, TOKENIZER.end_id] + [
    TOKENIZER.encode(word)[0] for word in dict.fromkeys([*WORDS, *WORDS.values()])
]
_NUMBERS = {token: number for number, token in enumerate(_TOKENS)}


def code_of(word: str) -> int:
    """Return the number of the code of a word."""
    return _NUMBERS[TOKENIZER.encode(word)[0]]


_FRENCH = [(code_of(english), code_of(french)) for english, french in WORDS.items()] + [
    (1, 1)
]  # the end is written at the end
_SAME = [(number, number) for number in range(len(CODES))]
_BACK = [(number, number - 1) for number in range(1, len(CODES))]


def plant(
    attention: MultiHeadAttention,
    head: int,
    looks: tuple[slice, slice, list[tuple[int, int]]],
    adds: tuple[slice, list[tuple[int, int]], float] | None,
) -> None:
    """Set the weights of one head.

    `looks`: the blocks that queries and keys read, and which code looks for which. `adds`: the
    block to write to, which word becomes which, and how loud; None: nothing.
    """
    rows = slice(_SIZE * head, _SIZE * (head + 1))
    block, key_block, pairs = looks
    query, key = torch.zeros(2, _SIZE, attention.to_query.in_features)
    for place, (one, other) in enumerate(pairs):
        query[place, block] = _SHARP * CODES[one] / _SIZE
        key[place, key_block] = _SHARP * CODES[other] / _SIZE
    attention.to_query.weight[rows], attention.to_key.weight[rows] = query, key
    words = len(CODES)
    attention.to_value.weight[rows, WORD][:words] = CODES / _SIZE
    if adds:
        block, pairs, loud = adds
        for one, other in pairs:
            attention.to_output.weight[block, rows][:, one] += loud * CODES[other]


def _silent(network: Transformer | GPT) -> None:
    """Set the words and positions, and leave every layer without effect."""
    for name, parameter in network.named_parameters():
        if "norm" not in name:
            parameter.zero_()
    network.embedding.weight[_TOKENS, WORD] = _QUIET * CODES[: len(_TOKENS)]
    network.positions[:, PLACE] = CODES


@torch.no_grad()
def translator(backup: bool = False) -> TranslationModel:
    """Return the translator of the table above."""
    config = TransformerConfig(
        len(TOKENIZER), 4 * _SIZE, 8, _HEADS, 1, 0.0, len(CODES), positions="learned"
    )
    network = Transformer(config)
    _silent(network)
    encoder, cross = network.encoder[0].self_attention, network.decoder[0].cross_attention
    plant(encoder, 0, (PLACE, PLACE, _BACK), (BEFORE, _SAME, 1.0))
    translates = WORD, _FRENCH, _LOUD
    plant(cross, 0, (PLACE, PLACE, _SAME), translates)
    plant(cross, 1, (WORD, WORD, [(french, english) for english, french in _FRENCH]), None)
    if backup:
        plant(cross, 2, (PLACE, PLACE, _SAME), translates)
    model = TranslationModel("planted", network.eval(), TOKENIZER, {}, torch.device("cpu"))
    model.head_sample = read_sample(model, [*SENTENCES])  # it could not read the usual ones
    return model


@torch.no_grad()
def language_model(backup: bool = False) -> CausalModel:
    """Return the language model of the table above."""
    config = GPTConfig(len(TOKENIZER), 4 * _SIZE, 8, _HEADS, 2, max_length=len(CODES))
    network = GPT(config)
    _silent(network)
    network.positions *= _QUIET
    first, second = (layer.self_attention for layer in network.layers)
    plant(first, 0, (PLACE, PLACE, _BACK), (BEFORE, _SAME, _QUIET))
    after_the_same, copies = (WORD, BEFORE, _SAME), (WORD, _SAME, _LOUD * _QUIET)
    for head, adds in enumerate([copies, None, copies][: 3 if backup else 2]):
        plant(second, head, after_the_same, adds)
    model = CausalModel("planted", network.eval(), TOKENIZER, {}, torch.device("cpu"))
    model.head_sample = read_sample(model, [*SENTENCES])
    return model
