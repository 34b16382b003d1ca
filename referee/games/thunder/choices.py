"""All that a seat may do now, by families: actions, answers to a question, and what is possible at any time."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from referee.engine.choices import Arranged, Choices, Family, Move, plain
from referee.engine.kit.base import claimable
from referee.engine.moves import ClaimDraw
from referee.games.thunder import moves as m
from referee.games.thunder.actions import (
    USES,
    challenges,
    draw_moves,
    lays,
    leader_moves,
    names,
)
from referee.games.thunder.cards import LEADERS, back_of, name_of
from referee.games.thunder.customs import CUSTOMS
from referee.games.thunder.nightmare import LONGEST, names_of_fallen
from referee.games.thunder.setting_up import FIRST_ROW
from referee.games.thunder.table import COLUMNS, Cards
from referee.games.thunder.view import Sight, View


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker has none."""
    if v.seat is None or v.outcome:
        return Choices(list, tuple)
    return Choices(lambda: forward(v), lambda: (*_answers(v), *_turn(v), *_any_time(v)))


def may_act(v: Sight) -> bool:
    """Whether it is this seat's turn and no question is open."""
    return v.phase == "play" and v.on_turn == v.seat and not v.pending


def forward(v: Sight) -> Sequence[Move]:
    """The moves that carry the game on: actions in their own turn, or the answers to a question."""
    if not may_act(v):
        listed = [family.moves() for family in _answers(v) if family.listed]
        return listed[0] if len(listed) == 1 else [move for moves in listed for move in moves]
    held = names(v.mine.hand or ())
    found = leader_moves(v, held)
    if v.ap > 0:
        found += draw_moves(v)
        found += lays(held, v.mine)
        found += challenges(v)
        for card in held:
            if card in USES:
                found += USES[card](v, card)
    return found


def _turn(v: View) -> Iterator[Family]:
    """The actions of their own turn, as long as no question is open."""
    if not may_act(v):
        return
    held = names(v.mine.hand or ())
    yield plain("leader", "10.1", leader_moves(v, held))
    if v.ap <= 0:
        return
    yield plain("draw", "4.1", draw_moves(v))
    yield plain("lay", "5.1", lays(held, v.mine))
    fights = challenges(v)
    yield plain("challenge", "6.1", fights)
    yield from with_order(v, "challenge-order", fights)
    for card in held:
        if card in USES:
            uses = USES[card](v, card)
            yield plain(f"use {card}", "7.1", uses)
            if card.rpartition(" ")[2] in {"ravens", "vidarr"}:
                yield from with_order(v, f"use {card} order", [use for use in uses if takes_order(use)])


def takes_order(move: Move) -> bool:
    """Whether a move may carry its own discard order: it may hit a Nightmare on the battlefield (14.6)."""
    match move:
        case m.UseRavens(target=target):
            return target in COLUMNS
        case m.Challenge() | m.UseVidarr():
            return True
    return False


def with_order(v: View, key: str, base: list[Move]) -> Iterator[Family]:
    """14.6 The same moves, each with any list of cards' names behind it: too many to list."""
    if not base or v.options.discards == "ask":
        return
    known = v.decks.wordings
    lists = sum(len(known) ** k for k in range(1, LONGEST + 1))

    def holds(move: Move) -> bool:
        order = getattr(move, "order", ())
        return bool(order) and _is_list(order, known) and ordered(move, ()) in base

    def draw(rng: Random) -> Move:
        return ordered(rng.choice(base), _sample_list(rng, v, least=1))

    told = next(filter(None, (_fitting(v, move) for move in base)), None)
    yield Family(key, "14.6", len(base) * lists, tuple, holds, draw, listed=False, form="order", example=told)


def _fitting(v: View, move: Move) -> Move | None:
    """The move with the cards of its column, which may fall, the rearmost first; None where none lies there."""
    column = getattr(move, "target", "") or getattr(move, "at_column", "") or getattr(move, "column", "")
    line = v.mine.columns[COLUMNS.index(column)]
    names = tuple(name_of(spot.face) for spot in reversed(line) if spot.face)
    return ordered(move, names) if names and len(names) == len(line) else None


def ordered(move: Move, order: Cards) -> Move:
    """The move with this discard order."""
    match move:
        case m.Challenge(column=column):
            return m.Challenge(column, order)
        case m.UseVidarr():
            return m.UseVidarr(move.card, move.column, move.at_column, move.at_row, order)
        case m.UseRavens():
            return m.UseRavens(move.card, move.target, move.to, order)
    return move


def _is_list(order: Cards, known: frozenset[str]) -> bool:
    return len(order) <= LONGEST and all(name in known for name in order)


def _sample_list(rng: Random, v: View, *, least: int) -> Cards:
    """A list of names, mostly of cards the writer holds on the table, so that it is often of use."""
    near = [name_of(spot.face) for column in v.mine.columns for spot in column if spot.face]
    pool = near if near and rng.random() < 0.8 else sorted(v.decks.wordings)  # noqa: PLR2004  a share, not a rule
    return tuple(rng.choice(pool) for _ in range(rng.randint(least, 4)))


def _answers(v: Sight) -> Iterator[Family]:
    """The answer to a question put to this seat."""
    if v.phase == "deploy":
        yield deploy_family(v)
    for asked in v.pending:
        if asked.by == v.seat and asked.duty == "place":
            yield plain("place", asked.rule, [m.Place(column) for column in asked.to])
        if asked.by == v.seat and asked.duty == "seer":
            yield plain("seer", "19.1", [m.Next(), m.Stop()])
        if asked.by == v.seat and asked.duty == "order":
            yield order_family(v)


def deploy_family(v: Sight) -> Family:
    """1.3 Three cards of the hand in every order, never Thor/Loki."""
    cards = [name_of(face) for face in v.mine.hand or () if name_of(face) not in LEADERS]
    return plain("deploy", "1.3", Arranged(m.Deploy, cards, FIRST_ROW))


def order_family(v: Sight) -> Family:
    """14.2 Every list of names of the fallen cards, none more often than it fell."""

    def holds(move: Move) -> bool:
        return isinstance(move, m.Order) and names_of_fallen.check(v, move) is None

    def draw(rng: Random) -> Move:
        fallen = [name_of(card) for card in v.mine.falling]
        rng.shuffle(fallen)
        return m.Order(tuple(fallen[: rng.randint(0, len(fallen))]))

    count = count_orders(v.mine.falling, v.seat or "")
    return Family("order", "14.2", count, tuple, holds, draw, listed=False, form="fallen order")


def count_orders(fallen: Cards, seat: str) -> int:
    """How many lists of names there are for these fallen cards, including the empty one (the default order)."""
    ways = [1]
    for name in sorted({name_of(card) for card in fallen}):
        own = sum(name_of(card) == name and back_of(card) == seat for card in fallen)
        captured = sum(name_of(card) == name and back_of(card) != seat for card in fallen)
        ways = _shuffled_together(ways, _within_one_name(own, captured))
    return sum(ways)


def _within_one_name(own: int, captured: int) -> list[int]:
    """For each length, the lists of `x`, `own x`, `captured x` that these cards allow."""
    lists = [0] * (own + captured + 1)
    for a in range(own + 1):
        for b in range(captured + 1):
            for c in range(own + captured - a - b + 1):
                size = a + b + c
                lists[size] += math.comb(size, a) * math.comb(size - a, b)
    return lists


def _shuffled_together(ways: list[int], more: list[int]) -> list[int]:
    """For each length, the lists made by interleaving one list of each."""
    both = [0] * (len(ways) + len(more) - 1)
    for i, left in enumerate(ways):
        for j, right in enumerate(more):
            both[i + j] += left * right * math.comb(i + j, i)
    return both


STANDING_LAYS = tuple(
    m.StandingLay(to) for size in range(len(COLUMNS) + 1) for to in permutations(COLUMNS, size)
)


def _any_time(v: View) -> Iterator[Family]:
    """What is possible in anyone's turn."""
    yield from CUSTOMS.resigning(v)
    if any(asked.duty == "order" or asked.by == v.seat for asked in v.pending):
        return
    claim = plain("claim draw", "8.8", [ClaimDraw()] if claimable(v) else [])
    yield from CUSTOMS.families(v, claim)
    yield plain("standing lay", "3.5", STANDING_LAYS)
    yield standing_family(v)


def standing_family(v: View) -> Family:
    """14.6 Any list of cards' names as standing discard order; the empty one is the default order."""
    known = v.decks.wordings
    longest = 0 if v.options.discards == "ask" else LONGEST
    count = sum(len(known) ** k for k in range(longest + 1))

    def holds(move: Move) -> bool:
        return (
            isinstance(move, m.StandingDiscards)
            and _is_list(move.cards, known)
            and len(move.cards) <= longest
        )

    def draw(rng: Random) -> Move:
        return m.StandingDiscards(_sample_list(rng, v, least=0)[:longest])

    laid = (spot.face for line in v.mine.columns for spot in line)
    names = tuple(dict.fromkeys(name_of(face) for face in laid if face))[:longest]
    told = m.StandingDiscards(names) if names else None
    return Family(
        "standing order", "14.6", count, tuple, holds, draw, listed=False, form="standing order", example=told
    )
