"""H27 What orders beforehand wait for: what the grammar `foreseen.lark` is made of in a game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.kit.foreseen import AND, ANY, THEIR, THEY, Fact, foreseen_of


def builders(game: Game) -> Mapping[str, Callable[..., Any]]:
    """What the rules of `foreseen.lark` make of their parts: facts, or None for what the game does not have."""
    seats, deeds = game.seats, foreseen_of(game).deeds

    def lies(whose: str | None, place: str, card: str) -> Fact:
        return Fact("is", whose or THEIR, "".join(place.lower().split()), card)

    def befalls(whose: str | None, card: str, deed: str) -> Fact | None:
        if whose not in {None, ANY} and not any(shown.of for shown in deeds[deed].events):
            return None  # it is told of no card whose it is
        return Fact("befalls", whose or ANY, card, deed)

    def does(who: str, deed: str, about: str | None) -> Fact | None:
        known = who == THEY or who in seats
        return Fact("does", who, "".join((about or "").lower().split()), deed) if known else None

    return {
        "start": lambda *facts: facts,
        "is": lies,
        "befalls": befalls,
        "does": does,
        "did": lambda who, about, deed: does(who, deed, about),
        "mine": lambda: Fact("owed", "", "", ""),
        "turn": lambda number: Fact("turn", "", str(int(number)), ""),
    }


def written(facts: Sequence[Fact]) -> str:
    """Facts in canonical words."""
    return AND.join(one.written for one in facts)


def patterns(game: Game) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The terminals of conditions that are no words."""
    how = foreseen_of(game)
    for kind, form in (("place", how.places), ("target", how.targets), ("number", r"[1-9]\d{0,3}(?!\d)")):
        if form:
            yield kind, re.compile(form)
