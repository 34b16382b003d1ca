"""Texts as lines: numbered as received, joined again where a mail program broke them (RFC 3676), without armour."""

from referee.post.reading.patterns import QUOTED
from referee.util.regexes import regex
from referee.util.values import Value, replace

HTML_LIMIT = 256 * 1024
LINES_LIMIT = 4_000
WIDTH = 72
"""A program breaks a line only if the next word would go beyond this column."""
NARROWEST = 50
"""No program breaks a line of `format=flowed` if the next word would end before this column."""
BREAKS = regex(r"[\u2028\u2029\x0b]")
"""Signs that are shown as the end of a line, as some programs write it."""
SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
END_SIGNATURE = "-----END PGP SIGNATURE-----"
SEALED = "-----BEGIN PGP MESSAGE-----"
END_SEALED = "-----END PGP MESSAGE-----"


class Line(Value):
    """A line of a text: its number as received, its text, and why it is not its sender's own, if that is known already.

    `heads`: the mail program marked it as the announcement of a quote.
    """

    number: int
    text: str
    why: str = ""
    heads: bool = False


def lines_of(text: str, most: int = -1) -> list[Line]:
    """The lines of a text, counted from 1. CR, LF and CRLF end a line; so do other signs in one without a quote mark.

    Of a line with a mark, what stands behind such a sign would bear none. NUL is left out. After `most` lines, the
    last one holds all the rest.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").removesuffix("\n")
    if BREAKS.search(plain):
        rows = plain.split("\n")
        plain = "\n".join(row if QUOTED.match(row) else BREAKS.sub("\n", row) for row in rows)
    return [Line(number, line) for number, line in enumerate(plain.split("\n", most), 1)]


def unflowed(lines: list[Line], *, delete_space: bool = False) -> list[Line]:
    """Lines of `format=flowed` joined to what their writer typed; each has the number of its first.

    A line goes on if it ends in a blank and the next has as many quote marks (RFC 3676 4.5); `-- ` never does
    (4.3), nor one on which the next word would have had its place: some programs end each line in a blank.
    With `delete_space` (`DelSp=yes`) the blank at the break is not part of the text. Quote marks stay at the front.
    """
    done: list[Line] = []
    pieces: list[str] = []
    first, open_at = 0, -1
    for line, behind in zip(lines, [*lines[1:], Line(0, "")], strict=True):
        depth, text = _unstuffed(line.text)
        word = _unstuffed(behind.text)[1].partition(" ")[0]
        signature = text in {"-- ", "--"}
        if open_at >= 0 and (depth != open_at or signature):
            done.append(_joined(first, open_at, pieces))
            open_at, pieces = -1, []
        if open_at < 0:
            first = line.number
        flows = text.endswith(" ") and not signature and len(line.text) + len(word) > NARROWEST
        pieces.append(text[:-1] if flows and delete_space else text)
        open_at = depth if flows else -1
        if not flows:
            done.append(_joined(first, depth, pieces))
            pieces = []
    if pieces:
        done.append(_joined(first, open_at, pieces))
    return done


def broken_again(lines: list[Line]) -> list[Line]:
    """Restore the blanks at line ends of `format=flowed` where a program must have broken the lines.

    A line goes on if the first word of the next, with as many quote marks, would not have fitted on it. Two
    blanks are added, because one may not be part of the text (`DelSp=yes`).
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
    """The number of quote marks in front, and the rest without the blank stuffed before it (RFC 3676 4.4)."""
    rest = text.lstrip(">")
    return len(text) - len(rest), rest.removeprefix(" ")


def unarmoured(lines: list[Line]) -> tuple[list[Line], bool]:
    """The lines with dash-escapes undone (RFC 9580 7.2) and armour marked `footer`; and whether a part is encrypted.

    Armour within a quote is left to the code that cuts quotes.
    """
    done: list[Line] = []
    inside, sealed = "", False
    for line in lines:
        text = line.text.rstrip()
        began = {SIGNED: "headers", SIGNATURE: "signature", SEALED: "sealed"}.get(text, "")
        if began and not (began == "signature" and inside != "text"):
            inside, sealed = began, sealed or began == "sealed"
            done.append(replace(line, why=line.why or "footer"))
        elif inside in {"signature", "sealed"}:
            inside = "" if text in {END_SIGNATURE, END_SEALED} else inside
            done.append(replace(line, why=line.why or "footer"))
        elif inside == "headers":
            inside = "headers" if text else "text"
            done.append(replace(line, why=line.why or "footer"))
        else:
            done.append(replace(line, text=line.text.removeprefix("- ")) if inside == "text" else line)
    return done, sealed
