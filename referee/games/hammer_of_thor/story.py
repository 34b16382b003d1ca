"""Events told as one: a roll with what it decides, an encounter with how it came about, blow after blow.

What is joined has the fields of the later event, and `rolls` or others of the earlier one; see the sentences.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.events import Seen
from referee.util.values import replace

DECIDES: Mapping[str, frozenset[str]] = {
    "Scouted": frozenset({"senses"}),
    "RolledFor": frozenset({"encounter"}),
    "Tried": frozenset({"wisdom"}),
    "RuneUsed": frozenset({"intelligence"}),
    "Born": frozenset({"births"}),
    "Cured": frozenset({"sanity"}),
    "CardActed": frozenset({"con", "follower", "seduce", "evade", "negotiate", "friendship", "order"}),
    "Blow": frozenset({"blow"}),
    "CardsShown": frozenset({"temper", "schizophrenia"}),
}
"""The events that a roll decides, by what was rolled for."""
BEGINS = frozenset({"EncounterOpened", "RoundBegun"})
DUEL = 2
"""Those who strike and are struck, where the blows of one at the other are told together."""


def joined(before: Seen, after: Seen) -> Seen | None:
    """Both events as one that is told, if they are told as one; else None."""
    if before.kind == "Rolled":
        return _roll(before, after)
    found = JOINS.get((before.kind, after.kind))
    return found(before, after) if found else None


def _with(seen: Seen, **more: Any) -> Seen:
    return replace(seen, fields={**seen.fields, **more})


def _roll(roll: Seen, after: Seen) -> Seen | None:
    """A roll, and the event that it decides."""
    if roll["what"] not in DECIDES.get(after.kind, ()):
        return None
    one = {key: roll[key] for key in ("by", "what", "value", "need")}
    return _with(after, rolls=(one, *after.get("rolls", ())))


def _rolled(before: Seen) -> Mapping[str, Any]:
    """The rolls that the earlier event is told with: none where the master has somebody come."""
    return {"rolls": rolls} if (rolls := before.get("rolls")) else {}


def _came(before: Seen, after: Seen) -> Seen:
    """A roll for an encounter, and that somebody or nobody comes."""
    return _with(after, **_rolled(before))


def _met(before: Seen, after: Seen) -> Seen | None:
    """A stranger who comes, and is met."""
    if before["name"] != after["other"]:
        return None
    return _with(after, **_rolled(before), place=before["place"], deck=before["deck"])


def _sought(before: Seen, after: Seen) -> Seen | None:
    """Somebody is sought, and met."""
    return after if before["other"] == after["other"] else None


def _begun(before: Seen, after: Seen) -> Seen | None:
    """An encounter opens, and its first round begins."""
    return _with(before, round=after["count"]) if after["count"] == 1 else None


def _sealed(before: Seen, after: Seen) -> Seen | None:
    """Somebody else has chosen a card in a round that has begun."""
    return before if after.get("card") is None else None


def _fights(before: Seen, _after: Seen) -> Seen:
    """A card by which it comes to combat."""
    return _with(before, combat=True)


def _hurt(before: Seen, after: Seen) -> Seen | None:
    """A blow, and the STAMINA lost by it."""
    last = (before.fields, *before.get("then", ()))[-1]
    return before if (after["name"], -after["amount"]) == (last["at"], last["loss"]) else None


def _struck(before: Seen, after: Seen) -> Seen:
    """One after another."""
    return _with(before, then=(*before.get("then", ()), after.fields))


def _blow_after_blow(before: Seen, after: Seen) -> Seen | None:
    """Blows of one combat: those of two who fight together, of more the blows of one round."""
    both = _struck(before, after)
    blows = (before.fields, *both["then"])
    if len({one[key] for one in blows for key in ("by", "at")}) > DUEL:
        strikers = {one["by"] for one in blows}
        return _with(both, **_round(blows)) if len(strikers) == len(blows) else None
    together = _volleys(blows)
    return both if together is None or len(together) == len(blows) else _with(both, volleys=together)


def _round(blows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """S6 The blows of a round: who loses STAMINA by whom, in the order in which they are first hit; and who misses."""
    hurt: dict[Any, list[Mapping[str, Any]]] = {}
    for blow in blows:
        if blow["hits"]:
            hurt.setdefault((blow["at"], blow["subdual"]), []).append(blow)
    return {
        "hurt": tuple(
            {"at": at, "subdual": subdual, "loss": sum(one["loss"] for one in some), "hits": tuple(some)}
            for (at, subdual), some in hurt.items()
        ),
        "missed": tuple(blow for blow in blows if not blow["hits"]),
    }


def _volleys(blows: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...] | None:
    """The blows that one fighter strikes at another with the same odds, in the order of the first of each.

    None if one of the blows comes without its roll: then they stay apart.
    """
    found: dict[Any, list[Mapping[str, Any]]] = {}
    for blow in blows:
        if len(rolls := blow.get("rolls", ())) != 1:
            return None
        found.setdefault((blow["by"], blow["at"], blow["subdual"], rolls[0]["need"]), []).append(blow)
    return tuple(
        {
            **some[0],
            "need": key[-1],
            "rolled": tuple(blow["rolls"][0]["value"] for blow in some),
            "losses": tuple(blow["loss"] for blow in some if blow["hits"]),
        }
        for key, some in found.items()
    )


def _gained(before: Seen, after: Seen) -> Seen | None:
    """S7 What one fight brings its winners, one after the other."""
    both = {before["rule"], after["rule"]} == {"S7"} and min(before["amount"], after["amount"]) > 0
    return _struck(before, after) if both else None


def _famed(before: Seen, after: Seen) -> Seen | None:
    """S17 A realm that is new, and what that brings."""
    return _with(before, gained=after["amount"]) if after["rule"] == "S17" else None


def _captured(before: Seen, after: Seen) -> Seen | None:
    """S7 Somebody is subdued, and the captor gains by it."""
    gains = after["rule"] == "S7" and after["name"] == before["by"] and "gain" not in before.fields
    return _with(before, gain=after["amount"]) if gains else None


def _further(before: Seen, after: Seen) -> Seen | None:
    """Step after step of the same group."""
    last = (before.fields, *before.get("then", ()))[-1]
    return _struck(before, after) if last["group"] == after["group"] else None


def _after(_before: Seen, after: Seen) -> Seen:
    """A halt, and what comes of it: that says enough."""
    return after


JOINS: Mapping[tuple[str, str], Callable[[Seen, Seen], Seen | None]] = {
    ("RolledFor", "StrangerCame"): _came,
    ("RolledFor", "NobodyCame"): _came,
    ("StrangerCame", "EncounterOpened"): _met,
    ("Met", "EncounterOpened"): _sought,
    ("EncounterOpened", "RoundBegun"): _begun,
    **{(begins, "CardSealed"): _sealed for begins in BEGINS},
    ("CardActed", "CombatBegun"): _fights,
    ("Blow", "StaminaChanged"): _hurt,
    ("Blow", "Blow"): _blow_after_blow,
    ("Subdued", "ReputationChanged"): _captured,
    ("ReputationChanged", "ReputationChanged"): _gained,
    ("RealmReached", "ReputationChanged"): _famed,
    ("Entered", "Entered"): _further,
    ("DeckFixed", "DeckFixed"): _struck,
    ("SevenLaid", "SevenLaid"): _struck,
    **{("PhaseBegun", follows): _after for follows in ("Rolled", "RolledFor", "RealmReached")},
}
"""Two events, one right after the other, and how they are told as one."""
