"""Lines that begin as an order beforehand (H27) and are none: `if Loki draws, challenge B`, `when my turn comes: draw`.

With a colon where people write a comma or `then`, and with the word that the referee knows, such a line may be one, and
is offered then. Else it is told what of it cannot be read. Nothing in it is played, nor offered without its `if`.
"""

from collections.abc import Iterator

from referee.notation.asked import listed
from referee.notation.folding import behind_words, fold, key, parts
from referee.notation.foreseen import LONGEST, Beforehand
from referee.notation.readings import Foresight, Misread, Order
from referee.notation.rows import SPEAKING
from referee.util.regexes import regex
from referee.util.values import Value

ENDS = regex(r" *[,:;] *")
LEAST, MOST = 3, 20
"""The fewest words of such a line; after how many of them it is parted at most."""


class Supposed(Value):
    """A line that may have been meant as an order beforehand: the order, or why it is none (a key of `misread`)."""

    order: str = ""
    fault: str = ""


def supposed(own: Beforehand, line: str) -> Supposed | None:
    """What a line may have been meant as that begins like an order beforehand; None for any other line."""
    text = line.strip().rstrip(".! ")
    if len(text) > LONGEST or len(text.split()) < LEAST or not (start := begins(own, text)):
        return None
    fault = ""
    for head, rest, marked in _parted(text[start:]):
        reading = own.read(candidate := f"{own.words('begins')} {head}: {rest}")
        if isinstance(reading, Foresight):
            return Supposed(candidate)
        if marked and isinstance(reading, Misread) and reading.key in {"condition", "branch"}:
            fault = fault or reading.key
        elif marked and reading is None and _is_ordered(own, rest):
            fault = fault or "condition"
    return Supposed("", fault) if fault else None


def begins(own: Beforehand, line: str) -> int:
    """The character after the word for `if`, or one like it, with which a line begins; 0 for any other line."""
    folded = fold(line[:LONGEST])
    keys = parts(folded.text[:80])
    forms = (*own.forms("begins"), *listed("supposing"))
    fits = [len(one) for one in forms if keys[: len(one)] == one]
    return folded.columns[behind_words(folded.text, 0, max(fits))] if fits else 0


def _parted(text: str) -> Iterator[tuple[str, str, bool]]:
    """The ways to part a line in what it waits for and what is to be done then; whether a sign stands between them."""
    for found in ENDS.finditer(text):
        yield text[: found.start()].strip(), _plain(text[found.end() :]), True
    words = text.split()
    for at in range(1, min(len(words), MOST)):
        yield " ".join(words[:at]), _plain(" ".join(words[at:])), False


def _plain(text: str) -> str:
    """What is to be done, without `then` and without who does it."""
    return " ".join(one for one in text.split() if (key(fold(one).text.strip(",")),) not in listed("doing"))


def _is_ordered(own: Beforehand, rest: str) -> bool:
    """Whether what is to be done begins as an order."""
    reading, opening = own.reader.read(rest), own.reader.opening(fold(rest).text)
    begun = opening is not None and opening.verb not in SPEAKING | {""}
    return isinstance(reading, Order) or (begun and isinstance(reading, Misread) and not reading.asks)
