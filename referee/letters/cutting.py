"""What of a text its sender wrote just now: quotes, attributions, originals, signatures and footers cut, each with its reason."""

from collections.abc import Callable, Iterable, Sequence

from referee.letters import attributions, headings, patterns
from referee.letters.flowed import Line

QUOTING = frozenset({"quoted", "attribution", "original", "forwarded"})
ATTRIBUTION_LINES = 3
HEADER_LINES = 3
LONGEST_HEADER = 20
BELOW_RULE = 8


class Sheet:
    """A text under the knife: its lines, and beside each why it goes ("" if it stays)."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = [Line(line.number, line.text.rstrip(), line.why) for line in lines]
        self.text = [line.text.strip() for line in self.lines]
        self.why = [line.why for line in self.lines]
        self.size = len(self.lines)

    def free(self, at: int) -> bool:
        """Whether there is such a line, it says something, and nothing is known against it."""
        return 0 <= at < self.size and bool(self.text[at]) and not self.why[at]

    def cut(self, at: Iterable[int], why: str) -> None:
        """Mark those of these lines that are still free."""
        for line in at:
            if self.free(line):
                self.why[line] = why

    def after(self, at: int) -> int:
        """The next line at or behind this one that is not blank; the size of the sheet if there is none."""
        return next((line for line in range(at, self.size) if self.text[line]), self.size)


def cut_up(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Each line with the reason why it is not its sender's own text, or ""; blank lines have none.

    The reasons: quoted, original, attribution, signature, footer, forwarded, banner. A line stays if nothing speaks against it.
    """
    sheet = Sheet(lines)
    for at in range(sheet.size):
        if patterns.QUOTED.match(sheet.lines[at].text):
            sheet.cut([at], "quoted")
    _originals(sheet)
    _retract(sheet)
    _signatures(sheet)
    _notices(sheet)
    _rules(sheet)
    return [
        (line, why if text else "")
        for line, text, why in zip(sheet.lines, sheet.text, sheet.why, strict=True)
    ]


# --- What is answered ------------------------------------------------------------------------------------------------


def _originals(sheet: Sheet) -> None:
    """From the top: wherever the mail that is answered or forwarded begins, cut its heading, and it too if it bears no marks.

    If quote marks follow right below the heading, only what bears them is quoted: who writes between or below counts.
    """
    at = 0
    while at < sheet.size:
        begins = _heading(sheet, at)
        if not begins:
            at += 1
            continue
        first, behind, why, rest = begins
        below = sheet.after(behind)
        sheet.cut(range(first, behind), why)
        if below < sheet.size and not sheet.why[below]:
            sheet.cut(range(below, sheet.size), rest)
            return
        at = behind


def _heading(sheet: Sheet, at: int) -> tuple[int, int, str, str] | None:
    """What begins at this line (an attribution: ends there): its first line, the line behind it, its reason, that of the rest."""
    if not sheet.free(at) or len(sheet.text[at]) > patterns.LONGEST:
        return None
    text = sheet.text[at]
    if headings.FORWARDED.fullmatch(text):
        return at, _behind_headers(sheet, at + 1), "forwarded", "forwarded"
    if headings.ORIGINAL.fullmatch(text):
        below = sheet.after(at + 1)
        behind = _behind_headers(sheet, below)
        return at, behind if behind > below else _behind_attribution(sheet, below), "original", "original"
    if headings.RULE.fullmatch(text):
        below = sheet.after(at + 1)
        behind = _behind_headers(sheet, below)
        return (at, behind, "original", "original") if behind > below else None
    behind = _behind_headers(sheet, at)
    if behind > at:
        return at, behind, "original", "original"
    first = _attribution(sheet, at)
    return None if first is None else (first, at + 1, "attribution", "original")


def _behind_headers(sheet: Sheet, at: int) -> int:
    """The line behind a block of header lines (From, Sent, To, Subject) that begins here; here if there is none.

    At least three different ones are wanted. A line between that is none belongs to the one above, as a long list of names.
    """
    start = at = sheet.after(at) if at < sheet.size else at
    roles: set[str] = set()
    behind, odd = at, 0
    last = at + LONGEST_HEADER
    while sheet.free(at) and at < last:
        role = _role(sheet.text[at])
        odd = 0 if role else odd + 1
        if (not roles and not role) or odd > 1:
            break
        if role:
            roles.add(role)
            behind = at + 1
        at += 1
    return behind if len(roles) >= HEADER_LINES and roles & {"from", "subject"} else start


def _role(text: str) -> str:
    match = headings.HEADER.match(text)
    if not match:
        return ""
    word = match[1].casefold()
    return headings.ROLES.get(word) or headings.TWO_WORDS.get(word, "")


def _behind_attribution(sheet: Sheet, at: int) -> int:
    """The line behind an attribution that begins here, as some programs write one below a separator; here if there is none."""
    for end in range(at, min(at + ATTRIBUTION_LINES, sheet.size)):
        if sheet.free(end) and _attribution(sheet, end) == at:
            return end + 1
    return at


def _attribution(sheet: Sheet, end: int) -> int | None:
    """The first line of an attribution that ends in this line and is sure even without quote marks below it."""
    return _window(sheet, end, _surely)


def _surely(text: str) -> bool:
    """Whether a text is an attribution by itself: who wrote, and when or from which address."""
    when = bool(attributions.DATE.search(text) and attributions.TIME.search(text))
    where = bool(attributions.ADDRESS.search(text))
    if attributions.IN_PERSON.search(text):
        return False
    if _wrote(text):
        return when or where
    return when and bool(attributions.ENDS_IN_ADDRESS.search(text))


def _perhaps(text: str) -> bool:
    """Whether a text right above quote marks may be an attribution, in whatever language."""
    shapes = (attributions.DATE, attributions.TIME, attributions.ADDRESS)
    return _wrote(text) or any(shape.search(text) for shape in shapes)


def _wrote(text: str) -> bool:
    return bool(attributions.WROTE.search(text) or attributions.CITES.match(text))


def _broken(text: str) -> bool:
    """Whether an attribution of several lines may begin with this one: it holds the date, the verb, or some of the sender."""
    return any(
        shape.search(text) for shape in (attributions.DATE, attributions.UNCLOSED, attributions.WRITTEN)
    ) or bool(attributions.BEGINS_WITH_SENDER.match(text))


def _window(sheet: Sheet, end: int, fits: Callable[[str], bool]) -> int | None:
    """Where an attribution begins that ends in this line: the fewest lines that begin like one, else the fewest that fit.

    An order above is none of it: see `_broken`.
    """
    if not sheet.text[end].endswith(attributions.COLONS):
        return None
    starts: list[int] = []
    for start in range(end, max(end - ATTRIBUTION_LINES, -1), -1):
        text = sheet.text[start]
        if not sheet.free(start) or len(text) > patterns.LONGEST:
            break
        if (start == end or _broken(text)) and fits(" ".join(sheet.text[start : end + 1]).replace("< ", "<")):
            starts.append(start)
    above = [start for start in starts if start < end]
    for begins, among in (
        (attributions.BEGINS.match, starts),
        (attributions.BEGINS_WITH_SENDER.match, above),
        (attributions.BEGINS_WEAKLY.match, starts),
        (attributions.UNCLOSED.search, starts),
    ):
        for start in among:
            if begins(sheet.text[start]):
                return start
    return starts[0] if starts else None


def _retract(sheet: Sheet) -> None:
    """Above the first quote mark: lines that end in a colon and look like an attribution, whatever their language."""
    first = next((at for at in range(sheet.size) if sheet.why[at] == "quoted"), 0)
    above = next((at for at in range(first - 1, max(first - 4, -1), -1) if sheet.text[at]), -1)
    if sheet.free(above) and len(sheet.text[above]) <= patterns.LONGEST:
        start = _window(sheet, above, _perhaps)
        if start is not None:
            sheet.cut(range(start, above + 1), "attribution")


# --- What stands at the ends -----------------------------------------------------------------------------------------


def _signatures(sheet: Sheet) -> None:
    """A line of two dashes ends the letter; what comes behind a quote below it counts again."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.SIGNATURE.fullmatch(sheet.lines[at].text):
            behind = (line for line in range(at, sheet.size) if sheet.why[line] in QUOTING)
            sheet.cut(range(at, next(behind, sheet.size)), "signature")


def _notices(sheet: Sheet) -> None:
    """What programs, filters and firms put around a letter, by their tables of patterns."""
    for at in range(sheet.size):
        if not sheet.free(at) or len(sheet.text[at]) > 2 * patterns.LONGEST:
            continue
        if behind := _footer(sheet, at):
            above = at - 1
            if sheet.free(above) and patterns.SMALL_RULE.fullmatch(sheet.text[above]):
                sheet.cut([above], "footer")
            sheet.cut(range(at, behind), "footer")
        elif any(pattern.fullmatch(sheet.text[at]) for pattern in patterns.BANNERS):
            sheet.cut(range(at, _paragraph(sheet, at)), "banner")


def _footer(sheet: Sheet, at: int) -> int:
    """The line behind a footer that begins here; 0 if none does. A footer may be broken once, a notice goes on."""
    text = sheet.text[at]
    if any(pattern.fullmatch(text) for pattern in patterns.FOOTERS):
        return at + 1
    if len(text) >= patterns.WRAPPED and sheet.free(at + 1):
        both = f"{text} {sheet.text[at + 1]}"
        if any(pattern.fullmatch(both) for pattern in patterns.FOOTERS):
            return at + 2
    if any(pattern.match(text) for pattern in patterns.NOTICES):
        return _paragraph(sheet, at)
    return 0


def _paragraph(sheet: Sheet, at: int) -> int:
    """The line behind a paragraph: it goes on as long as its lines are so long that a program may have broken them."""
    while len(sheet.text[at]) >= patterns.WRAPPED and sheet.free(at + 1):
        at += 1
    return at + 1


def _rules(sheet: Sheet) -> None:
    """A line of underscores with the words of a list or a scanner below it ends the letter."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.UNDERSCORES.fullmatch(sheet.text[at]):
            below = sheet.text[at + 1 : at + 1 + BELOW_RULE]
            if any(patterns.LISTS.search(text[: patterns.LONGEST]) for text in below):
                behind = (line for line in range(at, sheet.size) if sheet.why[line] in QUOTING)
                sheet.cut(range(at, next(behind, sheet.size)), "footer")
