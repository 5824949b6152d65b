"""The class of transformers for a configuration, and our class that wraps it."""

import contextlib
import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
import transformers
from transformers.models.auto import modeling_auto

from ..errors import UserError, summarize
from . import NotShown
from .decoder_only import PretrainedCausalLM
from .encoder_decoder import PretrainedTranslation
from .encoder_only import PretrainedMaskedLM, PretrainedReader
from .model import PretrainedModel
from .needed_memory import TooLittleMemory

_LOG = logging.getLogger(__name__)


class Family(NamedTuple):
    """A class of transformers, and our class for its task."""

    auto: Any
    shown_as: type[PretrainedModel]


_TRANSLATION = Family(transformers.AutoModelForSeq2SeqLM, PretrainedTranslation)
_MASKED_LM = Family(transformers.AutoModelForMaskedLM, PretrainedMaskedLM)
_CAUSAL_LM = Family(transformers.AutoModelForCausalLM, PretrainedCausalLM)
_ENCODER = Family(transformers.AutoModel, PretrainedMaskedLM)
_ENCODER_HALF = Family(transformers.AutoModelForTextEncoding, PretrainedMaskedLM)
_READER = Family(transformers.AutoModel, PretrainedReader)


def families_of(config: Any) -> list[Family]:
    """Return the families that can load a model, the one with most of its parts first.

    The first has the output layer for words, if the model was trained with one. The other has the
    layers only, whose attention is the same. Raises NotShown for a kind of model without text.
    """
    made_as = " ".join(config.architectures or [])
    kind, both = config.model_type, config.is_encoder_decoder
    has_encoder_alone = kind in modeling_auto.MODEL_FOR_TEXT_ENCODING_MAPPING_NAMES
    if both and kind in modeling_auto.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES:
        return [_TRANSLATION, _ENCODER_HALF] if has_encoder_alone else [_TRANSLATION]
    causal = kind in modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and not both
    if (
        kind in modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES
        and not both
        and not (causal and getattr(config, "is_decoder", False))
    ):
        headed = "MaskedLM" in made_as or "PreTraining" in made_as
        return [_MASKED_LM, _ENCODER] if headed else [_ENCODER]
    if causal:
        return [_CAUSAL_LM, _READER]
    if has_encoder_alone and not both:
        return [_ENCODER_HALF]
    raise NotShown(
        "Models of the kind “{kind}” cannot be shown. Heads Up shows encoders "
        "like BERT, decoders like GPT, and encoder-decoders like T5.",
        kind=kind,
    )


def make_model(
    shown_as: type[PretrainedModel], name: str, network: Any, *more: Any
) -> PretrainedModel:
    """Return a network as a model of our class for its task, with the `more` that this takes.

    A decoder whose mask lets words attend to later ones writes nothing: it is read as an encoder.
    Raises NotShown for a network that cannot be recorded.
    """
    with refused_in_a_sentence(name):
        model = shown_as(name, network, *more)
        if model.task == "causal-lm" and model._anatomy.looks_ahead:
            model.remove_hooks()
            model = PretrainedReader(name, network, *more)
        return model


@contextlib.contextmanager
def refused_in_a_sentence(name: str) -> Iterator[None]:
    """Raise NotShown for whatever fails inside, but for a lack of memory, which may pass."""
    try:
        yield
    except (MemoryError, torch.OutOfMemoryError, TooLittleMemory):
        raise
    except UserError as error:
        raise NotShown(error.text, **error.values) from error
    except Exception as error:  # of transformers, or of our record of what it computes
        _LOG.warning("%s cannot be shown", name, exc_info=True)
        raise NotShown(
            "{name} cannot be shown: {reason}", name=name, reason=summarize(error)
        ) from error


def check_attention(name: str, network: Any) -> None:
    """Raise NotShown for a network without attention, or whose attention cannot be recorded.

    `network` may be on the meta device.
    """
    config = network.config.get_text_config()
    has_heads = getattr(config, "num_attention_heads", None) is not None
    if not has_heads and "attention_heads" not in str(config.to_dict()):
        raise NotShown(
            "{name} has no attention: a model of the kind “{kind}” mixes the words of a text in "
            "another way. Choose a transformer.",
            name=name,
            kind=config.model_type,
        )
    if not network._can_set_attn_implementation():
        raise NotShown(
            "{name} cannot be shown: transformers computes the attention of the kind “{kind}” in "
            "code of its own, where nothing can be recorded. Choose a model like BERT, GPT-2, "
            "Llama or T5.",
            name=name,
            kind=config.model_type,
        )
