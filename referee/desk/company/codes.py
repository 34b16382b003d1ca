"""The answer to the code of a wish: one frame for all kinds, which are told apart by their rules as values.

A wish is confirmed or refused once, by the address to which its code went. A wish that was granted is ended by a word.
Any other letter to the code brings nothing about.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from referee.desk.company.joining import Letter, said_of, told
from referee.desk.company.ledger import ASKED, OVER, Ledger, Wish, expired
from referee.desk.company.words import CONFIRM, REFUSE
from referee.util.errors import Why

Acts = Callable[[Ledger, Wish, Letter], Ledger]


def _nothing(_ledger: Ledger, _wish: Wish) -> Why | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What is particular to the wishes of a kind.

    Attributes:
        stands: The state of a wish that was granted.
        ends: Words by which it is ended then.
        gives_up: The kind of wish that asks to end one.
        granted: What follows from a wish that is confirmed; it is over unless this says otherwise.
        ended: What follows where one ends, by a word or by a wish that asks for it and is confirmed.
        reason: Why it cannot be granted any more; a reason is told by the letter `unable`.
    """

    stands: str
    ends: frozenset[str]
    gives_up: str
    granted: Acts
    ended: Acts
    reason: Callable[[Ledger, Wish], Why | None] = _nothing
    unable: str = ""


def answered(ledger: Ledger, wish: Wish, said: Iterator[str], letter: Letter, kind: Kind) -> Ledger:
    """The ledger after an answer to the code of a wish of this kind that says these words."""
    words, letter = set(said), replace(letter, sender=wish.address)  # the code went there, and nowhere else
    if wish.state == kind.stands and words & kind.ends:
        return kind.ended(ledger, wish, letter)
    if wish.state != ASKED or not words & {CONFIRM, REFUSE}:
        return ledger
    over = ledger.with_wish(replace(wish, state=OVER))
    if REFUSE in words:
        return over
    if expired(wish, letter.at):
        return told(over, letter, wish.language, "late")
    if reason := kind.reason(ledger, wish):
        return told(over, letter, wish.language, kind.unable, values=said_of(reason))
    return (kind.ended if wish.kind == kind.gives_up else kind.granted)(over, wish, letter)
