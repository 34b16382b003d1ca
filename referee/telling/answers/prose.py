"""Lines of prose, as far as they are answered: what may have been meant by each, one thing for a line at most."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from referee.engine.choices import Choices
from referee.engine.rules import Refused
from referee.notation import consent
from referee.notation.asked import listed, topics_in
from referee.notation.folding import fold, parts
from referee.notation.inside import says_intent
from referee.notation.reader import Line
from referee.notation.reader import Reader as Reads
from referee.notation.readings import Misread, Order, Prose, reading_of
from referee.notation.rows import BETWEEN
from referee.notation.sentences.addressed import plain, speaks_to
from referee.notation.sentences.may import about
from referee.notation.sentences.offers import agrees, refuses
from referee.notation.sentences.questions import topic_of
from referee.notation.sentences.supposed import supposed
from referee.table.legality import Sitting, as_question, rule_line
from referee.table.verdicts import Verdict
from referee.telling.about import QUOTED, SHORT_LINE, early, is_question
from referee.telling.answers.legal import Legal
from referee.telling.answers.wishes import of_the_game, wish_in
from referee.telling.catalog import telling
from referee.telling.handbook import not_allowed
from referee.telling.laid import LineTold, Offer, rows_of
from referee.telling.moves import begins_with, nearest
from referee.telling.sentences import Reader
from referee.util.regexes import regex
from referee.util.values import Value, replace

ENDED = regex(r"[.!?;]\s+\S")
"""A sentence that ends, and another begins: a question there may be about something else than an order before it."""
SOME, MOST = 3, 24
"""Words of a line that may have been meant for the others; how many lines are looked at."""

BESIDE = regex(r"[.!;:(]+ +| +[-\u2013\u2014]+ +| +\(")
"""What may stand between an order and words for another in one line; a comma may stand within an order."""
COMMA = regex(r", *")
PLACES = 8
"""How many such places of a line are looked at."""


class Sentences(Value, dict=True):
    """The lines of prose of one letter; `all_lines` are the verdicts of the whole letter.

    `before`: how an invitation is accepted that its reader has not answered. `undo`: whether another offers undo.
    """

    reader: Reader
    choices: Choices
    all_lines: Sequence[Verdict]
    before: Offer | None = None
    undo: bool = False

    @cached_property
    def legal(self) -> Legal:
        """What the writer may do now."""
        return Legal(self.reader, self.choices)

    def meant_inside(self, verdict: Verdict) -> tuple[str, ...]:
        """The orders in the midst of a line of prose, the first of which its writer could play now."""
        reader, moves = self.reader, _orders_in(verdict)
        if not moves or not (moves[0] in self.choices or begins_with(self.choices, moves[0].written)):
            return ()
        return tuple(reader.order(move.written) for move in moves)

    @cached_property
    def all_meant(self) -> tuple[tuple[Verdict, str], ...]:
        """The lines of prose with orders in them, from the first on that could be played now, each with its orders."""
        found = [
            one
            for one in self.all_lines
            if _orders_in(one)
            if one not in self._looked_at
            or not (self._supposed(one) or self._tried(one) or self._says_more(one))
        ]
        first = next((n for n, one in enumerate(found) if self.meant_inside(one)), len(found))
        return tuple(
            (
                one,
                "; ".join(self.reader.order(move.written) for move in _orders_in(one)),
            )
            for one in found[first:]
        )

    def _says_more(self, verdict: Verdict) -> bool:
        """Whether a line holds more orders than those in its midst that read as they stand: `I draw 2, then draw`."""
        line, inside = verdict.line.text, _orders_in(verdict)
        whole = () if "?" in line or "\n" in line else self.legal.whole(line)
        return len(whole) > len(inside)

    @cached_property
    def _looked_at(self) -> tuple[Verdict, ...]:
        """The lines of prose that are looked at: a letter of many lines costs no more than one of some."""
        return tuple(one for one in self.all_lines if isinstance(one.line.reading, Prose))[:MOST]

    def told(self, verdict: Verdict) -> Iterator[LineTold]:
        """What a line of prose is answered with; nothing for most."""
        if at := next((n for n, (one, _) in enumerate(self.all_meant, 1) if one is verdict), 0):
            told = self._line(verdict, "meant-inside", (), kind="not-played")
            whole = "\n".join(
                orders for _, orders in self.all_meant
            )  # one link for the whole turn, below the last
            yield replace(told, meant=(whole,), held=True) if at == len(self.all_meant) else told
        elif verdict in self._looked_at:
            answers = (
                self._consent,
                self._of_an_offer,
                self._supposed,
                self._tried,
                self._too_early,
                self._for_another,
                self._wish_of_the_game,
                self._meant,
                self._words_at_the_end,
                self._wish,
                self._question,
            )
            found = filter(None, (answer(verdict) for answer in answers))
            yield from islice(found, 1)

    def mended(self, line: str, reading: Misread) -> Offer:
        """What a line may have been meant to be that cannot be read: what its words are near to, or what it names.

        What could not be played now gives way to what could; with a verb that could be played it is left out.
        """
        if (
            reading.asks
            and len(line.split()) > 1
            and (told := self._allowed(line.split(maxsplit=1)[1], denied=True))
        ):
            return told
        if told := self._all_at_once(line, reading) or self._of_this_game(line, reading):
            return told
        if order := order_beside(self.reader, self.legal.reads, line):
            return Offer(self.reader.text("suggested"), (order,))
        if places := self._asked_names(line):
            return Offer(self.reader.text("suggested"), places)
        several = self.legal.whole(line)
        if len(several) > 1 and self.legal.may(several[0]):
            return Offer(self.reader.text("suggested"), self._turns(("\n".join(several),)))
        if reading.key == "condition" and (standing := self._standing(line)):
            return Offer(self.reader.text("suggested"), (standing,))
        hint = reading.hint if reading.hint and not reading.hint.startswith("@") else ""
        orders = hint.split(BETWEEN) if hint else []
        barred = bool(orders) and self.legal.may(orders[0]) is False
        near = () if orders and not barred else self.legal.meant(line)
        only_near = len(orders) == 1 and reading.key == "unexpected" and self.legal.may(hint) is False
        whole = "\n".join(map(self.reader.order, orders))
        if orders and not near and (told := self._not_now(orders[0])):
            return told
        unsure = barred or (not orders and reading.key == "unclear-verb")
        near = near or (self.legal.best(line) if unsure else ())
        if barred and not near and (told := self._none_of(orders[0], reading)):
            return told
        gives_way = near or (only_near and any(hint.split()[0] in of for of, _ in self.legal.now))
        meant = self._turns(near) if gives_way or not whole else (whole,)
        text, order = ("", "") if meant else of_the_game(self.reader, self.choices, line)
        return (
            Offer(self.reader.text(text), (order,)) if order else Offer(self.reader.text("suggested"), meant)
        )

    def _all_at_once(self, line: str, reading: Misread) -> Offer | None:
        """What may be played where a line says `both` of what is ordered one by one; without the lines below."""
        if reading.key != "unexpected" or parts(reading.found) not in listed("all at once"):
            return None
        found = self.legal.named(line) or self.legal.best(line)
        if not found:
            return self._allowed(line, denied=True)
        return Offer(self.reader.text("nearest"), self._turns(found), apart=True)

    def _of_this_game(self, line: str, reading: Misread) -> Offer | None:
        """A line with the name of the game, where that is all that misses."""
        if reading.key != "unfinished" or reading.expected != ("NAME",):
            return None
        named = f"{line.strip().rstrip('.! ')} {self.reader.view.game}"
        return Offer(self.reader.text("suggested"), (named,))

    def _none_of(self, written: str, reading: Misread) -> Offer | None:
        """That no order of a kind is allowed now, where a slip may have meant one; None if nothing may be anyway."""
        verb = self.legal.verb_of(written.split(maxsplit=1)[0])
        if reading.key != "unexpected" or not verb or not self.legal.now:
            return None
        return None if any(verb in of for of, _ in self.legal.now) else self._allowed(verb, denied=True)

    def _standing(self, line: str) -> str:
        """The game's own order for what an order beforehand would play whose condition cannot be read; "" for none."""
        reading = self.legal.reads.read(line.rpartition(":")[2].strip().rstrip(".! "))
        return next(iter(self.in_advance(reading.move.written if isinstance(reading, Order) else "")), "")

    def in_advance(self, written: str) -> tuple[str, ...]:
        """The game's own order by which an order is given for later, if the game has one and it may be given now."""
        standing = telling(self.reader.game).standing(written) if written else ""
        return (self.reader.order(standing),) if standing and self.legal.may(standing) else ()

    def _not_now(self, written: str) -> Offer | None:
        """Why an order that a line may have meant may not be played now, and what may; None if nothing may anyway."""
        reader, reading = self.reader, self.legal.reads.read(written)
        if not isinstance(reading, Order) or not self.legal.now:
            return None
        broken = self._refusal(written, reading)
        near = nearest(reader.game, self.choices, written) if broken else ()
        if broken is None or not near:
            return None
        said = f"{not_allowed(reader, written, broken)} {reader.text('nearest')}"
        return Offer(said, tuple(map(reader.order, near)))

    def _turns(self, found: Sequence[str]) -> tuple[str, ...]:
        """Turns in canonical notation, an order a line, in the reader's words."""
        return tuple("\n".join(map(self.reader.order, one.splitlines())) for one in found)

    def _allowed(self, text: str, *, denied: bool) -> Offer | None:
        """What is allowed of the kind that somebody asks about, or that nothing is; None if that is not known."""
        words = text.split()
        for said in (text, " ".join((words[-1], *words[:-1]))):
            if orders := self.legal.named(said):
                return Offer(self.reader.text("nearest"), tuple(map(self.reader.order, orders)))
        verb = next((one for said in (words[0], words[-1]) if (one := self.legal.verb_of(said))), "")
        if not verb or not (denied or len(words) == 1):
            return None
        word = self.reader.word(verb)
        return Offer(self.reader.text("may-none"), (f"{self.reader.order('help')} {word}",))

    def _line(self, verdict: Verdict, text: str, meant: tuple[str, ...], *, kind: str = "prose") -> LineTold:
        rows = rows_of(verdict.line)
        return LineTold(kind, rows, self.reader.text(text), meant=meant)

    def _consent(self, verdict: Verdict) -> LineTold | None:
        """H4 How consent is sent, where a line may be meant for it but says, asks or doubts more."""
        accept = self.before.orders[:1] if self.before else ()
        fits = accept and consent.sounds_like(verdict.line.text)
        return self._line(verdict, "meant-answer", accept) if fits else None

    def _of_an_offer(self, verdict: Verdict) -> LineTold | None:
        """H22 How an offer that is open is answered, where a line may say yes to it, or no."""
        line, draw = verdict.line.text, self.choices.family("accept draw") is not None
        if not (draw or self.undo) or line.lstrip().startswith(QUOTED):
            return None
        says = [word for word, said in (("accept", agrees(line)), ("decline", refuses(line))) if said]
        offers = [what for what, there in (("draw", draw), ("undo", self.undo)) if there]
        orders = tuple(self.reader.order(f"{word} {what}") for what in offers for word in says)
        return replace(self._line(verdict, "meant-answer", orders), held=draw) if orders else None

    def _supposed(self, verdict: Verdict) -> LineTold | None:
        """H27 A line that begins like an order beforehand and is none: the order, or why it is none."""
        found = supposed(self.legal.reads.beforehand, verdict.line.text)
        if found is None or self.reader.view.outcome:
            return None
        if found.order:
            return self._line(verdict, "meant-answer", (found.order,))
        says = self.reader.says
        reason = says.say("misread", found.fault, self.reader.voice, {"found": ""})
        told = says.say("verdicts", "misread", self.reader.voice, {"reason": reason})
        helps = f"{self.reader.order('help')} {self.reader.beforehand('if')}"
        return replace(self._line(verdict, "meant-answer", (helps,)), verdict=told, plain=False)

    def _tried(self, verdict: Verdict) -> LineTold | None:
        """A question that names an order, and only one: what the rules say to it, as `try` does."""
        line, moves = verdict.line.text, _orders_in(verdict)
        if len(moves) != 1 or not is_question(line) or ENDED.search(line) or self.reader.view.outcome:
            return None
        written = moves[0].written
        if self.legal.may(written):
            fought = telling(self.reader.game).would(self.reader.view, written)
            below = [self.reader.note(*fought)] if fought else []
            allowed = self.reader.text("allowed", written=self.reader.order(written))
            told = self._line(verdict, "suggested", (self.reader.order(written),))
            return replace(told, verdict=allowed, below=tuple(below), held=True, plain=False)
        broken = self._refusal(written, Order(moves[0])) if self.legal.now else None
        told = self._line(verdict, "suggested", ())
        return replace(told, verdict=not_allowed(self.reader, written, broken)) if broken else None

    def _refusal(self, written: str, order: Order) -> Refused | None:
        """What keeps an order from being played now, as `try` tells it."""
        reader = self.reader
        sitting = Sitting(reader.game, reader.view.seat, reader.view, house=None)
        tried = rule_line(as_question(Line((1,), written, order)), sitting).tried
        return tried.broken if tried else None

    def _too_early(self, verdict: Verdict) -> LineTold | None:
        """H27 An order in a sentence by which its writer says what to do, while another is on turn."""
        line, moves = verdict.line.text, _orders_in(verdict)
        others = any((word,) in listed("of others") for word in parts(line))
        if not moves or self.legal.now or "?" in line or others or not says_intent(line):
            return None
        first, *rest = [move.written for move in moves]
        broken = self._refusal(first, Order(moves[0]))
        beforehand = early(
            self.reader, replace(verdict, written=first, broken=broken), [*map(self.reader.order, rest)]
        )
        return (
            self._line(verdict, "meant-inside-early", beforehand, kind="not-played") if beforehand else None
        )

    def _for_another(self, verdict: Verdict) -> LineTold | None:
        """Words for another player, perhaps beside an order. No link says them: they may tell what is hidden."""
        if not is_for_another(self.reader, verdict.line.text):
            return None
        if order := order_beside(self.reader, self.legal.reads, verdict.line.text):
            return replace(self._line(verdict, "meant-inside", (order,), kind="not-played"), held=True)
        return self._line(verdict, "meant-for-another", ())

    def _wish_of_the_game(self, verdict: Verdict) -> LineTold | None:
        text, order = of_the_game(self.reader, self.choices, verdict.line.text)
        told = self._line(verdict, text, () if verdict.reason else (order,)) if order else None
        return replace(told, verdict=verdict.told) if told and verdict.told else told

    def _words_at_the_end(self, verdict: Verdict) -> LineTold | None:
        """Once the game is over: words that are not passed on."""
        line = verdict.line.text.strip()
        fits = self.reader.view.outcome and not line.startswith(QUOTED) and len(line.split()) >= SOME
        return self._line(verdict, "meant-for-another", ()) if fits else None

    def _wish(self, verdict: Verdict) -> LineTold | None:
        verb = wish_in(self.reader, verdict.line.text)
        return self._line(verdict, "meant-wish", (verb,)) if verb else None

    def _meant(self, verdict: Verdict) -> LineTold | None:
        """A bare answer to what is owed, or a line that names an order that could be played now."""
        line = verdict.line.text
        if "\n" in line or line.rstrip().endswith("?"):
            return None
        if (places := self._asked_names(line)) and self.legal.verbs_in(line):
            return self._line(verdict, "meant-answer", places)
        orders = self._turns(self.legal.meant(line) or tuple(filter(None, [self.legal.unfit(line)])))
        return replace(self._line(verdict, "meant-answer", orders), held=True) if orders else None

    def _question(self, verdict: Verdict) -> LineTold | None:
        """A question that nobody answers: what is allowed of what it asks about, or what can be asked."""
        line = verdict.line.text
        if (found := about(line)) and (allowed := self._allowed(found.text, denied=found.denied)):
            told = self._line(verdict, "asked-else", allowed.orders)
            return replace(told, verdict=allowed.text, held=True)
        asks = self._asks(line)
        return replace(self._line(verdict, "asked-else", asks), plain=False) if is_question(line) else None

    def _asks(self, line: str) -> tuple[str, ...]:
        """What can be asked that comes near a question: about the cards that it names, about a word, or for help."""
        rules, named = self.reader.order("rules"), topics_in(self.reader.game.name, line)
        names = dict.fromkeys((*named, *self.legal.cards_in(line)))
        chapters = tuple(f"{rules} {one}" for one in self._verbs_asked(line))
        if names:
            return (*(self.reader.text("ask-card", name=name) for name in names), *chapters)
        topic = "" if chapters else topic_of(self.legal.reads, line)
        if topic:
            return (f"{rules} {topic}",)
        return chapters or (self.reader.order("help"),)

    def _asked_names(self, line: str) -> tuple[str, ...]:
        """The questions about what a line names that no order can have: `move to Alfheim`, whose answer has the way."""
        words = parts(line) if len(line) <= SHORT_LINE and not line.lstrip().startswith(QUOTED) else ()
        names = reading_of(self.reader.game).asked_names(self.reader.content)
        return tuple(self.reader.text("ask-card", name=one) for one in names if {*parts(one)} <= {*words})

    def _verbs_asked(self, line: str) -> tuple[str, ...]:
        """The verbs of the game that a question has, in the reader's words: their rules may answer it."""
        reader = self.reader
        found = (reader.word(one) for one in sorted(self.legal.verbs_in(line)))
        parted = {
            f"{stem[0]} {last}": f"{last}{stem[0]}n" for stem, last in self.legal.reads.vocabulary.parted
        }
        return tuple(parted.get(fold(one).text, one) for one in found)  # `angreifen` for `greife an`


def _orders_in(verdict: Verdict) -> Sequence[Any]:
    """The orders in the midst of a line of prose."""
    return getattr(verdict.line.reading, "inside", ())


# Words for another player, which the referee does not pass on unless they stand after `say`.


def is_for_another(reader: Reader, line: str) -> bool:
    """Whether a line of prose is meant for another player: `tell Bert, ...`."""
    if line.lstrip().startswith(QUOTED):
        return False
    named = dict(reader.view.names)
    called = {seat: _names(reader, seat, named.get(seat) or "") for seat in reader.seats}
    own = called.pop(reader.view.seat, set[str]())
    return speaks_to(frozenset(set[str]().union(*called.values()) - own), line)


def order_beside(reader: Reader, reads: Reads, line: str) -> str:
    """The order in a line, as written, that has nothing else but words for another: `draw. Good luck, Loki!`.

    Either may come first; "" for any other line.
    """
    for at in list(BESIDE.finditer(line))[:PLACES]:
        before, behind = line[: at.start()].strip(), line[at.end() :].strip()
        for order, words in ((before, behind.rstrip(")")), (behind.rstrip(".!"), before + at[0].strip())):
            if _ordered(reads, order) and is_for_another(reader, words):
                return order
    return ""


def _ordered(reads: Reads, text: str) -> bool:
    """Whether a text is an order, or several with commas between them."""
    return any(
        all(isinstance(reads.read(one), Order) for one in some) for some in ([text], COMMA.split(text))
    )


def _names(reader: Reader, seat: str, name: str) -> set[str]:
    """What a player is called: by the seat, in the reader's language too, and by the name, whole or its first word."""
    says = reader.says
    told = says.say("seats", seat) if says.has("seats", seat) else seat
    return {plain(one) for one in (seat, told, name, *name.split()[:1]) if one}
