"""The sentences of the command line, out of `templates/cli.en.yaml`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee import plainyaml, share
from referee.plaintext import clean
from referee.rules import Why

FILE = "cli.en.yaml"


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """The sections `faults` and `texts`: sentences with `{names}` in them, by their keys."""
    content: Mapping[str, Mapping[str, str]] = plainyaml.read_text(share.text("templates", FILE), FILE).value
    return content


def say(key: str, /, **params: Any) -> str:
    """A text of the command line. Raises KeyError if there is none."""
    return filled(sentences()["texts"][key], params)


def fault_sentence(why: Why) -> str:
    """What is wrong, as a sentence; where nobody has written one, the key and its values."""
    if (found := sentences()["faults"].get(why.key)) is not None:
        return filled(found, why.params)
    from referee.catalog import HOUSE, catalog  # noqa: PLC0415  Jinja is slow to load

    says = catalog(HOUSE)
    if says.has("refusals", why.key):
        return says.say("refusals", why.key, params=why.params)
    return " ".join((why.key, *(f"{name}={_shown(value)}" for name, value in why.params.items())))


def filled(sentence: str, params: Mapping[str, Any]) -> str:
    """A sentence with its values in it, each as text that is safe on a terminal."""
    return sentence.format_map({name: _shown(value) for name, value in params.items()})


def _shown(value: Any) -> str:
    """A value as text that is safe on a terminal; several with commas between."""
    if isinstance(value, tuple | list):
        return ", ".join(map(_shown, value)) or "-"
    return clean(str(value))
