"""The packet of a dispute (H20): what the judge needs to know.

A player gets the same in short, from that player's knowledge only: without what seldom changes of the table,
and of the rules only those that decided. A packet is worked out from the record up to an
entry, and from the mails as they came. For the judge it shows the letters concerned, how each line was read
and the rules it was held to, the table before and after as each side saw it, and what an audit says. It holds
no address, no secret, and no note of a player. A player's packet shows of the others' letters what that
player was shown of them, and nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.engine.events import Event, seen
from referee.engine.lots import LotsDiffer
from referee.house.annotations import NUMBERS
from referee.house.chapters import EVENTS
from referee.house.disputes import PACKET, Appealed, Stated
from referee.house.docket import Case
from referee.notation import archive_verbs
from referee.notation.dispute_verbs import AT
from referee.notation.readings import Table as Question
from referee.record.entries import Act, Letter, Line
from referee.table.audit import Difference, audit, otherwise
from referee.table.index import SILENCE, number_in
from referee.table.past import entered
from referee.table.points import Told, written_position
from referee.table.replay import Held, held_lines, ruled_again
from referee.table.table import Table
from referee.table.verdicts import (
    AMBIGUOUS,
    ANSWERED,
    MISREAD,
    NO_ORDERS,
    NOTED,
    PASSED_OVER,
    PROSE,
    REFUSED,
    RULED_ON,
    SAID,
)
from referee.telling.catalog import telling
from referee.telling.handbook import rule_said, rules_told
from referee.telling.laid import Section, small
from referee.telling.sentences import Reader, reader_of, rules_of, told_together
from referee.telling.why import rule_lines
from referee.util.errors import Faulty, Why
from referee.util.text import clean
from referee.util.values import Struct, field

Headers = Callable[[Letter], Sequence[str]]
"""The head of the mail of a letter, in lines without any address or secret; () if the mail is not available."""
PRIVATE = frozenset({NOTED})


def no_headers(_letter: Letter) -> Sequence[str]:
    """No mails are available."""
    return ()


def _private(one: Held) -> bool:
    """H3, H25, H26 Whether a line is its writer's alone: a note, or about notes."""
    about = isinstance(one.reading, Question) and one.reading.verb in archive_verbs.EVERY
    return (
        one.line.verdict in PRIVATE
        or about
        or one.line.rule in NUMBERS
        or any(event.number in NUMBERS for event in one.events)
    )


class Packet:
    """A packet in the making: of a dispute, as of before entry `until`, for a seat (None: for the judge).

    Attributes:
        letters: those that may be meant, by their entries; the likeliest first.
    """

    def __init__(
        self,
        table: Table,
        case: Case,
        until: int,
        *,
        seat: str | None = None,
        language: str = "en",
        headers: Headers = no_headers,
    ) -> None:
        """Prepare a packet; nothing is worked out yet."""
        self.table, self.case, self.until, self.seat = table, case, until, seat
        self.language, self.headers = language, headers
        self.reader = self._reader(seat, until - 1)
        self.rules = RulesNamed(self.reader)
        self.held = dict[int, Sequence[Held]]()
        self.letters = self._letters()

    def sections(self) -> tuple[Section, ...]:
        """The parts of the packet, in their order: first what decides, then, small, all the rest."""
        return tuple(one for one in (self.words(), *self.issues(), *self.rest()) if one.texts or one.verbatim)

    def rest(self) -> Iterator[Section]:
        """What stands below the letters in dispute: the table before and after, their heads, an audit, the rules."""
        before, after = self._around()
        audited, differs = self._audited(self.letters)
        yield from (audited,) if differs else ()
        yield from map(small, self._views(before, "packet-before"))
        written = [n for n in self.letters if (one := self._entry(n)).lines and self._reads(n, one)]
        yield from map(small, map(self._letter, written))
        yield from map(small, self._after(after) if after != before else ())
        yield from () if differs else (small(audited),)
        yield small(self.rules_kept())

    def rules_kept(self) -> Section:
        """The texts of the rules that the lines told so far were held to and kept."""
        return Section(self.reader.text("packet-rules"), self.rules.told())

    def decided_by(self, n: int) -> tuple[str, ...]:
        """The numbers of the rules by which the orders at issue of a letter were carried out, or refused."""
        numbers = [number for k in sorted(self._at_issue(n)) for number in self._decides(n, self._held(n)[k])]
        return tuple(dict.fromkeys(numbers or self._decisive(n, self._entry(n).events)))

    def back(self) -> tuple[str, int]:
        """The position before what is disputed, and the number of the first line at issue that is more than prose."""
        lines = [self._held(n)[k].line for n in self.letters[:1] for k in sorted(self._at_issue(n))]
        first = min(lines, key=lambda line: (line.verdict == PROSE, line.number), default=None)
        before = self.table.points[self._around()[0]].state
        return written_position(self.table.game.position(before)), first.number if first else 1

    def issues(self) -> Iterator[Section]:
        """What is in dispute alone, with what decided: each letter that may be meant."""
        yield from map(self.issue, self.letters)

    def _at_issue(self, n: int) -> frozenset[int]:
        """The lines of a letter that are in dispute: all, unless it began elsewhere and some of them are told apart."""
        position, point = self.case.position, self.table.points[n]
        if self._entry(n).position == position:
            return self._open(n)
        turn = self.table.game.TURN
        led_to = [
            "" if isinstance(event, turn) else at
            for event, at in zip(point.entry.events, point.positions, strict=True)
        ]
        return self._open(n) & at_issue(self._held(n), led_to, position) or self._open(n)

    def _open(self, n: int) -> frozenset[int]:
        """The lines of a letter that are not its writer's alone; no others are told, nor that there are any."""
        return frozenset(k for k, one in enumerate(self._held(n)) if not _private(one))

    def _letters(self) -> tuple[int, ...]:
        """The letters that may be meant; for a player their own, and those of others that changed something for them.

        The one with the receipt that is answered by who raised the dispute is not told so to other players.
        """
        raised, by = self.table.points[self.case.entry].entry, self.case.by
        number = number_in(getattr(raised, "reply", ""), self.table.id, by)
        answered = self.table.index.entry_of(by, number) if self.seat in {None, by} else None
        found = concerned(
            *(self.table, self.case.position, self.case.entry + 1, self.seat), by=by, answered=answered
        )
        return tuple(n for n in found if n != self.case.entry or has_orders(self._entry(n)))

    def _around(self) -> tuple[int, int]:
        """The entries after which the table stood before and after the first of the letters; else, at the position."""
        if self.letters:
            return self.letters[0] - 1, self.letters[0]
        table, wanted = self.table, position_of(self.case.position)
        entries = range(table.index.dealt or 0, min(self.case.entry + 1, len(table.points)))
        behind = [n for n in entries if table.game.position(table.points[n].state) <= wanted]
        at = behind[-1] if behind else entries.start
        return at, at

    def _reader(self, seat: str | None, n: int) -> Reader:
        """The reader of the table after entry n."""
        point = self.table.points[n]
        view = self.table.game.view(point.state, seat)
        return reader_of(self.table.game, point.content, view, self.language)

    def words(self) -> Section:
        """The dispute, the statements and the appeal, as far as this reader may know them."""
        texts = list[str]()
        for n, point in enumerate(self.table.points[self.case.entry : self.until], self.case.entry):
            for event in point.entry.events:
                if isinstance(event, Stated) and self.seat is not None and n < self._taken:
                    continue
                shown = seen(
                    event, event.by if self.seat is None and isinstance(event, Stated) else self.seat
                )
                if shown and (shown.kind in {"Disputed", "Stated"} or isinstance(event, Appealed)):
                    texts += self.reader.sentences([shown])
        return Section(self.reader.text("packet-words"), tuple(texts))

    # The letters

    def _entry(self, n: int) -> Letter:
        letter = letter_of(self.table, n)
        assert letter is not None  # noqa: S101  those that are concerned are letters
        return letter

    def _reads(self, n: int, letter: Letter) -> bool:
        """Whether the reader is shown the lines of a letter."""
        return self.seat is None or self._own(n, letter)

    def _held(self, n: int) -> Sequence[Held]:
        if n not in self.held:
            self.held[n] = tuple(held_lines(self.table, n)) if self._entry(n).lines else ()
        return self.held[n]

    def _shown_of(self, n: int) -> Sequence[Told]:
        """What a player was shown of another's letter."""
        turn = self.table.game.TURN.__name__
        return [one for one in self.table.told(self.seat, n, n + 1) if one.seen.kind not in {turn, *EVENTS}]

    def issue(self, n: int) -> Section:
        """A letter in dispute, whole: what was written, how it was read, what happened, and what decided."""
        letter = self._entry(n)
        first, position = n == self.letters[0], self.case.position
        heading = self.reader.text("packet-issue", seat=letter.seat, position=position, first=first)
        if not self._reads(n, letter):
            shown = self._shown_of(n)
            there = [one for one in shown if one.position == self.case.position]
            decisive = [one.seen for one in there if letter.position != self.case.position] or [
                one.seen for one in shown
            ]
            happened = told_together(self.reader, [one.seen for one in shown])
            return Section(heading, (*happened, *rule_lines(self.reader, rules_of(self.reader, decisive))))
        places = self._at_issue(n)
        texts = [
            text
            for k in sorted(self._open(n))
            for text in self._line(n, self._held(n)[k], decides=k in places)
        ]
        ended = letter.events[sum(line.events for line in letter.lines) :]
        decided = () if letter.lines else rule_lines(self.reader, self.decided_by(n))
        return Section(heading, (*texts, *self._shown(n, ended), *decided))

    def _letter(self, n: int) -> Section:
        """The head of a letter, and when it came; what it says stands above."""
        letter = self._entry(n)
        by_hand = entered(letter, self.table.opening)
        heading = self.reader.text(
            "packet-letter", seat=letter.seat, position=letter.position, entered=by_hand
        )
        texts = [self.reader.text("packet-came", at=letter.at, reply=letter.reply, entered=by_hand)]
        texts += [self.reader.text("packet-head", lines=head) for head in (self.headers(letter),) if head]
        return Section(heading, tuple(texts))

    def _own(self, n: int, letter: Letter) -> bool:
        """H3, H7 Whether the present player of the seat wrote a letter.

        What an earlier one wrote stays that player's own.
        """
        return letter.seat == self.seat and n >= self._taken

    @property
    def _taken(self) -> int:
        """The entry in which the reader's seat was last taken over, of those looked at."""
        taken = self.table.index.taken.get(self.seat, 0)
        return taken if taken < self.until else 0

    def _line(self, n: int, one: Held, *, decides: bool = False) -> Iterator[str]:
        """A line; where it `decides`, with the text of the rules by which it was carried out."""
        rules = one.tried.rules if one.tried and one.line.verdict in RULED_ON else ()
        line = one.line
        read = self.reader.order(line.move) if line.move else ""
        yield self.reader.text("packet-line", verdict=line.verdict, read=read, rule=line.rule) + _rows(line)
        yield from rules_told(self.reader, [one for one in rules if one[2]])
        yield from self._shown(n, one.events)
        if decides:
            yield from rule_lines(self.reader, self._decides(n, one))
        yield from () if self.seat else self.rules.kept(rules)

    def _decides(self, n: int, one: Held) -> Iterator[str]:
        """The number of the rule that a line broke, or of those by which what is told of it happened.

        That a turn begins, and words of the house, decide nothing.
        """
        if one.line.verdict in RULED_ON and one.line.rule:
            yield one.line.rule
        yield from self._decisive(n, one.events)

    def _decisive(self, n: int, events: Sequence[Event]) -> Iterator[str]:
        """The numbers of the rules by which what is told of some events happened."""
        seat, nothing = self._entry(n).seat, {self.table.game.TURN.__name__, *EVENTS}
        found = [shown for event in events if (shown := seen(event, seat)) and shown.kind not in nothing]
        yield from rules_of(self.reader, [shown for shown in found if self.reader.event(shown)])

    def _shown(self, n: int, events: Sequence[Event]) -> Iterator[str]:
        """What the writer of a letter was shown of events, as sentences to the reader: to a player, as a story."""
        seat = self._entry(n).seat
        writer = self._reader(seat if self.seat else None, n)
        found = [shown for event in events if (shown := seen(event, seat))]
        return told_together(writer, found) if self.seat else iter(writer.sentences(found))

    # The table, and what an audit says

    def _views(self, n: int, heading: str) -> Iterator[Section]:
        seats = self.table.seats if self.seat is None else (self.seat,)
        for seat in seats:
            yield self.view(n, seat, heading)

    def view(self, n: int, seat: str, heading: str) -> Section:
        """The table after entry n as a seat saw it."""
        table, reader = self.table, self._reader(seat, n)
        position = "{}.{}".format(*table.game.position(reader.view))
        # The text may say `you` only when the table is shown to its own seat.
        said = self.reader.text(heading, seat=seat, position=position)
        data = telling(table.game).table(reader.view, reader.says.word)
        text = reader.says.render(
            f"{table.game.name}/table.txt",
            reader.voice,
            table=data,
            view=reader.view,
            game=table.game,
            short=self.seat is not None,
        )
        return Section(said, verbatim=tuple(text.rstrip("\n").split("\n")))

    def _after(self, n: int) -> Iterator[Section]:
        """The table after what is disputed; a player's letter shows it already if the table stands so still."""
        for one in self._views(n, "packet-after"):
            still = self.seat and one == next(self._views(self.until - 1, "packet-after"))
            yield Section(one.heading, (self.reader.text("packet-still"),)) if still else one

    def _audited(self, letters: Sequence[int]) -> tuple[Section, bool]:
        """Where today's rules would rule otherwise; for a player only on their own lines, each judged by itself.

        Also whether they would.
        """
        if self.seat is None:
            found = [one for one in audit(self.table.at(self.until - 1)).differences if one.entry in letters]
        else:
            found = [one for n in letters for one in self._own_differences(n)]
        told = [
            self.reader.text("packet-audit-line", line=one.line, why=self.reader.reason(one.why))
            for one in found
        ]
        heading = self.reader.text("packet-audit")
        return Section(heading, tuple(told) or (self.reader.text("packet-audit-same"),)), bool(told)

    def _own_differences(self, n: int) -> Iterator[Difference]:
        letter = self.table.points[n].entry
        if not isinstance(letter, Letter) or not self._own(n, letter):
            return
        try:
            ruled = ruled_again(self.table, n)
        except LotsDiffer:
            return
        for then, now in zip(letter.lines, ruled.verdicts, strict=False):
            yield from otherwise(n, then, now)


def _rows(line: Line) -> str:
    """The rows of a line as written, each below the other after its number."""
    rows = enumerate(line.raw.split("\n"), line.number)
    return "".join(f"\n| {number}> {clean(row)}" for number, row in rows)


def packet_for(
    table: Table, seat: str, since: int, until: int, language: str, headers: Headers
) -> tuple[Section, ...]:
    """A player's packet for a letter about the entries after `since` up to `until`; () if none was made there."""
    made = any(getattr(point.entry, "act", "") == PACKET for point in table.points[since + 1 : until + 1])
    case = table.points[until].house.docket.case
    if not made or case is None:
        return ()
    return Packet(table, case, until + 1, seat=seat, language=language, headers=headers).sections()


def packet_text(packet: Packet) -> str:
    """A packet laid out as text; in a player's packet every line stands after a mark."""
    return packet.reader.says.render(
        "packet.txt", packet.reader.voice, sections=packet.sections(), position=packet.case.position
    )


# The orders at issue in a dispute (H20): which they are, and the rules that they were held to, each told once.


FAILED = frozenset({REFUSED, PASSED_OVER, AMBIGUOUS, MISREAD})
"""Verdicts of lines that were meant as orders, and came to nothing."""
Asked = tuple[str, str, Why | None]
"""A rule that a line was held to: its number, its text in English, why it was broken."""


def at_issue(held: Sequence[Held], led_to: Sequence[str], position: str) -> frozenset[int]:
    """The lines of a letter that words about a position in its middle mean, as places in it.

    They are those of which an event is told at it (`led_to`: of each event of the letter, "" for one that only begins a
    turn), and those that were not carried out there: refused, not clear, not understood.
    """
    found, at = set[int](), 0
    for place, one in enumerate(held):
        told = led_to[at : at + len(one.events)]
        at += len(one.events)
        if position in told or (not told and one.line.verdict in FAILED and one.position == position):
            found.add(place)
    return frozenset(found)


class RulesNamed(Struct):
    """The rules that the lines of a packet were held to: each is told once, with its number.

    Where several have the same number they are told apart, as 5.1 and 5.1 (2).
    """

    reader: Reader
    texts: dict[str, list[str]] = field(default_factory=dict)

    def kept(self, rules: Iterable[Asked]) -> Iterator[str]:
        """The numbers of the rules that a line was held to and kept, in one sentence; nothing if there are none."""
        found = [self.number(number, text) for number, text, broken in rules if not broken]
        if numbers := tuple(dict.fromkeys(found)):
            yield self.reader.text("kept", numbers=numbers)

    def number(self, number: str, text: str) -> str:
        """The number by which a rule is told, which is noted."""
        said = rule_said(self.reader, number, text)
        texts = self.texts.setdefault(number, [])
        if said not in texts:
            texts.append(said)
        return number if (at := texts.index(said)) == 0 else f"{number} ({at + 1})"

    def told(self) -> tuple[str, ...]:
        """Each rule that was noted, with its number and its text."""
        return tuple(
            f"[{number}{f' ({at})' if at > 1 else ''}] {text}"
            for number, texts in self.texts.items()
            for at, text in enumerate(texts, 1)
        )


# Which letters a dispute is about, and where in a record the table stood at a position.


MOST_LETTERS = 6


def position_of(text: str) -> tuple[int, int]:
    """A position as written, `7.2`; (0, 0) for any other text."""
    found = AT.match(text)
    return (int(found["turn"]), int(found["action"])) if found else (0, 0)


def concerned(
    table: Table,
    position: str,
    until: int,
    seat: str | None = None,
    *,
    by: str = "",
    answered: int | None = None,
) -> tuple[int, ...]:
    """The letters, after the deal and before entry `until`, that may be meant by a position: the likeliest first.

    That is the one with the receipt that was `answered`; then those that were ruled on there, then those of which an
    order led there, then those with which a turn began there; of each, those with orders first, and those of `by`.
    What was done for a silent seat counts as a letter of that seat. Letters without any order count if they are those
    of `by` (else of anybody): they may hold what was not read as one. For a seat: its own, and those that changed
    something for it. It is not told which others there were.
    """
    found = list[tuple[int, bool, bool, int]]()
    dealt = table.index.dealt or 0
    for n in range(dealt + 1, min(until, len(table.points))):
        if (letter := letter_of(table, n)) is None:
            continue
        own, of_by = seat in {None, letter.seat}, by in {"", letter.seat}
        near = _nearness(table, n, position, None if own else seat)
        words = not has_orders(letter)
        counts = _says(letter) and (of_by or not words)
        if near is not None and (counts if own else n in table.index.changed[seat]):
            found.append((-1 if n == answered else near, words, not of_by, n))
    return tuple(n for *_, n in sorted(found)[:MOST_LETTERS])


BEGAN_THERE, LED_THERE, TURN_THERE = range(3)


def _nearness(table: Table, n: int, position: str, seat: str | None) -> int | None:
    """How a letter is connected with a position; None if it is not.

    Of a letter of another player's only what `seat` was shown of it counts.
    """
    point, turn = table.points[n], table.game.TURN.__name__
    letter = letter_of(table, n)
    if letter and letter.position == position:
        return BEGAN_THERE
    events = [type(event).__name__ for event in point.entry.events]
    led = zip(events, point.positions, strict=True)
    told = led if seat is None else ((one.seen.kind, one.position) for one in point.told(seat))
    there = [kind for kind, at in told if at == position]
    if not there:
        return None
    return TURN_THERE if all(kind == turn for kind in there) else LED_THERE


def letter_of(table: Table, n: int) -> Letter | None:
    """The letter of entry n, unless it is empty; for what was done for a silent seat, one without lines; else None."""
    entry = table.points[n].entry
    if isinstance(entry, Act) and entry.act == SILENCE:
        position = written_position(table.game.position(table.points[n - 1].state))
        return Letter(at=entry.at, seat=entry.seat, position=position, events=entry.events)
    return entry if isinstance(entry, Letter) and entry.lines else None


def has_orders(letter: Letter) -> bool:
    """Whether a line of a letter was an order, or was not understood as one; or there was none, and silence spoke."""
    return not letter.lines or any(
        line.verdict not in NO_ORDERS and line.rule not in NUMBERS for line in letter.lines
    )


def _says(letter: Letter) -> bool:
    """Whether a line of a letter is one that a quarrel may be about: an order, or what was not read as one."""
    return not letter.lines or any(_may_be_meant(line) for line in letter.lines)


def _may_be_meant(line: Line) -> bool:
    """Whether a line is an order, was not understood as one, or asks about one; words and notes are not."""
    if line.rule in NUMBERS or line.verdict in {SAID, NOTED}:
        return False
    return line.verdict != ANSWERED or bool(line.move)


def entry_at(table: Table, position: str) -> int:
    """The last entry after which the table stood at a position. Raises `Faulty`."""
    wanted, dealt, count = position_of(position), table.index.dealt, len(table.points)
    for n in reversed(range(count if dealt is None else dealt, count)):
        if table.game.position(table.points[n].state) == wanted:
            return n
    raise Faulty("ruling-no-position", position=position)
