"""Notes on a game, and its publication: rules H25 and H26 of the house.

The words stand in the record for their writer alone, for ever (see `referee.record.private`); the notebook
beside the record has them too, with those who may read them (`referee.archive.mailed`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from referee.engine.events import LeavesTheTable, Open, event, seen_by
from referee.engine.rules import rule, why
from referee.notation.archive_verbs import GAME, LONGEST_NAME
from referee.util.errors import Why

MOST_NOTES = 100
"""How many notes a seat may write within a day: each takes some room on the disk."""


@dataclass(frozen=True, slots=True)
class Noting:
    """What the rules look at for a note by mail.

    Attributes:
        place: a position, or the game; "" if none was named.
        words: what is said.
        begun: the cards are dealt.
        left: how many notes the writer may still write today.
        reached: whether the writer knows the table to have come to a position.
    """

    place: str
    words: str
    begun: bool
    left: int
    reached: Callable[[str], bool]


@event("H25", only="by")
class Remarked(LeavesTheTable):
    """A player notes something on a place of the game (`7.2: words`), or a variation from there.

    `kind` is `comment` or `line`; `over`: the game was over then.
    """

    private: ClassVar[str] = "text"
    by: Open[str]
    kind: Annotated[str, seen_by("by")]
    text: Annotated[str, seen_by("by")]
    over: Annotated[bool, seen_by("by")] = False


@event("H25", only="by")
class NotesOpened(LeavesTheTable):
    """A player agrees that all may read, when the game is over, what this seat has noted in play."""

    by: Open[str]


@event("H26", only="by")
class NamePublished(LeavesTheTable):
    """A player agrees that the game is published under a name, or with no name takes that back."""

    private: ClassVar[str] = "text"
    by: Open[str]
    text: Annotated[str, seen_by("by")]


@rule("H25")
def notes_on_what_was_dealt(n: Noting, _verb: str) -> Why | None:
    """There is nothing to note before the cards are dealt."""
    return None if n.begun else why("note-not-begun")


@rule("H25")
def not_too_many_notes(n: Noting, _verb: str) -> Why | None:
    """There are a limited number of notes per day."""
    return None if n.left > 0 else why("note-enough", most=MOST_NOTES)


@rule("H25")
def says_what_and_where(n: Noting, _verb: str) -> Why | None:
    """A note names a place, and says something."""
    return None if n.place and n.words else why("annotate-form")


@rule("H25")
def where_the_game_came_to(n: Noting, _verb: str) -> Why | None:
    """A note is about a position that its writer knows the game to have come to."""
    return None if n.place == GAME or n.reached(n.place) else why("note-nowhere", position=n.place)


NOTES = (notes_on_what_was_dealt, not_too_many_notes, says_what_and_where, where_the_game_came_to)
"""The rules that a note is held to, in the order told."""
NUMBERS = frozenset({"H25", "H26"})
"""Lines under these rules are their writer's alone: whoever judges does not see them either."""
KINDS = {"annotate": "comment", "variation": "line"}
"""The kind of note that each verb makes."""


def name_given(said: str) -> str | None:
    """The name after `publish yes as`, "" for `publish no`; None if neither was said, or the name cannot be shown."""
    answer, _, name = said.partition(" ")
    if answer == "no":
        return ""
    return name if name and name.isprintable() and len(name) <= LONGEST_NAME else None


def notes_left(noted: Iterable[str], at: str) -> int:
    """How many notes a seat may still write in a letter that came at that time, after those of these times."""
    came, day = datetime.fromisoformat(at), timedelta(days=1)
    return MOST_NOTES - sum(-day < came - datetime.fromisoformat(then) < day for then in noted)
