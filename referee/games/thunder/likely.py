"""What a player is likely to want: the moves that are worth most over what this seat sees, and whole turns of them.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from referee.engine.choices import Choices, Move
from referee.engine.kit.defaults import MOST, Turn, best, varied
from referee.games.thunder import moves as m
from referee.games.thunder.cards import LEADERS, TREASURES, back_of, name_of
from referee.games.thunder.fetching import AT_MOST
from referee.games.thunder.table import COLUMNS, HAND_LIMIT
from referee.games.thunder.view import View
from referee.games.thunder.worth import ACTION, bare, ends, look, step, then_challenges, worth

TURNS, SINGLE = 2, 3
"""Whole turns that are told, and single moves, as long as there is room."""
FAR, GOOD = 1 / 3, 9.0
"""A move that is worth so much less than the best, or than a good one, is not told."""
POOL = 12
"""Of so many fights and cards to lay a whole turn is made."""
FETCHING = m.UseFreya | m.UseHel | m.UseLongships | m.UseOdin
OPENING = m.UseSpear | m.Shift | m.UseLasting | m.UseFrigg | m.Lay | m.Challenge
"""What asks nothing and does not change the hand, so that anything in other columns can follow it."""
IN_ORDER = (m.Challenge, m.Lay, m.Draw)
"""In which order the moves of a whole turn stand."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """Whole turns, where several actions are left, then single moves; the best first. Each is legal in every world."""
    moves = [move for family in choices.families if family.listed for move in family.moves()]
    if _standing_comes_first(v):
        moves = [move for move in moves if isinstance(move, m.Draw)]
    ranked = _ranked(v, moves)
    singles = varied(sorted(ranked, key=lambda one: not _hides(v, one)), _kind, SINGLE)
    return (*_turns(v, moves, ranked), *((move,) for move in singles))[:MOST]


def _hides(v: View, move: Move) -> bool:
    """8.1 Whether a move lays one's own Ring/Crown, which a hit in the hand would lose, behind other cards."""
    hides = isinstance(move, m.Lay) and move.row > 1 and bare(move.card) in TREASURES
    return hides and any(name_of(face) in TREASURES and back_of(face) == v.seat for face in v.mine.hand or ())


def _ranked(v: View, moves: list[Move]) -> list[Move]:
    """The moves that are worth an action, the best first, none far from it; or, where nothing is, what harms least."""
    if ranked := best(moves, partial(worth, v), most=len(moves)):
        least = FAR * min(worth(v, ranked[0]), GOOD)
        return [move for move in ranked if worth(v, move) >= least]
    carrying = [move for move in moves if worth(v, move)]
    return [max(carrying, key=partial(worth, v))] if carrying else []


def _standing_comes_first(v: View) -> bool:
    """3.5 Whether Thor/Loki may be laid by a standing order before the first line: then only a draw is sure."""
    held = {name_of(face) for face in v.mine.hand or ()}
    return bool(v.mine.standing_lay and held & LEADERS)


def _kind(move: Move) -> object:
    """Of alternatives the best is told: of cards to lay one, of a card to play one use; each challenge is one.

    Thor/Loki is laid besides, for it costs no action.
    """
    return move.written if isinstance(move, m.Challenge) else (type(move), _leads(move))


# Whole turns


def _turns(v: View, moves: list[Move], ranked: list[Move]) -> Iterator[Turn]:
    """Turns that use every action left: with the best power, or card that challenges at once; and without any.

    Each is legal however its moves end: what they change lies in columns of their own, and what is drawn, which is
    unknown, comes last. Challenges stand before cards that are laid, so that who reads sees first what decides.
    """
    if v.on_turn != v.seat or not moves or v.phase != "play" or v.ap < 2 or not _steady(v):  # noqa: PLR2004
        return
    if any(ends(v, one) for one in ranked[:1]):
        return
    draws: list[Move] = [one for one in moves if isinstance(one, m.Draw)]
    pool = [one for one in ranked if isinstance(one, m.Challenge | m.Lay) and not _leads(one)][:POOL] + draws
    plain = _whole(v, pool, ())
    uses = [(one,) for one in ranked if isinstance(one, m.Use) and worth(v, one) > ACTION][:1]
    sallies = [one for special in _sallies(v, moves) if (one := _whole(v, pool, special)).gain > plain.gain]
    led = [(one,) for one in ranked if _leads(one) and not v.action][
        :1
    ]  # 10.3 later the points are not known
    every = [plain, *(_whole(v, pool, one) for one in (*uses, *led)), *sallies, _whole(v, draws, ())]
    full = sorted((one for one in every if not one.left), key=lambda one: -one.gain)
    yield from [*dict.fromkeys(one.turn for one in full)][:TURNS]


def _sallies(v: View, moves: Sequence[Move]) -> list[Turn]:
    """6.1 A card that comes to the front and challenges at once: `lay frigg A1`, `challenge A`; the best of them."""
    found = sorted(_all_sallies(v, moves), key=lambda one: -one[0])
    return [turn for _, turn in found[:1]]


def _all_sallies(v: View, moves: Sequence[Move]) -> Iterator[tuple[float, Turn]]:
    """Each of them, with what it is worth."""
    for move in moves if v.mine.turns > 1 else ():
        for column in _fronts(move):
            challenge = m.Challenge(column)
            now = worth(v, challenge) if challenge in moves else 0.0
            if (gain := then_challenges(v, move, column)) > max(now, 0.0) + 2 * ACTION:  # type: ignore[arg-type]
                yield gain, (move, challenge)


def _fronts(move: Move) -> tuple[str, ...]:
    """The columns of a seat to whose front a move brings another card."""
    if isinstance(move, m.Lay) and bare(move.card) not in LEADERS:
        return (move.column,) if move.row == 1 else ()
    if isinstance(move, m.Shift) and bare(move.card) == "baldr":
        ends_of = ((move.column, move.row), (move.to_column, move.to_row))
        return tuple(dict.fromkeys(column for column, row in ends_of if row == 1))
    return ()


def _leads(move: Move) -> bool:
    """10.2 Whether a move lays Thor/Loki, which costs no action."""
    return isinstance(move, m.Lay) and bare(move.card) in LEADERS


def _steady(v: View) -> bool:
    """3.5 Whether no standing order comes between the moves of a turn."""
    return not (v.mine.standing_lay and v.mine.led < 0)


class Whole(NamedTuple):
    """A whole turn, what its moves are worth one after the other, and how many actions it leaves."""

    gain: float
    turn: Turn
    left: int


def _whole(v: View, pool: Sequence[Move], special: Turn) -> Whole:
    """A whole turn around a power or a sally: fights, cards laid, then draws; a power that asks stands at the end.

    Move by move that one is taken which is worth most on the table that those before it leave: a third card to lay
    may be worth less than one to draw, though the first was not.
    """
    gain, table = 0.0, look(v).table
    for one in special:
        gained, table = step(v, table, one)
        gain += gained
    taken = {
        getattr(one, name, "") for one in special for name in ("column", "to_column", "at_column", "target")
    }
    held = [card for one in special if (card := getattr(one, "card", ""))]
    chosen, draws = list[Move](), _draws(v, special)
    while table.ap > 0:
        fit = [one for one in pool if _fits(v, one, taken, held, draws - chosen.count(m.Draw()))]
        if not fit:
            break
        (gained, table), best_one = max(
            ((step(v, table, one), one) for one in fit), key=lambda one: one[0].gain
        )
        gain += gained
        chosen.append(best_one)
        taken.add(getattr(best_one, "column", ""))
        held += [best_one.card] if isinstance(best_one, m.Lay) else []
    ordered = [one for kind in IN_ORDER for one in chosen if isinstance(one, kind)]
    opens = all(_opens(v, one) for one in special)
    return Whole(gain, (*special, *ordered) if opens else (*ordered, *special), table.ap)


def _fits(v: View, move: Move, taken: set[str], held: list[str], draws: int) -> bool:
    """Whether a move can be made in a turn with the others that are chosen."""
    if isinstance(move, m.Draw):
        return draws > 0
    return isinstance(move, m.Challenge | m.Lay) and move.column not in taken and _sure(v, move, held)


def _opens(v: View, move: Move) -> bool:
    """Whether other moves can follow a power, a card laid or a challenge of a special turn."""
    if isinstance(move, m.UseVidarr) or (isinstance(move, m.UseRavens) and move.target in COLUMNS):
        return v.options.discards != "ask"
    return isinstance(move, OPENING)


def _sure(v: View, move: m.Challenge | m.Lay, held: list[str]) -> bool:
    """Whether a move can be made after the others, and the others after it.

    14.2 Where players are asked how their cards fall, nothing can follow what may meet a Nightmare.
    """
    if isinstance(move, m.Lay):
        return _has(v, move.card, held)
    enemy = v.theirs.columns[COLUMNS.index(move.column)][0]
    return v.options.discards != "ask" or bool(enemy.face and enemy.name != "nightmare")


def _draws(v: View, special: Turn) -> int:
    """4.2 How many cards can be drawn: as many as the deck and the hand bear, and what is fetched after them (17.2).

    None before a card that another name would then be needed for (17.3).
    """
    renamed = any(getattr(one, "card", "") for one in special) and v.mine.backs
    fetched = AT_MOST * any(isinstance(one, FETCHING) for one in special)
    possible = max(0, min(v.mine.deck_size, HAND_LIMIT - v.mine.hand_size - fetched))
    return 0 if renamed else possible


def _has(v: View, card: str, used: list[str]) -> bool:
    """Whether the hand holds one more card of that name than are used; a name that says whose is used once."""
    if " " in card or v.mine.backs:
        return not used
    return sum(name_of(face) == card for face in v.mine.hand or ()) > used.count(card)
