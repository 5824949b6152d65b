"""Files of weights at random, each read and packed in a process of its own, within limits.

`python -m tests.fuzz_weights --count 2000` writes a line for each file that exceeds them.
"""

import argparse
import io
import json
import os
import random
import resource
import sys
import zipfile

import numpy as np

from models import UserError
from tests.hostile_weights import HOSTILE, claiming, npy, safetensors
from viz.analysis.weight_files import _EXPORTED, ARRAYS
from viz.pages.own.compute import MOST_BYTES, OwnContent, read_own
from viz.pages.own.page import _pack, _show_content
from viz.pages.own.settings import OwnSettings
from viz.view.address import OPENING

MOST_MEMORY, MOST_SECONDS = 2**26, 1.0  # of an upload, with what is packed; of the processor
BROKEN = 400e6  # bytes of memory at which a process is stopped
NAMES = *ARRAYS, *_EXPORTED, "tokens", "caption", "blocks.0.attn.hook_pattern", "ids", "other"
SIDES = 1, 2, 7, 64, 65, 300, 1700, 2048, 2049, 10**6
UNITS = (
    "[]",
    "[0]",
    "{}",
    '{"a":1}',
    "0",
    "0.5",
    "-7",
    '""',
    '"a"',
    '"Ā"',
    '"🙂"',
    "[[0.5]]",
    "1e400",
)
KINDS = "<f2", "<f4", "<f8", "<f16", "<c8", "|b1", "|i1", "<i8", "<u2", "<U1", "<U8", "<U0", "|S4"
ENTRIES = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8, "C64": 8, "I64": 8, "F8_E4M3": 1}

SETTINGS = OwnSettings("", "", OPENING, False, "", "", "all")


def archive(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, content in members.items():
            packed.writestr(f"{name}.npy", content)
    return file.getvalue()


def shape_of(rng: random.Random) -> tuple[int, ...]:
    side = rng.choice(SIDES)
    sides = [
        rng.choice((1, 1, 2, 12, 33)),
        rng.choice((1, 2, 16)),
        side,
        rng.choice((side, side, 1)),
    ]
    return tuple(sides[rng.choice((0, 0, 1, 2)) :])


def array_file(rng: random.Random) -> tuple[str, bytes]:
    """Return an archive with arrays of any type and shape, in which each number is the same."""
    members = {}
    for name in rng.sample(NAMES, rng.randint(1, 4)):
        shape, kind = shape_of(rng), rng.choice(KINDS)
        if np.prod(shape, dtype=float) > 4.5e6 or kind == "<U0":
            members[name] = claiming(str(shape), kind) + bytes(rng.choice((0, 10**6, 4 * 10**7)))
        else:
            value = rng.choice((0, 1, -1, 1 / shape[-1], 1 / shape[-1], np.nan))
            members[name] = npy(np.full(shape, value).astype(kind))
        if rng.random() < 0.7:
            members["tokens"] = npy(np.full(shape[-1] if shape[-1] < 10**5 else 3, "wörd"))
    if rng.random() < 0.05:
        members |= {f"{number}": b"" for number in range(rng.choice((100, 11_000)))}
    return "own.npz", archive(members)


def shared_file(rng: random.Random) -> tuple[str, bytes]:
    """Return safetensors whose entries stand where they like in the same bytes."""
    data = bytes(rng.choice((64, 10**5, 19 * 10**5)))
    header: dict[str, object] = {
        "__metadata__": {"tokens": json.dumps(["a"] * rng.choice((2, 64)))}
    }
    for number in range(rng.choice((1, 2, 30, 5_000))):
        kind = rng.choice((*ENTRIES,))
        start = rng.choice((0, 0, rng.randrange(len(data))))
        size = (len(data) - start) // ENTRIES[kind]
        name = rng.choice(NAMES) if rng.random() < 0.1 else f"blocks.{number}.attn.hook_pattern"
        end = start + size * ENTRIES[kind]
        header[name] = {"dtype": kind, "shape": [1, 1, size], "data_offsets": [start, end]}
    return "own.safetensors", safetensors(header, data)


def text_file(rng: random.Random) -> tuple[str, bytes]:
    """Return JSON in which a value stands once or very often, as an argument or as another."""
    unit = rng.choice(UNITS)
    many = ",".join([unit] * min(rng.choice((1, 4, 10**3, 10**6)), MOST_BYTES // (len(unit) + 3)))
    name = rng.choice(NAMES)
    if rng.random() < 0.3:
        return "own.safetensors", safetensors({"__metadata__": {"tokens": f"[{many}]", "x": unit}})
    opened, closed = rng.choice((("[", "]"), ("[[[", "]]]"), ("", "")))
    return "own.json", f'{{"{name}":{opened}{many}{closed},"tokens":["a"]}}'.encode()


def damaged_file(rng: random.Random) -> tuple[str, bytes]:
    """Return a hostile file or a whole one, with some of its bytes changed, lost or repeated."""
    if rng.random() < 0.5:
        name, content = rng.choice((array_file, shared_file, text_file))(rng)
    else:
        ending = rng.choice((*HOSTILE,))
        name, content = f"own.{ending}", rng.choice((*HOSTILE[ending].values(),))
    changed = bytearray(content)
    for _ in range(rng.choice((0, 1, 3))):
        place = rng.randrange(min(len(changed), rng.choice((200, 10**9))) or 1)
        part = changed[place : place + rng.choice((1, 4, 100))]
        changed[place : place + len(part)] = rng.choice((rng.randbytes(len(part)), b"", part * 2))
    return name, bytes(changed)


def make(number: int) -> tuple[str, bytes]:
    """Return the name and the content of the file of this number, always the same."""
    rng = random.Random(number)
    name, content = rng.choice((array_file, shared_file, text_file, damaged_file))(rng)
    return name, content[:MOST_BYTES]


def memory(name: str) -> int:
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def fault_of(number: int) -> str:
    """Return how a file exceeds a limit, "" for none. Call it in a process of its own."""
    limit = memory("VmSize") + int(BROKEN)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
    name, content = make(number)
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")  # the peak begins anew
    before, start = memory("VmRSS"), resource.getrusage(resource.RUSAGE_SELF)
    try:
        _pack(_show_content(OwnContent(SETTINGS, read_own(name, content))))
    except UserError:
        pass
    except BaseException as error:
        return f"{name}: {error!r}"
    made = memory("VmHWM") - before
    end = resource.getrusage(resource.RUSAGE_SELF)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    is_within = made <= MOST_MEMORY and seconds <= MOST_SECONDS
    return "" if is_within else f"{name}: {made / 1e6:.0f} MB, {seconds:.2f} s"


def run_apart(number: int) -> str:
    reader, writer = os.pipe()
    if not (child := os.fork()):
        os.write(writer, fault_of(number).encode()[:4000])
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as file:
        fault = file.read().decode()
    _, status = os.waitpid(child, 0)
    return fault or (f"status {status}" if status else "")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    faults = 0
    for number in range(given.first, given.first + given.count):
        if fault := run_apart(number):
            faults += 1
            print(number, fault[:300], flush=True)
        if faults == 20:
            break
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
