"""Fine-tune a classifier, in a child process unless it is short."""

from typing import Any

import models
from models import UserError
from models.finetuning import ClassifierAnswer, FineTuning, Plan
from models.serving.client import backend_address

from ..base.language import translatable
from ..base.libraries import LIBRARIES
from ..base.memory_limit import has_little_memory
from ..base.progress import Progress
from .worker import Worker

_MAX_SECONDS = 300  # of CPU time for both trainings
_SMALL = 20_000_000  # weights times steps, up to which training runs in this process

_TOO_LONG = translatable(
    "This training takes more than the {seconds} seconds of computing "
    "allowed here. Choose fewer steps."
)
_NO_ROOM = translatable(
    "This server has too little memory to train a network. Start Heads Up on a machine of your "
    "own, with 2 GB or more."
)
_WORKER = Worker(_MAX_SECONDS, _TOO_LONG, idle=5.0)


def _with_network(model: Any) -> Any:
    """Return the model with its network; load it here if models run on other machines."""
    return models.load(model.name) if backend_address() else model


def tune(model: Any, plan: Plan, progress: Progress) -> FineTuning:
    """Train both classifiers of a plan; the model itself does not change.

    Raises UserError when it takes too long, or when the server has too little memory.
    """
    training = LIBRARIES.fine_tuning
    job = training.prepare(_with_network(model), plan)
    if sum(match.size for match in job.weights.values()) * plan.steps <= _SMALL:
        small: FineTuning = training.fine_tune(job, progress)
        return small
    if has_little_memory():
        raise UserError(_NO_ROOM)
    result: FineTuning = _WORKER.run(training.fine_tune, job, progress=progress)
    return result


def ask(model: Any, tuning: FineTuning, sentence: str) -> ClassifierAnswer:
    """Return the answers of both classifiers. Raises UserError for unreadable text."""
    answer: ClassifierAnswer = LIBRARIES.fine_tuning.ask(_with_network(model), tuning, sentence)
    return answer
