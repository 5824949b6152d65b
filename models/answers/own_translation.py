"""Translation by a network of somebody else's with two lists of words."""

import functools
from dataclasses import replace
from typing import Any, ClassVar

from ..normalisation import NormalisedText
from ..protocols import Capabilities
from ..store.tokenizer import Token
from ..store.word_lists import WordLists
from .network_model import locate_tokens
from .translation import TranslationModel


class OwnTranslationModel(TranslationModel):
    """A translator whose source begins with a token, and each of whose words is one."""

    tokenizer: Any  # `WordLists`
    _languages: ClassVar[tuple[str, ...]] = ()

    @functools.cached_property
    def capabilities(self) -> Capabilities:
        return replace(super().capabilities, trained_here=False)

    def source_ids(self, sentence: str) -> list[int]:
        return [self.tokenizer.begin_id, *super().source_ids(sentence)]

    def target_ids(self, text: str) -> list[int]:
        lists: WordLists = self.tokenizer
        return lists.encode_target(text)

    def show(self, ids: list[int], text: NormalisedText) -> list[Token]:
        return locate_tokens(self.tokenizer.show(ids, text.plain), text)
