"""How fast heads are measured, and in how much memory.

`python -m tests.benchmarks.heads [--sentences 10000] [--data FILE] [--memory 10000 100000]`

The plain batched forward pass and the whole measurement take turns on the same parts of the corpus,
or of the English and French of FILE; a second of the one stands beside a second of the other, and
the processor's time beside the clock's: the former leaves out what else runs on the machine. With
`--memory` the command runs on so many lines instead, each number in a process of its own.
"""

import argparse
import gzip
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import torch

from models import load
from models.analysis.analysis import analyse
from models.analysis.encoded import CHUNK, batches, build_batch, chunks, encode, forward
from models.analysis.sentences import CORPUS, read
from models.analysis.sides import Vocabulary

MEMORY = """
import resource
import sys
from models.analysis.__main__ import main
main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


class Seconds(NamedTuple):
    """What something took: of the processor, and by the clock."""

    processor: float = 0.0
    clock: float = 0.0

    def plus(self, other: "Seconds") -> "Seconds":
        return Seconds(self.processor + other.processor, self.clock + other.clock)


def timed(run: Callable[[], object]) -> Seconds:
    """How long a call takes."""
    processor, clock = time.process_time(), time.perf_counter()
    run()
    return Seconds(time.process_time() - processor, time.perf_counter() - clock)


def plain_pass(model, pairs: list) -> Seconds:
    """What reading the pairs and the network's pass over them take, nothing recorded."""
    encoded: list = []
    total = timed(lambda: encoded.extend(encode(model, pairs)))
    for rows in batches(encoded):
        batch = build_batch(model, rows, Vocabulary())  # its words are no part of a plain pass
        total = total.plus(timed(lambda: forward(model.network, batch)))
    return total


def measure(name: str, file: Path, sentences: int) -> tuple[Seconds, Seconds]:
    """What the plain pass and the measurement take."""
    model = load(name, "cpu")
    numbered = enumerate(islice(cycle(list(islice(read(file), sentences))), sentences))
    plain, measured = Seconds(), Seconds()
    for pairs in chunks(numbered, CHUNK):
        plain = plain.plus(plain_pass(model, pairs))
        measured = measured.plus(timed(lambda: analyse(model, pairs)))
    return plain, measured


def peak_memory(name: str, file: Path, sentences: int) -> float:
    """The most megabytes that the command holds while it measures so many lines of a file."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "lines.tsv"
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as text:
            lines = list(text)
        # From all over the file, which may have its long sentences at the end.
        chosen = (lines[place * len(lines) // sentences] for place in range(sentences))
        data.write_text("".join(chosen), encoding="utf-8")
        arguments = [name, "--data", str(data), "--out", f"{folder}/sums.npz"]
        command = [sys.executable, "-c", MEMORY, *arguments]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(printed.split()[-1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.heads", description=__doc__)
    parser.add_argument("--model", default="transformer")
    parser.add_argument("--data", type=Path, default=CORPUS)
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--memory", type=int, nargs="+", metavar="SENTENCES")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    for sentences in options.memory or ():
        megabytes = peak_memory(options.model, options.data, sentences)
        print(f"{sentences:,} lines: {megabytes:.0f} MB at most", flush=True)
    if options.memory:
        return
    plain, measured = measure(options.model, options.data, options.sentences)
    for unit in Seconds._fields:
        rates = [options.sentences / getattr(seconds, unit) for seconds in (plain, measured)]
        print(
            f"by the {unit}: plain pass {rates[0]:.0f} sentences a second, measured "
            f"{rates[1]:.0f}, {rates[1] / rates[0]:.0%} of it"
        )


if __name__ == "__main__":
    main()
