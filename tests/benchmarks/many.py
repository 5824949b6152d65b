"""The cost of many traces at once: `python -m tests.benchmarks.many PAIRS.tsv.gz [--model NAME]`

PAIRS has an English sentence, a tab and a translation on each line. Times are medians of processor
time on one CPU thread, over rounds in which the ways alternate: compare their ratio. Bytes are
those of the arrays.
"""

import argparse
import gzip
import itertools
import time
from pathlib import Path
from statistics import median

import torch

import models
from models import WEIGHTS_ONLY, Record, Request
from viz.draw.files.archive import trace_arrays

COUNTS = (20, 200)
RECORDS = {
    "everything": Record(),
    "weights only": WEIGHTS_ONLY,
    "weights of cross": Record(("cross",), False, False, False, False),
}


def read_sentences(path: Path, count: int) -> list[str]:
    """Read the first different English sentences of a file of pairs."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        sentences = (line.split("\t")[0] for line in lines)
        return [*itertools.islice(dict.fromkeys(sentences), count)]


def processor_milliseconds(run) -> float:
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


def measure(model, texts: list[str], rounds: int) -> dict[str, float]:
    """Measure the median milliseconds of each way to run all sentences."""
    requests = {
        name: [Request(model.name, text, record=record) for text in texts]
        for name, record in RECORDS.items()
    }
    whole = requests["everything"]
    ways = {
        "trace, one by one": lambda: [model.trace(request) for request in whole],
        "translate": lambda: model.translate(texts),
    } | {
        f"trace_many, {name}": lambda chosen=chosen: model.trace_many(chosen)
        for name, chosen in requests.items()
    }
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            times[way].append(processor_milliseconds(run))
    return {way: median(spent) for way, spent in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--model", default="transformer")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = models.load(options.model, device="cpu")
    model.translate(["I am tired."])  # warm up
    for count in COUNTS:
        texts = read_sentences(options.pairs, count)
        times = measure(model, texts, options.rounds)
        print(f"{model.name}, {count} sentences: ms, and how many times faster than one by one")
        for way, spent in times.items():
            print(f"  {way:<30}{spent:>8.0f}{times['trace, one by one'] / spent:>8.1f}")
    for name, record in RECORDS.items():
        traces = model.trace_many(Request(model.name, text, record=record) for text in texts)
        size = sum(array.nbytes for trace in traces for array in trace_arrays(trace).values())
        print(f"  {name:<30}{size / len(texts) / 1024:>8.0f} KiB a trace")


if __name__ == "__main__":
    main()
