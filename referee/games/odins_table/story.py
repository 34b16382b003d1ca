"""What happened in one action of Odin's Table, as a story: an attack from the step to the new cards, a scouting.

Each function below takes events as their reader was shown them, and gives the values of a text in the section
`stories`; None where that text does not fit, and they are told one by one.
"""

from collections.abc import Sequence
from typing import Any

from referee.engine.events import Seen
from referee.engine.kit.defaults import Values, story
from referee.games.odins_table.cards import other

Events = Sequence[Seen]


def _kinds(events: Events, *kinds: str) -> list[Seen]:
    return [one for one in events if one.kind in kinds]


def _new_cards(events: Events) -> dict[str, Any]:
    """The cards that come for used ones, and whose pile was made again for them."""
    drawn = tuple(one.fields for one in _kinds(events, "Replaced"))
    return {"drawn": drawn, "renewed": tuple(one["of"] for one in _kinds(events, "Renewed"))}


def _attack(events: Events, voice: Any) -> Values:
    """An attack: whose card wins, which piece is captured, which cards come for those that fought (3.5, 4)."""
    start, used = events[0], {one["of"]: one["card"] for one in _kinds(events, "Discarded")}
    by, of = start["by"], other(start["by"])
    if set(used) != {by, of}:
        return None
    if _kinds(events, "Swapped"):
        end = "swap"
    elif not _kinds(events, "Advanced"):
        end = "lost"
    else:
        end = "tie" if voice.strength(used[by]) == voice.strength(used[of]) else "won"
    cards = {"own": used[by], "theirs": used[of]}
    return {**start.fields, "of": of, **cards, "end": end, **_new_cards(events)}


def _scouting(events: Events, _voice: Any) -> Values:
    """A card that is turned up by Hugin & Munin of a column, and what comes for those (5.1, 5.4)."""
    scouted = events[0]
    return {"scouted": {**scouted.fields, "rule": scouted.rule}, "by": scouted["by"], **_new_cards(events)}


def _laid(_events: Events, _voice: Any) -> Values:
    """The cards of both sides, which lie face down at their columns (2.2)."""
    return {}


NEW_CARD = ("Renewed?", "Replaced")
STORIES = (
    story(
        "attack",
        _attack,
        *("Attacked", "TurnedUp*", "Captured|Swapped", "Advanced?", "Discarded", "Discarded"),
        *NEW_CARD,
        *NEW_CARD,
        decided={"Captured": "4.2"},
    ),
    story("laid", _laid, "Placed", "Placed"),
    story("scouting", _scouting, "Scouted", "Discarded", *NEW_CARD),
)
"""The stories of this game."""
