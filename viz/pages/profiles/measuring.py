"""Profiles over sentences, measured in a process of their own or in a thread."""

from dataclasses import replace

from models import UserError
from models.analysis.profile import Profile, digest
from models.analysis.sentences import CORPUS, Pair
from models.analysis.texts import read_general

from ...base.libraries import LIBRARIES
from ...base.progress import Progress
from ...view.runner import Runner


def measure(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """The profile of a model over sentences."""
    profile: Profile = LIBRARIES.making.measure_texts(runner.model(name), pairs, progress)
    return profile


def measure_shipped(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """The profile of a pretrained model over the sentences that are shipped."""
    model = runner.model(name)
    profile: Profile = LIBRARIES.making.measure_texts(model, pairs, progress, same=True)
    return replace(profile, data=digest(CORPUS))


def measure_costs(name: str, pairs: list[Pair], runner: Runner, progress: Progress) -> Profile:
    """The profile of a pretrained model, with what it loses without each of its heads.

    Raises UserError where its profile is not kept any more.
    """
    model = runner.model(name)
    stored = read_general(model)
    if stored is None:
        raise UserError("The heads of {model} are not measured yet.", model=model.name)
    importance = LIBRARIES.costs_one_by_one.measure_one_by_one(model, pairs, progress)
    return replace(stored[0], importance=importance)
