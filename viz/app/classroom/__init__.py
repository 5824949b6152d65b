"""A class that guesses on its phones: exercises, the rooms in which it answers, and counts.

Everything is in the server's memory and never written to disk. Imports neither torch nor Streamlit.
"""

from .answer_table import draw_tally
from .exercise import TIE, ClassQuestion, ClassTask, Exercise, Judgement
from .rooms import MAX_PHONES, MAX_ROOMS, Ballot, Room, Rooms, Tally

__all__ = [
    "MAX_PHONES",
    "MAX_ROOMS",
    "TIE",
    "Ballot",
    "ClassQuestion",
    "ClassTask",
    "Exercise",
    "Judgement",
    "Room",
    "Rooms",
    "Tally",
    "draw_tally",
]
