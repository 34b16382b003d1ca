"""Variations: orders that were not played, played by the referee from a place of a game.

>>> from referee import Table
>>> from referee.archive.lines import WORLDS, played, share
>>> table = Table.load("examples/thunder/first-blood/record.yaml")
>>> line = played(table, "9.1", "draw (challenge A); thor: draw")
>>> [(move.seat, move.order, move.verdict, move.rule) for move in line.all_moves()]
[('loki', 'draw', 'played', ''), ('loki', 'challenge A', 'refused', '6.1'), ('thor', 'draw', 'played', '')]
>>> (draw,) = played(table, "9.1", "draw", "loki", look=WORLDS).moves
>>> best = draw.outcomes[0]
>>> best.told.seen["card"], f"{share(best.worlds, draw.figures.worlds)} %"
('loki.viking-warriors', '17 %')

Nothing of a variation changes the table or its record. It is looked at in one of three ways. With all `OPEN` it is
played in the table as it was, by the one judge, and its lots fall as they fell as long as it follows the game. As it
was `KNOWN` to a seat it is played in worlds that the seat could have been in there, and goes on as long as the
seat is shown the same in all of them. Over `WORLDS` it goes on in each of these, and says of how many something
holds. They are a sample, always the same one. These two look at nothing but what the seat sees at that place and was
shown up to there.
"""

from referee.archive.lines.moves import (
    KNOWN,
    OPEN,
    POSSIBLE,
    WORLDS,
    Figures,
    Judge,
    Line,
    Move,
    Outcome,
    share,
)
from referee.archive.lines.play import MOST_STEPS, Player, World
from referee.archive.lines.stands import stands_at
from referee.archive.lines.text import parted, read
from referee.archive.moments import Moment, moments
from referee.archive.notes import Note
from referee.archive.places import Place, place_in
from referee.engine.rules import why
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import NotAllowed, NotFound, WrongUsage

__all__ = [
    "KNOWN",
    "LINE",
    "OPEN",
    "POSSIBLE",
    "WORLDS",
    "Figures",
    "Line",
    "Move",
    "Outcome",
    "of_note",
    "parted",
    "played",
    "played_at",
    "share",
]

LINE = "line"
"""The kind of note that holds a variation."""


def played(
    table: Table,
    place: str,
    text: str,
    seat: str | None = None,
    *,
    look: str = "",
    language: str = "",
    keeper: bool = False,
) -> Line:
    """A variation from a place that is written as for a note, such as `7.2` or `entry 14 line 2`.

    `seat` is its reader (None: an onlooker), by whose knowledge it is played unless `look` is `OPEN`. If no look
    is named, all is open when the game is over, or for its keeper where no seat is named. Raises `Faulty` for a
    place that is not there, for a look that this record or this time does not allow, and for an unknown seat;
    never for a text.
    """
    moment, where = place_in(moments(table), place)
    return played_at(table, moment, where, text, seat, look=look, language=language, keeper=keeper)


def played_at(
    table: Table,
    moment: Moment,
    place: Place,
    text: str,
    seat: str | None = None,
    *,
    look: str = "",
    language: str = "",
    keeper: bool = False,
    most: int = MOST_STEPS,
) -> Line:
    """The same from a place of a moment, as a note has it.

    At most about `most` orders are played in all worlds together: with fewer there is less to wait for, and the
    figures are coarser.
    """
    may_open = not isinstance(table, Redacted) and (table.outcome or (keeper and seat is None))
    look = look or (OPEN if may_open else KNOWN)
    if look not in {OPEN, KNOWN, WORLDS}:
        raise WrongUsage("line-look", given=look, known=(OPEN, KNOWN, WORLDS))
    if look == OPEN and isinstance(table, Redacted):
        raise NotFound("redacted-record", game=table.id)
    if look == OPEN and not (table.outcome or keeper):
        raise NotAllowed("line-open", game=table.id)
    if seat is not None and seat not in table.seats:
        raise NotFound("no-such-seat", seat=seat, seats=table.seats)
    stands, said = stands_at(table, moment, place, seat), read(text)
    player = Player(table.game, table.readers, language or table.index.language(seat), seat, table.seats)
    if look == OPEN:
        world = World(stands.state, "open", stands.writer, follows=stands.follows)
        worlds = [player.play(said.orders, world)]
    else:
        worlds = player.sample(stands, said.orders, most)
    stopped = (
        None if worlds else why("line-unseen")
    )  # the game cannot tell in which worlds the reader could be
    moves = Judge(table.game, seat, look, worlds).moves(said.orders, stopped=stopped)
    entry = stands.entry if look == OPEN else None
    return Line(seat, look, entry, stands.position, stands.view, moves, said.faults)


def of_note(table: Table, moment: Moment, note: Note, reader: str | None) -> Line:
    """The variation that a note holds, for somebody who may read the note: by the knowledge of that reader.

    What its writer knew beyond that is not told, for a verdict would tell it. After the end all is open. Raises
    `Faulty` where a redacted record does not tell how the table stood.
    """
    return played_at(table, moment, note.place, note.text, reader)
