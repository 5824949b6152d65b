"""Marks of single cases of a test."""

from collections.abc import Collection, Iterable

import pytest


def slow_after(count: int, cases: Iterable) -> list:
    """Mark as slow all but the first `count` of those of these cases that have no mark."""
    marked = []
    for case in cases:
        if not hasattr(case, "marks"):
            case = pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
        if not case.marks:
            count -= 1
            if count < 0:
                case = pytest.param(*case.values, id=case.id, marks=pytest.mark.slow)
        marked.append(case)
    return marked


def slow_except(quick: Collection[str], cases: Iterable[str]) -> list:
    """Mark as slow all of these cases but the named ones."""
    return [case if case in quick else pytest.param(case, marks=pytest.mark.slow) for case in cases]
