"""What happened in one action of Thunder & Lightning, as a story: who fought whom, who won and why, what fell.

Each function below takes events as their reader was shown them, and gives the values of a text in the section
`stories`; None where that text does not fit, and they are told one by one.
"""

from collections.abc import Sequence
from typing import Any

from referee.engine.events import Seen
from referee.engine.kit.defaults import Values, story
from referee.games.thunder.berserker import RAGING
from referee.games.thunder.cards import LASTING, SEATS, name_of, other

Events = Sequence[Seen]
ENDS = {
    ("6.5", "theirs"): "won",
    ("6.5", "own"): "lost",
    ("6.6", "both"): "tie",
    ("6.7", "theirs"): "helpless",
    ("12.1", "theirs"): "tie-won",
    ("12.1", "own"): "tie-lost",
    ("13.4", "theirs"): "giant-won",
    ("13.4", "own"): "giant-lost",
    ("16.1", "own"): "wall",
    ("16.2", "theirs"): "archer",
}
"""How a challenge ends, by the rule that decides it and by whose card falls."""
LEVEL = frozenset({"6.6", "12.1"})
"""The rules by which equal strengths are decided."""
RAVENS = {"15.2": "weak", "15.3": "wall", "15.4": "leader"}
"""Why a front card falls or stays that Ravens look at, by rule; one that stays by 15.2 is too strong."""


def _kinds(events: Events, *kinds: str) -> list[Seen]:
    return [one for one in events if one.kind in kinds]


def _played(events: Events) -> dict[str, Any] | None:
    """Who plays which card, "" for none; None for a card that goes to the bottom, which needs a line of its own."""
    first = events[0]
    if first.kind != "Played":
        return {"by": first["by"], "of": other(first["by"]), "card": ""}
    if any(one["bottom"] for one in _kinds(events, "Finished")):
        return None
    return {"by": first["by"], "of": other(first["by"]), "card": first["card"]}


def _sunk(events: Events) -> tuple[tuple[str, str], ...]:
    """What falls to the bottom of its pile, and whose it is."""
    return tuple((one["of"], one["card"]) for one in _kinds(events, "Discarded") if one["bottom"])


def _where(events: Events) -> dict[str, str]:
    """From which column a card challenges; `at` is the place that a flank goes for."""
    (start,) = _kinds(events, "Challenged", "Flanked")
    at = f"{start['at_column']}{start['at_row']}" if start.kind == "Flanked" else ""
    return {"column": start["column"], "at": at}


def _fight(events: Events, voice: Any) -> Values:
    """A challenge or a flank, from the two cards in it to the one that falls (6, 12, 13.4, 16)."""
    who = _played(events)
    if who is None or len({one["of"] for one in events[-2:]}) < len(SEATS):
        return None
    own, theirs = sorted(events[-2:], key=lambda one: one["of"] != who["by"])
    fell = [name for name, one in (("own", own), ("theirs", theirs)) if one.kind == "Discarded"]
    end = ENDS.get((own.rule, "both" if len(fell) > 1 else "".join(fell)))
    if end is None:
        return None
    cards = {"own": own["card"], "theirs": theirs["card"]}
    raging = _raging(voice, own["card"], theirs["card"], own.rule, fell)
    return {**who, **_where(events), **cards, "end": end, "raging": raging, "sunk": _sunk(events)}


def _raging(voice: Any, own: str, theirs: str, rule: str, fell: list[str]) -> int:
    """The strength of Viking Warriors by Berserker (11.1), if the printed one does not explain the end."""
    mine, enemy = voice.strength(own), voice.strength(theirs)
    if name_of(own) != "viking-warriors" or enemy is None or rule not in {"6.5", *LEVEL}:
        return 0
    as_printed = mine == enemy if rule in LEVEL else fell == (["theirs"] if mine > enemy else ["own"])
    return 0 if as_printed else RAGING


def _nightmare(events: Events, _voice: Any) -> Values:
    """A Nightmare that a challenge, a flank or Ravens meet on the battlefield, and what falls by it (14.1)."""
    who, (fell,) = _played(events), _kinds(events, "ColumnFell")
    turned = [(one["of"], one["card"]) for one in _kinds(events, "TurnedUp")]
    if who is None or any(card not in fell[of] for of, card in turned):
        return None
    buried = tuple(one.fields for one in _kinds(events, "Buried"))
    done = {one["of"] for one in buried}
    lying = tuple((of, fell[of]) for of in (who["by"], who["of"]) if fell[of] and of not in done)
    flank = _where(events) if _kinds(events, "Challenged", "Flanked") else {"column": "", "at": ""}
    return {**who, **flank, "fell": fell["column"], "buried": buried, "lying": lying}


def _ravens(events: Events, _voice: Any) -> Values:
    """Ravens at a front card, which falls or stays (15.2 to 15.4)."""
    who, last = _played(events), events[-1]
    why = "strong" if (last.kind, last.rule) == ("Stood", "15.2") else RAVENS.get(last.rule)
    if who is None or why is None:
        return None
    turned = [f"{one['column']}{one['row']}" for one in _kinds(events, "TurnedUp")]
    place = "".join(turned) or last.get("place", "")
    return {
        **who,
        "of": last["of"],
        "target": last["card"],
        "place": place,
        "why": why,
        "sunk": _sunk(events),
    }


def _picked(events: Events, voice: Any) -> Values:
    """A card that Ravens take out of a hand, and what becomes of it, or of the whole hand (15.5, 14.3)."""
    who, (picked,), then = _played(events), _kinds(events, "Picked"), events[-1]
    if who is None:
        return None
    fate = {"Forced": "placed", "PlaceAsked": "asked", "Discarded": "weak"}.get(then.kind, "hand")
    if fate == "weak" and (voice.strength(picked["card"]) or 0) > 1:
        fate = "no-room"
    return {
        **who,
        "target": picked["card"],
        "fate": fate,
        "column": then.get("column", ""),
        "columns": then.get("columns", ()),
        "cards": tuple(card for one in _kinds(events, "HandFell") for card in one["cards"]),
        "buried": tuple(one.fields for one in _kinds(events, "Buried")),
        "sunk": _sunk(events),
    }


def _seer(events: Events, _voice: Any) -> Values:
    """A card that the Seer draws, and what becomes of it; whether another may follow (19)."""
    who, (drew,) = _played(events), _kinds(events, "SeerDrew")
    if who is None:
        return None
    (then,) = _kinds(events, "Forced", "PlaceAsked", "Given", "Discarded")
    return {
        **who,
        "target": drew["card"],
        "to": drew.get("to", ()),
        "fate": {"Forced": "placed", "PlaceAsked": "asked", "Given": "given"}.get(then.kind, "falls"),
        "column": then.get("column", ""),
        "columns": then.get("columns", ()),
        "next": {"SeerAsked": "asked", "SeerStopped": "stopped"}.get(events[-1].kind, ""),
        "sunk": _sunk(events),
    }


def _spear(events: Events, _voice: Any) -> Values:
    """Gungnir or Mjolnir, and the card that falls by it (18.1)."""
    who, last = _played(events), events[-1]
    if who is None or last.rule != "18.1":
        return None
    return {**who, "target": last["card"], "place": last["place"], "sunk": _sunk(events)}


def _frigg_at_hand(events: Events, _voice: Any) -> Values:
    """Frigg's look into a hand, and the giants that fall by it (13.2a)."""
    who, (look,) = _played(events), _kinds(events, "HandSeen")
    fallen = tuple(one["card"] for one in _kinds(events, "Discarded"))
    return who and {**look.fields, **who, "fallen": fallen}


def _frigg_at_column(events: Events, _voice: Any) -> Values:
    """A column that Frigg turns up (13.2b)."""
    who = _played(events)
    up = tuple((one["card"], f"{one['column']}{one['row']}") for one in _kinds(events, "TurnedUp"))
    return who and {**who, "column": events[-1]["column"], "turned": up}


def _lasting(events: Events, _voice: Any) -> Values:
    """Berserker or Idunn, in effect from now on (11.1, 12.1)."""
    who = _played(events)
    return who if who and name_of(who["card"]) in LASTING else None


def _freya(events: Events, _voice: Any) -> Values:
    """The card that Freya captures, and what lies on that pile then (13.1)."""
    who, last = _played(events), events[-1]
    return who and {**who, "target": last["card"], "top": last["top"]}


def _with_last(events: Events, _voice: Any) -> Values:
    """A card that is played, and the one thing that its power does."""
    who = _played(events)
    return who and {**events[-1].fields, **{name: who[name] for name in ("by", "card")}}


def _draws(events: Events, _voice: Any) -> Values:
    """Cards that one player draws one after the other (4.1), told to that player."""
    (by, *others) = dict.fromkeys(one["by"] for one in events)
    if others:
        return None
    drawn = tuple(one["card"] for one in events if "card" in one.fields)
    return {"by": by, "count": len(events)} | ({"cards": drawn} if drawn else {})


def _laid(events: Events, _voice: Any) -> Values:
    """The cards of both front rows, which lie face down (1.3): whose are shown to the reader, and which, if any are."""
    shown = [one for one in events if one.kind == "Deployed" and "cards" in one.fields]
    return {"by": shown[0]["by"], "cards": shown[0]["cards"]} if len(shown) == 1 else {"by": "", "cards": ()}


PLAYED = ("Played", "Finished?")
FATE = "Stood|Discarded"
STORIES = (
    story("laid", _laid, "Sealed?", "Deployed", "Deployed"),
    story("drew", _draws, "Drew", "Drew+"),
    story("fight", _fight, "Challenged", "TurnedUp*", FATE, FATE),
    story("fight", _fight, *PLAYED, "Flanked", "TurnedUp*", FATE, FATE),
    story("nightmare", _nightmare, "Challenged", "TurnedUp*", "ColumnFell", "Buried*"),
    story("nightmare", _nightmare, *PLAYED, "Flanked?", "TurnedUp*", "ColumnFell", "Buried*"),
    story("ravens", _ravens, *PLAYED, "TurnedUp?", FATE),
    story("picked", _picked, *PLAYED, "Picked", "Discarded|Forced|PlaceAsked"),
    story("picked", _picked, *PLAYED, "Picked", "HandFell", "Buried*"),
    story("seer", _seer, *PLAYED, "SeerDrew", "Forced|PlaceAsked|Given|Discarded", "SeerAsked|SeerStopped?"),
    story("seer", _seer, "SeerDrew", "Forced|PlaceAsked|Given|Discarded", "SeerAsked|SeerStopped?"),
    story("spear", _spear, *PLAYED, "Discarded"),
    story("frigg-hand", _frigg_at_hand, *PLAYED, "HandSeen", "Discarded*"),
    story("frigg-column", _frigg_at_column, *PLAYED, "TurnedUp+"),
    story("freya", _freya, *PLAYED, "Captured"),
    story("took", _with_last, *PLAYED, "Took"),
    story("shifted", _with_last, *PLAYED, "Shifted"),
    story("lasting", _lasting, "Played", "Finished"),
)
"""The stories of this game."""
