"""A line of prose that is meant for another player: `Good luck, Bert!`, `Hallo Anna! Viel Spaß.`, `Tell Loki I am ill`.

The name has to stand as that of somebody who is spoken to: after a greeting, beside a wish, or between signs. The words
of each language stand in `grammar/addressed.<language>.yaml`, and those of all languages count, as people mix them.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from referee.notation.folding import UMLAUT, fold
from referee.util import data, translations
from referee.util.regexes import regex
from referee.util.values import Value

SECTIONS = ("greets", "hails", "tells", "wishes", "between", "yours")
LONGEST = 600
"""The most characters of a line that is looked at."""
END = r"\W*(?:\b[dpo]\b\W*)?$"
"""The end of a line, with a face in it: `:-)`, `:D`."""
OVER = rf"(?:(?= *[,.!?;:)])|(?= +-)|{END})"
"""After a name to which somebody speaks."""
SEGMENT = regex(r"[,.!?;:()]")
NAMES = 64


def plain(line: str) -> str:
    """A line in the form in which it is compared: `Grüß` and `Gruess` are one."""
    return UMLAUT.sub("", fold(line).text).replace("'", "")


@cache
def _words(section: str, codes: tuple[str, ...]) -> str:
    """The words of a section in these languages, as a part of a pattern."""
    found = set[str]()
    for code in codes:
        file = f"addressed.{code}.yaml"
        try:
            found |= {plain(str(one)) for one in data.values("grammar", file)[section]}
        except FileNotFoundError:
            continue
    return _one_of(found)


def _one_of(words: Collection[str]) -> str:
    longest_first = sorted(words, key=lambda one: (-len(one), one))
    spaced = (" +".join(map(re.escape, one.split())) for one in longest_first)
    return rf"\b(?:{'|'.join(spaced)})\b"


class _Forms(Value):
    """The patterns for some names."""

    whole: tuple[re.Pattern[str], ...]
    spoken_to: re.Pattern[str]
    at_end: re.Pattern[str]
    yours: re.Pattern[str]


@lru_cache(NAMES)
def _forms(names: frozenset[str], codes: tuple[str, ...]) -> _Forms:
    """The patterns for names and languages; which languages there are is asked each time, for they may become more."""
    greets, hails, tells, wish, more, yours = (_words(section, codes) for section in SECTIONS)
    name = _one_of(names)
    whole = (
        rf"(?:tell )?{name}[,!]+ +(?=\S+(?: +\S+){{2}})",
        rf"{tells} +{name}[,:]? +(?:(?:that|dass) +)?(?=\S+(?: +\S+){{2}})",
        rf"(?:to|an|for|fur) +{name}: +(?=\S+ +\S+)",
        rf"(?:{greets}|{hails}),? +{name}[,!:.]+ +\S+ +\S+",
        rf"{greets},? +{name} +\S+ +\S+",
        rf"{name}[,!:]* +(?:{wish}|{hails}[,!])",
        rf"(?:.*[^\w ] *)?{wish}(?: +{more}){{0,2}}[,!:]* +{name}{OVER}",
    )
    return _Forms(
        tuple(map(re.compile, whole)),
        re.compile(rf", *{name} *(?=[,.!?;])"),
        re.compile(rf", *{name}{END}"),
        re.compile(yours),
    )


def speaks_to(names: Collection[str], line: str) -> bool:
    """Whether a line is meant for somebody with one of these names (`plain`)."""
    if not names or len(line) > LONGEST:
        return False
    text, forms = plain(line.strip()), _forms(frozenset(names), translations.languages())
    return any(form.match(text) for form in forms.whole) or _spoken_to(text, forms)


def _spoken_to(text: str, forms: _Forms) -> bool:
    """Whether a name stands apart between signs, as that of whom the sentence before it speaks to."""
    yours = forms.yours.search(text) or "?" in text or "!" in text
    found = [*_places(forms.at_end, text), *(_places(forms.spoken_to, text) if yours else ())]
    return any(len(SEGMENT.split(text[:at])[-1].split()) > 1 for at in found)


def _places(form: re.Pattern[str], text: str) -> Iterator[int]:
    return (found.start() for found in form.finditer(text))
