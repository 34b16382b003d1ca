"""Several questions in one line: `card hel, card tyr`, `what do hel and tyr do?`, `draw, draw?`.

A line is parted so only where it has no meaning as a whole and each of its parts asks: by itself, with what the first
one begins with (`card`, `try`), or with the question mark that ends the line. Nothing is played by any of them.
"""

from typing import TypeGuard

from referee.notation.asked import asked as asked_alone
from referee.notation.asked import listed
from referee.notation.folding import behind_words, fold, parts
from referee.notation.readings import Misread, Prose, Reading, Table
from referee.notation.several import OneReader, Part, Segments

ASKED = frozenset({"about", "rules", "try", "why", "moves", "history", "help"})
"""What may be asked several times in a line."""
ALONE = frozenset({"hint", "status", "score", "table", "moves", "help"})
"""Words that ask when they are sent alone, and beside other questions."""
MARK = "?"
CLOSING = " .!?;,"
MOST, TOPIC = 8, 2


def questions(reader: OneReader, line: str, reading: Reading) -> tuple[Part, ...]:
    """The questions of a line, in their order; () for a line that is none of several."""
    text = line.rstrip()
    if not (isinstance(reading, Misread) or (isinstance(reading, Prose) and _may_ask(reader, text))):
        return ()
    found, mark = Segments(reader, text), MARK if text.endswith(MARK) else ""
    asked, verb, at, least = list[Part](), "", 0, 2
    while at < len(found.starts):
        for last in reversed(range(at, len(found.starts))):
            if one := _question(reader, found.between(at, last), mark, verb):
                break
        else:
            if parts(found.between(at, at)) not in listed("courtesy"):
                return ()
            at, least = at + 1, 1
            continue
        row = text.count("\n", 0, found.written(at)[0])
        asked.append(Part(row, *one))
        verb, at = verb or _beginning(reader, one[0]), last + 1
    return tuple(asked) if least <= len(asked) <= MOST else ()


def _may_ask(reader: OneReader, line: str) -> bool:
    """Whether a line of prose ends as a question does, or begins with a word that asks: before a name, or alone."""
    first = parts(line[:40])[:1]
    begins = any(form[:1] == first for form in reader.vocabulary.asking)
    return line.endswith(MARK) or begins or _alone(line.partition(",")[0], Prose()) is not None


def _alone(text: str, reading: Reading) -> Table | None:
    """What a word asks that is sent alone, such as `hint`; None if this is none."""
    found = asked_alone(text, reading)
    return found if isinstance(found, Table) and found.verb in ALONE else None


def _question(reader: OneReader, text: str, mark: str, verb: str) -> tuple[str, Table] | None:
    """What a part asks, with the words by which it does; None if it asks nothing.

    What only asks with the first words of the line has to name something that is known.
    """
    plain = text.strip().rstrip(CLOSING)
    for said in (plain + mark, plain):
        if _asks(found := reader.read(said)):
            return said, found
        if alone := _alone(said, found):
            return said, alone
    carried = reader.read(said := f"{verb} {plain}") if verb else None
    known = _asks(carried) and (carried.verb != "about" or reader.knows(carried.argument))
    return (said, carried) if _asks(carried) and known else None


def _asks(reading: Reading | None) -> TypeGuard[Table]:
    """Whether this is a question."""
    return isinstance(reading, Table) and reading.verb in ASKED


def _beginning(reader: OneReader, text: str) -> str:
    """The words with which a question begins: those that ask what something is, or a verb."""
    keys, folded = parts(text), fold(text)
    if forms := [one for one in reader.vocabulary.asking if keys[: len(one)] == one]:
        return text[: folded.columns[behind_words(folded.text, 0, max(map(len, forms)))]]
    opening = reader.opening(folded.text)
    return text[folded.columns[opening.at] : folded.columns[opening.behind]] if opening else ""


def topic_of(reader: OneReader, line: str) -> str:
    """What a question asks the meaning of, if it is a word or a few; "" for any other line."""
    text = line.strip().rstrip(CLOSING)
    topic = text[len(_beginning(reader, text)) :].strip() if _may_ask(reader, text) else ""
    return topic if 0 < len(topic.split()) <= TOPIC and all(parts(one) for one in topic.split()) else ""
