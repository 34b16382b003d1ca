"""Texts as lines: numbered as received, and made whole again where a mail program broke them (RFC 3676)."""

from dataclasses import dataclass

HTML_LIMIT = 256 * 1024
LINES_LIMIT = 4_000
WIDTH = 72
"""No program breaks a line that could have gone on to here."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: its number as received, what it says, and why it is not its sender's own, if that is known already.

    `heads`: it announces a quote, as the program said that wrote it.
    """

    number: int
    text: str
    why: str = ""
    heads: bool = False


def lines_of(text: str, most: int = -1) -> list[Line]:
    """The lines of a text, counted from 1. Only CR, LF and both together end a line; NUL is left out.

    With `most` the last line holds all that stands after this many.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return [Line(number, line) for number, line in enumerate(plain.removesuffix("\n").split("\n", most), 1)]


def unflowed(lines: list[Line], *, delete_space: bool = False) -> list[Line]:
    """Lines of `format=flowed` joined to what their writer typed; each bears the number of its first.

    A line goes on if it ends in a blank and the next has as many quote marks (RFC 3676 4.5); `-- ` never does (4.3).
    With `delete_space` (`DelSp=yes`) the blank at the break is no part of the text. Quote marks are kept in front.
    """
    done: list[Line] = []
    pieces: list[str] = []
    first, open_at = 0, -1
    for line in lines:
        depth, text = _unstuffed(line.text)
        signature = text in {"-- ", "--"}
        if open_at >= 0 and (depth != open_at or signature):
            done.append(_joined(first, open_at, pieces))
            open_at, pieces = -1, []
        if open_at < 0:
            first = line.number
        flows = text.endswith(" ") and not signature
        pieces.append(text[:-1] if flows and delete_space else text)
        open_at = depth if flows else -1
        if not flows:
            done.append(_joined(first, depth, pieces))
            pieces = []
    if pieces:
        done.append(_joined(first, open_at, pieces))
    return done


def broken_again(lines: list[Line]) -> list[Line]:
    """Lines of `format=flowed` that have lost the blanks at their ends, with blanks where a program must have broken them.

    A line goes on if the first word of the next, with as many quote marks, would not have found room on it. Two blanks, as
    one may be no part of the text (`DelSp=yes`).
    """
    done = []
    for line, behind in zip(lines, [*lines[1:], Line(0, "")], strict=True):
        (depth, text), (next_depth, following) = _unstuffed(line.text), _unstuffed(behind.text)
        word = following.partition(" ")[0]
        goes_on = text.strip() not in {"", "--"} and word and depth == next_depth
        long = len(line.text.rstrip()) + 1 + len(word) > WIDTH
        done.append(Line(line.number, f"{line.text.rstrip()}  ", line.why) if goes_on and long else line)
    return done


def _joined(number: int, depth: int, pieces: list[str]) -> Line:
    text = "".join(pieces)
    return Line(number, f"{'>' * depth} {text}" if depth else text)


def _unstuffed(text: str) -> tuple[int, str]:
    """How many quote marks stand in front, and the rest without the blank that was stuffed before it (RFC 3676 4.4)."""
    rest = text.lstrip(">")
    return len(text) - len(rest), rest.removeprefix(" ")
