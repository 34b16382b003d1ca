"""What the judge in a dispute writes (H21), read line by line: rulings, the reason, questions before a ruling.

    read 7.2 line 2 as: challenge b
    because: the line names column B.

The head of a line is read by `grammar/arbiter.lark`, in the words of `grammar/arbiter/`; after its colon
stands a text. Nothing here looks at a table.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, cast

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.moves import move
from referee.notation.reader import Line, Misread, Order, Prose, Reader
from referee.notation.readings import Table
from referee.notation.rows import LONGEST_LINE, MOST_READ
from referee.table.rulings.effects import EFFECTS, SECONDS, Effect, PlayFor
from referee.util.text import shown_size
from referee.util.values import Value, replace

KINDS = ("SEAT", "POSITION", "COUNT", "SPAN", "SETTING")
"""What `Misread.expected` may hold here, besides the kinds of all orders: keys of the catalogue."""
COLON = ":"


@move("because:[ {text}]")
class Because(Move):
    """`because: TEXT`: the reason, which all are told."""

    text: str = ""


@move("packet")
class Packet(Move):
    """`packet`: the packet once more."""


@move("show {position} {seat}")
class Show(Move):
    """`show 7.2 thor`: the table at a position as a seat saw it."""

    position: str
    seat: str


@move()
class WhatIf(Move):
    """`what if EFFECT`, `what if 7.2 loki: TEXT`: what would happen. `position` is where, in the second form."""

    effect: Effect
    position: str = ""

    @property
    def written(self) -> str:
        """The effect, or the line of a seat at that position."""
        if self.position:
            return f"what if {self.position} {self.effect.written.removeprefix('play ')}"
        return f"what if {self.effect.written}"


@move()
class Look(Move):
    """`help`, `rules 4.1`, `card hel`, `why 7.2`, `why`: what all may look up, and what decided at a position.

    `verb` is that of the question, as a player's is read; `argument` what followed it.
    """

    verb: str
    argument: str = ""

    @property
    def written(self) -> str:
        """The question in canonical words."""
        return f"{LOOKS[self.verb]} {self.argument}".rstrip()


QUESTIONS = (Packet, Show, WhatIf, Look)
WHY, HELP = "why", "help"
ANY = "1.1"
"""A position, to try whether words alone ask for the one that is disputed."""
LOOKS = {"rules": "rules", "about": "card", WHY: WHY, HELP: HELP}
"""The questions of players that the judge may ask too, and their canonical words."""


class Reading:
    """How these lines are read: see `referee.engine.kit.defaults.Reading`."""

    PATTERNS: Mapping[str, str] = {
        "position": r"\d{1,4}\.\d{1,4}(?![.\d])",
        "span": r"[+-] ?\d{1,4}(?!\d)",
        "count": r"\d{1,3}(?![.\d])",
        "setting": r"[a-z][a-z0-9-]*",
    }
    BUILDERS: Mapping[str, Callable[..., Any]] = {
        "what_if": WhatIf,
        "what_if_played": lambda position, seat: WhatIf(PlayFor(seat), position),
        **{alias: partial(one.read, alias) for one in EFFECTS.values() for alias in one.aliases},
        **{unit: lambda unit=unit: unit for unit in SECONDS},
    }

    def __init__(self, seats: Sequence[str]) -> None:
        """The words of these lines, with these seats."""
        self.seats = tuple(seats)
        self.KINDS = dict.fromkeys(self.seats, "seat")

    def card_names(self, _options: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        """The seats, by their names."""
        return tuple((seat, seat) for seat in self.seats)


class _Orders(Value):
    """The parts of a game that a reader needs, for these lines."""

    seats: tuple[str, ...]
    name: str = "arbiter"

    @property
    def reading(self) -> Reading:
        """How they are read."""
        return Reading(self.seats)

    MOVES = (Because, Packet, Show)


@lru_cache(64)
def reader_of(seats: tuple[str, ...], language: str) -> Reader:
    """The reader of the heads of lines, in a language and in English."""
    return Reader(cast("Game", _Orders(seats)), {}, (language,))


def look(players: Reader, line: str) -> Order | None:
    """A question that players ask too, as the reader of their letters reads it; None for any other line."""
    asked = players.read(line)
    if isinstance(asked, Prose) and (bare := players.read(f"{line.rstrip(' ?!.')} {ANY}")) == Table(WHY, ANY):
        return Order(Look(bare.verb))
    if not isinstance(asked, Table) or asked.move or asked.verb not in LOOKS:
        return None
    placed = asked.verb != WHY or re.fullmatch(Reading.PATTERNS["position"], asked.argument)
    return Order(Look(asked.verb, asked.argument)) if placed else None


def read_line(
    seats: Sequence[str], line: str, language: str = "en", players: Reader | None = None
) -> Order | Misread | Prose:
    """One line of the judge; a text in it may go on over several rows. `players`: how letters of players are read."""
    if players and (asked := look(players, line)):
        return asked
    head, colon, text = line.partition(COLON)
    reading = reader_of(tuple(seats), language).read(head)
    if isinstance(reading, Misread) and reading.hint and colon:
        return replace(reading, hint=f"{reading.hint.removesuffix(COLON)}{COLON}{text}")
    if isinstance(reading, Misread | Prose):
        return reading
    if not isinstance(reading, Order):
        return Prose()  # a player's question means nothing here
    order, words = reading.move, text.strip()
    target = order.effect if isinstance(order, WhatIf) else order
    wants = isinstance(target, Because) or (isinstance(target, Effect) and target.texted)
    if wants and not words:
        return Misread(
            len(line.split("\n", maxsplit=1)[0].rstrip()) + 1,
            (COLON if not colon else "TEXT",),
            key="unfinished",
        )
    if not wants and words:
        return Misread(len(head) + 1, ("NOTHING-MORE",), found=COLON)
    return Order(_with_text(order, words) if wants else order)


def _with_text(order: Move, text: str) -> Move:
    match order:
        case Effect():
            return order.with_text(text)
        case WhatIf(effect=effect):
            return replace(order, effect=effect.with_text(text))
    return Because(text)


def read_letter(
    seats: Sequence[str],
    lines: Iterable[tuple[int, str]],
    language: str = "en",
    players: Reader | None = None,
) -> Iterator[Line]:
    """The lines of a letter, with their numbers, as read; the text after `because` runs to the next blank line."""
    given = list(lines)
    at, room = 0, MOST_READ
    while at < len(given):
        rows = [given[at]]
        if (room := room - shown_size(given[at][1])) < 0:
            yield Line((given[at][0],), given[at][1][:LONGEST_LINE], Misread(1, key="letter-too-long"))
            return
        if given[at][1].strip():
            reading = read_line(seats, given[at][1], language, players)
            if isinstance(reading, Order) and isinstance(reading.move, Because):
                for number, text in given[at + 1 :]:
                    if not text.strip() or (room := room - shown_size(text)) < 0:
                        break
                    rows.append((number, text))
                reading = read_line(seats, "\n".join(text for _, text in rows), language)
            yield Line(tuple(number for number, _ in rows), "\n".join(text for _, text in rows), reading)
        at += len(rows)
