"""Where in a record the places stand that a player writes notes on (H25), as far as that player knows the game.

A place is written as `referee.notation.archive_verbs` reads it, and named as its writer saw it: a line is one of the
writer's own letters, an event is counted among those that the seat was shown, a card is one that was named to it.
"""

from collections.abc import Iterator, Sequence

from referee.engine.rules import why
from referee.house.annotations import withdrawn_from
from referee.notation import archive_verbs
from referee.record.entries import Letter
from referee.table.folded import Folded
from referee.table.index import is_own
from referee.table.knowledge import faces_in
from referee.util.errors import Why

MOST_NAMED = 12
"""How many events a refusal names at most."""


def placed(table: Folded, seat: str, written: str, until: int) -> str | Why:
    """The place that is written so, each thing by its own name; or why a seat knows of no such place before `until`."""
    position, _, within = written.partition(" ")
    kind, _, name = within.partition(" ")
    if written == archive_verbs.GAME:
        return archive_verbs.GAME
    if entry_at(table, seat, position, until) is None:
        return why("note-nowhere", position=position)
    match kind:
        case "":
            return written
        case archive_verbs.LINE:
            there = entry_at(table, seat, written, until) is not None
            return written if there else why("noted-no-line", position=position, line=int(name))
        case archive_verbs.EVENT:
            return _event(table, seat, position, name, until)
    return _card(table, seat, position, name, until)


def _event(table: Folded, seat: str, position: str, name: str, until: int) -> str | Why:
    """An event by the name that it has, however it was written."""
    called, _, nth = name.partition(" ")
    every = [_kinds(table, seat, n) for n in _entries_at(table, seat, position, until)]
    shown = tuple(dict.fromkeys(kind for kinds in every for kind in kinds))
    for kind in shown:
        if kind.lower() == called.lower():
            place = f"{position} {archive_verbs.EVENT} {kind}" + (f" {nth}" if nth else "")
            if entry_at(table, seat, place, until) is not None:
                return place
    return why("noted-no-event", position=position, events=shown[:MOST_NAMED])


def _card(table: Folded, seat: str, position: str, name: str, until: int) -> str | Why:
    """A card by its face: `thor.tyr`. `tyr` alone is enough for the only one of that name that was shown."""
    n = entry_at(table, seat, position, until)
    known = sorted(_cards_shown(table, seat, n, until)) if n is not None else []
    meant = [face for face in known if face == name or face.partition(".")[2] == name]
    if len(meant) == 1:
        return f"{position} {archive_verbs.CARD} {meant[0]}"
    return why("noted-which-card", cards=tuple(meant)) if meant else why("noted-no-card", position=position)


def entry_at(table: Folded, seat: str, place: str, until: int) -> int | None:
    """The last entry before `until` that led to a place, else the last letter that was ruled on there.

    Looked at is what the seat was shown, and its own letters; once the game was over before `until`, everything.
    None where the game never came to it.
    """
    position, _, within = place.partition(" ")
    kind, _, name = within.partition(" ")
    there = _entries_at(table, seat, position, until)
    match kind:
        case archive_verbs.LINE:
            return next((n for n in there if _has_line(table, seat, n, int(name))), None)
        case archive_verbs.EVENT:
            called, _, nth = name.partition(" ")
            return next((n for n in there if _kinds(table, seat, n).count(called) >= int(nth or 1)), None)
    return next(there, None)


def _entries_at(table: Folded, seat: str, position: str, until: int) -> Iterator[int]:
    """The entries before `until` that led to a position, the last one first; then the letters ruled on there."""
    over, began = _over(table, until), list[int]()
    for n in reversed(range(until) if over else table.index.concerning[seat]):
        point = table.points[n]
        if n >= until:
            continue
        stood = point.entry.position if isinstance(point.entry, Letter) else ""
        if position in (point.positions if over else {one.position for one in point.told(seat)}):
            yield n
        elif stood == position and (over or is_own(point.entry, seat)):
            began.append(n)
    yield from began


def _over(table: Folded, until: int) -> bool:
    return table.game.ended(table.points[until - 1].state) is not None


def _has_line(table: Folded, seat: str, n: int, number: int) -> bool:
    """Whether an entry is a letter of the present player of a seat, with a line of that number that holds a move."""
    entry = table.points[n].entry
    if n < table.index.taken.get(seat, 0) or not isinstance(entry, Letter) or not is_own(entry, seat):
        return False
    return any(line.number == number and line.move for line in entry.lines)


def _kinds(table: Folded, seat: str, n: int) -> Sequence[str]:
    """The names of the events that a seat was shown of an entry."""
    return [one.seen.kind for one in table.points[n].told(seat)]


def _cards_shown(table: Folded, seat: str, last: int, until: int) -> frozenset[str]:
    """The cards that were named to a seat up to an entry; once the game was over before `until`, to whomever."""
    over, found = _over(table, until), set[str]()
    for point in table.points[: last + 1]:
        if over:
            fields = [getattr(event, one.name) for event in point.entry.events for one in event.shown]
        else:
            fields = [value for told in point.told(seat) for value in told.seen.fields.values()]
        found.update(face for value in fields for face in faces_in(value))
    return frozenset(found)


def times_noted(table: Folded, seat: str, until: int) -> Iterator[str]:
    """When each note of a seat came, in its letters before entry `until` (RFC 3339, UTC)."""
    return (at for n, at, _ in table.index.remarked[seat] if n < until)


def places_noted(table: Folded, seat: str, until: int) -> tuple[str, ...]:
    """The places of the notes that the present player of a seat wrote before entry `until` and did not take back."""
    first, places = table.index.taken.get(seat, 0), tuple[str, ...]()
    for n, _, event in table.index.remarked[seat]:
        if first <= n < until:
            places = withdrawn_from(places, event)
    return places
