"""Text as mailed: player text made harmless, lines kept to their width, words set apart."""

import unicodedata
from collections.abc import Iterable, Sequence

from referee.util.regexes import regex

WIDTH = 72
MARK = "| "
"""Stands before a line that must not count as an order: words of a player, and orders that are only shown."""
UNSEEN = "\u2063"
"""The same on a page, where nobody sees it (INVISIBLE SEPARATOR); in a letter it reads as that mark."""
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories shown by their number: controls, bidi and other format marks, line breaks."""
STACKED = 2
"""How many combining marks one letter may have; further ones are shown by their number."""


def clean(text: str) -> str:
    """Player text on one line; every character that could move, hide or overprint others is shown as `<U+202E>`."""
    if text.isascii() and text.isprintable():
        return text
    shown, marks = [], 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if char == "\t" or kind == "Zs":
            shown.append(" ")
        elif kind in HIDDEN or marks > STACKED:
            shown.append(f"<U+{ord(char):04X}>")
        else:
            shown.append(char)
    return "".join(shown)


class Counted(str):
    """A value in a sentence, to which words are fitted: `{count:# letter is|# letters are}`, and # is the number."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        """The first form for 1, else the second; without forms the value as it is."""
        one, of_several, many = forms.partition("|")
        return (one if self == "1" else many).replace("#", self) if of_several else format(str(self), forms)


def shown_size(text: str) -> int:
    """How many bytes a player's text takes where it is shown, with a line end for each of its lines.

    A character shown by its number takes eight or more. In a record the text takes at most twice as many
    bytes, in a mail (HTML, quoted-printable) five times as many: so a limit on this limits all of them.
    """
    if text.isascii() and text.isprintable():
        return len(text) + 1
    return sum(len(clean(line).encode()) + 1 for line in text.split("\n"))


def beginning(text: str, most: int) -> str:
    """The longest beginning of a text that takes at most this many bytes where it is shown."""
    short, long = 0, min(len(text), most) + 1
    while long - short > 1:
        middle = (short + long) // 2
        short, long = (middle, long) if fits(text[:middle], most) else (short, middle)
    return text[:short]


def fits(text: str, most: int) -> bool:
    """Whether a text takes at most this many bytes where it is shown."""
    return len(text) < most and shown_size(text) <= most


def quoted(text: str, mark: str = MARK) -> list[str]:
    """Player text as data: every line of it after a mark, so that none looks like a heading or an order.

    Lines are broken at line feeds only; other line breaks are shown by their number. Lines that are too wide
    are broken by `block`, and each part stands after the mark again.
    """
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    return [(mark + clean(line)).rstrip() for line in lines]


def wrapped(text: str, width: int = WIDTH, indent: str = "") -> list[str]:
    """One text broken into lines of at most `width` characters, those after the first indented.

    It is broken at blanks; a word longer than the width is cut.
    """
    if len(text) <= width:
        return [text]
    body = text.lstrip(" ")
    start = text[: len(text) - len(body)]
    lines, line = [], start
    for word in _pieces(body.split(" "), width - max(len(start), len(indent))):
        empty = not line.strip(" ")
        if not empty and len(line) + 1 + len(word) > width:
            lines.append(line)
            line, empty = indent, True
        line = line + word if empty else f"{line} {word}"
    return [*lines, line]


def _pieces(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        for at in range(0, max(len(word), 1), width):
            yield word[at : at + width]


def block(text: str, indent: str = "  ", hang: str | None = None) -> str:
    """A text indented and kept to the width. Continuation lines, and all further lines, are indented by `hang`.

    If the line that is broken stands after the mark, so do its parts.
    """
    after = indent + "  " if hang is None else hang
    further = indent if hang is None else hang
    lines = []
    for number, line in enumerate(text.split("\n")):
        before = further if number else indent
        carried = before + MARK if line.startswith(MARK) else after
        lines += (
            wrapped(before + line, WIDTH, carried) if len(before) + len(line) > WIDTH else [before + line]
        )
    return "\n".join([piece.rstrip() for piece in lines])


def parted(text: str) -> tuple[str, tuple[str, ...]]:
    """A text of ours and the lines of player text below it, without their mark; either may be empty."""
    lines = text.split("\n")
    ours = [line for line in lines if not line.startswith(MARK.rstrip())]
    theirs = [line.removeprefix(MARK.rstrip()).removeprefix(" ") for line in lines[len(ours) :]]
    return "\n".join(ours), tuple(theirs)


# The part of a long rule that decides: below a refusal nobody reads seventeen lines, where one sentence was
# meant.


WHOLE = 260
"""A rule up to this length is told whole; of a longer one no more than about this much is."""
SENTENCES = regex(r"(?<=[.!?])\s+(?=[^\W\d_a-z]|[\"„“(])")
WORDS = regex(r"[^\W\d_]+")
CLAUSES = regex(r"(?<=[,;:])\s+")
ROOT, SHORTEST = 5, 4
"""How many letters two words share that are about the same, and how long a word is that says anything."""
LEFT_OUT = "..."


def deciding(text: str, reason: str) -> str:
    """A rule as it is told below a refusal: all of it, or the sentence that has most words in common with the reason.

    What is left out before and after it is marked by dots. A sentence that is long itself is cut at its commas.
    """
    if len(text) <= WHOLE:
        return text
    sentences = SENTENCES.split(text)
    at = _likest(sentences, reason)
    first, last = _widened(sentences, at)
    if last - first == 1 and len(sentences[at]) > WHOLE:
        clauses = CLAUSES.split(sentences[at])
        begins, ends = _widened(clauses, _likest(clauses, reason))
        middle = " ".join(clauses[begins:ends])
    else:
        middle = " ".join(sentences[first:last])
    before = f"{LEFT_OUT} " if not text.startswith(middle) else ""
    return before + middle + (f" {LEFT_OUT}" if not text.endswith(middle) else "")


def _likest(pieces: Sequence[str], reason: str) -> int:
    """Which of some pieces of a text has most words in common with the reason; the first of equal ones."""
    wanted = _roots(reason)
    return max(range(len(pieces)), key=lambda n: len(wanted & _roots(pieces[n])))


def _widened(pieces: Sequence[str], at: int) -> tuple[int, int]:
    """Where the pieces begin and end that are told: the one that is meant, and what there is room for after it."""
    end, size = at + 1, len(pieces[at])
    while end < len(pieces) and size + 1 + len(pieces[end]) <= WHOLE:
        size += 1 + len(pieces[end])
        end += 1
    return at, end


def _roots(text: str) -> set[str]:
    """The beginnings of the words of a text that say something."""
    return {word[:ROOT] for word in WORDS.findall(text.casefold()) if len(word) >= SHORTEST}
