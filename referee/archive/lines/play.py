"""A variation played: in the real table where all is open, else in worlds that the reader could be in.

A variation has no letters of its own. A seat's orders one after another are one letter, which ends where another seat
goes on, or where the same seat has nothing left to do in it. Each world plays the whole text by itself, by the one
judge. What is told of an order is then what all these worlds have in common, and figures of the rest.

Lots fall as they fell in the game while a variation follows it, order for order. What lies in a pile lies there in a
variation too. Other lots are drawn from a seed that is always the same, so a variation reads the same twice by one
version of the referee. Worlds are sampled from fixed seeds as well: what is shown to the seat holds in every one of
them; see `referee.engine.kit.imagining` for what is not weighed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from referee.archive.lines.stands import Follows, Stands
from referee.archive.lines.text import Written
from referee.engine import driver
from referee.engine.events import Event, face
from referee.engine.game import Game
from referee.engine.kit.imagining import RandomDealer
from referee.engine.lots import DrawLots, Lot, Lots, LotsDiffer, RecordedLots
from referee.engine.rules import why
from referee.house.invitation import ANSWERS
from referee.notation.folding import parts
from referee.notation.languages import known
from referee.notation.reader import Line, Misread, Order, Prose
from referee.notation.readers import Readers
from referee.notation.readings import Reading
from referee.notation.words import Vocabulary
from referee.table.knowledge import cards_in
from referee.table.legality import Sitting, rule_line
from referee.table.points import written_position
from referee.table.verdicts import NOT_PLAYED, PASSED_OVER, PLAYED, Verdict
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.values import Value, replace

Path = tuple[int, ...]
"""Where an order stands in the tree of a text: its place in its sequence, then branch and place, and so on."""
FELL, NAMED, DRAWN, MANY = "fell", "named", "drawn", "worlds"
"""Where lots came from: from the game, from the text, from a fixed seed, or from each world its own."""
SAMPLE, MOST, ENOUGH = 500, 2_000, 50
"""How many worlds are sampled; at most how many, if in fewer than `ENOUGH` of them the variation goes on."""
MOST_STEPS = 10_000
"""At most how many orders are played in all worlds together: a long text gets a smaller sample."""
HOPELESS = 40
"""After so many tries that led to no world there is none."""
MOST_TRIES = 2_000
"""At most in how many ways the lots of a text are tried until they fall as named."""
_NUMBERS = regex(r"[0-9]{1,4}")


class World(Value):
    """A table in a variation.

    Attributes:
        state: the table.
        seed: what lots are drawn from.
        writer: whose letter is under way; "" for nobody's.
        before: what happened since the order before: the end of its letter.
        follows: how the game goes on as long as the variation follows it; None if this is not the real table.
    """

    state: Any
    seed: str
    writer: str = ""
    before: tuple[Event, ...] = ()
    follows: Follows | None = None


class Step(Value):
    """An order in one world.

    Attributes:
        seat: whose order it is; "" where that is not known.
        verdict: what the rules say to it.
        world: the table after it.
        events: what happened.
        lots: where its lots came from, "" if there were none; `drawn` are these lots.
        so: its lots fell as the text names them.
        after: the public position after it.
    """

    seat: str
    verdict: Verdict
    world: World
    events: tuple[Event, ...] = ()
    lots: str = ""
    drawn: tuple[Lot, ...] = ()
    so: bool = True
    after: str = ""

    @property
    def legal(self) -> bool:
        """Whether it may be played in this world."""
        return self.verdict.kind in {PLAYED, PASSED_OVER}

    @property
    def stands(self) -> bool:
        """Whether the variation goes on in this world."""
        return self.legal and self.so


class Named(Value):
    """What a text says of how lots fall: the names of cards, and what dice show."""

    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cards or self.numbers)

    def holds(self, step: Step) -> bool:
        """Whether it came about: the cards are among those that turned up, the dice or their sum are these."""
        shown = (cards_in(getattr(event, one.name)) for event in step.events for one in event.shown)
        found = Counter(face(card).rpartition(".")[2] for card in set().union(*shown))
        words = step.verdict.written.split()
        said = Counter(self.cards) + Counter(name for name in words if name in self.cards)
        rolls = [sorted(lot.drawn) for lot in step.drawn if lot.is_roll()]
        wanted = sorted(self.numbers)
        return said <= found and (not wanted or any(wanted in (roll, [sum(roll)]) for roll in rolls))


def named(texts: Iterable[str], vocabulary: Vocabulary) -> Named | None:
    """What these texts name, such as `draws tyr` or `rolls 7`, in the words of a language; None if nothing."""
    cards, numbers, said = list[str](), list[int](), list[str]()
    for text in texts:
        said.append(text)
        numbers += map(int, _NUMBERS.findall(text))
        keys = list(parts(text))
        while keys:
            here = (one for one in vocabulary.beginning_with(keys[0]) if one.card)
            found = next((one for one in here if tuple(keys[: len(one.parts)]) == one.parts), None)
            cards += [found.value] if found else []
            keys = keys[len(found.parts) if found else 1 :]
    told = Named(tuple(cards), tuple(numbers))
    return told if told or not said else None


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
        yield World(state, seed, stands.writer)


class Player:
    """Plays the orders of a text in one world after another, for a reader.

    Orders are read in the language of the reader, in English, and in the others.
    """

    def __init__(
        self, game: Game, readers: Readers, language: str, seat: str | None, seats: Sequence[str]
    ) -> None:
        self.game, self.seat, self.seats = game, seat, seats
        self.readers = [readers.reader(one) for one in dict.fromkeys((language, *known()))]
        self.read, self.named, self.tries = cache(self._read), cache(self._find_named), MOST_TRIES

    def sample(
        self, stands: Stands, orders: Sequence[Written], most: int = MOST_STEPS
    ) -> list[Mapping[Path, Step]]:
        """A text played in a sample of worlds, with at most about so many orders in all of them together.

        It grows while too few of them bring about what the text names or supposes, so that what comes after that is
        not told from a handful; not if in all of them an order broke a rule, for then no more of them will help.
        """
        played, on = list[Mapping[Path, Step]](), 0
        for world in worlds_of(self.game, stands):
            steps = self.play(orders, world)
            played.append(steps)
            last = steps.get((len(orders) - 1,))
            on += last is not None and last.stands
            most -= max(1, len(steps))
            many = len(played) >= SAMPLE and (on >= ENOUGH or len(played) >= MOST or _all_refused(played))
            if many or most <= 0:
                break
        return played

    def play(self, orders: Sequence[Written], world: World) -> Mapping[Path, Step]:
        """Every order that one world reaches, by its path."""
        return dict(self._sequence(orders, world, ()))

    def _sequence(self, orders: Sequence[Written], world: World, path: Path) -> Iterator[tuple[Path, Step]]:
        for n, order in enumerate(orders):
            for at, branch in enumerate(order.branches):
                yield from self._sequence(branch, world, (*path, n, at))
            later = orders[n + 1] if n + 1 < len(orders) else None
            goes_on = later is not None and later.whose in ("", order.whose)
            one = self._step(order, world, goes_on=goes_on)
            yield (*path, n), replace(one, after=written_position(self.game.position(one.world.state)))
            if not one.stands:
                return
            world = one.world

    # What an order says

    def _read(self, text: str) -> Reading:
        """An order, in the first language that knows it; else as it is misread in the first that sees one."""
        first: Reading = Prose()
        for reader in self.readers:
            reading = reader.read(text)
            if isinstance(reading, Order) and type(reading.move) not in ANSWERS:
                return reading
            first = reading if isinstance(first, Prose) else first
        return first

    def _find_named(self, lots: tuple[str, ...]) -> Named | None:
        told = (named(lots, one.vocabulary) for one in self.readers)
        return next((one for one in told if one is not None), None)

    # Whose it is

    def _step(self, order: Written, world: World, *, goes_on: bool) -> Step:
        """An order, played by the first seat of those that may be next that can play it."""
        line, wanted = Line((1,), order.text, self.read(order.text)), self.named(order.lots)
        whose = self._whose(order, world)
        if wanted is None:
            whose = why("line-lots", said="; ".join(order.lots))
        if isinstance(whose, Why):
            seat = order.whose if order.whose in self.seats else ""
            return Step(seat, Verdict(line, NOT_PLAYED, reason=whose), world)
        tried = list[Step]()
        for seat in whose:
            tried.append(self._with_lots(seat, line, world, wanted or Named(), goes_on=goes_on))
            if tried[-1].legal:
                return tried[-1]
        return tried[0]

    def _whose(self, order: Written, world: World) -> Sequence[str] | Why:
        """The seats that may mean an order, or why none is known."""
        if order.whose:
            return (order.whose,) if order.whose in self.seats else why("line-seat", seat=order.whose)
        after = self._end_letter(world, _lots(world))
        next_letter = () if after.state is world.state else self._to_move(after)
        told = tuple(dict.fromkeys((*self._to_move(world), *next_letter)))
        if not told:
            return why("line-over")
        known_one = len(told) == 1 or told[0] in {world.writer, self.seat}
        return told if known_one else why("line-whose", seats=told)

    def _to_move(self, world: World) -> Sequence[str]:
        """Whose order may come next: the writer of the letter under way comes first, then the reader."""
        owing = tuple(dict.fromkeys(one.seat for one in self.game.owed(world.state)))
        first = tuple(seat for seat in (world.writer, self.seat) if seat and (seat in owing or not owing))
        return first[:1] or owing

    # How its lots fall

    def _with_lots(self, seat: str, line: Line, world: World, wanted: Named, *, goes_on: bool) -> Step:
        """The order with its lots: as they fell, if it is the game's own; as named; else from the seed."""
        if world.follows and not wanted and (one := self._follow_game(seat, line, world, world.follows)):
            return one
        one = self._play_by_seed(seat, line, world, goes_on=goes_on)
        if not wanted or not one.legal:
            return one
        if wanted.holds(one):
            return replace(one, lots=NAMED if one.drawn else "")
        for other in _ways(world, wanted, one):
            if not self.tries:
                break
            self.tries -= 1
            tried = self._play_by_seed(seat, line, other, goes_on=goes_on)
            if tried.legal and wanted.holds(tried):
                return replace(tried, lots=NAMED)
        return replace(one, so=False)

    def _follow_game(self, seat: str, line: Line, world: World, follows: Follows) -> Step | None:
        """The order that was played in the game at this place, as it went; None if it is another one."""
        lots, (first, *rest) = RecordedLots(follows.lots), follows.orders or [("", "", 0)]
        try:
            one = self._rule(seat, line, world, lots)
            if (seat, one.verdict.written) != first[:2]:
                return None
            if not rest or rest[0][2] != first[2]:
                one = self._with_end(one, lots)
        except LotsDiffer:
            return None
        after = replace(one.world, follows=Follows(tuple(rest), lots.left))
        return replace(one, world=after, lots=FELL if lots.drawn else "")

    def _play_by_seed(self, seat: str, line: Line, world: World, *, goes_on: bool) -> Step:
        """The order with lots from the seed, and with the end of its letter if its seat has nothing left to do."""
        lots = _lots(world)
        one = self._rule(seat, line, world, lots)
        if not goes_on and one.legal and all(owed.seat != seat for owed in self.game.owed(one.world.state)):
            one = self._with_end(one, lots)
        follows, kind = (None, MANY) if world.follows is None else (Follows(), DRAWN)
        after = replace(one.world, seed=f"{world.seed}/{one.verdict.written}", follows=follows)
        return replace(one, world=after, drawn=tuple(lots.drawn), lots=kind if lots.drawn else "")

    # What the rules say to it

    def _rule(self, seat: str, line: Line, world: World, lots: Lots) -> Step:
        """An order of a seat; if the seat can make it only in a letter of its own, its letter ends first.

        Raises what the lots raise.
        """
        here = world if world.writer in ("", seat) else self._end_letter(world, lots)
        found = self._rule_within(seat, line, here, lots)
        if found.legal or world.writer != seat:
            return found
        fresh = self._end_letter(world, lots)
        if fresh.state is world.state:
            return found
        again = self._rule_within(seat, line, fresh, lots)
        return again if again.legal else found

    def _rule_within(self, seat: str, line: Line, world: World, lots: Lots) -> Step:
        game, state, events = self.game, world.state, list(world.before)
        if not isinstance(line.reading, Order | Misread):
            return Step(seat, Verdict(line, NOT_PLAYED, reason=why("line-no-move")), world)
        move = line.reading.move if isinstance(line.reading, Order) else None
        if move is not None and type(move) not in ANSWERS and driver.after_standing_orders(game, move):
            state = driver.begin_letter(game, state, seat, lots, events)
        over = game.ended(state) is not None
        verdict = rule_line(line, Sitting(game, seat, game.view(state, seat), None, over=over))
        if verdict.kind != PLAYED or verdict.move is None or type(verdict.move) in ANSWERS:
            return Step(seat, verdict, world)
        lots.heard(seat, verdict.written)
        state = driver.make(game, state, seat, verdict.move, lots, events)
        return Step(seat, verdict, replace(world, state=state, writer=seat, before=()), tuple(events))

    def _with_end(self, one: Step, lots: Lots) -> Step:
        """An order with the end of its letter."""
        after = self._end_letter(one.world, lots)
        return replace(one, world=replace(after, before=()), events=(*one.events, *after.before))

    def _end_letter(self, world: World, lots: Lots) -> World:
        """The table after the end of the letter that is under way; the same if there is none."""
        if not world.writer:
            return world
        events = list(world.before)
        state = driver.end_letter(self.game, world.state, world.writer, lots, events)
        while True:
            before = len(events)
            _, state = driver.standing_act(self.game, state, lots, events)
            if len(events) == before:
                return replace(world, state=state, writer="", before=tuple(events))


def _lots(world: World) -> DrawLots:
    """Lots from the seed of a world."""
    return DrawLots(sha256(world.seed.encode()).digest(), "")


def _ways(world: World, wanted: Named, one: Step) -> Iterator[World]:
    """The real table with a named card at the top of its pile; then with other seeds, if an order drew lots."""
    if world.follows is None:
        return
    for name, pile in world.state.piles().items():
        for at, card in enumerate(pile):
            if at and face(card).rpartition(".")[2] in wanted.cards:
                swapped = (card, *pile[1:at], pile[0], *pile[at + 1 :])
                yield replace(world, state=world.state.with_pile(name, swapped))
    for n in range(MOST_TRIES if one.drawn else 0):
        yield replace(world, seed=f"{world.seed} {n}")


def _all_refused(played: Sequence[Mapping[Path, Step]]) -> bool:
    """Whether in all worlds the variation ended at an order that broke a rule."""
    return all(any(not step.legal for step in steps.values()) for steps in played)
