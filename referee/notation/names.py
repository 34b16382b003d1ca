"""What a name reads as at a glance, and the words that are no name because everybody reads something else.

The words of each language stand in `grammar/names.<language>.yaml`; those of all languages count, as people mix them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

from referee.notation.folding import fold_character, untwinned
from referee.util import data, translations
from referee.util.regexes import regex

HOUSE, ALONE, BEFORE = "house", "alone", "before"
VERBS = "words.{}.yaml"
DIGITS = str.maketrans("034578", "oeastb")
"""Digits, with the letters that they are read as; 1 is read as two."""
EITHER = "1|"
"""Signs that are read as i or l, as is a capital I beside small letters."""
SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe"}
)
"""Letters that are also written as two. Two that are written so are not one, as in Noe and Joe."""
CAPITALS = str.maketrans("\u0396\u0397\u039c\u039d\u03a5", "ZHMNY")
"""Greek capitals that look like Latin ones while their small letters look like others, or none."""
FILLERS = dict.fromkeys(map(ord, "\u115f\u1160\u17b4\u17b5\u2800"))
"""Letters and signs that nobody sees."""
MOST_EITHER = 6
DRAWN = (("rn", "m"), ("vv", "w"))
"""Letters beside each other that are read as one."""
LATIN = regex(r"LATIN (?:CAPITAL|SMALL)? ?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
BESIDE = {"MODIFIER", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "BOPOMOFO"}
"""What may stand in a word beside another script, by its names in Unicode (UTS 39, highly restrictive)."""
MARKED = {"LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "COMBINING", "VARIATION", "MONGOLIAN"}
"""Signs whose marks may be left out, by their names in Unicode; elsewhere a mark may be a vowel."""
WORD = regex(r"[^\W_]+")
SIGNS = regex(r"[@<>\\]|://|www\.", re.IGNORECASE)
"""What stands in addresses and links."""


def looks(name: str) -> frozenset[str]:
    """The forms in which a name is read at a glance: two names look alike if they have one in common.

    Capitals, accents, blanks and signs make no difference, nor do letters of other scripts and digits that look like
    letters (the idea of UTS 39, confusables).
    """
    return frozenset(_drawn(one) for one in _readings(name))


def _readings(name: str) -> Iterator[str]:
    """A name as it is spelled, with each sign that is read as one of two letters as one of them."""
    seen = _seen(name)
    for shown in {seen, seen.translate(SPELLED), seen.translate(CAPITALS)}:
        either = [
            at for at, sign in enumerate(shown) if sign in EITHER or (sign == "I" and not shown.isupper())
        ]
        for letters in product("il", repeat=len(either[:MOST_EITHER])):
            signs = list(shown)
            for at, letter in zip(either, letters, strict=False):
                signs[at] = letter
            yield "".join(signs)


def _seen(name: str) -> str:
    """A name in plain signs, without the letters that nobody sees."""
    return unicodedata.normalize("NFKC", name).translate(FILLERS)


def _drawn(name: str) -> str:
    """The letters of a name, each as the plain one that it looks like."""
    letters = untwinned("".join(map(_unmarked, untwinned(name.lower())))).translate(DIGITS)
    form = "".join(_plain(one) for one in letters if one.isalnum() or unicodedata.category(one)[0] == "M")
    for drawn, read in DRAWN:
        form = form.replace(drawn, read)
    return form


@lru_cache(4096)
def _unmarked(sign: str) -> str:
    """A sign without its marks, if it is then read as the same letter."""
    kept = (
        unicodedata.category(sign)[0] in "LM" and unicodedata.name(sign, "").partition(" ")[0] not in MARKED
    )
    return sign if kept else fold_character(sign)


@lru_cache(4096)
def _plain(letter: str) -> str:
    """A Latin letter without what is drawn at it, by its name in Unicode; any other sign as it is."""
    found = None if letter.isascii() else LATIN.fullmatch(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


def is_shown(name: str) -> bool:
    """Whether a name can be shown as one: with letters, no word of two scripts, nothing of an address or a link."""
    shown = _seen(name)
    words = WORD.findall(shown)
    return (
        any(map(str.isalpha, shown))
        and not SIGNS.search(shown)
        and all(len(_scripts(word)) <= 1 for word in words)
    )


def _scripts(word: str) -> set[str]:
    """The scripts of a word, without those that may stand beside another."""
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()} - BESIDE


def is_of_the_house(name: str) -> bool:
    """Whether a name has a word of those who speak for the house."""
    return any(one in form for form in looks(name) for one in _words(HOUSE, translations.languages()))


def bare(name: str) -> str:
    """A name without the words that may stand before another, such as articles and titles, and without a number."""
    before = _words(BEFORE, translations.languages())
    words = WORD.findall(_seen(name))
    while len(words) > 1 and looks(words[0]) & before:
        words = words[1:]
    while len(words) > 1 and words[-1].isdecimal():
        words = words[:-1]
    return " ".join(words)


def is_word(name: str) -> bool:
    """Whether a name is read as a word that means something else, with a word before it or not."""
    return bool(looks(bare(name)) & _words(ALONE, translations.languages())) or is_of_the_house(name)


@cache
def _words(section: str, codes: Iterable[str]) -> frozenset[str]:
    """The forms of the words of a section in these languages."""
    return frozenset(form for code in codes for word in _of_language(section, code) for form in looks(word))


def _of_language(section: str, code: str) -> Iterator[str]:
    for file in (f"names.{code}.yaml", *([VERBS.format(code)] if section == ALONE else [])):
        try:
            read = data.values("grammar", file)
        except FileNotFoundError:
            continue
        found = (
            read[section] if section in read else [one for forms in read["verbs"].values() for one in forms]
        )
        yield from map(str, found)
