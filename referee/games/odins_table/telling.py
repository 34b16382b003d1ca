"""How Odin's Table is told: names for a reader, the board, the cards at its edges and what lies beside them as data.

Only views are looked at. No sentence is made here: keys and values go into `templates/odins_table`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from referee.engine.events import Seen
from referee.engine.game import Game
from referee.engine.kit import customs
from referee.engine.kit.defaults import About, note
from referee.games.odins_table import because as reasons
from referee.games.odins_table import gathered as gathering
from referee.games.odins_table import in_short as summing_up
from referee.games.odins_table import likely as wanted
from referee.games.odins_table import marked as last
from referee.games.odins_table import story
from referee.games.odins_table import struck as striking
from referee.games.odins_table.board import COLUMNS, FORTRESS, RANKS
from referee.games.odins_table.cards import LOKI, RAVENS, Cards, Deck, Kind, other
from referee.games.odins_table.remarks import Note, notes, powers
from referee.games.odins_table.uncovered import Uncovered
from referee.games.odins_table.view import Half, View
from referee.util.regexes import regex
from referee.util.values import Value, replace

LETTER = {"odin": "O", "thor": "T"}
"""The mark of a piece on the board as text: the first letter of its player."""
UNKNOWN = "##"
CELL = 8
"""Characters of a column of the board: a mark for the piece, the square, a gap."""
EDGE = 6
"""Characters before the first column: the number of a rank, or whose cards these are."""
ANY_TIME = customs.ANY_TIME | {"standing scout"}
"""Families of moves that are possible in anyone's turn: told after the others."""
ALWAYS = customs.ALWAYS | {"standing scout"}
"""Those of them that are told once in a while."""
LATER = frozenset({"standing scout"})
"""Those of them that say nothing to a reader before a card has scouted, or may (5.7)."""
ATTACK = regex(r"(?P<own>[a-f])[1-5]x(?P<theirs>[a-f])[1-5]")
"""An attack as it is written: the columns whose cards fight."""
RESTS: Mapping[str, tuple[str, ...] | None] = {LOKI: ("4.5", "4.6", "4.7"), RAVENS: None}
"""The rules a card with a power rests on; None for those that name it. Two cards are called like the players."""
AFTERMATH = frozenset({"Advanced", "Discarded", "Renewed", "Replaced"})
"""What follows from an attack or a scouting, and decides neither (4.3, 4.4, 5.4, 6.4)."""
STORIES = story.STORIES
"""What is told as one: the events of one action."""
marked = last.marked
likely, worth, because = wanted.likely, wanted.worth, reasons.because
struck, gathered = striking.struck, gathering.gathered


def in_short(_v: View, told: Sequence[Seen]) -> tuple[Note, ...]:
    """The game in a few sentences, now that it is over."""
    return tuple(summing_up.in_short(told))


class Voice(Value):
    """The reader of a view, and the cards as the deck list of that game calls them."""

    reader: str | None
    kinds: Mapping[str, Kind]

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """The title of a face (`odin.loki`) or of a name (`loki`); whose it is makes no difference."""
        kind = self._kind(card)
        return "", kind.title if kind else card

    def strength(self, card: str) -> int | None:
        """The value of a card."""
        kind = self._kind(card)
        return kind.value if kind else None

    def _kind(self, card: str) -> Kind | None:
        return self.kinds.get(card.rpartition(".")[2])


@cache
def _kinds(deck: Deck) -> Mapping[str, Kind]:
    return {kind.name: kind for kind in deck.rows}


def voice(v: View) -> Voice:
    """The voice for the reader of a view."""
    return Voice(v.seat, _kinds(v.decks))


class Square(NamedTuple):
    """A square of the board: its name, whose piece stands there ("" for none), whether that is frozen (6.2)."""

    name: str
    seat: str
    frozen: bool

    @property
    def text(self) -> str:
        """The square as drawn, in `CELL` characters: the mark of a piece and its ice, then the name."""
        return f"{LETTER.get(self.seat, '')}{'*' * self.frozen}".ljust(2) + self.name


class Rank(NamedTuple):
    """A rank of the board: its number, and its squares from left to right."""

    number: str
    squares: tuple[Square, ...]

    @property
    def text(self) -> str:
        """The rank as drawn: its number, and `CELL` characters for each column."""
        return self.number.ljust(EDGE) + _line(square.text for square in self.squares)


class Card(NamedTuple):
    """The card at the end of a column as its reader sees it; `face` and `value` only if it is known.

    Where no card lies yet, `lies` is false.
    """

    column: str
    lies: bool
    up: bool
    face: str | None
    value: int | None

    @property
    def text(self) -> str:
        """The card in short: its value, in brackets where it lies face down."""
        if not self.lies:
            return "-"
        if self.value is None:
            return UNKNOWN
        return str(self.value) if self.up else f"[{self.value}]"


class Edge(NamedTuple):
    """The cards of one side: in the order of the board as shown, and from column a to f. `own` is the reader's."""

    seat: str
    own: bool
    shown: tuple[Card, ...]
    in_order: tuple[Card, ...]

    @property
    def text(self) -> str:
        """The cards as drawn, `CELL` characters for each column."""
        return _line(f"  {card.column} {card.text}" for card in self.shown)

    @property
    def known(self) -> tuple[Card, ...]:
        """Those of the cards that the reader knows, from column a to f."""
        return tuple(card for card in self.in_order if card.face)


class Beside(NamedTuple):
    """What lies beside the board on one side: counts, and the discards and first six, highest value first."""

    seat: str
    home: int
    captured: int
    deck_size: int
    discards: Cards
    six: Cards


class Table(NamedTuple):
    """The table as data, as its reader sees it: `far` above, `near` below. For Thor the board is turned.

    Attributes:
        columns: their letters, from left to right.
        ranks: from far to near.
        marks: those that occur: `up`, `known`, `unknown`, `frozen`.
        beside: what stands beside the board, the far side first.
        notes: the remarks below the board, the far side first.
    """

    far: Edge
    near: Edge
    columns: str
    ranks: tuple[Rank, ...]
    marks: tuple[str, ...]
    beside: tuple[Beside, Beside]
    notes: tuple[Note, ...]
    margin: int = EDGE


def _line(cells: Iterator[str]) -> str:
    return "".join(cell.ljust(CELL) for cell in cells).rstrip()


def table(v: View, _word: Any = None) -> Table:
    """The table for the reader of a view: their own fortress near; for onlookers Odin's."""
    turned = v.seat == "thor"
    near, far = (v.thor, v.odin) if turned else (v.odin, v.thor)
    ranks = _ranks(v, turned=turned)
    edges = _edge(far, v, turned=turned), _edge(near, v, turned=turned)
    return Table(
        far=edges[0],
        near=edges[1],
        columns=COLUMNS[::-1] if turned else COLUMNS,
        ranks=ranks,
        marks=tuple(_marks(ranks, (*edges[0].shown, *edges[1].shown))),
        beside=(_beside(far, v), _beside(near, v)),
        notes=tuple(notes(v)),
    )


def laid_open(v: View, uncovered: Uncovered) -> View:
    """A view of a game that is over, with the faces of all cards at the columns (7.2); they lie as they lay."""
    faces = {one.seat: dict(one.places) for one in uncovered.sides}

    def half(one: Half) -> Half:
        known = faces[one.seat]
        slots = zip(COLUMNS, one.columns, strict=True)
        return one._replace(columns=tuple(slot._replace(face=known.get(at, slot.face)) for at, slot in slots))

    return replace(v, odin=half(v.odin), thor=half(v.thor))


def would(v: View, written: str) -> Note | None:
    """4.2 The cards that would fight in an attack, as far as the reader knows them; None for other orders."""
    found = ATTACK.fullmatch(written)
    if not found or v.seat is None:
        return None
    own, theirs = v.mine.slot(found["own"]), v.theirs.slot(found["theirs"])
    return "fights", {
        "own": found["own"],
        "theirs": found["theirs"],
        "card": own.face,
        "against": theirs.face,
    }


def _ranks(v: View, *, turned: bool) -> tuple[Rank, ...]:
    """The ranks as shown, far to near."""
    owner = {square: half.seat for half in (v.odin, v.thor) for square in half.pieces}
    columns, numbers = (COLUMNS[::-1], RANKS) if turned else (COLUMNS, RANKS[::-1])
    return tuple(
        Rank(number, tuple(_square(f"{column}{number}", owner) for column in columns)) for number in numbers
    )


def _square(name: str, owner: Mapping[str, str]) -> Square:
    seat = owner.get(name, "")
    return Square(name, seat, frozen=bool(seat) and is_frozen(seat, name))


def is_frozen(seat: str, square: str) -> bool:
    """Whether a piece of this player would be frozen there: in the enemy fortress (6.2)."""
    return square in FORTRESS[other(seat)]


def _edge(half: Half, v: View, *, turned: bool) -> Edge:
    cards = tuple(
        Card(
            column,
            lies=v.turn > 0,
            up=slot.up,
            face=slot.face,
            value=voice(v).strength(slot.face) if slot.face else None,
        )
        for column, slot in zip(COLUMNS, half.columns, strict=True)
    )
    return Edge(half.seat, half.seat == v.seat, cards[::-1] if turned else cards, cards)


def _marks(ranks: tuple[Rank, ...], cards: tuple[Card, ...]) -> Iterator[str]:
    """Which marks of the board need to be explained."""
    shown = [card for card in cards if card.lies]
    if any(card.up for card in shown):
        yield "up"
    if any(card.face and not card.up for card in shown):
        yield "known"
    if any(not card.face for card in shown):
        yield "unknown"
    if any(square.frozen for rank in ranks for square in rank.squares):
        yield "frozen"


def _beside(half: Half, v: View) -> Beside:
    return Beside(
        half.seat,
        half.home,
        half.captured,
        half.deck_size,
        by_value(half.discards, v),
        by_value(half.six, v),
    )


def by_value(cards: Cards, v: View) -> Cards:
    """Cards with the highest value first."""
    said = voice(v)
    return tuple(sorted(cards, key=lambda card: (-(said.strength(card) or 0), card)))


def held(v: View) -> Iterator[Note]:
    """What the cards do that lie at the columns, and all others: the decks are alike, and nobody's secret."""
    rows = v.decks.rows
    yield "deck-list", {"rows": rows, "size": sum(row.copies for row in rows)}
    yield from powers()


class Words(NamedTuple):
    """One side of the board in words, for the text of a picture.

    Attributes:
        pieces: the squares of its pieces.
        frozen: the squares of its frozen pieces.
        six: its cards, from column a to f.
    """

    seat: str
    pieces: tuple[str, ...]
    frozen: tuple[str, ...]
    cards: tuple[Card, ...]


def position_in_words(v: View) -> Note:
    """All that a picture of the board shows, as a key of the texts with its values.

    Somebody who cannot see the picture can play by it.
    """
    shown = table(v)
    sides = tuple(
        Words(
            edge.seat,
            tuple(one for one in v.half(edge.seat).pieces if not is_frozen(edge.seat, one)),
            tuple(one for one in v.half(edge.seat).pieces if is_frozen(edge.seat, one)),
            tuple(card for card in edge.in_order if card.lies),
        )
        for edge in (shown.near, shown.far)
    )
    values = {"near": shown.near.seat, "sides": sides, "beside": shown.beside}
    return "picture-alt", values


def about(content: Mapping[str, Any], name: str) -> About | None:
    """What is printed on a card, how often it is there, and its power; that only its value counts if it has none."""
    row = next((one for one in content["deck"] if one["card"] == name), None)
    if row is None:
        return None
    power = note("about-power", card=name) if name in {LOKI, RAVENS} else note("about-plain")
    return About(row["title"], (note("about-card", row=row), power), RESTS.get(name, ("4.2", "1.3")))


def deck_lists(game: Game) -> Any:
    """The deck list of the game's own file, row by row, for the handbook: one for both players."""
    return game.options({})["deck"]


def card_texts(game: Game) -> Iterator[tuple[str, str]]:
    """The titles of the cards, each with its context, to be translated."""
    for row in deck_lists(game):
        yield "card", row["title"]


def decks_told(content: Mapping[str, Any]) -> list[Note]:
    """What an invitation says of the deck: its cards, and how sure the list is."""
    rows = content["deck"]
    unsure = sum(row["certainty"] != "printed" for row in rows)
    values = {"rows": tuple(rows), "size": sum(row["copies"] for row in rows)}
    return [("deck-list", values), ("deck-certainty", {"unsure": unsure, "rows": len(rows)})]
