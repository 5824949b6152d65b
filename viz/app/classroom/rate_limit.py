"""A limit on how often something may happen: a token bucket."""

import threading
from collections.abc import Callable

Clock = Callable[[], float]  # seconds


class RateLimit:
    """Allows `burst` events at once, and `rate` more each second. Many threads may ask."""

    def __init__(self, rate: float, burst: int, clock: Clock):
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.allowance = float(burst)
        self.last_update = clock()
        self.lock = threading.Lock()

    def take(self) -> bool:
        """Count one event; False, and it is not counted, when it comes too soon."""
        with self.lock:
            now = self.clock()
            earned = (now - self.last_update) * self.rate
            self.allowance = min(self.burst, self.allowance + earned)
            self.last_update = now
            if self.allowance < 1:
                return False
            self.allowance -= 1
            return True
