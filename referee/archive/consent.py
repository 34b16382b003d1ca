"""By which name a player of a finished game may be published: by consent alone, which can be taken back.

Consent is a note of the kind `published`: its `seat` is the player's own, its `name` the name to be shown. The
last one counts; one without a name takes consent back. Whoever publishes a game uses a pseudonym otherwise.
"""

from collections.abc import Iterable, Mapping

from referee.archive.moments import moments
from referee.archive.notes import ALL, Note, may_read, standing
from referee.house.annotations import is_no_name, is_of_others
from referee.house.players import SeatTaken
from referee.table.table import Table
from referee.util.times import moment as time_of

PUBLISHED = "published"
"""The kind of the note by which a player consents to be named, or takes it back."""


def published_names(table: Table, notes: Iterable[Note]) -> Mapping[str, str]:
    """The names under which the players may be published, by seat; "" without consent.

    Consent is open to everybody now, and was given by the present player of the seat (H8). Taking it back counts at
    once, whoever may read that note. An address is no name; and the name of somebody else in the game, or what looks
    like it, is not one's own. `table` may be redacted.
    """
    over, turn = table.outcome is not None, int(table.position.partition(".")[0])
    playing, former = people(table)
    since = {seat: _seated(table, seat) for seat in table.seats}
    names = dict.fromkeys(table.seats, "")
    for note in standing(notes):
        if note.kind != PUBLISHED or note.seat not in names:
            continue
        if not note.name:
            names[note.seat] = ""
        elif ALL in note.to and may_read(note, None, turn=turn, over=over):
            others = [*former, *(who[seat] for who in (playing, names) for seat in who if seat != note.seat)]
            own = playing.get(note.seat, "")
            fits = not is_no_name(note.name) and not is_of_others(note.name, own, others)
            names[note.seat] = note.name if fits and _counts(note, since[note.seat]) else ""
    return names


def people(table: Table) -> tuple[Mapping[str, str], frozenset[str]]:
    """The players' names that a game knows, by seat; and those of earlier players and of the arbiter."""
    playing = dict(table.view(table.usual_reader).names)
    given = {str(name) for name in table.opening.options.get("players", ())}
    for told in table.told(table.usual_reader):
        if told.seen.kind == SeatTaken.__name__:
            given.add(str(told.seen.get("name") or ""))
    given.add(table.opening.arbiter)
    seats = {*table.seats}
    others = {name for name in given - {*playing.values(), ""} if name.casefold() not in seats}
    return {seat: name for seat, name in playing.items() if name.casefold() != seat}, frozenset(others)


def _seated(table: Table, seat: str) -> str | None:
    """When the present player took the seat over: "" if it is the first one, None if the time is not known."""
    entry = table.index.taken.get(seat)
    return "" if entry is None else moments(table)[entry].at or None


def _counts(note: Note, since: str | None) -> bool:
    """H8 The consent of a player whose seat somebody else has taken over does not hold for that person."""
    return since == "" or (since is not None and time_of(note.at) >= time_of(since))
