"""How the entries of a game of format 1 are sealed: what of a document is hidden from those who are only told its seal."""

from collections.abc import Iterator

from referee.entries import KINDS, LEADING, Entry, Misfit, Opening, event_of, numbered, plain, to_document
from referee.events import seen
from referee.first_seals import close, pointer
from referee.game import Game
from referee.layout import Document
from referee.record import Last


def sealed(entry: Entry, game: Game, last: Last, salt: bytes) -> Document:
    """The document of an entry as `record.append` takes it: numbered and sealed after the last one.

    `salt` is 32 random bytes, new for every entry.
    """
    doc = to_document(numbered(entry, last))
    return close(doc, last.seal, hidden_paths(doc, game), salt)


def hidden_paths(doc: Document, game: Game) -> list[str]:
    """Where the values stand in a document that are not open to all, as JSON pointers.

    Open is what is named so: nothing else. Of an event, what an onlooker is shown, and as he is shown it: the
    number of a physical card, or the order of a hand, is hidden though the card's face is not. Of a line,
    that it was played and how many events followed, if any of those may be known of at all. In a letter
    or an act that brought about nothing an onlooker may know of, the rest is hidden as well.
    """
    kind = KINDS[doc["kind"]]
    opens = [_hidden_in_event(event, game) for event in doc.get("events", [])]
    private = kind is not Opening and all(paths == [()] for paths in opens)
    public = {"entry", "kind"} if private else {*LEADING, *kind.open, "events", "lines"}
    paths = [pointer(key) for key in doc if key not in {*public, "salt", "hidden", "seal"}]
    if not private:
        paths += [pointer("events", at, *path) for at, found in enumerate(opens) for path in found]
        paths += [pointer("lines", *path) for path in _hidden_in_lines(doc.get("lines", []), opens)]
    return sorted(paths)


def _hidden_in_event(doc: Document, game: Game) -> list[tuple[str, ...]]:
    """The keys of an event that an onlooker is not shown as they are; [()] if not even that it happened."""
    try:
        shown = seen(event_of(doc, game), None)
    except Misfit:
        shown = None
    if shown is None:
        return [()]
    return [(key,) for key in doc if key not in {"event", "rule"} and plain(shown.get(key)) != doc[key]]


def _hidden_in_lines(
    lines: list[Document], opens: list[list[tuple[str, ...]]]
) -> Iterator[tuple[str | int, ...]]:
    at = 0
    for index, line in enumerate(lines):
        brought, at = opens[at : at + line.get("events", 0)], at + line.get("events", 0)
        if line["verdict"] != "played" or all(paths == [()] for paths in brought):
            yield (index,)
        else:
            yield from ((index, key) for key in line if key not in {"verdict", "events"})
