"""A letter at a glance: the headline, which is the subject of its mail too, and the sentence an inbox shows beside it.

Both are made of the reader's view and of what the reader was told, so they tell nothing that the letter does not.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from referee.table.points import Told
from referee.telling.sentences import OwedTold, Reader, TurnTold, waited_for, waiting
from referee.util.text import clean, parted

if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold

MOST = 140
"""About how many characters an inbox shows of a letter beside its subject."""
NOT_PLAYED = frozenset({"refused", "passed-over", "misread", "ambiguous", "not-played"})
"""What can become of an order that was not played."""


class Glance(NamedTuple):
    """The headline, what an inbox shows beside it, and how the letter begins: what its reader owes, or what is now."""

    headline: str
    beside: str
    lead: str


def glance(
    reader: Reader,
    number: str,
    told: Sequence[Told],
    receipt: "ReceiptTold | None",
    turns: Sequence[TurnTold],
    owed: Sequence[OwedTold],
    *,
    rests: bool,
) -> Glance:
    """The headline of a report and the sentences that matter most: what its reader owes, and what happened last."""
    place = place_of(reader, number)
    headline = _headline(reader, place, told, receipt, rests=rests)
    return Glance(headline, _beside(turns, owed), _lead(reader, receipt, owed, headline if rests else ""))


def _lead(reader: Reader, receipt: "ReceiptTold | None", owed: Sequence[OwedTold], resting: str) -> str:
    """What matters most, in one sentence: who has won; that play rests; that nothing was played; what is owed first."""
    if resting:
        return resting
    if ended := reader.view.outcome:
        return reader.text("lead-over", winners=ended.winners)
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
        return reader.text("head-over", winners=view.outcome.winners, place=place)
    if rests:
        return reader.text("head-rests", place=place)
    due = waiting(view)
    if due.mine:
        return _of_reader(reader, place, receipt, must=due.must)
    if mover := None if receipt else _mover(reader, told):
        return reader.text("head-moved", seat=mover, place=place)
    return reader.text("head-waiting", seats=due.seats, place=place)


def _of_reader(reader: Reader, place: str, receipt: "ReceiptTold | None", *, must: bool) -> str:
    """The reader's turn, or something that the reader may react to."""
    if not must:
        return reader.text("head-react", place=place)
    return reader.text("head-refused" if _refused(receipt) else "head-yours", place=place)


def _refused(receipt: "ReceiptTold | None") -> bool:
    """Whether the reader's letter had orders, and none was played."""
    kinds = {line.kind for line in receipt.lines} if receipt else set()
    return bool(kinds & NOT_PLAYED) and "played" not in kinds


def _mover(reader: Reader, told: Sequence[Told]) -> str | None:
    """The seat whose doing the reader was told of last; None if nobody else did anything."""
    done = (one.seen.fields.get("by") for one in reversed(told))
    last = next((by for by in done if by in reader.seats), None)
    return None if last == reader.view.seat else last


def _beside(turns: Sequence[TurnTold], owed: Sequence[OwedTold]) -> str:
    """What the reader owes, then what happened last, as far as there is room."""
    mine = [one.text for one in owed if one.mine]
    lines = [line.text for turn in reversed(turns) for line in reversed(turn.lines)]
    said = ""
    for text in (*mine, *lines[:2]):
        ours, theirs = parted(text)
        one = clean(" ".join(" ".join((ours, *theirs)).split()))
        if said and len(said) + len(one) >= MOST:
            break
        said = f"{said} {one}" if said else one[:MOST]
    return said
