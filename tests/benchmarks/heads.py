"""The time and memory of measuring heads.

`python -m tests.benchmarks.heads [--sentences 10000] [--data FILE] [--memory 10000 100000]`

The plain batched forward pass and the whole measurement alternate on the same parts of the corpus,
or of the pairs of FILE. Processor time and wall-clock time are given: the former leaves out other
processes of the machine. With `--memory` the command runs instead on these numbers of lines, each
in a new process.
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
    """The duration of a call: processor time and wall-clock time."""

    processor: float = 0.0
    clock: float = 0.0

    def plus(self, other: "Seconds") -> "Seconds":
        return Seconds(self.processor + other.processor, self.clock + other.clock)


def timed(run: Callable[[], object]) -> Seconds:
    """Time a call."""
    processor, clock = time.process_time(), time.perf_counter()
    run()
    return Seconds(time.process_time() - processor, time.perf_counter() - clock)


def plain_pass(model, pairs: list) -> Seconds:
    """Time the encoding of pairs and the network's forward pass, without recording."""
    encoded: list = []
    total = timed(lambda: encoded.extend(encode(model, pairs)))
    for rows in batches(encoded):
        # The words of a batch are not used in a plain pass.
        batch = build_batch(model, rows, Vocabulary())
        total = total.plus(timed(lambda: forward(model.network, batch)))
    return total


def measure(name: str, file: Path, sentences: int) -> tuple[Seconds, Seconds]:
    """Time the plain pass and the measurement."""
    model = load(name, "cpu")
    numbered = enumerate(islice(cycle(list(islice(read(file), sentences))), sentences))
    plain, measured = Seconds(), Seconds()
    for pairs in chunks(numbered, CHUNK):
        plain = plain.plus(plain_pass(model, pairs))
        measured = measured.plus(timed(lambda: analyse(model, pairs)))
    return plain, measured


def peak_memory(name: str, file: Path, sentences: int) -> float:
    """Return the most megabytes of the command while it measures so many lines of a file."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "lines.tsv"
        with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as text:
            lines = list(text)
        # Lines from the whole file: the long sentences may be at its end.
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
