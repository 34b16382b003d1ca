"""The lines of a letter as they are read at a table, without what it quotes, and as its record may hold them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from referee.desk import addresses, judging
from referee.desk.judging import ADDRESS
from referee.home import roster
from referee.home.home import Home
from referee.home.seats import Seat, Seats, without_secrets
from referee.house.docket import ARBITER
from referee.house.players import TAKEN_OUT, Player
from referee.notation import dispute_verbs
from referee.notation.reader import Line, Misread, Order, Prose, Text
from referee.notation.readings import Table as Asked
from referee.post.outbox import Outbox
from referee.post.reading import Mail, SentText, may_hold_ours, without_ours
from referee.post.reading.fields import one_line
from referee.post.writing import OURS
from referee.table.index import number_in
from referee.table.replay import is_left
from referee.table.rulings.orders import read_letter
from referee.table.table import Table
from referee.util.regexes import regex
from referee.util.translations import ENGLISH

# What goes into the record from a letter: its lines without new addresses and without words not meant for us.


NUMBER = regex(r"(?<![a-z0-9.-])[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8}(?![0-9])")
LAST = 3
"""With how many of the last letters a letter is compared that names none it answers."""
STRAY = "left-stray"
QUOTED = frozenset({"quoted", "original"})
"""Why lines of a mail that come from a letter of ours do not count as written."""
Numbered = list[tuple[int, str]]
Left = list[tuple[int, str, str]]


def _disputes(line: Line) -> bool:
    """Whether a line raises a dispute of a position, in its exact form (H20)."""
    said = line.reading
    return isinstance(said, Text) and said.verb == "dispute" and dispute_verbs.AT.match(said.text) is not None


def _names_address(line: Line, near: Callable[[str], Collection[str]]) -> bool:
    """Whether a line asks for another address, or nearly does; `near` gives the verbs that its first word may mean."""
    if isinstance(line.reading, Misread):
        return "address" in near(line.text)
    return isinstance(line.reading, Asked) and line.reading.verb == "address"


def _without_address(line: str) -> str:
    """A line with a sign in place of each address in it."""
    return ADDRESS.sub(lambda found: TAKEN_OUT if addresses.asked_for(found[0]) else found[0], line)


def numbers_named(mail: Mail) -> Iterator[tuple[str, str]]:
    """The numbers that a mail names, each with the mark of its id, or ""."""
    for one in mail.answers:
        found = OURS.fullmatch(one)
        yield (found[1], found[2]) if found else (one[1:].partition("@")[0], "")
    yield from ((number, "") for number in NUMBER.findall(mail.subject.lower()))


def replied_to(mail: Mail, game: str, seat: str) -> str:
    """The number of our letter to this seat that a mail answers; "" if nothing tells it.

    By the ids that the mail names, else by its subject, which a link of ours fills in, else by what it quotes: the foot
    of each letter names its number, and where several are quoted the newest counts.
    """
    if found := next((one for one, _ in numbers_named(mail) if number_in(one, game, seat)), ""):
        return found
    quoted = (one for line in mail.cut if line.why in QUOTED for one in NUMBER.findall(line.text))
    newest = max((number_in(one, game, seat) for one in quoted), default=0)
    return f"{game}.{seat}.{newest}" if newest else ""


Note = tuple[str, Mapping[str, Any]]


class Lines:
    """Reads the lines of letters to the games of a home. Its results hold no secret, except those of wishes."""

    def __init__(self, home: Home, seats: Seats, outbox: Outbox) -> None:
        """The secrets to take out are those of these seats; what they quote stands in the letters out."""
        self._home, self._seats, self._outbox = home, seats, outbox

    def without_quotes(self, mail: Mail, seat: Seat) -> Mail:
        """The mail of a seat without what it quotes of letters that it answers, else of the last. Raises OSError."""
        return without_ours(mail, self.sent(mail, seat)) if may_hold_ours(mail) else mail

    def sent(self, mail: Mail, seat: Seat) -> SentText:
        """The letters with which a mail of a seat is compared, and with no others. Raises OSError."""
        return SentText(self._may_quote(mail, seat))

    def _may_quote(self, mail: Mail, seat: Seat) -> Iterator[bytes]:
        """The letters that a mail may quote, the newest first."""
        ids = (one[1:].partition("@")[0] for one in mail.answers)
        named = [count for one in ids if (count := number_in(one, *seat))]
        numbers = named or self._outbox.numbers(*seat)[: -LAST - 1 : -1]
        for number in dict.fromkeys(numbers):
            path = self._outbox.find(f"{seat.game}.{seat.seat}.{number}")
            if path is not None:
                yield path.read_bytes()

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
    ) -> tuple[Numbered, Left]:
        """The lines of this player as a record may hold them, up to entry n, and those that are left out.

        A new address that is asked for is taken out. Words to the table are left out if the letter gives no sign
        of being meant for us and plays nothing: a newsletter that was sent to a seat may have a line that
        begins with "say". A dispute of a position, `dispute 7.2: why`, is such a sign itself.
        """
        lines = self.of_writer(mail, table.id)
        invited = bool((table.index.house if n is None else table.points[n - 1].house).waiting)
        language = table.index.language(seat, n)
        read = table.read(lines, invited=invited, language=language)
        near = table.readers.reader(language, invited=invited).near
        asking = {line.numbers[0] for line in read if _names_address(line, near)}
        meant = (
            bool(replied_to(mail, table.id, seat))
            or mail.sender.lower() == player.address.lower()
            or self._seats.secret(table.id, seat) in mail.subject.lower()
            or any(isinstance(line.reading, Order) or _disputes(line) for line in read)
        )
        words = [line for line in read if isinstance(line.reading, Text) and line.reading.verb != "note"]
        stray = set() if meant else {number for line in words for number in line.numbers}
        kept = [(number, _without_address(line) if number in asking else line) for number, line in lines]
        return (
            [(number, line) for number, line in kept if number not in stray],
            [(number, line, STRAY) for number, line in kept if number in stray],
        )

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
