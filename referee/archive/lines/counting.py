"""Every way in which what matters to a variation can lie, with its exact weight; where that is few enough to count.

A covered card matters when the reader is shown it in the variation. So a world is dealt at random, the variation
played in it, and the first covered card that was shown is dealt in every other way: each card that can lie there,
weighted by how many of the deals have it there. Where nothing more is shown the rest of the deal makes no
difference; that is tried with other deals. Nothing is counted where lots are drawn, or where another seat moves, for
it may do so by cards of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, perm
from random import Random

from referee.archive.lines.making import At
from referee.archive.lines.playing import Path, Script, Step, World, played_in
from referee.archive.lines.stands import Stands
from referee.archive.lines.text import Written
from referee.engine.events import Seen, face, seen
from referee.engine.game import Game
from referee.engine.kit.imagining import NOTHING, Cards, ImpossibleError, RandomDealer
from referee.table.knowledge import split

# The worlds that a seat could be in at a place, sampled from a fixed seed: the same text gives the same
# figures.
#
# What is shown to the seat holds in every one of them; see `referee.engine.kit.imagining` for what is not
# weighed.


SAMPLE, MOST, ENOUGH = 500, 2_000, 50
"""How many worlds are sampled; at most how many, if in fewer than `ENOUGH` of them the variation goes on."""
MOST_STEPS = 10_000
"""At most how many orders are played in all worlds together: a long text gets a smaller sample."""
HOPELESS = 40
"""After so many tries that led to no world there is none."""


def worlds_of(game: Game, stands: Stands) -> Iterator[World]:
    """Worlds that the reader of a place could be in, one after another, without end; none if the game cannot tell."""
    told = tuple(one.seen for one in stands.told)
    missed = number = 0
    while missed < HOPELESS:
        number += 1
        seed = f"world {number}"
        state = game.imagined(stands.view, told, RandomDealer(seed))
        if state is None:
            missed += 1
            continue
        missed = 0
        yield World(At(state, stands.writer), seed)


def sampled(
    script: Script, stands: Stands, orders: Sequence[Written], most: int = MOST_STEPS
) -> list[Mapping[Path, Step]]:
    """A text played in a sample of worlds, with at most about so many orders in all of them together.

    It grows while too few of them bring about what the text names or supposes, so that what comes after that is
    not told from a handful.
    """
    played, on, left = list[Mapping[Path, Step]](), 0, most
    for world in worlds_of(script.game, stands):
        steps = played_in(script, orders, world)
        played.append(steps)
        on += _goes_on(orders, steps)
        left -= max(1, len(steps))
        if (
            left <= 0
            or len(played) >= (SAMPLE if on >= ENOUGH else MOST)
            or (len(played) >= SAMPLE and _refused(played))
        ):
            break
    return played


def _goes_on(orders: Sequence[Written], steps: Mapping[Path, Step]) -> bool:
    """Whether a variation goes on to its end in a world."""
    last = steps.get((len(orders) - 1,))
    return last is not None and last.stands


def _refused(played: Sequence[Mapping[Path, Step]]) -> bool:
    """Whether in all worlds the variation ended at an order that broke a rule, and no more of them will help."""
    return all(any(not step.made.stands for step in steps.values()) for steps in played)


MOST_RUNS, MOST_PICKS, TRIED = 800, 3, 2
"""At most how many worlds are played, how many picks are followed, and with how many other deals each is tried."""
Place = tuple[int, int]
"""Where a card was dealt: in which deal, and at which place of it."""
Steps = Mapping[Path, Step]


class TooMany(Exception):
    """There is too much to count, or something that cannot be counted."""


def counted(
    script: Script, stands: Stands, orders: Sequence[Written], most: int = MOST_STEPS
) -> list[tuple[int, Steps]] | None:
    """The variation in every way that matters, each with its weight, as small whole numbers; None if not counted."""
    try:
        found = list(_Count(script, stands, orders, most).explore(Dealt(), Fraction(1)))
    except TooMany:
        return None
    scale = reduce(lcm, (weight.denominator for weight, _ in found), 1)
    whole = [int(weight * scale) for weight, _ in found]
    least = reduce(gcd, whole, 0) or 1
    return [(weight // least, steps) for weight, (_, steps) in zip(whole, found, strict=True)]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is settled of a deal: the cards at some places, and the first picks."""

    cards: Mapping[Place, str] = field(default_factory=dict)
    picks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was asked for: its cards, and which faces are never among the first."""

    cards: Cards
    never: frozenset[str]
    first: int


class SettledDealer:
    """Deals what is settled, and the rest from a seed.

    `places` tells where each card was dealt. `open` is the number of ways of the first pick that is not settled, or 0.
    """

    def __init__(self, settled: Dealt, seed: str) -> None:
        self.settled, self._rng = settled, Random(seed)  # noqa: S311  a lot of no game
        self._rest = RandomDealer(seed)
        self.deals: list[Deal] = []
        self.places: dict[str, Place] = {}
        self.open, self._picks = 0, list(settled.picks)

    def deal(
        self, cards: Sequence[str], count: int, never: frozenset[str] = NOTHING, first: int = 0
    ) -> Cards:
        """These cards, those at settled places there."""
        if len(cards) != count:
            raise ImpossibleError
        number = len(self.deals)
        self.deals.append(Deal(tuple(cards), never, first))
        fixed = {at: card for (deal, at), card in self.settled.cards.items() if deal == number}
        left = [card for card in cards if card not in fixed.values()]
        free = [at for at in range(count) if at not in fixed]
        rest = self._rest.deal(left, len(free), never, sum(at < first for at in free))
        order = {**fixed, **dict(zip(free, rest, strict=True))}
        self.places |= {card: (number, at) for at, card in order.items()}
        return tuple(order[at] for at in range(count))

    def pick(self, n: int) -> int:
        """The settled pick."""
        if not n:
            raise ImpossibleError
        if self._picks:
            return self._picks.pop(0)
        self.open = self.open or n
        return self._rng.randrange(n)

    def ways(self, place: Place) -> Iterator[tuple[str, Fraction]]:
        """Each card that can lie at a place, one for each face, and the share of the deals that have it there."""
        number, at = place
        deal = self.deals[number]
        fixed = {where: card for (of, where), card in self.settled.cards.items() if of == number}
        before = _deals(deal, fixed)
        faces: dict[str, list[str]] = {}
        for card in deal.cards:
            if card not in fixed.values():
                faces.setdefault(face(card), []).append(card)
        for known, cards in faces.items():
            if at >= deal.first or known not in deal.never:
                yield cards[0], Fraction(_deals(deal, {**fixed, at: cards[0]}) * len(cards), before)


def _deals(deal: Deal, fixed: Mapping[int, str]) -> int:
    """In how many ways a deal can be completed."""
    left = [card for card in deal.cards if card not in fixed.values()]
    late = sum(at not in fixed for at in range(deal.first, len(deal.cards)))
    barred = sum(face(card) in deal.never for card in left)
    return perm(late, barred) * perm(len(left) - barred) if barred <= late else 0


class _Count:
    """Counts one variation."""

    def __init__(self, script: Script, stands: Stands, orders: Sequence[Written], most: int) -> None:
        self.script, self.stands, self.orders = script, stands, orders
        self.told = tuple(one.seen for one in stands.told)
        self.runs, self.left = 0, most

    def explore(self, settled: Dealt, weight: Fraction) -> Iterator[tuple[Fraction, Steps]]:
        """The variation in every way in which what is settled goes on, with its weight. Raises `TooMany`."""
        dealer, steps = self._run(settled, 0)
        if dealer.open:
            if len(settled.picks) == MOST_PICKS:
                raise TooMany
            for n in range(dealer.open):
                yield from self.explore(replace(settled, picks=(*settled.picks, n)), weight / dealer.open)
        elif steps is not None and (place := self._matters(dealer, steps)):
            for card, part in dealer.ways(place):
                yield from self.explore(replace(settled, cards={**settled.cards, place: card}), weight * part)
        elif steps is not None:
            self._try_others(settled, steps)
            yield weight, steps

    def _run(self, settled: Dealt, n: int) -> tuple[SettledDealer, Steps | None]:
        """The variation in a world with what is settled; None if there is no such world."""
        self.runs += 1
        if self.runs > min(MOST_RUNS, self.left):
            raise TooMany
        dealer = SettledDealer(settled, f"deal {n}")
        state = self.script.game.imagined(self.stands.view, self.told, dealer)
        if state is None:
            return dealer, None
        steps = played_in(self.script, self.orders, World(At(state, self.stands.writer), "count"))
        self.left -= len(steps)
        if self.left < 0 or any(
            one.lots or one.made.seat not in ("", self.script.seat) for one in steps.values()
        ):
            raise TooMany
        return dealer, steps

    def _matters(self, dealer: SettledDealer, steps: Steps) -> Place | None:
        """The place of the first covered card that the reader is shown, and that is not settled."""
        shown = (
            card
            for step in steps.values()
            for event in step.made.events
            for card in sorted(split(event, self.script.seat)[0])
        )
        places = (dealer.places[card] for card in shown if card in dealer.places)
        return next((place for place in places if place not in dealer.settled.cards), None)

    def _try_others(self, settled: Dealt, steps: Steps) -> None:
        """The same with the rest dealt otherwise: nothing of the variation may be different. Raises `TooMany`."""
        for n in range(1, TRIED + 1):
            _, others = self._run(settled, n)
            if others is None or self._ruled(others) != self._ruled(steps):
                raise TooMany

    def _ruled(self, steps: Steps) -> list[tuple[Path, str, bool, list[Seen | None]]]:
        """What a variation came to, order by order, and what the reader is shown of it."""
        return [
            (
                path,
                one.made.verdict.ruling,
                one.stands,
                [seen(event, self.script.seat) for event in one.made.events],
            )
            for path, one in steps.items()
        ]
