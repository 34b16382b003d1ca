"""What somebody wrote into an exchange text, taken over into the notebook: nothing that anybody wrote is lost.

Each note of a text that is not new bears its print (see `referee.archive.exchange.noting`): so a note is known
that stands as it did, one that was changed, and one that comes from another notebook. A notebook is only added
to: a changed note is a new one beside the old, and of one that was taken out of the text it is only told that
it is missing there. The same text merged twice adds nothing the second time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.archive.consent import PUBLISHED
from referee.archive.exchange.facts import tag_named
from referee.archive.exchange.model import Game, Problem, wrong_at
from referee.archive.exchange.noting import Given, print_of
from referee.archive.exchange.placing import given_in
from referee.archive.moments import Moment, moments
from referee.archive.notes import OPENED, UNDONE, Note, may_read, sound
from referee.archive.places import Place, misplaced
from referee.record.seals import ONLOOKER
from referee.table.loading import load
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import now
from referee.verify import export

OF_THE_WRITER = frozenset({PUBLISHED, OPENED, UNDONE})
"""Kinds of notes by which a writer agrees to something, or takes it back."""


@dataclass(slots=True)
class Merged:
    """What a text holds beside a notebook.

    Attributes:
        added: the notes to be added, in their order: new ones, changed ones, those of another notebook.
        changed: of these, how many stand in the notebook otherwise.
        same: how many stand there as they are.
        gone: the notes of the notebook that its reader may read, and that the text does not have.
        problems: what is no note, with its place.
    """

    added: list[Note] = field(default_factory=list)
    changed: int = 0
    same: int = 0
    gone: list[Note] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def merged(
    table: Table,
    notes: Sequence[Note],
    game: Game,
    *,
    by: str,
    seat: str = "",
    clock: Callable[[], str] = now,
) -> Merged:
    """What a text of this game adds to these notes of it; new and changed notes are `by` somebody, who sat at `seat`.

    Raises `Faulty` for the text of another game.
    """
    for name, due in (("game", table.game.name), ("id", table.id)):
        if (told := tag_named(game, name)[0]) and told != due:
            raise Faulty("text-other-game", told=told, due=due)
    reader = tag_named(game, "audience")[0]
    known = moments(_as_known(table, reader))
    found = Merged(problems=[*game.problems])
    writer = {"by": by, "seat": seat, "at": clock()}
    _Merging(found, known, notes, writer).run(game)
    if not found.problems:
        found.gone = [note for note in found.gone if _is_told(note, table, reader)]
    return found


def _as_known(table: Table, audience: str) -> Table:
    """The game as the reader of a text knows it, whose entries it counts."""
    if not audience or isinstance(table, Redacted):
        return table
    return load(export.redacted(table, None if audience == ONLOOKER else audience))


def _is_told(note: Note, table: Table, audience: str) -> bool:
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    reader = None if audience in {"", ONLOOKER} else audience
    return may_read(note, reader, turn=turn, over=over)


class _Merging:
    """The notes of a notebook beside those of a text."""

    def __init__(
        self, found: Merged, known: Sequence[Moment], notes: Sequence[Note], writer: dict[str, str]
    ) -> None:
        self._found, self._known, self._writer = found, known, writer
        self._prints = {print_of(note): note for note in notes}
        self._gists = {_gist(note): print_of(note) for note in notes}
        self._met: set[str] = set()

    def run(self, game: Game) -> None:
        """Take up each note of the text."""
        for n, place, given in given_in(game, min(len(game.entries), len(self._known)), self._found.problems):
            try:
                self._take_up(n, place, given)
            except Faulty as fault:
                self._found.problems.append(Problem(given.at, fault.why))
            except (TypeError, ValueError):
                self._found.problems.append(wrong_at(given.at, "note-form"))
        self._found.gone = [note for print_, note in self._prints.items() if print_ not in self._met]

    def _take_up(self, n: int, place: Place, given: Given) -> None:
        usual: dict[str, Any] = {
            **self._writer,
            "kind": "comment",
            "about": self._known[n].seal,
            "place": place,
        }
        note = given.note(**({**usual, "seat": ""} if given.number else usual))
        if (print_ := print_of(note)) in self._prints:
            self._met.add(print_)
            self._found.same += 1
            return
        base = self._prints.get(given.print)
        if base is not None:
            self._met.add(given.print)
            note = replace(note, about=base.about)
        if given.print != print_:
            note = replace(note, by=self._writer["by"], seat=self._writer["seat"])
        self._refuse_others(note)
        self._add(replace(note, at=self._writer["at"]), n, changed=base is not None)

    def _refuse_others(self, note: Note) -> None:
        """Refuse what a player alone can say, and whoever takes back a note, where somebody else hands in the text.

        Anybody can write a head with its print. An annotator who did not play has no more than a name.
        """
        if (note.by, note.seat) != (self._writer["by"], self._writer["seat"]) and (
            note.seat or note.kind in OF_THE_WRITER
        ):
            raise Faulty("note-of-another", kind=note.kind, by=note.by, seat=note.seat or "-")

    def _add(self, note: Note, n: int, *, changed: bool) -> None:
        if (gist := _gist(note)) in self._gists:
            self._met.add(self._gists[gist])
            self._found.same += 1
            return
        sound(note)
        moment = next((one for one in self._known if one.seal == note.about), self._known[n])
        if problem := misplaced(self._known, moment, note.place):
            raise problem
        self._gists[gist] = print_of(note)
        self._found.added.append(note)
        self._found.changed += changed


def _gist(note: Note) -> str:
    """What stands for all that a note says, whenever it was written."""
    return note.about + print_of(replace(note, at=""))
