"""3.3, 8.2 The legal moves of a seat, by families, out of its own view."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from referee.engine.choices import Move
from referee.engine.rules import cites
from referee.games.thunder import moves as m
from referee.games.thunder.cards import LEADERS, back_of, name_of
from referee.games.thunder.fetching import AT_MOST, CREW
from referee.games.thunder.playing import open_columns
from referee.games.thunder.table import COLUMNS, HAND_LIMIT, ROWS, Cards
from referee.games.thunder.vidarr import OUTER
from referee.games.thunder.view import Half, Sight

Moves = Sequence[Move]
Heights = tuple[int, int, int]


def names(faces: Cards) -> list[str]:
    """The different cards among these faces, named as their holder writes them (17.3), sorted."""
    found = sorted({*map(name_of, faces)})
    if len(found) == len({*faces}):
        return found
    return [word for words in worded(faces).values() for word in words]


def worded(faces: Cards) -> dict[str, tuple[str, ...]]:
    """For each name among these faces, how their holder must write it: alone, or as `own` and `captured`."""
    different = dict.fromkeys(faces)
    found = sorted(map(name_of, different))
    clashing = len(set(found)) < len(found)
    return {
        name: (f"own {name}", f"captured {name}") if clashing and found.count(name) > 1 else (name,)
        for name in found
    }


@cache
def lays_of(name: str) -> tuple[m.Lay, ...]:
    """The twelve ways to lay a card, by column and row; made once."""
    return tuple(m.Lay(name, column, row) for column in COLUMNS for row in range(1, ROWS + 1))


@lru_cache(maxsize=1024)
def slots(rows: Heights, led: int) -> tuple[int, ...]:
    """Where a card can be laid face down (5.1, 5.2), as indexes of `lays_of`."""
    return tuple(
        index * ROWS + row
        for index, height in enumerate(rows)
        if height < ROWS
        for row in range(index == led, height + 1)
    )


@lru_cache(maxsize=4096)
def lays_at(name: str, places: tuple[int, ...]) -> tuple[m.Lay, ...]:
    """The ways to lay a card at these places."""
    ways = lays_of(name)
    return tuple(ways[at] for at in places)


def lays(held: list[str], side: Half) -> list[Move]:
    """5.1 Every card but Thor/Loki, to every place open to it."""
    places = slots(heights(side), side.led)
    return [way for name in held if name not in LEADERS for way in lays_at(name, places)]


def leader_moves(v: Sight, held: list[str]) -> list[Move]:
    """10.1 The free play of Thor/Loki."""
    if LEADERS.isdisjoint(held) or v.mine.barred:
        return []
    return [
        lays_of(name)[index * ROWS]
        for name in held
        if name in LEADERS
        for index, column in enumerate(v.mine.columns)
        if len(column) < ROWS
    ]


def can_challenge(v: Sight, index: int) -> bool:
    """6.2 Whether the front card of this own column may challenge."""
    column = v.mine.columns[index]
    return bool(column) and column[0].face in v.decks.fighters


CHALLENGES = tuple(m.Challenge(letter) for letter in COLUMNS)


def challenges(v: Sight) -> list[Move]:
    """6.1 Front card against front card, never Thor/Loki (6.3)."""
    mine, theirs = v.mine, v.theirs
    if mine.turns <= 1:
        return []
    fighters, led = v.decks.fighters, theirs.led
    return [
        CHALLENGES[index]
        for index, (own, facing) in enumerate(zip(mine.columns, theirs.columns, strict=True))
        if own and facing and index != led and own[0].face in fighters
    ]


def flanks(v: Sight, card: str) -> list[Move]:
    """20.1 From an outer column at any card of the column it faces, never Thor/Loki."""
    if v.mine.turns <= 1:
        return []
    return [
        m.UseVidarr(card, letter, target, row)
        for letter, target in OUTER[v.options.flank].items()
        if can_challenge(v, COLUMNS.index(letter))
        for row, spot in enumerate(v.theirs.columns[COLUMNS.index(target)], start=1)
        if spot.name not in LEADERS
    ]


def ravens_moves(v: Sight, card: str) -> Moves:
    """15.6 An enemy front card, their own Thor/Loki, a card of the enemy hand."""
    mine, theirs = v.mine, v.theirs
    if mine.turns <= 1:
        return ()
    targets = tuple([letter for letter, column in zip(COLUMNS, theirs.columns, strict=True) if column])
    if mine.led >= 0:
        targets = (*targets, "own")
    return _ravens(card, targets, open_columns(theirs) if theirs.hand_size else None)


@lru_cache(maxsize=1024)
def _ravens(card: str, targets: Cards, opened: Cards | None) -> Moves:
    fronts = [m.UseRavens(card, target) for target in targets]
    if opened is None:
        return tuple(fronts)
    return (*fronts, m.UseRavens(card, "hand"), *(m.UseRavens(card, "hand", letter) for letter in opened))


def frigg_moves(v: Sight, card: str) -> list[Move]:
    """13.2 The enemy hand, or an enemy column with a face-down card."""
    found: list[Move] = [m.UseFrigg(card, "hand")] if v.theirs.hand_size else []
    found.extend(
        m.UseFrigg(card, letter)
        for index, letter in enumerate(COLUMNS)
        if any(not spot.up for spot in v.theirs.columns[index])
    )
    return found


def freya_moves(v: Sight, card: str) -> list[Move]:
    """13.1 The top of the enemy pile, if its strength is 1 to 7."""
    top = v.theirs.pile_top
    return [m.UseFreya(card)] if top and v.decks.strength(top) else []


def hel_moves(v: Sight, card: str) -> list[Move]:
    """17.1 Any card of their own pile."""
    return [m.UseHel(card, name) for name in names(v.mine.pile or ())]


def fetch_moves(
    v: Sight, kind: type[m.UseLongships] | type[m.UseOdin], card: str, wanted: frozenset[str]
) -> list[Move]:
    """17.2 Up to three of the wanted cards of their own pile, as the hand has room."""
    room = min(AT_MOST, HAND_LIMIT - v.mine.hand_size + 1)
    faces = tuple(face for face in v.mine.pile or () if name_of(face) in wanted)
    there = {word: _count(faces, word, v.seat or "") for word in names(faces)}
    return [
        kind(card, take)
        for size in range(room + 1)
        for take in combinations_with_replacement(there, size)
        if all(take.count(word) <= there[word] for word in take)
    ]


def _count(faces: Cards, name: str, seat: str) -> int:
    word, _, bare = name.rpartition(" ")
    return sum(
        name_of(face) == bare and (not word or (back_of(face) == seat) == (word == "own")) for face in faces
    )


def spear_moves(v: Sight, card: str) -> Moves:
    """18.1 Any enemy card on the battlefield."""
    return _spears(card, heights(v.theirs))


@lru_cache(maxsize=1024)
def _spears(card: str, rows: Heights) -> Moves:
    return tuple(
        m.UseSpear(card, letter, row)
        for letter, height in zip(COLUMNS, rows, strict=True)
        for row in range(1, height + 1)
    )


def heights(side: Half) -> Heights:
    """How many cards stand in each column."""
    a, b, c = side.columns
    return len(a), len(b), len(c)


def shift_moves(side: Half, card: str) -> Moves:
    """9.1 Any card but Thor/Loki to any other place that is open once it is taken out."""
    return _shifts(card, heights(side), side.led)


@lru_cache(maxsize=4096)
def _shifts(card: str, rows: Heights, led: int) -> Moves:
    return tuple(
        m.Shift(card, COLUMNS[index], row, COLUMNS[to], to_row)
        for index, height in enumerate(rows)
        for row in range(1 + (index == led), height + 1)
        for to, other_height in enumerate(rows)
        if (left := other_height - (to == index)) < ROWS
        for to_row in range(1 + (to == led), left + 2)
        if (index, row) != (to, to_row)
    )


def seer_moves(v: Sight, card: str) -> Moves:
    """19.1 The enemy deck; columns may be named beforehand."""
    return _seers(card, open_columns(v.theirs)) if v.theirs.deck_size else ()


@lru_cache(maxsize=64)
def _seers(card: str, opened: Cards) -> Moves:
    return tuple(m.UseSeer(card, to) for size in range(AT_MOST + 1) for to in product(opened, repeat=size))


def lasting_moves(v: Sight, card: str, name: str) -> list[Move]:
    """11.2, 12.3 Berserker and Idunn, unless the other's is on top."""
    top = v.theirs.pile_top
    return [] if top and name_of(top) == name else [m.UseLasting(card)]


POWER_MOVES: dict[str, Callable[[Sight, str], Moves]] = {
    "baldr": lambda v, card: shift_moves(v.mine, card),
    "berserker": lambda v, card: lasting_moves(v, card, "berserker"),
    "freya": freya_moves,
    "frigg": frigg_moves,
    "gungnir": spear_moves,
    "hel": hel_moves,
    "idunn": lambda v, card: lasting_moves(v, card, "idunn"),
    "longships": lambda v, card: fetch_moves(v, m.UseLongships, card, CREW),
    "mjolnir": spear_moves,
    "odin": lambda v, card: fetch_moves(v, m.UseOdin, card, frozenset({"ravens"})),
    "ravens": ravens_moves,
    "seer": seer_moves,
    "valkyries": lambda v, card: shift_moves(v.theirs, card),
    "vidarr": flanks,
}
"""How each power of 7.5 can be used by the holder of a card, as this view shows it."""
USES = {word + name: ways for name, ways in POWER_MOVES.items() for word in ("", "own ", "captured ")}
"""The same for a card as its holder names it (17.3)."""


DRAW = m.Draw()


def draw_moves(v: Sight) -> list[Move]:
    """4.1, 4.2 The top card of their own deck."""
    return [DRAW] if v.mine.deck_size and v.mine.hand_size < HAND_LIMIT else []


@cites("6.8", "8.2")
def can_act(v: Sight) -> bool:
    """8.2 Whether any legal action is left to the player on turn, a free Thor/Loki play too; cheap ones first.

    A challenge is one of them: never compulsory unless it is all that is left (6.8).
    """
    if draw_moves(v):
        return True
    held = names(v.mine.hand or ())
    if lays(held, v.mine):
        return True
    if leader_moves(v, held) or challenges(v):
        return True
    return any(USES[card](v, card) for card in held if card in USES)
