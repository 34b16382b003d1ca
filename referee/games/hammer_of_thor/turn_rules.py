"""All orders of the game: how each happens, what it is held to, and the legal ones of a seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.engine.choices import Choices, Family, Held, Move
from referee.engine.events import Happening
from referee.engine.game import Happen, Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import first_broken, unbroken
from referee.games.hammer_of_thor import (
    asking,
    halting,
    items,
    meeting,
    moving,
    places,
    playing,
    powers,
    ruling,
    setting_up,
    smithing,
    standing,
    turns,
)
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.turns import aftermath
from referee.games.hammer_of_thor.view import View

CHAPTERS: tuple[Any, ...] = (
    *(
        setting_up,
        playing,
        standing,
        moving,
        asking,
        halting,
        meeting,
        items,
        powers,
        places,
        smithing,
        turns,
        ruling,
    ),
)
DESCRIBING = tuple(one for one in CHAPTERS if hasattr(one, "families"))
"""Those with families that are too large to be listed."""


def order(happen: Happen) -> Happen:
    """An order, and what follows from it at once (M15: leaders are looked at after every order)."""

    def then(s: State, by: str, m: Move, lots: Lots) -> Happening:
        s = yield from followed(s, happen(s, by, m, lots))
        yield from aftermath(s)

    return then


MOVES: Moves = {
    **{kind: (order(happen), rules) for one in CHAPTERS for kind, (happen, rules) in one.MOVES.items()},
    **CUSTOMS.moves(CUSTOMS.game_goes_on),
}

RESTS_ON: Mapping[type[Move], RestsOn] = {
    kind: ground for one in CHAPTERS if one is not standing for kind, ground in one.RESTS_ON.items()
}
"""H1 What each order rests on; orders beforehand and those of the customs are taken at any time."""


def legal(v: View, moves: Sequence[Iterable[Move]]) -> Sequence[Move]:
    """Those that no rule refuses, each once."""
    match moves:
        case [Held() as held]:
            return held
    return [*dict.fromkeys(unbroken(lambda kind: MOVES[kind][1], v, chain(*moves)))]


def families(v: View, left_out: frozenset[str] = frozenset()) -> Iterator[Family]:
    """The families of what a seat may do in its turn, in an encounter, or as the master, but those left out."""
    found: dict[tuple[str, str], list[Iterable[Move]]] = {}
    for chapter in CHAPTERS:
        for key, number, moves in chapter.candidates(v):
            if key not in left_out:
                found.setdefault((key, number), []).append(moves)
    for (key, number), moves in found.items():
        if allowed := legal(v, moves):
            yield _family(v, key, number, allowed)


def _family(v: View, key: str, number: str, moves: Sequence[Move]) -> Family:
    """A family of these moves, and of the same ones written otherwise: a group may be named by any of its members.

    One of dozens of moves that differ in one word is told by its form, with an example.
    """
    kinds = {moves.kind} if isinstance(moves, Held) else {*map(type, moves)}

    def holds(move: Move) -> bool:
        return type(move) in kinds and first_broken(MOVES[type(move)][1], v, move) is None

    many = key in MANY
    return Family(
        key,
        number,
        len(moves),
        lambda: moves,
        holds,
        lambda rng: rng.choice(moves),
        listed=not many,
        form=key if many else "",
        at_least=key in LONGER,
    )


def described(v: View) -> Iterator[Family]:
    """The families that are too large to be listed."""
    for chapter in DESCRIBING:
        yield from chapter.families(v)


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker, or a seat that has left, has none."""
    if v.seat is None or v.outcome or v.seat in v.gone:
        return Choices(list, tuple)
    return Choices(
        lambda: [move for one in families(v, ASIDE) for move in one.moves()],
        lambda: (*families(v), *described(v), *CUSTOMS.resigning(v), *CUSTOMS.families(v)),
    )


MANY = frozenset(
    (*("when card", "hit", "figures", "fate of characters", "groups", "new", "things", "minds", "turns"),)
)
"""Families of which there are dozens or hundreds of moves."""
LONGER = frozenset({"move"})
"""Families of which only the shortest moves are listed: a way of several steps is a move too (M25e)."""
ASIDE = frozenset({"when nothing", "when card"})
"""Families that do not carry the game on."""
