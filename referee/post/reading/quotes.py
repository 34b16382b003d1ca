"""Which lines of a text its sender has just written: quotes, signatures and footers are cut, each with its reason.

A quote bears marks, or stands below a heading, which is one of these:

    an attribution        "On Friday X wrote:"
    a block of fields     From, Sent, To, Subject
    words between dashes  "---- Original message ----"
    an element of HTML    that says so

If what follows a heading bears no quote marks, everything to the end counts as quoted.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from referee.post.reading import patterns
from referee.post.reading.flowed import Line
from referee.util.values import replace

# A text being cut: its lines, the form in which they are compared, and the reason why each is cut.


class Sheet:
    """The lines of a text, and for each the reason why it is cut ("" if it stays).

    Attributes:
        bare: Each line in one form of its characters: wide signs made narrow, marks of direction removed.
        text: The same without blanks at its ends.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = [replace(line, text=line.text.rstrip()) for line in lines]
        self.bare = [bare(line.text) for line in self.lines]
        self.text = [text.strip() for text in self.bare]
        self.why = [line.why for line in self.lines]
        self.size = len(self.lines)

    def free(self, at: int) -> bool:
        """Whether there is such a line, it is not blank, and it has not been cut."""
        return 0 <= at < self.size and bool(self.text[at]) and not self.why[at]

    def cut(self, at: Iterable[int], why: str) -> None:
        """Cut those of these lines that are still free."""
        for line in at:
            if self.free(line):
                self.why[line] = why

    def after(self, at: int) -> int:
        """The next line at or after this one that is not blank; the size of the sheet if there is none."""
        return next((line for line in range(at, self.size) if self.text[line]), self.size)

    def fresh(self, start: int, stop: int) -> "Sheet":
        """Some of its lines, as if none had been cut."""
        return Sheet(replace(line, why="", heads=False) for line in self.lines[start:stop])


def bare(text: str) -> str:
    """A line in one form of its characters (NFKC), without invisible ones, and with the digits of dates as 0 to 9."""
    if text.isascii():
        return text
    narrow = unicodedata.normalize("NFKC", text)
    return "".join(
        str(unicodedata.decimal(char, char)) for char in narrow if unicodedata.category(char) != "Cf"
    )


QUOTING = frozenset({"quoted", "attribution", "original", "forwarded"})
BELOW_RULE = 8
ATTRIBUTION_LINES = 3
HEADER_LINES = 3
LONGEST_HEADER = 20
LONGEST_BLOCK = 2_000
"""The most characters of a line that may be a block of fields joined into one line."""
LONGEST_REST = 24
"""The most characters of an attribution that are looked for below a line that is one without them."""
SIGNS_BEFORE = 3
SHORT_BOX = 8
UNKNOWN = "?"
"""The role of a field whose name is in no table."""
Heading = tuple[int, int, str, str]
"""Its first line, the line after it, its reason, and the reason of what follows."""


def cut_up(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Each line with the reason why it is not its sender's own text, or ""; blank lines have none.

    The reasons: quoted, original, attribution, signature, footer, forwarded, banner. Without a reason a line
    stays.
    """
    sheet = Sheet(lines)
    for at in range(sheet.size):
        begins = sheet.text[at][: patterns.LONGEST]
        if patterns.QUOTED.match(sheet.bare[at]) and not (_is_dashed(begins) or _is_cells(begins)):
            sheet.cut([at], "quoted")
    _cut_answered(sheet)
    _endings(sheet)
    _notices(sheet)
    return [
        (line, why if text else "")
        for line, text, why in zip(sheet.lines, sheet.text, sheet.why, strict=True)
    ]


def _cut_answered(sheet: Sheet) -> None:
    """Cut each heading of an answered or forwarded mail, and below it the mail itself if it bears no quote marks.

    If quote marks follow right below the heading, only the lines that bear them are quoted: what the sender
    writes between or below them counts.
    """
    at = 0
    while at < sheet.size:
        boxed = _behind_box(sheet, at)
        begins = _announced(sheet, at, boxed) if boxed else _heading(sheet, at)
        if not begins:
            at = max(at + 1, boxed)
            continue
        first, behind, why, rest = begins
        below = sheet.after(behind)
        sheet.cut(range(first, behind), why)
        if below < sheet.size and not sheet.why[below]:
            sheet.cut(range(below, sheet.size), rest)
            return
        at = behind
    _retract(sheet)


# --- What HTML says ---------------------------------------------------------------------------------------------------


def _behind_box(sheet: Sheet, at: int) -> int:
    """The line after a box of an original, or of an announcement, that begins at this line; 0 if none does."""
    if not sheet.text[at] or sheet.lines[at].why != "original":
        return 0
    heads = sheet.lines[at].heads
    behind = at
    for line in range(at, sheet.size):
        if sheet.text[line]:
            if sheet.lines[line].why != "original" or sheet.lines[line].heads != heads:
                break
            behind = line + 1
    return behind


def _announced(sheet: Sheet, at: int, behind: int) -> Heading | None:
    """The heading in these lines of a box, if its element or its last lines announce what follows."""
    if sheet.lines[at].heads or _only_heads(sheet.fresh(at, behind)):
        return at, behind, "original", "original"
    return None


def _only_heads(box: Sheet) -> bool:
    """Whether a box ends in a heading of a known language, or is short and looks like a heading in any language."""
    for at in range(box.size):
        found = _heading(box, at)
        if found and box.after(found[1]) == box.size:
            return True
    said = [text for text in box.text if text]
    if len(said) > SHORT_BOX or any(len(text) > patterns.LONGEST for text in said):
        return False
    fields = all(patterns.FIELD.match(text) for text in said) and len(said) >= HEADER_LINES
    return fields or (_ends(said[-1]) and _perhaps(" ".join(said)))


# --- What words say ---------------------------------------------------------------------------------------------------


def _heading(sheet: Sheet, at: int) -> Heading | None:  # noqa: C901  a branch a kind of heading
    """The heading that begins at this line; an attribution is found at its last line."""
    if not sheet.free(at):
        return None
    text = sheet.text[at]
    if _one_line_block(text):
        return at, at + 1, "original", "original"
    if len(text) > patterns.LONGEST:
        return None
    if patterns.FORWARDED.match(text):
        return at, _behind_headers(sheet, at + 1), "forwarded", "forwarded"
    if patterns.ORIGINAL.match(text):
        below = sheet.after(at + 1)
        behind = _behind_headers(sheet, below)
        return at, behind if behind > below else _behind_attribution(sheet, below), "original", "original"
    if patterns.OPENS.match(text):
        for behind in range(at + 1, at + 2 + ATTRIBUTION_LINES):
            if dashed := _dashed(" ".join(filter(None, sheet.text[at:behind]))):
                return at, behind, "attribution", dashed
    if patterns.RULE.fullmatch(text):
        below = sheet.after(at + 1)
        behind = _behind_headers(sheet, below, least=2)
        if behind > below:
            return at, behind, "original", "original"
        worded = patterns.WORDED.fullmatch(text) and any(map(sheet.free, range(at)))
        return (at, at + 1, "original", "original") if worded else None
    behind = _behind_headers(sheet, at)
    if behind > at and not _stands_above_fields(sheet, at, behind):
        return at, behind, "original", "original"
    first = _attribution(sheet, at)
    if first is None:
        return None
    return first, at + 1 if _ends(text) else _behind_rest(sheet, at + 1), "attribution", "original"


def _behind_rest(sheet: Sheet, at: int) -> int:
    """The line after what is left of an attribution that was broken above this line, such as its colon; else here."""
    rest, below = "", sheet.after(at)
    for end in range(below, min(below + ATTRIBUTION_LINES - 1, sheet.size)):
        rest += sheet.text[end]
        if not sheet.free(end) or len(rest) > LONGEST_REST or (below > at and rest != ":"):
            break
        if _ends(rest):
            return end + 1
    return at


def _dashed(text: str) -> str:
    """The reason of what follows an attribution between dashes, used instead of a colon (Zoho, Notes); else ""."""
    found = patterns.DASHED.fullmatch(text)
    said = (found[1] or found[2]) if found else ""
    if not said or patterns.IN_PERSON.search(said):
        return ""
    wrote = patterns.ENDS_WRITTEN.search(said) or patterns.WROTE.search(said)
    return "original" if wrote or _when_and_where(said) else ""


def _is_dashed(text: str) -> bool:
    """Whether a line with quote marks is the heading of a quote (GroupWise)."""
    return text.startswith(">>") and bool(_dashed(text))


def _is_cells(text: str) -> bool:
    """Whether a line is a row of a table of fields: one that is known, or a rule."""
    if patterns.CELLS_RULE.fullmatch(text):
        return True
    return patterns.CELLS.fullmatch(text) is not None and _role(text) != UNKNOWN


def _one_line_block(text: str) -> bool:
    """Whether a line is a block of fields made one line: three different ones or more, at its start or after dashes."""
    if len(text) > LONGEST_BLOCK or text.count(":") < HEADER_LINES:
        return False
    found = list(patterns.IN_ONE_LINE.finditer(text))
    if not found or not (found[0].start() <= SIGNS_BEFORE or patterns.ORIGINAL.match(text)):
        return False
    return _is_block([patterns.BY_NAME.get(one[1].casefold(), UNKNOWN) for one in found])


def _behind_headers(sheet: Sheet, at: int, least: int = HEADER_LINES) -> int:
    """The line after a block of header lines (From, Sent, To, Subject) that begins here; here if there is none.

    It takes at least three different fields, or a sender and a date in the form that programs write. In an
    unknown language it takes an address, and a date with a time. A line between the fields that is not a
    field belongs to the one above, such as a long list of names; but not where names of fields are in no table.
    A blank line may stand between any two.
    """
    start = at = sheet.after(at) if at < sheet.size else at
    roles: list[str] = []
    said: list[str] = []
    behind, odd, torn = at, 0, False
    last = at + LONGEST_HEADER
    while at < sheet.size and at < last:
        if not sheet.text[at] and said and sheet.free(at + 1) and _role(sheet.text[at + 1]):
            at += 1
        role = _role(sheet.text[at]) if sheet.free(at) else ""
        folded = bool(said) and sheet.bare[at][:1] in {" ", "\t"}
        # Each field stands once, the subject last: a repeated field after some other line is part of the
        # original itself.
        if odd and role and (role in roles or "subject" in roles):
            break
        torn = torn or bool(role and odd)
        odd = 0 if role else odd + (not folded)
        if not sheet.free(at) or odd > (1 if said else 0):
            break
        if role:
            roles.append(role)
            said.append(sheet.text[at])
            behind = at + 1
        at += 1
    return behind if _is_block(roles, least, torn=torn) or _sure_fields(roles, said) else start


def _is_block(roles: list[str], least: int = HEADER_LINES, *, torn: bool = False) -> bool:
    """Whether these are the fields of a heading, or of a raw mail.

    That takes `least` different known ones, a known one first; or two known ones among unknown ones, if no other lines
    stand between them (`torn`).
    """
    known = set(roles) - {UNKNOWN}
    if roles.count("trace") > 1:
        return True
    if not known & {"from", "subject"}:
        return False
    return (len(known) >= least and roles[0] != UNKNOWN) or (
        len(known) > 1 and not torn and len(roles) > max(len(known), HEADER_LINES - 1)
    )


def _stands_above_fields(sheet: Sheet, at: int, behind: int) -> bool:
    """Whether a line that looks like an unknown field only stands above the fields of a heading."""
    if _role(sheet.text[at]) != UNKNOWN or patterns.ADDRESS.search(sheet.text[at]):
        return False
    return any(sheet.free(below) and _behind_headers(sheet, below) > below for below in range(at + 1, behind))


def _sure_fields(roles: list[str], said: list[str]) -> bool:
    """Whether fields are a mail's by their values: a date with a time, and a sender (or an address, if unknown)."""
    if not any(map(_when, said)):
        return False
    where = any(patterns.ADDRESS.search(text) for text in said)
    return {"from", "date"} <= set(roles) or (where and len(said) >= HEADER_LINES)


def _role(text: str) -> str:
    """The role of a line that is a field of a heading: from, date, to, copy, subject, or `UNKNOWN`; else ""."""
    if len(text) > patterns.LONGEST:
        return ""
    match = patterns.CELLS.fullmatch(text) or patterns.FIELD.match(text)
    if not match:
        return ""
    name = " ".join(match[1].casefold().split())
    return patterns.BY_NAME.get(name) or patterns.BY_NAME.get(name.replace(" ", ""), UNKNOWN)


def _behind_attribution(sheet: Sheet, at: int) -> int:
    """The line after an attribution that begins here, as some write it below a separator; here if there is none."""
    for end in range(at, min(at + ATTRIBUTION_LINES, sheet.size)):
        if sheet.free(end) and _attribution(sheet, end) == at:
            return end + 1
    return at


def _attribution(sheet: Sheet, end: int) -> int | None:
    """The first line of an attribution that ends in this line and needs no quote marks below it to be certain."""
    if _ends(sheet.text[end]):
        return _window(sheet, end, _surely)
    if patterns.ENDS_WRITTEN.search(sheet.text[end]):
        return _window(sheet, end, _without_colon)
    return end if _names_when_and_where(sheet, end) else None


def _names_when_and_where(sheet: Sheet, at: int) -> bool:
    """Whether a line is an attribution in any language: an address in brackets, a date, a time, and no verb below."""
    text = sheet.text[at]
    if not patterns.BRACKETED.search(text) or not _when(text) or patterns.IN_PERSON.search(text):
        return False
    below = range(at + 1, min(at + ATTRIBUTION_LINES, sheet.size))
    return not any(
        sheet.free(end) and _ends(sheet.text[end]) and _window(sheet, end, _surely) is not None
        for end in below
    )


def _ends(text: str) -> bool:
    """Whether a text ends in a colon, as an attribution does, bold or not."""
    return text.rstrip("*_ ").endswith(":")


def _surely(text: str) -> bool:
    """Whether a text is certainly an attribution: who wrote, and when or from where; or all three, in any language."""
    text = text.rstrip("*_ ")
    if patterns.IN_PERSON.search(text):
        return False
    where, day = patterns.ADDRESS.search(text), patterns.DATE.search(text)
    if _wrote(text) and (where or _when(text) or (day and patterns.BEGINS.match(text))):
        return True
    return _when_and_where(text)


def _without_colon(text: str) -> bool:
    """Whether a text that ends in the verb is an attribution: it names an address and a time."""
    begins = patterns.BEGINS.match(text) or patterns.BEGINS_WEAKLY.match(text)
    return bool(begins) and _when_and_where(text) and not patterns.IN_PERSON.search(text)


def _when(text: str) -> bool:
    return bool(patterns.DATE.search(text) and patterns.TIME.search(text))


def _when_and_where(text: str) -> bool:
    return _when(text) and bool(patterns.ADDRESS.search(text))


def _perhaps(text: str) -> bool:
    """Whether a text right above quote marks may be an attribution, in any language."""
    shapes = (patterns.DATE, patterns.TIME, patterns.ADDRESS)
    return _wrote(text) or any(shape.search(text) for shape in shapes)


def _wrote(text: str) -> bool:
    return bool(patterns.WROTE.search(text) or patterns.CITES.match(text))


def _broken(text: str) -> bool:
    """Whether an attribution of several lines may begin here: with a date, the verb, or part of the sender."""
    return any(shape.search(text) for shape in (patterns.DATE, patterns.UNCLOSED, patterns.WRITTEN)) or bool(
        patterns.BEGINS_WITH_SENDER.match(text)
    )


def _window(sheet: Sheet, end: int, fits: Callable[[str], bool]) -> int | None:
    """Where an attribution begins that ends in this line: the fewest lines that begin like one, or that fit.

    An order above it is not included: see `_broken`.
    """
    starts: list[int] = []
    for start in range(end, max(end - ATTRIBUTION_LINES, -1), -1):
        text = sheet.text[start]
        if not sheet.free(start) or len(text) > patterns.LONGEST:
            break
        if (start == end or _broken(text)) and fits(" ".join(sheet.text[start : end + 1]).replace("< ", "<")):
            starts.append(start)
    above = [start for start in starts if start < end]
    for begins, among in (
        (patterns.BEGINS.match, starts),
        (patterns.BEGINS_WITH_SENDER.match, above),
        (patterns.BEGINS_WEAKLY.match, starts),
        (patterns.UNCLOSED.search, starts),
    ):
        for start in among:
            if begins(sheet.text[start]):
                return start
    return starts[0] if starts else None


def _retract(sheet: Sheet) -> None:
    """Cut lines right above the first quote mark that end in a colon and look like an attribution, in any language."""
    first = next((at for at in range(sheet.size) if sheet.why[at] == "quoted"), 0)
    above = next((at for at in range(first - 1, max(first - 4, -1), -1) if sheet.text[at]), -1)
    if sheet.free(above) and len(sheet.text[above]) <= patterns.LONGEST and _ends(sheet.text[above]):
        start = _window(sheet, above, _perhaps)
        if start is not None:
            sheet.cut(range(start, above + 1), "attribution")


# --- What stands below and around a letter ----------------------------------------------------------------------------


def _endings(sheet: Sheet) -> None:
    """Cut below a line of two dashes, and from a line of underscores above the words of a mailing list or a scanner.

    Either ends the letter; but text below a later quote counts again.
    """
    for at in range(sheet.size):
        if sheet.free(at) and patterns.SIGNATURE.fullmatch(sheet.lines[at].text):
            _cut_to_a_quote(sheet, at, "signature")
        elif sheet.free(at) and patterns.UNDERSCORES.fullmatch(sheet.text[at]):
            below = sheet.text[at + 1 : at + 1 + BELOW_RULE]
            if any(patterns.LISTS.search(text[: patterns.LONGEST]) for text in below):
                _cut_to_a_quote(sheet, at, "footer")


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
        if foot or patterns.NOTICES.match(sheet.text[at]):
            above = at - 1
            if sheet.free(above) and patterns.SMALL_RULE.fullmatch(sheet.text[above]):
                sheet.cut([above], "footer")
            sheet.cut(range(at, _paragraph(sheet, at)), "footer")
            if foot:
                _cut_to_a_quote(sheet, at, "footer")
        elif patterns.BANNERS.fullmatch(sheet.text[at]):
            sheet.cut(range(at, _paragraph(sheet, at)), "banner")


def _foot(sheet: Sheet, at: int) -> bool:
    """Whether a line, or it and the next, says from what device or program the mail was sent."""
    text = sheet.text[at]
    if patterns.FEET.fullmatch(text):
        return True
    if len(text) < patterns.WRAPPED or not sheet.free(at + 1):
        return False
    return patterns.FEET.fullmatch(f"{text} {sheet.text[at + 1]}") is not None


def _paragraph(sheet: Sheet, at: int) -> int:
    """The line after a paragraph, which goes on while its lines are so long that a program may have broken them."""
    while len(sheet.text[at]) >= patterns.WRAPPED and sheet.free(at + 1):
        at += 1
    return at + 1
