"""The chapters of the house together: the rules that every move is held to, the events that every table knows."""

from collections.abc import Mapping
from types import ModuleType

from referee.engine import events
from referee.engine.events import Event
from referee.engine.game import Game
from referee.house import (
    annotations,
    company,
    disputes,
    foreseen,
    invitation,
    keeper,
    letters,
    lots,
    players,
    rematch,
    replacing,
    rulings,
    seat_settings,
    time,
    undo,
)

CHAPTERS = (
    invitation,
    letters,
    players,
    time,
    undo,
    disputes,
    rulings,
    lots,
    keeper,
    annotations,
    foreseen,
    company,
    rematch,
    replacing,
)
"""The modules of the chapters, in the order of `rulebook.yaml`."""
AT_EVERY_TABLE = (
    invitation.after_all_have_accepted,
    disputes.play_does_not_rest,
    undo.nothing_behind_an_offer,
    letters.at_its_position,
    letters.not_too_much_offered,
)
"""The rules that every move of a game is held to before those of the game."""


def declared_in(*chapters: ModuleType) -> Mapping[str, type[Event]]:
    """The events that chapters declare, by name, in the order in which they stand there."""
    known = events.EVENTS["referee.house"].values()
    return {one.__name__: one for chapter in chapters for one in known if one.__module__ == chapter.__name__}


EVENTS = declared_in(*CHAPTERS)
"""Events of the house, which every table knows."""
SETTINGS = seat_settings.SETTINGS
"""The settings of a seat that the chapters declare, by their verbs."""
PRIVATE_TO_PLAYER = frozenset(name for name, one in EVENTS.items() if one.private_to_player)
"""The names of events that a later player of the seat is not told of."""


def events_of(game: Game) -> Mapping[str, type[Event]]:
    """The events that a table of this game knows, by name: the game's own, and those of the house."""
    return {**game.events, **EVENTS}


def event_named(game: Game, name: object) -> type[Event] | None:
    """The class of an event that a table of this game knows; None for an unknown name."""
    return (EVENTS.get(name) or game.events.get(name)) if isinstance(name, str) else None
