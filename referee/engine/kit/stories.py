"""Stories: the events of one action told as one, in a sentence or two.

A game lists its stories in its module `telling`: `STORIES`, the longer ones first. Each has the kinds of event
it is made of, in the order in which they are shown, and says what its text is given. Only what one reader was
shown goes in, so a story can tell nothing that the sentences of its events do not.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.events import Seen

Values = Mapping[str, Any] | None
_KIND = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Retold(Seen):
    """Some events as one: `kind` is the key of the story, `fields` are the values of its text.

    `decided` are rules that decide that an event of a kind comes about, and that no event has.
    """

    parts: tuple[Seen, ...] = ()
    decided: Mapping[str, str] = field(default_factory=dict)

    def citing(self, parts: Sequence[Seen]) -> str:
        """The rules of some of its events, each once, in their order; one that decides before that of its event."""
        every = ((self.decided.get(part.kind, ""), part.rule) for part in parts)
        return ", ".join(dict.fromkeys(rule for some in every for rule in some if rule))


@dataclass(frozen=True, slots=True)
class Story:
    """One kind of story.

    Attributes:
        key: that of its text, in the section `stories`.
        events: an expression for the kinds of its events, each with a comma after it.
        values: what the text is given, from the events and the voice in which they are told; None: they are
            told one by one after all.
        decided: by kind of event, a rule that decides that it comes about and that none of the events has.
    """

    key: str
    events: re.Pattern[str]
    values: Callable[[Sequence[Seen], Any], Values]
    decided: Mapping[str, str] = field(default_factory=dict)


def story(
    key: str,
    values: Callable[[Sequence[Seen], Any], Values],
    *kinds: str,
    decided: Mapping[str, str] | None = None,
) -> Story:
    """A story of these kinds of event, one after the other: `Laid`, `Laid|Moved`, `Drew?`, `TurnedUp*`."""
    return Story(key, re.compile("".join(map(_expression, kinds))), values, decided or {})


def _expression(kinds: str) -> str:
    """A word for some kinds of event, as an expression."""
    often = kinds[-1] if kinds[-1] in "?*+" else ""
    return f"(?:{_KIND.sub(_with_comma, kinds.removesuffix(often))}){often}"


def _with_comma(kind: re.Match[str]) -> str:
    return f"{kind[0]},"


def retold(stories: Sequence[Story], shown: Sequence[Seen], voice: Any) -> Iterator[Seen]:
    """What was shown, in its order; where some events are a story, that story in their place.

    Of the stories that begin with an event the first is told.
    """
    kinds = "".join(f"{one.kind}," for one in shown)
    at = place = 0
    while at < len(shown):
        found = next(_beginning(stories, shown[at:], kinds[place:], voice), shown[at])
        yield found
        for one in found.parts if isinstance(found, Retold) else (found,):
            at, place = at + 1, place + len(one.kind) + 1


def _beginning(stories: Sequence[Story], shown: Sequence[Seen], kinds: str, voice: Any) -> Iterator[Seen]:
    """The stories that begin with the first event."""
    for one in stories:
        if match := one.events.match(kinds):
            parts = tuple(shown[: match[0].count(",")])
            if (values := one.values(parts, voice)) is not None:
                found = Retold(one.key, "", values, parts, one.decided)
                yield replace(found, rule=found.citing(parts))
