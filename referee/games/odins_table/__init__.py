"""Odin's Table, for Odin and Thor: the rules of `rulebook.yaml`, one module per chapter."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.choices import Move
from referee.engine.decks import DeckEvents, Drawn, Lies
from referee.engine.events import Event, Happening
from referee.engine.game import Moves
from referee.engine.kit.base import BaseGame, BaseState
from referee.engine.kit.customs import Customs
from referee.engine.kit.options import Rulings
from referee.engine.lots import Lots
from referee.engine.moves import ClaimDraw, OfferDraw, Resign
from referee.games.odins_table import (
    attacking,
    drawing,
    ending,
    moving,
    notation,
    reading,
    returning,
    scouting,
    setting_up,
)
from referee.games.odins_table import moves as m
from referee.games.odins_table.cards import SEATS
from referee.games.odins_table.choices import choices, forward
from referee.games.odins_table.customs import CUSTOMS
from referee.games.odins_table.decklist import DECK_LIST
from referee.games.odins_table.imagined import imagined
from referee.games.odins_table.options import Options
from referee.games.odins_table.table import State
from referee.games.odins_table.turn import TURN, TurnBegun, game_goes_on
from referee.games.odins_table.uncovered import uncovered
from referee.games.odins_table.view import glance, owed, view

MOVES: Moves = {
    m.Place: (
        setting_up.place,
        (game_goes_on, setting_up.cards_still_to_place, setting_up.all_six_cards),
    ),
    m.Step: (moving.step, (*TURN, *moving.STEP)),
    m.Attack: (attacking.attack, (*TURN, *moving.STEP)),
    m.Return: (returning.bring_back, (*TURN, *returning.RETURN)),
    m.Pass: (moving.pass_turn, (*TURN, moving.no_legal_turn)),
    m.Scout: (
        scouting.scout,
        (
            scouting.nobody_scouts_after_the_end,
            scouting.has_right,
            scouting.kept_for_another,
            scouting.card_face_down,
        ),
    ),
    m.StandingScout: (scouting.standing_scout, (game_goes_on, scouting.each_column_once)),
    ClaimDraw: (ending.claim_draw, (game_goes_on, ending.draw_is_due)),
    **CUSTOMS.moves(game_goes_on),
}


DECKS: DeckEvents = {
    setting_up.Shuffled: Lies("of", "cards"),
    setting_up.SixShown: Drawn("by", "cards"),
    drawing.Replaced: Drawn("of", "card"),
    drawing.Renewed: Lies("of", "cards"),
}
"""2.1, 4.4, 6.4 How the draw piles come to lie, and what is drawn off them."""


class OdinsTable(BaseGame):
    """The game as the referee calls it; see `referee.engine.game.Game`."""

    name: ClassVar[str] = "odins_table"
    title: ClassVar[str] = "Odin's Table"
    edition: ClassVar[str] = "after an account of the published rules, rulings O1-O19"
    seats: ClassVar[tuple[str, ...]] = SEATS
    MOVES: ClassVar[Moves] = MOVES
    ANY_TIME: ClassVar[frozenset[type[Move]]] = frozenset({Resign, OfferDraw, m.StandingScout, m.Place})
    CUSTOMS: ClassVar[Customs] = CUSTOMS
    TURN: ClassVar[type[Event]] = TurnBegun
    DECKS: ClassVar[DeckEvents] = DECKS
    DECK_LIST = DECK_LIST
    State: ClassVar[type[BaseState]] = State
    Options: ClassVar[type[Rulings]] = Options

    choices = staticmethod(choices)
    view = staticmethod(view)
    uncovered = staticmethod(uncovered)
    imagined = staticmethod(imagined)
    owed = staticmethod(owed)
    proceed = staticmethod(ending.proceed)
    letter_begins = staticmethod(scouting.letter_begins)
    letter_over = staticmethod(scouting.letter_over)
    standing_acts = staticmethod(scouting.standing_acts)
    silence = staticmethod(ending.silence)
    reading = reading
    resolve = staticmethod(notation.resolve)

    def forward(self, state: Any, seat: str) -> Sequence[Move]:
        """The moves that carry the game on, at a glance."""
        return () if state.outcome else forward(glance(state, seat))

    def setup(self, state: Any, options: Mapping[str, Any], lots: Lots) -> Happening:
        """2 Setting up, as events."""
        return setting_up.set_up(state, options, lots)


GAME = OdinsTable()
