"""What a line that cannot be read is told as: where it goes wrong, and what may have been meant."""

from referee.notation.readings import Guard, Misread

KEYS = (
    "unexpected",  # this word does not fit here
    "no-claim",  # nothing can be claimed in this game
    "unfinished",  # the line ends too early
    "near-verb",  # a slip in the first word
    "unclear-verb",  # the first word may mean several orders
    "foreign-letter",  # a letter of another alphabet that looks like one of ours
    "guard",  # `@` without a position or `now`
    "mark",  # what stands after the order is not a mark
    "open-remark",  # `{` without `}`
    "line-too-long",
    "too-many-words",
    "letter-too-long",
    "doubtful",  # the words after `accept` may mean the opposite
    "condition",  # what an order beforehand waits for cannot be read
    "branch",  # what it would play is no order
    "colon",  # after a verb to the arbiter stands neither a colon nor a position
)
"""Why a line is misread: keys of the catalog."""

LEFT = (
    "left-original",
    "left-attribution",
    "left-signature",
    "left-footer",
    "left-forwarded",
    "left-banner",
    "left-stray",
)
"""Why a line is taken for somebody else's, or for the foot of a letter: keys of the catalog."""

KINDS = ("VERB", "CARD", "COLUMN", "NUMBER", "NAME", "RULE", "TEXT", "GUARD", "MARK", "LATIN", "NOTHING-MORE")
"""What `Misread.expected` may hold besides words of the language: keys of the catalog, in capitals."""


def guarded(guard: Guard | None, line: str) -> str:
    """A line with its guard in front."""
    if guard is None:
        return line
    return f"@now {line}" if guard.now else f"@{guard.turn}.{guard.action} {line}"


def misread(
    line: str, at: int, why: str, expected: tuple[str, ...], hint: str = "", found: str = ""
) -> Misread:
    """A misreading at a character of the line as written, which may fill several rows."""
    start = line.rfind("\n", 0, at) + 1
    return Misread(at - start + 1, expected, hint, why, line.count("\n", 0, at), found)
