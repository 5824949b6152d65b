"""Take over a trained `torch.nn.Transformer` of somebody else's, with its two lists of words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ..errors import UserError
from ..networks.positions import sinusoids
from ..networks.two_vocabularies import SPECIALS, TwoVocabularies, TwoVocabulariesConfig
from ..store import checkpoint
from ..store.word_lists import WordLists

_TOLERANCE = 1e-3  # of a logit, relative to the largest one above 1
_MOST_POSITIONS = 512
_METHODS = "encode", "decode", "generator"


def save(
    network: Any, source: Sequence[str], target: Sequence[str], folder: Path, languages: Sequence
) -> None:
    """Write a network into a folder that `load_from` and the app read; see `save_translator`."""
    tokenizer = WordLists(source, target)
    taken = _take_over(network, tokenizer)
    card = {"name": folder.name, "family": "nn.Transformer", "bits": 32}
    card |= {"languages": [*languages], "source": None, "revision": None}
    checkpoint.save(folder, taken, tokenizer, card, bits=32)


@torch.no_grad()
def _take_over(network: Any, tokenizer: WordLists) -> TwoVocabularies:
    """Return the network of ours that computes the same. Raises UserError where none does."""
    transformers = [part for part in network.modules() if isinstance(part, nn.Transformer)]
    if len(transformers) != 1 or not all(hasattr(network, name) for name in _METHODS):
        raise UserError(
            "A network like that of PyTorch's tutorial “Language Translation with nn.Transformer” "
            "can be taken over: one nn.Transformer, the methods encode and decode, and generator."
        )
    [transformer] = transformers
    inside = {id(part) for part in transformer.modules()}
    tables = [
        part.weight
        for part in network.modules()
        if isinstance(part, nn.Embedding) and id(part) not in inside
    ]
    sizes = [len(words) for words in tokenizer.lists]
    if [len(table) for table in tables[:2]] != sizes:
        raise UserError(
            "The lists have {sizes} words, and the embeddings of this network {tables}. Give all "
            "words of the source, then of the target, in the order of their ids.",
            sizes=" + ".join(map(str, sizes)),
            tables=" + ".join(str(len(table)) for table in tables) or 0,
        )
    layer, decoder = transformer.encoder.layers[0], transformer.decoder
    parts = [*network.parameters(), *network.buffers()]
    of_words = {id(table) for table in tables[:2]} | {id(part) for part in transformer.parameters()}
    d_model = tables[0].shape[1]
    positions = [
        part.squeeze()
        for part in parts
        if id(part) not in of_words
        and part.shape[-1:] == (d_model,)
        and part.squeeze().dim() == 2
        # the output matrix has a row for each word of the target
        and part is not network.generator.weight
    ]
    table = positions[0][:_MOST_POSITIONS] if positions else torch.zeros(1, d_model)
    is_fixed = torch.allclose(table, sinusoids(*table.shape).to(table), atol=1e-4)
    config = TwoVocabulariesConfig(
        len(tokenizer),
        d_model,
        layer.linear1.out_features,
        layer.self_attn.num_heads,
        len(transformer.encoder.layers),
        dropout=0.0,
        max_length=len(table),
        positions="sinusoids" if is_fixed else "learned",
        source_size=sizes[0],
        target_size=sizes[1],
        n_decoder_layers=len(decoder.layers),
    )
    taken = TwoVocabularies(config).eval()
    rows = [tokenizer.rows(side) for side in range(2)]
    for factor in (1.0, d_model**-0.5):  # whether it multiplies embeddings by the root of d_model
        state = {**taken.state_dict(), **_weights_of(transformer)}
        source, target = (table[row] * factor for table, row in zip(tables, rows))
        state["embedding.weight"] = torch.cat([source, target[SPECIALS:], target[1:SPECIALS]])
        state["generator.weight"] = network.generator.weight[rows[1]]
        if network.generator.bias is not None:
            state["generator.bias"] = network.generator.bias[rows[1]]
        else:
            state["generator.bias"] = torch.zeros(sizes[1])
        if not is_fixed:
            state["positions"] = table
        try:
            taken.load_state_dict({name: part.float() for name, part in state.items()})
        except (RuntimeError, KeyError):
            continue
        if _computes_the_same(network, transformer, taken, rows):
            return taken
    raise UserError(
        "What this network writes differs from what its weights give here, so it is not shown. "
        "Taken over are layers with ReLU and norm_first=False, and sums of embedding and position."
    )


def _weights_of(transformer: nn.Transformer) -> dict[str, Tensor]:
    """Return the weights of the layers by their names here."""
    weights: dict[str, Tensor] = {}

    def put(name: str, weight: Tensor, bias: Tensor | None) -> None:
        weights[f"{name}.weight"] = weight
        weights[f"{name}.bias"] = torch.zeros(len(weight)) if bias is None else bias

    for stack in ("encoder", "decoder"):
        part: Any = getattr(transformer, stack)
        if part.norm is not None:
            put(f"{stack}_norm", part.norm.weight, part.norm.bias)
        for number, layer in enumerate(part.layers):
            kinds = {"self": layer.self_attn}
            if stack == "decoder":
                kinds["cross"] = layer.multihead_attn
            for place, (kind, attention) in enumerate(kinds.items()):
                name = f"{stack}.{number}.{kind}_attention"
                biases = attention.in_proj_bias
                biases = [None] * 3 if biases is None else biases.chunk(3)
                matrices = attention.in_proj_weight.chunk(3)
                for to, matrix, bias in zip(("query", "key", "value"), matrices, biases):
                    put(f"{name}.to_{to}", matrix, bias)
                put(f"{name}.to_output", attention.out_proj.weight, attention.out_proj.bias)
                norm = getattr(layer, f"norm{place + 1}")
                put(f"{name}_norm", norm.weight, norm.bias)
            name, last = f"{stack}.{number}.feed_forward", getattr(layer, f"norm{len(kinds) + 1}")
            put(f"{name}.0", layer.linear1.weight, layer.linear1.bias)
            put(f"{name}.2", layer.linear2.weight, layer.linear2.bias)
            put(f"{name}_norm", last.weight, last.bias)
    return weights


def _computes_the_same(
    network: Any, transformer: nn.Transformer, taken: TwoVocabularies, rows: Sequence[list[int]]
) -> bool:
    """Whether both score the words of the target alike, after words at random."""
    source_size = taken.config.source_size
    draw = torch.Generator().manual_seed(0)
    source = torch.randint(1, source_size, (7,), generator=draw)
    target = torch.randint(SPECIALS, taken.config.target_size, (6,), generator=draw)
    is_training = network.training
    network.eval()
    try:
        device = next(network.parameters()).device
        theirs = [torch.tensor(row)[ids].to(device) for row, ids in zip(rows, (source, target))]
        axis = 0 if transformer.batch_first else 1
        source_ids, target_ids = (ids.unsqueeze(axis) for ids in theirs)
        memory = network.encode(source_ids, torch.zeros(7, 7, device=device).bool())
        mask = nn.Transformer.generate_square_subsequent_mask(6, device=device)
        scores = network.generator(network.decode(target_ids, memory, mask)).squeeze(axis)
    finally:
        network.train(is_training)
    words = target + source_size - SPECIALS
    logits = taken.logits(taken(source[None], words[None]))[0]
    columns = [*range(SPECIALS), *range(source_size, source_size + len(rows[1]) - SPECIALS)]
    ours, theirs_scores = logits[:, columns], scores.float().cpu()[:, rows[1]]
    error = float((ours - theirs_scores).abs().max())
    return error <= _TOLERANCE * max(1.0, float(theirs_scores.abs().max()))
