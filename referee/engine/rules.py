"""Rules as values: what a move is held to, and why it was refused.

A rule is a small function of a *view* and a move. It never sees the state, so a refusal cannot tell
its reader anything that the reader's own view does not hold already.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from referee.util.errors import Why
from referee.util.values import Value, worked_out

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def why(key: str, **params: Any) -> Why:
    """Make a reason; `params` are names and places that the reader's own view holds."""
    return Why(key, params)


Check = Callable[[Any, Any], Why | None]


class Rule(Value, dict=True):
    """One numbered rule: `check(view, move)` answers None (allowed) or why not.

    If a rule does not `stop`, a line that breaks it is passed over, and the letter goes on. A check whose second
    parameter begins with `_` looks at the view alone: it is asked once for all moves of a kind (`unbroken`).
    """

    number: str
    name: str
    text: str
    check: Check
    stops: bool = True

    @worked_out
    def of_table(self) -> bool:
        """Whether it looks at the view alone."""
        code: Any = getattr(self.check, "__code__", None)
        return code is not None and code.co_argcount > 1 and code.co_varnames[1].startswith("_")


class Refused(Value):
    """A move that the rules do not allow: the number of the rule broken, why, and whether the letter stops at it."""

    rule: str
    why: Why
    stops: bool = True


NUMBER = r"[A-Z]?[0-9]{1,3}(?:\.[0-9]{1,3}(?:[A-Za-z][0-9]{0,2})?)?"
"""How the number of a rule is written, as an expression: `15.2`, `H4`, `M16`, `2.1D2`, `0`."""


def rule(number: str, *, stops: bool = True) -> Callable[[Check], Rule]:
    """Make a rule of a function whose docstring says the rule in our own words."""

    def declare(check: Check) -> Rule:
        if not check.__doc__:
            raise TypeError(f"rule {number} ({check.__name__}) does not say what it demands")
        cites(number)(check)
        return Rule(number, check.__name__, check.__doc__.strip(), check, stops)

    return declare


CITED: dict[str, list[tuple[str, str]]] = {}
"""For each module, the numbers its code cites, each with the name of what cites it."""


def cites(*numbers: str) -> Callable[[F], F]:
    """Say which numbered rules a function or class carries out; a test compares these with the rulebook."""

    def mark(thing: F) -> F:
        for number in numbers:
            CITED.setdefault(thing.__module__, []).append((number, thing.__name__))
        return thing

    return mark


def cited(package: str) -> Iterator[tuple[str, str, str]]:
    """Every (number, module, name) cited by the modules of a package that have been imported."""
    for module, entries in CITED.items():
        if module == package or module.startswith(package + "."):
            for number, name in entries:
                yield number, module, name


def first_broken(rules: Iterable[Rule], view: Any, move: Any) -> Refused | None:
    """Hold a move to its rules in the order told; the first one broken, or None."""
    for one in rules:
        if (reason := one.check(view, move)) is not None:
            return Refused(one.number, reason, one.stops)
    return None


def unbroken(rules_of: Callable[[type[T]], Iterable[Rule]], view: Any, moves: Iterable[T]) -> Iterator[T]:
    """Those of many moves that break no rule of their kind; the same as `first_broken` tells of each, but faster."""
    checks: dict[type[T], tuple[Check, ...] | None] = {}
    for move in moves:
        kind = type(move)
        if kind not in checks:
            checks[kind] = _checks(rules_of(kind), view, move)
        if (own := checks[kind]) is None:
            continue
        for check in own:
            if check(view, move) is not None:
                break
        else:
            yield move


def _checks(rules: Iterable[Rule], view: Any, move: Any) -> tuple[Check, ...] | None:
    """The checks that look at a move; None where one that looks at the view alone refuses all moves of this kind."""
    rules = tuple(rules)
    if any(one.of_table and one.check(view, move) is not None for one in rules):
        return None
    return tuple(one.check for one in rules if not one.of_table)
