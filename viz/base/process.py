"""Which of several processes of one server this is."""

import os
import zlib

# "NUMBER/COUNT" in the environment of a process that shares its address with others.
PROCESS_VARIABLE = "HEADS_UP_PROCESS"


def process_of(name: str, count: int) -> int:
    """Return the number of the process, of `count`, that is the home of what has this name."""
    return zlib.crc32(name.strip().upper().encode()) % count


def is_home_of(name: str) -> bool:
    """Return whether this process is the home of what has this name; it is where there is one."""
    number, _, count = os.environ.get(PROCESS_VARIABLE, "0/1").partition("/")
    return process_of(name, int(count)) == int(number)
