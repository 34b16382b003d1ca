"""A variation played through: in the real table where all is open, else in worlds that the reader could be in.

Each world plays the whole text by itself, by the one judge. What is told of an order is then what all these worlds
have in common, and figures of the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.archive.lines.lots import MOST_TRIES, Named, Seeded, named, ways
from referee.archive.lines.making import At, Made, closed, ended, made, to_move, with_end
from referee.archive.lines.stands import Follows
from referee.archive.lines.text import Written
from referee.engine.game import Game
from referee.engine.lots import LotsDiffer, RecordedLots
from referee.engine.rules import why
from referee.house.invitation import ANSWERS
from referee.notation.languages import known
from referee.notation.reader import Line, Misread, Order, Prose
from referee.notation.readers import Readers
from referee.notation.readings import Reading
from referee.table.legality import Sitting, rule_line
from referee.table.points import written_position
from referee.table.verdicts import NOT_PLAYED, Verdict

Path = tuple[int, ...]
"""Where an order stands in the tree of a text: its place in its sequence, then branch and place, and so on."""


@dataclass(frozen=True, slots=True)
class World:
    """A table in a variation, how the game goes on from there as long as the variation follows it, and a seed."""

    at: At
    seed: str
    follows: Follows | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An order in one world: what became of it, where the table stood, and whether its lots fell as they are named.

    `lots` tells where they came from, "" if there were none; `weight` is in how many worlds it went so.
    """

    made: Made
    before: str
    after: str
    world: World
    so: bool = True
    lots: str = ""
    weight: int = 1

    @property
    def stands(self) -> bool:
        """Whether the variation goes on in this world."""
        return self.made.stands and self.so


@dataclass(frozen=True, slots=True)
class Script:
    """What every world needs: the game, how its orders are read, and the reader. What was read once is kept."""

    game: Game
    readers: Readers
    languages: tuple[str, ...]
    seat: str | None
    seats: tuple[str, ...]
    known: dict[str, Reading] = field(default_factory=dict, compare=False)
    said: dict[tuple[str, ...], Named | None] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls, game: Game, readers: Readers, language: str, seat: str | None, seats: Sequence[str]
    ) -> "Script":
        """Orders are read in this language, in English, and in the others."""
        return cls(game, readers, tuple(dict.fromkeys((language, *known()))), seat, tuple(seats))

    def read(self, text: str) -> Reading:
        """An order, in the first language that knows it; else as it is misread in the first that sees one."""
        if text not in self.known:
            self.known[text] = self._read(text)
        return self.known[text]

    def _read(self, text: str) -> Reading:
        first: Reading = Prose()
        for language in self.languages:
            reading = self.readers.reader(language).read(text)
            if isinstance(reading, Order) and type(reading.move) not in ANSWERS:
                return reading
            first = reading if isinstance(first, Prose) else first
        return first

    def named(self, order: Written) -> Named | None:
        """What an order names of its lots; None where that is not understood."""
        if order.lots not in self.said:
            told = (named(order.lots, self.readers.reader(one).vocabulary) for one in self.languages)
            self.said[order.lots] = next((one for one in told if one is not None), None)
        return self.said[order.lots]


def played_in(script: Script, orders: Sequence[Written], world: World) -> Mapping[Path, Step]:
    """Every order that one world reaches, by its path."""
    return dict(_sequence(_Player(script), orders, world, ()))


def _sequence(
    player: "_Player", orders: Sequence[Written], world: World, path: Path
) -> Iterator[tuple[Path, Step]]:
    for n, order in enumerate(orders):
        for at, branch in enumerate(order.branches):
            yield from _sequence(player, branch, world, (*path, n, at))
        later = orders[n + 1] if n + 1 < len(orders) else None
        step = player.step(order, world, later)
        yield (*path, n), step
        if not step.stands:
            return
        world = step.world


class _Player:
    """Plays the orders of a text in one world."""

    def __init__(self, script: Script) -> None:
        self.script, self.game, self.tries = script, script.game, MOST_TRIES

    def step(self, order: Written, world: World, later: Written | None) -> Step:
        """One order, with the end of its letter if the next one is another seat's, or if it is the last."""
        line = Line((1,), order.text, self.script.read(order.text))
        wanted = self.script.named(order)
        before = self._position(world.at.state)
        if wanted is None:
            verdict = Verdict(line, NOT_PLAYED, reason=why("line-lots", said="; ".join(order.lots)))
            return Step(Made(order.whose, verdict, world.at), before, before, world)
        goes_on = later is not None and later.whose in ("", order.whose)
        one = self._best(order, line, world, wanted, goes_on=goes_on)
        return replace(one, before=before, after=self._position(one.world.at.state))

    def _position(self, state: Any) -> str:
        return written_position(self.game.position(state))

    def _best(self, order: Written, line: Line, world: World, wanted: Named, *, goes_on: bool) -> Step:
        """The order of whichever seat it may be: of those that may be next, the first that can play it."""
        whose = self._whose(order, world)
        if isinstance(whose, Step):
            return replace(whose, made=replace(whose.made, verdict=replace(whose.made.verdict, line=line)))
        first: Step | None = None
        for seat in whose:
            one = self._lots(seat, line, world, wanted, goes_on=goes_on)
            if one.made.stands:
                return one
            first = first or one
        assert first is not None  # noqa: S101  somebody is asked
        return first

    def _whose(self, order: Written, world: World) -> Sequence[str] | Step:
        """The seats that may mean an order; a step that tells that none is known."""
        if order.whose:
            if order.whose in self.script.seats:
                return (order.whose,)
            reason = why("line-seat", seat=order.whose)
        else:
            told = to_move(self.game, world.at, self.script.seat)
            after = ended(self.game, world.at, Seeded(world.seed)) if world.at.writer else world.at
            if after.state is not world.at.state:
                told += to_move(self.game, after, self.script.seat)
            if told := tuple(dict.fromkeys(told)):
                if len(told) == 1 or told[0] in {world.at.writer, self.script.seat}:
                    return told
                reason = why("line-whose", seats=told)
            else:
                reason = why("line-over")
        verdict = Verdict(Line((1,), order.text, Prose()), NOT_PLAYED, reason=reason)
        return Step(Made("", verdict, world.at), "", "", world)

    # Lots

    def _lots(self, seat: str, line: Line, world: World, wanted: Named, *, goes_on: bool) -> Step:
        """The order with its lots: as they fell, if it is the game's own; as named; else from the seed."""
        if world.follows is not None and not wanted and (one := self._as_played(seat, line, world)):
            return one
        lots = Seeded(world.seed)
        one = self._made(seat, line, world, world.at, lots, goes_on=goes_on)
        if not wanted or not one.made.stands or self._so(one, lots, wanted):
            return replace(one, lots="named" if wanted and lots.drawn else one.lots)
        if world.follows is None:
            return replace(one, so=False)
        for state, given in ways(world.at.state, wanted, lots.asked):
            if not self.tries:
                break
            self.tries -= 1
            lots = Seeded(world.seed, given)
            tried = self._made(seat, line, world, replace(world.at, state=state), lots, goes_on=goes_on)
            if tried.made.stands and self._so(tried, lots, wanted):
                return replace(tried, lots="named")
        return replace(one, so=False)

    @staticmethod
    def _so(one: Step, lots: Seeded, wanted: Named) -> bool:
        return wanted.holds(one.made.events, lots.drawn, one.made.verdict.written)

    def _as_played(self, seat: str, line: Line, world: World) -> Step | None:
        """The order that was played in the game at this place, as it went; None if it is another one."""
        follows = world.follows or Follows()
        lots = RecordedLots(follows.lots)
        try:
            one = made(self.game, world.at, seat, line, lots)
            if not follows.orders or (seat, one.verdict.written) != follows.orders[0][:2]:
                return None
            if follows.orders[1:2] == () or follows.orders[1][2] != follows.orders[0][2]:
                one = with_end(self.game, one, lots)
        except LotsDiffer:
            return None
        rest = Follows(follows.orders[1:], lots.left)
        return Step(
            one, "", "", replace(world, at=one.after, follows=rest), lots="fell" if lots.drawn else ""
        )

    def _made(self, seat: str, line: Line, world: World, at: At, lots: Seeded, *, goes_on: bool) -> Step:
        one = made(self.game, at, seat, line, lots)
        one = one if goes_on else closed(self.game, one, lots)
        follows = world.follows if world.follows is None else Follows()
        seed = f"{world.seed}/{one.verdict.written}"
        after = replace(world, at=one.after, seed=seed, follows=follows)
        told = "" if not lots.drawn else "drawn" if follows is not None else "worlds"
        return Step(one, "", "", after, lots=told)


def ruled_by_view(script: Script, orders: Sequence[Written], view: Any) -> Mapping[Path, Step]:
    """What a view alone tells: the verdicts on the reader's own orders at the beginning of a text.

    What comes of an order is not known.
    """
    return dict(_firsts(script, orders, view, ()))


def _firsts(script: Script, orders: Sequence[Written], view: Any, path: Path) -> Iterator[tuple[Path, Step]]:
    for order in orders[:1]:
        for at, branch in enumerate(order.branches):
            yield from _firsts(script, branch, view, (*path, 0, at))
        yield (*path, 0), _by_view(script, order, view)


def _by_view(script: Script, order: Written, view: Any) -> Step:
    line, position = (
        Line((1,), order.text, script.read(order.text)),
        written_position(script.game.position(view)),
    )
    owing = tuple(dict.fromkeys(one.seat for one in view.owed))
    seat = order.whose or (script.seat if script.seat in owing or not owing else owing[0]) or ""
    if seat != script.seat or not isinstance(line.reading, Order | Misread):
        key = "line-unseen" if isinstance(line.reading, Order) else "line-no-move"
        verdict = Verdict(line, NOT_PLAYED, reason=why(key))
    else:
        verdict = rule_line(line, Sitting(script.game, seat, view, None, over=view.outcome is not None))
    return Step(Made(seat, verdict, At(None)), position, "", World(At(None), ""))
