"""What a player is likely to want, by a simple measure over what this seat sees: whole turns, the best first.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does. What a card or a rune
is worth stands in `helpful`, what an Encounter card is in `bouts`. Where nothing is told the links are those of the
families (`telling.LINKED`).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from referee.engine.choices import Choices, Move
from referee.engine.kit.defaults import Turn, best, varied
from referee.engine.rules import cites, first_broken
from referee.games.hammer_of_thor import bouts, helpful, moving
from referee.games.hammer_of_thor.barring import barred
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.cards import Character
from referee.games.hammer_of_thor.ending import worth as fame
from referee.games.hammer_of_thor.figures import (
    EVIL,
    GOOD,
    HUMAN,
    Counter,
    allowance,
    character,
    counter_of,
    counters_of,
    is_norn,
    most_stamina,
    place_of,
    stamina,
)
from referee.games.hammer_of_thor.moves import (
    Choose,
    EndTurn,
    Halt,
    Keep,
    Meet,
    PlayCard,
    Roll,
    Side,
    Step,
    Take,
)
from referee.games.hammer_of_thor.paths import ways
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.playing import held
from referee.games.hammer_of_thor.playing import likeliest as likeliest_targets
from referee.games.hammer_of_thor.ragnarok import mights
from referee.games.hammer_of_thor.table import living, side_of
from referee.games.hammer_of_thor.view import View
from referee.util.values import replace

WAYS, SINGLE = 2, 4
"""How many whole turns are told, and how many steps without a halt."""
CARDS, HELPS, PEOPLE, STARTS = 4, 2, 2, 4
"""How many Encounter cards, cards and runes, people to be met, characters of each alignment to begin with."""
ALL = 10.0
"""One more than an encounter can have as its number."""
HARM, WATER, COMPANY, NEW, MENDS, DEATH = 4.0, 1.0, 3.0, 8.0, 6.0, 50.0
GIFT, BRONZE = 4.0, "bronze"
"""2.2A6 What a place is worth where an item of bronze is taken, and the note that says so."""
HARMFUL = frozenset({"venom", "disease", "fire"})
HEALING = frozenset({"regenerated", "antidote"})
FIT = 0.5
"""From how much of its STAMINA on a leader seeks encounters."""
WISE = 5
"""S10 With how much WISDOM a Norn is worth a visit."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """The likely turns of the seat, for whatever it may do now."""
    for found in (_start, _side, _lost, _meeting, _movement, _two_cards):
        if turns := tuple(found(v, choices)):
            return turns
    return (*_helps(v, choices), *_rest(v, choices))


def _moves(choices: Choices, key: str) -> list[Any]:
    family = choices.family(key)
    return [*family.moves()] if family else []


def _start(v: View, choices: Choices) -> Iterator[Turn]:
    """1.0d Of each alignment the highest in REPUTATION, for that is what counts, who come far too."""
    for key in ("choose good", "choose evil", "choose neutral"):
        moves: list[Choose] = _moves(choices, key)
        yield from ((one,) for one in best(moves, partial(_renown, v), most=STARTS))


def _renown(v: View, move: Choose) -> float:
    return renown(v.cards.characters[move.name])


def renown(one: Character) -> float:
    """What it is worth to begin with a character: its REPUTATION counts to the end, its SPEED is how far it comes."""
    return float((one.values["reputation"] or 0) + (one.values["speed"] or 0))


@cites("M30", "S13")
def _side(v: View, choices: Choices) -> Iterator[Turn]:
    """M30 First the side on which the reader would be the highest in REPUTATION, else the one with more might."""
    moves: list[Side] = _moves(choices, "side")
    yield from ((one,) for one in best(moves, partial(_stands, v)))


def _stands(v: View, move: Side) -> float:
    might = mights(v) if v.house else {GOOD: 0, EVIL: 0}
    rivals = [fame(v, one) for one in living(v) if one != v.seat and side_of(v, one) == move.side]
    first = fame(v, v.seat or "") > max(rivals, default=-1)
    return 1.0 + first + might[move.side] / (1 + sum(might.values()))


def _lost(v: View, choices: Choices) -> Iterator[Turn]:
    """2.2A8 Whom a pathological liar drives away."""
    yield from ((one,) for one in _moves(choices, "lose")[:STARTS])


def _meeting(v: View, choices: Choices) -> Iterator[Turn]:
    """S5 The best cards; before the first what lies face down is shown, for it counts from then on (2.2A2).

    Who can only lose, as a lunatic who must fight, is told the card that harms least.
    """
    own, other = who_meet(v)
    if not (cards := _moves(choices, "card")) or own is None or other is None:
        return
    if not v.house:
        yield from ((one,) for one in cards)
        return
    found = bouts.worths(v, own, other, barred(v, own, max(1, v.encounter.round if v.encounter else 1)))
    played = sorted(
        (one for one in cards if isinstance(one, PlayCard)), key=lambda one: -found.get(one.card, 0)
    )
    ranked = best(played, lambda one: found.get(one.card, 0), CARDS) or played[:1]
    shown = _moves(choices, "reveal")[:HELPS]
    if shown and ranked:
        yield (*shown, ranked[0])
    yield from ((one,) for one in ranked)
    yield from _helps(v, choices)


def who_meet(v: View) -> tuple[Counter | None, Counter | None]:
    """The reader's counter in the encounter that goes on, and the other."""
    there = {one.id: one for one in v.counters}
    pair = [there.get(one) for one in (v.encounter.own, v.encounter.other)] if v.encounter else [None, None]
    pair.sort(key=lambda one: one is None or one.seat != v.seat)
    return pair[0], pair[1]


def _movement(v: View, choices: Choices) -> Iterator[Turn]:
    """The best steps with their halt, and the end of the turn where nobody can be met; cards; steps alone; the halt."""
    steps = [move for move in _moves(choices, "move") if isinstance(move, Step)]
    if not steps:
        return
    yield from _with_halt(v, steps)
    yield from _helps(v, choices)
    yield from ((step,) for step in _ranked(v, steps))
    yield from _stay(v, choices)


@cites("M16")
def _stay(v: View, choices: Choices) -> Iterator[Turn]:
    """The halt where one stands, with the roll for who comes there, which is not made unless it is asked for."""
    for one in _moves(choices, "halt")[:1]:
        yield from _halts(v, one)


def _halts(v: View, halt: Halt) -> Iterator[Turn]:
    mine = counters_of(v, v.seat or "")[:1]
    if v.house and not v.done.moved and mine and is_fit(v, *mine) and place_of(v, mine[0]).encounter:
        yield halt, Roll(mine[0].leader)
    yield (halt,)


def _with_halt(v: View, steps: list[Step]) -> Iterator[Turn]:
    """The best of these steps, each with its halt, and with the end of the turn where nobody can be met.

    Where none of them comes to a new realm, ways of several steps to one are among them (S17).
    """
    ranked = _ranked(v, [*steps, *([] if any(new_realm(v, one) for one in steps) else _far(v))])
    yield from ((step, Halt(), *_end(v, step)) for step in ranked[:WAYS])


def _ranked(v: View, steps: list[Step]) -> list[Step]:
    return best(steps, partial(worth, v), most=SINGLE)


@cites("S17")
def new_realm(v: View, move: Step) -> bool:
    """Whether a halt there is the first in a realm."""
    return v.house and (v.seat, stop_of(v, move).realm) not in v.realms


def _far(v: View) -> list[Step]:
    """S17 For each group that may go the cheapest way of several steps to a new realm, where SPEED reaches one."""
    found = list[Step]()
    for one in counters_of(v, v.seat or "") if v.house else ():
        steps = (Step(one.leader, gone) for gone in ways(v, one, allowance(v, one)) if len(gone) > 1)
        able = (
            step
            for step in steps
            if new_realm(v, step) and first_broken(moving.MOVES[Step][1], v, step) is None
        )
        found += [step for step in [next(able, None)] if step]
    return found


def _two_cards(v: View, choices: Choices) -> Iterator[Turn]:
    """4.1c Of two cards the ones that are worth something now, then which to keep: the one that is worth more.

    Nothing comes of keeping one but that the other is gone, so that the way from here can stand in the same tap. Where
    it does not matter which one is kept, no tap is spent on it alone.
    """
    keeps: list[Keep] = sorted(_moves(choices, "keep"), key=lambda one: -_at_best(v, one.card))
    if keeps:
        yield from _helps(v, choices)
        after = replace(v, hand=(held(v.hand, keeps[0].card),))
        steps = _steps(after)
        yield from ((keeps[0], *turn) for turn in _with_halt(after, steps))
        if not idle(v):
            yield from ((one,) for one in keeps)
            return
        yield from ((keeps[0], step) for step in _ranked(after, steps))
        yield from ((keeps[0], *turn) for turn in _halts(after, Halt()))


@cites("4.1c", "S15")
def idle(v: View) -> bool:
    """Whether it does not matter which of two cards the reader keeps: both are the same, or nothing comes of either."""
    one, other = (card_of(v, card) for card in v.hand)
    return one == other or (v.house and not (one.effects or other.effects))


def _steps(v: View) -> list[Step]:
    """The steps that the rules allow at this table."""
    found = (one for _, _, moves in moving.candidates(v) for one in moves if isinstance(one, Step))
    return [one for one in found if first_broken(moving.MOVES[Step][1], v, one) is None]


def _at_best(v: View, name: str) -> float:
    card = card_of(v, held(v.hand, name))
    return max((helpful.helped(v, card, on) for on in likeliest_targets(v, card)), default=0.0)


def _helps(v: View, choices: Choices) -> Iterator[Turn]:
    """Cards and runes on whomever they are worth most on; none that would be wasted."""
    rated: tuple[tuple[str, Callable[[Any], float]], ...] = (
        ("play", partial(helpful.played, v)),
        ("rune", partial(helpful.used, v)),
    )
    for key, measured in rated:
        ranked = best(_moves(choices, key), measured, most=len(v.figures) * HELPS)
        yield from ((one,) for one in varied(ranked, lambda one: one.written.split()[1], HELPS))


def _rest(v: View, choices: Choices) -> Iterator[Turn]:
    """After the halt: people who are worth a meeting, what can be taken and looked at; the end of the turn.

    M28 After what is taken or looked at nothing but the end of the turn is left.
    """
    meets: list[Meet] = _moves(choices, "meet")
    yield from ((one,) for one in best(meets, partial(_welcome, v), most=PEOPLE))
    if is_fit(v, *counters_of(v, v.seat or "")[:1]):
        yield from ((one,) for one in _moves(choices, "roll")[:1])
    takes: list[Take] = _moves(choices, "take")
    ends: list[EndTurn] = _moves(choices, "end turn")
    yield from ((one, *ends) for one in best(takes, partial(_taken, v), most=HELPS))
    yield from ((one, *ends) for one in _moves(choices, "look")[:1])
    yield from ((one,) for one in ends)


@cites("S5", "S10")
def _welcome(v: View, move: Meet) -> float:
    """What a meeting is worth: what the best card is, less what is lost where a fight would go badly."""
    other = counter_of(v, move.other)
    mine = [one for one in counters_of(v, v.seat or "") if other and one.at == other.at]
    if other is None or not mine:
        return 0.0
    if is_norn(v, other.leader):
        return float(max(stamina(v, mine[0].leader) and _wisdom(v, mine[0]) - WISE, 0))
    if not v.house:
        return 1.0
    found = bouts.worths(v, mine[0], other, barred(v, mine[0], 1))
    return max(found.values(), default=0.0) - (
        bouts.FLIGHT if bouts.lead(v, mine[0], other) < bouts.EVEN else 0
    )


def _wisdom(v: View, counter: Counter) -> int:
    return int(character(v, counter.leader).values["wisdom"] or 0)


def _taken(v: View, move: Take) -> float:
    """What it is worth that somebody takes an item: leaders first, animals never."""
    counter = counter_of(v, move.name)
    item = v.cards.items[move.item]
    leads = counter is not None and counter.leader == move.name
    beast = character(v, move.name).pile == "animal"
    return 0.0 if beast else item.reputation + sum(item.bonus.values()) + leads


def worth(v: View, move: Step) -> float:
    """What a step is worth: a new realm, company, an item, encounters while the leader is fit, else quiet, healing."""
    place = stop_of(v, move)
    company = any(one.at == place.number for one in v.counters)
    new = new_realm(v, move)
    mover = counter_of(v, move.group)
    fit = is_fit(v, *[mover] if mover else [])
    drawn = (place.encounter or 0) * (1 if fit else -1)
    mends = 0 if fit else MENDS * bool(HEALING & place.notes)
    found = GIFT * (BRONZE in place.notes)
    harm = HARM * bool(HARMFUL & place.notes) + WATER * place.water + DEATH * _deadly(v, place, mover)
    return ALL + NEW * new + drawn + COMPANY * (company and fit) + mends + found - harm


def is_fit(v: View, *counters: Counter) -> bool:
    """Whether the leaders have enough STAMINA left for an encounter."""
    return all(stamina(v, one.leader) >= FIT * most_stamina(v, one.leader) for one in counters)


def _deadly(v: View, place: Place, mover: Counter | None) -> bool:
    """2.1D2 Whether somebody of the group would die there."""
    return not place.midgard and any(
        character(v, one).race == HUMAN for one in (mover.members if mover else ())
    )


def stop_of(v: View, move: Step) -> Place:
    """The place where a step ends."""
    return v.board.places[move.places[-1]]


def _end(v: View, move: Step) -> tuple[Move, ...]:
    """M16 The end of the turn where surely no encounter comes: no roll is below 0, and nobody is there."""
    place, mover = stop_of(v, move), counter_of(v, move.group)
    searched = place.number in v.done.searched
    met = any(one.at == place.number for one in v.counters if one != mover)
    none = v.house if place.encounter is None else place.encounter == 0
    return (EndTurn(),) if none and not met and not searched else ()
