"""Notes on a game, and its publication: rules H25 and H26 of the house.

The words stand in the record for their writer alone, for ever (see `referee.record.private`); the notebook
beside the record has them too, with those who may read them (`referee.archive.mailed`).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from referee.engine.events import LeavesTheTable, Open, event, seen_by
from referee.engine.rules import rule, why
from referee.notation.archive_verbs import LONGEST_NAME
from referee.notation.folding import fold, untwinned
from referee.notation.names import is_of_the_house
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.values import Value

SHORTEST_WORD = 3
"""Of a name of several words each word of so many letters stands for its player too."""
_NOBODY = regex(r"somebody|player[a-z0-9]{8}")
MOST_NOTES = 100
"""How many notes a seat may write within a day: each takes some room on the disk."""


class Noting(Value):
    """What the rules look at for a note by mail.

    Attributes:
        place: a place of the game (see `referee.notation.archive_verbs`); "" if none was named.
        words: what is said.
        begun: the cards are dealt.
        left: how many notes the writer may still write today.
        places: gives a place by its own names, or why the writer knows of none.
        noted: the places of the notes that the writer could take back, the last one last.
    """

    place: str
    words: str
    begun: bool
    left: int
    places: Callable[[str], str | Why]
    noted: Sequence[str] = ()

    @property
    def found(self) -> str | Why:
        """The place by its own names; or why it is none."""
        return self.places(self.place)

    @property
    def taken_back(self) -> str:
        """The place of the note that would be taken back; "" if there is none."""
        if not self.place:
            return self.noted[-1] if self.noted else ""
        found = self.found
        return found if isinstance(found, str) and found in self.noted else ""


@event("H25", only="by")
class Remarked(LeavesTheTable):
    """A player notes something on a place of the game (`7.2: words`), or a variation from there.

    `kind` is `comment` or `line`, or `undone` (`7.2:`), which takes back the player's last note there; `over`: the
    game was over then.
    """

    private_to_player = untold = True
    private: ClassVar[str] = "text"
    by: Open[str]
    kind: Annotated[str, seen_by("by")]
    text: Annotated[str, seen_by("by")]
    over: Annotated[bool, seen_by("by")] = False


@event("H25", only="by")
class NotesOpened(LeavesTheTable):
    """A player agrees that all may read, when the game is over, what this seat has noted in play."""

    private_to_player = untold = True
    by: Open[str]


@event("H26", only="by")
class NamePublished(LeavesTheTable):
    """A player agrees that the game is published under a name, or with no name takes that back."""

    private_to_player = untold = True
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
    """A note is about a place that its writer knows the game to have come to."""
    return None if isinstance(found := n.found, str) else found


@rule("H25")
def takes_back_a_note(n: Noting, _verb: str) -> Why | None:
    """Only a note of one's own that stands can be taken back."""
    return None if n.taken_back else why("noted-nothing", place=n.place)


NOTES = (notes_on_what_was_dealt, not_too_many_notes, says_what_and_where, where_the_game_came_to)
"""The rules that a note is held to, in the order told."""
TAKING_BACK = (notes_on_what_was_dealt, not_too_many_notes, takes_back_a_note)
"""The same for taking one back."""
UNDONE = "undone"
"""The kind of what takes a note back."""
NUMBERS = frozenset({"H25", "H26"})
"""Lines under these rules are their writer's alone: whoever judges does not see them either."""
KINDS = {"annotate": "comment", "variation": "line"}
"""The kind of note that each verb makes."""


def name_given(said: str) -> str | None:
    """The name after `publish yes as`, "" for `publish no`; None if neither was said, or the name cannot be shown."""
    answer, _, name = said.partition(" ")
    if answer == "no":
        return ""
    fits = name and name.isprintable() and len(name) <= LONGEST_NAME
    return name if fits and not is_no_name(name) else None


def is_no_name(name: str) -> bool:
    """Whether nobody can be published by that name: an address, what stands for no name, or who speaks for us."""
    shown = fold(name).text
    return "@" in shown or bool(_NOBODY.fullmatch(_letters(name))) or is_of_the_house(name)


def is_of_others(name: str, own: str, others: Iterable[str]) -> bool:
    """Whether a name is that of somebody else in the game, however it is spelled, or has a word of it.

    `own` is the name by which the writer plays: a word of it may stand there, whoever else has it.
    """
    mine, own_words, said = _letters(own), _words(own), _words(name)
    runs = {"".join(said[n:m]) for n in range(len(said)) for m in range(n + 1, len(said) + 1)}
    shared = {one for one in {*said} - {*own_words} if len(one) >= SHORTEST_WORD}
    return any(
        (whole := _letters(one)) and whole != mine and (whole in runs or shared & {*_words(one)})
        for one in others
    )


def _words(name: str) -> list[str]:
    """The words of a name in one form; look-alike letters are those that they look like."""
    return list(filter(None, re.split(r"[\W_]+", untwinned(fold(name).text))))


def _letters(name: str) -> str:
    """All letters and digits of a name in that form."""
    return "".join(_words(name))


def withdrawn_from(places: tuple[str, ...], event: Remarked) -> tuple[str, ...]:
    """The places of notes that stand, after one more was written, or the last one on its place was taken back."""
    place = event.text.partition(":")[0]
    if event.kind != UNDONE:
        return (*places, place)
    last = max((n for n, one in enumerate(places) if one == place), default=len(places))
    return (*places[:last], *places[last + 1 :])


def notes_left(noted: Iterable[str], at: str) -> int:
    """How many notes a seat may still write in a letter that came at that time, after those of these times."""
    came, day = datetime.fromisoformat(at), timedelta(days=1)
    return MOST_NOTES - sum(-day < came - datetime.fromisoformat(then) < day for then in noted)
