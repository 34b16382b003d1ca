"""Words that people send alone: `status`, `hint`, `score`, `help`, `moves`, `table`, `undo`, `pass`.

They are questions, unless a game has them.
What each asks stands in `asked.<language>.yaml`. Only a line of exactly such words asks, and only if it is no order.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import product

from referee.notation.folding import parts
from referee.notation.readings import Misread, Opening, Prose, Reading, Table
from referee.util import data, translations
from referee.util.regexes import regex

LONGEST, MOST_WORDS = 60, 8
VERBS = ("status", "score", "hint", "help", "moves", "table", "undo", "pass", "cards", "why")
"""What may be asked so."""
MOST_BESIDE = 3
"""Words that stand before or after a name together."""
BEFORE = frozenset(VERBS) - {"undo", "pass", "why"}
"""What of it who is invited may ask."""
CARDS = Table("about")
"""What the cards in hand do: asked as what one card is, of none by its name."""
LAST = Table("why", "last")
"""Why: about what happened last."""
SENTENCE = regex(r"[.!?;,:)(-]+(?:\s+|$)")


def listed(section: str) -> Mapping[tuple[str, ...], str]:
    """The forms of a section in all languages, by their keys; the first language counts."""
    return _listed(section, translations.languages())


@cache
def _listed(section: str, languages: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for code in languages:
        file = f"asked.{code}.yaml"
        try:
            words = data.values("grammar", file)
        except FileNotFoundError:
            continue
        found = {**{parts(form): section for form in words.get(section, ())}, **found}
    return found


def verbs_meant(game: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The verbs of a game that may be meant by words that no order begins with, from `meant.<language>.yaml`."""
    return _verbs_meant(game, translations.languages())


@cache
def _verbs_meant(game: str, languages: tuple[str, ...]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for code in languages:
        file = f"meant.{code}.yaml"
        try:
            verbs = data.values("grammar", file).get(game, {})
        except FileNotFoundError:
            continue
        for verb, forms in verbs.items():
            for form in map(parts, forms):
                found[form] = (*found.get(form, ()), verb)
    return found


def topics_in(game: str, line: str) -> tuple[str, ...]:
    """What tells of what a question is about in other words: of `heal` the STAMINA, from `topics.<language>.yaml`."""
    words, found = parts(line), dict[str, None]()
    for form, topic in _topics(game, translations.languages()).items():
        if any(words[at : at + len(form)] == form for at in range(len(words))):
            found[topic] = None
    return tuple(found)


@cache
def _topics(game: str, languages: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for code in languages:
        file = f"topics.{code}.yaml"
        try:
            topics = data.values("grammar", file).get(game, {})
        except FileNotFoundError:
            continue
        found.update({parts(form): topic for topic, forms in topics.items() for form in forms})
    return found


def names_in(asked: str) -> Iterator[str]:
    """What is asked for by its name: these words, and without those beside it (`a counter`, `STAMINA back`)."""
    words = asked.split()
    sizes = range(1, min(len(words) - 1, MOST_BESIDE) + 1)
    before = [n for n in sizes if parts(" ".join(words[:n])) in listed("asked before")]
    after = [n for n in sizes if parts(" ".join(words[-n:])) in listed("asked after")]
    yield asked
    for start, end in product((0, *before), (0, *after)):
        if (start or end) and start + end < len(words):
            yield " ".join(words[start : len(words) - end])


def verb_asked(asked: str, fillers: Collection[str], opening: Callable[[str], Opening | None]) -> str:
    """The verb of orders that is asked about, `what does search do?`; "" if more is named than one word."""
    words = [one for one in parts(asked) if one not in fillers]
    found = opening(words[0]) if len(words) == 1 else None
    return found.verb if found and found.behind == len(words[0]) else ""


def _known() -> Mapping[tuple[str, ...], str]:
    """What the words of all languages ask, by their keys."""
    return _known_in(translations.languages())


@cache
def _known_in(languages: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    return {form: verb for verb in VERBS for form in _listed(verb, languages)}


def asked(line: str, reading: Reading, *, invited: bool = False) -> Reading:
    """The question that a line asks, if it has no meaning otherwise; else what it was read as.

    Who is invited can ask nothing about what happened. A greeting, a word of thanks and the same question in other
    words may stand beside it.
    """
    if (
        not isinstance(reading, Prose | Misread)
        or len(line) > LONGEST
        or any(sign.isdigit() for sign in line)
    ):
        return reading
    if line.strip().startswith((">", "|", '"')):
        return reading
    found = {_known().get(one) for one in map(_without_courtesy, SENTENCE.split(line)) if one}
    verb = found.pop() if len(found) == 1 else None
    verb = "table" if not verb and _of_the_table(line) else verb
    if not verb or (invited and verb not in BEFORE) or (verb == "why" and "?" not in line):
        return reading  # a heading of our own letters has the words `what happened`
    return {"cards": CARDS, "why": LAST}.get(verb, Table(verb))


def _without_courtesy(sentence: str) -> tuple[str, ...]:
    """The keys of the words of a sentence, without those of courtesy at its ends."""
    words, kind = list(parts(sentence)), listed("courtesy")
    if tuple(words) not in _known() and (plain := _softened(words)) in _known():
        return plain
    while words and (tuple(words) not in _known()) and (words[-1],) in kind:
        words.pop()
    while words and (tuple(words) not in _known()) and (words[0],) in kind:
        words.pop(0)
    return tuple(words)


def _softened(words: list[str]) -> tuple[str, ...]:
    """Words without those that make a question friendlier: `zeig mal das Brett`."""
    left, soft = list[str](), listed("softening")
    while words:
        size = next((n for n in (2, 1) if tuple(words[:n]) in soft), 0)
        left += [] if size else words[:1]
        words = words[size or 1 :]
    return tuple(left)


def _of_the_table(line: str) -> bool:
    """Whether a question is answered by the table below: `how many cards has Loki left?`."""
    words = parts(line)
    begins = any(words[: len(form)] == form for form in listed("table begins"))
    return begins and line.rstrip().endswith("?") and len(words) <= MOST_WORDS
