"""Which lines of a text its sender has just written: quotes, signatures and footers are cut, each with its reason."""

from collections.abc import Sequence

from referee.post.reading import patterns
from referee.post.reading.answered import Sheet, cut_answered, is_cells, is_dashed
from referee.post.reading.flowed import Line

QUOTING = frozenset({"quoted", "attribution", "original", "forwarded"})
BELOW_RULE = 8


def cut_up(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Each line with the reason why it is not its sender's own text, or ""; blank lines have none.

    The reasons: quoted, original, attribution, signature, footer, forwarded, banner. Without a reason a line
    stays.
    """
    sheet = Sheet(lines)
    for at in range(sheet.size):
        begins = sheet.text[at][: patterns.LONGEST]
        if patterns.QUOTED.match(sheet.bare[at]) and not (is_dashed(begins) or is_cells(begins)):
            sheet.cut([at], "quoted")
    cut_answered(sheet)
    _signatures(sheet)
    _notices(sheet)
    _rules(sheet)
    return [
        (line, why if text else "")
        for line, text, why in zip(sheet.lines, sheet.text, sheet.why, strict=True)
    ]


def _signatures(sheet: Sheet) -> None:
    """Cut below a line of two dashes, which ends the letter; but text below a later quote counts again."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.SIGNATURE.fullmatch(sheet.lines[at].text):
            _cut_to_a_quote(sheet, at, "signature")


def _cut_to_a_quote(sheet: Sheet, at: int, why: str) -> None:
    """Cut everything below, up to the next quote."""
    behind = (line for line in range(at, sheet.size) if sheet.why[line] in QUOTING)
    sheet.cut(range(at, next(behind, sheet.size)), why)


def _notices(sheet: Sheet) -> None:
    """Cut what programs, filters and firms add around a letter. Below a program's line nobody writes any more."""
    for at in range(sheet.size):
        signed = sheet.why[at] == "signature"  # an element says so, which may also hold a program's line
        if not (sheet.free(at) or signed) or len(sheet.text[at]) > 2 * patterns.LONGEST:
            continue
        foot = _foot(sheet, at)
        if foot or any(pattern.match(sheet.text[at]) for pattern in patterns.NOTICES):
            above = at - 1
            if sheet.free(above) and patterns.SMALL_RULE.fullmatch(sheet.text[above]):
                sheet.cut([above], "footer")
            sheet.cut(range(at, _paragraph(sheet, at)), "footer")
            if foot:
                _cut_to_a_quote(sheet, at, "footer")
        elif any(pattern.fullmatch(sheet.text[at]) for pattern in patterns.BANNERS):
            sheet.cut(range(at, _paragraph(sheet, at)), "banner")


def _foot(sheet: Sheet, at: int) -> bool:
    """Whether a line, or it and the next, says from what device or program the mail was sent."""
    text = sheet.text[at]
    if any(pattern.fullmatch(text) for pattern in patterns.FEET):
        return True
    if len(text) < patterns.WRAPPED or not sheet.free(at + 1):
        return False
    both = f"{text} {sheet.text[at + 1]}"
    return any(pattern.fullmatch(both) for pattern in patterns.FEET)


def _paragraph(sheet: Sheet, at: int) -> int:
    """The line after a paragraph, which goes on while its lines are so long that a program may have broken them."""
    while len(sheet.text[at]) >= patterns.WRAPPED and sheet.free(at + 1):
        at += 1
    return at + 1


def _rules(sheet: Sheet) -> None:
    """Cut from a line of underscores or dashes that has the words of a mailing list or a scanner below it."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.UNDERSCORES.fullmatch(sheet.text[at]):
            below = sheet.text[at + 1 : at + 1 + BELOW_RULE]
            if any(patterns.LISTS.search(text[: patterns.LONGEST]) for text in below):
                _cut_to_a_quote(sheet, at, "footer")
