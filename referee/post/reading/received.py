"""What mail servers wrote above a mail: Received, and what ours found out (Authentication-Results).

Received (RFC 5321 4.4) says who had a mail, how it was handed over, and when; only this module reads it. Its
words come partly from the sender: the name that a host gives itself, the address a mail is for. A quoted name
in an address may contain `" with LMTP "`. So only what stands outside quotes, brackets and comments is read,
and each word once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.home.config import ANY, NAMELESS, Servers
from referee.post.reading.fields import Fields
from referee.post.reading.senders import marks

LONGEST = 8192
BARE = {"quoted": "_", "angle": "<>", "comment": " "}
"""What stands for pieces of a field whose words do not count."""
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
    pieces = list(marks(value[:LONGEST]))
    clauses, _, date = "".join(BARE.get(mark, text) for mark, text in pieces).rpartition(";")
    if any(mark == "bad" for mark, _ in pieces) or ";" in clauses:
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


# What our own mail server found out about a mail: the field Authentication-Results (RFC 8601), if it can be
# believed.
#
# Anyone can write such a field. It counts if it names our server and stands above everything that another host
# can have written: above the first Received, not counting those of a local hand-over (LMTP) by our own server,
# which stand on top. A server that puts its field below its own Received is not believed here; then we check
# signatures ourselves. Our server must remove foreign fields with its name from incoming mail (RFC 8601, 5), as
# common servers do.
#
# A server may write several fields (one program checks DKIM, another DMARC): the topmost that mentions DKIM
# decides.


NAME = "authentication-results"
HEAD = re.compile(r"\s*([A-Za-z0-9._-]{1,255})(?:\s+1)?\s*$")
METHOD = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)(?:\s*/\s*1)?\s*=\s*([A-Za-z]+)(?=\s|$)")
DKIM = re.compile(r"\s*dkim\s*[/=]", re.IGNORECASE)
PROPERTY = re.compile(r'\s+(?:([a-z]+)\s*\.\s*)?([A-Za-z0-9_-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)')
TOLD = ("header.d", "header.i", "header.s", "header.b")


@dataclass(frozen=True, slots=True)
class Passed:
    """A signature that our server found good, as far as it describes it; "" for what it does not say.

    Attributes:
        domain: The domain of its key (d=).
        identity: The domain it signs for (i=).
        selector: The selector of its key (s=).
        begins: The beginning of its value (b=).
    """

    domain: str = ""
    identity: str = ""
    selector: str = ""
    begins: str = ""


def passed(fields: Fields, servers: Servers) -> list[Passed]:
    """The DKIM signatures that our server says are good; [] if there is no field to believe."""
    for parts in _ours(fields, servers):
        if parts is None:
            return []  # nobody can tell whose field it is: nothing below it is believed
        if any(DKIM.match(one) for one in parts):
            return list(_passed(parts))
    return []


def _ours(fields: Fields, servers: Servers) -> Iterator[list[str] | None]:
    """The results in each field that only our server can have written; None for one that cannot be read."""
    for name, value in fields.pairs:
        if name == "received":
            trace = trace_of(value)
            if trace is None or not trace.handed_over or not is_ours(trace.by, servers):
                return
        elif name == NAME:
            parts = _parts(value) if len(value) <= LONGEST else None
            if not parts:
                yield None
            elif (head := HEAD.match(parts[0])) and is_ours(head[1], servers):
                yield parts[1:]
            elif METHOD.match(parts[0]) and is_ours(NAMELESS, servers):
                yield parts


def _passed(parts: list[str]) -> Iterator[Passed]:
    for one in parts:
        method = METHOD.match(one)
        if method is None or (method[1].lower(), method[2].lower()) != ("dkim", "pass"):
            continue
        told: dict[str, list[str]] = {name: [] for name in TOLD}
        at = method.end()
        while found := PROPERTY.match(one, at):
            told.setdefault(f"{found[1] or ''}.{found[2]}".lower(), []).append(_bare(found[3]))
            at = found.end()
        domain, identity, selector, begins = (told[name] for name in TOLD)
        if one[at:].strip() or max(map(len, (domain, identity, selector, begins))) > 1:
            continue  # a tag given twice says nothing
        yield Passed(
            "".join(domain).lower(),
            "".join(identity).rpartition("@")[2].lower(),
            "".join(selector),
            "".join(begins),
        )


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _parts(value: str) -> list[str] | None:
    """The value split at its semicolons, without comments; None if it is empty, or cannot be read in one way."""
    parts = [""]
    for mark, text in marks(value):
        if mark == "bad":
            return None
        if mark == ";":
            parts.append("")
        else:
            parts[-1] += {"quoted": f'"{text}"', "angle": f"<{text}>", "comment": " "}.get(mark, text)
    return parts if value else None
