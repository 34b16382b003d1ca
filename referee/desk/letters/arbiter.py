"""The letters to the arbiter of a game (H20), such as g1.arbiter.3: what happened in a dispute, the packet, answers.

All of it is worked out from the record as of the entry that a letter tells of; the packet also needs the
mails as they came. The arbiter may read the statements of all sides. No address and no secret of a player
stands in these letters; the arbiter's own address for answers stands in their links.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from referee.desk import judging
from referee.desk.letters.due import Due
from referee.desk.letters.seat_writer import SeatWriter, number_of
from referee.engine.events import seen
from referee.house.disputes import PACKET, Stated, may_rule
from referee.house.docket import ARBITER
from referee.house.keeper import Restored
from referee.house.letters import OF_ANOTHER
from referee.record.entries import Ruling
from referee.record.seals import in_words
from referee.table import verdicts
from referee.table.clocks.deadlines import clocks_of
from referee.table.index import writer_of
from referee.table.points import written_position
from referee.table.rulings import orders
from referee.table.rulings.effects import RollBack
from referee.table.table import Table
from referee.telling.glance import title
from referee.telling.laid import Section, small
from referee.telling.letter import Bodies
from referee.telling.links import Link, links
from referee.telling.packet import Headers, Packet, entry_at
from referee.telling.rulings import answer_told, fence_for, lines_told, order_of
from referee.telling.sentences import Reader, cited, reader_of
from referee.telling.times import told_time
from referee.util.errors import Faulty
from referee.util.translations import ENGLISH

EXAMPLE = "7.2", "7.1", 2
"""What the list of orders names where nothing is disputed: a position, the one before it, a line."""


class ArbiterWriter(SeatWriter):
    """A writer of letters to the arbiter."""

    def mail(self, table: Table, one: Due) -> bytes:
        """The whole mail of a letter that is due."""
        language = self.player.language or ENGLISH
        number = number_of(table, one)
        link = partial(links, self.config.reply_address(self.secret), self.marks(table, number))
        said = _Letter(table, one, language, self.headers, link).bodies(number, self.resumes)
        return self.mail_of(table, one, said, language)


Linking = Callable[[Sequence[str]], tuple[Link, ...]]
"""Makes links for orders."""


class _Letter:
    """What one letter says."""

    def __init__(self, table: Table, one: Due, language: str, headers: Headers, link: Linking) -> None:
        self.table, self.one, self.language, self.headers = table, one, language, headers
        self.link = link
        point = table.points[one.until]
        self.entry, self.case = point.entry, point.house.docket.case
        view = table.game.view(point.state, None)
        self.reader: Reader = reader_of(table.game, table.content, view, language)

    def bodies(self, number: str, resumes: Callable[[int], str]) -> Bodies:
        """The text, and a page of the same."""
        says, voice = self.reader.says, self.reader.voice
        headline = self._headline()
        last = resumes(self.one.until)
        said = [says.say("letter-notes", "last-answer", voice, {"until": last})] if last else []
        foot, seal = self.reader.text("foot", number=number, position=""), tuple(self._seal())
        first, *more = self._sections(headline)
        told = tuple(one for one in more if one.texts or one.verbatim or one.taps)
        below = (
            *(Section("", verbatim=seal),) * bool(seal),
            *(Section(one) for one in said),
            Section("", (foot,)),
        )
        fence = fence_for(self.table.seats, self.language)
        told = tuple(
            sorted(told, key=lambda one: one.small)
        )  # the rest of a packet stands below how to answer
        text = fence.text(says.render("packet.txt", voice, sections=(first, *told, *below)))
        page = says.render(
            "sections.html",
            voice,
            heading=headline,
            first=first,
            asked=self._asked,
            sections=told,
            foot=(*said, *seal, foot),
            language=self.language,
            fence=fence.line,
        )
        return Bodies(text, page, subject=headline)

    def _headline(self) -> str:
        """The first line, which is the subject of the mail too."""
        place = self.reader.text("place", title=title(self.reader), turn=0, game=self.table.id)
        return self.reader.text("head-arbiter-rule" if self._asked else "head-arbiter", place=place)

    @property
    def _asked(self) -> bool:
        """Whether a ruling of the arbiter is due."""
        return bool(self.case and self.case.judging and self.case.judge == ARBITER)

    def _sections(self, title: str) -> Iterator[Section]:
        yield Section(
            title, (self.reader.text("arbiter-intro"),) if self.one.since < 0 else (self._stands(),)
        )
        own = isinstance(self.entry, Ruling) and writer_of(self.entry) == ARBITER
        lines = self.entry.lines if isinstance(self.entry, Ruling) and own else ()
        if lines:
            yield Section(self.reader.text("your-letter"), verbatim=tuple(lines_told(self.reader, lines)))
        asked = [order_of(self.reader, line) for line in lines if line.verdict == verdicts.ANSWERED]
        packet = (
            self._packet_made()
            or any(isinstance(one, orders.Packet) for one in asked)
            or any(line.why in OF_ANOTHER for line in lines)
        )
        whole = self._packet() if self.case and (packet or self._asked) else None
        words = whole.words() if whole and packet else Section("")
        yield Section(
            self.reader.text("happened"),
            tuple(text for text in self._happened() if text not in words.texts),
        )
        yield words
        for one in asked:
            yield from self._answer(one)
        if whole:
            yield from self._of_dispute(whole)
            yield from whole.rest() if packet else (small(whole.rules_kept()),)
        elif any(isinstance(one, orders.Look) and one.verb == orders.HELP for one in asked):
            yield self._list(*EXAMPLE)

    def _of_dispute(self, packet: Packet) -> Iterator[Section]:
        """Each letter in dispute, with what may be ruled on it as links; then all that may be written."""
        for n in packet.letters:
            yield packet.issue(n)
            if self._asked:
                yield self._taps(packet.decided_by(n), self._back(n))
        if not self._asked:
            return
        if not packet.letters:
            yield self._taps((), None)
        back, line = packet.back()
        yield self._list(packet.case.position, back, line)

    def _taps(self, numbers: Sequence[str], back: str | None) -> Section:
        """What may be ruled, or asked, of the letter above: it was decided by some rules, and can go `back`."""
        text = self.reader.text
        rules = self.case is not None and may_rule(self.case, self.table.still_in, self.table.terms)
        said = [
            *([text("arbiter-tap-uphold", numbers=numbers)] if rules else ()),
            *([text("arbiter-tap-back", back=back)] if rules and back else ()),
            *([text("arbiter-tap-if", back=back)] if back else ()),
        ]
        return Section(text("arbiter-taps"), taps=self.link(said)) if said else Section("")

    def _list(self, position: str, back: str, line: int) -> Section:
        """All orders and questions, with the position that is disputed, the one before it, and a line."""
        told = self.reader.text("arbiter-how", position=position, back=back, line=line)
        return Section(self.reader.text("answer"), verbatim=tuple(told.splitlines()), own=True)

    def _back(self, n: int) -> str | None:
        """The position to which a ruling takes the table back so that just this letter, and what came after, is undone.

        None where no position says that, because the letter did not move the table on, or it stands there.
        """
        now, before = self.table.at(self.one.until), self.table.points[n - 1]
        position = written_position(self.table.game.position(before.state))
        try:
            there = now.points[entry_at(now, position)]
            judging.what_if(now, orders.WhatIf(RollBack(position)))
        except Faulty:
            return None
        return position if (there.state, there.content) == (before.state, before.content) else None

    def _seal(self) -> Iterator[str]:
        """The seal of the last entry that showed everybody something: one that an onlooker could be told."""
        if seal := self.table.seal_for(None, self.one.until + 1):
            yield self.reader.text("seal", seal=seal)
            yield self.reader.text("seal-words", words=in_words(seal))

    def _stands(self) -> str:
        """What is due."""
        if self.case is None:
            return self.reader.text("arbiter-nothing")
        if self.case.judge != ARBITER or not self.case.judging:
            return self.reader.text("arbiter-done")
        speaking, ruling, _ = clocks_of(self.table, self.one.until + 1).dispute_ends(self.case)
        waits = not may_rule(self.case, self.table.still_in, self.table.terms)
        end = speaking if waits else ruling
        by = told_time(end, self.table.terms.zone, self.language) if end else ""
        return self.reader.text("arbiter-statements" if waits else "arbiter-rule", by=by)

    def _packet_made(self) -> bool:
        between = self.table.points[self.one.since + 1 : self.one.until + 1]
        return any(
            getattr(point.entry, "act", "") == PACKET and getattr(point.entry, "seat", "") == ARBITER
            for point in between
        )

    def _packet(self) -> Packet:
        assert self.case is not None  # noqa: S101  asked before
        return Packet(self.table, self.case, self.one.until + 1, language=self.language, headers=self.headers)

    def _happened(self) -> Iterator[str]:
        """What was told to all, and what was said to the judge."""
        for point in self.table.points[self.one.since + 1 : self.one.until + 1]:
            if point.entry.entry not in self.table.index.concerning[ARBITER]:
                continue
            for event in point.entry.events:
                if isinstance(event, Restored) and event.by != ARBITER:
                    continue
                shown = seen(event, event.by if isinstance(event, Stated | Restored) else None)
                if shown and (text := cited(self.reader.event(shown), shown.rule)):
                    yield text

    # Answers to questions

    def _answer(self, order: object) -> Iterator[Section]:
        return answer_told(self.table.at(self.one.until - 1), self.reader, self.case, order, judging.what_if)
