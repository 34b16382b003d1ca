"""What our own mail server found out about a mail: the field Authentication-Results (RFC 8601), where it can be believed.

Anyone can write such a field. One counts if it names our server, and stands above everything that another host can have
written: above the first Received, but for those of a local hand-over (LMTP) by our server itself, which stand on top. A server
that puts its field below its own Received is not heard here; then signatures are checked by ourselves. It must take
foreign fields that bear its name out of what it accepts (RFC 8601, 5), as the usual ones do.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.letters.fields import Fields

NAME = "authentication-results"
HAND_OVER = re.compile(
    r"\bby\s+([A-Za-z0-9._-]{1,255})\b.*?\bwith\s+(?:UTF8)?LMTPS?A?\b", re.IGNORECASE | re.DOTALL
)
BY = re.compile(r"\bby\s", re.IGNORECASE)
HEAD = re.compile(r"\s*([A-Za-z0-9._-]{1,255})(?:\s+1)?\s*(?:$|;)")
METHOD = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)(?:\s*/\s*1)?\s*=\s*([A-Za-z]+)(?=\s|$)")
PROPERTY = re.compile(r'\s+(?:([a-z]+)\s*\.\s*)?([A-Za-z0-9_-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)')
LONGEST = 8192


@dataclass(frozen=True, slots=True)
class Passed:
    """A signature that our server found good: its domain (d=), and selector and beginning of its value where told, else ""."""

    domain: str
    selector: str = ""
    begins: str = ""


def passed(fields: Fields, server: str) -> list[Passed]:
    """The DKIM signatures that our server says are good, by its topmost field alone; [] if there is none to believe."""
    value = next((one for one in _ours(fields, server)), "")
    return [] if not value or len(value) > LONGEST else list(_passed(_without_comments(value)))


def _ours(fields: Fields, server: str) -> Iterator[str]:
    """The fields of our server that nobody else can have written."""
    for name, value in fields.pairs:
        if name == "received":
            plain = _without_comments(value[:LONGEST])
            by = HAND_OVER.search(plain) if len(BY.findall(plain)) == 1 else None
            if by is None or by[1].lower() != server.lower():
                return
        elif name == NAME:
            head = HEAD.match(_without_comments(value[:LONGEST]))
            if head and head[1].lower() == server.lower():
                yield value


def _passed(value: str) -> Iterator[Passed]:
    for one in _parts(value)[1:]:
        method = METHOD.match(one)
        if method is None or (method[1].lower(), method[2].lower()) != ("dkim", "pass"):
            continue
        told: dict[str, str] = {}
        at = method.end()
        while found := PROPERTY.match(one, at):
            # A property told twice tells nothing.
            told[f"{found[1] or ''}.{found[2].lower()}"] = (
                "" if f"{found[1] or ''}.{found[2].lower()}" in told else _bare(found[3])
            )
            at = found.end()
        if not one[at:].strip() and told.get("header.d"):
            yield Passed(told["header.d"].lower(), told.get("header.s", ""), told.get("header.b", ""))


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _parts(value: str) -> list[str]:
    """The value apart at its semicolons; those in quotes part nothing."""
    pieces = re.findall(r'(?:[^;"]|"(?:[^"\\]|\\.)*")+|;|"', value)
    parts = [""]
    for piece in pieces:
        if piece == ";":
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _without_comments(value: str) -> str:
    """The value with a blank in the place of each comment; "" if one is not closed."""
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
