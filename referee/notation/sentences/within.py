"""A question behind other words of a line: `Gern, ich bin dabei! Aber was kann denn der Ring?`, `Fun. cards please`.

Only what the referee can answer is seen so: a question that names something of the game, or words that ask when they
are sent alone. What stands before it may hold no order. It costs nothing to be answered.
"""

from referee.notation.asked import asked as asked_alone
from referee.notation.asked import listed
from referee.notation.folding import parts
from referee.notation.inside import QUOTING, orders_in
from referee.notation.readings import Prose, Table
from referee.notation.several import OneReader
from referee.util.regexes import regex

LONGEST, MOST = 200, 6
"""The most characters of such a line, and how many places of it are looked at."""
BREAK = regex(r"(?P<ends>[.!?\u2026:)](?:\s*[:;]-?[)D(])?)\s+|,\s+|\s+[-\u2013\u2014]+\s+")
"""Between sentences, or parts of one."""
ASKED = frozenset({"about", "rules", "help", "moves", "status", "table", "hint", "score"})
MARK = "?"


def asked_within(reader: OneReader, line: str) -> tuple[str, str, Table] | None:
    """The words before the question that ends a line, the question as written, and what it asks; None for none."""
    text = line.rstrip()
    if len(text) > LONGEST or "\n" in text or any(sign in text for sign in QUOTING):
        return None
    breaks = list(BREAK.finditer(text))[-MOST:]
    for start, sentence in ((0, False), *((one.end(), bool(one["ends"])) for one in breaks)):
        before, question = text[:start].rstrip(), text[start:]
        if not (question.endswith(MARK) or sentence) or MARK in question[:-1]:
            continue
        if (
            reader.invited and before and not sentence
        ):  # `I would love to, but what is this?` may be no consent
            continue
        asked = _asks(reader, question)
        if asked and _may_stand_before(reader, before):
            return before, question, asked
    return None


def _asks(reader: OneReader, question: str) -> Table | None:
    """What a question asks as it stands, or without the words that join it to others and that soften it."""
    for said in dict.fromkeys((question, _plain(question))):
        read = reader.read(said)
        found = asked_alone(said, read, invited=reader.invited) if isinstance(read, Prose) else read
        known = found if isinstance(found, Table) and found.verb in ASKED else None
        if known and (known.verb != "about" or not known.argument or _names(reader, known.argument)):
            return known
    return None


def _names(reader: OneReader, name: str) -> bool:
    """Whether something is called so, or orders begin so."""
    return reader.knows(name) or reader.opening(name) is not None


def _plain(question: str) -> str:
    """A question without the words that join it to what was said before, and without those that soften it."""
    words = question.split()
    while len(words) > 1 and parts(words[0]) in listed("joining"):
        words = words[1:]
    mark = MARK if question.endswith(MARK) else ""
    return " ".join(one for one in words if parts(one) not in listed("softening")).rstrip(MARK + " ") + mark


def _may_stand_before(reader: OneReader, before: str) -> bool:
    """Whether words before a question are no order, hold none, and wait for none."""
    return not before or (
        isinstance(reader.read(before), Prose)
        and not reader.supposes(before)
        and not orders_in(reader, before)
    )
