"""Letters of several games that go out as one mail, to a player who wants them together (H10).

Each letter is written as ever, with its number, its seal and its Message-ID. Those that one pass wrote for one
address are then put into one mail, the most urgent first: the mail is that letter, and holds the others too. An
answer to it answers the first; each of the others has links and an address of its own. They count as sent with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from email.header import decode_header, make_header
from email.parser import BytesHeaderParser
from typing import NamedTuple

from referee.home.home import Home
from referee.post.outbox import Outbox
from referee.post.writing import in_ascii, together
from referee.table.clocks.counted import NEVER
from referee.telling.catalog import HOUSE, Catalog, catalog
from referee.telling.times import told_time
from referee.util import files
from referee.util.text import block


class Together(NamedTuple):
    """A letter that may go out with others: its number, to whom, until when its answer is due, zone and language."""

    number: str
    to: str
    due: datetime
    zone: str
    language: str


def gather(home: Home, outbox: Outbox, letters: Iterable[Together]) -> None:
    """Make one mail of the letters to each address. Raises OSError.

    Where another process sends at this moment, each goes out alone.
    """
    groups = list(_groups(letters))
    if not groups:
        return
    try:
        with files.locked(home.path / "post.lock", 0.0):
            outbox.settle_together()
            for group in groups:
                _as_one(outbox, group)
    except files.BusyFile:
        return


def _groups(letters: Iterable[Together]) -> Iterator[Sequence[Together]]:
    """The letters to each address that are more than one, the most urgent first."""
    by_address: dict[str, dict[str, Together]] = {}
    for one in letters:
        by_address.setdefault(one.to.lower(), {})[one.number] = one
    for group in by_address.values():
        if len(group) > 1:
            yield sorted(group.values(), key=lambda one: (one.due, one.number))


def _as_one(outbox: Outbox, group: Sequence[Together]) -> None:
    """Put the letters of a group that still wait into one mail."""
    waiting = [one for one in group if outbox.is_due(one.number)]
    if len(waiting) < 2:  # noqa: PLR2004  one goes out as it is
        return
    mails = [outbox.due_bytes(one.number) for one in waiting]
    first, *others = (one.number for one in waiting)
    says = catalog(HOUSE, waiting[0].language)
    heads = [BytesHeaderParser().parsebytes(mail) for mail in mails]
    subjects = [str(make_header(decode_header(head["Subject"]))) for head in heads]
    marks, titles = subjects[0].rpartition("] ")[0], [subject.rpartition("] ")[2] for subject in subjects]
    lines = [
        _line(says, one, title, str(head["Reply-To"]))
        for one, title, head in zip(waiting, titles, heads, strict=True)
    ]
    intro = _set(says.say("texts", "digest", params={"lines": lines, "number": first}))
    subject = says.say("texts", "digest-subject", params={"count": len(waiting), "first": titles[0]})
    whole = (f"{marks}] " if marks else "") + in_ascii(subject)
    outbox.send_together(first, together(mails, first, intro, whole), others)


def _set(text: str) -> str:
    """The head of the mail at the width of a letter, with room between its lines; what is numbered hangs."""
    rows = text.split("\n")
    return "\n\n".join(block(row, "", hang="   " if row[:1].isdigit() else "") for row in rows)


def _line(says: Catalog, one: Together, title: str, address: str) -> str:
    """One letter in the list at the head of the mail."""
    due = told_time(one.due, one.zone, says.language) if one.due < NEVER else ""
    return says.say("texts", "digest-line", params={"title": title, "due": due, "address": address})
