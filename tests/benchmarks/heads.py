"""How fast heads are measured: `python -m tests.benchmarks.heads [--sentences 10000]`.

The plain batched forward pass and the whole measurement take turns on the same parts of the corpus,
and it is the processor's time that counts: what else runs on the machine plays no part.
"""

import argparse
import time
from itertools import cycle, islice

import torch

from models import load
from models.analysis.analysis import analyse
from models.analysis.encoded import CHUNK, batches, build_batch, chunks, encode, forward
from models.analysis.sentences import CORPUS, read
from models.analysis.sides import Vocabulary


def plain_pass(model, pairs: list) -> float:
    """Seconds that reading the pairs and the network's pass over them take, nothing recorded."""
    start = time.process_time()
    encoded = encode(model, pairs)
    total = time.process_time() - start
    for rows in batches(encoded):
        batch = build_batch(model, rows, Vocabulary())  # its words are no part of a plain pass
        start = time.process_time()
        forward(model.network, batch)
        total += time.process_time() - start
    return total


def measure(name: str, sentences: int) -> tuple[float, float]:
    """Sentences a second of the plain pass, and of the measurement."""
    model = load(name, "cpu")
    numbered = enumerate(islice(cycle(list(read(CORPUS))), sentences))
    plain = measured = 0.0
    for pairs in chunks(numbered, CHUNK):
        plain += plain_pass(model, pairs)
        start = time.process_time()
        analyse(model, pairs)
        measured += time.process_time() - start
    return sentences / plain, sentences / measured


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.heads", description=__doc__)
    parser.add_argument("--model", default="transformer")
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    plain, measured = measure(options.model, options.sentences)
    print(f"plain pass {plain:.0f} sentences a second, measured {measured:.0f}")
    print(f"{measured / plain:.0%} of it")


if __name__ == "__main__":
    main()
