"""What an exchange text keeps of a record: all that is said and done, and what proves its lots.

Kept are the opening with its options, terms and lots; each letter with its lines as written, when it came, which
of our letters it answers; each act and ruling; every event, the commitment to the lots and the secret (H19) too.
Not kept: salts, leaves, seals and signatures, and digests of mails. So whoever reads a text can hold the game to
the rules and its lots to the secret, but not to the seals that were mailed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Outcome
from referee.record.entries import Entry, Line
from referee.record.private import Shut

NOT_KEPT = ("digest", "message", "body", "signer", "mended", "salt", "leaves", "seal", "signature")
"""The fields of entries that a text does not keep."""


def kept(entry: Entry) -> Entry:
    """An entry as a text keeps it: private texts are told where they are known."""
    names = {one.name for one in fields(entry)}
    told: dict[str, Any] = {name: {} if name == "leaves" else "" for name in NOT_KEPT if name in names}
    if "lines" in names:
        told["lines"] = tuple(map(_line, getattr(entry, "lines", ())))
    return replace(entry, entry=0, events=tuple(map(_told, entry.events)), **told)


def _told(event: Event) -> Event:
    name = event.private
    if not name or not isinstance(text := getattr(event, name), Shut) or not text.key:
        return event
    return replace(event, **{name: str(text)})  # type: ignore[type-var]  # every event is a dataclass


def _line(line: Line) -> Line:
    known = isinstance(line.raw, Shut) and line.raw.key
    return replace(line, raw=str(line.raw)) if known else line


def digest_of(content: Mapping[str, Any]) -> str:
    """What stands for the options of a game in full: 16 hexadecimal digits of SHA-256 over them as JSON."""
    told = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def result_of(outcome: Outcome | None) -> str:
    """How a game ended, as `thor, 8.1`; `drawn, 8.5`; `*` while it is on."""
    return "*" if outcome is None else f"{' '.join(outcome.winners) or 'drawn'}, {outcome.rule}"
