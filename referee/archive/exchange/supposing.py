"""A game that was written down by hand, played with cards supposed where the text does not name them.

What the text tells stands fast: the orders, the cards it names in them, the lots as far as they are told (`?`
in a `<lot>` is an unknown place), and what a line drew or showed (`draw <draws tyr>`, `challenge B <shows
hel>`). The rest is a `Guess`; `play` says how far the game goes with it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from referee.archive.exchange.facts import GivenLine, NotSo, lines_of, of_entry
from referee.archive.exchange.letters import FINE
from referee.archive.exchange.lots import DICE, LOTS, NAMED, NUMBER, bare, names_of
from referee.archive.exchange.model import Entry, Fact, Problem, wrong_at
from referee.engine.events import Event
from referee.engine.lots import Lot, label_of_roll
from referee.house.games import find
from referee.house.terms import terms_of
from referee.notation.reader import Line
from referee.notation.readers import Readers
from referee.record.entries import Opening
from referee.table import ruling
from referee.table.points import written_position
from referee.table.verdicts import PLAYED, PROSE, RULED_ON, Verdict
from referee.telling.sentences import refusal

T = TypeVar("T")
UNKNOWN = "?"
NEVER = 1e9
_UNKNOWN = re.compile(r"(?<!\S)\?(?![^\s,])")
_WORDS = re.compile(r"[^\W_][\w'-]*")
Spot = tuple[int, int]
"""An entry of the text and a line of it, from 0."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What is supposed: the order of each shuffle, each number drawn, the cards for the `?` of each line."""

    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    fills: tuple[tuple[Spot, tuple[str, ...]], ...] = ()

    def order(self, key: str, order: Sequence[str]) -> "Guess":
        """The same with another order of a shuffle."""
        return replace(self, orders=tuple(sorted({**dict(self.orders), key: tuple(order)}.items())))

    def number(self, nth: int, value: int) -> "Guess":
        """The same with another number."""
        return replace(self, numbers=tuple(sorted({**dict(self.numbers), nth: value}.items())))

    def fill(self, at: Spot, cards: tuple[str, ...]) -> "Guess":
        """The same with other cards for a line."""
        return replace(self, fills=tuple(sorted({**dict(self.fills), at: cards}.items())))


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a game does not go on: what the rules say to a line, and the cards that are missing there.

    It is `final` if no card makes a difference: the line is no order.
    """

    problem: Problem
    wanted: tuple[str, ...] = ()
    final: bool = False


@dataclass(slots=True)
class Run:
    """How far a game went with a guess.

    Attributes:
        reached: the entry and the line where it stops; past the last if it does not.
        failure: why; None if all of it was played.
        orders, fixed: each shuffle with its order, and the places of it that the text names.
        fills: the cards that stood for the `?` of each line.
        numbers: how many outcomes each number drawn had, by which it was, with the entry it fell in.
        met: how often each card was dealt, drawn, laid, or shown.
        here: the cards that the line where it stops was about.
        facts: the lots of each entry, from the deal on; `lines` its orders as they were played.
    """

    reached: Spot = (0, 0)
    failure: Failure | None = None
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fixed: dict[str, frozenset[int]] = field(default_factory=dict)
    fills: dict[Spot, tuple[str, ...]] = field(default_factory=dict)
    numbers: dict[int, tuple[int, int]] = field(default_factory=dict)
    met: Counter[str] = field(default_factory=Counter)
    here: tuple[str, ...] = ()
    facts: list[list[Fact]] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)


def base(card: str) -> str:
    """The name of a card without its deck and its number: `hirdman` of `thor.hirdman.1`."""
    parts = card.split(".")
    return parts[1] if len(parts) > 1 else card


def holes(text: str) -> int:
    """For how many cards of an order a `?` stands."""
    return len(_UNKNOWN.findall(text))


def words(text: str) -> list[str]:
    """The words of an order."""
    return _WORDS.findall(text.lower())


class Supposed:
    """Lots drawn as the text tells them, and where it does not, as they are supposed; see `referee.engine.lots`."""

    def __init__(
        self, run: Run, guess: Guess, told: Sequence[Fact], early: Callable[[str], float], entry: int
    ) -> None:
        self.drawn: list[Lot] = []
        self.facts: list[Fact] = []
        self._run, self._guess, self._early, self._entry = run, guess, early, entry
        self._told = list(told)

    def heard(self, seat: str, line: str) -> None:
        """What was played makes no difference here."""

    def _fact(self, label: str) -> Fact | None:
        found = next((one for one in self._told if one.words[:1] == (label,)), None)
        if found:
            self._told.remove(found)
        return found

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that is told or supposed."""
        key = f"{label} {sum(one.rpartition(' ')[0] == label for one in self._run.orders) + 1}"
        fact = self._fact(label)
        order = dict(self._guess.orders).get(key, ())
        if sorted(order) != sorted(
            map(str, items)
        ):  # other cards are shuffled now than when this was supposed
            order = self._first(items, fact)
        self._run.orders[key] = order
        self._run.fixed[key] = frozenset(
            n for n, one in enumerate(fact.words[1:] if fact else ()) if one != UNKNOWN
        )
        places = {str(one): n for n, one in enumerate(items)}
        drawn = tuple(places[one] for one in order)
        self.drawn.append(Lot(label, len(items), drawn))
        names = names_of(items)
        self.facts.append(Fact(NAMED, (label, *(names[n] for n in drawn))) if names else bare(self.drawn[-1]))
        return tuple(items[n] for n in drawn)

    def _first(self, items: Sequence[Any], fact: Fact | None) -> tuple[str, ...]:
        """The order to begin with: what is told in its place, then the cards by when the text first needs them."""
        names, told = (
            names_of(items) or tuple(map(str, items)),
            [str(one) for one in fact.words[1:]] if fact else [],
        )
        free = dict.fromkeys(range(len(items)))
        at = dict[int, int]()
        for n, one in enumerate(told[: len(items)]):
            exact = [i for i in free if one in {names[i], base(str(items[i])), str(items[i])}]
            if one != UNKNOWN and exact:
                at[n] = exact[0]
                free.pop(exact[0])
        nth = Counter[str]()
        need = dict[int, float]()
        for i in free:
            nth[base(str(items[i]))] += 1
            need[i] = self._early(f"{items[i]} {nth[base(str(items[i]))]}")
        rest = iter(sorted(free, key=lambda i: need[i]))
        return tuple(str(items[at[n]] if n in at else items[next(rest)]) for n in range(len(items)))

    def below(self, label: str, n: int) -> int:
        """The number that is told or supposed."""
        nth, fact = len(self._run.numbers), self._fact(label)
        value = fact.words[1] if fact and len(fact.words) > 1 and type(fact.words[1]) is int else None
        self._run.numbers[nth] = (self._entry, n if value is None else 1)
        number = (dict(self._guess.numbers).get(nth, 0) if value is None else value) % n
        self.drawn.append(Lot(label, n, (number,)))
        self.facts.append(Fact(NUMBER, (label, number, "of", n)))
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """The dice that are told; where none are, ones."""
        told = label_of_roll(label, sides, count)
        fact = self._fact(told)
        dice = tuple(one for one in fact.words[1:] if type(one) is int) if fact else ()
        dice = dice if len(dice) == count and all(0 < one <= sides for one in dice) else (1,) * count
        self.drawn.append(Lot(told, sides, dice))
        self.facts.append(Fact(DICE, (told, *dice)))
        return dice


class Playing:
    """Plays one game of a text with one guess after another."""

    def __init__(self, opening: Opening, entries: Sequence[Entry]) -> None:
        """Play these entries after that opening. Raises `NotSo` for one that is no letter of a seat."""
        self._opening, self._game = opening, find(opening.game)
        self.entries = [one for one in entries if one.what != ("opening",)]
        self._dealt = [fact for one in entries if one.what == ("opening",) for fact in of_entry(one, *LOTS)]
        for one in self.entries:
            if len(one.what) != 1 or one.what[0] not in opening.seats:
                raise NotSo(one.at, "text-head", given=" ".join(one.what), seats=opening.seats)
        self.lines = [lines_of(one) for one in self.entries]
        self._readers = Readers(
            self._game, opening.options, own_words=terms_of(opening.terms).consent == "words"
        )
        self._needs = self._first_needs()
        self.cards: dict[str, str] = {}
        self._read: dict[tuple[str, ...], list[Line]] = {}

    def _first_needs(self) -> Mapping[tuple[str, str], list[float]]:
        """When each seat's text names each word, so that cards are dealt by then."""
        needs: dict[tuple[str, str], list[float]] = {}
        for n, (entry, lines) in enumerate(zip(self.entries, self.lines, strict=True)):
            seat = entry.what[0]
            for at, line in enumerate(lines):
                told = [str(one) for fact in line.facts for one in fact.words]
                for word in (*words(line.move or line.raw), *told):
                    needs.setdefault((seat, word), []).append(n + at / 100)
        return needs

    def _early(self, numbered: str) -> float:
        """When a card is first needed, for the order to begin with: the second of a kind when it is named again."""
        card, _, nth = numbered.rpartition(" ")
        owner = card.partition(".")[0]
        times = self._needs.get((owner, base(card)), [])
        return times[int(nth) - 1] if int(nth) <= len(times) else NEVER

    def is_needed(self, card: str) -> bool:
        """Whether the text names a card of that kind for its seat."""
        return (card.partition(".")[0], base(card)) in self._needs

    def play(self, guess: Guess) -> Run:
        """How far the game goes."""
        run, events = Run(), list[Event]()
        lots = Supposed(run, guess, self._dealt, self._early, 0)
        blank = self._game.blank(self._opening.id, self._opening.options)
        state = ruling.lay_out(self._game, blank, self._opening.options, lots, events)
        run.facts.append(lots.facts)
        self.cards = {card: key for key, order in run.orders.items() for card in order}
        self._meet(run, events)
        for n, entry in enumerate(self.entries):
            state = self._letter(run, guess, n, entry, state)
            if run.failure:
                return run
        run.reached = (len(self.entries), 0)
        return run

    def _meet(self, run: Run, events: Sequence[Event]) -> None:
        met = [card for one in events for card in self.cards_of(one)]
        run.met.update(met)

    def cards_of(self, event: Event) -> list[str]:
        """The cards an event is about; none for a shuffle, which is about all."""
        found = [
            card for one in event.shown for card in _texts(getattr(event, one.name)) if card in self.cards
        ]
        return [] if len(found) > len(self.cards) // 4 else found

    def _letter(self, run: Run, guess: Guess, n: int, entry: Entry, state: Any) -> Any:
        position = written_position(self._game.position(state))
        run.positions.append(position)
        if re.fullmatch(r"\d+\.\d+", entry.position) and entry.position != position:
            run.reached = (n, 0)
            run.failure = Failure(wrong_at(entry.at, "text-position", told=entry.position, found=position))
            return state
        return self._played(run, guess, n, entry, state)

    def _played(self, run: Run, guess: Guess, n: int, entry: Entry, state: Any) -> Any:
        given, before, seat = self.lines[n], dict(run.numbers), entry.what[0]
        texts = [line.raw or line.move for line in given]
        for at, line in enumerate(given):
            if _UNKNOWN.search(texts[at]):
                texts[at] = self._fill(run, guess, (n, at), entry, state, texts[:at], line)
        run.numbers = dict(before)
        ruled, lots = self._ruled(run, guess, n, entry, state, texts)
        for at, (line, verdict) in enumerate(zip(given, ruled.verdicts, strict=False)):
            if failure := self._failed(line, verdict, seat, state, texts[at]):
                run.reached, run.failure = (n, at), failure
                run.here = tuple(card for one in verdict.events for card in self.cards_of(one))
                return state
            self._meet(run, verdict.events)
        self._meet(run, ruled.closing)
        run.facts.append(lots.facts)
        run.lines.append(texts)
        return ruled.state

    def _fill(
        self,
        run: Run,
        guess: Guess,
        at: Spot,
        entry: Entry,
        state: Any,
        before: Sequence[str],
        line: GivenLine,
    ) -> str:
        """A line with cards for its `?`: the first with which it is played, else those that were tried last."""
        numbers, filled = dict(run.numbers), (line.raw or line.move, tuple[str, ...]())
        for one in self._fillings(guess, run, at, line, entry.what[0]):
            run.numbers, filled = dict(numbers), one
            text = one[0]
            ruled, _ = self._ruled(run, guess, at[0], entry, state, [*before, text])
            if _is_fine(line, ruled.verdicts[-1]):
                break
        if filled[1]:
            run.fills[at] = filled[1]
        return filled[0]

    def _ruled(
        self, run: Run, guess: Guess, n: int, entry: Entry, state: Any, texts: Sequence[str]
    ) -> tuple[Any, Supposed]:
        lots = Supposed(run, guess, of_entry(entry, *LOTS), self._early, n)
        if (key := tuple(texts)) not in self._read:
            self._read[key] = self._readers.read(list(enumerate(texts, 1)))
        read = self._read[key]
        return ruling.rule_on(self._game, state, entry.what[0], read, lots), lots

    def _fillings(
        self, guess: Guess, run: Run, at: Spot, line: GivenLine, seat: str
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The line with a card for each `?`: as supposed, else each card of the seat that may lie in its hand."""
        text = line.raw or line.move
        count = holes(text)
        if fixed := dict(guess.fills).get(at):
            yield _filled(text, fixed), fixed
            return
        held = Counter(
            base(card) for card, times in run.met.items() if times == 1 and card.startswith(f"{seat}.")
        )
        later = self._later(at, seat)
        names = sorted(held, key=lambda name: (later[name] >= held[name], later[name], name))
        pool = [name for name in names for _ in range(held[name])]
        if count == 1:
            yield from ((_filled(text, (name,)), (name,)) for name in names)
        for start in range(len(pool) - count + 1 if count > 1 else 0):
            cards = tuple(pool[start : start + count])
            yield _filled(text, cards), cards
        if not names:
            yield text, ()

    def _later(self, at: Spot, seat: str) -> Counter[str]:
        """How often the seat's text names each word after a line, or on it."""
        moment = at[0] + at[1] / 100
        return Counter(
            {
                word: sum(one >= moment for one in times)
                for (who, word), times in self._needs.items()
                if who == seat
            }
        )

    def _failed(self, line: GivenLine, verdict: Verdict, seat: str, state: Any, text: str) -> Failure | None:
        bases = {base(card) for card in self.cards}
        if not _is_fine(line, verdict):
            wanted = tuple(one for one in words(text) if one in bases)
            if verdict.broken and (line.verdict or PLAYED) == PLAYED:
                view = self._game.view(state, seat)
                why = refusal(self._game, self._opening.options, verdict.broken, view)
                return Failure(wrong_at(line.at, "text-refused", line=text, why=why), wanted)
            told, final = line.verdict or PLAYED, verdict.kind not in RULED_ON
            wrong = wrong_at(line.at, "text-ruled", line=text, told=told, found=verdict.ruling)
            return Failure(wrong, wanted, final)
        met = [base(card) for one in verdict.events for card in self.cards_of(one)]
        due = [str(one) for fact in line.facts for one in fact.words if one != UNKNOWN]
        missing = tuple((Counter(due) - Counter(met)).elements())
        if missing:
            return Failure(wrong_at(line.at, "text-unseen", line=text, cards=missing, met=met), missing)
        return None


def _is_fine(line: GivenLine, verdict: Verdict) -> bool:
    if line.verdict:
        return verdict.kind == line.verdict
    return verdict.kind in FINE or (not line.move and verdict.kind == PROSE)


def _filled(text: str, cards: Sequence[str]) -> str:
    """A line with these cards for its `?`, in their order."""
    left = iter(cards)
    return _UNKNOWN.sub(lambda _: next(left, UNKNOWN), text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
