"""What a card does, read from the words in a card file: the master's effects, with `$target` and `$seat` in them.

`stamina $target -2` is a `Stamina` whose name is `$target`; `aimed` puts in who is meant when the card is played.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, get_type_hints

from referee.engine.forms import FIELD
from referee.engine.kit.decklist import Wrong
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.board import PLACES
from referee.games.hammer_of_thor.cards import Card
from referee.games.hammer_of_thor.effects import Effect
from referee.games.hammer_of_thor.figures import CHARACTERISTICS, INSANITIES
from referee.games.hammer_of_thor.seats import PLAYERS
from referee.games.hammer_of_thor.table import SEASONS
from referee.util.values import Value, field_names, replace

TARGET, SEAT = "$target", "$seat"
TARGETS = ("none", "seat", "group", "character")
"""At whom a card is played."""
PILES = ("rune", "magic", "fate")
STRONGEST = 30
"""The most STAMINA or REPUTATION that an effect gives or takes."""
BY_CARDS: tuple[type[Effect], ...] = (
    e.NextRound,
    e.Close,
    e.Stamina,
    e.Set,
    e.Reputation,
    e.Kill,
    e.Raise,
    e.Out,
    e.Join,
    e.Leave,
    e.Split,
    e.Put,
    e.Deal,
    e.Give,
    e.Aside,
    e.Break,
    e.Insane,
    e.Sane,
    e.SpeedBonus,
    e.Skip,
    e.SeasonIs,
    e.Note,
)
"""The effects that a card may have: all but those that only a master declares."""
TEXT = r'"[^"]+"|[^",;]+'
"""Free text: all that stands between quotation marks; without them a comma may be meant to end it."""
ALSO: Mapping[str, str] = {"note": "remark"}
"""Words of section 5 that orders have otherwise."""


class Known(Value):
    """The names that an effect may use: those of a card set."""

    characters: frozenset[str]
    items: frozenset[str]


class Saying(Value):
    """How an effect is written: its class, the form of its line, and what a line of it matches."""

    kind: type[Effect]
    form: str
    line: re.Pattern[str]

    def read(self, line: str) -> Effect | None:
        """The effect of a line; None if the line is not of this form."""
        if (found := self.line.fullmatch(line)) is None:
            return None
        types = get_type_hints(self.kind)
        return self.kind(
            **{name: _value(name, types[name], text) for name, text in found.groupdict().items()}
        )


def saying(kind: type[Effect]) -> Saying:
    """How effects of a class are written, of the form that their class declares."""
    form, types = kind.FORMS.forms[0].text, get_type_hints(kind)
    line = re.sub(r"\\\{(\w+)\\\}", lambda one: _part(one[1], types[one[1]]), re.escape(form))
    line = re.sub(r"\\\[(.*?)\\\]", r"(?:\1)?", line.replace(r"\ ", " +"))
    return Saying(kind, re.sub(FIELD, lambda one: _shown(one[1], types[one[1]]), form), re.compile(line))


@cache
def sayings() -> Mapping[str, Saying]:
    """The effects that cards may have, by their first words."""
    return {one.form.split(" ", 1)[0]: one for one in map(saying, BY_CARDS)}


@lru_cache(1024)
def effect(text: str) -> Effect | None:
    """The effect that words say; None if they say none that a card may have."""
    word, _, rest = text.strip().partition(" ")
    word = ALSO.get(word, word)
    found = sayings().get(word)
    return found.read(f"{word} {rest}".strip()) if found else None


def effects_of(card: Card) -> tuple[Effect, ...]:
    """What a card does, of a card set that was checked; nothing if the master is asked."""
    return tuple(found for one in card.effects or () if (found := effect(one)))


def aimed(one: Any, seat: str, target: str) -> Effect:
    """An effect of a card that a seat plays at a target ("" for none)."""
    meant = {TARGET: target, SEAT: seat}
    values = {name: getattr(one, name) for name in field_names(one) or ()}
    hit = {name: meant[value] for name, value in values.items() if value in (TARGET, SEAT)}
    made: Effect = replace(one, **hit)
    return made


def wrong(text: str, target: str | None, known: Known) -> Wrong:
    """What is wrong with the words of an effect; `target` None if it is not known at whom the card is played."""
    word = text.strip().partition(" ")[0]
    if (form := sayings().get(ALSO.get(word, word))) is None:
        return "effect-unknown", {"word": word, "known": tuple(sayings())}
    found: Any = effect(text)
    if found is None:
        return "effect-form", {"effect": text, "form": form.form}
    for name in field_names(found) or ():
        if told := _wrong_part(found, name, target, known):
            return told
    return None


def _wrong_part(one: Effect, name: str, target: str | None, known: Known) -> Wrong:
    value, kind = getattr(one, name), _kind(one, name)
    if value in (TARGET, SEAT) and kind in FITS:
        given = "seat" if value == SEAT else target
        fits = given is None or given in FITS[kind]
        return None if fits else ("effect-target", {"word": value, "target": given, "known": FITS[kind]})
    if kind in RANGES:
        least, most = RANGES[kind]
        fits = least <= value <= most and (value != 0 or kind != "amount")
        return None if fits else ("effect-number", {"value": value, "least": least, "most": most})
    if (words := _words(kind, known)) is None or value in words:
        return None
    return NO_SUCH.get(kind, "sheet-one-of"), {"value": value, "known": words}


FITS: Mapping[str, tuple[str, ...]] = {
    "character": ("character",),
    "group": ("character", "group"),
    "seat": ("seat",),
}
"""For whom `$target` may stand, by what is wanted: a group is named by any of its members."""
RANGES: Mapping[str, tuple[int, int]] = {
    "amount": (-STRONGEST, STRONGEST),
    "value": (0, 9),
    "place": (1, PLACES),
}
NO_SUCH: Mapping[str, str] = {
    "character": "effect-character",
    "group": "effect-character",
    "item": "effect-item",
}
"""What is told of a name that no card has; the other lists are short enough to be told whole."""


def _kind(one: Effect, name: str) -> str:
    """What stands in a field of an effect."""
    match one, name:
        case e.Deal(pile="fate"), "to":
            return "seat"
        case e.Deal(), "to":
            return "character"
        case (e.Raise() | e.Join(), "to") | (_, "group"):
            return "group"
        case _, "name":
            return "character"
        case _:
            return name


def _words(kind: str, known: Known) -> tuple[str, ...] | None:
    """The words that may stand there; None if any may."""
    match kind:
        case "character" | "group":
            return tuple(sorted(known.characters))
        case "item":
            return tuple(sorted(known.items))
        case _:
            return WORDS.get(kind)


WORDS: Mapping[str, tuple[str, ...]] = {
    "seat": PLAYERS,
    "characteristic": CHARACTERISTICS,
    "kind": INSANITIES,
    "season": SEASONS,
    "pile": PILES,
}


def _part(name: str, kind: Any) -> str:
    """What a field of an effect looks like in a line."""
    if kind is bool:
        return f"(?P<{name}>{name})"
    if kind is int:
        return rf"(?P<{name}>[+-]\d{{1,3}})" if name == "amount" else rf"(?P<{name}>\d{{1,3}})"
    if name == "text":
        return rf"(?P<{name}>{TEXT})"
    return rf"(?P<{name}>.+)" if name == "kind" else rf"(?P<{name}>\S+)"


def _shown(name: str, kind: Any) -> str:
    return name if kind is bool else "+N" if name == "amount" else name.upper()


def _value(name: str, kind: Any, text: str | None) -> Any:
    if kind is bool:
        return text is not None
    if kind is int:
        return int(text or 0)
    return "-".join((text or "").split()) if name == "kind" else (text or "").strip('"')
