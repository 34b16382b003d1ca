"""The lines of a letter, each told: as it was written, what became of it and why, and what may have been meant."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import dropwhile, islice, takewhile
from typing import Any, cast

from referee.engine.choices import Choices
from referee.engine.events import seen
from referee.engine.game import Game
from referee.house.undo import UNDO
from referee.notation import archive_verbs, dispute_verbs, foreseen, languages, requests
from referee.notation.reader import OneOf
from referee.notation.readings import Order, Table, Text, reading_of
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.about import (
    BRIEF,
    EARLY,
    about_text,
    early,
    help_text,
    in_brief,
)
from referee.telling.answers.prose import Sentences
from referee.telling.answers.wishes import given, leave_in, withdrawals, withdrawn_as
from referee.telling.catalog import telling
from referee.telling.handbook import not_allowed, rule_line, rules_answer, rules_kept
from referee.telling.laid import LineTold, Offer, Row, misread_row, rows_of
from referee.telling.moves import begins_with, moves_text, nearest
from referee.telling.paging import ANSWERS, history_page
from referee.telling.sentences import Reader, told_together
from referee.util.text import MARK, deciding, quoted, shown_size
from referee.util.values import Value, replace

WISHES = requests.VERBS | UNDO | dispute_verbs.TEXTS | archive_verbs.TEXTS | foreseen.VERBS
"""Verbs by which the house does something, or says why not."""
SHORT = frozenset({"answered", "refused", "passed-over", "ambiguous"})
"""Verdicts of lines about which little need be told; what happened, and what was said, is told in full."""
HELD = frozenset({"not-played", "refused", "misread", "ambiguous"})
"""Verdicts of lines for which another order is offered that is held to the position (H1)."""
STOPS = frozenset({"refused", "misread", "ambiguous"})
"""Verdicts of lines at which a letter may stop: what was not played after them goes with what is offered for them."""
STANDS = frozenset({*BRIEF, "moves"})
"""Words that ask how it stands and what may be done: before the game begins nothing stands."""
MOVING = frozenset({"hint", "pass"})
"""Words sent alone that are answered with orders of the game."""
OVER, REMATCH = "game-over", requests.REMATCH
"""The reason, in every game, why no order is played any more; and what can be ordered then."""


def _end(verdict: Verdict) -> bool:
    """Whether this is the line `end`, about which there is nothing to tell."""
    return verdict.kind == "answered" and getattr(verdict.line.reading, "verb", "") == "end"


def fired(verdict: Verdict) -> bool:
    """H27 Whether this is the line by which the referee plays an order beforehand: nobody wrote it."""
    return verdict.kind == "answered" and getattr(verdict.line.reading, "verb", "") == foreseen.HOLDS


def _asked(verdict: Verdict) -> tuple[object, ...]:
    """What a question asks, and what is answered: the same twice needs no second answer."""
    return verdict.line.reading, verdict.tried, verdict.readings, verdict.reason, verdict.told


class Telling(Value, dict=True):
    """One receipt in the making: `all_lines` are the verdicts of the whole letter.

    `before`: the answer to a word sent alone before the game begins. `undo`:
    another offers to take a letter back. `then`: the orders beforehand that were played right after it (H27).
    """

    reader: Reader
    choices: Choices
    history: Sequence[Told]
    rematch: bool
    all_lines: Sequence[Verdict] = ()
    before: Offer | None = None
    undo: bool = False
    then: frozenset[int] = frozenset()

    def lines(self) -> Iterator[LineTold]:
        """Each line but prose.

        The same question is answered once; when much has been answered, the rest is told in short.
        """
        room, asked = ANSWERS, list[object]()
        for verdict in self.all_lines:
            if verdict.kind == "prose":
                yield from self.sentences.told(verdict)
            if verdict.kind == "prose" or _end(verdict):
                continue
            if verdict.kind not in SHORT:
                told = self.line(verdict)
            elif verdict.kind == "answered" and _asked(verdict) in asked:
                told = self.told(verdict, (self.reader.text("answered-above"),))
            elif room <= 0:
                told = self.told(verdict, (self.reader.text("answer-apart"),))
            else:
                told = self.line(verdict)
                asked += [] if verdict.events else [_asked(verdict)]
            room -= sum(shown_size(text) for text in (*told.below, *told.verbatim))
            yield told

    def line(self, verdict: Verdict) -> LineTold:  # noqa: C901  a case a verdict
        """A line, told by what became of it."""
        match verdict.kind:
            case "misread":
                return self.misread(verdict)
            case "said" | "noted" | "not-played" if isinstance(verdict.line.reading, Text):
                return self.words(verdict)
            case "played":
                below = self.brought_about(verdict)
            case "refused":
                below = iter((*self.brought_about(verdict), *self.put_right(verdict)))
            case "answered" if getattr(verdict.line.reading, "verb", "") == "language":
                below = self.language(verdict, cast("Table", verdict.line.reading).argument)
            case "answered" if fired(verdict):
                return LineTold(verdict.kind, (), "", tuple(self.wish(verdict)))
            case "answered" if getattr(verdict.line.reading, "verb", "") in WISHES:
                told = self.told(verdict, tuple(self.wish(verdict)), tuple(verdict.told.splitlines()))
                said = [(verdict.reason.key, verdict.reason.params)] if verdict.reason else []
                meant = (*leave_in(self.reader, verdict.reason), *withdrawals(self.reader, said))
                return replace(told, meant=(*meant, *withdrawn_as(self.reader, verdict.events, self.then)))
            case "answered" if self.before and getattr(verdict.line.reading, "verb", "") in STANDS:
                return replace(self.told(verdict), offer=self.before.text, meant=self.before.orders)
            case "answered" if getattr(verdict.line.reading, "verb", "") in BRIEF:
                return self.in_brief(verdict)
            case "answered" if verdict.reason and isinstance(verdict.line.reading, Table):  # by an order
                told = self.told(verdict, (self.reader.reason(verdict.reason),))
                return replace(told, meant=self.sentences.in_advance(verdict.written))
            case "answered" if not (verdict.tried or verdict.readings):
                return self.told(verdict, verbatim=tuple(self.answer(verdict)))
            case "answered" if verdict.tried:
                below = self.tried(verdict)
            case _:  # what a standing order did before the line
                below = self.brought_about(verdict)
        return self.offering(self.told(verdict, tuple(below)), verdict, self.meant(verdict))

    def offering(self, told: LineTold, verdict: Verdict, offer: Offer) -> LineTold:
        """A line with what may have been meant; the orders of its letter that were not played after it go with each."""
        apart = offer.apart or (verdict.broken is not None and verdict.broken.why.key in {OVER, *EARLY})
        rest = self.rest(verdict) if verdict.kind in STOPS and not apart else ()
        if not offer.orders:  # the lines below are good for themselves, perhaps
            good = rest and self.sentences.legal.may(rest[0])
            offer = Offer(self.reader.text("suggested-rest"), (rest[0],)) if good else offer
            rest = rest[1:]
        if not offer.orders:
            return told
        refused = verdict.kind == "refused"  # what could be played instead stands next there: once is enough
        meant = tuple("\n".join((order, *rest[refused and rest[:1] == (order,) :])) for order in offer.orders)
        held, plain = (
            verdict.kind in HELD or bool(verdict.tried),
            not (verdict.tried and verdict.kind == "answered"),
        )
        return replace(told, offer=offer.text, meant=meant, held=held, plain=plain or bool(offer.text))

    def rest(self, stopped: Verdict) -> tuple[str, ...]:
        """The orders after the one at which a letter stopped, as far as they could be read."""
        return tuple(
            self.reader.order(one.written)
            for one in self.below(stopped)
            if one.kind == "not-played" and one.written
        )

    def below(self, verdict: Verdict) -> Iterator[Verdict]:
        """The lines of the letter below one of them."""
        found = dropwhile(lambda one: one is not verdict, self.all_lines)
        return islice(found, 1, None)

    def meant(self, verdict: Verdict) -> Offer:
        """The orders that may have been meant by a line that was refused, is not clear, or was asked about."""
        if verdict.broken and verdict.broken.why.key == OVER:
            return Offer("", (self.reader.order(REMATCH),) if self.rematch else ())
        if verdict.readings:
            return Offer("", tuple(map(self.reader.order, verdict.readings)))
        tried = verdict.tried if verdict.kind == "answered" else None
        if tried and any(one.kind == "played" for one in self.below(verdict)):
            return Offer()  # what is allowed after an order that was played says nothing about what was asked
        if tried and not tried.broken:
            able = begins_with(self.choices, tried.written)
            return Offer("", (self.reader.order(tried.written),) if able else ())
        asked = replace(verdict, written=tried.written, broken=tried.broken) if tried else verdict
        if beforehand := early(self.reader, asked, self.rest(asked) if asked is verdict else ()):
            return Offer(self.reader.text("meant-early"), beforehand)
        refused = asked.written if asked.broken and verdict.kind in {"refused", "answered"} else ""
        near = telling(self.reader.game).instead(self.reader.view, refused) if refused else ()
        near = near or (nearest(self.reader.game, self.choices, refused) if refused else ())
        return Offer(self.reader.text("nearest"), tuple(map(self.reader.order, near)))

    def told(self, verdict: Verdict, below: tuple[str, ...] = (), verbatim: tuple[str, ...] = ()) -> LineTold:
        """A line as it was written, with what became of it."""
        rows = rows_of(verdict.line)
        if any(map(fired, self.all_lines)):  # H27 lines that the referee wrote, in the notation of records
            rows = tuple(row._replace(text=self.reader.order(row.text)) for row in rows)
        verb = getattr(verdict.line.reading, "verb", "")
        # What a line did by the rules of the house alone (H4) its events tell: nothing was played.
        of_the_house = verdict.events and all(one.number.startswith("H") for one in verdict.events)
        what = "" if below and of_the_house else self.verdict(verdict)
        return LineTold(verdict.kind, rows, what, below, verbatim, verb=verb)

    def words(self, verdict: Verdict) -> LineTold:
        """What is said or noted, or was to be and why not: the writer's own words, as data."""
        reading: Any = verdict.line.reading
        reader = self.reader
        verb = reader.word(reading.verb)
        rows = (Row(verdict.line.numbers[0], verb),)
        ended = reader.reason(verdict.reason) if verdict.reason and self.doubtful(verdict) else ""
        became = "" if verdict.kind == "not-played" else self.verdict(verdict)
        told = " ".join(filter(None, (ended, became)))
        return LineTold(verdict.kind, rows, told, tuple(quoted(reading.text)))

    def doubtful(self, verdict: Verdict) -> bool:
        """Whether the row that ended words may have been meant as one of them: plain words, below no end of a sentence.

        Words that were too long are told so.
        """
        reading: Any = verdict.line.reading
        behind = next((one.line for one in self.all_lines if reading.ends in one.line.numbers), None)
        if not reading.ends or behind is None:
            return True
        order = isinstance(behind.reading, Text) or any(sign.isdigit() for sign in behind.text)
        last = reading.text.rstrip()[-1:]
        return not order and (last.isalnum() or last in ",;-")

    def in_brief(self, verdict: Verdict) -> LineTold:
        """The answer to a word sent alone: `status`, `hint`."""
        verb = cast("Table", verdict.line.reading).verb
        text, orders = in_brief(self.reader, self.choices, verb)
        if verdict.told:
            text, orders = verdict.told, () if verdict.reason else orders
        if self.rematch:
            orders = (self.reader.order(REMATCH),)
        return replace(self.told(verdict), offer=text, meant=orders, held=verb in MOVING)

    @cached_property
    def sentences(self) -> Sentences:
        """The lines of prose of the letter, and what they are answered with."""
        return Sentences(self.reader, self.choices, self.all_lines, self.before, self.undo)

    def verdict(self, verdict: Verdict) -> str:
        """What became of a line, in a sentence."""
        reason = verdict.broken.why if verdict.broken else verdict.reason
        written = self.reader.order(verdict.written)
        same = " ".join(verdict.line.text.lower().split()) in {verdict.written.lower(), written.lower()}
        values = {
            "written": "" if same else written,
            "rule": verdict.broken.rule if verdict.broken else "",
            "reason": self.reader.reason(reason) if reason else "",
        }
        return self.reader.says.say("verdicts", verdict.kind, self.reader.voice, values)

    def brought_about(self, verdict: Verdict) -> Iterator[str]:
        """What the writer was shown of what a line did."""
        found = (seen(event, self.reader.view.seat) for event in verdict.events)
        yield from told_together(self.reader, [one for one in found if one])

    def put_right(self, verdict: Verdict) -> Iterator[str]:
        """The rule in words; nothing where nothing can be put right."""
        if verdict.broken and verdict.broken.why.key != OVER:
            number, reason = verdict.broken.rule, self.reader.reason(verdict.broken.why)
            if text := rule_line(self.reader.game, number, self.reader.says.language):
                told = deciding(text, reason)  # of a long one what decides
                yield self.reader.text("rule-line", number=number, text=told, whole=told == text)

    def misread(self, verdict: Verdict) -> LineTold:
        """The caret under the column, what is wrong there, what was expected, the nearest order."""
        reading: Any = verdict.line.reading
        reason = self.reader.misread(reading)
        told = self.reader.says.say("verdicts", "misread", self.reader.voice, {"reason": reason})
        rows = (misread_row(verdict.line),)
        told_so = LineTold(verdict.kind, rows, told, self.reader.expected(reading))
        return self.offering(told_so, verdict, self.sentences.mended(verdict.line.text, reading))

    def answer(self, verdict: Verdict) -> Iterator[str]:
        """The answer to a question: moves, history, rules, card, why, help."""
        reader, reading = self.reader, cast("Table", verdict.line.reading)
        match reading.verb:
            case "moves":
                text = moves_text(reader, self.choices, mark=MARK)
            case "history":
                text = history_page(reader, self.history, int(reading.argument or 1))
            case "rules":
                text = rules_answer(reader, reading.argument)
            case "about":
                text = about_text(reader, reading.argument, self.choices, self.asked_before(verdict))
            case "why":
                text = verdict.told or reader.text("past-nowhere", position=reading.argument)
            case _:
                text = help_text(reader, self.choices, reading.argument)
        yield from text.splitlines()

    def asked_before(self, verdict: Verdict) -> tuple[str, ...]:
        """The names that the letter has asked for above this line."""
        above = (one.line.reading for one in takewhile(lambda one: one is not verdict, self.all_lines))
        return tuple(one.argument for one in above if isinstance(one, Table) and one.verb == "about")

    def language(self, verdict: Verdict, wanted: str) -> Iterator[str]:
        """H10 The language that was chosen; or that the name is unknown or ambiguous, and which languages there are."""
        yield from self.brought_about(verdict)
        if not verdict.events:
            key = "language-unknown" if wanted else "language-now"
            there = [(code, languages.name_of(code, code)) for code in languages.known()]
            known = [self.reader.text("language-named", code=code, name=name) for code, name in there]
            yield self.reader.text(key, wanted=wanted, now=self.reader.says.language, known=known)

    def wish(self, verdict: Verdict) -> Iterator[str]:
        """H14 to H17 What followed from a word to the house, or why nothing did."""
        now = given(verdict.events, self.then)
        yield from [self.reader.text("foreseen-taken", names=now)] if now else self.brought_about(verdict)
        if verdict.reason:
            yield self.reader.reason(verdict.reason)

    def tried(self, verdict: Verdict) -> Iterator[str]:
        """What the rules say to a move; for `why`, each rule that was asked."""
        tried, asked_why = verdict.tried, getattr(verdict.line.reading, "verb", "") == "why"
        assert tried is not None  # noqa: S101  asked before
        written = self.reader.order(tried.written)
        if broken := tried.broken:
            yield not_allowed(self.reader, tried.written, broken)
            yield from self.put_right(replace(verdict, written=tried.written, broken=broken))
            yield from filter(None, [rules_kept(self.reader, tried, written)] if asked_why else [])
        else:
            kept = rules_kept(self.reader, tried, written) if asked_why else ""
            yield kept or self.reader.text("allowed", written=written)
            yield from self.set_against(tried.written)
        if not asked_why and (name := telling(self.reader.game).asked(tried.written)):
            yield from map(" ".join, [about_text(self.reader, name).split()])
        yield from self.told_last(verdict)

    def set_against(self, written: str) -> Iterator[str]:
        """What an order would set against what; not where the letter has changed the table itself."""
        played = any(one.kind == "played" for one in self.all_lines)
        if not played and (found := telling(self.reader.game).would(self.reader.view, written)):
            key, values = found
            yield self.reader.note(key, values)

    def told_last(self, verdict: Verdict) -> Iterator[str]:
        """Below the last order asked about: that each was tried for itself, or that none of several is played."""
        apart = [one for one in self.all_lines if one.kind == "answered" and one.tried]
        if not apart or apart[-1] is not verdict:
            return
        if isinstance(verdict.line.reading, OneOf):
            position = self.reader.position
            yield self.reader.text("asked-one-of", position=position)
        elif len(apart) > 1:
            yield self.reader.text("tried-apart")


def as_question(game: Game, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """The lines of a letter, whose only order may be a card of those of which one is chosen: that one as a question.

    Where none can be chosen (`card follower` outside an encounter), its name is the word by which one asks what it is.
    The record says that it was refused.

    A guard says that it was meant to be played. Where cards are or were chosen, the letter is overtaken (H1), or orders
    something else, it is refused as ever: a game says for which reasons it cannot have been meant (`ASKED_BY`).
    """
    orders = [one for one in verdicts if isinstance(one.line.reading, Order)]
    if len(orders) != 1 or orders[0].kind != "refused" or orders[0].events:
        return verdicts
    reading = orders[0].line.reading
    assert isinstance(reading, Order)  # noqa: S101  looked at before
    plain = type(reading.move) in reading_of(game).ONE_OF and not (
        reading.guard or reading.remark or reading.mark
    )
    broken = orders[0].broken
    if not (plain and broken and broken.why.key in reading_of(game).ASKED_BY):
        return verdicts
    # It is answered by why the card cannot be chosen: that says what it does.
    written = orders[0].written
    line = replace(orders[0].line, reading=Table("about", written.partition(" ")[2]))
    asked = Verdict(line, "answered", written=written, reason=broken.why)
    return [asked if one is orders[0] else one for one in verdicts]
