"""The sentences of the command line, from `templates/cli.en.yaml`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.util import data, plainyaml
from referee.util.errors import Why
from referee.util.text import Counted, clean

FILE = "cli.en.yaml"
NEAR: Mapping[str, tuple[str, str]] = {
    "config-key": ("name", "known"),
    "config-one-of": ("given", "known"),
    "config-language": ("given", "known"),
    "not-a-language": ("language", "known"),
    "unknown-option": ("option", "known"),
    "option-value": ("value", "known"),
    "ruling-option": ("name", "known"),
    "unknown-game": ("name", "games"),
    "unknown-key": ("name", "known"),
    "no-such-game": ("game", "games"),
    "no-such-seat": ("seat", "seats"),
    "no-such-example": ("name", "examples"),
    "deck-no-such-card": ("card", "known"),
    "sheet-one-of": ("value", "known"),
    "card-nowhere": ("name", "known"),
    "effect-unknown": ("word", "known"),
    "effect-character": ("value", "known"),
    "effect-item": ("value", "known"),
}
"""Faults in which a word is wrong and the right ones are known.

By the key of the fault: the names of the parameters for the wrong word and for the known ones.
"""


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """The sections `faults` and `texts`: sentences with `{names}` in them, by key."""
    content: Mapping[str, Mapping[str, str]] = plainyaml.read_text(data.text("templates", FILE), FILE).value
    return content


def say(key: str, /, **params: Any) -> str:
    """A text of the command line. Raises KeyError if there is none."""
    return filled(sentences()["texts"][key], params)


def fault_sentence(why: Why) -> str:
    """What is wrong, as a sentence; where none is written, the key and its values.

    If a list in it is empty another sentence may be used: an empty list of known words helps nobody.
    """
    faults = sentences()["faults"]
    found = faults.get(f"{why.key}-none") if () in why.params.values() else None
    if (found := found or faults.get(why.key)) is not None:
        return f"{filled(found, why.params)} {_did_you_mean(why)}".rstrip()
    from referee.telling.catalog import HOUSE, catalog  # noqa: PLC0415  Jinja is slow to load

    says = catalog(HOUSE)
    if says.has("refusals", why.key):
        return says.say("refusals", why.key, params=why.params)
    return " ".join((why.key, *(f"{name}={_shown(value)}" for name, value in why.params.items())))


def _did_you_mean(why: Why) -> str:
    """The known word that is nearest to a wrong one; "" if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415  slow to load

    given, known = (why.params.get(name) for name in NEAR.get(why.key, ("", "")))
    if not isinstance(given, str) or not isinstance(known, tuple | list):
        return ""
    near = get_close_matches(given.lower(), list(map(str, known)), 1)
    return say("did-you-mean", word=near[0]) if near else ""


def filled(sentence: str, params: Mapping[str, Any]) -> str:
    """A sentence filled with its values, each as text that is safe on a terminal; see `Counted` for numbers."""
    return sentence.format_map({name: Counted(_shown(value)) for name, value in params.items()})


def _shown(value: Any) -> str:
    """A value as text that is safe on a terminal; several are separated by commas."""
    if isinstance(value, Why):
        return fault_sentence(value)
    if isinstance(value, tuple | list):
        return ", ".join(map(_shown, value)) or "-"
    return clean(str(value))
