"""What is worked out once for each entry of a record, so that nothing is counted over the whole of it again."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.decks import Decks
from referee.engine.events import Event, LeavesTheTable, shows
from referee.engine.game import Game
from referee.engine.lots import START, begun, heard
from referee.house import disputes, replacing
from referee.house.annotations import NamePublished, NotesOpened, Remarked
from referee.house.chapters import EVENTS, SETTINGS
from referee.house.docket import ARBITER, KEEPER
from referee.house.invitation import Accepted, Declined
from referee.house.keeper import Abandoned, Restored
from referee.house.leaves import Leaves, undo_after, words
from referee.house.letters import LanguageChosen, Said
from referee.house.lots import DeckFixed
from referee.house.players import SeatTaken, SecretRenewed
from referee.house.rematch import REMATCH
from referee.house.rulings import RolledBack
from referee.house.seat_settings import SeatChoice
from referee.house.state import House
from referee.house.time import Lapsed
from referee.record.entries import Act, Entry, Letter, Opening, Ruling, accepted, lots_go_back
from referee.table import beforehand
from referee.util.row import Keepable, Known, Row, count_before
from referee.util.translations import ENGLISH
from referee.util.values import replace

# What the seats of a record have chosen about their letters (`referee.house.seat_settings`), as of each entry.


class Chosen(Keepable):
    """What each seat has chosen, entry by entry."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Nothing has been chosen yet at a table with these seats."""
        self._seats = seats
        self._values: dict[tuple[str, str | None], list[tuple[int, Any]]] = {}
        """By the name of the event and the seat: the entries with a choice, each with its value; None ends it."""

    def choose(self, n: int, seat: str | None, event: type[SeatChoice], value: Any) -> None:
        """Hold that from entry n on a value stands for a seat."""
        self._values.setdefault((event.__name__, seat), []).append((n, value))

    def opened(self, seat: str | None, language: str) -> None:
        """Hold the language of a seat in the opening; "" stands for English."""
        if language:
            self.choose(0, seat, LanguageChosen, language)

    def take_in(self, n: int, entry: Entry) -> None:
        """Add entry n."""
        if isinstance(entry, Opening):
            for seat, language in zip(self._seats, entry.languages, strict=False):
                self.opened(seat, language)
        for event in entry.events:
            self.see(n, event)

    def see(self, n: int, event: Event) -> None:
        """Add an event of entry n. The choice of an earlier player is that player's own, except for the language."""
        if isinstance(event, SeatChoice):
            self.choose(n, event.by, type(event), event.value)
        elif isinstance(event, SeatTaken):
            for setting in SETTINGS.values():
                if not setting.remains:
                    self.choose(n, event.by, setting.event, None)

    def value(self, event: type[SeatChoice], seat: str | None, until: int | None = None) -> Any:
        """What a seat has chosen by such an event before entry `until` (else now); None for nothing."""
        known = self._values.get((event.__name__, seat), ())
        return next((value for n, value in reversed(known) if until is None or n < until), None)

    def language(self, seat: str | None, until: int | None = None) -> str:
        """The language of a seat's letters, before entry `until` (else now); an onlooker's is English."""
        return self.value(LanguageChosen, seat, until) or ENGLISH


LONGEST_NUMBER = 9
TO_THE_ARBITER = frozenset({"H20", "H21", "H23"})
"""Of these rules everything that happens is told to the arbiter."""
FOR_THE_NOTEBOOK = (Remarked, NotesOpened, NamePublished)
"""Events of letters that are written down in the notebook too."""
OF_THE_HOUSE = frozenset(EVENTS.values())
SILENCE = "silence"
"""The act by which the rule for silence is applied to a seat (H9)."""
STANDING = "standing"
"""The act of a standing order; it counts as its owner's own."""


class Index(Keepable):
    """What is known of the entries so far: whom each concerns, what the house knows, how far the lots have gone.

    Most are kept by seat (None: an onlooker); entries are numbers, in order.

    Attributes:
        shown: the entries that showed the seat something.
        concerning: those entries, and the seat's own letters and acts.
        changed: the entries of others that told the seat of more than words.
        moved: the entries after which the table may look otherwise to the seat.
        posted: the seat's letters.
        asking: those of its letters that changed nothing for anybody else.
        noted: how many events of letters are for the notebook.
        talk: the entry and time of each word that it said to the others.
        letters: the entry of each mail, by its seat and digest.
        messages: the same by seat and digest of the Message-ID: nobody's mail can pass for another's.
        bodies: the entry of a signed letter, by seat and digest of its body; with the digest of its Message-ID.
        drawn: how many lots were drawn since the deal, which is entry `dealt`.
        words: what the lines played since the deal amount to (`referee.engine.lots`).
        decks: what was drawn from the decks that the deal fixed.
        taken: the entry in which the seat was taken over.
        asked: the seat whose player asked for the rematch that this game is (H30), or "".
        lost: the gaps in a seat's numbers that a restore left (H24): how many entries concerned the seat before,
            and the number at which its letters go on.
        chosen: what the seat has chosen about its letters.
        renewed: the seat's last letter that asked for a new secret.
        answering: the letters in which orders were played, by seat and the number of our mail that they answer;
            each with its entry, its position and those orders.
        went_back: the entries by which the table went back.
    """

    NOT_KEPT = ("_leaves",)

    def __init__(self, game: Game, seats: tuple[str, ...]) -> None:
        """An empty index, for a game with these seats."""
        self.seats = seats
        self._leaves = Leaves(game)
        everybody: tuple[str | None, ...] = (*self.seats, None)
        self.shown: dict[str | None, Row[int]] = {seat: Row() for seat in everybody}
        self.concerning: dict[str | None, Row[int]] = {seat: Row() for seat in everybody}
        self.changed: dict[str | None, Row[int]] = {seat: Row() for seat in everybody}
        self.moved: dict[str | None, Row[int]] = {seat: Row() for seat in everybody}
        self.posted: dict[str, Row[int]] = {seat: Row() for seat in self.seats}
        self.asking: dict[str, Row[int]] = {seat: Row() for seat in self.seats}
        self.remarked: dict[str, list[tuple[int, str, Remarked]]] = {seat: [] for seat in self.seats}
        self.talk: dict[str, Row[tuple[int, str]]] = {seat: Row() for seat in self.seats}
        self.noted = 0
        self.taken: dict[str | None, int] = {}
        self.lost: dict[str | None, list[tuple[int, int]]] = {}
        self.chosen = Chosen(self.seats)
        self.last_played: dict[str | None, int] = {}
        self.renewed: dict[str, int] = {}
        self.game = self.asked = ""
        self.answering = Known[tuple[str, int], list[tuple[int, str, frozenset[str]]]]()
        self.went_back: list[int] = []
        self.letters = Known[tuple[str, str], int]()
        self.messages = Known[tuple[str, str], list[int]]()
        self.bodies = Known[tuple[str, str], list[str]]()
        self.house, self.judge = House(), KEEPER
        self.drawn, self.words = 0, START
        self._lots = Row[tuple[int, bytes]]()
        self.dealt: int | None = None
        self.decks = Decks(game.DECKS, self.seats)
        self.entries = 0

    def at_table_of(self, game: Game) -> None:
        """Go on at a table of this game, after having been put away."""
        self._leaves = Leaves(game)
        self.decks.at_table_of(game.DECKS)

    def take_in(self, entry: Entry) -> None:
        """Add an entry."""
        n, self.entries = self.entries, self.entries + 1
        changed = self._shown(n, entry)
        invited = bool(self.house.waiting)
        # Most entries have no events of the house, and then none is looked for.
        of_house = [event for event in entry.events if type(event) in OF_THE_HOUSE]
        if of_house or self.house.undo or isinstance(entry, Opening):
            self._house(entry)
        if of_house or self.house.docket.case or isinstance(entry, Opening):
            self._docket(n, entry)
        if of_house or isinstance(entry, Opening):
            self._of_house(n, entry, of_house)
        self._quiet(n, entry)
        if self.dealt is None and self._lays_out(entry):
            self.dealt, self.words = n, begun(self.house.words)
        self.decks.take_in(n, entry.events, [one.deck for one in of_house if isinstance(one, DeckFixed)])
        if not invited and not isinstance(entry, Opening):
            self._lots_of(entry)
        self._lots.append((self.drawn, self.words))
        if isinstance(entry, Letter):
            self._letter(n, entry, of_house)
            if not changed and entry.seat in self.asking:
                self.asking[entry.seat].append(n)
        if self.judge == ARBITER:
            self._arbiter(n, entry)
        for event in of_house:
            if isinstance(event, Restored) and self.concerning.get(event.by, ())[-1:] == [n]:
                self.left_out(event.by, event.first)

    def left_out(self, seat: str, first: int) -> None:
        """H24 The letter about the entry at hand has the number `first`; lost letters may have had those before."""
        self.lost.setdefault(seat, []).append((len(self.concerning[seat]) - 1, first))

    def number(self, seat: str | None, until: int | None = None) -> int:
        """The number of the letter about the last entry, before `until`, that concerns a seat; 0 if none does."""
        mine = self.concerning[seat]
        return self.numbered(seat, len(mine) if until is None else count_before(mine, until))

    def numbered(self, seat: str | None, count: int) -> int:
        """The number of the letter that tells the last of `count` entries: `count`, unless a restore left some out."""
        if seat not in self.lost:
            return count
        before, first = max((one for one in self.lost[seat] if one[0] < count), default=(0, 1))
        return first + count - before - 1 if count else 0

    def reached(self, seat: str | None, number: int) -> int:
        """How many of the entries that concern a seat were told by letters up to this number."""
        return bisect_right(
            range(1, len(self.concerning[seat]) + 1), number, key=lambda count: self.numbered(seat, count)
        )

    def is_lost(self, seat: str, number: int) -> bool:
        """H24 Whether a letter of that number can only be one that a restore has lost."""
        count = self.reached(seat, number)
        return self.numbered(seat, count) < number < self.number(seat)

    def back(self, seat: str | None, to: int) -> int:
        """The number of the first letter that tells how the table stood after entry `to` (H21).

        A later one of words alone would tell Thor between which of Thor's letters Loki wrote what was undone.
        """
        moved = self.moved[seat]
        at = count_before(moved, to + 1)
        return self.number(seat, moved[at - 1] + 1 if at else 1)

    def last_told(self, seat: str | None, until: int | None = None) -> int | None:
        """The last entry, before `until`, that a letter tells this seat of; None if there is none."""
        mine = self.concerning[seat]
        before = len(mine) if until is None else count_before(mine, until)
        return mine[before - 1] if before else None

    def language(self, seat: str | None, until: int | None = None) -> str:
        """The language of a seat's letters, before entry `until` (else now); an onlooker's is English."""
        return self.chosen.language(seat, until)

    def entry_of(self, seat: str | None, number: int) -> int | None:
        """The entry up to which the letter of that number told this seat; None if there was no such letter.

        H24 A letter that a restore has lost told nothing after the last entry that was left.
        """
        mine = self.concerning[seat]
        return mine[self.reached(seat, number) - 1] if 0 < number <= self.number(seat) else None

    def lots_after(self, entry: int | None = None) -> tuple[int, bytes]:
        """How many lots had been drawn since the deal, and what the lines amounted to, after an entry (else now)."""
        return (self.drawn, self.words) if entry is None else self._lots[entry]

    def overtaken(self, seat: str, entry: int, until: int) -> bool:
        """Whether the table has changed for a seat between these two entries, other than by its own acts."""
        changed = self.changed[seat]
        before = count_before(changed, until)
        return before > 0 and changed[before - 1] > entry

    def repeats(self, seat: str, number: int, position: str, until: int) -> frozenset[str]:
        """H1 The orders that a seat has played, before entry `until`, in answer to our mail of that number.

        Only those that moved the table on count. Where the table stands as it stood, they may be written once
        more, as when a sealed choice is replaced.
        """
        at = bisect_left(self.went_back, until)
        since = self.went_back[at - 1] if at else 0
        played = self.answering.get((seat, number)) or ()
        moved = (lines for n, stood, lines in played if since < n < until and stood != position)
        return frozenset().union(*moved)

    def _lays_out(self, entry: Entry) -> bool:
        """Whether this entry deals the game: an opening that is no invitation, or the acceptance of the last seat."""
        if isinstance(entry, Opening):
            return bool(entry.events)
        return not self.house.waiting and len(self.house.words) == len(self.seats)

    def _shown(self, n: int, entry: Entry) -> bool:
        """Note whom an entry shows what, and tell whether it changes the table for any other seat.

        What all are shown is looked at once.
        """
        opens, events, by = isinstance(entry, Opening), entry.events, _writer_or_standing(entry)
        changed = False
        to_all = self._effect(events) if not any(event.only for event in events) else None
        for seat in self.shown:
            effect = to_all or self._effect([event for event in events if shows(event, seat)])
            if effect.told or opens:
                self.shown[seat].append(n)
            if effect.told or opens or is_own(entry, seat):
                self.concerning[seat].append(n)
            if effect.moves:
                self.moved[seat].append(n)
            if effect.changes and seat != by:
                self.changed[seat].append(n)
                changed = changed or seat is not None
        return changed

    def _effect(self, told: Sequence[Event]) -> "_Effect":
        moves = not all(isinstance(event, LeavesTheTable) for event in told)
        return _Effect(bool(told), moves, not all(map(self._leaves, told)))

    def _house(self, entry: Entry) -> None:
        if isinstance(entry, Opening):
            self.game = entry.id
            self.house = self.house if entry.events else House(waiting=self.seats)
        for event in entry.events:
            if self.house.waiting:
                self.house = after(self.house, event, self.seats)
            else:
                self.house = undo_after(self.house, event, self._leaves)

    def _docket(self, n: int, entry: Entry) -> None:
        """Note the disputes after this entry."""
        if isinstance(entry, Opening) and entry.arbiter:
            self.judge = ARBITER
        docket = disputes.after(self.house.docket, n, entry, self.judge)
        if docket is not self.house.docket:
            self.house = replace(self.house, docket=docket)

    def _arbiter(self, n: int, entry: Entry) -> None:
        """Note what concerns the arbiter: the opening, what happens in a dispute, their own letters."""
        told = any(event.number in TO_THE_ARBITER or _put_back(event) for event in entry.events)
        own = writer_of(entry) == ARBITER
        if told or own or isinstance(entry, Opening) or getattr(entry, "seat", "") == ARBITER:
            self.concerning.setdefault(ARBITER, Row()).append(n)
        if isinstance(entry, Ruling) and own:
            self.posted.setdefault(ARBITER, Row()).append(n)
            self.asking.setdefault(ARBITER, Row())
            if not any(event.number in TO_THE_ARBITER for event in entry.events):
                self.asking[ARBITER].append(n)
            self._mail(n, ARBITER, entry)

    def _of_house(self, n: int, entry: Entry, events: Sequence[Event]) -> None:
        """Note what events of the house change, and what an opening chooses."""
        self.house = beforehand.after(self.house, n, entry)
        self.taken |= {event.by: n for event in events if isinstance(event, SeatTaken)}
        self.went_back += [n for event in events if isinstance(event, RolledBack)]
        self.chosen.take_in(n, entry)
        if n == 1 and getattr(entry, "act", "") == REMATCH:
            self.asked = getattr(entry, "seat", "")

    def _quiet(self, n: int, entry: Entry) -> None:
        """Note who has fallen silent (H35), who is heard of again, and the votes on them, from what all were shown."""
        quiet, fell = self.house.quiet, isinstance(entry, Act) and entry.act == SILENCE
        if not (quiet or fell):
            return
        told = [event for event in entry.events if shows(event, None)]
        speaks = isinstance(entry, Letter) and told and replacing.found(quiet, entry.seat)
        for event in entry.events:
            quiet = replacing.after(quiet, event, n)
        if isinstance(entry, Act) and fell and told:
            quiet = replacing.fell(quiet, entry.seat, n)
        if isinstance(entry, Letter) and speaks:
            words_alone = all(isinstance(event, Said | replacing.VoteOver) for event in told)
            quiet = replacing.heard(quiet, entry.seat, n, words_alone=words_alone)
        if quiet != self.house.quiet:
            self.house = replace(self.house, quiet=quiet)

    def _posted(self, n: int, letter: Letter, of_house: Sequence[Event]) -> None:
        """Note a letter of a seat, and what it says."""
        self.noted += sum(isinstance(event, FOR_THE_NOTEBOOK) for event in of_house)
        if letter.seat not in self.posted:
            return  # a record with seats that the game does not have is reported elsewhere
        self.posted[letter.seat].append(n)
        notes = [(n, letter.at, event) for event in of_house if isinstance(event, Remarked)]
        self.remarked[letter.seat] += notes
        leaving = [event for event in letter.events if self._leaves(event)]
        for _ in range(sum(words(event, letter.seat, self.seats, self._leaves) for event in leaving)):
            self.talk[letter.seat].append((n, letter.at))

    def _lots_of(self, entry: Entry) -> None:
        """Note how far the lots have gone: on from the entry before, or from the one to which they went back."""
        to = lots_go_back(entry)
        drawn, self.words = (self.drawn, self.words) if to is None else self.lots_after(to)
        self.drawn = drawn + len(entry.lots)
        for seat, move in accepted(entry):
            self.words = heard(self.words, seat, move)

    def _letter(self, n: int, letter: Letter, of_house: Sequence[Event]) -> None:
        self._posted(n, letter, of_house)
        if played := frozenset(line.move for line in letter.lines if line.verdict == "played"):
            # H27 Of what led to a letter that the referee played for it, the seat has not read yet.
            if not of_house or not beforehand.plays(letter):
                self.last_played[letter.seat] = n
            answered = letter.seat, number_in(letter.reply, self.game, letter.seat)
            if answered[1]:
                self.answering.setdefault(answered, []).append((n, letter.position, played))
        if of_house and SecretRenewed(letter.seat) in of_house:
            self.renewed[letter.seat] = n
        self._mail(n, letter.seat, letter)

    def _mail(self, n: int, seat: str, mail: Letter | Ruling) -> None:
        """Note the mail of entry n, so that it counts once."""
        if mail.digest:
            self.letters.setdefault((seat, mail.digest), n)
        if mail.message:
            self.messages.setdefault((seat, mail.message), []).append(n)
        if mail.body:
            self.bodies.setdefault((seat, mail.body), []).append(mail.message)


class _Effect(NamedTuple):
    """What an entry is to somebody: whether it told anything, may have moved what they see, changed the table."""

    told: bool
    moves: bool
    changes: bool


def _writer_or_standing(entry: Entry) -> str:
    """The seat whose own letter an entry is, or whose standing order; "" for neither."""
    own = isinstance(entry, Letter) or getattr(entry, "act", "") == STANDING
    return str(getattr(entry, "seat", "")) if own else ""


def is_own(entry: Entry, seat: str | None) -> bool:
    """Whether an entry is a letter or an act of this seat's; an onlooker has none."""
    return seat is not None and getattr(entry, "seat", "") == seat


def concerns(entry: Entry, seat: str | None) -> bool:
    """Whether an entry concerns a seat (None: an onlooker), so that a letter tells of it."""
    return (
        isinstance(entry, Opening) or is_own(entry, seat) or any(shows(event, seat) for event in entry.events)
    )


def after(house: House, event: Event, seats: tuple[str, ...]) -> House:
    """What the house knows after an event while players are invited; when the game is over, nobody has to answer."""
    match event:
        case Accepted(by=seat, words=words):
            return house.accepted(seat, words)
        case SeatTaken(by=seat):
            return house.asked_again(seat, seats)
        case Declined() | Abandoned() | Lapsed():
            return House()
    return house


def writer_of(entry: Entry) -> str:
    """Whose letter an entry is: a seat's, or the arbiter's; "" if it is no letter."""
    match entry:
        case Letter(seat=seat):
            return seat
        case Ruling(by="arbiter"):
            return ARBITER
    return ""


def _put_back(event: Event) -> bool:
    """H24 Whether an event tells the arbiter that an old copy of the home was put back."""
    return isinstance(event, Restored) and event.by == ARBITER


def number_in(reply: str, game: str, seat: str) -> int:
    """The number in `g1.thor.9`, if it is one of this game and seat; else 0."""
    before, _, number = reply.rpartition(".")
    fits = before == f"{game}.{seat}" and number.isdecimal() and len(number) <= LONGEST_NUMBER
    return int(number) if fits else 0
