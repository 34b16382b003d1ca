"""Texts as lines: numbered as received, and made whole again where a mail program broke them (RFC 3676)."""

from dataclasses import dataclass

HTML_LIMIT = 256 * 1024
LINES_LIMIT = 4_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: its number as received, what it says, and why it is not its sender's own, if that is known already."""

    number: int
    text: str
    why: str = ""


def lines_of(text: str, most: int = -1) -> list[Line]:
    """The lines of a text, counted from 1. Only CR, LF and both together end a line; NUL is left out.

    With `most` the last line holds all that stands behind so many.
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


def _joined(number: int, depth: int, pieces: list[str]) -> Line:
    text = "".join(pieces)
    return Line(number, f"{'>' * depth} {text}" if depth else text)


def _unstuffed(text: str) -> tuple[int, str]:
    """How many quote marks stand in front, and the rest without the blank that was stuffed before it (RFC 3676 4.4)."""
    rest = text.lstrip(">")
    return len(text) - len(rest), rest.removeprefix(" ")
