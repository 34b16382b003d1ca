"""A line of a letter read as an order: by the grammar of its game, in the words of its seat.

Nothing here looks at a table: whether what was written can be played is ruled on later.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import Any, cast

from referee import asides, defaults, disputes, words
from referee.folding import WORD, Folded, behind_words, fold, foreign, key, split, untwinned
from referee.game import Game, Move
from referee.moves import Accept, AcceptDraw
from referee.tails import CLOSING, tail_of

LONGEST_LINE, LONGEST_LETTER, MOST_TOKENS, MOST_LEFT = 500, 200, 80, 100
"""Of the last, so many orders that are not the writer's own are told, and no more."""
KEYS = (
    "unexpected",  # this word does not fit here
    "unfinished",  # the line ends too early
    "near-verb",  # a slip in the first word
    "unclear-verb",  # the first word may mean several orders
    "foreign-letter",  # a letter of another alphabet that looks like one of ours
    "guard",  # `@` without a position or `now`
    "mark",  # behind the order stands something that is no mark
    "open-remark",  # `{` without `}`
    "line-too-long",
    "too-many-words",
    "letter-too-long",
    "doubtful",  # behind `accept` stands what may mean the opposite
    "colon",  # behind a word to the arbiter stands neither a colon nor a position
    "order-in-text",  # behind `say` or `note`, on a line of its own, stands what reads as an order
)
"""Why a line is misread: keys of the catalogue."""

LEFT = ("left-original", "left-attribution", "left-signature", "left-footer", "left-forwarded", "left-banner")
"""Why a line is taken for somebody else's, or for the foot of a letter: keys of the catalogue."""

KINDS = ("VERB", "CARD", "COLUMN", "NUMBER", "NAME", "RULE", "TEXT", "GUARD", "MARK", "LATIN", "NOTHING-MORE")
"""What `Misread.expected` may hold beside words of the language: keys of the catalogue, in capitals."""


@dataclass(frozen=True, slots=True)
class Guard:
    """`@7.2`: play only at this turn and action. `@now`: play, whatever has happened since."""

    turn: int = 0
    action: int = 0
    now: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A move as written; `remark` and `mark` are the writer's own until the end. `bare`: what is accepted is not said."""

    move: Move
    guard: Guard | None = None
    remark: str = ""
    mark: str = ""
    bare: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A question to the referee, or `end`. `try` and `why` carry the move, and its canonical form.

    `why` without a move asks of a position (`7.2`) or of a letter, or a line of it (`g1.thor.9 2`).
    """

    verb: str
    argument: str = ""
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """What follows `say` or `note`, as written."""

    verb: str
    text: str


@dataclass(frozen=True, slots=True)
class Misread:
    """An order that cannot be read.

    `key` is one of `KEYS`. `column` counts from 1 in the line as written, `row` from 0 over the lines that
    one order fills. `expected` are words of the seat's language, and `KINDS`. `hint` is the nearest line
    that can be read, in canonical notation, if there is one near. `found` is what stands there. `asks`: it was a question,
    at which no letter stops.
    """

    column: int
    expected: tuple[str, ...] = ()
    hint: str = ""
    key: str = "unexpected"
    row: int = 0
    found: str = ""
    asks: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Prose:
    """A line that is no order: listed, and never a stop."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line that the writer's mail program quoted, or that stands below a signature: never played.

    `why` is one of `LEFT`. Only lines that would have been more than prose are told at all.
    """

    why: str


Reading = Order | Table | Text | Misread | Prose | Left


@dataclass(frozen=True, slots=True)
class Line:
    """One order, text or line of prose of a letter: the numbers of its lines, as written, and as read."""

    numbers: tuple[int, ...]
    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Opening:
    """How an order begins: at which character, where its verb ends, and which verb it is.

    `verb` is "move" for an order that begins without one, as its game has it, and "" if the word is not quite a
    verb. `near` are then the verbs that may be meant; for `try` and `why` those meant by the word behind.
    `guard_fault`: what stands in front of the verb is no guard.
    """

    at: int
    behind: int
    verb: str
    near: tuple[str, ...]
    guard: Guard | None
    guard_fault: bool = False


BULLET = re.compile(r" *(?:[-*+] +|\(?\d{1,3}[.)] *)?[\"'*_]*")
GUARD = re.compile(r"@ ?(?:(\d{1,4})\.(\d{1,4})|([^\s:]+))(?::? +|:?$)")
SECOND = re.compile(r"[ :]*")
COMPOUND = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
ROOM_FOR_VERBS = 80
GREETING = re.compile(" ?,| ?: *$")
AROUND = CLOSING + ",:!?"
"""Left out at both ends of the words behind `accept` and verbs to the house."""
ASKING = frozenset({"try", "why"})
QUESTIONS = ASKING | {"help", "history", "rules"}
SPEAKING = frozenset({"say", "note"}) | disputes.TEXTS


class Reader:
    """Reads the lines of one seat: by its game, the deck of its table, and its languages."""

    def __init__(
        self,
        game: Game,
        options_content: Mapping[str, Any],
        languages: Sequence[str | words.Words] = ("en",),
        *,
        invited: bool = False,
    ) -> None:
        """Make a reader. Languages are named in order of preference; English always comes last.

        `invited`: what stands behind `accept` are words (H4). Raises `Faulty` for a language that has none.
        """
        how = reading_of(game)
        known = [words.of_language(one, game.name) if isinstance(one, str) else one for one in languages]
        if (english := words.of_language("en", game.name)) not in known:
            known.append(english)
        self.game, self.invited = game, invited
        self.openings = [re.compile(form) for form in how.OPENINGS]
        self.opening_words = frozenset(how.OPENING_WORDS)
        self.vocabulary = words.Vocabulary(known, how.card_names(options_content), how.KINDS)

    def read(self, line: str) -> Reading:
        """One order, or one line of prose. An order may fill several lines, with line feeds between them."""
        line = line.rstrip()
        head = fold(line[:LONGEST_LINE])
        opening = self._opening(head.text)
        if opening is None:
            return Prose()
        if opening.verb in disputes.TEXTS and not disputes.announced(head.text, opening.behind, opening.verb):
            return replace(_misread(line, head.columns[opening.behind], "colon", (":",)), asks=True)
        if opening.verb in SPEAKING:
            behind = head.columns[opening.behind] + head.text.startswith(":", opening.behind)
            text = line[behind:].strip()
            return Text(opening.verb, text) if text else _misread(line, len(line), "unfinished", ("TEXT",))
        if len(line) > LONGEST_LINE:
            return _misread(line, LONGEST_LINE, "line-too-long", ())
        if self.invited and opening.verb == "accept":
            words_given = _words_behind(line, head, opening)
            if self.vocabulary.doubtful(line[head.columns[opening.behind] :]):
                return _misread(line, head.columns[opening.behind], "doubtful", (), "accept", words_given)
            return Order(Accept(words_given))
        reading = self._order(line, head, opening)
        if isinstance(reading, Misread) and opening.verb in QUESTIONS:
            return replace(reading, asks=True)
        return reading

    def read_letter(self, letter: str | Iterable[tuple[int, str]]) -> list[Line]:
        """A whole letter, or its lines with their numbers: every order, text and line of prose in it.

        A line of an order that ends in a comma goes on in the next line. `say` and `note` run to the next blank line, or to
        `end`; a line in them that reads as an order makes all down to it a misreading. Nothing behind `end` is read.
        """
        return list(self._lines(list(enumerate(split(letter), 1) if isinstance(letter, str) else letter)))

    def _lines(self, given: Sequence[tuple[int, str]]) -> Iterator[Line]:
        at = 0
        while at < len(given):
            number, line = given[at]
            if _blank(line):
                at += 1
            elif at >= LONGEST_LETTER:
                yield Line((number,), line, _misread(line, 0, "letter-too-long", ()))
                return
            else:
                size = self._size(given[at:LONGEST_LETTER])
                rows = [line for _, line in given[at : at + size]]
                text = "\n".join(rows)
                reading = self.read(text)
                if isinstance(reading, Text) and (stuck := self._order_in_text(rows)):
                    reading, size, text = stuck, stuck.row + 1, "\n".join(rows[: stuck.row + 1])
                yield Line(tuple(number for number, _ in given[at : at + size]), text, reading)
                if isinstance(reading, Table) and reading.verb == "end":
                    return
                at += size

    def left_out(self, lines: Iterable[tuple[int, str, str]]) -> list[Line]:
        """Of lines that are not the writer's own, those that would be orders; each with its number and why it is left out.

        The first `MOST_LEFT` of them: an original of thousands makes no book of the answer.
        """
        found = (
            Line((number,), text, Left(reason))
            for number, text, reason in lines
            if len(text) <= LONGEST_LINE and not isinstance(self.read(text), Misread | Prose)
        )
        return list(islice(found, MOST_LEFT))

    def _order_in_text(self, rows: Sequence[str]) -> Misread | None:
        """Whether a later line of a `say` or `note` reads as an order: nobody can know how it was meant.

        Said aloud it would tell what was meant to be played; played, it would be what was meant to be said.
        """
        for row, line in enumerate(rows[1:], 1):
            if not isinstance(self.read(line), Misread | Prose):
                return Misread(1, (), key="order-in-text", row=row, found=line.strip())
        return None

    def _size(self, given: Sequence[tuple[int, str]]) -> int:
        """How many lines belong together, from the first of these on."""
        opening = self._opening(text := fold(given[0][1][:LONGEST_LINE]).text)
        if opening is None or opening.verb in asides.VERBS:
            return 1
        size, room = 1, LONGEST_LINE
        for (_, line), (_, following) in pairwise(given):
            room -= len(line)
            if opening.verb in disputes.TEXTS and not disputes.announced(text, opening.behind, opening.verb):
                break
            if opening.verb in SPEAKING:
                goes_on = not self._ends(following)
            else:
                goes_on = room > 0 and fold(line[-LONGEST_LINE:]).text.rstrip().endswith(",")
            if not goes_on or _blank(following):
                break
            size += 1
        return size

    def _ends(self, line: str) -> bool:
        """Whether this line is the end of a letter."""
        return len(line) < LONGEST_LINE and self.read(line) == Table("end")

    def _opening(self, text: str) -> Opening | None:
        """How an order begins; None for a line that is no order."""
        at, guard, guard_fault = self._guard(text, _end(BULLET.match(text)))
        guarded = guard is not None or (guard_fault and text[text.index("@") :].lstrip("@ ")[:1].isdigit())
        bare = Opening(at, at, "", (), guard, guard_fault) if guarded else None
        if self._without_verb(text, at):
            return Opening(at, at, "move", (), guard, guard_fault)
        if (word := COMPOUND.match(text, at)) is None:
            return bare
        keys = self._keys(text[at : at + ROOM_FOR_VERBS])
        if self.vocabulary.is_phrase(keys):
            return bare
        greets = not word[0].isalpha() or GREETING.match(text, word.end())
        verb = self.vocabulary.verb(keys if word[0].isalpha() else [key(word[0].replace("-", ""))])
        if verb and self.invited and verb.kind == "accept ruling":
            verb = self.vocabulary.verb(keys[:1])  # H4 what stands behind `accept` are words
        asked = _end(SECOND.match(text, word.end()))
        if verb and verb.kind in ASKING and not self._asks(verb.kind, keys[1:], text, asked):
            near = self.vocabulary.verbs_near(keys[1]) if keys[1:] else ()
            verb = verb if near else None
        else:
            near = () if verb or greets else self.vocabulary.verbs_near(keys[0])
        if not verb and not near:
            return bare
        behind = behind_words(text, at, len(verb.parts)) if verb else word.end()
        return Opening(at, behind, verb.kind if verb else "", near, guard, guard_fault)

    def _asks(self, verb: str, keys: Sequence[str], text: str, at: int) -> bool:
        """Whether behind `try` or `why` stands an order, or behind `why` a position or a letter."""
        past = verb == "why" and asides.PAST.match(text, at)
        return bool(past or self.vocabulary.verb(keys) or self._without_verb(text, at))

    def _without_verb(self, text: str, at: int) -> bool:
        """Whether an order of this game begins here without a verb."""
        found = next((found for form in self.openings if (found := form.match(text, at))), None)
        word = found.groupdict().get("word") if found else None
        kinds = {meaning.kind for meaning in self.vocabulary.beginning_with(key(word or ""))}
        return found is not None and (not word or bool(kinds & self.opening_words))

    def near(self, line: str) -> tuple[str, ...]:
        """The verbs that the beginning of a line is, or may be meant for."""
        opening = self._opening(fold(line[:LONGEST_LINE]).text)
        return () if opening is None else (opening.verb, *opening.near)

    def _keys(self, text: str) -> list[str]:
        """The keys of the words of a text; look-alike letters are taken for what they look like."""
        own = foreign(text, self.vocabulary.alphabet) < 0
        return [key(word) for word in WORD.findall(text if own else untwinned(text))]

    def _guard(self, text: str, at: int) -> tuple[int, Guard | None, bool]:
        """Where the verb must stand, the guard in front of it, and whether it is a faulty one."""
        if (found := GUARD.match(text, at)) is None:
            return at, None, False
        turn, action, word = found.groups()
        if turn:
            return found.end(), Guard(int(turn), int(action)), False
        now = any(meaning.kind == "now" for meaning in self.vocabulary.beginning_with(key(word)))
        return found.end(), Guard(now=True) if now else None, not now

    def _order(self, line: str, folded: Folded, opening: Opening) -> Reading:
        """The order of a line whose beginning is one."""
        if opening.verb in asides.VERBS:
            told = asides.said(opening.verb, _words_behind(line, folded, opening), self.vocabulary.behind)
            return Prose() if told is None else Table(opening.verb, told)
        columns, tail = folded.columns, tail_of(line, folded, opening.behind)
        if opening.guard_fault:
            return _misread(line, columns[folded.text.index("@")], "guard", ("GUARD",))
        if (strange := foreign(folded.text[: tail.end], self.vocabulary.alphabet)) >= 0:
            return _misread(line, columns[strange], "foreign-letter", ("LATIN",))
        if tail.fault >= 0:
            return _misread(
                line, columns[tail.fault], tail.key, ("}",) if tail.key == "open-remark" else ("MARK",)
            )
        from referee import parsing  # noqa: PLC0415 - Lark is slow to import, and prose needs none of it

        result = parsing.parse(self.game, self.vocabulary, folded.text[: tail.end], opening)
        if isinstance(result, parsing.Stuck):
            found = line[columns[result.start] : columns[result.end]]
            hint = result.hint and _guarded(opening.guard, result.hint)
            return _misread(line, columns[result.start], result.key, result.expected, hint, found)
        if isinstance(result, Table):
            return replace(result, argument=self.game.write(result.move)) if result.move else result
        bare = isinstance(result, AcceptDraw) and not self.vocabulary.holds(self._keys(folded.text), "tie")
        return Order(result, opening.guard, tail.remark, tail.mark, bare)


def reading_of(game: Game) -> defaults.How:
    """What a game says of how it is read; see `referee.defaults.Reading` for what it may leave out."""
    return cast("defaults.How", defaults.reading_of(game))


def _guarded(guard: Guard | None, line: str) -> str:
    """A line with its guard in front."""
    if guard is None:
        return line
    return f"@now {line}" if guard.now else f"@{guard.turn}.{guard.action} {line}"


def _misread(
    line: str, at: int, why: str, expected: tuple[str, ...], hint: str = "", found: str = ""
) -> Misread:
    """A misreading at a character of the line as written, which may fill several rows."""
    start = line.rfind("\n", 0, at) + 1
    return Misread(at - start + 1, expected, hint, why, line.count("\n", 0, at), found)


def _words_behind(line: str, folded: Folded, opening: Opening) -> str:
    """What stands behind the verb of a line, as written, without signs around it."""
    return " ".join(line[folded.columns[opening.behind] :].split()).strip(AROUND)


def _blank(line: str) -> bool:
    return not fold(line[:LONGEST_LINE]).text.strip()


def _end(found: re.Match[str] | None) -> int:
    return found.end() if found else 0
