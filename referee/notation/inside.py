"""An order in the midst of a sentence: `I think I will lay archer B2`, `Actually no: draw, draw`.

It is never played. The receipt quotes it, so that its writer can send it as a line of its own.
"""

import re

from referee.engine.choices import Move
from referee.notation.asked import listed
from referee.notation.folding import WORD, Folded, fold, key, parts, untwinned
from referee.notation.readings import Order, Prose
from referee.notation.sentences.may import first_forms, parted_forms
from referee.notation.several import GREAT, OneReader, Segments, parts_of
from referee.util.regexes import regex

LONGEST, MOST_READ = 300, 8
"""The most characters of a sentence that is looked at, and how many places in it are read."""
QUOTING = ('"', ">", "|")
"""What stands in a line that quotes somebody; nothing is looked for in one."""
ENDS = ".!?;"
PLACE = regex(r"\b(?:[a-z]?\d|[a-z])\b")
"""A place, a column or a number, all of which an order has to say again."""
MOST_WORDS, LONGEST_WORD = 4, 40
"""The most words of a phrase that says that something is meant to be done, and the most characters of one of them."""
WAVERING = frozenset({"not", "nicht", "later", "später"})
"""A sentence that ends so is no order."""
DENYING = frozenset({"not", "never", "dont", "wont", "cant", "cannot", "nicht", "nie", "niemals"})
"""An order after one of these, in the same sentence, is none."""


def orders_in(reader: OneReader, line: str) -> tuple[Move, ...]:
    """The first orders that a line of prose holds after its beginning; () for none, and for a line that quotes.

    An order of one word counts only after a colon: "it is a draw" is none.
    """
    folded = fold(line)
    if reader.invited or len(folded.text) > LONGEST or any(sign in folded.text for sign in QUOTING):
        return ()
    room = MOST_READ
    for found in list(WORD.finditer(folded.text))[1:]:
        if not _may_begin(reader, folded.text, found):
            continue
        opening = reader.opening(folded.text[found.start() :])
        if opening is None or not opening.verb or _denied(folded.text[: found.start()]):
            continue
        if (room := room - 1) < 0:
            return ()
        if moves := _orders_at(reader, line, folded, found.start()):
            return moves
    return ()


def _denied(before: str) -> bool:
    """Whether the sentence that ends so denies what follows."""
    sentence = max(before.rfind(sign) for sign in (*ENDS, ":"))
    return not DENYING.isdisjoint(key(one) for one in WORD.findall(before[sentence + 1 :]))


def _may_begin(reader: OneReader, text: str, word: re.Match[str]) -> bool:
    """Whether an order may begin with this word, as it is written or as its letters look."""
    begun = {key(word[0]), key(untwinned(word[0]))} & reader.vocabulary.verbs_by_first.keys()
    return bool(begun) or reader.without_verb(text, word.start())


def _orders_at(reader: OneReader, line: str, folded: Folded, at: int) -> tuple[Move, ...]:
    """The orders from a character on, to the end of the line, of the sentence, or of a word that is one: `e5-d4`."""
    stops = (
        n
        for n in range(at, len(folded.text))
        if folded.text[n] in ENDS and folded.text[n + 1 : n + 2] in {"", " "}
    )
    announced = folded.text[:at].rstrip().endswith(":")
    bare = reader.without_verb(folded.text, at)
    ends = (
        len(folded.text),
        next(stops, len(folded.text)),
        *([_end_of_word(folded.text, at)] if bare else []),
    )
    for end in dict.fromkeys(ends):
        text = line[folded.columns[at] : folded.columns[end]].strip()
        reading = reader.read(text)
        read = (
            [reading]
            if isinstance(reading, Order)
            else [one.reading for one in parts_of(reader, text, reading)]
        )
        moves = tuple(one.move for one in read if isinstance(one, Order))
        if moves and not any(isinstance(move, GREAT) for move in moves):
            return (
                moves
                if announced or bare or any(" " in move.written or "-" in move.written for move in moves)
                else ()
            )
    return ()


def _end_of_word(text: str, at: int) -> int:
    found = text.find(" ", at)
    return len(text) if found < 0 else at + len(text[at:found].rstrip(",;:.!?"))


def prose(reader: OneReader, line: str) -> Prose:
    """A line of prose, with the orders in it; an order after an `if` is not meant without it."""
    if reader.supposes(line):
        return Prose()
    return Prose(begun_by_card(reader, line) or orders_in(reader, line) or intended(reader, line))


def begun_by_card(reader: OneReader, line: str) -> tuple[Move, ...]:
    """The orders of a line that begins with a card, and leaves the verb out: `Gungnir at C1`, `dragon, hel, ravens`.

    Each part is an order, or one with the first verb with which all that it says is read; a card alone says nothing.
    """
    text = line.strip().rstrip(".! ")
    folded = fold(text).text
    words = WORD.findall(folded)
    first = reader.vocabulary.beginning_with(key(words[0])) if len(words) > 1 else ()
    if (
        reader.invited
        or not any(one.card for one in first)
        or any(sign in folded for sign in (*QUOTING, "?", ":"))
    ):
        return ()
    found, moves, at = Segments(reader, text), list[Move](), 0
    while at < len(found.starts):
        for last in reversed(range(at, len(found.starts))):
            if some := _of_card(found, at, last):
                break
        else:
            return ()
        moves.extend(some)
        at = last + 1
    return tuple(moves)


def _of_card(found: Segments, at: int, last: int) -> tuple[Move, ...]:
    """The orders from one part of a line to another: as they stand, or with a verb before them; () for none."""
    if some := found.part(at, last):
        return tuple([one.reading.move for one in some if isinstance(one.reading, Order)])
    text = found.between(at, last)
    places = {one[0] for one in PLACE.finditer(fold(text).text)}
    for verb in found.reader.card_first:
        reading = found.reader.read(f"{verb} {text}")
        if isinstance(reading, Order) and places <= {*reading.move.written.lower().split()}:
            return (reading.move,)
    return ()


def intended(reader: OneReader, line: str) -> tuple[Move, ...]:
    """The orders of a sentence by which its writer says what to do: `I want to draw`, `Ich möchte Tyr nach B1 legen`.

    One word is enough there. A verb at the end of a German sentence is read where an order has it.
    """
    text = line.strip().rstrip(".! ")
    if reader.invited or len(text) > LONGEST or "?" in text or any(sign in text for sign in QUOTING):
        return ()
    words, said = _behind_intent(text.split())
    if not said or not words or words[-1].lower() in WAVERING:
        return ()
    parted = (one.split() for one in parted_forms(words))
    for one in (words, *([verb, *words[:-1]] for verb in first_forms(words[-1])), *parted):
        written = " ".join(one)
        opening = reader.opening(fold(written).text)
        if opening is None or not (opening.verb or len(words) > 1):
            continue
        reading = reader.read(written)
        read = (
            [reading]
            if isinstance(reading, Order)
            else [two.reading for two in parts_of(reader, written, reading)]
        )
        moves = tuple(two.move for two in read if isinstance(two, Order))
        if moves and len(moves) == len(read) and not any(isinstance(move, GREAT) for move in moves):
            return moves
    return ()


def says_intent(line: str) -> bool:
    """Whether a sentence begins with words that say that its writer means to do something: `I`, `Ich möchte`."""
    return _behind_intent(line.split())[1]


def behind_intent(text: str) -> str:
    """A text without the words at its beginning that only say that something is meant to be done."""
    words = text.split()
    return " ".join(words[_intent_ends(words)[1] :])


def _behind_intent(words: list[str]) -> tuple[list[str], bool]:
    """The words after those that say that something is meant to be done; whether there are such."""
    said, at = _intent_ends(words)
    return [one for one in words[at:] if _key([one]) not in listed("between")], said


def _intent_ends(words: list[str]) -> tuple[bool, int]:
    """Whether a sentence begins with words that say that something is meant to be done, and where they end."""
    between, intent = listed("between"), listed("intent")
    said, at = False, 0
    while at < len(words):
        long = next((n for n in range(MOST_WORDS, 0, -1) if _of_letters(words[at : at + n]) in intent), 0)
        if not long and _key(words[at : at + 1]) not in between:
            break
        said, at = True, at + (long or 1)
    return said, at


def _of_letters(words: list[str]) -> tuple[str, ...]:
    """The keys of words; () where one of them is a number: `Bitte 2`."""
    key = _key(words)
    return key if key and all(map(parts, words)) else ()


def _key(words: list[str]) -> tuple[str, ...]:
    """The key of words; () where one is longer than any that is listed: to fold it may take long."""
    return () if any(len(one) > LONGEST_WORD for one in words) else parts(" ".join(words))
