"""The lines of a letter as they are read at a table, and as its record may hold them."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.desk import judging
from referee.desk.intake import written
from referee.desk.intake.written import replied_to
from referee.home import roster
from referee.home.home import Home
from referee.home.seats import Seats, without_secrets
from referee.house.docket import ARBITER
from referee.house.players import Player
from referee.notation.reader import Line, Prose
from referee.notation.readings import Table as Asked
from referee.post.reading import Mail
from referee.post.reading.fields import one_line
from referee.table.replay import is_left
from referee.table.rulings.orders import read_letter
from referee.table.table import Table
from referee.util.translations import ENGLISH

Note = tuple[str, Mapping[str, Any]]


class Lines:
    """Reads the lines of letters to the games of a home. Its results hold no secret, except those of wishes."""

    def __init__(self, home: Home, seats: Seats) -> None:
        """The secrets to take out are those of these seats."""
        self._home, self._seats = home, seats

    def clean(self, text: str, game: str) -> str:
        """A text without secrets."""
        return without_secrets(text, self._seats, game)

    def of_writer(self, mail: Mail, game: str) -> list[tuple[int, str]]:
        """The writer's own lines with their numbers."""
        return [(number, self.clean(line, game)) for number, line in mail.lines]

    def read(self, table: Table, mail: Mail, seat: str) -> list[Line]:
        """The lines of a letter as read: those of a player, or of the arbiter."""
        lines = self.of_writer(mail, table.id)
        if seat == ARBITER:
            language = self._arbiter_language(table.id)
            return list(read_letter(table.seats, lines, language, table.readers.reader(language)))
        invited, language = bool(table.index.house.waiting), table.index.language(seat)
        return table.read(lines, invited=invited, language=language)

    def _arbiter_language(self, game: str) -> str:
        """The language of the arbiter's letters."""
        arbiter = roster.read(self._home.roster_path(game)).arbiter
        return (arbiter.language if arbiter else "") or ENGLISH

    def said(self, table: Table, mail: Mail, seat: str) -> tuple[str, ...]:
        """All in a letter that makes a difference: which letter of ours it answers, and its lines without the prose."""
        answers = replied_to(mail, table.id, seat)
        if not seat:
            return answers, *(one_line(line) for _, line in mail.lines if line.strip())
        read = self.read(table, mail, seat)
        return answers, *(one_line(line.text) for line in read if not isinstance(line.reading, Prose))

    def of_record(
        self, table: Table, mail: Mail, seat: str, player: Player, n: int | None = None
    ) -> tuple[written.Numbered, written.Left]:
        """The lines of this player as a record may hold them, up to entry n; and the lines that are left out."""
        ours = bool(replied_to(mail, table.id, seat)) or mail.sender.lower() == player.address.lower()
        secret = self._seats.secret(table.id, seat) in mail.subject.lower()
        return written.of_record(table, seat, self.of_writer(mail, table.id), n, meant=ours or secret)

    def says_the_same(self, table: Table, n: int, mail: Mail, seat: str, player: Player) -> bool:
        """Whether a letter that was ruled on says the same as this one."""
        then = [line.raw for line in table.points[n].entry.lines if not is_left(line)]  # type: ignore[attr-defined]
        if seat == ARBITER:
            return then == [judging.without_addresses(line.text) for line in self.read(table, mail, seat)]
        invited, language = bool(table.points[n - 1].house.waiting), table.index.language(seat, n)
        lines, _ = self.of_record(table, mail, seat, player, n)
        return then == [line.text for line in table.read(lines, invited=invited, language=language)]


def wishes(table: Table, mail: Mail, seat: str, n: int) -> list[str]:
    """The lines of the letter of that entry that ask for another address, as they came."""
    invited, language = bool(table.points[n - 1].house.waiting), table.index.language(seat, n)
    read = table.read(mail.lines, invited=invited, language=language)
    asked = (line.reading for line in read if isinstance(line.reading, Asked))
    return [one.argument for one in asked if one.verb == "address"]


def notes(table: Table, mail: Mail, player: Player, n: int, same_id: Sequence[int]) -> list[Note]:
    """What to tell the writer about the letter of that entry as a whole."""
    found: list[Note] = [(note, {}) for note in mail.notes]
    if mail.sender.lower() != player.address.lower():
        found.append(("other-address", {}))
    if any(k < n for k in same_id):
        found.append(("same-id", {}))
    entry: Any = table.points[n].entry
    if all(line.verdict == "prose" for line in entry.lines):
        before = table.points[n - 1]
        over = "over" if table.game.ended(before.state) is not None else "no-order"
        waited_for = getattr(entry, "seat", ARBITER) in before.house.waiting
        found.append(("no-answer" if waited_for else over, {}))
    return found
