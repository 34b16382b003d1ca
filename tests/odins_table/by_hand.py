"""Positions in a word or two, and what became of them, for the tests by rule number.

    t = table(side("c3 a1", "..9..."), side("c4", "..1...", up="c", deck="05"), turn="odin", spent="fights")
    t.letter("odin", "c3xc4")   # ["played"]; ["refused 3.2"]; ["passed-over 5.5"]

Cards stand as one digit each, the columns a to f in a row; a dot is any card from 2 to 8 that nothing depends on.
Pieces that do not stand on the board are captured, unless told otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from odins_board import GAME, Board

from referee.engine.events import Event
from referee.table import ruling
from referee.testing.chance import ScriptedLots

COLUMNS = "abcdef"
NAMES = ("hugin-munin", "loki", "baldr", "freyja", "hel", "tyr", "freyr", "thor", "frigg", "odin")
"""1.3 The cards by their values."""

FILL = "234567"
REST = "2345678234567834"
"""The draw pile where none is given: no card in it does anything by itself."""


def side(
    pieces: str,
    cards: str = "......",
    up: str = "",
    deck: str = REST,
    discards: str = "",
    captured: int | None = None,
) -> dict[str, str]:
    """One side for `table`.

    Its pieces, its six cards, the columns that lie face up, its pile (next card first), its discards (last on
    top).
    """
    faces = [fill if card == "." else card for card, fill in zip(cards, FILL, strict=True)]
    return {
        "pieces": pieces,
        "captured": str(6 - len(pieces.split()) if captured is None else captured),
        "cards": " ".join(card + "+" * (column in up) for card, column in zip(faces, COLUMNS, strict=True)),
        "deck": " ".join(deck),
        "discards": " ".join(discards),
    }


class Table(Board):
    """A table whose letters say only what became of each line, and by which rule."""

    def letter(self, seat: str, *lines: str) -> list[str]:
        """Send one letter; `played`, `misread`, `not-played`, or `refused 3.2` and `passed-over 5.5` with the rule."""
        self.whole = super().letter(seat, *lines)
        return [_short(one) for one in self.whole]


def _short(told: str) -> str:
    kind, *rest = told.split()
    return f"{kind} {rest[0]}" if kind in {"refused", "passed-over"} and rest else kind


def table(
    odin: Mapping[str, str],
    thor: Mapping[str, str],
    *,
    turn: str = "odin",
    lots: Sequence[Any] = (),
    **options: str,
) -> Table:
    """A table with these two sides; `lots` are what the shuffles bring, `options` the rulings."""
    return Table(odin=odin, thor=thor, turn=turn, lots=lots, options=options)


def opening(odin: str = "975310", thor: str = "864202", **options: str) -> Table:
    """A game as it is dealt, by real shuffles that bring these six cards to the top of the two decks."""
    t = table({}, {}, **options)
    t.lots = ScriptedLots([_on_top(odin), _on_top(thor), *[turned_round] * 8])
    events: list[Event] = []
    t.state = ruling.lay_out(GAME, GAME.blank("g1", t.options), t.options, t.lots, events)
    t.events, t.unseen = tuple(events), ()
    return t


def _on_top(six: str) -> Any:
    """A shuffle that brings cards of these values to the top and leaves the others as they were."""

    def shuffle(items: Sequence[str]) -> tuple[str, ...]:
        rest, top = list(items), []
        for digit in six:
            top.append(next(card for card in rest if value(card.split(".")[1]) == digit))
            rest.remove(top[-1])
        return (*top, *rest)

    return shuffle


def pieces(t: Board, seat: str) -> str:
    """The squares of a side, sorted, as all see them."""
    return " ".join(t.view(None).half(seat).pieces)


def value(face: str) -> str:
    """The value of a card by its face (`odin.loki`) or its name, as a digit."""
    return str(NAMES.index(face.rpartition(".")[2]))


def cards(t: Board, seat: str, by: str | None = "") -> list[str]:
    """The six column cards of a side as `by` sees them (None: an onlooker; else its owner): `7`, `7+` face up, `?`."""
    slots = t.view(seat if by == "" else by).half(seat).columns
    return [(value(one.face) if one.face else "?") + "+" * one.up for one in slots]


def discards(t: Board, seat: str) -> str:
    """The discards of a side, the last on top, as all see them."""
    return "".join(value(face) for face in t.view(None).half(seat).discards)


def pile(t: Board, seat: str) -> str:
    """The draw pile of a side, next card first: no view shows it."""
    return t.side(seat)["deck"].replace(" ", "")


def kinds(t: Board, seat: str | None) -> list[str]:
    """The kinds of the events of the last letter, as a seat was shown them."""
    return [one.kind for one in t.told(seat)]


def facts(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of each event of a kind in the last letter, as a seat was shown them; a card is its bare name.

    The rule that an event goes by is not among them: `rules` tells it.
    """
    found = [one.fields for one in t.told(seat) if one.kind == kind]
    return [{name: _bare(name, was) for name, was in one.items() if name != "rule"} for one in found]


def rules(t: Board, kind: str) -> list[str]:
    """The rule by which each event of a kind in the last letter went, as an onlooker is told."""
    return [one.rule for one in t.told(None) if one.kind == kind]


def _bare(name: str, was: Any) -> Any:
    return was.rpartition(".")[2] if name in {"card", "next"} and isinstance(was, str) else was


def steps(t: Board, seat: str) -> set[str]:
    """The steps and attacks among the legal lines of a seat."""
    return {line for line in t.legal(seat) if line[2:3] in {"-", "x"}}


def reason(t: Board, seat: str, line: str) -> str:
    """Why a line would be refused, with the values that the refusal is told with; nothing changes."""
    read = t.reader.read_letter(line)
    (verdict,) = ruling.rule_on(GAME, t.state, seat, read, ScriptedLots()).verdicts
    return str(verdict.broken and verdict.broken.why)


def as_they_lie(items: Sequence[Any]) -> tuple[Any, ...]:
    """A shuffle that changes nothing."""
    return tuple(items)


def turned_round(items: Sequence[Any]) -> tuple[Any, ...]:
    """A shuffle that turns the pile round."""
    return tuple(reversed(items))
