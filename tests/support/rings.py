"""Parameters of a test, some for the inner ring, all others for the outer one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def spread(cases: Sequence[Case], many: int) -> list[Case]:
    """So many of these (two or more), the first and the last among them, at equal distances; all, if they are fewer."""
    if len(cases) <= many:
        return list(cases)
    return [cases[at * (len(cases) - 1) // (many - 1)] for at in range(many)]


def inner_only(values: Iterable[Any], inner: Callable[[Any], bool]) -> list[Any]:
    """All values of a parameter, or of several; those that are not for the inner ring are marked `slow`."""
    return [one if inner(one) else _slow(one) for one in values]


def one_in(many: int, values: Iterable[Any]) -> list[Any]:
    """All values of a parameter, or of several: one in so many for the inner ring, from the first on."""
    return [_slow(one) if at % many else one for at, one in enumerate(values)]


def by_test(items: Iterable[pytest.Item]) -> list[list[pytest.Item]]:
    """The cases of each test, in their order."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [*tests.values()]


def shared(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The cases that a mark `share(n)` leaves to the outer ring: of each n all but the first."""
    left: list[pytest.Item] = []
    for cases in by_test(items):
        if mark := cases[0].get_closest_marker("share"):
            left.extend(case for at, case in enumerate(cases) if at % mark.args[0])
    return left


def _slow(one: Any) -> Any:
    return pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.slow)
