"""Thunder & Lightning, for Thor and Loki: the rules of `rulebook.yaml`, one module per chapter."""

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
from referee.games.thunder import (
    baldr,
    berserker,
    challenging,
    drawing,
    ending,
    fetching,
    freya_frigg,
    idunn,
    leaders,
    nightmare,
    notation,
    placing,
    playing,
    powers,
    ravens,
    reading,
    seer,
    setting_up,
    spears,
    turn,
    vidarr,
)
from referee.games.thunder import moves as m
from referee.games.thunder.cards import SEATS
from referee.games.thunder.choices import choices, forward
from referee.games.thunder.customs import CUSTOMS
from referee.games.thunder.decklist import DECK_LIST
from referee.games.thunder.imagined import imagined
from referee.games.thunder.options import Options
from referee.games.thunder.table import State
from referee.games.thunder.turn import ACTION, ANY_TIME
from referee.games.thunder.uncovered import uncovered
from referee.games.thunder.view import glance, owed, view

POWER = (*ACTION, powers.play_what_you_hold, powers.has_a_power)
CHALLENGE_FROM_HAND = (*POWER, turn.not_in_first_turn)

MOVES: Moves = {
    m.Deploy: (
        setting_up.deploy,
        (
            turn.game_goes_on,
            setting_up.cards_still_to_choose,
            setting_up.three_held_cards,
            setting_up.no_leader_face_down,
        ),
    ),
    m.Draw: (drawing.draw, (*ACTION, drawing.deck_not_empty, drawing.hand_not_full)),
    m.Lay: (
        playing.lay,
        (
            *ACTION,
            playing.lay_what_you_hold,
            leaders.leader_not_from_hel,
            leaders.leader_in_front,
            playing.room_in_column,
            playing.row_that_exists,
            playing.not_before_leader,
        ),
    ),
    m.Challenge: (
        challenging.challenge,
        (
            *ACTION,
            turn.not_in_first_turn,
            challenging.both_columns_hold,
            challenging.able_to_challenge,
            challenging.not_the_leader,
            nightmare.own_order_readable,
        ),
    ),
    m.UseRavens: (
        powers.powered(ravens.ravens),
        (
            *CHALLENGE_FROM_HAND,
            ravens.ravens_need_a_target,
            ravens.ravens_column_beforehand,
            ravens.ravens_order_of_use,
            nightmare.own_order_readable,
        ),
    ),
    m.UseFrigg: (powers.powered(freya_frigg.frigg), (*POWER, freya_frigg.frigg_finds_something)),
    m.UseFreya: (powers.powered(freya_frigg.capture), (*POWER, freya_frigg.top_can_be_taken)),
    m.UseHel: (powers.powered(fetching.hel), (*POWER, fetching.pile_holds_something, fetching.hel_finds_it)),
    m.UseLongships: (
        powers.powered(fetching.longships),
        (*POWER, fetching.crew_only, fetching.three_at_most, fetching.found_in_pile, fetching.room_in_hand),
    ),
    m.UseOdin: (
        powers.powered(fetching.odin),
        (*POWER, fetching.ravens_only, fetching.three_at_most, fetching.found_in_pile, fetching.room_in_hand),
    ),
    m.UseSpear: (powers.powered(spears.spear), (*POWER, spears.spear_hits_a_card)),
    m.Shift: (
        powers.powered(baldr.shift),
        (
            *POWER,
            baldr.a_card_is_there,
            baldr.leader_stays,
            baldr.to_another_place,
            baldr.target_exists,
            baldr.never_before_leader,
        ),
    ),
    m.UseVidarr: (
        powers.powered(vidarr.flank),
        (
            *CHALLENGE_FROM_HAND,
            vidarr.from_outer_column,
            vidarr.flank_needs_both,
            vidarr.flanker_can_challenge,
            vidarr.never_at_leader,
            nightmare.own_order_readable,
        ),
    ),
    m.UseSeer: (powers.powered(seer.seer), (*POWER, seer.deck_to_look_into, seer.seer_columns_beforehand)),
    m.UseLasting: (
        powers.powered(berserker.use_lasting),
        (*POWER, berserker.no_enemy_berserker, idunn.no_enemy_idunn),
    ),
    m.UsePowerless: (powers.powered(berserker.use_lasting), POWER),
    m.Place: (
        seer.place,
        (
            turn.game_goes_on,
            turn.no_discard_order_owed,
            placing.a_column_is_asked_for,
            placing.ravens_column_open,
            placing.seer_column_open,
        ),
    ),
    m.Next: (seer.seer_next, (turn.game_goes_on, turn.no_discard_order_owed, seer.seer_is_asked)),
    m.Stop: (seer.seer_stop, (turn.game_goes_on, turn.no_discard_order_owed, seer.seer_is_asked)),
    m.Order: (nightmare.give_order, (turn.game_goes_on, nightmare.order_owed, nightmare.names_of_fallen)),
    m.StandingDiscards: (
        nightmare.standing_discards,
        (*ANY_TIME, nightmare.standing_order_readable),
    ),
    m.StandingLay: (leaders.set_standing_lay, (*ANY_TIME, leaders.each_column_once)),
    ClaimDraw: (ending.claim_draw, (*ANY_TIME, ending.thrice_repeated)),
    **CUSTOMS.moves(*ANY_TIME),
}

AT_ANY_TIME: frozenset[type[Move]] = frozenset({Resign, OfferDraw, m.StandingDiscards, m.StandingLay})
"""8.5, 10.2, 14.6 What may be written in any letter, however the table stands."""


DECKS: DeckEvents = {
    setting_up.Shuffled: Lies("of", "deck"),
    setting_up.Dealt: Drawn("to", "cards"),
    setting_up.Replaced: Drawn("by", "card"),
    setting_up.ShuffledBack: Lies("by", "deck"),
    drawing.Drew: Drawn("by", "card"),
    seer.SeerDrew: Drawn("of", "card"),
}
"""1.1, 1.2, 4.1, 19.1 How the decks come to lie, and what is drawn off them."""


class Thunder(BaseGame):
    """The game as the referee calls it; see `referee.engine.game.Game`."""

    name: ClassVar[str] = "thunder"
    title: ClassVar[str] = "Thunder & Lightning"
    edition: ClassVar[str] = "published rulebook of 2015, rules summary v1.2 of 2018, rulings R1-R29"
    TURN: ClassVar[type[Event]] = turn.TurnBegun
    CUSTOMS: ClassVar[Customs] = CUSTOMS
    seats: ClassVar[tuple[str, ...]] = SEATS
    MOVES: ClassVar[Moves] = MOVES
    ANY_TIME: ClassVar[frozenset[type[Move]]] = AT_ANY_TIME
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
    letter_begins = staticmethod(ending.letter_begins)
    letter_over = staticmethod(ending.letter_over)
    standing_acts = staticmethod(ending.standing_acts)
    silence = staticmethod(ending.silence)
    reading = reading
    resolve = staticmethod(notation.resolve)

    def forward(self, state: Any, seat: str) -> Sequence[Move]:
        """The moves that carry the game on, at a glance."""
        return () if state.outcome else forward(glance(state, seat))

    def setup(self, state: Any, options: Mapping[str, Any], lots: Lots) -> Happening:
        """1 Setting up, as events."""
        return setting_up.set_up(state, options["players"], options["sides"] == "lot", lots)


GAME = Thunder()
