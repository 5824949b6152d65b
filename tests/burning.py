"""Functions that use the processor, where a child process can import them."""

import time


def burn(seconds: float, report: object = None) -> float:
    """Use the processor for some seconds; return how many."""
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        pass
    return spent


def burn_long(*arguments: object) -> None:
    burn(3)
