"""The verbs of a dispute, and after which of them words stand."""

import re

TEXTS = frozenset({"dispute", "statement", "appeal"})
"""Verbs to the arbiter after which text stands."""
ALONE = frozenset({"withdraw dispute", "accept ruling"})
"""Verbs of a dispute after which nothing stands: `withdraw dispute`, `accept ruling`."""
AT = re.compile(r"(?P<turn>[0-9]{1,4})\.(?P<action>[0-9]{1,4})(?![0-9.])\s*:?\s*", re.ASCII)


def announced(text: str, behind: int, verb: str) -> bool:
    """Whether a colon announces the words after a verb of a dispute, or a position: else it may be a line of prose."""
    rest = text[behind:].lstrip()
    return rest.startswith(":") or (verb == "dispute" and AT.match(rest) is not None)
