"""A letter at a glance: the headline, which is the subject of its mail too, and the sentence an inbox shows beside it.

Both are made of the reader's view and of what the reader was told, so they tell nothing that the letter does not.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.engine.events import Seen
from referee.engine.kit.customs import DrawDeclined, DrawOffered
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.house.disputes import Disputed, DisputeLapsed, DisputeWithdrawn, RulingFinal
from referee.house.letters import LanguageChosen, Said
from referee.house.players import SeatTaken
from referee.house.replacing import FellSilent
from referee.house.rulings import RolledBack
from referee.house.undo import UndoAccepted, UndoDeclined
from referee.table.points import Told
from referee.telling.answers.offered import CLAIM, DRAW, PAUSE, RULING, UNDO, Offer
from referee.telling.catalog import telling
from referee.telling.sentences import (
    OwedTold,
    Reader,
    TurnTold,
    cited,
    outcome_params,
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
HEADS = {
    DRAW: "head-offered-draw",
    UNDO: "head-offered-undo",
    RULING: "head-ruled",
    CLAIM: "head-overdue",
    PAUSE: "head-offered-pause",
}
NEWS = {
    UndoAccepted.__name__: "head-undone",
    UndoDeclined.__name__: "head-undo-declined",
    DrawDeclined.__name__: "head-draw-declined",
    DisputeWithdrawn.__name__: "head-dispute-withdrawn",
    DisputeLapsed.__name__: "head-dispute-over",
    RulingFinal.__name__: "head-dispute-over",
    SeatTaken.__name__: "head-taken",
}
"""What is no move of the reader's and is told in the subject of a letter: what others have done; who took a seat."""
AFTER_NEWS = frozenset({RolledBack.__name__, LanguageChosen.__name__})
"""What comes of them, and is told with them."""


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
) -> tuple[str, str, str, tuple[Offer, ...]]:
    """The headline of a report, what an inbox shows beside it, how it begins, and what another offers to the reader.

    It begins with what its reader owes, or with what is now.
    """
    place = place_of(reader, number)
    offered = tuple(one for one in offered if (one.what == RULING) == rests)
    news = [*(receipt.caused if receipt else ()), *(one.seen for one in told if not one.undone)]
    receipt = None if receipt and receipt.joined else receipt  # what others did is said first
    if struck := None if rests or reader.view.outcome else _struck(reader, place, news):
        return struck[0], _beside(turns, owed, ""), struck[1], offered
    heads = [one for one in offered if one.what in HEADS and (one.what != CLAIM or not _silent(told))]
    if heads and not (reader.view.outcome or _refused(receipt)):
        seats, mine = heads[0].seats, waiting(reader.view).must  # a move would end the offer
        headline = reader.text(
            HEADS[heads[0].what], seat="".join(seats[:1]), seats=seats, place=place, mine=mine
        )
    else:
        headline = _headline(reader, place, told, receipt, rests=rests)
    lead = _lead(reader, receipt, owed, rests=rests)
    beside = _beside(turns, owed, lead if reader.view.outcome else "")
    return headline, beside, lead, offered


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


def _lead(reader: Reader, receipt: "ReceiptTold | None", owed: Sequence[OwedTold], *, rests: bool) -> str:
    """What matters most, in one sentence: who has won; that play rests; that nothing was played; what is owed first."""
    if rests and owed:
        return owed[0].text
    if reader.view.outcome:
        return outcome(reader)
    if waiting(reader.view).must and _refused(receipt):
        return reader.text("lead-refused")
    return owed[0].text if owed else waited_for(reader)


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
        by = next((str(one.seen.fields["by"]) for one in told if one.seen.kind == Disputed.__name__), "")
        return reader.text("head-rests", place=place, seat=by)
    due = waiting(view)
    if news := None if receipt else _news(reader, told):
        head, by = news
        return reader.text(head, seat=by, place=place, mine=due.must)
    if due.mine:
        head = "head-react" if not due.must else "head-refused" if _refused(receipt) else "head-yours"
        return reader.text(head, place=place)
    if (silent := _silent(told)) and not receipt:
        return reader.text("head-silent", seat=silent, place=place)
    if done := None if receipt else _done(reader, told):
        return reader.text(
            "head-written" if _words(reader, done[1]) else "head-moved", seat=done[0], place=place
        )
    return reader.text("head-waiting", seats=due.seats, place=place)


def _refused(receipt: "ReceiptTold | None") -> bool:
    """Whether the reader's letter had orders, and none was played."""
    kinds = {line.kind for line in receipt.lines} if receipt else set()
    return bool(kinds & NOT_PLAYED) and "played" not in kinds


def _silent(told: Sequence[Told]) -> str:
    """H35 The seat of which all are told now that it has been silent for long; "" for none."""
    return next((one.seen.fields["of"] for one in reversed(told) if one.seen.kind == FellSilent.__name__), "")


def _news(reader: Reader, told: Sequence[Told]) -> tuple[str, str] | None:
    """The headline of what another has answered, of how a dispute ended, or who took a seat, where it was told last."""
    besides = {reader.game.TURN.__name__, *AFTER_NEWS}
    last = next((one.seen for one in reversed(told) if one.seen.kind not in besides), None)
    by = str(last.fields.get("by", "")) if last else ""
    if last is None or last.kind not in NEWS:
        return None
    return None if by == reader.view.seat and last.kind != SeatTaken.__name__ else (NEWS[last.kind], by)


def _done(reader: Reader, told: Sequence[Told]) -> tuple[str, str] | None:
    """The seat whose doing the reader was told of last, and its kind; None if nobody else did anything.

    A move counts before words that came with it.
    """
    ours = [*_doings(reader, told)]
    if not ours or ours[0][0] == reader.view.seat:
        return None
    return next((one for one in ours if one[0] == ours[0][0] and not _words(reader, one[1])), ours[0])


def _doings(reader: Reader, told: Sequence[Told]) -> Iterator[tuple[str, str]]:
    """Who did what by a letter, the last first: not that a turn began, nor what a seat had done before its own began.

    Before anything is done there are only acceptances; words are told.
    """
    begun = set[str]()
    for one in reversed(told):
        kind = one.seen.kind
        if kind == reader.game.TURN.__name__:
            begun.add(str(one.seen.fields.get("by")))
        elif one.by and one.by not in begun and (one.position != SET_UP or kind == Said.__name__):
            yield one.by, kind


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
