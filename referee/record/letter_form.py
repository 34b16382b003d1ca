"""The form of most documents of a record: letters (see `referee.record.entries.Letter`)."""

from functools import cache

from referee.util.forms import COUNT, DIGEST, FACTS, QUOTED, ROWS, TEXTS, WORD, Form, literal, maybe
from referee.util.layout import Document


@cache
def _letter() -> Form:
    return Form(
        entry=COUNT,
        at=QUOTED,
        kind=literal("letter"),
        seat=WORD,
        digest=maybe(DIGEST),
        message=maybe(DIGEST),
        body=maybe(DIGEST),
        reply=maybe(WORD),
        ruled=maybe(QUOTED),
        position=maybe(QUOTED),
        lines=maybe(FACTS),
        events=maybe(FACTS),
        lots=ROWS,
        salt=DIGEST,
        leaves=TEXTS,
        seal=DIGEST,
        signature=maybe(DIGEST),
        private=maybe(FACTS),
    )


def letter(data: bytes) -> Document | None:
    """A letter of this layout, if it has the usual form; else None."""
    return _letter().read(data)
