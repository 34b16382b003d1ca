"""What goes into the record from a letter: its lines without new addresses and without words not meant for us."""

import re
from collections.abc import Callable, Collection, Sequence

from referee.desk import addresses
from referee.desk.judging import ADDRESS
from referee.house.players import TAKEN_OUT
from referee.notation import dispute_verbs
from referee.notation.reader import Line, Misread, Order, Text
from referee.notation.readings import Table as Asked
from referee.post.reading import Mail
from referee.table.index import number_in
from referee.table.table import Table

OURS = re.compile(r"([a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8})")
STRAY = "left-stray"
QUOTED = frozenset({"quoted", "original"})
"""Why lines of a mail that come from a letter of ours do not count as written."""
Numbered = list[tuple[int, str]]
Left = list[tuple[int, str, str]]


def of_record(
    table: Table, seat: str, lines: Sequence[tuple[int, str]], n: int | None, *, meant: bool
) -> tuple[Numbered, Left]:
    """The writer's own lines as a record may hold them, up to entry n, and those that are left out.

    A new address that is asked for is taken out. Words to the table are left out if the letter gives no sign
    of being `meant` for us and plays nothing: a newsletter that was sent to a seat may have a line that
    begins with "say". A dispute of a position, `dispute 7.2: why`, is such a sign itself.
    """
    invited = bool((table.index.house if n is None else table.points[n - 1].house).waiting)
    language = table.index.language(seat, n)
    read = table.read(list(lines), invited=invited, language=language)
    near = table.readers.reader(language, invited=invited).near
    asking = {line.numbers[0] for line in read if _names_address(line, near)}
    meant = meant or any(isinstance(line.reading, Order) or _disputes(line) for line in read)
    words = [line for line in read if isinstance(line.reading, Text) and line.reading.verb != "note"]
    stray = set() if meant else {number for line in words for number in line.numbers}
    kept = [(number, _without_address(line) if number in asking else line) for number, line in lines]
    return (
        [(number, line) for number, line in kept if number not in stray],
        [(number, line, STRAY) for number, line in kept if number in stray],
    )


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


def replied_to(mail: Mail, game: str, seat: str) -> str:
    """The number of our letter to this seat that a mail answers; "" if nothing tells it.

    By the ids that the mail names, else by its subject, which a link of ours fills in, else by what it quotes: the foot
    of each letter names its number, and where several are quoted the newest counts.
    """
    ids = (one[1:].partition("@")[0] for one in mail.answers)
    named = (*ids, *OURS.findall(mail.subject))
    if found := next((one for one in named if number_in(one, game, seat)), ""):
        return found
    quoted = [one for line in mail.cut if line.why in QUOTED for one in OURS.findall(line.text)]
    return max((one for one in quoted if number_in(one, game, seat)), key=_counted, default="")


def _counted(number: str) -> int:
    return int(number.rpartition(".")[2])
