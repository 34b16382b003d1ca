"""Consent to an invitation in a player's own words: `Yes, count me in!`, `Gerne, ich bin dabei`.

A line is consent only if it is made of nothing but words that the file `consent.<language>.yaml` lists, and one of
them accepts. So a question, a condition, a doubt or a quotation is never taken for it: some word of it is not
listed. What else stands in the letter has to be free of doubts, and of questions but those that the referee can answer
and those that are listed: `What does Hel do?`, `How long does it take?`. `Who would want that?` may take it back.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from referee.engine.moves import Accept
from referee.notation.asked import listed
from referee.notation.folding import WORD, fold, key, parts
from referee.notation.readings import Line, Misread, Order, Prose, Reading, Table, Text
from referee.notation.requests import SETTINGS
from referee.util import data, translations
from referee.util.regexes import regex
from referee.util.values import Value, replace

LONGEST = 120
"""The most characters of a line of consent."""
SIGNS = regex(r"[ .,!;:'()-]*")
"""What may stand between its words. A question mark, a quotation mark or a digit may not."""
SENTENCE = regex(r"(?<=[.!?])\s+")
PART = regex(r"[.,!?;:]+(?:\s+|$)|\s+[-\u2013\u2014]+\s+|\s+(?=(?:but|aber)\s)")
"""Between parts of a line one of which may have been meant to say yes."""
SPOKEN = regex('["\u201c\u201d\u201e\u00bb\u00ab>|]')
"""Signs of a quotation, in a line that is never consent."""
BETWEEN = regex(r"[.!;,](?: +(?:and|und)(?= ))? +|(?<=\S) +(?:and|und) +", re.IGNORECASE)
"""What may stand between consent and a setting."""
COURTESY = regex(r",? +(?:please|bitte|thanks|danke)$", re.IGNORECASE)
ASKED = frozenset({"about", "help", "rules", "moves", "status", "history", "end", "table", "hint", "score"})
"""What may be asked in it."""
SECTIONS = ("says", "beside", "doubts", "asks", "new", "unclear")


class Consent(Value):
    """The words of consent in one language, as keys.

    Those that accept; that may stand beside them; that doubt; whole questions that only ask; those that tell of
    somebody new to the game; whole questions that the referee answers, but that may mean no.
    """

    says: frozenset[tuple[str, ...]]
    beside: frozenset[tuple[str, ...]]
    doubts: frozenset[tuple[str, ...]]
    asks: frozenset[tuple[str, ...]]
    new: frozenset[tuple[str, ...]]
    unclear: frozenset[tuple[str, ...]]

    def given(self, words: Sequence[str]) -> bool:
        """Whether these words are consent: all of them are listed, and one accepts."""
        beside = self.beside | self.new
        longest = max(map(len, self.says | beside), default=0)
        known = {0: False}  # up to which word all are listed, and whether one of them accepts
        for end in range(1, len(words) + 1):
            for start in range(max(0, end - longest), end):
                some = tuple(words[start:end])
                if start in known and (some in self.says or some in beside):
                    known[end] = known.get(end, False) or known[start] or some in self.says
        return known.get(len(words), False)


def languages() -> Mapping[str, Consent]:
    """The words of consent of each language that has such a file."""
    found = {code: of_language(code) for code in translations.languages()}
    return {code: one for code, one in found.items() if one}


@cache
def of_language(code: str) -> Consent | None:
    """The words of consent of one language; None if it has no such file."""
    file = f"consent.{code}.yaml"
    try:
        listed = data.values("grammar", file)
    except FileNotFoundError:
        return None
    return Consent(*(frozenset(map(parts, listed[section])) for section in SECTIONS))


def is_consent(line: str) -> bool:
    """Whether a line says yes to an invitation: one sentence of it does, and no other asks or doubts anything."""
    if len(line) > LONGEST or len(SPOKEN.sub("", line)) < len(line):
        return False
    if _says_yes(line):
        return True
    sentences = [one for one in SENTENCE.split(line) if one.strip()]
    yes = [one for one in sentences if _says_yes(one)]
    others = [one for one in sentences if one not in yes]
    return bool(yes) and not any(_doubts(one) or not WORD.match(one.lower()) for one in others)


def sounds_like(line: str) -> bool:
    """Whether some part of a line would say yes if it stood alone: what may have been meant, never consent."""
    return len(line) <= LONGEST and any(map(_says_yes, filter(str.strip, PART.split(SPOKEN.split(line)[0]))))


def _says_yes(sentence: str) -> bool:
    """Whether words say yes to an invitation, in any one language, and nothing else."""
    text = fold(sentence).text
    if not SIGNS.fullmatch(WORD.sub("", text)):
        return False
    words = [key(word) for word in WORD.findall(text)]
    return any(one.given(words) for one in languages().values())


def given(lines: Sequence[str]) -> bool:
    """Whether lines of plain text say yes: one of them does, and no other doubts anything."""
    yes = [line for line in lines if is_consent(line)]
    return bool(yes) and not any(_doubts(line) for line in lines if line not in yes)


Read = Callable[[str], Reading]
"""Reads one line."""


def understood(lines: Iterable[Line], read: Read) -> list[Line]:
    """H4 The lines of a letter that answers an invitation: its first line of consent is read as `accept`.

    Only if the letter holds nothing that is ruled on, and no other line of it doubts anything. Settings, questions and
    words for the others may stand in lines of their own; a setting also after the consent: `Sure. letters my-turn`.
    """
    lines = [one for line in lines for one in _with_setting(line, read)]
    yes = [at for at, line in enumerate(lines) if _may_be(line) and is_consent(line.text)]
    others = [line for at, line in enumerate(lines) if at not in yes]
    if not yes or not all(map(_may_stand_beside, others)):
        return lines
    lines[yes[0]] = replace(lines[yes[0]], reading=Order(Accept("")))
    return [replace(line, reading=Prose()) if at in yes[1:] else line for at, line in enumerate(lines)]


def _may_stand_beside(line: Line) -> bool:
    """Whether a line may stand beside consent: a setting or a question to the referee; words that doubt nothing."""
    if isinstance(line.reading, Table):
        unclear = any(_asked(line.text) in one.unclear for one in languages().values())
        return line.reading.verb in SETTINGS | ASKED and not unclear
    return isinstance(line.reading, Prose | Text) and not _doubts(line.text)


def _with_setting(line: Line, read: Read) -> list[Line]:
    """A line of consent and a setting, parted; any other line as it is."""
    if "\n" in line.text or len(line.text) > LONGEST or not isinstance(line.reading, Prose | Misread):
        return [line]
    for found in BETWEEN.finditer(line.text):
        text = COURTESY.sub("", line.text[found.end() :].strip(" .!"))
        setting, before = read(text), line.text[: found.start() + 1].rstrip(" ,;")
        if (
            isinstance(setting, Table)
            and setting.verb in SETTINGS
            and setting.argument
            and _agrees(before, read)
        ):
            return [Line(line.numbers, before, read(before)), Line(line.numbers, text, setting)]
    return [line]


def _agrees(text: str, read: Read) -> bool:
    """Whether words are consent, or the order itself."""
    reading = read(text)
    return is_consent(text) or (isinstance(reading, Order) and isinstance(reading.move, Accept))


def _may_be(line: Line) -> bool:
    """Whether a line has no meaning of its own yet; one whose `accept` is in doubt has."""
    return isinstance(line.reading, Prose) or (
        isinstance(line.reading, Misread) and line.reading.key != "doubtful" and not line.reading.asks
    )


def _doubts(text: str) -> bool:
    """Whether a text doubts something, or asks something that may take consent back, or be a condition."""
    return any(map(_doubts_in, SENTENCE.split(text)))


def _doubts_in(sentence: str) -> bool:
    known = languages().values()
    if "?" in sentence:
        return not any(_asked(sentence) in one.asks for one in known)
    words = {(word,) for word in _new_to_it(parts(sentence))}
    return any(words & one.doubts for one in known)


def _asked(question: str) -> tuple[str, ...]:
    """The words of a question, without those that join it to others and that soften it."""
    words = question.split()
    while len(words) > 1 and parts(words[0]) in listed("joining"):
        words = words[1:]
    return parts(" ".join(one for one in words if parts(one) not in listed("softening")))


def _new_to_it(said: Sequence[str]) -> Iterator[str]:
    """Words without those that tell of somebody who is new to the game: `never played this` doubts nothing."""
    phrases = sorted((one for of in languages().values() for one in of.new), key=len, reverse=True)
    at = 0
    while at < len(said):
        found = next((one for one in phrases if one == tuple(said[at : at + len(one)])), ())
        if not found:
            yield said[at]
        at += len(found) or 1
