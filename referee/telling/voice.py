"""Who reads, and what the cards of a game are called to that reader."""

from collections.abc import Mapping
from typing import Any, Protocol

from referee.util.regexes import regex

Params = Mapping[str, Any]

PERSON = "\ue000"
"""Stands before a pronoun until the whole sentence is there, which shows whether it begins with it."""
NUMBERED = regex(r"\d+ ")
"""A number before a name, as of a place: it is the same in every language."""


class Voice(Protocol):
    """Who reads, and what the cards of a game are called. A game's own voice is in its module `telling`."""

    @property
    def reader(self) -> str | None:
        """The seat that reads; None is an onlooker."""

    def named(self, card: str, holder: str) -> tuple[str, str]:
        """A card's word (`own`, `captured` or "") and its title, for its holder ("" where that does not matter)."""

    def strength(self, card: str) -> int | None:
        """The strength of a card, where it has one."""


class Plain:
    """The voice for readers who sit at no table: the keeper, or a reader of the handbook."""

    reader = None

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """A card as it is written in orders."""
        return "", card

    def strength(self, card: str) -> int | None:  # noqa: ARG002  as the protocol has it
        """No deck list is at hand."""
        return None


NOBODY = Plain()
