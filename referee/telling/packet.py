"""The packet of a dispute (H20): what the judge needs to know.

A player gets the same, from that player's knowledge only. A packet is worked out from the record up to an
entry, and from the mails as they came. For the judge it shows the letters concerned, how each line was read
and the rules it was held to, the table before and after as each side saw it, and what an audit says. It holds
no address, no secret, and no note of a player. A player's packet shows of the others' letters what that
player was shown of them, and nothing else.
"""

from collections.abc import Callable, Iterator, Sequence

from referee.engine.events import Event, seen
from referee.engine.lots import LotsDiffer
from referee.house.annotations import NUMBERS
from referee.house.disputes import PACKET, Appealed, Stated
from referee.house.docket import Case
from referee.notation import archive_verbs
from referee.notation.dispute_verbs import AT
from referee.notation.readings import Table as Question
from referee.record.entries import Letter, Line
from referee.table.audit import Difference, audit, otherwise
from referee.table.past import entered
from referee.table.replay import Held, held_lines, ruled_again
from referee.table.table import Table
from referee.table.verdicts import NO_ORDERS, NOTED, RULED_ON
from referee.telling.catalog import telling
from referee.telling.handbook import rules_told
from referee.telling.laid import Section
from referee.telling.sentences import Reader, cited, reader_of, turns_told
from referee.util.errors import Faulty
from referee.util.text import clean

Headers = Callable[[Letter], Sequence[str]]
"""The head of the mail of a letter, in lines without any address or secret; () if the mail is not available."""
MOST_LETTERS = 6
PRIVATE = frozenset({NOTED})


def no_headers(_letter: Letter) -> Sequence[str]:
    """No mails are available."""
    return ()


def position_of(text: str) -> tuple[int, int]:
    """A position as written, `7.2`; (0, 0) for any other text."""
    found = AT.match(text)
    return (int(found["turn"]), int(found["action"])) if found else (0, 0)


def concerned(table: Table, position: str, until: int, seat: str | None = None) -> tuple[int, ...]:
    """The letters that were ruled on at a position, or that led to it, before entry `until`; the last ones.

    For a seat: its own, and those that changed something for it. It is not told which others there were.
    """
    found = [
        n
        for n, point in enumerate(table.points[:until])
        if isinstance(point.entry, Letter)
        and (point.entry.position == position or position in point.positions)
        and (_says(point.entry) if seat in {None, point.entry.seat} else n in table.index.changed[seat])
    ]
    return tuple(found[-MOST_LETTERS:])


def _says(letter: Letter) -> bool:
    """Whether a line of a letter was more than words: a letter of words alone concerns no dispute."""
    return any(line.verdict not in NO_ORDERS and line.rule not in NUMBERS for line in letter.lines)


def _private(one: Held) -> bool:
    """H3, H25, H26 Whether a line is its writer's alone: a note, or about notes."""
    about = isinstance(one.reading, Question) and one.reading.verb in archive_verbs.EVERY
    return (
        one.line.verdict in PRIVATE
        or about
        or one.line.rule in NUMBERS
        or any(event.number in NUMBERS for event in one.events)
    )


def last_at(table: Table, position: str, until: int) -> int | None:
    """The last entry before `until` after which the table stood at a position; None if it never did."""
    wanted = position_of(position)
    return next(
        (
            n
            for n in reversed(range(min(until, len(table.points))))
            if table.game.position(table.points[n].state) == wanted
            and (table.index.dealt is not None and n >= table.index.dealt)
        ),
        None,
    )


def around(table: Table, position: str, until: int, seat: str | None = None) -> tuple[int, int]:
    """The entries after which the table stood before and after what is disputed."""
    letters = concerned(table, position, until, seat)
    if letters:
        return letters[0] - 1, letters[-1]
    wanted, dealt = position_of(position), table.index.dealt or 0
    behind = [
        n
        for n in range(dealt, min(until, len(table.points)))
        if table.game.position(table.points[n].state) <= wanted
    ]
    at = behind[-1] if behind else dealt
    return at, at


class Packet:
    """A packet in the making: of a dispute, as of before entry `until`, for a seat (None: for the judge)."""

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

    def sections(self) -> tuple[Section, ...]:
        """The parts of the packet, in their order."""
        before, after = self._around()
        letters = self._letters()
        found = [
            self._words(),
            *(self._letter(n) for n in letters),
            *self._views(before, "packet-before"),
            *(self._views(after, "packet-after") if after != before else ()),
            self._audited(letters),
        ]
        return tuple(one for one in found if one.texts or one.verbatim)

    def _letters(self) -> tuple[int, ...]:
        """The letters concerned; for a player their own, and those of others that changed something for that player."""
        return concerned(self.table, self.case.position, self.case.entry + 1, self.seat)

    def _around(self) -> tuple[int, int]:
        return around(self.table, self.case.position, self.case.entry + 1, self.seat)

    def _reader(self, seat: str | None, n: int) -> Reader:
        """The reader of the table after entry n."""
        point = self.table.points[n]
        view = self.table.game.view(point.state, seat)
        return reader_of(self.table.game, point.content, view, self.language)

    def _words(self) -> Section:
        """The dispute, the statements and the appeal, as far as this reader may know them."""
        texts = []
        for n, point in enumerate(self.table.points[self.case.entry : self.until], self.case.entry):
            for event in point.entry.events:
                if isinstance(event, Stated) and self.seat is not None and n < self._taken:
                    continue
                shown = seen(
                    event, event.by if self.seat is None and isinstance(event, Stated) else self.seat
                )
                if shown and (shown.kind in {"Disputed", "Stated"} or isinstance(event, Appealed)):
                    texts.append(cited(self.reader.event(shown), shown.rule))
        return Section(self.reader.text("packet-words"), tuple(texts))

    # The letters

    def _letter(self, n: int) -> Section:
        letter = self.table.points[n].entry
        assert isinstance(letter, Letter)  # noqa: S101  those that are concerned are letters
        by_hand = entered(letter, self.table.opening)
        heading = self.reader.text(
            "packet-letter", seat=letter.seat, position=letter.position, entered=by_hand
        )
        if self.seat is not None and not self._own(n, letter):
            turns = turns_told(self.reader, self.table.told(self.seat, n, n + 1))
            return Section(heading, tuple(one.text for turn in turns for one in turn.lines))
        texts = [self.reader.text("packet-came", at=letter.at, reply=letter.reply, entered=by_hand)]
        texts += [self.reader.text("packet-head", lines=head) for head in (self.headers(letter),) if head]
        return Section(heading, (*texts, *self._lines(n, letter)))

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

    def _lines(self, n: int, letter: Letter) -> Iterator[str]:
        """Each line as written, how it was read, the rules it was held to, what its writer was shown as a result."""
        writer = self._reader(letter.seat if self.seat else None, n)
        for one in held_lines(self.table, n):
            if _private(one):
                continue
            yield self._line(one.line)
            tried = one.tried if one.line.verdict in RULED_ON else None
            yield from rules_told(self.reader, tried.rules if tried else ())
            yield from _shown(writer, one.events, letter.seat)
        yield from _shown(writer, letter.events[sum(line.events for line in letter.lines) :], letter.seat)

    def _line(self, line: Line) -> str:
        rows = "\n".join(f"| {line.number}> {clean(row)}" for row in line.raw.split("\n"))
        read = self.reader.order(line.move) if line.move else ""
        return self.reader.text("packet-line", verdict=line.verdict, read=read, rule=line.rule) + f"\n{rows}"

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
            f"{table.game.name}/table.txt", reader.voice, table=data, view=reader.view, game=table.game
        )
        return Section(said, verbatim=tuple(text.rstrip("\n").split("\n")))

    def _audited(self, letters: Sequence[int]) -> Section:
        """Where today's rules would rule otherwise; for a player only on their own lines, each judged by itself."""
        if self.seat is None:
            found = [one for one in audit(self.table.at(self.until - 1)).differences if one.entry in letters]
        else:
            found = [one for n in letters for one in self._own_differences(n)]
        told = [
            self.reader.text("packet-audit-line", line=one.line, why=self.reader.reason(one.why))
            for one in found
        ]
        heading = self.reader.text("packet-audit")
        return Section(heading, tuple(told) or (self.reader.text("packet-audit-same"),))

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


def _shown(reader: Reader, events: Sequence[Event], seat: str) -> Iterator[str]:
    """What a seat was shown of events, as sentences to this reader."""
    for event in events:
        if (shown := seen(event, seat)) and (text := cited(reader.event(shown), shown.rule)):
            yield text


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


def entry_at(table: Table, position: str) -> int:
    """The last entry after which the table stood at a position. Raises `Faulty`."""
    found = last_at(table, position, len(table.points))
    if found is None:
        raise Faulty("ruling-no-position", position=position)
    return found
