"""The field Received: who had a mail, how it was handed over, and when (RFC 5321 4.4). Only this module reads it.

Its words come partly from the sender: the name that a host gives itself, the address a mail is for. A quoted
name in an address may contain `" with LMTP "`. So only what stands outside quotes, brackets and comments is
read, and each word once.
"""

import re
from dataclasses import dataclass

from referee.home.config import ANY, Servers

LONGEST = 8192
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
ANGLE = re.compile(r"<[^<>]*>")
WORDS = frozenset({"from", "by", "via", "with", "id", "for"})
LMTP = re.compile(r"(?:UTF8)?LMTPS?A?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Trace:
    """One field Received: the host that wrote it, its date as it stands, and whether it is a local hand-over (LMTP)."""

    by: str
    date: str
    handed_over: bool


def trace_of(value: str) -> Trace | None:
    """What a field says; None if it can be read in two ways, or does not say who wrote it."""
    plain = ANGLE.sub("<>", QUOTED.sub("_", without_comments(value[:LONGEST])))
    clauses, _, date = plain.rpartition(";")
    if '"' in plain or "<" in plain.replace("<>", "") or ";" in clauses:
        return None
    found: dict[str, list[str]] = {}
    into: list[str] | None = None
    for word in clauses.split():
        if (key := word.lower()) in WORDS:
            if key in found:
                return None
            into = found[key] = []
        elif into is None:
            return None
        else:
            into.append(word)
    if len(found.get("by", [])) != 1:
        return None
    way = found.get("with", [])
    simple = all(len(words) == 1 for words in found.values())
    return Trace(found["by"][0], date.strip(), simple and len(way) == 1 and bool(LMTP.fullmatch(way[0])))


def is_ours(name: str, servers: Servers) -> bool:
    """Whether this is the name of our own mail server."""
    name = name.lower()
    for one in (servers,) if isinstance(servers, str) else servers:
        known = one.lower()
        if known.startswith(ANY) and name.endswith(known[1:]) and name != known[1:]:
            return True
        if known and name == known:
            return True
    return False


def without_comments(value: str) -> str:
    """The value with a blank in place of each comment; "" if a comment or a quote is not closed."""
    kept, deep, quoted, at = list[str](), 0, False, 0
    while at < len(value):
        sign = value[at]
        if sign == "\\" and (deep or quoted):
            kept += [] if deep else [value[at : at + 2]]
            at += 2
            continue
        if sign == '"' and not deep:
            quoted = not quoted
        if sign == "(" and not quoted:
            deep += 1
        elif sign == ")" and not quoted and deep:
            deep -= 1
            kept += [] if deep else [" "]
        elif not deep:
            kept.append(sign)
        at += 1
    return "" if deep or quoted else "".join(kept)
