"""What mail programs, filters and firms put around a text: the words of `grammar/mail_programs.yaml` in patterns.

Texts are compared in one form of their characters (`referee.post.reading.quotes`): no wide colons, no marks of
direction.
"""

# ruff: noqa: RUF001  (other alphabets, dashes and colons are what is looked for)

import re
from functools import cache
from typing import Any, Final

from referee.util import data
from referee.util.plainyaml import read_text
from referee.util.regexes import regex

FILE = "mail_programs.yaml"
REFERENCE = regex(r"\{([a-z_]+)\}")


@cache
def _tables() -> Any:
    return read_text(data.text("grammar", FILE), FILE).value


def table(name: str) -> Any:
    """One table of the file: its rows, or rows under keys, or names as one text."""
    return _tables()[name]


def names(name: str) -> frozenset[str]:
    """The names of fields, or the like, in a table."""
    return frozenset(table(name).split())


def pattern(shape: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern of this shape, in which a name in braces stands for any row of that table; case does not matter."""
    return regex(_filled(shape), re.IGNORECASE | flags)


def _filled(shape: str) -> str:
    return REFERENCE.sub(lambda found: _rows(found[1]), shape)


@cache
def _rows(name: str) -> str:
    rows = table(name)
    each = rows.values() if isinstance(rows, dict) else rows
    return f"(?:{'|'.join(_filled(row.replace(' ', chr(92) + 's')) for row in each)})"


# What stands between an answer and the letter below it: separators and blocks of fields.

DASH = "-‐‑‒–—―−─━"

ORIGINAL = pattern(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:(?!end)(?:[a-z]+ ){{0,6}}(?:original|returned|included) (?:message|e-?mail|mail)(?: [a-z]+){{0,3}}\.?"
    rf"|this is a copy of the message.{{0,40}}?|message headers? follows?|{{original}})\s*(?:[{DASH}_=]*\W{{0,3}}$|[{DASH}_=]{{2,}})"
)
"""How a separator begins; text after its closing dashes belongs to the original."""
FORWARDED = pattern(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*{{forwarded}}\s*(?:[{DASH}_=:]*\W{{0,3}}$|[{DASH}_=]{{2,}})|{{forwarded_begins}}\s?:$"
)
RULE = regex(
    rf"\s*[{DASH}_=*]{{5,}}\s*|\s*message du \d.{{5,40}}|\s*[{DASH}_=*]{{3,}}[^{DASH}_=*].{{0,60}}?[{DASH}_=*]{{3,}}\s*",
    re.IGNORECASE,
)
"""Lines above a block of fields that mean nothing alone: a rule, words between two, or as Orange and La Poste begin."""
DASHED = regex(
    rf"\W{{0,3}}[{DASH}]{{2,}}\s*([^{DASH}\s].*?)\s*[{DASH}]{{2,}}\W{{0,3}}|>{{2,3}} ([^>\s].*?) ?>{{2,3}}"
)
"""Words between dashes, as Zoho and Notes write them around an attribution; GroupWise uses quote marks instead."""

OPENS = regex(rf"\W{{0,3}}[{DASH}]{{2,}}|>>")
"""How words between dashes begin, which may be broken into several lines."""
WORDED = regex(rf"\s*[{DASH}]{{5,}}\s*[^\W\d_][^{DASH}]{{0,58}}[^\W\d_]\s*[{DASH}]{{5,}}\s*")
"""Words between two long rules, in any language."""
CELLS = regex(r"\|[\s*]*([^|:\d@<>]{1,30}?)[\s*]*:?[\s*]*\|[^|]*\|?")
"""A row of a table that is a field."""
CELLS_RULE = regex(r"\|[\s:]*-[\s:-]*\|[\s|:-]*")

FIELD = regex(r"[\s*]{0,3}([^:\d@<>]{1,30}?)[\s*]{0,3}:[*]{0,2}(?:\s|$|[<\"'\w+(\[‘“«])")
"""A line of a block of fields: its name, a colon, and a value, which may be empty."""
BY_NAME: Final[dict[str, str]] = {
    name.replace("_", " "): role for role, known in table("fields").items() for name in known.split()
}
"""What stands before the colon, with its role."""
_LONGEST_FIRST = sorted(BY_NAME, key=len, reverse=True)
IN_ONE_LINE = regex(rf"(?<!\w)({'|'.join(map(re.escape, _LONGEST_FIRST))})\s?:", re.IGNORECASE)
"""The fields of a block that was joined into one line."""

LONGEST = 300
"""Longer lines are prose: no pattern is tried on them."""

QUOTED = regex(r"[ \t\xa0]{0,3}(?:>|\||[A-Z]{1,3}>)")

# Signatures and footers.

SMALL_RULE = regex(rf"\s*[{DASH}_=*]{{2,}}\s*")
UNDERSCORES = regex(r"\s*__[_.,]*\s*")
SIGNATURE = regex(r"(?:--|—|――)[ \t\xa0]{0,3}")
FEET = pattern(
    r"\W{0,4}(?:{sent_from}(?=.{0,80}(?:{device}|\b{my}\b))|{sent_from_mine}).{0,120}(?<!:)|\W{0,4}{sent_last}|{footers}"
)
"""Lines that tell from what device or program a mail was sent, or that a program adds by itself."""
NOTICES = pattern("{notices}")
"""How a notice begins that goes to the end of its paragraph."""
BANNERS = pattern("{banners}")
"""What a filter puts before a mail from outside."""
LISTS = pattern("{list_footers}")
WRAPPED = 50
"""A line of a notice this long may have been broken by a program, so that the next belongs to it."""


# How mail programs announce what they quote: "On Friday X wrote:".

DATE = regex(
    r"\b(?:19|20|25)\d\d(?!\d)|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{2,4}\s?[年년]|\b\d{4}-\d\d-\d\d|[۱١][۴٤٣۳]\d\d|[۲٢][۰٠]\d\d"
)
TIME = regex(r"(?<!\d)\d{1,2} ?[:.h時时시] ?\d{2}(?!\d)")
ADDRESS = regex(r"[^\s<>@]{1,100}@[^\s<>@]{1,100}")
BRACKETED = regex(r"[<(\[][^\s<>()@]{1,100}@[^\s<>()@]{1,100}[>)\]]")

_WRITTEN = r"(?:(?<!\w){wrote}(?!\w)|{wrote_unspaced})"
WRITTEN = pattern(_WRITTEN)
""""Somebody else wrote"."""
WROTE = pattern(rf"{_WRITTEN}.{{0,160}}:$")
ENDS_WRITTEN = pattern(rf"{_WRITTEN}\W{{0,4}}$")
"""The same without a colon, as some programs leave it out."""
IN_PERSON = pattern("{in_person}")
CITES = pattern(r"{cites}\b.{1,160}:$")
BEGINS = pattern(r"{before_dates}\b[^\d]{0,40}\d|wiadomo[śs][ćc]\snapisana\sprzez\b")
BEGINS_WEAKLY = regex(
    r"[^\W\d_]{2,12}\.?,? ?(?:den |kl )?\d|\d{1,4}[-./年]|\d{1,2}\.? [^\W\d_]{3,12}\.? \d{4}|\* ?\S",
    re.IGNORECASE,
)
BEGINS_WITH_SENDER = regex(r"\W{0,2}\w[^<>@:]{0,60}[<(][^\s<>@]{1,100}@[^\s<>@]{1,100}[>)].{0,12}$")
UNCLOSED = regex(r"<[^<>]{0,100}$")
