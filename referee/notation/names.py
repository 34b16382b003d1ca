"""What a name reads as at a glance, and the words that are no name because everybody reads something else.

The words of each language stand in `grammar/names.<language>.yaml`; those of all languages count, as people mix them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

from referee.notation.folding import fold, key, untwinned
from referee.util import data, translations
from referee.util.plainyaml import read_text

HOUSE, ALONE, BEFORE = "house", "alone", "before"
VERBS = "words.{}.yaml"
DIGITS = str.maketrans("034578", "oeastb")
"""Digits, with the letters that they are read as; 1 is read as two."""
EITHER = {"1": "il", "I": "il"}
"""Signs that are read as one of two letters; a capital I so only beside small letters."""
MOST_EITHER = 6
DRAWN = (("rn", "m"), ("vv", "w"))
"""Letters beside each other that are read as one."""
LATIN = re.compile(r"LATIN (?:CAPITAL|SMALL)? ?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts that have letters which look like those of another of them."""
WORD = re.compile(r"[^\W_]+")
SIGNS = re.compile(r"[@<>\\]|://|www\.", re.IGNORECASE)
"""What stands in addresses and links."""


def looks(name: str) -> frozenset[str]:
    """The forms in which a name is read at a glance: two names look alike if they have one in common.

    Capitals, accents, blanks and signs make no difference, nor do letters of other scripts and digits that look like
    letters (the idea of UTS 39, confusables).
    """
    return frozenset(_drawn(one) for one in _readings(name))


def _readings(name: str) -> Iterator[str]:
    """A name with each sign that is read as one of two letters as one of them."""
    shown = unicodedata.normalize("NFKC", name)
    either = [at for at, sign in enumerate(shown) if sign == "1" or (sign == "I" and not shown.isupper())]
    for letters in product("il", repeat=len(either[:MOST_EITHER])):
        signs = list(shown)
        for at, letter in zip(either, letters, strict=False):
            signs[at] = letter
        yield "".join(signs)


def _drawn(name: str) -> str:
    """The letters of a name, each as the plain one that it looks like."""
    letters = untwinned(fold(untwinned(name.lower())).text).translate(DIGITS)
    form = key("".join(_plain(one) for one in letters if one.isalnum()))
    for drawn, read in DRAWN:
        form = form.replace(drawn, read)
    return form


@lru_cache(4096)
def _plain(letter: str) -> str:
    """A Latin letter without what is drawn at it, by its name in Unicode; any other sign as it is."""
    found = None if letter.isascii() else LATIN.fullmatch(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


def is_shown(name: str) -> bool:
    """Whether a name can be shown as one: with letters, no word of two scripts, nothing of an address or a link."""
    shown = unicodedata.normalize("NFKC", name)
    words = WORD.findall(shown)
    return (
        any(map(str.isalpha, shown))
        and not SIGNS.search(shown)
        and all(len(_scripts(word)) <= 1 for word in words)
    )


def _scripts(word: str) -> set[str]:
    """The scripts of a word, among those that have letters in common."""
    named = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}
    return named & {*SCRIPTS}


def is_of_the_house(name: str) -> bool:
    """Whether a name has a word of those who speak for the house."""
    return any(one in form for form in looks(name) for one in _words(HOUSE, translations.languages()))


def is_word(name: str) -> bool:
    """Whether a name is read as a word that means something else, with a word before it or not."""
    alone, before = (_words(section, translations.languages()) for section in (ALONE, BEFORE))
    words = WORD.findall(unicodedata.normalize("NFKC", name))
    while len(words) > 1 and looks(words[0]) & before:
        words = words[1:]
    return bool(looks(" ".join(words)) & alone) or is_of_the_house(name)


@cache
def _words(section: str, codes: Iterable[str]) -> frozenset[str]:
    """The forms of the words of a section in these languages."""
    return frozenset(form for code in codes for word in _of_language(section, code) for form in looks(word))


def _of_language(section: str, code: str) -> Iterator[str]:
    for file in (f"names.{code}.yaml", *([VERBS.format(code)] if section == ALONE else [])):
        try:
            read = read_text(data.text("grammar", file), file).value
        except FileNotFoundError:
            continue
        found = (
            read[section] if section in read else [one for forms in read["verbs"].values() for one in forms]
        )
        yield from map(str, found)
