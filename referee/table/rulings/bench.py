"""A ruling in the making, in memory: its events, and the table after each of them.

What each effect does is in `referee.table.rulings.effects`; here is what several of them share.
"""

from collections.abc import Sequence

from referee.engine import driver
from referee.engine.events import Event, Happening
from referee.engine.lots import Lot, Lots
from referee.house.rulings import SAME, PlayedFor, PlayedOn, Redealt, RolledBack, RulingMade
from referee.notation.reader import Line, Order
from referee.record.entries import Letter
from referee.table import fold
from referee.table import ruling as play
from referee.table.folded import Folded
from referee.table.knowledge import unseen
from referee.table.points import written_position
from referee.table.replay import is_left
from referee.table.verdicts import PLAYED, Verdict
from referee.util.errors import NotAllowed, NotFound, WrongUsage
from referee.util.translations import ENGLISH


class Bench:
    """A ruling in the making; its `events` are not written yet."""

    def __init__(
        self, table: Folded, by: str, reason: str, *, until: int | None = None, lots: Lots | None = None
    ) -> None:
        """Rule on this table; `by` is `arbiter` or `keeper`.

        As entry `until` (else the next), with these lots (else the game's).
        """
        self.table, self.by, self.reason = table, by, reason
        self.points = table.points[:until]
        self.now = fold.Now(self.points[-1].state, self.points[-1].content)
        self._given = lots
        self.base: int | None = None
        self.lots: Lots = self.lots_after()
        self.events: list[Event] = []

    def lots_after(self, entry: int | None = None) -> Lots:
        """The lots to come now, or those that came after an entry."""
        return self._given or self.table.lots(entry)

    @property
    def drawn(self) -> tuple[Lot, ...]:
        """The lots drawn."""
        return tuple(self.lots.drawn)

    def begin(self, effect: str) -> None:
        """Begin the next effect."""
        self.do(RulingMade(self.by, effect, self.reason))

    def do(self, event: Event) -> None:
        """Carry out an event."""
        self.events.append(event)
        self.now = fold.folded(self.table.game, self.points, self.now, event)

    def happen(self, happening: Happening) -> None:
        """Carry out a happening of the game, and what follows from it."""
        game = self.table.game
        state = driver.settle(game, self.now.state, happening, self.events)
        self.now = fold.Now(driver.proceed(game, state, self.lots, self.events), self.now.content)

    def settle(self) -> None:
        """Let the table proceed. Raises what a broken table raises: each seat's view of it is made once."""
        self.happen(_nothing())
        for seat in (*self.table.seats, None):
            self.table.game.view(self.now.state, seat)


def _nothing() -> Happening:
    yield from ()


def back(bench: Bench, to: int | str, lots: str) -> int:
    """Go back to where the table stood after an entry, and return it.

    Raises `Faulty` for an entry before the deal, and for the last one.
    """
    table = bench.table
    first, last = table.index.dealt or 0, len(bench.points) - 2
    if not isinstance(to, int) or isinstance(to, bool) or not first <= to <= last:
        raise NotAllowed("ruling-entry", entry=to, first=first, last=last)
    if lots == SAME:
        bench.base, bench.lots = to, bench.lots_after(to)
    position = written_position(table.game.position(bench.points[to].state))
    bench.do(RolledBack(to, position, lots))
    return to


def redeal(bench: Bench, to: int) -> None:
    """Shuffle, in each draw pile, the cards that nobody was ever shown there; all others keep their places.

    Cards that a rule keeps at the bottom of a pile are dealt again among themselves (`kept_below`).

    Every pile of two cards or more is told as dealt again, even if no card in it can move. Example: Loki has
    seen some cards of a pile; from a pile that is not told, Thor would learn that Loki has seen nearly all of
    it.
    """
    free, before = unseen(bench.table, bench.points, to), bench.now.state
    for name, cards in before.piles().items():
        order, above = list(cards), len(cards) - before.kept_below(name)
        for part in (range(above), range(above, len(cards))):
            places = [place for place in part if cards[place] in free]
            if len(places) > 1:
                drawn = bench.lots.shuffle(f"redeal {name}", [cards[one] for one in places])
                for place, card in zip(places, drawn, strict=True):
                    order[place] = card
        if len(cards) > 1:
            bench.do(Redealt(name, tuple(order)))


def letter_of(bench: Bench, entry: int | str) -> Letter:
    """The letter of an entry since the deal. Raises `Faulty` where there is none."""
    points, first = bench.points, (bench.table.index.dealt or 0) + 1
    found = points[entry].entry if isinstance(entry, int) and first <= entry < len(points) else None
    if not isinstance(found, Letter):
        raise NotFound("ruling-letter", entry=entry)
    return found


def orders_with(bench: Bench, letter: Letter, number: int, text: str) -> list[Line]:
    """The orders of a letter, read with another text in place of one line. Raises `Faulty` if that text is no order."""
    language = bench.table.index.language(letter.seat, letter.entry)
    read = bench.table.read([(number, text)], language=language)
    if "\n" in text or len(read) != 1 or not isinstance(read[0].reading, Order):
        raise WrongUsage("ruling-misread", text=text)
    others = [(line.number, line.raw) for line in letter.lines if line.number != number and not is_left(line)]
    lines = sorted(
        [*others, (number, text)], key=lambda one: one[0]
    )  # the text replaces all orders of the line
    rows = [(n, row) for first, raw in lines for n, row in enumerate((*raw.split("\n"), ""), first)]
    return [line for line in bench.table.read(rows, language=language) if isinstance(line.reading, Order)]


def play_letter(bench: Bench, letter: Letter, orders: Sequence[Line], number: int) -> None:
    """Play the orders of a letter up to the first one that fails.

    Raises `Faulty` if the line of that number is not played.
    """
    game, state = bench.table.game, bench.now.state
    tried = play.rule_on(game, state, letter.seat, orders, bench.lots_after(bench.base))
    for verdict in tried.verdicts:
        if verdict.line.numbers[0] == number:
            _refuse_unplayed(verdict)
    play_lines(bench, letter.seat, [one.written for one in tried.verdicts if one.kind == PLAYED])


def play_lines(bench: Bench, seat: str, lines: Sequence[str], language: str = ENGLISH) -> None:
    """Play lines of a seat as one letter, each told before its events. Raises `Faulty` for one that is not played."""
    read = bench.table.read(list(lines), language=language)
    for line in read:
        if not isinstance(line.reading, Order):
            raise WrongUsage("ruling-misread", text=line.text)
    ruled = play.rule_on(bench.table.game, bench.now.state, seat, read, bench.lots)
    for at, verdict in enumerate(ruled.verdicts):
        _refuse_unplayed(verdict)
        bench.do((PlayedOn if at else PlayedFor)(seat, verdict.written))
        for event in verdict.events:
            bench.do(event)
    for event in ruled.closing:
        bench.do(event)


def _refuse_unplayed(verdict: Verdict) -> None:
    if verdict.kind == PLAYED:
        return
    raise NotAllowed("ruling-refused", text=verdict.line.text, verdict=verdict.kind, rule=verdict.rule)
