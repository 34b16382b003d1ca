"""Notes of an exchange text bound to the entries of the record that was made of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.archive.exchange.model import Entry, Game, Glyph, Problem, Said, wrong_at
from referee.archive.exchange.noting import Given, given_of, given_of_tag, is_headed, of_the_game
from referee.archive.exchange.telling import numbers_of
from referee.archive.moments import Moment, moments
from referee.archive.notes import WHOLE, Note, sound
from referee.archive.places import Place, misplaced
from referee.table.table import Table
from referee.util.errors import Faulty

UNSIGNED = "unsigned"
"""Who wrote a note of which nobody says so."""
Placed = tuple[int, Place, Given]
"""The entry that a note is about, where in it, and the note."""


def notes_in(
    game: Game, table: Table, count: int, *, by: str, clock: Callable[[], str]
) -> tuple[tuple[Note, ...], tuple[Problem, ...]]:
    """The notes on the first `count` entries of a game in their order, and what is wrong with the others."""
    known, problems, found = moments(table), list[Problem](), list[tuple[int, str, int, Note]]()
    usual = {"by": by or game.tag("annotator") or UNSIGNED, "at": clock(), "kind": "comment"}
    for order, (n, place, given) in enumerate(given_in(game, count, problems)):
        try:
            note = sound(given.note(**usual, about=known[n].seal, place=place))
            if problem := misplaced(known, known[n], note.place):
                raise problem
        except Faulty as fault:
            problems.append(Problem(given.at, fault.why))
        except (TypeError, ValueError):
            problems.append(wrong_at(given.at, "note-form"))
        else:
            last = given.number or len(game.entries) * 1_000_000
            found.append((last, note.at, order, note))
    return tuple(note for *_, note in sorted(found, key=lambda one: one[:3])), tuple(problems)


def given_in(game: Game, count: int, problems: list[Problem]) -> Iterator[Placed]:
    """Every note on the first `count` entries of a game; what is no note goes to `problems`."""
    for tag in game.tags:
        if not of_the_game(tag.name):
            try:
                yield 0, WHOLE, given_of_tag(tag)
            except Faulty as fault:
                problems.append(Problem(tag.at, fault.why))
    for n, entry in enumerate(game.entries[:count]):
        yield from _of_entry(n, entry, problems)


def _of_entry(n: int, entry: Entry, problems: list[Problem]) -> Iterator[Placed]:
    judged = dict[int, int]()
    for at, (item, line) in enumerate(zip(entry.items, numbers_of(entry.items), strict=True)):
        place = Place(entry.position, line) if line and entry.position.count(".") else WHOLE
        if isinstance(item, Said):
            try:
                given = given_of(item)
            except Faulty as fault:
                problems.append(Problem(item.at, fault.why))
                continue
            if given.place is None:
                given = _place_of(given, place)
            yield n, given.place or WHOLE, _judged(given, entry.items, at, judged)
        elif isinstance(item, Glyph) and not _is_judged_with(entry.items, at):
            yield n, place, Given(0, "", {"glyph": item.text}, place, item.at)


def _place_of(given: Given, place: Place) -> Given:
    """A note with a head that names no place is about its whole entry; a new one about the line before it."""
    return Given(given.number, given.print, given.fields, WHOLE if given.number else place, given.at)


def _judged(given: Given, items: Sequence[Any], at: int, _judged: dict[int, int]) -> Given:
    """A new comment with the glyph that stands right before it."""
    before = items[at - 1] if at else None
    if isinstance(before, Glyph) and _is_judged_with(items, at - 1):
        return Given(given.number, given.print, {**given.fields, "glyph": before.text}, given.place, given.at)
    return given


def _is_judged_with(items: Sequence[Any], at: int) -> bool:
    """Whether a glyph stands right before a new comment, to which it belongs."""
    follow = items[at + 1] if at + 1 < len(items) else None
    return isinstance(follow, Said) and not follow.variation and not is_headed(follow.text)


__all__ = ["Moment", "given_in", "notes_in"]
