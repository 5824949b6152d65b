"""A class that answers on its phones: exercises, the rooms in which it answers, and counts.

`server` is the one home of classes: a process of its own, or beside the app. Everything is in its
memory and never written to disk. Imports neither torch nor Streamlit.
"""

from .answer_table import draw_tally
from .exercise import (
    MEASURED_IN,
    MEASURES,
    TIE,
    ClassQuestion,
    ClassTask,
    Exercise,
    Judgement,
    Measurement,
    Poll,
    read_task,
    write_task,
)
from .rooms import MAX_PHONES, MAX_ROOMS, Ballot, Room, Rooms, Tally

__all__ = [
    "MAX_PHONES",
    "MAX_ROOMS",
    "MEASURED_IN",
    "MEASURES",
    "TIE",
    "Ballot",
    "ClassQuestion",
    "ClassTask",
    "Exercise",
    "Judgement",
    "Measurement",
    "Poll",
    "Room",
    "Rooms",
    "Tally",
    "draw_tally",
    "read_task",
    "write_task",
]
