"""Taking a letter back by consent: rule H22 of the house. An offer, an agreement, a refusal.

See `referee.table.undo` for what can be taken back.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.choices import Choices, Move
from referee.engine.events import Event, LeavesTheTable, Open, event
from referee.engine.game import Owed
from referee.engine.moves import Decline, Resign
from referee.engine.rules import Rule, rule, why
from referee.engine.seating import still_in
from referee.house.disputes import GOES_ON, nothing_rests, only
from referee.house.letters import answers_this_offer, not_too_much_asked
from referee.house.state import Asked, House, Standing
from referee.notation.reader import Order
from referee.util.errors import Why
from referee.util.values import replace

OFFER, ACCEPT, DECLINE = "offer", "accept", "decline"
UNDO = frozenset({OFFER, ACCEPT, DECLINE})
"""The verbs of questions to the house about taking back."""


@event("H22")
class UndoOffered(LeavesTheTable):
    """A player offers to take back their own last letter of which all have seen something."""

    by: Open[str]


@event("H22")
class UndoAccepted(LeavesTheTable):
    """The offer to take a letter back is accepted; the table stands as before it."""

    by: Open[str]


@event("H22")
class UndoAgreed(LeavesTheTable):
    """A player agrees that a letter is taken back; others still have to."""

    by: Open[str]


@event("H22")
class UndoDeclined(LeavesTheTable):
    """The offer to take a letter back is declined, or withdrawn by the player who made it."""

    by: Open[str]


@rule("H22")
def nothing_behind_an_offer(s: Standing, move: Move) -> Why | None:
    """A player who offers to take a letter back plays nothing until it is answered, but may resign."""
    # The same holds for those who have agreed: they could not forget what is opened to them after that.
    return (
        why("undo-waits") if waits_for_the_answer(s.house, s.seat) and not isinstance(move, Resign) else None
    )


def waits_for_the_answer(house: House, seat: str) -> bool:
    """Whether a seat waits for others to agree that a letter is taken back, and plays nothing until then."""
    return bool(house.undo) and seat in {house.undo, *house.undo_agreed}


def owing(view: Any, house: House) -> Any:
    """A seat's view with what others owe it before it may go on (H22): while it waits, it owes nothing itself."""
    if not waits_for_the_answer(house, view.seat or ""):
        return view
    asked = (one for one in still_in(view) if one not in {house.undo, *house.undo_agreed})
    return replace(view, owed=tuple(Owed(one, "answer-undo", "H22") for one in asked))


def left_over(house: House, seat: str, choices: Choices) -> Choices:
    """What is left of the choices of a seat: little while play rests, and less while it waits for such an answer."""
    if house.docket.case is not None:
        choices = only(GOES_ON, choices)
    return only((Resign,), choices) if waits_for_the_answer(house, seat) else choices


def meant(order: Order, house: House, view: Any, seat: str) -> tuple[str, ...]:
    """What a bare `accept` or `decline` means while another player offers to take a letter back.

    The verb; or both readings, if a draw is offered too. () for everything else: it means what it always
    means.
    """
    verb = ACCEPT if order.bare else DECLINE if isinstance(order.move, Decline) else ""
    if not verb or house.waiting or house.undo in {"", seat} or seat in house.undo_agreed:
        return ()
    drawn = view.offer not in {"", seat}
    return (f"{verb} draw", f"{verb} undo") if drawn else (verb,)


@rule("H22")
def game_is_on(a: Asked, _verb: str) -> Why | None:
    """A letter of a game that is on can be taken back."""
    if a.house.waiting or a.house.undoing is None:
        return why("not-accepted", seats=a.house.waiting)
    return why("game-over") if a.over else None


@rule("H22")
def no_offer_stands(a: Asked, _verb: str) -> Why | None:
    """One offer stands at a time."""
    return why("undo-stands", seat=a.house.undo) if a.house.undo else None


@rule("H22")
def offered_in_a_letter_of_its_own(a: Asked, _verb: str) -> Why | None:
    """An offer stands in a letter that plays nothing before it."""
    return why("undo-same-letter") if a.acted else None


@rule("H22")
def can_be_taken_back(a: Asked, verb: str) -> Why | None:
    """A letter can be taken back only if it told nobody anything new, drew no lot, and nobody else has acted since."""
    found: Why | None = (
        a.house.undoing.offer()
        if verb == OFFER
        else a.house.undoing.accept(a.house.undo, a.house.undo_agreed)
    )
    return found


@rule("H22")
def an_offer_stands(a: Asked, verb: str) -> Why | None:
    """The offer of another is accepted; any that stands is declined, or withdrawn by the player who made it."""
    if not a.house.undo:
        return why("undo-none")
    asked = {*a.house.undoing.asked(a.house.undo)} - {*(a.house.undo_agreed if verb == ACCEPT else ())}
    return None if a.seat in asked or (verb == DECLINE and a.seat == a.house.undo) else why("undo-none")


@rule("H22")
def agreed_in_a_letter_of_its_own(a: Asked, _verb: str) -> Why | None:
    """An agreement stands in a letter that plays nothing before it."""
    return why("undo-acted") if a.acted else None


def _agreed(a: Asked) -> tuple[Event, ...]:
    if {*a.house.undoing.asked(a.house.undo)} - {a.seat, *a.house.undo_agreed}:
        return (UndoAgreed(a.seat),)
    event, _ = a.house.undoing.back()
    return UndoAccepted(a.seat), event


ON = (nothing_rests, game_is_on)
WORDS: Mapping[str, tuple[Callable[[Asked], tuple[Event, ...]], tuple[Rule, ...]]] = {
    OFFER: (
        lambda a: (UndoOffered(a.seat),),
        (*ON, not_too_much_asked, no_offer_stands, offered_in_a_letter_of_its_own, can_be_taken_back),
    ),
    ACCEPT: (
        _agreed,
        (*ON, an_offer_stands, answers_this_offer, agreed_in_a_letter_of_its_own, can_be_taken_back),
    ),
    DECLINE: (lambda a: (UndoDeclined(a.seat),), (*ON, an_offer_stands)),
}
"""What players say about taking a letter back: the events, and the rules it is held to, in the order told."""
