"""Random whole games of The Hammer of Thor: with the supplement, or with a master who rules at random.

The master ends the game only when RAGNAROK was drawn, and mostly goes on: else no game would get that far.

A *wild* game has cards and a map of its own, on which much happens that is rare on ours: cards that stop the game, that
strike with insanity, that take characters away, in a round or when the season changes; and a master who does so too.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hammer_suite import HAMMER as GAME

from referee.engine import driver
from referee.engine.choices import Family, Move
from referee.engine.events import Event
from referee.engine.game import refused
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.barring import IN_ORDER
from referee.games.hammer_of_thor.figures import INSANITIES
from referee.games.hammer_of_thor.moves import When
from referee.testing import random_games
from referee.testing.chance import ENDS, Chance
from referee.testing.worlds import Step, World, stand

SELDOM = 0.002
AT_MOST = 6000
"""No random game here is longer: a stated bound on how long a game can last."""
WEIGHTS: Mapping[str, float] = {
    "go on": 25,
    "stop": 0.2,
    "ask": 0.3,
    "mission": 0.3,
    "ruling": 1,
    "encounter": 6,
}
"""Families that are chosen more often, or less, than there are moves in them."""
LEADS_ON = frozenset({"go on", "close"})
"""Where one of these is possible, the master does not end the game."""


def options(layer: str, seats: int) -> Mapping[str, Any]:
    """The options of a game in full: with the supplement "house", or "none" and a master."""
    return GAME.options({"supplement": layer, "seats": str(seats)})


WILD: Mapping[str, float] = {**WEIGHTS, "when": 5, "when nothing": 0.1, "keep": 40, "play": 0.3, "meet": 20}
"""The same in a wild game, whose master does not choose so."""
CARDS = (
    *(("character", [f"insane $target {one}"]) for one in INSANITIES),
    *(("character", [f"{one} $target"]) for one in ("kill", "out", "leave", "split", "sane")),
    *(("character", [f"join $target to {one}"]) for one in ("mimir", "garm")),
    *(("character", ["insane $target schizophrenia", "reputation $target +9"]), ("none", ["season winter"])),
    *(("none", None),) * 4,
    *(("none", [one]) for one in ("round", "close")),
)
"""What cards do in a wild game: at whom they are played, and their effects; None stops for the master."""
FEW, HALF = 0.2, 0.5


def wild(content: Mapping[str, Any], seed: int) -> Mapping[str, Any]:
    """The same options with cards and a map at random, as a group of players could give them."""
    rng = Random(f"wild {seed}")
    cards, places = deepcopy(content["cards"]), deepcopy(content["map"])
    for card in (*cards["fate"], *cards["predictions"], *cards["runes"]):
        if rng.random() < HALF and not (card.get("ragnarok") or card.get("cancels_runes")):
            card["target"], effects = rng.choice(CARDS)
            card.pop("effects", None)
            if effects:
                card["effects"] = effects
    for place in places["locations"]:
        place["encounter"] = rng.randrange(11)
        if rng.random() < FEW:
            place["notes"] = rng.sample(
                ["attack-only", "gods-friendship", "no-recon", "restore", "double"], 2
            )
        if rng.random() < FEW and content["supplement"] != "house":
            del place["encounter"]
    decks = sorted(places["first_round"])
    places["first_round"] = {deck: rng.choice(IN_ORDER) for deck in rng.sample(decks, 4)}
    made = {**content, "cards": cards, "map": places}
    GAME.fits(made)
    return made


def weight(family: Family, early: bool, weights: Mapping[str, float] = WEIGHTS) -> float:
    """How often a family is chosen, beside the others."""
    if family.key == "win" and early:
        return 0
    if family.key.startswith(ENDS):
        return SELDOM
    return weights.get(family.key, 0.5 if not family.listed else min(family.count, 20))


def weighed(families: Sequence[Family], rng: Random, by: Mapping[str, float] = WEIGHTS) -> Move:
    """A move at random; the game is not ended as long as it can go on."""
    named = (move.written for one in families if one.key in {"go on", "encounter"} for move in one.moves())
    early = any(one in LEADS_ON for one in named)
    weights = [weight(one, early, by) for one in families]
    move = rng.choices(families, weights if any(weights) else None)[0].draw(rng)
    return sooner(move, rng) if by is WILD and isinstance(move, When) else move


def sooner(move: When, rng: Random) -> When:
    """A card for what happens often, in the place of one for a step to one of 79 places."""
    if (event := rng.choice(("season", "turn", "encounter", "played"))) == "season":
        return When("season", "", 0, move.card, move.on)
    return When(event, move.subject, 0, move.card, move.on) if move.subject else move


def declared(state: Any, rng: Random) -> Move:
    """What the master of a wild game declares: as often as anything else what takes somebody away, or its mind."""
    view, names, places = GAME.view(state, MASTER), [*state.figures], [*state.board.places]
    while True:
        name, other, seat = rng.choice(names or [""]), rng.choice(names or [""]), rng.choice(state.players)
        tried: Sequence[Move] = (
            *(e.Kill(name), e.Out(name), e.Leave(name), e.Join(name, other), e.Split(name)),
            *(e.Raise(rng.choice(state.helheim or ("",)), other), e.Put(name, rng.choice(places))),
            *(e.NewCharacter(rng.choice([*state.cards.characters]), seat, rng.choice(places)),) * 3,
            *(e.Insane(name, rng.choice(INSANITIES)), e.Insane(name, "schizophrenia"), e.Sane(name)),
            *(e.Insane(name, "suicidal-mania"), e.Reputation(name, rng.choice((-3, 3, 9))), e.Skip(seat)),
            *(e.SeasonIs("winter"), e.Stop("8.0"), e.NextRound(), e.Combat(), e.Deal("magic", name)),
            *(e.Encounter(name, other), e.EncounterTop(name, "jotun")) * 2,
            *(e.GoOn(), e.Close()) * 12,
            *((e.Win("good", state.game),) if state.stage == "ragnarok" else ()),
        )
        move = rng.choice(tried)
        if refused(GAME, view, move) is None:
            return move


@contextmanager
def weighing() -> Iterator[None]:
    """As long as this lasts, the random games of the contract choose by `weighed`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random_games, "chosen", weighed)
        yield


def opened(content: Mapping[str, Any], lots: Chance) -> tuple[Any, Step, Any]:
    """The table before the first event, the step of setting up, and the table after it."""
    events: list[Event] = []
    blank = GAME.blank("g1", content)
    state = driver.settle(GAME, blank, GAME.setup(blank, content, lots), events)
    state = driver.proceed(GAME, state, lots, events)
    return blank, Step("", None, lots.taken(), tuple(events)), state


def interrupts(state: Any, rng: Random) -> str:
    """Now and then a seat that owes nothing and can do more than leave; "" for none."""
    if rng.random() > 0.05:
        return ""
    seat = rng.choice(state.seats)
    families = GAME.choices(GAME.view(state, seat)).families
    return seat if any(not one.key.startswith(ENDS) for one in families) else ""


def played(
    content: Mapping[str, Any], seed: int, *, at_most: int = AT_MOST, by: Mapping[str, float] = WEIGHTS
) -> World:
    """A random whole game with these options, or its first `at_most` lines; a letter has one line or several."""
    rng = Random(f"hammer {seed}")
    lots = Chance(rng)
    blank, first, state = opened(content, lots)
    steps, states = [first], [blank, state]
    while GAME.ended(state) is None and len(steps) <= at_most:
        owed = [one.seat for one in GAME.owed(state)]
        seat = interrupts(state, rng) or rng.choice(owed)
        events: list[Event] = []
        if by is WILD and seat == MASTER:
            move = declared(state, rng)
        else:
            move = weighed(GAME.choices(GAME.view(state, seat)).families, rng, by)
        state = driver.make(GAME, state, seat, move, lots, events)
        closes = not any(one.seat == seat for one in GAME.owed(state)) or rng.random() < 0.5
        if closes:
            state = driver.end_letter(GAME, state, seat, lots, events)
            state = stand(GAME, state, lots, events)
        steps.append(Step(seat, move, lots.taken(), tuple(events), closes))
        states.append(state)
    return World(tuple(steps), tuple(states))
