"""What a letter to a player says: worked out from the record and nothing else."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.archive.notes import Note as GameNote
from referee.desk.letters.archived import Asking, asked, asks, of_a_game_played
from referee.desk.letters.as_data import attached_data
from referee.desk.letters.due import Due, answered, is_letter_of, receipted, told_until, unanswered
from referee.desk.letters.repeating import explains, reminds, tabled
from referee.desk.letters.seat_writer import SeatWriter, number_of
from referee.desk.letters.still import still
from referee.desk.letters.uncovering import everything, unseen
from referee.engine.kit.customs import DrawDeclined
from referee.home.config import YES, Limits
from referee.house.docket import OPEN, PASSED
from referee.house.keeper import Abandoned
from referee.house.letters import LettersChosen
from referee.house.lots import SecretTold
from referee.house.players import SeatTaken
from referee.house.replacing import may_vote
from referee.house.rulings import RolledBack
from referee.house.undo import left_over, owing
from referee.notation.readings import Table as Question
from referee.post.writing import Attachment, enclosed, paged
from referee.record.entries import Letter as LetterEntry
from referee.table.beforehand import plays
from referee.table.clocks.deadlines import clocks_of
from referee.table.foreseeing import gone, held_back, lacking, passed, told_of
from referee.table.holding import no_rematch
from referee.table.invitation import accepted_by, called_off, invited, is_rematch, names_of, who_ended
from referee.table.knowledge import recalled
from referee.table.past import entered
from referee.table.points import Point, Told
from referee.table.proofs import KIND, NAME, proof, sealed_for
from referee.table.replay import ruled_again
from referee.table.table import Table
from referee.table.undo import asked_back_of
from referee.table.verdicts import Ruled, Verdict
from referee.telling.answers.offered import Disputing
from referee.telling.catalog import catalog
from referee.telling.invited import Invitation, invitation, tossed
from referee.telling.laid import Section
from referee.telling.letter import Bodies, Letter, bodies
from referee.telling.packet import packet_for
from referee.telling.sentences import reader_of
from referee.telling.shape import LAPSED
from referee.telling.times import calendar_entry, due_told, told_time
from referee.telling.why import looked_up
from referee.util.times import moment
from referee.util.values import replace
from referee.verify.export import final

Note = tuple[str, Mapping[str, Any]]
Archived = Callable[[Table], Sequence[GameNote]]


def no_notes(_table: Table) -> Sequence[GameNote]:
    """Without a notebook there are no notes."""
    return ()


class Writer(SeatWriter, kw_only=True):
    """A writer of letters to a player.

    Attributes:
        rulings: those of this pass by entry, so that none is worked out twice.
        notes: what to tell about the letters that are answered, as a whole.
        remarks: what to tell about this reader's mail.
        calendar: the id of the reader's calendar entry.
        archived: gives the notes on a game that stand beside its record.
        replayed: the replay of the game goes with the letter.
        before: the game that this one is the rematch of, and the reader's last letter of it, if it was one.
    """

    rulings: Mapping[int, Ruled]
    notes: Mapping[int, Sequence[Note]]
    calendar: str
    remarks: Sequence[Note] = ()
    archived: Archived = no_notes
    replayed: bool = False
    before: tuple[str, str] | None = None

    def mail(self, table: Table, one: Due) -> bytes:
        """The whole mail of a letter that is due."""
        number, pages = number_of(table, one), self._replay(table, one)
        told = self if pages is None else replace(self, replayed=bool(pages))
        attachments = (
            *attached(table, one, self.config.limits),
            *(pages or ()),
            *self._proof(table, one, number),
            *self._calendar(table, one, number),
            *self._data(table, one, number),
        )
        return self.mail_of(
            table, one, told.said(table, one, number), self._language(table, one), attachments
        )

    def said(self, table: Table, one: Due, number: str) -> Bodies:
        """What the letter says."""
        point = table.points[one.until]
        if invited(table, one.until):
            return invitation(self._invitation(table, one, number))
        view, over = table.game.view(point.state, one.seat), table.game.ended(point.state) is not None
        own, final = receipted(table, one, self.withheld), ends_with(table, one)
        return bodies(
            Letter(
                game=table.game,
                content=point.content,
                view=owing(view, point.house),
                number=number,
                seal=table.seal_for(one.seat, one.until + 1),
                **happened(table, one, self._since(table, one), own),
                verdicts=(verdicts := self._verdicts(table, one, own)),
                joined=bool(own) and own[-1] != one.until,
                history=table.told(one.seat, until=one.until + 1) if asks_for_history(verdicts) else (),
                choices=left_over(point.house, one.seat, table.game.choices(view)),
                due=self._due(table, one),
                notes=self._notes(table, one),
                remarks=(*self.remarks, *self._remarks(table, one, view, final=final)),
                address=self.config.reply_address(self.secret),
                subject=self.marks(table, number),
                **(self._in_the_end(table, one, view) if final else {}),
                disputing=disputing(point, one.seat) if not over else None,
                silent=silent_for(point, one.seat) if not over else (),
                rematch=over and not no_rematch(table, one.until + 1),
                tabled=tabled(table, one),
                back=asked_back_of(table, one.seat, one.until + 1),
                always=explains(table, one),
                pace=self._pace(table, one) if reminds(table, one) and not final else "",
                language=self._language(table, one),
                picture="png" if self.config.pictures == YES else "",
                packet=self._packet(table, one),
            )
        )

    def _in_the_end(self, table: Table, one: Due, view: Any) -> Mapping[str, Any]:
        """What the letter that tells the end tells besides, and asks."""
        point, until = table.points[one.until], one.until + 1
        reader = reader_of(table.game, point.content, view, self._language(table, one))
        return {
            "hidden": table.game.uncovered(point.state),
            "unseen": unseen(table, one.seat, until, reader.event),
            "whole": everything(table, until),
            "secret": table.secret.hex(),
            "after": asked(table, one.seat, until, reader.says),
        }

    def _packet(self, table: Table, one: Due) -> tuple[Section, ...]:
        """H20 The reader's packet, if it was made since the last letter."""
        since, until = (told_until(table, one.seat, n) for n in (one.since, one.until))
        return packet_for(table, one.seat, since, until, self._language(table, one), self.headers)

    def _invitation(self, table: Table, one: Due, number: str) -> Invitation:
        point, opening = table.points[one.until], table.opening
        ended = table.game.ended(point.state)
        ending = called_off(table, one.until)
        return Invitation(
            game=table.game,
            content=point.content,
            seat=one.seat,
            number=number,
            seal=table.seal_for(one.seat, one.until + 1),
            commit=opening.commit,
            signer=opening.signer,
            accepted=accepted_by(table, one.until),
            verdicts=self._verdicts(table, one, receipted(table, one, self.withheld)),
            names=names_of(table, one.until),
            told=told_for(table, one, self._since(table, one), receipted(table, one, self.withheld)),
            terms=table.terms,
            due=self._due(table, one),
            subject=self.marks(table, number),
            notes=self._notes(table, one),
            remarks=self.remarks,
            address=self.config.reply_address(self.secret),
            over=ended.reason if ended else "",
            by=who_ended(ending),
            reason=ending.reason if isinstance(ending, Abandoned) else "",
            signed=table.terms.sender == "dkim",
            arbiter=opening.arbiter,
            words=tossed(self.secret),
            answered=opening.answered,
            first=one.since < 0,
            again=is_rematch(table),
            language=self._language(table, one),
        )

    def _verdicts(self, table: Table, one: Due, own: Sequence[int]) -> Sequence[Verdict]:
        """What became of the lines of a letter, and of the orders beforehand that were played right after it (H27)."""
        return [verdict for n in own for verdict in self._ruled(table, one, n)]

    def _ruled(self, table: Table, one: Due, n: int) -> Sequence[Verdict]:
        ruled = self.rulings.get(n) or ruled_again(table, n)
        language = self._language(table, one)
        told = looked_up(table, one.seat, ruled.verdicts, n + 1, language)
        asking = Asking(table, one.seat, n + 1, language, self.archived)
        return asking.answered(told, replayed=self.replayed)

    def _replay(self, table: Table, one: Due) -> Sequence[Attachment] | None:
        """H25 The replay as a page, if the letter that is answered asks for it; () for one too large for a letter."""
        if not is_letter_of(table, one.until, one.seat) or invited(table, one.until):
            return None
        ruled = self.rulings.get(one.until) or ruled_again(table, one.until)
        if not any(asks(verdict, "replay") for verdict in ruled.verdicts):
            return None
        asking = Asking(table, one.seat, one.until + 1, self._language(table, one), self.archived)
        return paged(table.id, asking.replay(), self.config.limits)

    def _notes(self, table: Table, one: Due) -> Sequence[Note]:
        """What to tell about each letter as a whole, answered or not; to its writer and nobody else."""
        own, last = answered(table, one, self.withheld), is_letter_of(table, one.until, one.seat)
        found = [] if own is None else [*self._arrival(table, one, own), *self.notes.get(own, ())]
        if missed := unanswered(table, one, self.withheld):
            found.append(("withheld", {"count": len(missed), "since": table.points[missed[0]].entry.at}))
        found += _waiting(table, one) if last else ()
        if own is not None and self.before and invited(table, one.until):
            found += self._of_the_game_before(table, one, self.before)
        if own is not None and (until := self.resumes(own)):
            found.append(("last-answer", {"until": until}))
        return found

    def _of_the_game_before(self, table: Table, one: Due, before: tuple[str, str]) -> Iterator[Note]:
        """H30 The newest letter is of the rematch: who asks for the replay of the game before answers another."""
        if of_a_game_played(self._verdicts(table, one, receipted(table, one, self.withheld))):
            yield "game-before", {"game": table.id, "before": before[0], "number": before[1]}

    def _remarks(self, table: Table, one: Due, view: Any, *, final: bool) -> Iterator[Note]:
        """What else to tell; H27 a reader who is to answer is told which orders beforehand wait, in every letter."""
        yield from self._recalled(table, one)
        yield from self._apart(table, one, final=final)
        yield from still(table, one, self._due(table, one), self._language(table, one))
        if offer_lapsed(table, one, answered(table, one, self.withheld)):
            yield LAPSED, {}
        if over := gone(table, one.seat, one.since, one.until):
            yield "foreseen-gone", {"orders": over}
        if missed := passed(table, one.seat, one.since, one.until):
            yield "foreseen-passed", {"names": missed}
        owes = any(owed.seat == one.seat for owed in view.owed)
        unasked = owes and not is_letter_of(table, one.until, one.seat)
        if unasked:
            yield from _waiting(table, one)

    def _recalled(self, table: Table, one: Due) -> Sequence[Note]:
        """H21 What the reader has learned about cards that were put back by an undo."""
        faces = recalled(table, one.seat, self._since(table, one), one.until)
        return [("learned-since", {"faces": faces})] if faces else []

    def _apart(self, table: Table, one: Due, *, final: bool) -> Sequence[Note]:
        """A note that the record is too large to go with the last letter."""
        apart = final and not attached(table, one, self.config.limits)
        return [("record-apart", {"game": table.id})] if apart else []

    def _arrival(self, table: Table, one: Due, own: int) -> Sequence[Note]:
        """When a letter came, where that counts; always for what the keeper has entered, never for what none wrote."""
        entry = table.points[own].entry
        by_hand = entered(entry, table.opening)
        if plays(entry) or not (table.terms.deadline or by_hand):
            return ()
        at = told_time(moment(entry.at), clocks_of(table, own + 1).zone(one.seat), self._language(table, one))
        return [("entered" if by_hand else "arrived", {"at": at})]

    def _pace(self, table: Table, one: Due) -> str:
        """H10 When letters to the reader come."""
        return table.index.chosen.value(LettersChosen, one.seat, one.until + 1) or self.config.letters

    def _due(self, table: Table, one: Due) -> Mapping[str, str]:
        """The deadlines after the last entry that the letter tells of."""
        says = catalog(table.game.name, self._language(table, one))
        return due_told(clocks_of(table, one.until + 1), one.seat, says)

    def _calendar(self, table: Table, one: Due, number: str) -> Iterator[Attachment]:
        title = catalog(table.game.name, self._language(table, one)).word("title", table.game.title)
        # H7 An earlier player's calendar entry is private.
        known = one.since >= table.index.taken.get(one.seat, 0)
        before = clocks_of(table, one.since + 1) if known else None
        now = clocks_of(table, one.until + 1)
        if told := calendar_entry(
            now, before, one.seat, number, uid=self.calendar, address=self.config.address, title=title
        ):
            kind = f'text/calendar; charset="utf-8"; method={told.method}'
            yield Attachment(f"{number}.ics", kind, told.data)

    def _proof(self, table: Table, one: Due, number: str) -> Iterator[Attachment]:
        """H19 What can be proved to this reader now about the lots."""
        sealed = sealed_for(table, one.seat, one.until + 1)
        if data := proof(table, one.seat, number, self._since(table, one), one.until, sealed):
            yield Attachment(NAME.format(number), KIND, data)

    def _data(self, table: Table, one: Due, number: str) -> Sequence[Attachment]:
        """H10 The letter as data, for those who want that."""
        if invited(table, one.until):
            return ()
        until = told_until(table, one.seat, one.until)
        told = table.told(one.seat, self._since(table, one) + 1, until + 1)
        return attached_data(table, one, number, told)

    @staticmethod
    def _since(table: Table, one: Due) -> int:
        """The entry after which the letter begins to tell.

        A new player of a seat is told everything that the seat was told.
        """
        entry = table.points[one.until].entry
        taken = any(isinstance(event, SeatTaken) and event.by == one.seat for event in entry.events)
        return 0 if taken else told_until(table, one.seat, one.since)

    @staticmethod
    def _language(table: Table, one: Due) -> str:
        """The language of the seat as of the last entry that the letter tells of; one chosen there counts already."""
        return table.index.language(one.seat, one.until + 1)


def disputing(point: Point, seat: str) -> Disputing | None:
    """H20 What a seat may do about the dispute that is on; None if there is nothing."""
    case = point.house.docket.case
    if case is None or not case.judging:
        return None
    states = seat not in case.spoken and not (case.stage == OPEN and case.heard)
    return Disputing(case.by, withdraws=seat == case.by and case.stage in {OPEN, PASSED}, states=states)


def silent_for(point: Point, seat: str) -> Sequence[tuple[str, bool]]:
    """H35 The silent seats on which a seat may vote, or take its vote back, each with whether it has voted."""
    if seat not in may_vote(point.state):
        return ()
    open_to = (one for one in point.house.quiet if one.told and not one.offered and one.seat != seat)
    return tuple((one.seat, seat in one.votes) for one in open_to)


def ends_with(table: Table, one: Due) -> bool:
    """Whether the game ends within the entries that a letter tells of, so that everything is shown now."""
    ended, before = table.game.ended(table.points[one.until].state), None
    if one.since >= 0:
        before = table.game.ended(table.points[one.since].state)
    return ended is not None and before is None


def told_for(table: Table, one: Due, since: int, own: Sequence[int]) -> Sequence[Told]:
    """What a letter tells after entry `since`; about the letter that it answers, `own`, only what its end meant.

    The effects of that letter's lines, of its writer's orders beforehand that it set off, and what was shown between
    these, stand in its receipt.
    """
    first, last = (own[0], own[-1]) if own else (one.until, one.until)
    after = table.told(one.seat, last + 1, told_until(table, one.seat, one.until) + 1)
    return (*table.told(one.seat, since + 1, first), *meant(table, one.seat, last, own), *after)


def meant(table: Table, seat: str, n: int, own: Sequence[int]) -> Sequence[Told]:
    """What a seat was shown by entry n, without what the lines of a letter did that is answered."""
    entry = table.points[n].entry
    lines = entry.lines if n in own and isinstance(entry, LetterEntry) else ()
    return table.points[n].told(seat, sum(line.events for line in lines))


def offer_lapsed(table: Table, one: Due, own: int | None) -> bool:
    """Whether a draw that the reader offered was passed over since: not declined, and it stands no more."""

    def stood(n: int) -> bool:
        return bool(getattr(table.points[n].state, "offer", "") == one.seat)

    point = table.points[one.until]
    offered = max((n for n in (one.since, own) if n is not None and n >= 0 and stood(n)), default=None)
    if offered is None or stood(one.until) or table.game.ended(point.state) is not None:
        return False
    since = (event for each in table.points[offered + 1 : one.until + 1] for event in each.entry.events)
    return not any(isinstance(event, DrawDeclined | RolledBack) for event in since)


def happened(table: Table, one: Due, since: int, own: Sequence[int]) -> dict[str, Any]:
    """What a letter tells after entry `since`, and how much of it led to an order beforehand that was played (H27)."""
    played = bool(own) and plays(table.points[own[0]].entry)
    led = len(table.told(one.seat, since + 1, own[0])) if played else 0
    told = told_for(table, one, since, own)
    if ends_with(table, one):  # the secret number itself stands in that letter
        told = [shown for shown in told if shown.seen.kind != SecretTold.__name__]
    between = [
        (*meant(table, one.seat, before, own), *table.told(one.seat, before + 1, then))
        for before, then in pairwise(own)
    ]
    return {"told": told, "led": led, "between": between}


def asks_for_history(verdicts: Sequence[Verdict]) -> bool:
    """Whether a line of a letter asks for everything that its writer was ever shown."""
    readings = (verdict.line.reading for verdict in verdicts)
    return any(isinstance(reading, Question) and reading.verb == "history" for reading in readings)


def attached(table: Table, one: Due, limits: Limits) -> Sequence[Attachment]:
    """What is attached to a letter: to the last one the record as it stands then, if it is not too large."""
    if invited(table, one.until) or not ends_with(table, one):
        return ()
    return enclosed(table.id, final(table, one.seat, one.until + 1), limits)


def _waiting(table: Table, one: Due) -> Iterator[Note]:
    """H27 The orders beforehand that wait; whose condition holds already, and whose card is not in hand."""
    seat, n = one.seat, one.until
    if waiting := told_of(table, seat, n):
        yield (
            "foreseen",
            {"orders": waiting, "held": held_back(table, seat, n), "lacking": lacking(table, seat, n)},
        )
