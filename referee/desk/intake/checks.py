"""The checks that a letter goes through, in their order: the first that answers decides what becomes of it.

Each sees the letter as the checks before it left it. A check that has nothing to say returns None.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.desk.company.company import Company
from referee.desk.intake.letter import Arrived, Fate, held
from referee.desk.intake.returns import Returns
from referee.desk.intake.seated import Ruling, Seated
from referee.desk.intake.unknown import Astray, Codes, Unknown, from_a_machine


class Check(NamedTuple):
    """One check: its name, and what it says of a letter."""

    name: str
    of: Callable[[Arrived], Fate | None]


def several_seats(letter: Arrived) -> Fate | None:
    """A letter that bears the secrets of more than one seat is held."""
    return held("several-seats") if len(letter.seats) > 1 else None


def checks(
    returns: Returns,
    codes: Codes,
    unknown: Unknown,
    company: Company,
    astray: Astray,
    seated: Seated,
    ruling: Ruling,
) -> tuple[Check, ...]:
    """All checks.

    Those up to `stranger` are for letters without a secret, those after `several-seats` for letters with one.
    """
    return (
        Check("came-back", returns.check),
        Check("machine", from_a_machine),
        Check("code", codes.check),
        Check("company-code", company.to_code),
        Check("before-restore", unknown.before_a_restore),
        Check("company", company.from_outside),
        Check("astray", astray.check),
        Check("stranger", unknown.stranger),
        Check("several-seats", several_seats),
        Check("machine-at-seat", seated.from_a_machine),
        Check("ruled-before", seated.ruled_before),
        Check("too-fast", seated.too_fast),
        Check("unsigned", seated.unsigned),
        Check("answers-unsent", seated.answers_the_unsent),
        Check("arbiter", ruling.arbiter),
        Check("player", ruling.player),
    )


def first(table: Sequence[Check], letter: Arrived) -> tuple[str, Fate]:
    """The name of the first check that answers, and what it says."""
    answers = ((check.name, fate) for check in table if (fate := check.of(letter)))
    return next(answers)
