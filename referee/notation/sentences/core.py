"""What a part of a sentence comes down to: `dann noch zwei ziehen bitte` to `ziehen`, twice."""

from collections.abc import Iterator

from referee.notation.asked import listed
from referee.notation.folding import fold, parts
from referee.notation.inside import behind_intent
from referee.notation.sentences.leading import after_when
from referee.util.regexes import regex

ANNOUNCED = regex(r"(?<![^\W\d_])[^\W\d_]+(?: [^\W\d_]+)?: +")
"""What stands before orders that are announced: `mein Zug: `. It begins where a word does: each is looked at once."""
COUNTED = (regex(r"(?P<said>.*\S) (?P<times>\w+)"), regex(r"(?P<times>\w+) (?P<said>\S.*)"))
"""A number after an order, or before it."""
TIMES = {"two": 2, "three": 3, "four": 4}
MOST_TIMES = 6


def counted(part: str) -> Iterator[tuple[str, int]]:
    """A part of a line, and without a number at its end or beginning, with how often it is meant."""
    yield part, 1
    for found in filter(None, (one.fullmatch(part) for one in COUNTED)):
        word = fold(found["times"]).text
        named = next((n for name, n in TIMES.items() if parts(word) in listed(name)), 0)
        times = int(word) if word.isdigit() and len(word) == 1 else named
        if 1 < times < MOST_TIMES:
            yield found["said"], times


def plain(text: str) -> str:
    """A part of a line without words that say when, or that something is wanted, and without courtesy."""
    text = behind_intent(ANNOUNCED.sub("", text.strip().rstrip(".! ")))
    words = [one for one in (after_when(text) or text).split() if parts(one) not in listed("whoever orders")]
    while len(words) > 1 and parts(words[-1]) in {**listed("polite"), **listed("leading")}:
        words.pop()
    return " ".join(words).rstrip(" ,;")
