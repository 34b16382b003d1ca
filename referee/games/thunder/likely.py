"""What a player is likely to want: the moves that are worth most over what this seat sees, and whole turns of them.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from referee.engine.choices import Choices, Move
from referee.engine.kit.likely import MOST, Turn, best, varied
from referee.games.thunder import moves as m
from referee.games.thunder.cards import LEADERS, name_of
from referee.games.thunder.fetching import AT_MOST
from referee.games.thunder.table import COLUMNS, HAND_LIMIT
from referee.games.thunder.view import View
from referee.games.thunder.worth import ACTION, bare, ends, then_challenges, worth

TURNS, SINGLE = 2, 3
"""Whole turns that are told, and single moves, as long as there is room."""
FAR, GOOD = 1 / 3, 9.0
"""A move that is worth so much less than the best, or than a good one, is not told."""
FETCHING = m.UseFreya | m.UseHel | m.UseLongships | m.UseOdin
OPENING = m.UseSpear | m.Shift | m.UseLasting | m.UseFrigg | m.Lay | m.Challenge
"""What asks nothing and does not change the hand, so that anything in other columns can follow it."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """Whole turns, where several actions are left, then single moves; the best first. Each is legal in every world."""
    moves = [move for family in choices.families if family.listed for move in family.moves()]
    if _standing_comes_first(v):
        moves = [move for move in moves if isinstance(move, m.Draw)]
    ranked = _ranked(v, moves)
    return (*_turns(v, moves, ranked), *((move,) for move in varied(ranked, _kind, SINGLE)))[:MOST]


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
    """Of alternatives the best is told: of cards to lay one, of a card to play one use; each challenge is one."""
    return move.written if isinstance(move, m.Challenge) else type(move)


# Whole turns


def _turns(v: View, moves: list[Move], ranked: list[Move]) -> Iterator[Turn]:
    """Turns that use every action left: with the best power, or card that challenges at once; and without any.

    Each is legal however its moves end: what they change lies in columns of their own, and what is drawn, which is
    unknown, comes last. Challenges stand before cards that are laid, so that who reads sees first what decides.
    """
    if v.phase != "play" or v.ap < 2 or not _steady(v, ranked) or any(ends(v, one) for one in ranked[:1]):  # noqa: PLR2004
        return
    plain = [worth(v, move) for move in ranked if not isinstance(move, m.Use)][:2]
    uses = [move for move in ranked if isinstance(move, m.Use) and worth(v, move) > ACTION]
    powers = [(worth(v, move) + sum(plain[:1]), (move,)) for move in uses]
    loud = sorted((*powers[:1], *_sallies(v, moves)), key=lambda one: -one[0])
    told = set[Turn]()
    for _, special in sorted(((sum(plain), ()), *loud[:1]), key=lambda one: -one[0])[:TURNS]:
        turn = _whole(v, ranked, special)
        if len(turn) == v.ap and turn not in told:
            told.add(turn)
            yield turn


def _sallies(v: View, moves: Sequence[Move]) -> Iterator[tuple[float, Turn]]:
    """6.1 A card that comes to the front and challenges at once: `lay frigg A1`, `challenge A`; what that is worth."""
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


def _steady(v: View, ranked: list[Move]) -> bool:
    """Whether no standing order, and nothing that costs no action, comes between the moves of a turn (3.5, 10.2)."""
    free = any(isinstance(move, m.Lay) and move.card in LEADERS for move in ranked)
    return not free and not (v.mine.standing_lay and v.mine.led < 0)


def _whole(v: View, ranked: Sequence[Move], special: Turn) -> Turn:
    """A whole turn around a power or a sally: fights, cards laid, then draws; a power that asks stands at the end."""
    room = v.ap - len(special)
    taken = {
        getattr(one, name, "") for one in special for name in ("column", "to_column", "at_column", "target")
    }
    held = [card for one in special if (card := getattr(one, "card", ""))]
    fights, laid, drawn = list[Move](), list[Move](), list[Move]()
    for move in ranked:
        if len(fights) + len(laid) == room:
            break
        if isinstance(move, m.Draw):
            drawn = _draws(v, special, room - len(fights) - len(laid))
            break
        if isinstance(move, m.Challenge | m.Lay) and move.column not in taken and _sure(v, move, held):
            taken.add(move.column)
            held += [move.card] if isinstance(move, m.Lay) else []
            (laid if isinstance(move, m.Lay) else fights).append(move)
    first = special if all(_opens(v, one) for one in special) else ()
    return (*first, *fights, *laid, *drawn, *(special if not first else ()))


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


def _draws(v: View, special: Turn, room: int) -> list[Move]:
    """4.2 Draws, as many as the deck and the hand bear, and what is fetched after them (17.2).

    None before a card that another name would then be needed for (17.3).
    """
    renamed = any(getattr(one, "card", "") for one in special) and v.mine.backs
    fetched = AT_MOST * any(isinstance(one, FETCHING) for one in special)
    possible = max(0, min(room, v.mine.deck_size, HAND_LIMIT - v.mine.hand_size - fetched))
    return [] if renamed else [m.Draw()] * possible


def _has(v: View, card: str, used: list[str]) -> bool:
    """Whether the hand holds one more card of that name than are used; a name that says whose is used once."""
    if " " in card or v.mine.backs:
        return not used
    return sum(name_of(face) == card for face in v.mine.hand or ()) > used.count(card)
