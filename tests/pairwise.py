"""Covering sets: few rows of choices in which every two values of two choices occur together."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

Row = dict[str, str]  # the value by the name of its choice
Take = Callable[[str, Sequence[str]], str]  # takes one of the values for the choice of this name


def covering_set(make_row: Callable[[Take], object]) -> Iterator[Row]:
    """Yield rows in which every possible pair of values occurs; each row adds a pair.

    `make_row(take)` calls `take` once for each choice. The offered values may depend on earlier
    ones. Greedy, after Cohen et al. 1997, "The AETG system".
    """
    met: set[frozenset] = set()
    impossible: set[frozenset] = set()
    uses: Counter = Counter()
    before: dict[tuple[str, str], Row] = {}  # the choices taken before a value was first offered

    def build_row(wanted: Row) -> Row:
        row: Row = {}

        def take(name: str, values: Sequence[str]) -> str:
            def gain(value: str) -> tuple[int, int]:
                pairs = (frozenset({(name, value), other}) for other in row.items())
                return sum(pair not in met for pair in pairs), -uses[name, value]

            for value in values:
                before.setdefault((name, value), {**row})
            is_offered = wanted.get(name) in values
            row[name] = wanted[name] if is_offered else max(values, key=gain)
            return row[name]

        make_row(take)
        return row

    def try_row(wanted: Row) -> Iterator[Row]:
        row = build_row(wanted)
        pairs = {frozenset(pair) for pair in combinations(row.items(), 2)}
        if not pairs <= met:
            met.update(pairs)
            uses.update(row.items())
            yield row

    yield from try_row({})
    known = 0
    while known < len(before):  # a row may offer new values
        known = len(before)
        for one, other in combinations([*before], 2):
            pair = frozenset({one, other})
            if one[0] == other[0] or pair in met or pair in impossible:
                continue
            for first, second in ((one, other), (other, one)):
                if pair not in met:
                    yield from try_row(before[first] | before[second] | dict((one, other)))
            if pair not in met:
                impossible.add(pair)
