"""A letter at a glance: the headline, which is the subject of its mail too, and the sentence an inbox shows beside it.

Both are made of the reader's view and of what the reader was told, so they tell nothing that the letter does not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.engine.choices import Choices
from referee.engine.events import Seen
from referee.engine.kit.customs import DrawDeclined, DrawOffered
from referee.engine.seating import still_in
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.house.disputes import DisputeLapsed, DisputeWithdrawn, RulingFinal
from referee.house.letters import Said
from referee.house.replacing import FellSilent
from referee.house.rulings import RolledBack
from referee.house.undo import UndoAccepted, UndoDeclined, UndoOffered
from referee.table.points import PAUSED, PAUSING, Told
from referee.table.undo import AskedBack
from referee.telling.catalog import telling
from referee.telling.links import Link
from referee.telling.moves import FamilyTold
from referee.telling.sentences import (
    OwedTold,
    Reader,
    TurnTold,
    cited,
    outcome_params,
    told_together,
    waited_for,
    waiting,
)
from referee.telling.shape import NOT_PLAYED
from referee.util.text import clean, parted

if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold

MOST = 140
"""About how many characters an inbox shows of a letter beside its subject."""
SET_UP = "0.0"
"""The position before anything is done."""
BESIDE = (DrawOffered, DrawDeclined)
"""Events of a game that are no move in it."""
DRAW, UNDO, RULING, CLAIM, PAUSE, RESUME = "draw", "undo", "ruling", "claim", "pause", "resume"
UNDO_WAITS = "undo-waits"
ANSWERS = {
    DRAW: ("accept draw", "decline draw"),
    UNDO: ("accept undo", "decline undo"),
    UNDO_WAITS: ("decline undo",),
    RULING: ("accept ruling",),
    CLAIM: ("claim win",),
    PAUSE: ("pause",),
    RESUME: ("resume",),
}
"""H22, H23, H13, H15 What may wait for an answer of a reader, and the orders by which it is answered."""
HEADS = {
    DRAW: "head-offered-draw",
    UNDO: "head-offered-undo",
    RULING: "head-ruled",
    CLAIM: "head-overdue",
    PAUSE: "head-offered-pause",
}
TEXTS = {
    DRAW: "offered-draw",
    UNDO: "offered-undo",
    UNDO_WAITS: "offered-undo-waits",
    RULING: "offered-ruling",
    CLAIM: "offered-claim",
    PAUSE: "offered-pause",
    RESUME: "offered-resume",
}
AT_ITS_POSITION = frozenset({DRAW, CLAIM})
PAUSE_ASKED, PAUSE_ANSWERED = "PauseAsked", frozenset({"PauseWithdrawn", "PauseOver"})
RULED, RULING_ANSWERED = "RulingMade", frozenset({"RulingFinal", "Appealed"})
TOLD_AS = {DRAW: DrawOffered.__name__, UNDO: UndoOffered.__name__, PAUSE: PAUSE_ASKED}
"""The events by which offers are made."""


NEWS = {
    UndoAccepted.__name__: "head-undone",
    UndoDeclined.__name__: "head-undo-declined",
    DrawDeclined.__name__: "head-draw-declined",
    DisputeWithdrawn.__name__: "head-dispute-withdrawn",
    DisputeLapsed.__name__: "head-dispute-over",
    RulingFinal.__name__: "head-dispute-over",
}
"""What others have done that is no move and is told in the subject of a letter."""
AFTER_NEWS = frozenset({RolledBack.__name__})
"""What comes of them, and is told with them."""


Offered = tuple[str, tuple[str, ...], Mapping[str, Any]]
"""What is offered, by whom, and values for the sentence that tells it."""


class Offer(NamedTuple):
    """What seats offer to the reader, by silence too, or a ruling (of no seat) to accept; a link for each answer."""

    what: str
    seats: tuple[str, ...]
    text: str
    answers: tuple[Link, ...]


class Glance(NamedTuple):
    """The headline, what an inbox shows beside it, how the letter begins, and what another offers to the reader.

    It begins with what its reader owes, or with what is now.
    """

    headline: str
    beside: str
    lead: str
    offers: tuple[Offer, ...]


def glance(
    reader: Reader,
    number: str,
    told: Sequence[Told],
    receipt: "ReceiptTold | None",
    turns: Sequence[TurnTold],
    owed: Sequence[OwedTold],
    offered: tuple[Offer, ...],
    *,
    rests: bool,
) -> Glance:
    """The headline of a report and the sentences that matter most: what its reader owes, and what happened last."""
    place = place_of(reader, number)
    offered = tuple(one for one in offered if (one.what == RULING) == rests)
    news = [*(receipt.caused if receipt else ()), *(one.seen for one in told if not one.undone)]
    receipt = None if receipt and receipt.joined else receipt  # what others did is said first
    if struck := None if rests or reader.view.outcome else _struck(reader, place, news):
        return Glance(struck[0], _beside(turns, owed, ""), struck[1], offered)
    heads = [one for one in offered if one.what in HEADS and (one.what != CLAIM or not _silent(told))]
    if heads and not (reader.view.outcome or _refused(receipt)):
        headline = _of_offer(reader, place, heads[0])
    else:
        headline = _headline(reader, place, told, receipt, rests=rests)
    lead = _lead(reader, receipt, owed, headline if rests else "")
    beside = _beside(turns, owed, lead if reader.view.outcome else "")
    return Glance(headline, beside, lead, offered)


def outcome(reader: Reader) -> str:
    """How the game ended, with the number of the rule; and who has what, unless the game's own words tell it."""
    ended, values = reader.view.outcome, outcome_params(reader.view.outcome)
    told, bare = (
        reader.says.say("outcomes", ended.reason, reader.voice, {**values, **more})
        for more in ({}, {"standings": ()})
    )
    rows = [{"seat": seat, "number": number} for seat, number in ended.standings] if told == bare else []
    return cited(f"{told} {reader.text('standings', rows=rows)}" if rows else told, ended.rule)


def in_short(reader: Reader, told: Sequence[Told]) -> tuple[str, ...]:
    """The whole game in a few lines, from everything that happened in it; () while it is on.

    All readers are told the same; a game that counts nothing is told by its turns and its winner.
    """
    if not reader.view.outcome:
        return ()
    turns = reader.game.position(reader.view)[0]
    whole = reader.text("in-short-turns", turns=turns, **outcome_params(reader.view.outcome))
    notes = telling(reader.game).in_short(reader.view, [one.seen for one in told])
    return (whole, *(reader.text(key, **values) for key, values in notes))


def _struck(reader: Reader, place: str, news: Sequence[Seen]) -> tuple[str, str] | None:
    """The headline and the first sentence, where what happened changes the game for its reader; None elsewhere."""
    found = telling(reader.game).struck(reader.view, news)
    if found is None:
        return None
    (head, values), (lead, more) = found
    return reader.text(head, place=place, **values), reader.text(lead, **more)


def _lead(reader: Reader, receipt: "ReceiptTold | None", owed: Sequence[OwedTold], resting: str) -> str:
    """What matters most, in one sentence: who has won; that play rests; that nothing was played; what is owed first."""
    if resting:
        return resting
    if reader.view.outcome:
        return outcome(reader)
    if waiting(reader.view).must and _refused(receipt):
        return reader.text("lead-confirm" if receipt and receipt.looks else "lead-refused")
    return owed[0].text if owed else waited_for(reader)


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

    The answer to a draw is held to the position (H1), so that it is none to a later offer; so is a claim.
    """
    position = "{}.{}".format(*reader.game.position(reader.view))
    still = still_in(reader.view)
    return tuple(
        Offer(
            what,
            seats,
            reader.text(
                TEXTS[what], seat="".join(seats[:1]), seats=seats, on=len({*still} - {*seats}) > 1, **more
            ),
            link(
                [reader.order(order) for order in ANSWERS[what]], position if what in AT_ITS_POSITION else ""
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
    """The moves that a letter lists, without the answers to an offer, which stand beside it with their links."""
    above = {tap.text for one in offered for tap in one.answers}
    return tuple(one for one in listed if not above.intersection(one.orders))


def _offered(reader: Reader, choices: Choices, told: Sequence[Told]) -> Iterator[Offered]:
    if family := choices.family(ANSWERS[DRAW][0]):
        yield DRAW, (reader.view.offer,), {"rule": family.rule}
    if choices.family(ANSWERS[CLAIM][0]):
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


def place_of(reader: Reader, number: str) -> str:
    """The game of the letter with this number, and its turn."""
    turn = reader.game.position(reader.view)[0]
    return reader.text("place", title=title(reader), turn=turn, game=game_of(number))


def game_of(number: str) -> str:
    """The id of the game that the letter `g1.thor.9` belongs to."""
    return number.partition(".")[0]


def title(reader: Reader) -> str:
    """The title of the game in the reader's language."""
    return reader.says.word("title", reader.game.title)


def _headline(
    reader: Reader, place: str, told: Sequence[Told], receipt: "ReceiptTold | None", *, rests: bool
) -> str:
    """Whose turn it is, or what has come about, and the place: the game and its turn."""
    view = reader.view
    if view.outcome:
        if {one.seen.kind for one in told} == {Said.__name__} and not receipt:
            return reader.text("head-written", seat=told[-1].seen["by"], place=place)
        return reader.text("head-over", winners=view.outcome.winners, place=place)
    if rests:
        return reader.text("head-rests", place=place)
    due = waiting(view)
    if news := None if receipt else _news(reader, told):
        head, by = news
        return reader.text(head, seat=by, place=place, mine=due.must)
    if due.mine:
        return _of_reader(reader, place, receipt, must=due.must)
    if (silent := _silent(told)) and not receipt:
        return reader.text("head-silent", seat=silent, place=place)
    if done := None if receipt else _done(reader, told):
        return reader.text(
            "head-written" if _words(reader, done[1]) else "head-moved", seat=done[0], place=place
        )
    return reader.text("head-waiting", seats=due.seats, place=place)


def _of_reader(reader: Reader, place: str, receipt: "ReceiptTold | None", *, must: bool) -> str:
    """The reader's turn, or something that the reader may react to."""
    if not must:
        return reader.text("head-react", place=place)
    if receipt and receipt.looks:
        return reader.text("head-confirm", place=place)
    return reader.text("head-refused" if _refused(receipt) else "head-yours", place=place)


def _refused(receipt: "ReceiptTold | None") -> bool:
    """Whether the reader's letter had orders, and none was played."""
    kinds = {line.kind for line in receipt.lines} if receipt else set()
    return bool(kinds & NOT_PLAYED) and "played" not in kinds


def _of_offer(reader: Reader, place: str, offer: Offer) -> str:
    """What another offers, which a move would end; that the reader is to move stands before a draw that is offered."""
    seat, mine = "".join(offer.seats[:1]), waiting(reader.view).must
    return reader.text(HEADS[offer.what], seat=seat, seats=offer.seats, place=place, mine=mine)


def _silent(told: Sequence[Told]) -> str:
    """H35 The seat of which all are told now that it has been silent for long; "" for none."""
    return next((one.seen.fields["of"] for one in reversed(told) if one.seen.kind == FellSilent.__name__), "")


def _news(reader: Reader, told: Sequence[Told]) -> tuple[str, str] | None:
    """The headline of what another has answered, or of how a dispute ended, and by whom, where it was told last."""
    besides = {reader.game.TURN.__name__, *AFTER_NEWS}
    last = next((one.seen for one in reversed(told) if one.seen.kind not in besides), None)
    by = str(last.fields.get("by", "")) if last else ""
    return (NEWS[last.kind], by) if last and last.kind in NEWS and by != reader.view.seat else None


def _done(reader: Reader, told: Sequence[Told]) -> tuple[str, str] | None:
    """The seat whose doing the reader was told of last, and its kind; None if nobody else did anything.

    A move counts before words that came with it.
    """
    ours = [*_doings(reader, told)]
    if not ours or ours[0][0] == reader.view.seat:
        return None
    return next((one for one in ours if one[0] == ours[0][0] and not _words(reader, one[1])), ours[0])


def _doings(reader: Reader, told: Sequence[Told]) -> Iterator[tuple[str, str]]:
    """Who did what, the last first: not that a turn began, nor what a seat had done before its own turn began.

    Before anything is done there are only acceptances and what lots decide; words are told.
    """
    begun = set[str]()
    for one in reversed(told):
        by, kind = one.seen.fields.get("by"), one.seen.kind
        if kind == reader.game.TURN.__name__:
            begun.add(str(by))
        elif by in reader.seats and by not in begun and (one.position != SET_UP or kind == Said.__name__):
            yield by, kind


def _words(reader: Reader, kind: str) -> bool:
    """Whether what happened is no move: words, an offer, an answer to one."""
    made = reader.game.events.get(kind)
    return kind in OF_THE_HOUSE or (made is not None and issubclass(made, BESIDE))


def _beside(turns: Sequence[TurnTold], owed: Sequence[OwedTold], ended: str) -> str:
    """How the game ended, or what the reader owes, then what happened last, as far as there is room."""
    mine = [ended] if ended else [one.text for one in owed if one.mine]
    lines = [line.text for turn in reversed(turns) for line in reversed(turn.lines)]
    said = ""
    for text in (*mine, *lines[:2]):
        ours, theirs = parted(text)
        one = clean(" ".join(" ".join((ours, *theirs)).split()))
        if said and len(said) + len(one) >= MOST:
            break
        said = f"{said} {one}" if said else one[:MOST]
    return said
