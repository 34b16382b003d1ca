"""Chapter 8: how the game ends, and what silence means."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from board import Board
from test_01_setting_up import Lots, opening

TWELVE = "ravens, ravens, ravens, female-archer, female-archer, baldr, seer, vidarr, hel, freya, odin, idunn"
STUCK = {
    "A": "shield-wall, ravens, ravens, ravens",
    "B": "baldr, ravens, ravens, ravens",
    "C": "idunn, female-archer, female-archer, female-archer",
    "deck": "",
}


ACTIONS = ("draw", "lay ", "challenge ", "use ")


def actions(t: Board) -> list[str]:
    """What Loki may do in their own turn, without resigning, offers and standing orders."""
    return [move for move in t.legal("loki") if move.startswith(ACTIONS)]


def test_8_1_a_treasure_lost_on_the_battlefield_loses_the_game() -> None:
    """A challenged Ring is lost, and with it the game."""
    t = Board(loki={"A": "ravens"}, thor={"A": "odins-ring", "B": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.owed == []
    assert t.side("thor")["pile"] == "odins-ring"


def test_8_1_the_end_is_told_to_all() -> None:
    """All are told the winner and the rule."""
    t = Board(loki={"A": "ravens"}, thor={"A": "odins-ring", "B": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    for seat in ("loki", "thor", None):
        ended = t.told(seat)[-1]
        assert (ended.kind, ended.rule, ended.fields["winners"]) == ("Ended", "8.1", ("loki",))


def test_8_1_the_crown_lost_loses_lokis_game() -> None:
    """A challenged Crown loses the game for Loki."""
    t = Board(thor={"A": "ravens"}, loki={"A": "odins-crown", "B": "dragon"}, turn="thor", ap=3)
    assert t.letter("thor", "challenge A") == ["played"]
    assert t.outcome == "thor 8.1"


def test_8_1_a_treasure_lost_from_the_hand_loses_the_game() -> None:
    """A Ring hit in the hand by Ravens is lost at once."""
    t = Board(
        loki={"hand": "ravens", "A": "baldr"}, thor={"hand": "tyr, odins-ring", "B": "hel"}, ap=3, lots=[1]
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.outcome == "loki 8.1"


def test_8_1_a_treasure_lost_from_the_deck_loses_the_game() -> None:
    """A Ring drawn by the Seer that finds a full hand is discarded and lost (19.3)."""
    t = Board(
        loki={"hand": "seer", "A": "baldr"},
        thor={"hand": TWELVE, "A": "tyr", "deck": "odins-ring, ravens"},
        ap=3,
    )
    assert t.letter("loki", "use seer") == ["played"]
    assert t.outcome == "loki 8.1"


def test_8_1_a_treasure_lost_by_the_own_doing_loses_the_game() -> None:
    """Who loses their own Crown by challenging a Nightmare loses."""
    t = Board(loki={"A": "ravens, odins-crown", "B": "dragon"}, thor={"A": "nightmare", "B": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "thor 8.1"


def test_8_1_a_treasure_hit_by_gungnir_loses_the_game() -> None:
    """A Ring hit by Gungnir is lost, whatever its row."""
    t = Board(loki={"hand": "gungnir", "A": "baldr"}, thor={"A": "tyr, ravens, odins-ring"}, ap=3)
    assert t.letter("loki", "use gungnir A3") == ["played"]
    assert t.outcome == "loki 8.1"


@pytest.mark.parametrize(
    ("line", "thor"),
    [("use frigg A", {"A": "tyr, odins-ring"}), ("use frigg hand", {"A": "tyr", "hand": "odins-ring"})],
)
def test_8_1_a_treasure_that_is_only_seen_loses_nothing(line: str, thor: dict[str, str]) -> None:
    """A Ring turned up or seen in the hand is not lost."""
    t = Board(loki={"hand": "frigg", "A": "baldr"}, thor=thor, ap=3)
    assert t.letter("loki", line) == ["played"]
    assert "thor.odins-ring" in repr(t.told("loki"))
    assert t.outcome == ""


def test_8_2_a_turn_that_begins_without_a_legal_action_is_lost() -> None:
    """Who has points and no legal action at the turn's start loses."""
    t = Board(loki={"A": "baldr", "deck": ""}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_2_no_legal_action_after_a_settled_line_is_lost() -> None:
    """Who has a point left after a line, and no legal action, loses at once."""
    t = Board(loki={"hand": "idunn", "A": "baldr", "B": "baldr", "deck": ""}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "lay idunn A1") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_2_without_a_point_left_no_action_is_needed() -> None:
    """Who has spent the last point does not lose for want of an action."""
    t = Board(loki={"hand": "idunn", "A": "baldr", "B": "baldr", "deck": ""}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "lay idunn A1") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "thor")


def test_8_2_a_power_without_something_to_do_is_no_action() -> None:
    """Hel in the hand with an empty pile, and no room to lay it, does not save."""
    t = Board(loki={**STUCK, "hand": "hel"}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_2_a_power_with_something_to_do_saves() -> None:
    """The same Hel with a card in the pile is a legal action."""
    t = Board(loki={**STUCK, "hand": "hel", "pile": "nightmare"}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "loki")
    assert actions(t) == ["use hel nightmare"]


@pytest.mark.parametrize(
    ("loki", "thor"),
    [
        ({"A": "ravens, odins-crown"}, {"A": "nightmare+"}),
        ({"A": "ravens"}, {"A": "tyr+"}),
        ({"A": "baldr", "deck": "dragon"}, {"A": "tyr+"}),
        ({"A": "baldr", "hand": "odins-crown"}, {"A": "tyr+"}),
    ],
)
def test_8_2_every_legal_action_counts(loki: dict[str, str], thor: dict[str, str]) -> None:
    """A harmful challenge, a last draw or a card to lay are legal actions: the turn is not lost."""
    t = Board(loki={"deck": "", **loki}, thor=thor, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "loki")
    assert t.owed == ["loki turn"]


@pytest.mark.parametrize(
    ("card", "thor", "line", "outcome"),
    [
        ("odin", {}, "draw", ""),
        ("longships", {}, "draw", ""),
        ("berserker", {}, "draw", ""),
        ("berserker", {"pile": "berserker"}, "draw", "thor 8.2"),
        ("idunn", {}, "draw", ""),
        ("idunn", {"pile": "idunn"}, "draw", "thor 8.2"),
        ("freya", {"pile": "ravens"}, "draw", ""),
        ("freya", {"pile": "ravens, frigg"}, "draw", "thor 8.2"),
        ("frigg", {}, "draw", ""),
        ("frigg", {"A": "tyr", "hand": "odin"}, "use odin 0", ""),
        ("frigg", {"hand": "odin"}, "use odin 0", "thor 8.2"),
        ("seer", {}, "draw", ""),
        ("seer", {"deck": "hel"}, "draw", "thor 8.2"),
        ("valkyries", {}, "draw", ""),
        ("valkyries", {"A": "thor+"}, "draw", "thor 8.2"),
        ("gungnir", {}, "draw", ""),
        ("ravens", {}, "draw", ""),
        ("vidarr", {}, "draw", "thor 8.2"),
        ("shield-wall", {}, "draw", "thor 8.2"),
    ],
)
def test_8_2_what_counts_as_an_action(card: str, thor: dict[str, str], line: str, outcome: str) -> None:
    """With no room to lay a card only a power that can be played saves: Odin and Longships even for nothing."""
    loki = {**STUCK, "C": "hel, female-archer, female-archer, female-archer", "hand": card}
    t = Board(loki=loki, thor={"A": "tyr+", "deck": "hel, seer", **thor}, turn="thor", ap=1)
    assert t.letter("thor", line) == ["played"]
    assert t.outcome == outcome


def test_8_2_is_not_looked_at_while_a_decision_is_owed() -> None:
    """While a card is still to be placed, the line is not settled; 8.2 is checked once it is."""
    t = Board(
        loki={**STUCK, "B": "baldr, ravens, ravens, frigg", "hand": "ravens"},
        thor={"hand": "tyr", "A": "hirdman", "B": "hirdman"},
        ap=2,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert (t.outcome, t.owed) == ("", ["loki place"])
    assert t.letter("loki", "place C") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_2_a_free_leader_counts_as_an_action() -> None:
    """A Thor/Loki that can be laid saves from 8.2, until it is laid and nothing is left."""
    t = Board(loki={"hand": "loki", "A": "baldr", "deck": ""}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "loki")
    assert actions(t) == ["lay loki A1", "lay loki B1", "lay loki C1"]
    assert t.letter("loki", "lay loki B1") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_2_a_leader_without_room_does_not_save() -> None:
    """A Thor/Loki in the hand with three full columns is no legal action."""
    t = Board(loki={**STUCK, "hand": "loki"}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.2"


def test_8_3_a_turn_that_begins_without_a_card_is_lost() -> None:
    """Who starts the turn with an empty battlefield loses, whatever the hand and deck hold."""
    t = Board(loki={"hand": "dragon"}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.3"


def test_8_3_the_last_card_lost_in_the_enemys_turn() -> None:
    """Who loses the last card in the enemy's turn loses when their own turn begins."""
    t = Board(loki={"hand": "dragon", "A": "ravens"}, thor={"A": "tyr"}, turn="thor", ap=2)
    assert t.letter("thor", "challenge A") == ["played"]
    assert t.outcome == ""
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.3"


def test_8_3_the_leader_in_play_is_a_card_and_a_column() -> None:
    """Thor/Loki alone on the battlefield saves."""
    t = Board(loki={"A": "loki+"}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.outcome, t.on_turn, t.ap) == ("", "loki", 4)


@pytest.mark.parametrize("standing", [[], ["standing lay A"]])
def test_8_3_the_leader_in_hand_does_not_save(standing: list[str]) -> None:
    """Thor/Loki in the hand does not save from 8.3, a standing order to lay it neither."""
    t = Board(loki={"hand": "loki"}, thor={"A": "tyr"}, turn="thor", ap=1)
    if standing:
        assert t.letter("loki", *standing) == ["played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.3"


def test_8_3_an_empty_battlefield_within_the_turn_is_not_yet_lost() -> None:
    """Who loses the last card in their own turn may still lay another."""
    t = Board(loki={"hand": "dragon", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "loki")
    assert t.letter("loki", "lay dragon A1") == ["played"]
    assert (t.outcome, t.on_turn) == ("", "thor")


@pytest.mark.parametrize(("seat", "outcome"), [("loki", "thor 8.4"), ("thor", "loki 8.4")])
def test_8_4_both_treasures_lost_by_a_nightmare(seat: str, outcome: str) -> None:
    """When a Nightmare takes Ring and Crown at once, the player on turn loses."""
    t = Board(
        loki={"A": "ravens, odins-crown" if seat == "loki" else "nightmare, odins-crown", "B": "hel"},
        thor={"A": "nightmare, odins-ring" if seat == "loki" else "ravens, odins-ring", "B": "hel"},
        turn=seat,
        ap=3,
    )
    assert t.letter(seat, "challenge A") == ["played"]
    assert t.outcome == outcome


def test_8_4_by_ravens_too() -> None:
    """The same by Ravens from the hand: the player on turn loses."""
    t = Board(
        loki={"hand": "ravens", "A": "dragon, odins-crown", "B": "hel"},
        thor={"A": "nightmare, odins-ring", "B": "hel"},
        ap=3,
    )
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.outcome == "thor 8.4"


@pytest.mark.parametrize("turn", ["loki", "thor"])
@pytest.mark.parametrize(("seat", "winner"), [("loki", "thor"), ("thor", "loki")])
def test_8_5_resignation_at_any_time(turn: str, seat: str, winner: str) -> None:
    """Who resigns, in anyone's turn, loses."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, turn=turn, ap=2)
    assert t.letter(seat, "resign g1") == ["played"]
    assert t.outcome == f"{winner} 8.5"
    assert "Resigned 8.5" in t.kinds(winner)


@pytest.mark.parametrize(("seat", "winner"), [("loki", "thor"), ("thor", "loki")])
def test_8_5_resignation_before_the_first_turn(seat: str, winner: str) -> None:
    """Resignation is possible before the three cards are chosen."""
    t = opening()
    assert t.letter(seat, "resign g1") == ["played"]
    assert t.outcome == f"{winner} 8.5"


@pytest.mark.parametrize(("seat", "winner"), [("loki", "thor"), ("thor", "loki")])
@pytest.mark.parametrize("line", ["use ravens hand", "use seer", "challenge A"])
def test_8_5_resignation_while_a_decision_is_owed(seat: str, winner: str, line: str) -> None:
    """Resignation is possible while a column, a Seer or a discard order is due."""
    t = Board(
        loki={"hand": "ravens, seer", "A": "dragon, hel"},
        thor={"hand": "tyr", "A": "nightmare, hel", "deck": "frigg, odin"},
        ap=3,
        lots=[0],
        options={"discards": "ask"},
    )
    assert t.letter("loki", line) == ["played"]
    assert t.owed
    assert t.owed != ["loki turn"]
    assert t.letter(seat, "resign g1") == ["played"]
    assert t.outcome == f"{winner} 8.5"


def test_8_5_what_resignation_and_offer_show() -> None:
    """All see who offers a draw and who resigns."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "offer draw", "resign g1") == ["played", "played"]
    for seat in ("loki", "thor", None):
        offered, resigned, ended = t.told(seat)
        assert (offered.kind, offered.fields) == ("DrawOffered", {"by": "loki"})
        assert (resigned.kind, resigned.fields) == ("Resigned", {"by": "loki"})
        assert (ended.kind, ended.fields["winners"]) == ("Ended", ("thor",))


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_8_5_resignation_names_this_game(seat: str) -> None:
    """A resignation that names another game is refused."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter(seat, "resign g2")[0].startswith("refused 8.5")
    assert t.outcome == ""


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_8_5_an_offer_that_stands_is_not_made_again(seat: str) -> None:
    """While an offer stands, neither player makes another: the other may accept it."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "offer draw") == ["played"]
    assert t.letter(seat, "offer draw")[0].startswith("refused 8.5")
    assert t.letter("thor", "accept draw") == ["played"]


def test_8_5_an_offer_can_be_declined() -> None:
    """`decline draw`, or `decline` alone, turns the offer down, and both are told; then it may be made again."""
    for word in ("decline draw", "decline"):
        t = Board(loki={"hand": "ravens", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
        assert t.letter("thor", word)[0].startswith("refused 8.5 no-offer")
        assert t.letter("loki", "offer draw") == ["played"]
        assert t.letter("loki", word)[0].startswith("refused 8.5 no-offer")
        assert t.letter("thor", word) == ["played"]
        assert t.kinds("loki") == t.kinds("thor") == ["DrawDeclined 8.5"]
        assert t.letter("thor", "accept draw")[0].startswith("refused 8.5 no-offer")
        assert t.letter("loki", "offer draw") == ["played"]


def test_8_5_a_draw_by_agreement() -> None:
    """An offer that the other accepts ends the game drawn."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "offer draw") == ["played"]
    assert t.outcome == ""
    assert t.kinds("thor") == ["DrawOffered 8.5"]
    assert t.letter("thor", "accept draw") == ["played"]
    assert t.outcome == "drawn 8.5"


def test_8_5_an_offer_costs_nothing_and_ends_nothing() -> None:
    """The game goes on beside an offer."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "offer draw", "draw") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_8_5_no_draw_without_an_offer(seat: str) -> None:
    """Without an offer of the other there is nothing to accept."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter(seat, "accept draw")[0].startswith("refused 8.5")
    assert t.outcome == ""


def test_8_5_no_one_accepts_the_own_offer() -> None:
    """The offer is for the other player."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=2)
    first, second = t.letter("loki", "offer draw", "accept draw")
    assert (first, second[:11]) == ("played", "refused 8.5")


def test_8_5_an_offer_can_be_accepted_in_the_others_next_turn() -> None:
    """An offer of Loki still stands in Thor's turn that follows."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr", "B": "baldr"}, ap=1)
    assert t.letter("loki", "offer draw", "draw") == ["played", "played"]
    assert t.on_turn == "thor"
    assert t.letter("thor", "accept draw") == ["played"]
    assert t.outcome == "drawn 8.5"


def test_8_5_an_offer_lapses_with_the_others_next_turn() -> None:
    """After the other's next turn the offer is gone."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "offer draw", "draw") == ["played", "played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("thor", "accept draw")[0].startswith("refused 8.5")
    assert t.outcome == ""


@pytest.mark.parametrize(
    ("line", "loki", "thor"),
    [
        ("use gungnir A1", {"hand": "gungnir"}, {"A": "odins-ring, baldr"}),
        ("use ravens A", {"hand": "ravens"}, {"A": "odins-ring, baldr"}),
        ("use ravens hand", {"hand": "ravens"}, {"A": "baldr", "hand": "odins-ring"}),
        ("use vidarr A A1", {"hand": "vidarr"}, {"A": "odins-ring, baldr"}),
        ("use seer", {"hand": "seer"}, {"A": "baldr", "hand": TWELVE, "deck": "odins-ring, frigg"}),
    ],
)
def test_8_6_the_line_that_ends_the_game_is_settled_and_no_further_one(
    line: str, loki: dict[str, str], thor: dict[str, str]
) -> None:
    """With the Ring lost the game is over: the played card goes onto its pile, gaps close, later lines do not play."""
    t = Board(loki={"A": "dragon", "deck": "hel", **loki}, thor=thor, ap=3, lots=[0])
    first, second = t.letter("loki", line, "draw")
    assert first == "played"
    assert second.startswith(("refused 8.6", "not-played"))
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == line.split()[1]
    assert t.side("loki")["deck"] == "hel"
    assert t.side("thor")["A"] == "baldr"
    assert t.owed == []


def test_8_6_no_further_seer_card() -> None:
    """The Seer draws no card behind a lost Ring."""
    t = Board(
        loki={"hand": "seer", "A": "dragon"},
        thor={"A": "baldr", "hand": TWELVE, "deck": "odins-ring, frigg, frigg"},
        ap=3,
        options={"seer": "must-draw"},
    )
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("thor")["deck"] == "frigg, frigg"
    assert t.outcome == "loki 8.1"


def test_8_6_no_discard_order_is_asked_when_the_game_is_over() -> None:
    """With the Ring among the cards of a Nightmare nobody is asked for an order, in the second value of R24 either."""
    t = Board(
        loki={"A": "dragon, hel", "B": "baldr"},
        thor={"A": "nightmare, tyr, odins-ring", "B": "baldr"},
        ap=3,
        options={"discards": "ask"},
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.owed == []
    assert not [kind for kind in t.kinds() if kind.startswith("OrderAsked")]


def test_8_6_8_1_goes_before_8_2() -> None:
    """Who takes the Ring with the last legal action, points left, wins."""
    t = Board(loki={"A": "frigg", "B": "baldr", "deck": ""}, thor={"A": "odins-ring", "C": "tyr"}, ap=2)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"


def test_8_6_8_1_goes_before_8_3() -> None:
    """A Ring lost as the last card on the battlefield ends the game by 8.1."""
    t = Board(loki={"A": "dragon"}, thor={"A": "odins-ring"}, ap=1)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"


def test_8_6_8_3_goes_before_8_2() -> None:
    """A turn that begins with nothing at all is lost by 8.3."""
    t = Board(loki={"deck": ""}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == "thor 8.3"


def test_8_6_8_2_is_looked_at_after_the_line_is_settled() -> None:
    """A card that comes into the hand with the line itself is a legal action of what follows."""
    t = Board(loki={**STUCK, "hand": "hel", "pile": "ravens"}, thor={"A": "tyr", "B": "baldr"}, ap=3)
    assert t.letter("loki", "use hel ravens") == ["played"]
    assert t.outcome == ""
    assert t.ap == 2


@pytest.mark.parametrize("seat", ["loki", "thor"])
@pytest.mark.parametrize("line", ["draw", "offer draw", "resign g1", "standing lay A"])
def test_8_6_nothing_is_played_after_the_end(seat: str, line: str) -> None:
    """When the game is over no order of either player is played."""
    t = Board(loki={"A": "dragon"}, thor={"A": "odins-ring, baldr"}, ap=2)
    assert t.letter("loki", "challenge A") == ["played"]
    before = t.state
    (verdict,) = t.letter(seat, line)
    assert verdict != "played"
    assert t.outcome == "loki 8.1"
    assert t.state == before


def test_8_7_silence_at_the_deployment_lays_three_cards_by_lot() -> None:
    """For who does not deploy, three of the nine are laid by lot, and the other's own choice stands."""
    t = opening()
    assert t.letter("thor", "deploy ravens, ravens, hirdman") == ["played"]
    t.silent("loki")
    for seat in ("thor", None):
        assert "Deployed 1.3" in t.kinds(seat)
        assert "loki." not in repr(t.told(seat))
    assert t.owed == ["loki turn"]
    assert (t.side("thor")["A"], t.side("thor")["C"]) == ("ravens", "hirdman")
    for column in "ABC":
        assert t.side("loki")[column]
        assert "," not in t.side("loki")[column]
        assert "+" not in t.side("loki")[column]
    assert len(t.side("loki")["hand"].split(", ")) == 6


@pytest.mark.parametrize("pick", [0, 1, 2, 3])
def test_8_7_silence_never_deploys_the_leader(pick: int) -> None:
    """Thor/Loki is not among the three cards laid by lot."""
    hand = "loki, ravens, ravens, ravens, frigg, frigg, baldr, seer, hel"
    t = opening(Lots(loki=[hand], pick=pick))
    t.silent("loki")
    t.silent("thor")
    assert t.owed == ["loki turn"]
    assert "loki" in t.side("loki")["hand"].split(", ")
    assert "loki" not in [t.side("loki")[column] for column in "ABC"]


def asked() -> Board:
    """A Nightmare has fallen, and both players are asked for an order."""
    t = Board(
        loki={"A": "dragon, hel, frigg", "B": "baldr"},
        thor={"A": "nightmare, tyr, ravens", "B": "baldr"},
        ap=3,
        options={"discards": "ask"},
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert sorted(owed.split()[0] for owed in t.owed) == ["loki", "thor"]
    return t


def test_8_7_silence_about_a_discard_order_means_the_default() -> None:
    """Who does not answer discards in the default order, front card first (14.2)."""
    t = asked()
    t.silent("loki")
    t.silent("thor")
    assert t.side("loki")["pile"] == "dragon, hel, frigg"
    assert t.side("thor")["pile"] == "nightmare, tyr, ravens"


def test_8_7_the_silence_of_one_leaves_the_others_order() -> None:
    """The default is for the silent player only."""
    t = asked()
    assert t.letter("thor", "order ravens, tyr, nightmare") == ["played"]
    t.silent("loki")
    assert t.side("loki")["pile"] == "dragon, hel, frigg"
    assert t.side("thor")["pile"] == "ravens, tyr, nightmare"


def test_8_7_silence_about_a_hand_that_falls_means_the_default() -> None:
    """The default order of a hand is alphabetical, the last on top (14.3)."""
    t = Board(
        loki={"hand": "ravens", "A": "dragon"},
        thor={"hand": "tyr, nightmare, hel", "B": "baldr"},
        ap=3,
        lots=[1],
        options={"discards": "ask"},
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert [owed.split()[0] for owed in t.owed] == ["thor"]
    t.silent("thor")
    assert t.side("thor")["pile"] == "hel, nightmare, tyr"


@pytest.mark.parametrize(
    ("columns", "column"),
    [
        ({"A": "baldr", "B": "baldr"}, "A"),
        ({"A": "ravens, ravens, ravens, ravens", "B": "baldr"}, "B"),
        ({"A": "thor+", "B": "frigg"}, "B"),
    ],
)
@pytest.mark.parametrize("card", ["ravens", "seer"])
def test_8_7_silence_about_a_column_means_the_first_possible(
    columns: dict[str, str], column: str, card: str
) -> None:
    """A card of 15.5 or 19.2 goes into the first possible column in the order A, B, C."""
    t = Board(
        loki={"hand": card, "A": "dragon"},
        thor={**columns, "hand": "tyr", "deck": "einherjar"},
        ap=3,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand" if card == "ravens" else "use seer") == ["played"]
    assert t.owed == ["loki place"]
    t.silent("loki")
    assert t.side("thor")[column].startswith("tyr+" if card == "ravens" else "einherjar+")
    assert t.owed == ["loki turn"]


def test_8_7_silence_during_a_seer_means_stop() -> None:
    """A Seer's player who does not answer draws no further card."""
    t = Board(loki={"hand": "seer", "A": "dragon"}, thor={"A": "tyr", "deck": "frigg, hel, odin"}, ap=3)
    assert t.letter("loki", "use seer") == ["played"]
    t.silent("loki")
    assert t.side("thor")["deck"] == "hel, odin"
    assert (t.owed, t.ap) == (["loki turn"], 2)
    assert t.kinds("thor")[0] == "SeerStopped 19.1"


def test_8_7_a_turn_is_never_played_for_anyone() -> None:
    """Silence about a turn changes nothing on the table; it is told as overdue."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=2)
    before = t.side("loki")
    t.silent("loki")
    for seat in ("loki", "thor", None):
        assert t.kinds(seat) == ["Overdue 8.7"]
        assert t.told(seat)[0].fields == {"of": "loki"}
    assert (t.side("loki"), t.on_turn, t.ap, t.outcome) == (before, "loki", 2, "")
    assert t.letter("loki", "draw") == ["played"]


def test_8_7_the_opponent_may_claim_the_win_of_an_overdue_turn() -> None:
    """After the silence about a turn the other player may claim the win."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=2)
    t.silent("loki")
    assert t.letter("thor", "claim win") == ["played"]
    assert t.outcome == "thor 8.7"


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_8_7_no_claim_without_an_overdue_turn(seat: str) -> None:
    """Before the deadline of a turn has passed nobody may claim the win."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=2)
    assert t.letter(seat, "claim win")[0].startswith("refused 8.7")
    assert t.outcome == ""


def test_8_7_the_silent_player_has_nothing_to_claim() -> None:
    """The claim is the opponent's."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=2)
    t.silent("loki")
    assert t.letter("loki", "claim win")[0].startswith("refused 8.7")


def test_8_7_a_turn_played_after_all_leaves_nothing_to_claim() -> None:
    """Once the late turn has been played, no win can be claimed for it."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=1)
    t.silent("loki")
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("thor", "claim win")[0].startswith("refused 8.7")


def test_8_7_an_order_or_an_answer_that_all_are_told_of_lifts_the_claim() -> None:
    """Offering or declining a draw lifts the claim; a word, or a standing order that only its owner knows, does not."""
    for line in ("offer draw", "decline draw"):
        t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=2)
        if line == "decline draw":
            assert t.letter("thor", "offer draw") == ["played"]
        t.silent("loki")
        assert t.letter("loki", "standing lay A") == ["played"]
        assert "claim win" in t.legal("thor")
        assert t.letter("loki", line) == ["played"]
        assert t.letter("thor", "claim win")[0].startswith("refused 8.7")


def test_8_5_an_offer_made_in_the_others_turn_lapses_with_that_turn() -> None:
    """The other could have accepted it; it does not go on into the turns that follow."""
    t = Board(loki={"A": "dragon"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("thor", "offer draw") == ["played"]
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("loki", "accept draw")[0].startswith("refused 8.5 no-offer")


def test_8_7_a_late_turn_leaves_nothing_to_claim_in_the_next() -> None:
    """Once the late turn has been played, the next turn of that player is not overdue."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "tyr"}, ap=1)
    t.silent("loki")
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("thor", "claim win")[0].startswith("refused 8.7")


@pytest.fixture
def endless(tmp_path: Path) -> Board:
    """Both players hold one Hel and have another in the pile: each turn fetches the one with the other."""
    deck = files("referee.games.thunder").joinpath("decks.yaml").read_text(encoding="utf-8")
    deck, hels = re.subn(r"(card: hel\n(?:  .*\n)*?  copies: )1", r"\g<1>2", deck)
    deck, ravens = re.subn(r"(card: ravens\n(?:  .*\n)*?  copies: )9", r"\g<1>8", deck)
    assert (hels, ravens) == (2, 2)
    path = tmp_path / "decks.yaml"
    path.write_text(deck, encoding="utf-8")
    side = {"hand": "hel", "pile": "hel", "A": "baldr"}
    return Board(loki=side, thor=side, options={"deck": str(path)})


def rounds(t: Board, count: int) -> None:
    """Let each player fetch Hel with Hel this many times, Loki first."""
    for _ in range(count):
        for seat in ("loki", "thor"):
            assert t.letter(seat, "use hel hel") == ["played"]


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_8_8_a_draw_may_be_claimed_at_the_third_time(endless: Board, seat: str) -> None:
    """When a position has come for the third time with the same player to move, either player may claim a draw."""
    rounds(endless, 2)
    assert endless.letter("loki", "use hel hel") == ["played"]
    assert (endless.outcome, endless.on_turn) == ("", "thor")
    assert endless.letter(seat, "claim draw") == ["played"]
    assert endless.outcome == "drawn 8.8"


@pytest.mark.parametrize("seat", ["loki", "thor"])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_8_8_no_draw_is_claimed_before_the_third_time(endless: Board, seat: str, turns: int) -> None:
    """A position that has come once or twice gives no claim."""
    rounds(endless, turns // 2)
    if turns % 2:
        assert endless.letter("loki", "use hel hel") == ["played"]
    assert endless.letter(seat, "claim draw")[0].startswith("refused 8.8")
    assert endless.outcome == ""


def test_8_8_at_the_fifth_time_the_game_is_drawn(endless: Board) -> None:
    """A position that comes for the fifth time ends the game by itself, and not the fourth."""
    rounds(endless, 3)
    assert endless.letter("loki", "use hel hel") == ["played"]
    assert endless.outcome == ""
    for seat in ("thor", "loki"):
        if not endless.outcome:
            assert endless.letter(seat, "use hel hel") == ["played"]
    assert endless.outcome == "drawn 8.8"


def test_8_8_another_position_starts_a_new_count(endless: Board) -> None:
    """A draw from the deck makes other positions, and the claim is gone."""
    rounds(endless, 2)
    assert endless.letter("loki", "draw") == ["played"]
    assert endless.letter("thor", "claim draw")[0].startswith("refused 8.8")


def test_8_8_with_one_hel_a_deck_no_position_comes_again() -> None:
    """With the printed decks there is nothing to claim at the start."""
    t = Board(loki={"hand": "hel", "A": "baldr", "pile": "odin"}, thor={"A": "baldr"}, ap=2)
    assert t.letter("loki", "claim draw")[0].startswith("refused 8.8")
