"""What others offer to the reader of a letter, and what the reader may do besides, with links for the answers.

It is worked out from view, letter and house.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.engine.choices import Choices
from referee.engine.kit.customs import TYPED, DrawOffered
from referee.engine.seating import still_in
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.house.undo import UndoOffered
from referee.table.points import PAUSED, PAUSING, Told
from referee.table.undo import AskedBack
from referee.telling.links import Link
from referee.telling.moves import FamilyTold
from referee.telling.sentences import Reader, told_together
from referee.util.values import Value

if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold

DRAW, UNDO, RULING, CLAIM, PAUSE, RESUME = "draw", "undo", "ruling", "claim", "pause", "resume"
UNDO_WAITS = "undo-waits"
OFFERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    DRAW: ("offered-draw", ("accept draw", "decline draw")),
    UNDO: ("offered-undo", ("accept undo", "decline undo")),
    UNDO_WAITS: ("offered-undo-waits", ("decline undo",)),
    RULING: ("offered-ruling", ("accept ruling",)),
    CLAIM: ("offered-claim", ("claim win",)),
    PAUSE: ("offered-pause", ("pause",)),
    RESUME: ("offered-resume", ("resume",)),
}
"""H22, H23, H13, H15 What may wait for an answer of a reader: the text that tells it, and the orders that answer it."""
AT_ITS_POSITION = frozenset({DRAW})
PAUSE_ASKED, PAUSE_ANSWERED = "PauseAsked", frozenset({"PauseWithdrawn", "PauseOver"})
RULED, RULING_ANSWERED = "RulingMade", frozenset({"RulingFinal", "Appealed"})
TOLD_AS = {DRAW: DrawOffered.__name__, UNDO: UndoOffered.__name__, PAUSE: PAUSE_ASKED}
"""The events by which offers are made."""


Offered = tuple[str, tuple[str, ...], Mapping[str, Any]]
"""What is offered, by whom, and values for the sentence that tells it."""


class Offer(NamedTuple):
    """What seats offer to the reader, by silence too, or a ruling (of no seat) to accept; a link for each answer."""

    what: str
    seats: tuple[str, ...]
    text: str
    answers: tuple[Link, ...]


def offers(
    reader: Reader,
    choices: Choices,
    told: Sequence[Told],
    link: Callable[[Sequence[str], str], tuple[Link, ...]],
    due: Mapping[str, str],
    back: AskedBack | None,
) -> tuple[Offer, ...]:
    """What others offer to the reader, as far as the reader's view and this letter tell; and the end of a pause.

    Whoever waits for an answer to an offer to take a letter `back` may end it.

    A pause is offered while clocks run, which is so if there is a deadline of some seat in `due` (`due_told`), and
    the reader has not asked for it already.

    The answer to a draw is held to the position (H1), so that it is none to a later offer. What ends the game has no
    link: the sentence says how it is written.
    """
    position = reader.position
    still = still_in(reader.view)
    return tuple(
        Offer(
            what,
            seats,
            reader.text(
                OFFERS[what][0],
                seat="".join(seats[:1]),
                seats=seats,
                on=len({*still} - {*seats}) > 1,
                **more,
            ),
            link(
                [reader.order(order) for order in OFFERS[what][1] if order not in TYPED],
                position if what in AT_ITS_POSITION else "",
            ),
        )
        for what, seats, more in (
            *_of_undo(reader, back),
            *_offered(reader, choices, told),
            *_of_pause(reader, told, due),
        )
    )


def without_offers(told: Sequence[Told], offered: Sequence[Offer]) -> list[Told]:
    """What a letter tells as having happened, without those offers which stand above it with their answers."""
    above = {(TOLD_AS[one.what], seat) for one in offered if one.what in TOLD_AS for seat in one.seats}
    return [one for one in told if (one.seen.kind, one.seen.fields.get("by")) not in above]


def besides(listed: Sequence[FamilyTold], offered: Sequence[Offer]) -> tuple[FamilyTold, ...]:
    """The moves that a letter lists, without the answers to an offer, which stand beside it."""
    above = {order for one in offered for order in OFFERS[one.what][1]}
    return tuple(one for one in listed if one.key not in above)


def _offered(reader: Reader, choices: Choices, told: Sequence[Told]) -> Iterator[Offered]:
    if family := choices.family("accept draw"):
        yield DRAW, (reader.view.offer,), {"rule": family.rule}
    if choices.family("claim win"):
        yield CLAIM, tuple(one for one in reader.view.overdue if one != reader.view.seat), {}
    seen = [one.seen for one in told if not one.undone]
    ruled = [one.kind for one in seen if one.kind in {RULED, *RULING_ANSWERED}]
    if ruled and ruled[-1] == RULED and reader.view.seat is not None:
        yield RULING, (), {}


def _of_undo(reader: Reader, back: AskedBack | None) -> Iterator[Offered]:
    """H22 The offer to take a letter back: or the reader's own, or agreed to by the reader, which waits.

    With it goes what the reader was shown of that letter, in sentences.
    """
    still = still_in(reader.view)
    if back is None or reader.view.seat not in still:
        return
    turn = reader.game.TURN.__name__
    shown = [one.seen for one in back.told if one.seen.kind not in {turn, *OF_THE_HOUSE}]
    more = {"sentences": tuple(told_together(reader, shown)), "mine": reader.view.seat == back.by}
    if reader.view.seat in {back.by, *back.agreed}:
        yield UNDO_WAITS, tuple(one for one in still if one not in {back.by, *back.agreed}), more
    else:
        yield UNDO, (back.by,), more


def _of_pause(reader: Reader, told: Sequence[Told], due: Mapping[str, str]) -> Iterator[Offered]:
    """H15 A pause that another has asked for, the last thing told of pauses; or the end of one that is on."""
    seat, kinds = reader.view.seat, {PAUSE_ASKED, *PAUSE_ANSWERED}
    if PAUSED in due and seat in still_in(reader.view):
        yield RESUME, (), {}
    rests = [one.seen for one in told if not one.undone and one.seen.kind in kinds]
    runs = PAUSING not in due and not due.keys().isdisjoint(reader.seats)
    if runs and rests and rests[-1].kind == PAUSE_ASKED and seat not in {None, rests[-1].fields["by"]}:
        yield PAUSE, (rests[-1].fields["by"],), {}


# What a reader is asked besides, or may do besides: about a dispute, silent players, another game, what is published.


Linked = Callable[[Iterable[str]], tuple[Link, ...]]
"""Gives the links for orders to the reader's own address."""


class Disputing(Value):
    """What a reader may do about a dispute (H20): withdraw it, or say how it was; `by` has raised it."""

    by: str
    withdraws: bool = False
    states: bool = False


class After(Value):
    """What a reader is asked when the game is over (H25, H26).

    Attributes:
        opens: whether there is something that the reader may open to all.
        name: the name under which the reader may be published; "" if that is settled.
    """

    opens: bool = False
    name: str = ""


def after(reader: Reader, asked: After | None, link: Linked) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """How the game can be replayed and annotated, and what the reader is asked: each with links for the answers."""
    if asked is None:
        return
    yield reader.text("after-how"), link([reader.order("replay")])
    if asked.opens:
        yield reader.text("after-open"), link([reader.order("open notes")])
    if asked.name:
        answers = reader.text("publish-yes", name=asked.name), reader.text("publish-no")
        yield reader.text("after-publish"), link(answers)
    if asked.opens or asked.name:
        yield reader.text("after-once"), ()


def rematch(reader: Reader, told: "ReceiptTold | None", link: Linked) -> Iterator[Offer]:
    """H30 How another game is asked for, in each letter after the end; not where a line is answered with it."""
    order = reader.order("rematch")
    answered = told is not None and any(order in line.meant for line in told.lines)
    if not answered:
        taps = link([order])
        yield Offer("", (), reader.text("after-rematch"), taps)


def of_dispute(reader: Reader, on: Disputing | None, link: Linked) -> Iterator[Offer]:
    """H20 How the reader withdraws the dispute, or says how it was in a sentence that fits often: each with a link."""
    if on is None:
        return
    if on.withdraws:
        taps = link((reader.order("withdraw dispute"),))
        yield Offer("", (on.by,), reader.text("dispute-yours"), taps)
    if on.states:
        said = (reader.text("dispute-agreed", seat=on.by), reader.text("dispute-denied"))
        yield Offer("", (on.by,), reader.text("dispute-theirs"), link(said))


def votes(
    reader: Reader, silent: Sequence[tuple[str, bool]], link: Linked
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """H35 How the reader may vote to replace the player of a silent seat, or take a vote back: each with a link."""
    for seat, voted in silent:
        order = reader.order(f"replace {seat} no" if voted else f"replace {seat}")
        told = reader.text("after-voted" if voted else "after-vote", seat=seat)
        yield told, link([order])
