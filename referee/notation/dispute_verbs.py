"""The verbs of a dispute, and which of them have words after them."""

import re

from referee.util.regexes import regex

TEXTS = frozenset({"dispute", "statement", "appeal"})
"""Verbs to the arbiter with text after them."""
ALONE = frozenset({"withdraw dispute", "accept ruling"})
"""Verbs of a dispute that stand alone: `withdraw dispute`, `accept ruling`."""
AT = regex(r"(?P<turn>[0-9]{1,4})\.(?P<action>[0-9]{1,4})(?![0-9.])\s*:?\s*", re.ASCII)


def announced(text: str, behind: int, verb: str) -> bool:
    """Whether a colon or a position introduces the words after a verb of a dispute; if not, it may be prose."""
    rest = text[behind:].lstrip()
    return rest.startswith(":") or (verb == "dispute" and AT.match(rest) is not None)
