"""How each effect of a ruling is carried out, in memory: events and lots, and what stands after each."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from referee.engine.events import Event, Happening
from referee.engine.lots import Lot, Lots
from referee.house.invitation import owed_at
from referee.house.letters import LanguageChosen
from referee.house.players import SeatTaken
from referee.house.rulebook import rulebook
from referee.house.rulings import (
    REDEAL,
    SAME,
    Adjudged,
    ClockAdjusted,
    OptionChanged,
    PlayedFor,
    PlayedOn,
    Redealt,
    RolledBack,
    RulingMade,
)
from referee.house.terms import LONGEST
from referee.notation.languages import checked
from referee.notation.reader import Line, Order
from referee.record.entries import Letter
from referee.table import fold
from referee.table import ruling as play
from referee.table.knowledge import unseen
from referee.table.points import written_position
from referee.table.replay import is_left
from referee.table.source import Source
from referee.table.verdicts import Verdict
from referee.util.errors import Faulty
from referee.util.translations import ENGLISH


class Bench:
    """A ruling in the making; what it brings about is in `events`, and written down by nobody yet."""

    def __init__(
        self, table: Source, by: str, reason: str, *, until: int | None = None, lots: Lots | None = None
    ) -> None:
        """Rule on this table; `by` is `arbiter` or `keeper`. As entry `until` (else the next), with these lots (else the game's)."""
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
        """Say which effect comes next."""
        self.do(RulingMade(self.by, effect, self.reason))

    def do(self, event: Event) -> None:
        """Let an event happen."""
        self.events.append(event)
        self.now = fold.folded(self.table.game, self.points, self.now, event)

    def happen(self, happening: Happening) -> None:
        """Let events of the game happen, and what follows from them."""
        game = self.table.game
        state = play.settle(game, self.now.state, happening, self.events)
        self.now = fold.Now(play.proceed(game, state, self.lots, self.events), self.now.content)

    def settle(self) -> None:
        """Let the table proceed. Raises what a table raises on which nobody can look."""
        self.happen(_nothing())
        for seat in (*self.table.seats, None):
            self.table.game.view(self.now.state, seat)


def _nothing() -> Happening:
    yield from ()


def uphold(bench: Bench, effect: Any) -> None:
    """What happened stands."""


def roll_back(bench: Bench, effect: Any) -> None:
    """The table stands again as it stood; what nobody has seen may be dealt again. Raises `Faulty`."""
    if effect.lots not in {SAME, REDEAL}:
        raise Faulty("ruling-lots", lots=str(effect.lots), known=(SAME, REDEAL))
    back(bench, effect.to, effect.lots)
    if effect.lots == REDEAL:
        redeal(bench, effect.to)


def back(bench: Bench, to: int, lots: str) -> None:
    """Go back to where the table stood after an entry. Raises `Faulty` for one before the deal, and for the last one."""
    table = bench.table
    first, last = table.index.dealt or 0, len(bench.points) - 2
    if type(to) is not int or not first <= to <= last:
        raise Faulty("ruling-entry", entry=to, first=first, last=last)
    if lots == SAME:
        bench.base, bench.lots = to, bench.lots_after(to)
    position = written_position(table.game.position(bench.points[to].state))
    bench.do(RolledBack(to, position, lots))


def redeal(bench: Bench, to: int) -> None:
    """The cards of each draw pile that nobody was ever shown there change their places by lot; all others keep theirs.

    It is told of each pile of several cards, also if none can move: else all would learn how many of them another has seen.
    """
    free = unseen(bench.points, bench.table.seats, to)
    for name, cards in bench.now.state.piles().items():
        order, places = list(cards), [place for place, card in enumerate(cards) if card in free]
        if len(places) > 1:
            drawn = bench.lots.shuffle(f"redeal {name}", [cards[one] for one in places])
            for place, card in zip(places, drawn, strict=True):
                order[place] = card
        if len(cards) > 1:
            bench.do(Redealt(name, tuple(order)))


def adjudge(bench: Bench, effect: Any) -> None:
    """The game is over by the ruling. Raises `Faulty` for a seat that there is not."""
    seats = bench.table.players
    for winner in effect.winners:
        if winner not in seats or effect.winners.count(winner) > 1:
            raise Faulty("no-such-seat", seat=winner, seats=seats)
    bench.do(Adjudged(effect.winners, bench.reason))


def back_to(effect: Any) -> int:
    """The entry to which an effect goes back."""
    return int(effect.entry - 1 if hasattr(effect, "entry") else effect.to)


def read_as(bench: Bench, effect: Any) -> None:
    """The letter of an entry ruled again with another line, where the table stood when it came. Raises `Faulty`."""
    letter = _letter(bench, effect.entry)
    if all(line.number != effect.line for line in letter.lines):
        raise Faulty("ruling-line", line=effect.line, lines=tuple(line.number for line in letter.lines))
    back(bench, effect.entry - 1, SAME)
    play_letter(bench, letter, _orders_with(bench, letter, effect.line, effect.text), effect.line)


def again(bench: Bench, effect: Any) -> None:
    """A letter that was ruled again, as its record tells it."""
    back(bench, effect.to, SAME)
    for seat, lines in groupby(effect.lines, key=itemgetter(0)):
        play_lines(bench, seat, [line for _, line in lines])


def _letter(bench: Bench, entry: int) -> Letter:
    points, first = bench.points, (bench.table.index.dealt or 0) + 1
    found = points[entry].entry if type(entry) is int and first <= entry < len(points) else None
    if not isinstance(found, Letter):
        raise Faulty("ruling-letter", entry=entry)
    return found


def _orders_with(bench: Bench, letter: Letter, number: int, text: str) -> list[Line]:
    """The orders of a letter as they are read with another line in the place of one. Raises `Faulty` if that is none."""
    language = bench.table.index.language(letter.seat, letter.entry)
    (read,) = bench.table.read([(number, text)], language=language)[:1] or (None,)
    if "\n" in text or read is None or not isinstance(read.reading, Order):
        raise Faulty("ruling-misread", text=text)
    lines = [
        (line.number, text if line.number == number else line.raw)
        for line in letter.lines
        if line.number == number or not is_left(line)
    ]
    rows = [(n, row) for first, raw in lines for n, row in enumerate((*raw.split("\n"), ""), first)]
    return [line for line in bench.table.read(rows, language=language) if isinstance(line.reading, Order)]


def play_letter(bench: Bench, letter: Letter, orders: Sequence[Line], number: int) -> None:
    """Play what can be played of a letter, up to the first order that cannot. Raises `Faulty` if the line of that number is not."""
    game, state = bench.table.game, bench.now.state
    tried = play.rule_on(game, state, letter.seat, orders, bench.lots_after(bench.base))
    for verdict in tried.verdicts:
        if verdict.line.numbers[0] == number:
            _refuse_unplayed(verdict)
    play_lines(bench, letter.seat, [one.written for one in tried.verdicts if one.kind == "played"])


def play_for(bench: Bench, effect: Any) -> None:
    """Lines played for a seat, all of them. Raises `Faulty` for a seat that there is not, and for a line that cannot be played."""
    if effect.seat not in bench.table.seats:
        raise Faulty("no-such-seat", seat=effect.seat, seats=bench.table.seats)
    if not effect.lines:
        raise Faulty("ruling-misread", text="")
    play_lines(bench, effect.seat, effect.lines, bench.table.index.language(effect.seat))


def play_lines(bench: Bench, seat: str, lines: Sequence[str], language: str = ENGLISH) -> None:
    """Lines of a seat played as one letter, each told before what it brings about. Raises `Faulty` for one that is not played."""
    read = bench.table.read(list(lines), language=language)
    for line in read:
        if not isinstance(line.reading, Order):
            raise Faulty("ruling-misread", text=line.text)
    ruled = play.rule_on(bench.table.game, bench.now.state, seat, read, bench.lots)
    for at, verdict in enumerate(ruled.verdicts):
        _refuse_unplayed(verdict)
        bench.do((PlayedOn if at else PlayedFor)(seat, verdict.written))
        for event in verdict.events:
            bench.do(event)
    for event in ruled.closing:
        bench.do(event)


def _refuse_unplayed(verdict: Verdict) -> None:
    if verdict.kind == "played":
        return
    rule = verdict.broken.rule if verdict.broken else ""
    raise Faulty("ruling-refused", text=verdict.line.text, verdict=verdict.kind, rule=rule)


def adjust_clock(bench: Bench, effect: Any) -> None:
    """The deadline of what a seat owes now is moved. Raises `Faulty` where no clock runs for it."""
    owed = owed_at(bench.table.game, bench.now.state, bench.table.index.house)
    if not bench.table.terms.deadline or all(one.seat != effect.seat for one in owed):
        raise Faulty("ruling-clock", seat=effect.seat)
    if type(effect.seconds) is not int or not 0 < abs(effect.seconds) <= LONGEST:
        raise Faulty("ruling-seconds", seconds=str(effect.seconds))
    bench.do(ClockAdjusted(effect.seat, effect.seconds))


def change_option(bench: Bench, effect: Any) -> None:
    """An option has another of its values. Raises `Faulty` for an option that cannot be changed, and for the value it has."""
    book = rulebook(bench.table.game.name).rulings
    values = {ruling.option: tuple(value for value, _ in ruling.values) for ruling in book if ruling.option}
    if effect.name not in values:
        raise Faulty("ruling-option", name=effect.name, known=tuple(sorted(values)))
    left = tuple(one for one in values[effect.name] if one != bench.now.content[effect.name])
    if effect.value not in left:
        raise Faulty("ruling-value", name=effect.name, value=effect.value, known=left)
    bench.do(OptionChanged(effect.name, effect.value))


def replace(bench: Bench, effect: Any) -> None:
    """Another player in a seat, and in another language if one is named. Raises `Faulty` for a seat that there is not."""
    if effect.seat not in bench.table.seats:
        raise Faulty("no-such-seat", seat=effect.seat, seats=bench.table.seats)
    language = bench.table.index.language(effect.seat)
    wanted = checked(effect.player.language or language)
    bench.do(SeatTaken(effect.seat, effect.player.name))
    if wanted != language:
        bench.do(LanguageChosen(effect.seat, wanted))


def kept(bench: Bench, effect: Any) -> None:
    """What the house did, as its record tells it."""
    for event in effect.events:
        bench.do(event)
