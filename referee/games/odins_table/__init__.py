"""Odin's Table, for Odin and Thor: the rules of `rulebook.yaml`, one module per chapter."""

from collections.abc import Mapping
from typing import Any, ClassVar

from referee import house
from referee.events import EVENTS, Event, Happening
from referee.game import Move, Moves, Outcome
from referee.games.odins_table import (
    attacking,
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
from referee.games.odins_table.choices import choices
from referee.games.odins_table.customs import CUSTOMS
from referee.games.odins_table.options import from_content, full_options
from referee.games.odins_table.table import State
from referee.games.odins_table.turn import TURN, TurnBegun, game_goes_on
from referee.games.odins_table.uncovered import uncovered
from referee.games.odins_table.view import View, owed, view
from referee.lots import Lots
from referee.moves import ClaimDraw, OfferDraw, Resign

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
        (game_goes_on, scouting.has_right, scouting.card_face_down),
    ),
    m.StandingScout: (scouting.standing_scout, (game_goes_on, scouting.each_column_once)),
    ClaimDraw: (ending.claim_draw, (game_goes_on, ending.draw_is_due)),
    **CUSTOMS.moves(game_goes_on),
}


class OdinsTable:
    """The game as the referee calls it; see `referee.game.Game`."""

    name: ClassVar[str] = "odins_table"
    title: ClassVar[str] = "Odin's Table"
    edition: ClassVar[str] = "after an account of the published rules, rulings O1-O16"
    seats: ClassVar[tuple[str, ...]] = SEATS
    MOVES: ClassVar[Moves] = MOVES
    ANY_TIME: ClassVar[frozenset[type[Move]]] = frozenset({Resign, OfferDraw, m.StandingScout, m.Place})
    LEAVE_THE_TABLE: ClassVar[tuple[type[Event], ...]] = (CUSTOMS.overdue, CUSTOMS.offered)
    TURN: ClassVar[type[Event]] = TurnBegun
    events: ClassVar[Mapping[str, type[Event]]] = {**EVENTS[__name__], **house.EVENTS}

    options = staticmethod(full_options)
    choices = staticmethod(choices)
    view = staticmethod(view)
    uncovered = staticmethod(uncovered)
    owed = staticmethod(owed)
    proceed = staticmethod(ending.proceed)
    letter_begins = staticmethod(scouting.letter_begins)
    letter_over = staticmethod(scouting.letter_over)
    standing_acts = staticmethod(scouting.standing_acts)
    silence = staticmethod(ending.silence)
    reading = reading
    resolve = staticmethod(notation.resolve)
    write = staticmethod(notation.write)

    def blank(self, game: str, options: Mapping[str, Any]) -> State:
        """1.2 The table before the first event: the pieces stand, no cards are dealt."""
        deck, chosen = from_content(options)
        return State(game, deck, chosen)

    def setup(self, state: State, options: Mapping[str, Any], lots: Lots) -> Happening:
        """2 Setting up, as events."""
        return setting_up.set_up(state, options["players"], options["sides"] == "lot", lots)

    def apply(self, state: State, event: Event) -> State:
        """The table after an event."""
        return event.change(state)  # type: ignore[no-any-return]

    def ended(self, state: State) -> Outcome | None:
        """How the game ended, if it did."""
        return state.outcome

    def position(self, v: View) -> tuple[int, int]:
        """Number of the turn, and of the action within it."""
        return v.turn, v.action


GAME = OdinsTable()
