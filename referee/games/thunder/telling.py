"""How Thunder & Lightning is told: names for a reader, the battlefield and what lies beside it as data.

Only views are looked at. No sentence is made here: keys and values go into `templates/thunder`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.engine.events import Seen
from referee.engine.game import Game
from referee.engine.kit import base, customs
from referee.engine.kit.defaults import About, note
from referee.games.thunder import because as reasons
from referee.games.thunder import in_short as summing_up
from referee.games.thunder import learned as known
from referee.games.thunder import likely as wanted
from referee.games.thunder import marked as last
from referee.games.thunder import story
from referee.games.thunder import worth as weighed
from referee.games.thunder.cards import POWERS, SPEARS, STANDING, TREASURES, Decks, back_of, name_of
from referee.games.thunder.customs import CUSTOMS
from referee.games.thunder.table import COLUMNS, Cards
from referee.games.thunder.turn import LEADER_POINTS
from referee.games.thunder.view import Half, Spot, View
from referee.util.values import Value

CELL = 9
"""Characters of a column of the board: a mark, the card in short, a mark."""
UNKNOWN = "####"
EMPTY = " -"
QUALIFIERS = ("own", "captured")
"""Words of an order that belong to the card behind them (17.3)."""
ANY_TIME = customs.ANY_TIME | {"standing lay", "standing order"}
"""Families of moves that are possible in anyone's turn: told after the others."""
WITH_ORDER = {
    f"use {word}{name} order" for word in ("", "own ", "captured ") for name in ("ravens", "vidarr")
}
ALWAYS = customs.ALWAYS | {"standing lay", "standing order", "challenge-order"} | WITH_ORDER
"""Families that are told once in a while: those of anyone's turn, and moves with a discard order (14.6)."""
ARCHER = "female-archer"
"""What brings down a Shield Wall."""
LATER = frozenset({"standing lay", "standing order"})
"""Standing orders about what nobody has seen yet before the first turn."""
STORIES = story.STORIES
"""What is told as one: the events of one action."""
marked = last.marked
likely, because, worth = wanted.likely, reasons.because, weighed.worth
held, learned, would = known.of_cards, known.learned, known.would
Note = tuple[str, Mapping[str, Any]]


class Voice(Value):
    """The reader of a view, and the names that this game's deck lists give the cards."""

    reader: str | None
    decks: Decks

    def named(self, card: str, holder: str) -> tuple[str, str]:
        """A face (`loki.ravens`) or a name as orders have it (`captured ravens`): its word and its title.

        A face is `captured` where it bears another back than its holder's (17.3).
        """
        if "." in card:
            kind = self.decks.kinds.get(card)
            word = "captured" if holder and back_of(card) != holder else ""
            return word, kind.title if kind else card
        word, _, name = card.rpartition(" ")
        kinds = (self.decks.kinds.get(f"{seat}.{name}") for seat in self.decks.rows)
        return word, next((kind.title for kind in kinds if kind), name)

    def strength(self, card: str) -> int | None:
        """The strength printed on a face."""
        kind = self.decks.kinds.get(card)
        return kind.strength if kind else None


def voice(v: View) -> Voice:
    """The voice for the reader of a view."""
    return Voice(v.seat, v.decks)


def in_short(v: View, told: Sequence[Seen]) -> tuple[Note, ...]:
    """8 The game in a few sentences, now that it is over."""
    return tuple(summing_up.in_short(v, told, voice(v)))


Word = Callable[[str, str], str]
"""Translates one of our names for the reader, given its context and the English name."""


def as_it_is(_context: str, text: str) -> str:
    """A name in English."""
    return text


class Place(NamedTuple):
    """A place of the battlefield, or a card of the hand, as its reader sees it; `text` has at most `CELL` characters.

    `back` is the side that the back shows, `card` the name of the card in orders, "" for an unknown one.
    """

    name: str
    text: str
    title: str
    strength: int | None
    up: bool
    known: bool
    captured: bool
    back: str
    card: str = ""


class Row(NamedTuple):
    """A row of one side: its number, and its places in columns A, B, C (None where none is)."""

    number: int
    places: tuple[Place | None, Place | None, Place | None]

    @property
    def text(self) -> str:
        """The row as drawn: its number, and `CELL` characters for each column."""
        cells = ((place.text if place else EMPTY).ljust(CELL) for place in self.places)
        return f"{self.number}{''.join(cells)}".rstrip()


class Pile(NamedTuple):
    """The cards of a pile, top first: the owner sees them as they lie, others as they fell.

    `taken` counts those taken since, unseen.
    """

    seat: str
    own: bool
    cards: Cards
    taken: int


class Table(NamedTuple):
    """The table as data: enemy rows rear first, own rows front first, so that the fronts meet.

    `hand` is the reader's, by faces; `held` are the same cards as places show cards.
    `marks` are the marks of the board that occur; `halves`, `piles` and `notes` stand far side first.
    """

    far: str
    near: str
    far_rows: tuple[Row, ...]
    near_rows: tuple[Row, ...]
    marks: tuple[str, ...]
    halves: tuple[Half, Half]
    piles: tuple[Pile, ...]
    hand: Cards | None
    held: tuple[Place, ...] | None
    notes: tuple[Note, ...]


def table(v: View, word: Word = as_it_is) -> Table:
    """The table for the reader of a view: their own side near; for onlookers, Thor's.

    `word` gives the names of cards in the reader's language.
    """
    near, far = (v.mine, v.theirs) if v.seat else (v.thor, v.loki)
    far_rows, near_rows = rows(far, v, word), rows(near, v, word)
    return Table(
        far=far.seat,
        near=near.seat,
        far_rows=far_rows[::-1],
        near_rows=near_rows,
        marks=tuple(_marks(place for row in far_rows + near_rows for place in row.places if place)),
        halves=(far, near),
        piles=tuple(_pile(half) for half in (far, near) if half.pile_size or half.shown),
        hand=near.hand,
        held=None if near.hand is None else tuple(_held(face, near.seat, v.decks) for face in near.hand),
        notes=tuple(_notes(v)),
    )


def position_in_words(v: View) -> Note:
    """All that the picture of the table shows, as a key of the texts with its values; one can play by it."""
    values = {"table": table(v)}
    return "picture-alt", values


def _marks(places: Iterable[Place]) -> Iterator[str]:
    """Which marks of the board need to be explained: `own` and `unknown` cards face down, `captured` ones."""
    shown = tuple(places)
    if any(place.known and not place.up for place in shown):
        yield "own"
    if any(not place.known for place in shown):
        yield "unknown"
    if any(place.captured for place in shown):
        yield "captured"


def rows(half: Half, v: View, word: Word = as_it_is) -> tuple[Row, ...]:
    """The rows of one side, front first; at least one, so that an empty side shows."""
    return tuple(
        Row(number, _places(half, number, v, word))  # type: ignore[arg-type]
        for number in range(1, max(1, *(len(column) for column in half.columns)) + 1)
    )


def _places(half: Half, number: int, v: View, word: Word) -> tuple[Place | None, ...]:
    return tuple(
        _place(f"{letter}{number}", column[number - 1], half.seat, v.decks, word)
        if len(column) >= number
        else None
        for letter, column in zip(COLUMNS, half.columns, strict=True)
    )


def _place(name: str, spot: Spot, holder: str, decks: Decks, word: Word) -> Place:
    captured = spot.back != holder
    if spot.face is None:
        text = f" {UNKNOWN}{'*' * captured}"
        return Place(name, text, "", None, up=False, known=False, captured=captured, back=spot.back)
    kind = decks.kinds[spot.face]
    tail = "*" * captured + ("" if kind.strength is None else str(kind.strength))
    short = word("short", kind.short)
    text = f" {_fitted(short, tail, CELL - 1)}" if spot.up else f"({_fitted(short, tail, CELL - 2)})"
    return _held(spot.face, holder, decks)._replace(name=name, text=text, up=spot.up)


def _held(face: str, holder: str, decks: Decks) -> Place:
    """A card that the reader knows, face up."""
    kind, back = decks.kinds[face], back_of(face)
    return Place(
        "",
        "",
        kind.title,
        kind.strength,
        up=True,
        known=True,
        captured=back != holder,
        back=back,
        card=name_of(face),
    )


def _fitted(short: str, tail: str, room: int) -> str:
    """A short name and its marks in this many characters: a blank between if there is room, else cut."""
    if tail[:1].isdigit() and len(short) + 1 + len(tail) <= room:
        return f"{short} {tail}"
    return short[: room - len(tail)].rstrip(".") + tail


def _pile(half: Half) -> Pile:
    if half.pile is not None:
        return Pile(half.seat, own=True, cards=half.pile[::-1], taken=0)
    return Pile(half.seat, own=False, cards=half.shown[::-1], taken=half.taken)


def _notes(v: View) -> Iterator[Note]:
    """What else all see or the reader knows, as keys of the catalog with their values."""
    for kind, seat in zip(("berserker", "idunn"), v.holders, strict=True):
        if seat:
            yield kind, {"seat": seat}
    for half in (v.theirs, v.mine) if v.seat else (v.thor, v.loki):
        yield from _beside(half)
    if v.seat:
        yield from _private(v.mine, v)
    yield from base.notes(v, "8.8")
    yield from CUSTOMS.notes(v)


def _beside(half: Half) -> Iterator[Note]:
    if half.using:
        yield "using", {"seat": half.seat, "card": half.using}
    if half.open:
        yield "open", {"seat": half.seat, "card": half.open}
    if half.falling:
        yield "falling", {"seat": half.seat, "cards": half.falling}
    if half.backs and half.hand is None:
        yield "backs", {"seat": half.seat, "count": half.backs}


def _private(mine: Half, v: View) -> Iterator[Note]:
    """What only the reader has chosen or been given."""
    if mine.sealed is not None:
        yield "sealed", {"seat": mine.seat, "cards": mine.sealed}
    if mine.answered is not None and v.pending:
        yield "answered", {"cards": mine.answered}
    if mine.standing_discards:
        yield "standing-discards", {"cards": mine.standing_discards}
    if mine.standing_lay:
        yield "standing-lay", {"seat": mine.seat, "cards": mine.standing_lay}
    if mine.barred:
        yield "barred", {"card": mine.barred}
    if v.phase == "play" and not v.outcome:
        if v.on_turn == mine.seat and mine.turns == 1:
            yield "first-turn", {}
        yield from _in_danger(mine, v)
        yield from _in_reach(v.theirs, v)
    if v.phase == "deploy" and mine.sealed is None:
        yield from known.held(v)


def _in_danger(mine: Half, v: View) -> Iterator[Note]:
    """8.1, 8.3 What the reader loses the game by next: the treasure that came up, the last cards on the battlefield."""
    laid = [spot.face for line in mine.columns for spot in line]
    for card in (*(mine.hand or ()), *laid):
        if card and name_of(card) in TREASURES and back_of(card) == mine.seat:
            yield "treasure-held", {"seat": mine.seat, "card": card}
    if len(laid) == 1:
        yield "last-card", {}
    elif laid and len(laid) <= _next_points(v.theirs, v):
        yield "few-cards", {"seat": v.theirs.seat, "count": len(laid)}


def _in_reach(theirs: Half, v: View) -> Iterator[Note]:
    """8.3 What the reader may win by: the last cards of the other side, all of which can fall in this turn."""
    count = sum(map(len, theirs.columns))
    if count == 1:
        yield "their-last-card", {"seat": theirs.seat}
    elif 0 < count <= v.ap and v.on_turn == v.seat and v.mine.turns > 1 and not _walled(v.mine, theirs):
        yield "their-few-cards", {"seat": theirs.seat, "count": count}


def _walled(mine: Half, theirs: Half) -> bool:
    """16.1, 16.2 Whether a Shield Wall lies open that no archer of this side can reach in its turn, nor a spear."""
    held = {name_of(face) for face in mine.hand or ()}
    walls = [n for n, line in enumerate(theirs.columns) if any(_open_wall(spot) for spot in line)]
    laid = [[spot.name for spot in line] for line in mine.columns]
    if {ARCHER, *SPEARS} & held or ("baldr" in held and ARCHER in chain.from_iterable(laid)):
        return False
    return any(laid[n][:1] != [ARCHER] for n in walls)


def _open_wall(spot: Spot) -> bool:
    return spot.up and spot.name == "shield-wall"


def _next_points(theirs: Half, v: View) -> int:
    """3.1, 3.7 How often this side may challenge in its turn, this one or the next: not in its first."""
    first = theirs.turns <= (1 if v.on_turn == theirs.seat else 0)
    return 0 if first else LEADER_POINTS if theirs.led >= 0 else sum(map(bool, theirs.columns))


OF_TREASURES = ("1.2", "6.2", "6.7", "8.1", "8.4", "19.3")
"""The rules that treasures rest on: they speak of the Ring/Crown, and name neither card as its title does."""


def about(content: Mapping[str, Any], name: str) -> About | None:
    """What is printed on a card, in whose deck it is how often, and its power; the rest stands in its rules."""
    found = {seat: row for seat, rows in content["deck"].items() for row in rows if row["card"] == name}
    if not found:
        return None
    (first, *_) = found.values()
    notes = [note("about-card", title=first["title"], rows=tuple(found.items()))]
    notes += [note("about-power", card=name)] if name in POWERS else []
    notes += [note("about-standing", card=name)] if name in STANDING else []
    notes += [note("about-helpless")] if name not in STANDING and first["strength"] is None else []
    return About(first["title"], tuple(notes), OF_TREASURES if name in TREASURES else None)


def deck_lists(game: Game) -> Any:
    """The deck lists of the game's own file, row by row, for the handbook."""
    return tuple(game.options({})["deck"].items())


def card_texts(game: Game) -> Iterator[tuple[str, str]]:
    """The titles of the cards, and their names in short for the board, each with its context, to be translated."""
    for _, rows in deck_lists(game):
        for row in rows:
            yield "card", row["title"]
            yield "short", row["short"]


def decks_told(content: Mapping[str, Any]) -> list[Note]:
    """What an invitation says of the decks: how sure their lists are, by the titles of printed and of other rows."""
    return [
        (
            "deck-certainty",
            {
                "seat": seat,
                "printed": tuple(row["title"] for row in rows if row["certainty"] == "printed"),
                "reconstructed": tuple(row["title"] for row in rows if row["certainty"] != "printed"),
            },
        )
        for seat, rows in content["deck"].items()
    ]
