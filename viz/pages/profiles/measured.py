"""The profile that the page shows, and its data."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from models.corpus.own_sentences import path_of, read_general, read_kept
from models.corpus.profile import Profile

from ...base.language import t
from ...view.computation import PageContent
from .settings import ProfilesSettings


@dataclass(frozen=True)
class MeasuredProfile(PageContent[ProfilesSettings]):
    """The profile of the settings, or why there is none."""

    @cached_property
    def own(self) -> Profile | None:
        """The profile over the reader's own sentences, if chosen and still kept."""
        stored = read_kept(self.settings.data) if self.settings.data else None
        fits = (
            stored is not None and stored.model == self.model.name and stored.fits(self.model.card)
        )
        return stored if fits else None

    @cached_property
    def general(self) -> tuple[Profile, Path] | None:
        """The profile over the shipped sentences and its file, or None."""
        stored = read_general(self.model)
        fits = stored is not None and stored[0].attention_sizes == self.model.attention_sizes
        return stored if fits else None

    @property
    def profile(self) -> Profile | None:
        """The profile to show; None if the heads were not measured."""
        return self.own or (self.general[0] if self.general else None)

    @property
    def not_applicable(self) -> str:
        """Why there is nothing to show, or ""."""
        name = self.settings.model
        if not self.model.attention_sizes:
            return t(
                "{model} has no attention, so it has no heads. Choose another model.", model=name
            )
        return ""

    @property
    def unmeasured(self) -> str:
        """That the heads are not measured yet, and what to do, or ""."""
        if self.not_applicable or self.profile is not None:
            return ""
        name = self.settings.model
        if self.model.capabilities.trained_here:
            return t("profiles#heads not measured", model=name, name=name)
        return t("profiles#measure the heads now", model=name)

    @property
    def alert(self) -> str:
        """An alert if the figures are not those of the settings, or ""."""
        if self.settings.data and self.own is None:
            return t(
                "profiles#own sentences gone, others shown"
                if self.general
                else "profiles#own sentences gone"
            )
        if self.profile is None:
            return ""
        if self.profile.fits(self.model.card):
            return ""
        return t("profiles#earlier figures", model=self.settings.model, name=self.settings.model)

    @property
    def source(self) -> str:
        """The source of the figures."""
        assert self.profile is not None
        if self.own and self.own.sentences == 1:
            return t("one sentence of your own, whole words")
        if self.own:
            return t("{count:,} sentences of your own, whole words", count=self.own.sentences)
        capabilities = self.model.capabilities
        if not (capabilities.translates and capabilities.trained_here):
            return t("{count:,} English sentences, whole words", count=self.profile.sentences)
        return t(
            "{count:,} sentences with human translations, whole words",
            count=self.profile.sentences,
        )

    @property
    def file(self) -> Path:
        """The path of the profile."""
        if self.own:
            return path_of(self.settings.data or "")
        assert self.general is not None
        return self.general[1]
