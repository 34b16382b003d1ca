"""A line of a letter read as an order: by the grammar of its game, in the words of its seat.

Nothing here looks at a table: whether the order can be played is ruled on later.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.moves import Accept, AcceptDraw
from referee.notation import archive_verbs, consent, dispute_verbs, requests, rows, words
from referee.notation.asked import listed, names_in, verb_asked
from referee.notation.folding import WORD, Folded, behind_words, fold, foreign, key, parts, split, untwinned
from referee.notation.foreseen import Beforehand
from referee.notation.misread import guarded, misread
from referee.notation.readings import (
    Guard,
    Left,
    Line,
    Misread,
    Opening,
    Order,
    Prose,
    Reading,
    Table,
    Text,
    reading_of,
)
from referee.notation.rows import LONGEST_LINE, SPEAKING
from referee.notation.tails import CLOSING, QUOTED, tail_of
from referee.util.regexes import regex
from referee.util.values import replace

# Orders of which only one can be chosen, several of them alone in a letter: they ask what each does, and play
# nothing.
#
# `card thor` asks what Thor is, and `card friendship` chooses that card in an encounter: somebody who wants to
# know what four of them do writes four such lines, and would find the first one played.


ASK = frozenset({"about", "help", "rules", "moves", "status", "hint", "score", "table"})
"""Questions that may stand beside them; `about` asks what something is."""


class OneOf(Table):
    """An order that is asked about, for others stand beside it of which only one can be chosen."""


def as_questions(lines: Iterable[Line], kinds: Collection[type[Move]]) -> list[Line]:
    """The lines of a letter; with `kinds` of moves as questions where a letter has several and nothing else to play.

    One is enough where something else is asked by the same word. A guard says that they are meant to be played;
    the same order twice is meant for one time after the other.
    """
    found = list(lines)
    orders = [one.reading for one in found if isinstance(one.reading, Order)]
    if not _ask([one.reading for one in found], orders, kinds):
        return found
    return [replace(one, reading=_question(one.reading)) for one in found]


def _ask(readings: Iterable[Reading], orders: list[Order], kinds: Collection[type[Move]]) -> bool:
    if not orders or any(
        type(one.move) not in kinds or one.guard or one.remark or one.mark for one in orders
    ):
        return False
    asked = [one.verb for one in readings if isinstance(one, Table)]
    if not ASK.issuperset(asked):
        return False
    return len({one.move for one in orders}) + ("about" in asked) > 1


def _question(reading: Reading) -> Reading:
    move = reading.move if isinstance(reading, Order) else None
    return OneOf("try", move.written, move) if move else reading


__all__ = [
    "Guard",
    "Left",
    "Line",
    "Misread",
    "Opening",
    "Order",
    "Prose",
    "Reader",
    "Reading",
    "Table",
    "Text",
]

BULLET = regex(r" *(?:[-*+] +|\(?\d{1,3}[.)] *)?[\"'*_]*")
GUARD = regex(r"@ ?(?:(\d{1,4})\.(\d{1,4})|([^\s:]+))(?::? +|:?$)")
SECOND = regex(r"[ :]*")
ANNOUNCED = regex(' ?[:"]')
"""How free text begins: then its first words make no phrase with the verb."""
QUOTE = regex(r'[ :]*"')
COMPOUND = regex(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
ROOM_FOR_VERBS = 80
UNKNOWN = 2
"""Words after `card` and `help` that ask, though nothing is called so."""
LONGEST_TOPIC, TOPIC = 40, regex(r"[^\W\d_]{3,}(?: [^\W\d_]{3,})?")
"""What is asked for after `help`, and after `rules`: a word or two."""
NUMBERED = regex(r"\d{1,2}")
SEVERAL = frozenset(",;")
"""What stands between two names that are asked for."""
GREETING = regex(" ?,| ?: *$")
AROUND = CLOSING + ",:!?"
"""Left out at both ends of the words after `accept` and after verbs to the house."""
ASKING = frozenset({"try", "why"})
QUESTIONS = ASKING | {"help", "history", "rules"}
ASKS = "?"
"""After an order, alone, this asks whether it is allowed. With a remark it is a mark, as two signs always are."""


class Reader:
    """Reads the lines of one seat: by its game, the deck of its table, and its languages."""

    def __init__(
        self,
        game: Game,
        options_content: Mapping[str, Any],
        languages: Sequence[str | words.Words] = ("en",),
        *,
        invited: bool = False,
        own_words: bool = True,
    ) -> None:
        """Make a reader. Languages are named in order of preference; English always comes last.

        `invited`: the text after `accept` is the player's own words (H4). Raises `Faulty` for a language
        without words.
        """
        how = reading_of(game)
        known = [words.of_language(one, game.name) if isinstance(one, str) else one for one in languages]
        if (english := words.of_language("en", game.name)) not in known:
            known.append(english)
        self.game, self.invited, self._own_words = game, invited, own_words
        codes = [one for one in languages if isinstance(one, str)]
        self.beforehand = Beforehand(game, self, codes, known)
        self.openings = [re.compile(form) for form in how.OPENINGS]
        self.card_first, self._one_of = tuple(how.CARD_FIRST), frozenset(how.ONE_OF)
        self.opening_words = frozenset(how.OPENING_WORDS)
        self._asked = {parts(one): one.lower() for one in how.asked_names(options_content)}
        self.texts, self.quotes = frozenset(how.TEXTS), "text" in how.PATTERNS
        self.vocabulary = words.Vocabulary(
            known, how.card_names(options_content), how.KINDS, how.card_strengths(options_content)
        )

    def read(self, line: str) -> Reading:  # noqa: C901  a branch a kind of line
        """One order, or one line of prose. An order may fill several lines, with line feeds between them."""
        line = line.rstrip()
        if not self.invited and (foreseen := self.beforehand.read(line)):
            return foreseen
        head = self.folded(line)
        opening = self.opening(head.text)
        if asked := self._about(line, head, opening):
            return asked
        if opening is None:
            return Prose()
        if opening.verb in dispute_verbs.TEXTS and not dispute_verbs.announced(
            head.text, opening.behind, opening.verb
        ):
            return replace(misread(line, head.columns[opening.behind], "colon", (":",)), asks=True)
        if opening.verb in archive_verbs.TEXTS:
            return self._annotation(line, head, opening)
        if opening.verb in SPEAKING:
            behind = head.columns[opening.behind] + head.text.startswith(":", opening.behind)
            text = line[behind:].strip()
            return Text(opening.verb, text) if text else misread(line, len(line), "unfinished", ("TEXT",))
        if len(line) > LONGEST_LINE:
            return misread(line, LONGEST_LINE, "line-too-long", ())
        if self.invited and opening.verb == "accept":
            words_given = _words_behind(line, head, opening)
            if self.vocabulary.doubtful(line[head.columns[opening.behind] :]):
                return misread(line, head.columns[opening.behind], "doubtful", (), "accept", words_given)
            return Order(Accept(words_given))
        reading = self._order(line, head, opening)
        if isinstance(reading, Misread) and ";" in head.text:  # a list may have them, as letters may
            listed = self._order(line, replace(head, text=head.text.replace(";", ",")), opening)
            reading = listed if isinstance(listed, Order) else reading
        if isinstance(reading, Misread) and (opening.verb, reading.expected) == ("claim", ()):
            reading = replace(reading, key="no-claim")
        if isinstance(reading, Misread) and self._speaks_of(head):
            return Prose()
        if isinstance(reading, Misread) and opening.verb in QUESTIONS:
            found = self._rules_of_card(line, head, opening) or self._help_with(line, head, opening)
            return found or replace(reading, asks=True)
        return reading

    def waits(self, line: str) -> bool:
        """H27 Whether a line begins as an order beforehand, which may go on in the next line."""
        return not self.invited and self.beforehand.begins(line)

    def supposes(self, line: str) -> bool:
        """H27 Whether a line begins with a word for `if`."""
        return self.beforehand.supposes(line)

    def waits_on(self, line: str) -> bool:
        """H27 Whether a line after an order beforehand belongs to it."""
        return self.beforehand.goes_on(line)

    def taken_back(self, line: str) -> tuple[str, ...]:
        """H27 A line for each of several orders beforehand that one line takes back; () for any other line."""
        return () if self.invited else self.beforehand.taken_back(line)

    def _rules_of_card(self, line: str, head: Folded, opening: Opening) -> Table | None:
        """A question for the rules of a card, `rules hel`, or of something, `rules fight`; None for any other line."""
        named = line[head.columns[opening.behind] :].strip(AROUND + " .")
        name = self._named(named) if opening.verb == "rules" else None
        if name or opening.verb != "rules" or not TOPIC.fullmatch(named) or len(named.split()) > UNKNOWN:
            return Table("about", name) if name and not name.isdecimal() else None
        return Table("rules", named.lower())

    def _help_with(self, line: str, head: Folded, opening: Opening) -> Table | None:
        """`help if`, `help lay`: a question about one word; None for any other line, and for a sentence."""
        named = line[head.columns[opening.behind] :].strip(AROUND + " .")
        told = (
            opening.verb == "help"
            and 0 < len(named) <= LONGEST_TOPIC
            and not head.text.startswith(",", opening.behind)
        )
        return Table("help", named.lower()) if told and len(named.split()) <= UNKNOWN else None

    def _about(self, line: str, head: Folded, opening: Opening | None) -> Table | None:
        """A question what something is: `card thor`, `who is Thor?`; None for any other line.

        A name has to stand there and nothing else. One or two words that name nothing known count after a single
        word: then the answer says so. `card con` is an order where a game has one, and so is what was meant for one.
        """
        at = _end(BULLET.match(head.text))
        if COMPOUND.match(head.text, at) is None:
            return None
        keys = self._keys(head.text[at : at + ROOM_FOR_VERBS])
        fits = [form for form in self.vocabulary.asking if tuple(keys[: len(form)]) == form]
        asks = max(fits, key=len, default=None)
        if asks is None or len(line) > LONGEST_LINE:
            return None
        behind = behind_words(head.text, at, len(asks))
        named = line[head.columns[behind] :].strip(AROUND + " .")
        order = self._order(line, head, opening) if opening and opening.verb else None
        if order is not None and not isinstance(order, Misread):
            return None
        found = (self._named(one) for one in names_in(named))
        if (name := next((one for one in found if one is not None), None)) is not None:
            return Table("about", name)
        verbs = (verb_asked(one, self.vocabulary.fillers, self.opening) for one in names_in(named))
        if verb := next(filter(None, verbs), "") if line.endswith("?") else "":
            return Table("about", verb)
        told = (
            len(asks) == 1
            and asks not in listed("naming")
            and 0 < len(named.split()) <= UNKNOWN
            and line.rstrip()[-1:] != "?"
        )
        told = told and not SEVERAL & {*named}
        strange = order is None or not (order.hint or line[head.columns[behind] : order.column - 1].strip())
        return Table("about", named) if told and strange else None

    def _speaks_of(self, head: Folded) -> bool:
        """Whether a comma follows a word that asks and is a verb too: `Karte, die ich wollte, kam nicht`."""
        at = _end(BULLET.match(head.text))
        keys = self._keys(head.text[at : at + ROOM_FOR_VERBS])
        asks = any(tuple(keys[: len(form)]) == form == (keys[0],) for form in self.vocabulary.asking)
        return asks and head.text.startswith(",", behind_words(head.text, at, 1))

    def _named(self, written: str) -> str | None:
        """What a text names: a card of the game, or a number of at most two digits; None for nothing known."""
        if NUMBERED.fullmatch(written):
            return str(int(written))
        keys = tuple(one for one in parts(written) if one not in self.vocabulary.fillers)
        known = [one for one in self.vocabulary.beginning_with(keys[0] if keys else "") if one.parts == keys]
        return next((one.value for one in known if one.card), self._asked.get(keys))

    def knows(self, name: str) -> bool:
        """Whether something of the game is called so."""
        return self._named(name) is not None

    def _annotation(self, line: str, head: Folded, opening: Opening) -> Reading:
        """Words about a place of the game: `7.2: `, `7.2 line 3: ` or `game: `, and then the words.

        Without a place the words stand after a colon alone, and a rule says so: a misread line would be shown to
        whoever judges. Many sentences begin with "line", so there that is prose.
        """
        found = archive_verbs.place(head.text[opening.behind :], self.vocabulary.behind, self._card)
        if found is None and opening.verb == "variation":
            return Prose()
        place, behind = found or ("", 0)
        return Text(opening.verb, f"{place}: {line[head.columns[opening.behind + behind] :].strip()}")

    def _card(self, written: str) -> str:
        """The name of the card that is called so in full; "" for none."""
        keys = parts(written)
        known = self.vocabulary.beginning_with(keys[0] if keys else "")
        return next((one.value for one in known if one.card and one.parts == keys), "")

    def read_letter(self, letter: str | Iterable[tuple[int, str]]) -> list[Line]:
        """A whole letter, or its lines with their numbers: every order, text and line of prose in it.

        A line of an order that ends in a comma goes on in the next line. `say` and `note` run to the next
        blank line, to `end`, or to a line that reads completely as an order, which then is one. Nothing after
        `end` is read. While an invitation waits, consent in other words is read as `accept` (H4).
        """
        given = list(enumerate(split(letter), 1)) if isinstance(letter, str) else list(letter)
        lines = rows.lines_of(self, given)
        if self.invited:
            return consent.understood(lines, self.read) if self._own_words else list(lines)
        return as_questions(lines, self._one_of)

    def left_out(self, lines: Iterable[tuple[int, str, str]]) -> list[Line]:
        """The lines that would be orders, among those that are not the writer's own; see `referee.notation.rows`."""
        return list(rows.left_out(self, lines))

    def folded(self, line: str) -> Folded:
        """A line in the form in which it is compared, the pieces of its verb together."""
        folded = fold(line[:LONGEST_LINE])
        if not self.vocabulary.parted:
            return folded
        at, _, _ = self._guard(folded.text, _end(BULLET.match(folded.text)))
        asks = self.vocabulary.verb(self._keys(folded.text[at : at + ROOM_FOR_VERBS]))
        if asks and asks.kind in ASKING:
            at = behind_words(folded.text, at, len(asks.parts))
        return words.rejoined(folded, at, self.vocabulary.parted)

    def opening(self, text: str) -> Opening | None:
        """How an order begins; None for a line that is not an order."""
        at, guard, guard_fault = self._guard(text, _end(BULLET.match(text)))
        guarded = guard is not None or (guard_fault and text[text.index("@") :].lstrip("@ ")[:1].isdigit())
        bare = Opening(at, at, "", (), guard, guard_fault) if guarded else None
        if self.without_verb(text, at):
            return Opening(at, at, "move", (), guard, guard_fault)
        if (word := COMPOUND.match(text, at)) is None:
            return bare
        keys = self._keys(text[at : at + ROOM_FOR_VERBS])
        if self.vocabulary.is_phrase(keys) and not (self.texts and ANNOUNCED.match(text, word.end())):
            return bare
        greets = not word[0].isalpha() or GREETING.match(text, word.end())
        verb = self.vocabulary.verb(keys if word[0].isalpha() else [key(word[0].replace("-", ""))])
        if verb and self.invited and verb.kind == "accept ruling":
            verb = self.vocabulary.verb(keys[:1])  # H4 the text after `accept` is the player's own words
        asked = _end(SECOND.match(text, word.end()))
        if verb and verb.kind in ASKING and not self._asks(verb.kind, keys[1:], text, asked):
            near = self.vocabulary.verbs_near(keys[1]) if keys[1:] else ()
            verb = verb if near else None
        else:
            near = () if verb or greets else self._near_to(word[0], keys[0])
        if not verb and not near:
            return bare
        behind = behind_words(text, at, len(verb.parts)) if verb else word.end()
        return Opening(at, behind, verb.kind if verb else "", near, guard, guard_fault)

    def _near_to(self, word: str, one: str) -> tuple[str, ...]:
        """The verbs that a word may have been meant for, by its key; or as it is written, if `oe` is a slip: `mvoe`."""
        vocabulary = self.vocabulary
        known = one == word or one in vocabulary.prose or vocabulary.beginning_with(one)
        return vocabulary.verbs_near(one) or (() if known else vocabulary.verbs_near(word))

    def _asks(self, verb: str, keys: Sequence[str], text: str, at: int) -> bool:
        """Whether `try` or `why` is followed by an order, or `why` by a position or a letter."""
        past = verb == "why" and requests.PAST.match(text, at)
        return bool(past or self.vocabulary.verb(keys) or self.without_verb(text, at))

    def without_verb(self, text: str, at: int) -> bool:
        """Whether an order of this game begins here without a verb."""
        found = next((found for form in self.openings if (found := form.match(text, at))), None)
        word = found.groupdict().get("word") if found else None
        kinds = {meaning.kind for meaning in self.vocabulary.beginning_with(key(word or ""))}
        return found is not None and (not word or bool(kinds & self.opening_words))

    def near(self, line: str) -> tuple[str, ...]:
        """The verbs that the beginning of a line is, or may be meant for."""
        opening = self.opening(self.folded(line).text)
        return () if opening is None else (opening.verb, *opening.near)

    def _keys(self, text: str) -> list[str]:
        """The keys of the words of a text; look-alike letters are read as the letters they look like."""
        own = foreign(text, self.vocabulary.alphabet) < 0
        return [key(word) for word in WORD.findall(text if own else untwinned(text))]

    def _guard(self, text: str, at: int) -> tuple[int, Guard | None, bool]:
        """Where the verb must stand, the guard in front of it, and whether that guard is faulty."""
        if (found := GUARD.match(text, at)) is None:
            return at, None, False
        turn, action, word = found.groups()
        if turn:
            return found.end(), Guard(int(turn), int(action)), False
        now = any(meaning.kind == "now" for meaning in self.vocabulary.beginning_with(key(word)))
        return found.end(), Guard(now=True) if now else None, not now

    def _order(self, line: str, folded: Folded, opening: Opening) -> Reading:
        """The order in a line that begins as one."""
        if opening.verb in requests.VERBS:
            given = _words_behind(line, folded, opening)
            told = requests.said(opening.verb, given, self.vocabulary.behind, self._card)
            behind = folded.text[opening.behind :]
            exact = requests.is_exact(opening.verb, folded.text[: opening.at], behind)
            if told is None or not (exact or told or requests.is_question(opening.verb, behind)):
                return Prose()
            return Table(opening.verb, told if exact else "")
        words = opening.verb in self.texts and not QUOTE.match(folded.text, opening.behind)
        columns, tail = folded.columns, tail_of(line, folded, opening.behind, quotes=self.quotes, words=words)
        if opening.guard_fault:
            return misread(line, columns[folded.text.index("@")], "guard", ("GUARD",))
        told = folded.text[: opening.behind if words else tail.end]
        if self.quotes:
            told = QUOTED.sub(lambda text: " " * len(text[0]), told)
        if (strange := foreign(told, self.vocabulary.alphabet)) >= 0:
            return misread(line, columns[strange], "foreign-letter", ("LATIN",))
        if tail.fault >= 0:
            wanted = ("}",) if tail.key == "open-remark" else ("MARK",)
            return misread(line, columns[tail.fault], tail.key, wanted)
        from referee.notation import parser  # noqa: PLC0415 - Lark is slow to import, and prose needs none of it

        asked = (self.game, self.vocabulary, folded.text[: tail.end], opening)
        result = parser.parse(*asked, lambda start, end: line[columns[start] : columns[end]])
        if isinstance(result, parser.Stuck):
            found = line[columns[result.start] : columns[result.end]]
            hint = result.hint and guarded(opening.guard, result.hint)
            return misread(line, columns[result.start], result.key, result.expected, hint, found)
        if isinstance(result, Table):
            return replace(result, argument=result.move.written) if result.move else result
        if tail.mark == ASKS and "{" not in folded.text:
            return Table("try", result.written, result)
        bare = isinstance(result, AcceptDraw) and not self.vocabulary.holds(self._keys(folded.text), "tie")
        return Order(result, opening.guard, tail.remark, tail.mark, bare)


def _words_behind(line: str, folded: Folded, opening: Opening) -> str:
    """The text after the verb of a line, as written, without the signs around it."""
    end = folded.cut if folded.cut >= 0 else len(line)
    return " ".join(line[folded.columns[opening.behind] : end].split()).strip(AROUND)


def _end(found: re.Match[str] | None) -> int:
    return found.end() if found else 0
