"""The trace of a model of transformers that the caller has in memory, fine-tuned for example."""

import copy
from collections.abc import Sequence
from typing import Any

import transformers

from ..errors import UserError
from ..request import Request
from ..trace import Trace
from .families import check_attention, families_of, make_model
from .loading import one_at_a_time
from .model import PretrainedModel
from .recorded_attention import NAME


def trace_many(network: Any, tokenizer: Any, requests: Sequence[Request]) -> list[Trace]:
    """Return the traces of requests on this network with its tokenizer; see `trace_pretrained`."""
    name = requests[0].model
    if not isinstance(network, transformers.PreTrainedModel):
        raise UserError(
            f"The model is a {type(network).__name__}, and no PreTrainedModel of transformers."
        )
    if not isinstance(tokenizer, transformers.PreTrainedTokenizerBase):
        raise UserError(
            f"The tokenizer is a {type(tokenizer).__name__}, and none of transformers. Give "
            "AutoTokenizer.from_pretrained(...)."
        )
    part, shown_as = _choose_part(network)
    check_attention(name, part)
    attention = network.config._attn_implementation
    # A user may keep some modules, frozen ones for example, in eval mode.
    training = [(module, module.training) for module in network.modules()]
    # Another thread must not run the network while its attention is ours.
    with one_at_a_time:
        part.set_attn_implementation(NAME)
        network.eval()
        model = None
        try:
            model = make_model(shown_as, name, part, tokenizer, {}, part.device)
            return model.trace_many(requests)
        finally:
            if model is not None:
                model.remove_hooks()
            for module, is_training in training:
                module.training = is_training
            part.set_attn_implementation(attention)


def _choose_part(network: Any) -> tuple[Any, type[PretrainedModel]]:
    """Return the part of a network whose attention is recorded, and our class for it.

    It is the whole network where its output is words, and its layers alone for a classifier.
    Raises UserError for a kind of model without text.
    """
    config = copy.deepcopy(network.config)
    config.architectures = [type(network).__name__]
    families = families_of(config)
    for part in (network, network.base_model):
        for family in families:
            known = family.auto._model_mapping.get(type(network.config), ())
            if type(part) in (known if isinstance(known, tuple) else (known,)):
                return part, family.shown_as
    raise UserError(
        f"A {type(network).__name__} cannot be shown. Heads Up shows encoders like BERT, decoders "
        "like GPT, and encoder-decoders like T5, as AutoModel... of transformers loads them."
    )
