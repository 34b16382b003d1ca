"""The Hammer of Thor, for two to six players and a master: the rules of `rulebook.yaml`, a module a chapter."""

from collections.abc import Mapping
from typing import Any, ClassVar

from referee.engine.choices import Move
from referee.engine.decks import DeckEvents
from referee.engine.events import Event, Happening
from referee.engine.game import Ambiguous, Moves, Owed
from referee.engine.kit.base import BaseGame, BaseState, RestsOn
from referee.engine.kit.customs import Customs
from referee.engine.kit.decklist import DeckFile, Schema
from referee.engine.kit.options import Rulings
from referee.engine.lots import Lots
from referee.engine.moves import OfferDraw, Resign
from referee.engine.seating import Seating
from referee.games.hammer_of_thor import (
    carried,
    duties,
    fared,
    happened,
    imagined,
    met,
    notation,
    options,
    played,
    reading,
    setting_up,
    silence,
    turn_rules,
    turns,
)
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor import uncovered as lay
from referee.games.hammer_of_thor import view as seen
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.seats import FEWEST, SEATS
from referee.games.hammer_of_thor.table import State


class Hammer(BaseGame):
    """The game as the referee calls it; see `referee.engine.game.Game`."""

    name: ClassVar[str] = "hammer_of_thor"
    title: ClassVar[str] = "The Hammer of Thor"
    edition: ClassVar[str] = "sections 1.0 to 4.2A, rulings M1-M33; cards and map of our own"
    seats: ClassVar[tuple[str, ...]] = SEATS
    fewest: ClassVar[int] = FEWEST
    State: ClassVar[type[BaseState]] = State
    Options: ClassVar[type[Rulings]] = options.Options
    MOVES: ClassVar[Moves] = turn_rules.MOVES
    TURN: ClassVar[type[Event]] = happened.TurnBegun
    CUSTOMS: ClassVar[Customs] = CUSTOMS
    ANY_TIME: ClassVar[frozenset[type[Move]]] = frozenset(
        {Resign, OfferDraw, m.When, m.WhenNothing, m.WhenCard}
    )
    RESTS_ON: ClassVar[Mapping[type[Move], RestsOn]] = turn_rules.RESTS_ON
    FILES: ClassVar[Mapping[str, DeckFile]] = options.FILES
    DECKS: ClassVar[DeckEvents] = {
        **happened.DECKS,
        **played.DECKS,
        **carried.DECKS,
        **fared.DECKS,
        **met.DECKS,
    }
    CALLS: ClassVar[tuple[type[Event], ...]] = (fared.Arrived, fared.PartTaken)
    reading = reading

    setup = staticmethod(setting_up.set_up)
    proceed = staticmethod(turns.proceed)
    owed = staticmethod(duties.owed)
    view = staticmethod(seen.view)
    choices = staticmethod(turn_rules.choices)
    uncovered = staticmethod(lay.uncovered)
    imagined = staticmethod(imagined.imagined)

    def resolve(self, move: Move, view: Any, /) -> Move | Ambiguous:
        """A move as written made exact by the writer's own view."""
        return notation.resolve(move, view)

    def silence(self, state: Any, owed: Owed, lots: Lots, /) -> Move | Happening:
        """What no answer by the deadline means (M31)."""
        return silence.silence(self, state, owed, lots)

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """The options in full. Raises `Faulty`."""
        return options.full_options(given)

    def fits(self, content: Mapping[str, Any]) -> None:
        """Hold the options that a record embeds to those that can be given. Raises `Faulty`."""
        options.held(content)

    def schema(self, kind: str) -> Schema | None:
        """The JSON Schema of its options, card file or map file."""
        return options.schema(kind, self.title)

    def seating(self, content: Mapping[str, Any]) -> Seating:
        """The seats: as many as play, and the master unless the supplement is played (M26)."""
        return options.seating(content)

    def blank(self, game: str, options_in_full: Mapping[str, Any]) -> Any:
        """The table before the first event."""
        cards, board = options.laid(options_in_full)
        rulings = options.Options.of(options_in_full)
        return State(
            game=game,
            seating=self.seating(options_in_full),
            options=rulings,
            supplement=options_in_full["supplement"],
            cards=cards,
            board=board,
        )


GAME = Hammer()
