"""Other worlds over the whole desk: every byte mailed to a seat is the same in every world that it could be in.

The same mails of the seat come in at the same times; the mails of all others are those of the other world.
There each of them writes private letters as well: notes, questions, orders that are refused or not
understood, a sealed choice that is replaced; letters from a wrong address, by a robot, by a stranger. The
seat may be a master's; an onlooker, who gets no mail, is no seat (None). Every second seat wants calendar
entries, and now and then chooses when its letters come.

Seals, and the roots, nonces and paths of decks, are not compared as they are, because with fixed salts they
depend on what is hidden. Each that is right is taken as "the first seal", "the second seal" that this seat
saw, as the root of that deck, as a nonce or path.

    python tests/desk_worlds.py --games 1000 --worlds 20 --seed 0 --processes 2 --into worlds.jsonl

`many_worlds.py` looks at many games, and at all that a seat or an onlooker gets. Run again with the same
file, it goes on where it stopped.
"""

import base64
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.digests import Digests, remarked
from support.post_office import BEGINS, GAME, SEATED, Got, Office, Writer, players_of
from support.suite import known

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.desk import keeper
from referee.desk.opening import with_names
from referee.engine import driver
from referee.engine.decks import Drawn
from referee.engine.events import Event, face, seen
from referee.engine.game import Game
from referee.engine.lots import DealLots, Lot, RecordedLots, leaf, root_by
from referee.engine.moves import Resign
from referee.engine.seating import still_in
from referee.house.letters import PACES
from referee.house.lots import DeckFixed
from referee.house.players import Player
from referee.post.reading import read_mail
from referee.record.seals import in_words
from referee.table import ruling as play
from referee.telling.spoken import spoken
from referee.testing.chance import Chance
from referee.testing.random_games import goes_on, line_at_random, options_given, seats_of
from referee.testing.sent import worlds_of
from referee.testing.worlds import Step, World, stand
from referee.util.values import Struct, Value, field, replace
from referee.verify import export

WORDS = ("what a hand", "they may guess")
TWO = 2
"""How many have to be left for a game to go on."""
CALENDAR = {
    "en": {True: "calendar yes", False: "calendar no"},
    "de": {True: "Kalender ja", False: "Kalender nein"},
}
"""How a seat asks for a calendar entry with each letter, or ends that, in its language."""


# A game as letters


class Story(Value, dict=True):
    """A game in progress: its world; which steps make up each letter, by the number of the first; its options.

    `languages` are those of the seats; a player writes in their own one.
    """

    game: Game
    world: World
    letters: tuple[tuple[int, int], ...]
    given: dict[str, str]
    languages: Mapping[str, str]

    @property
    def content(self) -> Any:
        """The options as a game has them."""
        return self.game.options(with_names(self.given, players_of(self.game.name, given=self.given)))

    @property
    def seats(self) -> Sequence[str]:
        """The seats of the table, a master's too."""
        return tuple(self.languages)

    def order(self, seat: str, move: Any) -> str:
        """A move as a player of this seat writes it."""
        return spoken(self.game, self.content, self.languages[seat], move.written)


LEAVES = 0.03
"""How often, where more than two play, a letter is one by which its writer leaves."""


def story(
    seed: int,
    letters: int,
    *,
    name: str = "thunder",
    languages: Sequence[str] = ("en", "en"),
    given: Mapping[str, str] | None = None,
) -> Story:
    """The first letters of a random game, or all but its last; each of one line to three.

    Of the options those that are `given` are no matter of chance. The seats have these languages by turns.
    """
    game = known(name).game
    rng, given = Random(f"story {seed}"), {**options_given(game, seed), **(given or {})}
    lots, events = Chance(rng), list[Event]()
    spoken_by = dict(zip(seats_of(game, given), cycle(languages), strict=False))
    told = Story(game, World((), ()), (), given, spoken_by)
    blank = game.blank(GAME, told.content)
    state = play.lay_out(game, blank, told.content, lots, events)
    steps, states = [Step("", None, lots.taken(), tuple(events))], [blank, state]
    groups: list[tuple[int, int]] = []
    while len(groups) < letters:
        owed = [one.seat for one in game.owed(state)]
        seat = rng.choice(told.seats) if rng.random() < 0.06 else rng.choice(owed)
        if not game.choices(game.view(state, seat)):
            seat = rng.choice(owed)  # the other has left the game
        added = _letter(game, state, seat, rng, lots)
        if game.ended(added[-1][1]) is not None:
            break
        groups.append((len(steps), len(steps) + len(added)))
        steps += [step for step, _ in added]
        states += [after for _, after in added]
        state = states[-1]
    return replace(told, world=World(tuple(steps), tuple(states)), letters=tuple(groups))


def _letter(game: Game, state: Any, seat: str, rng: Random, lots: Chance) -> list[tuple[Step, Any]]:
    """The lines of one letter, each with the state after it; the last one ends the letter."""
    made: list[tuple[Step, Any]] = []
    lines = rng.choice((1, 1, 2, 3))
    leaves = len(still_in(state)) > TWO and rng.random() < LEAVES
    while True:
        events = list[Event]()
        if leaves:
            move: Any = Resign(GAME)
            state = driver.make(game, state, seat, move, lots, events)
        else:
            state, move = line_at_random(game, state, seat, rng, lots, events)
        on = seat in [one.seat for one in game.owed(state)]
        closes = leaves or len(made) + 1 == lines or not (on or goes_on(game, state, seat, rng))
        if game.ended(state) is not None or closes:
            state = driver.end_letter(game, state, seat, lots, events)
            state = stand(game, state, lots, events)
            closes = True
        made.append((Step(seat, move, lots.taken(), tuple(events), closes), state))
        if closes:
            return made


class DealAgain(DealLots):
    """A deal as it fell in some world; its decks are fixed as those of any deal."""

    def __init__(self, table: Table, words: Mapping[str, str], lots: Sequence[Lot]) -> None:
        super().__init__(table._secret, table.id, words)
        self._recorded = RecordedLots(lots)

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """The items in the order of that world."""
        order = self._recorded.shuffle(label, items)
        self.shuffled.append((label, order))
        self.drawn.append(self._recorded.drawn[-1])
        return order

    def below(self, label: str, n: int) -> int:
        """The number of that world."""
        number = self._recorded.below(label, n)
        self.drawn.append(self._recorded.drawn[-1])
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the dice of that world show."""
        dice = self._recorded.roll(label, sides, count)
        self.drawn.append(self._recorded.drawn[-1])
        return dice


# The same mails in another world


TERMS = {"deadline": "2 hours", "reminder": "1 hour", "grace": "20 days", "reaction": "20 days"}
"""Letters come an hour apart: there is a clock, seats are reminded and late, and silence never speaks."""


def one_of(rng: Random, seats: Sequence[str]) -> str:
    """One of these seats; where there is one alone, nothing is drawn."""
    return rng.choice(seats) if len(seats) > 1 else seats[0]


class Mailed(Value, dict=True):
    """A letter to the seat: in which pass it came, its name, its bytes with the seals numbered."""

    when: str
    name: str
    raw: bytes


class Sitting(Struct, dict=True):
    """One world played through the desk, and what one seat is mailed in it.

    Attributes:
        mails: that seat's own, by the place in the game: written the first time, then sent again.
        private: chooses what the others write besides their orders (None: nothing).
        salted: makes other salts, and another secret of the lots.
    """

    folder: Path
    told: Story
    world: World
    seat: str | None
    seed: int
    private: Random | None = None
    mails: dict[str, bytes] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    salted: int = 0
    terms: Mapping[str, str] = field(default_factory=dict)
    arbiter: Player | None = None
    signed: bool = False

    def __post_init__(self) -> None:
        self.game = self.told.game
        self.others = tuple(seat for seat in self.told.seats if seat != self.seat)
        self.known = known(self.game.name)
        self.writing = bool(not self.mails)
        self.rng = Random(f"sitting {self.seed} {self.seat}")
        self.asks = Random(f"calendar {self.seed} {self.seat}")
        # Who wants calendar entries has them from the first.
        self.entered, self.slow = self.asks.random() < 1 / 2, 0
        self.lots: dict[str, tuple[Lot, ...]] = {}
        self.digest_of: dict[int, str] = {}
        self.ruled: Any = None
        self.ticks = 0
        self.mailed: list[tuple[str, str, bytes]] = []
        self.replaced: tuple[str, str] | None = None
        self.sent: list[bytes] = []

    def mail(self) -> list[Mailed]:
        """Play it all, and give what the seat was mailed, the invitation first."""
        self.play()
        shown = self.table.index.concerning[self.seat] if self.seat else ()
        points = [self.table.points[n] for n in shown]
        raw = [(when, name, nameless(mail, self.table)) for when, name, mail in self.mailed]
        return numbered(raw, [point.entry.seal for point in points])

    def play(self) -> None:
        """Play it all; what the seat was mailed is in `mailed`."""
        with pytest.MonkeyPatch.context() as patch:
            self._lots_from(patch)
            self.office = Office(
                self.folder,
                self.seed + self.salted,
                self.told.given,
                game=self.game.name,
                languages=self.told.languages,
                terms={**TERMS, **self.terms},
                arbiter=self.arbiter,
                signed=self.signed,
            )
            patch.setattr(self.office, "now", self.now)
            self.opened()
            self._collect("invited", 0)
            for at, (when, seat, text, number) in enumerate(self._plan()):
                # Letters come at the full hour, each a second after the clocks of others fall: passes that
                # only other worlds make come before it.
                self.turn(
                    BEGINS + timedelta(hours=at, minutes=30, seconds=at),
                    when,
                    seat,
                    text,
                    number,
                )
            self.as_told = Table.load(self.office.record).state == self.world.states[-1]
            self.ended(BEGINS + timedelta(hours=at, minutes=70))
        self.table = Table.load(self.office.record)

    @property
    def box(self) -> list[bytes]:
        """All letters to the seat; an onlooker gets none."""
        return self.office.boxes[self.seat] if self.seat else []

    def opened(self) -> None:
        """The game is open, and nobody has written yet."""

    def ended(self, at: datetime) -> None:
        """Every letter of the game was written, the last pass made; ten minutes past the hour."""

    def now(self) -> datetime:
        """A clock that goes on at each look, from where the pass began."""
        self.ticks += 1
        return self.office.time + timedelta(seconds=self.ticks)

    def _lots_from(self, patch: pytest.MonkeyPatch) -> None:
        """Lots fall at the desk as they fall in this world."""
        deal = self.world.steps[0].lots
        last = [RecordedLots(())]
        whole, lots = Table.play, Table.lots

        def played(table: Table, seat: str, lines: Any, **given: Any) -> Any:
            last[0] = RecordedLots(self.lots_for(given.get("digest", ""), last[0].left))
            return whole(table, seat, lines, **given)

        def drawn(table: Table, after: int | None = None) -> Any:
            if self.ruled is not None:
                return lots(table, after) if self.ruled == "by the house" else RecordedLots(self.ruled)
            last[0] = RecordedLots(last[0].left)
            return last[0]

        def dealt(table: Table, state: Any, words: Any) -> Any:
            told = DealAgain(table, words, deal)
            return told, table.game.setup(state, table.content, told)

        patch.setattr(Table, "play", played)
        patch.setattr(Table, "lots", drawn)
        patch.setattr(Table, "_deal", dealt)

    def lots_for(self, digest: str, _left: Sequence[Lot]) -> Sequence[Lot]:
        """The lots for a letter of that digest; `left` are those that were not drawn before it."""
        return self.lots.get(digest, ())

    def _plan(self) -> Iterator[tuple[str, str, str, int]]:
        """Who writes what, and when: the acceptances, each letter of the game; its number, if it has lots."""
        first = self.rng.choice(self.told.seats)
        for seat in (first, *(seat for seat in self.told.seats if seat != first)):
            yield f"accept {seat}", seat, self._acceptance(seat), -1
        for number, (start, end) in enumerate(self.told.letters):
            steps = [step for step in self.world.steps[start:end] if not self._dropped(step)]
            seat = self.world.steps[start].seat
            yield (
                f"letter {number}",
                seat,
                "\n".join(self.told.order(seat, step.move) for step in steps),
                number,
            )

    def _acceptance(self, seat: str) -> str:
        """Who gave words is told to all; which they are is not."""
        if seat == self.seat:
            data = "\njson yes" if Random(f"data {self.seed}").random() < 2 / 3 else ""
            return f"accept{data}\n{self._calendar(True)}" if self.entered else f"accept{data}"
        words = self.private.choice(WORDS) if self.private else WORDS[0]
        said = f"accept {words}" if Random(f"words {self.seed}").random() < 2 / 3 else "accept"
        if self.private and self.private.random() < 0.2:
            self.kinds["a calendar from the first"] += 1
            said += f"\n{CALENDAR[self.told.languages[seat]][True]}"
        return said

    def _calendar(self, wanted: bool) -> str:
        """The line by which the seat asks for a calendar entry with its letters, or ends that."""
        return CALENDAR[self.told.languages[self.seat or ""]][wanted]

    def _dropped(self, step: Step) -> bool:
        """Whether this world is quieter by this step."""
        return not step.events and step.move is not None

    def turn(self, at: datetime, when: str, seat: str, text: str, number: int) -> None:
        """One letter of the game, what else is written at that time, and the passes."""
        self.office.time = at
        together, slow = self.rng.random() < 0.5, seat == self.seat and self.asks.random() < 0.2
        if self.private and (self.private.random() < 0.5 or self._resealable(number)):
            self._privately(number)
            if self.private.random() < 0.5:
                self._pass(at + timedelta(minutes=20), "")
        if seat == self.seat:
            if not slow:
                self._own(when, text, at + timedelta(minutes=30))
        elif text:
            self._others(seat, text, at + timedelta(minutes=30), number)
        if not together:
            self._pass(at + timedelta(minutes=33), f"{when}, before")
        if number >= 0 and self.rng.random() < 0.35 and self.seat:
            self._own(f"{when}, probe", self._probe(), at + timedelta(minutes=35))
        if self.private and self.private.random() < (0.7 if slow else 0.3):
            self.office.time = at + timedelta(minutes=36)
            self._privately(-1)
        self._pass(at + timedelta(minutes=40), when)
        if self.replaced:
            # The seat has been told by now that something was chosen.
            self._replace(at + timedelta(minutes=41))
            self._pass(at + timedelta(minutes=44), "")
        if slow:
            # It came in time, and was fetched late: what came after it has been ruled on.
            self.slow += 1
            self._own(when, text, at + timedelta(minutes=30))
            self._pass(at + timedelta(minutes=45), f"{when}, late")

    def _own(self, when: str, text: str, at: datetime) -> None:
        """A mail of the seat: an answer to a letter, mostly the last; the same mail in every world."""
        program, old = self.rng.choice(list(PROGRAMS)), self.rng.random()
        if self.writing:
            letter = self.box[int(old * len(self.box))] if "probe" in when else self.box[-1]
            self.mails[when] = PROGRAMS[program](Reply.to_letter(letter, text, SEATED[self.seat or ""], at))
        answer = remarked(self.mails[when], self.box)
        self._put(answer, at, self._number_of(when))

    def _number_of(self, when: str) -> int:
        return int(when.split(" ")[1]) if re.fullmatch(r"letter \d+", when) else -1

    def _probe(self) -> str:
        """Lines that ask, or are refused no matter what lies where."""
        lines = self.rng.sample(self.known.probes, 4)
        if self.entered and self.asks.random() < 0.4:
            lines.append(self._calendar(self.asks.random() < 0.6))
            lines.append(f"letters {self.asks.choice(PACES)}")
        return "\n".join((*lines, "resign g7"))

    def _others(self, seat: str, text: str, at: datetime, number: int) -> None:
        """A letter of another player, with private lines around its orders.

        A choice that is not shown may be preceded by another one.
        """
        if instead := self._instead(number):
            self._put(self._plain(seat, instead, at), at, number)
            self.replaced = (seat, text)
            if self.private and self.private.random() < 0.5:
                self._replace(at + timedelta(minutes=1))
            return
        if self.private and self.private.random() < 0.5:
            beside: tuple[str, ...] = (
                "\n\nnote they lead",
                "\n\nI think of it.",
                f"\n@99.9 {self.known.order}",
                "\nmoves",
                f"\n{self.known.faulty[0]}",
                "\nhistory",
                f"\n{CALENDAR[self.told.languages[seat]][True]}",
            )
            if self._acts(seat):
                beside = tuple(line for line in beside if "@" not in line)
            text += self.private.choice(beside)
            self.kinds["lines beside an order"] += 1
        box, luck = self.office.boxes[seat], self.private.random() if self.private else 1.0
        if text.startswith(("statement", "appeal")):
            # Words to the table, in a letter from elsewhere that answers none of ours, are left out, which
            # others may see.
            luck = max(luck, 0.3)
        if luck < 0.3:
            raw = self._plain(seat, text, at)
        else:
            raw = PROGRAMS["gmail"](Reply.to_letter(box[-1], text, SEATED[seat], at))
        if luck < 0.1:
            self.kinds["orders as HTML alone"] += 1
            raw = as_html(raw)
        elif luck < 0.2 or 0.9 < luck < 1:
            self.kinds["orders from elsewhere"] += 1
            raw = from_elsewhere(raw)
        self.sent.append(raw)
        self._put(raw, at, number)

    def _replace(self, at: datetime) -> None:
        """What was chosen otherwise becomes what it is in this world."""
        assert self.replaced
        (seat, text), self.replaced = self.replaced, None
        self._private("a sealed choice", self._plain(seat, text, at), at)

    def _plain(self, seat: str, text: str, at: datetime) -> bytes:
        reply_to = str(Got.of(self.office.boxes[seat][-1]).mail["Reply-To"])
        return Writer(seat, Random(0)).plain(reply_to, "orders", text, at)

    def _sealed(self, number: int) -> Event | None:
        """The choice of another player that is all this letter makes, and that the seat is not shown.

        None if there is none.
        """
        if number < 0:
            return None
        start, end = self.told.letters[number]
        events = [event for step in self.world.steps[start:end] for event in step.events]
        alone = [type(event).__name__ for event in events] in [[kind] for kind in self.known.sealed]
        return events[0] if alone and self.world.steps[start].seat in self.others else None

    def _resealable(self, number: int) -> bool:
        """Whether in this letter another player makes a choice that nobody else learns of."""
        event = self._sealed(number)
        return event is not None and seen(event, self.seat) is None

    def _instead(self, number: int) -> str:
        """Another choice than the one of this letter, if all learn that one is made but not which; else ""."""
        event = self._sealed(number)
        if self.private is None or event is None or self._resealable(number) or self.bound(number):
            return ""
        seat = self.world.steps[self.told.letters[number][0]].seat
        return self.told.order(seat, self._another(number))

    def bound(self, number: int) -> bool:  # noqa: ARG002  a sitting with rulings has some
        """Whether a letter is to be the one by which the story went on."""
        return False

    def _another(self, number: int) -> Any:
        """A choice of the kind that is made in a letter."""
        assert self.private is not None
        step = self.world.steps[start := self.told.letters[number][0]]
        choices = self.game.choices(self.game.view(self.world.states[start], step.seat))
        family = next(one for one in choices.families if step.move in one)
        return family.draw(self.private)

    def _privately(self, number: int) -> None:
        """A letter that shows the seat nothing; before a sealed choice another one, which is replaced."""
        assert self.private is not None
        rng, at = self.private, self.office.time + timedelta(minutes=self.private.randint(1, 3))
        seat = one_of(rng, self.others)
        if self._resealable(number):
            seat = self.world.steps[self.told.letters[number][0]].seat
            order = self._another(number).written
            self._private("a sealed choice", self._plain(seat, order, at), at)
        elif number >= 0 and rng.random() < 0.2:
            self._keeper(seat, rng.choice(ACTS))
        elif self.sent and rng.random() < 0.1:
            self._private("the same again", self.sent[-1], at)
        else:
            kind, text, change = rng.choice(private_of(self.game.name))
            if kind in ORDERS and self._acts(seat):
                return
            self._private(kind, change(self._plain(seat, text, at)), at)

    def _acts(self, seat: str) -> bool:
        """Whether any order of another player, legal or not, would let its standing orders act in the open."""
        table, events = Table.load(self.office.record), list[Event]()
        if not table.index.house.waiting:
            driver.begin_letter(self.game, table.state, seat, RecordedLots(()), events)
        return bool(events)

    def _private(self, kind: str, raw: bytes, at: datetime) -> None:
        self.kinds[kind] += 1
        self._put(raw, at, -1)

    def _keeper(self, seat: str, act: str) -> None:
        """The keeper does something that concerns that other player alone."""
        before = len(self.box)
        self.kinds[act] += 1
        with self.office.desk().held() as desk:
            match act:
                case "address":
                    keeper.correct_address(desk, GAME, seat, f"moved{self.kinds[act]}@example.net")
                case "secret":
                    keeper.new_secret(desk, GAME, seat)
                case "resend":
                    keeper.resend(desk, GAME, seat)
        self.office.post()
        self._collect("unasked", before)

    def _put(self, raw: bytes, at: datetime, number: int) -> None:
        if number >= 0:
            start, end = self.told.letters[number]
            lots = [lot for step in self.world.steps[start:end] for lot in step.lots]
            self.digest_of[number] = read_mail(raw).digest
            self.lots[self.digest_of[number]] = tuple(lots)
        self.office.desk().spool.put(raw, at=at)

    def _pass(self, at: datetime, when: str) -> None:
        """A pass; `when` is empty where the seat is to be mailed nothing."""
        self.office.time, self.ticks = at - timedelta(minutes=2), 0
        before = len(self.box)
        done, _ = self.office.run()
        assert not done.troubles, done.troubles
        self._collect(when or "unasked", before)

    def _collect(self, when: str, before: int) -> None:
        for raw in self.box[before:]:
            self.mailed.append((when, Got.of(raw).number, raw))


def numbered(mailed: Sequence[tuple[str, str, bytes]], seals: Sequence[str]) -> list[Mailed]:
    """The letters with each seal replaced by its number among those of the entries that showed the seat something.

    Any other seal is left as it is: it comes to light as a difference. The marks of our ids are numbered too.
    """
    found, digests = [], Digests()
    for when, name_of_mail, raw in mailed:
        changed = raw
        for seal in re.findall(r"^(?:Seal|Siegel) ([0-9a-f]{64})$", Got.of(raw).text, re.MULTILINE):
            if seal in seals:
                words, number = in_words(seal), seals.index(seal)
                for told, name in ((seal, f"{number:064d}"), (words, f"{number:0{len(words)}d}")):
                    changed = _in_files(renaming(changed, told, name), told, name, PROOF, DATA)
        found.append(Mailed(when, name_of_mail, digests.marked(changed)))
    return found


PROOF = re.compile(rb'(filename="[^"]*\.proof\.json"\r\n[^\r\n]*base64\r\n\r\n)(.*?)(\r\n--)', re.DOTALL)
"""A proof as it stands in a mail: what stands before it, its lines, what comes after."""
DATA = re.compile(rb'(filename="[^"]*\.data\.json"\r\n[^\r\n]*base64\r\n\r\n)(.*?)(\r\n--)', re.DOTALL)
"""The same of a letter as data (H10)."""
ENTERED = re.compile(rb'filename="[^"]*\.ics"')
"""Where an entry for the calendar goes with a mail."""
NOBODYS = "0" * 64
"""Stands for a value that is right, and looks like chance."""


def nameless(raw: bytes, table: Table) -> bytes:
    """The mail with what rests on this world alone taken out.

    The roots of decks are replaced by the names of the decks; right nonces, paths and seals are removed.
    A wrong value is left as it is: it shows as a difference.
    """
    roots = {
        event.root: event.deck
        for point in table.points
        for event in point.entry.events
        if isinstance(event, DeckFixed)
    }
    for root, deck in roots.items():
        named = deck.encode().hex().rjust(64, "0")
        raw = _in_files(renaming(raw, root, named), root, named, DATA)
    return PROOF.sub(lambda found: b"".join((found[1], _nameless(found[2], roots), found[3])), raw)


def _in_files(raw: bytes, seal: str, name: str, *kinds: re.Pattern[bytes]) -> bytes:
    """The mail with a seal, or a root, renamed in its files of these kinds too."""

    def renamed(found: re.Match[bytes]) -> bytes:
        return b"".join(
            (found[1], _in_lines(base64.b64decode(found[2]).replace(seal.encode(), name.encode())), found[3])
        )

    for kind in kinds:
        raw = kind.sub(renamed, raw)
    return raw


def _in_lines(data: bytes) -> bytes:
    encoded = base64.b64encode(data)
    return b"\r\n".join(encoded[at : at + 76] for at in range(0, len(encoded), 76))


def _nameless(lines: bytes, roots: Mapping[str, str]) -> bytes:
    """The lines of a proof, worked over."""
    text = base64.b64decode(lines).decode()
    proof = json.loads(text)
    for deck, root in proof.get("roots", {}).items():
        if roots.get(root) == deck:
            text = text.replace(root, NOBODYS)
    by_deck = {deck: root for root, deck in roots.items()}
    for one in proof.get("openings", ()):
        path = tuple((side, bytes.fromhex(neighbour)) for side, neighbour in one["path"])
        start = leaf(proof["game"], one["deck"], one["place"], one["card"], bytes.fromhex(one["nonce"]))
        if root_by(start, path).hex() == by_deck[one["deck"]]:
            for chance in (one["nonce"], *(neighbour for _, neighbour in one["path"])):
                text = text.replace(chance, NOBODYS)
    return _in_lines(text.encode())


def renaming(raw: bytes, seal: str, name: str) -> bytes:
    """The mail with a seal renamed; where its line was broken it stays broken."""
    pattern = rb"((?:=\r\n)?)".join(one.encode() for one in seal)

    def renamed(match: re.Match[bytes]) -> bytes:
        return b"".join(one.encode() + gap for one, gap in zip(name, (*match.groups(), b""), strict=True))

    return re.sub(pattern, renamed, raw)


def same(raw: bytes) -> bytes:
    """As it is."""
    return raw


def from_elsewhere(raw: bytes) -> bytes:
    """From an address that is not the player's."""
    return re.sub(rb"(?m)^From: .*$", b"From: Someone <someone@elsewhere.example>\r", raw, count=1)


def as_html(raw: bytes) -> bytes:
    """The same lines as HTML alone."""
    head, _, body = raw.partition(b"\r\n\r\n")
    return head.replace(b"text/plain", b"text/html") + b"\r\n\r\n<p>" + body.replace(b"\r\n", b"<br>\r\n")


def by_a_robot(raw: bytes) -> bytes:
    """Written by a machine."""
    return b"Auto-Submitted: auto-replied\r\n" + raw


def by_a_stranger(raw: bytes) -> bytes:
    """To no seat."""
    return re.sub(rb"\+[a-z2-7]{26}", b"", raw)


def of_several(raw: bytes) -> bytes:
    """With two senders."""
    return b"From: other@example.org\r\n" + raw


ORDERS = frozenset({"refused", "several senders", "standing"})
"""Kinds of private letters in which an order is ruled on."""
Private = tuple[str, str, Callable[[bytes], bytes]]


@cache
def private_of(name: str) -> tuple[Private, ...]:
    """Private letters that show another seat nothing: the kind, the lines, and what is done to the mail."""
    one = known(name)
    standing = f"@99.9 {one.standing(()).written}" if one.standing else ""
    order, questions = one.order, "\n".join(one.questions)
    return (
        ("note", "note they have a dragon, I am sure", same),
        ("refused", f"@99.9 {order}", same),
        ("misread", "\n".join(one.faulty[:2]), same),
        ("question", "moves\nhistory", same),
        ("question", questions, same),
        ("calendar", CALENDAR["en"][True], same),
        ("calendar", CALENDAR["en"][False], same),
        ("letters", "letters every-order", same),
        ("letters", "letters digest 18:00", same),
        ("letters", "letters my-turn", same),
        ("reminders", "reminders 90 minutes, 20 minutes", same),
        ("reminders", "reminders no", same),
        ("data", "json yes", same),
        ("data", "json no", same),
        ("annotation", "annotate game: !? they have a dragon\nannotate 0.0: x\nnotes", same),
        ("annotation", "line 0.0: moves; draw\nline 99.9: draw\n\nreplay", same),
        ("annotation", "annotate 0.0: x\nwithdraw note 0.0\nwithdraw note 9.9\nwithdraw note\nnotes", same),
        ("annotation", "annotate 0.0 line 1: x\nannotate 0.0 event Laid: y\nannotate 0.0 card tyr: z", same),
        ("foreseen", "if turn 998: resign g1; else decline draw; until turn 999\nifs\nwithdraw if", same),
        ("foreseen", "if turn 998: resign g1", same),
        ("rematch", "rematch\nrematch", same),
        ("agreed", "open notes\npublish yes as Someone Else", same),
        ("zone", "timezone Europe/Berlin", same),
        ("prose", "Hello there,\nhow are you?", same),
        *([("standing", standing, same)] if standing else ()),
        ("wrong address", "moves", from_elsewhere),
        ("wrong address", "note from elsewhere", from_elsewhere),
        ("robot", "I am out of office.", by_a_robot),
        ("robot held", order, by_a_robot),
        ("stranger", order, by_a_stranger),
        ("several senders", f"@99.9 {order}", of_several),
    )


ACTS = ("address", "secret", "resend")
"""Acts of the keeper that are for the other player alone."""


def kinds_of(name: str) -> set[str]:
    """All kinds of private letters and acts."""
    return {
        *(kind for kind, _, _ in private_of(name)),
        *ACTS,
        *("lines beside an order", "orders as HTML alone", "orders from elsewhere"),
        *("a sealed choice", "the same again", "a calendar from the first"),
    }


# The search


class Found(Struct, dict=True):
    """What a search saw."""

    worlds: int = 0
    unfit: int = 0
    letters: int = 0
    bytes: int = 0
    reminders: int = 0
    exports: int = 0
    proofs: int = 0
    calendars: int = 0
    """Letters with an entry for the calendar."""
    late: int = 0
    """Letters of the seat that were fetched after later ones of the other had been ruled on."""
    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def search(
    seed: int,
    seat: str,
    letters: int,
    many: int,
    found: Found | None = None,
    *,
    name: str = "thunder",
    languages: Sequence[str] = ("en", "en"),
    given: Mapping[str, str] | None = None,
) -> Found:
    """Compare what a seat is mailed in a game in progress with what it is mailed in other worlds, at most `many`.

    The first other world is the same game, with private letters of the others.
    """
    found = found or Found()
    told = story(seed, letters, name=name, languages=languages, given=given)
    with tempfile.TemporaryDirectory() as folder:
        base = Sitting(Path(folder) / "0", told, told.world, seat, seed)
        here = base.mail()
        assert base.as_told
        others = worlds_of(known(name), told.content, told.world, seat, f"search {seed}", 12 * many)
        for n, world in enumerate((told.world, *islice(others, many - 1)), 1):
            if half_dropped(told, world) or not drawn_alike(told.game, told.world, world, seat):
                found.unfit += 1
                continue
            place = Path(folder) / str(n)
            sitting = Sitting(place, told, world, seat, seed, Random(f"{seed} {n}"), base.mails)
            there = sitting.mail()
            found.worlds += 1
            found.letters += len(there)
            found.bytes += sum(len(one.raw) for one in there)
            found.reminders += sum("[H12]" in Got.of(one.raw).text for one in there)
            found.proofs += sum(PROOF.search(one.raw) is not None for one in there)
            found.calendars += sum(ENTERED.search(one.raw) is not None for one in there)
            found.late += sitting.slow
            found.kinds += sitting.kinds
            apart = [*differences(here, there), *(["the game went otherwise"] * (not sitting.as_told))]
            for audience in (seat, None):
                found.exports += 1
                if exported(base.table, audience) != exported(sitting.table, audience):
                    apart.append(f"what is exported for {audience or 'onlookers'}")
            found.differences += [f"seed {seed}, {seat}, world {n}: {one}" for one in apart]
    return found


def exported(table: Table, seat: str | None) -> str:
    """The redacted record of a seat without digests: with fixed salts they depend on what is hidden."""
    return re.sub(r"\b[0-9a-f]{64}\b", "(a digest)", export.redacted(table, seat).decode())


def half_dropped(told: Story, world: World) -> bool:
    """Whether a letter loses some of its lines but not all: then it may end otherwise."""
    gone = [[not step.events for step in world.steps[start:end]] for start, end in told.letters]
    return any(any(lines) and not all(lines) for lines in gone)


def drawn_alike(game: Game, world: World, other: World, seat: str | None) -> bool:
    """Whether the seat was shown the same cards in the same order as they were drawn: H19 opens each with its place."""
    return _drawn_by(game, world, seat) == _drawn_by(game, other, seat)


def _drawn_by(game: Game, world: World, seat: str | None) -> list[tuple[str, ...]]:
    return [
        tuple(map(face, on.of(event)))
        for step in world.steps
        for event in step.events
        if isinstance(on := game.DECKS.get(type(event)), Drawn)
        if (shown := seen(event, seat)) and on.cards in shown.fields
    ]


def differences(here: Sequence[Mailed], there: Sequence[Mailed]) -> Iterator[str]:
    """The first difference between two mailboxes."""
    for one, other in zip(here, there, strict=False):
        if one != other:
            at = next((n for n, (a, b) in enumerate(zip(one.raw, other.raw, strict=False)) if a != b), -1)
            yield f"{one.when}: {one.name} {one.raw[at - 60 : at + 60]!r} | {other.when}: {other.name} {other.raw[at - 60 : at + 60]!r}"
            return
    if len(here) != len(there):
        yield f"{len(here)} letters, {len(there)} letters"


def worlds_found(name: str, many: int, first: int, language: str = "en") -> Found:
    """A search over many games, at points early and late."""
    from desk_run import languages_of

    found, seed = Found(), first
    while found.worlds < many:
        for seat in known(name).game.seats:
            spoken = languages_of(language, seed)
            search(seed, seat, 4 + seed * 7 % 37, 6, found, name=name, languages=spoken)
        seed += 1
    return found


def main(name: str, many: int, first: int, language: str) -> None:
    """Search other worlds, and say what was found."""
    began = time.perf_counter()
    found = worlds_found(name, many, first, language)
    print(f"{name}, {language}, from seed {first}, {time.perf_counter() - began:.0f} s: {found}")


if __name__ == "__main__":
    from many_worlds import asked

    asked()
