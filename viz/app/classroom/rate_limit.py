"""A rate limit: a token bucket."""

from collections.abc import Callable

Clock = Callable[[], float]  # seconds


class RateLimit:
    """Allows `burst` events at once, and `rate` more per second."""

    def __init__(self, rate: float, burst: int, clock: Clock):
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.allowance = float(burst)
        self.last_update = clock()

    @property
    def is_unused(self) -> bool:
        """Whether no event was counted, or since then as many more were allowed."""
        earned = (self.clock() - self.last_update) * self.rate
        return self.allowance + earned >= self.burst

    def take(self) -> bool:
        """Count one event. Returns False, without counting it, if it comes too soon."""
        now = self.clock()
        earned = (now - self.last_update) * self.rate
        self.allowance = min(self.burst, self.allowance + earned)
        self.last_update = now
        if self.allowance < 1:
            return False
        self.allowance -= 1
        return True

    def give_back(self) -> None:
        """Do not count the last event."""
        self.allowance = min(self.burst, self.allowance + 1)
