"""Sindri's Forge, rule by rule: each test bears the number of the rule that it holds."""

from typing import Any

import pytest
from forge import GAME, GODS, Forge, sindri  # noqa: F401  fixture
from sindri.table import CARDS, FAME, TREASURES, name_of

from referee.api import Table
from referee.util.values import replace

pytestmark = pytest.mark.usefixtures("sindri")
FLIES = "fly fly fly fly fly fly"


def forging(cards: str = FLIES, dice: tuple[int, int] = (3, 5), **how: Any) -> Forge:
    """Odin has bid 4 for the ship, and these dice are rolled; all hold two cards."""
    return Forge(cards, **how).fall(dice).bids(odin=4, thor=1, freyja=1)


@pytest.mark.parametrize("many", [3, 4, 5])
def test_1_1_three_to_five_gods_and_the_norn(many: int) -> None:
    """The gods sit in their order, then the Norn; each god is asked for a bid, the Norn for nothing."""
    forge = Forge(gods=many)
    assert forge.state.seats == (*GODS[:many], "master")
    assert forge.owed == [f"{god} bid" for god in GODS[:many]]
    assert forge.legal("master") == []
    assert GAME.view(forge.state, "master").gold == 0


def test_1_2_six_treasures_each_with_its_fame() -> None:
    """The order is nobody's to know; what is still to come is told in another one."""
    assert sorted(map(name_of, TREASURES)) == sorted(FAME)
    assert [FAME[name] for name in ("hair", "boar", "ship", "ring", "spear", "hammer")] == [1, 2, 3, 4, 5, 6]
    forge = Forge(treasures="ship hammer hair")
    for seat in (*forge.state.seats, None):
        shown = [fields for kind, _, fields in forge.told(seat) if kind == "Shuffled"]
        assert shown == [{"pile": "treasures"}, {"pile": "shapes"}]
        told = [name.partition(".")[2] for name in GAME.view(forge.state, seat).to_come]
        assert told == ["hair", "boar", "ring", "spear", "hammer"]


def test_1_3_each_begins_with_twelve_gold_in_the_open() -> None:
    """All see it. A bid above it is refused; a bid of all of it is not."""
    forge = Forge()
    assert [gold for _, gold, *_ in GAME.view(forge.state, None).gods] == [12, 12, 12]
    assert forge.write("odin", "bid 13") == "refused 1.3 no-gold"
    assert forge.write("odin", "bid 12") == "played"
    assert forge.write("thor", "bid 99") == "refused 1.3 no-gold"


def test_1_4_two_cards_each_seen_by_their_god_and_the_norn() -> None:
    """All see that a god draws a card; only that god and the Norn see which."""
    assert len(CARDS) == 18
    forge = Forge("fly falcon mare mare fly falcon")
    drawn = {
        seat: [fields.get("card", "") for kind, _, fields in forge.told(seat) if kind == "Drew"]
        for seat in ("odin", "thor", "master", None)
    }
    fly, falcon, mare = "shape.fly", "shape.falcon", "shape.mare"
    assert drawn["odin"] == [fly, "", "", mare, "", ""]
    assert drawn["thor"] == ["", falcon, "", "", fly, ""]
    assert drawn["master"] == [fly, falcon, mare, mare, fly, falcon]
    assert drawn[None] == [""] * 6
    assert GAME.view(forge.state, "odin").hands == (("odin", (fly, mare)),)
    assert len(GAME.view(forge.state, "master").hands) == 3
    assert [cards for _, _, cards, *_ in GAME.view(forge.state, None).gods] == [2, 2, 2]


def test_1_4_only_cards_of_your_own_hand() -> None:
    """A card that somebody else holds is refused."""
    forge = forging("fly fly falcon fly fly falcon")
    assert forge.write("thor", "play falcon") == "refused 1.4 not-in-hand"
    assert forge.write("freyja", "play falcon") == "played"


def test_2_1_a_treasure_is_turned_up() -> None:
    """All see it, and that a turn begins."""
    forge = Forge(treasures="hammer")
    assert forge.told(None)[-1] == ("TurnBegun", "2.1", {"treasure": "treasure.hammer"})
    assert GAME.position(GAME.view(forge.state, None)) == (1, 0)


def test_2_2_bids_are_sealed() -> None:
    """That a god has bid is told to all, how much to that god alone: not even to the Norn."""
    forge = Forge()
    forge.write("thor", "bid 5")
    assert forge.told("thor") == [("BidSealed", "2.2", {"by": "thor", "gold": 5})]
    for seat in ("odin", "freyja", "master", None):
        assert forge.told(seat) == [("BidSealed", "2.2", {"by": "thor"})]
        assert GAME.view(forge.state, seat).bid == -1
    assert GAME.view(forge.state, "thor").bid == 5
    assert forge.owed == ["odin bid", "freyja bid"]


def test_2_2_a_bid_may_be_replaced_until_all_are_in() -> None:
    """Nobody else is told; the last one counts; when the bids are shown there is nothing to replace."""
    forge = Forge().bids(thor=5)
    assert forge.write("thor", "bid 2") == "played"
    assert forge.told("thor") == [("BidReplaced", "2.2", {"by": "thor", "gold": 2})]
    for seat in ("odin", "freyja", "master", None):
        assert forge.told(seat) == []
    forge.fall((1, 1)).bids(odin=3, freyja=1)
    assert forge.state.bids == (("odin", 3), ("thor", 2), ("freyja", 1))
    assert forge.write("thor", "bid 4") == "refused 2.2 no-bids"


def test_2_2_without_gold_nobody_is_asked() -> None:
    """A god without gold bids nothing, as everybody knows; the Norn never bids."""
    forge = Forge(FLIES)
    forge.state = forge.state.but("thor", gold=0)
    assert forge.owed == ["odin bid", "freyja bid"]
    assert forge.write("thor", "bid 0") == "refused 2.2 no-bids"
    assert forge.write("master", "bid 0") == "refused 2.2 no-bids"
    forge.fall((1, 1)).bids(odin=1, freyja=2)
    assert forge.state.bids == (("odin", 1), ("thor", 0), ("freyja", 2))


def test_2_3_silence_bids_nothing() -> None:
    """The bid that has not come is 0."""
    forge = Forge().fall((1, 1)).bids(odin=3, thor=2)
    forge.silent("freyja")
    assert forge.state.bids == (("odin", 3), ("thor", 2), ("freyja", 0))


def test_2_4_the_bids_are_shown_and_nothing_draws_a_card() -> None:
    """All see all bids at once. Who bid nothing draws, in the order of the gods; only drawer and Norn see the card."""
    forge = Forge(FLIES + " mare falcon").bids(thor=0, freyja=0).fall((1, 1))
    forge.write("odin", "bid 1")
    assert ("BidsShown", "2.4", {"bids": (("odin", 1), ("thor", 0), ("freyja", 0))}) in forge.told(None)
    drew = [fields for kind, rule, fields in forge.told("freyja") if kind == "Drew" and rule == "2.4"]
    assert drew == [{"by": "thor", "rule": "2.4"}, {"by": "freyja", "rule": "2.4", "card": "shape.falcon"}]
    assert (forge.hand("thor"), forge.hand("odin")) == ("fly fly mare", "fly fly")


def test_2_4_an_empty_pile_gives_no_cards() -> None:
    """As long as there are any."""
    forge = Forge(FLIES)
    forge.state = replace(forge.state, shapes=forge.state.shapes[:1])
    forge.bids(odin=0, thor=0, freyja=0)
    assert [len(god.hand) for _, god in forge.state.gods] == [3, 2, 2]


def test_2_5_the_highest_bidder_pays() -> None:
    """The bid is paid, the others keep theirs."""
    forge = forging()
    assert forge.gold() == (8, 12, 12)
    assert "Paid 2.5" in forge.kinds()
    assert forge.state.forger == "odin"


def test_2_5_if_nobody_bids_the_dwarves_keep_it() -> None:
    """No dice are rolled, and the next turn begins."""
    forge = Forge(treasures="ship ring").bids(odin=0, thor=0, freyja=0)
    assert [kind for kind in forge.kinds() if "Drew" not in kind][1:] == [
        "BidsShown 2.4",
        "Forged 2.5",
        "TurnBegun 2.1",
    ]
    assert name_of(forge.state.treasure) == "ring"


def test_2_5_nobody_is_left_for_whom_it_could_be_forged() -> None:
    """The god for whom the smith works leaves the game: the treasure stays with the dwarves."""
    forge = forging()
    forge.write("odin", "resign g1")
    assert forge.kinds()[-2:] == ["Forged 2.5", "TurnBegun 2.1"]
    assert forge.owed == ["thor bid", "freyja bid"]


def test_3_1_two_dice_are_rolled() -> None:
    """All see them."""
    forge = forging(dice=(6, 2))
    assert ("Rolled", "3.1", {"dice": (6, 2), "rule": "3.1"}) in forge.told(None)


def test_3_2_the_others_are_asked_for_a_card() -> None:
    """In Odin's turn each other god who holds cards may play one of them or pass, whatever the cards are."""
    forge = forging()
    assert forge.owed == ["thor shape", "freyja shape"]
    assert forge.legal("thor") == ["play fly", "pass"]
    assert forge.legal("odin") == []
    assert forge.write("odin", "play fly") == "refused 3.2 no-window"
    assert forge.write("master", "pass") == "refused 3.2 no-window"
    assert all(one.optional for one in GAME.owed(forge.state))


def test_3_2_all_are_told_of_the_window_and_of_the_card() -> None:
    """Who is asked, who plays what, and that it is over, and for whom; who passes beforehand is told it alone."""
    forge = Forge(FLIES)
    forge.write("freyja", "pass until turn")
    assert forge.told("freyja") == [("PassingSet", "3.2", {"by": "freyja", "until": "turn"})]
    for seat in ("odin", "thor", "master", None):
        assert forge.told(seat) == []
    forge = forging()
    for seat in (*forge.state.seats, None):
        assert forge.told(seat)[-1] == ("WindowOpened", "3.2", {"asked": ("thor", "freyja")})
    forge.write("thor", "play fly")
    for seat in (*forge.state.seats, None):
        assert forge.told(seat)[0] == ("ShapePlayed", "3.2", {"by": "thor", "card": "shape.fly"})
    forge.write("freyja", "pass")
    for seat in (*forge.state.seats, None):
        assert forge.told(seat)[-1] == ("WindowClosed", "3.2", {"asked": ("freyja",)})


def test_3_2_nobody_passes_where_nobody_is_asked() -> None:
    """Before the dice are rolled there is nothing to pass."""
    forge = Forge()
    for seat in ("odin", "thor", "master"):
        assert forge.write(seat, "pass") == "refused 3.2 no-window"


def test_3_2_who_holds_no_card_is_not_asked() -> None:
    """How many cards somebody holds is known to all."""
    forge = Forge(FLIES)
    forge.state = forge.state.but("thor", hand=frozenset())
    forge.fall((3, 5)).bids(odin=4, thor=1, freyja=1)
    assert forge.owed == ["freyja shape"]


def test_3_2_one_card_or_a_pass() -> None:
    """After either a god is not asked again in this forging, but in the next one."""
    forge = forging()
    assert forge.write("thor", "play fly") == "played"
    assert forge.write("thor", "play fly") == "refused 3.2 no-window"
    assert forge.write("freyja", "pass") == "played"
    assert forge.owed == ["odin stroke"]
    forge.write("odin", "keep")
    forge.fall((1, 2)).bids(odin=1, thor=2, freyja=1)
    assert forge.owed == ["odin shape", "freyja shape"]


def test_3_2_silence_is_a_pass() -> None:
    """It is told as a pass is."""
    forge = forging()
    forge.silent("thor")
    assert forge.told("thor") == [("Passed", "3.2", {"by": "thor"})]
    assert forge.told("odin") == []
    forge.silent("freyja")
    assert forge.owed == ["odin stroke"]


def test_3_2_a_pass_is_told_to_nobody_else() -> None:
    """The others know whom the window asked, but not who has answered; all see it when a god plays a card."""
    forge = Forge("fly falcon fly mare fly fly fly fly", gods=4)
    forge.fall((3, 5)).bids(odin=4, thor=1, freyja=1, tyr=1)
    forge.write("thor", "pass")
    assert forge.kinds("thor") == ["Passed 3.2"]
    for seat in ("odin", "freyja", "tyr", "master", None):
        assert forge.kinds(seat) == []
        asked = [one.seat for one in GAME.view(forge.state, seat).owed]
        assert asked == ["thor", "freyja", "tyr"]
    assert [one.seat for one in GAME.view(forge.state, "thor").owed] == ["freyja", "tyr"]
    forge.write("freyja", "play fly")
    assert [one.seat for one in GAME.view(forge.state, "odin").owed] == ["thor", "tyr"]


def test_3_2_passing_beforehand() -> None:
    """Until the next turn, or to the end; nobody else is told, and nobody waits. A later word replaces it."""
    forge = Forge(FLIES, treasures="ship ring hair")
    assert forge.write("thor", "bid 1", "pass until turn") == "played"
    assert forge.kinds("odin") == ["BidSealed 2.2"]
    assert forge.write("freyja", "bid 1", "pass until end") == "played"
    assert forge.write("master", "pass until end") == "refused 3.2 no-window"
    forge.fall((3, 5)).write("odin", "bid 2")
    assert forge.owed == ["odin stroke"]
    forge.write("odin", "keep")
    forge.fall((1, 1)).bids(odin=2, thor=0, freyja=0)
    assert forge.owed == ["thor shape"]
    assert forge.write("freyja", "pass until turn") == "played"
    forge.write("thor", "pass")
    forge.write("odin", "keep")
    forge.fall((1, 1)).bids(odin=2, thor=0, freyja=0)
    assert forge.owed == ["thor shape", "freyja shape"]


def test_3_2_who_leaves_is_not_waited_for() -> None:
    """Nobody's view asks who has left; a window in which the last one who may react leaves is over."""
    forge = forging()
    forge.write("freyja", "resign g1")
    assert forge.owed == ["thor shape"]
    assert forge.state.reacting == ("thor",)
    for seat in ("odin", "freyja", None):
        assert [one.seat for one in GAME.view(forge.state, seat).owed] == ["thor"]
    forge.write("thor", "pass")
    assert forge.owed == ["odin stroke"]


def test_3_2_the_last_who_may_react_leaves() -> None:
    """Then the window is over."""
    forge = forging()
    forge.write("thor", "pass")
    forge.write("freyja", "resign g1")
    assert forge.owed == ["odin stroke"]


@pytest.mark.parametrize(
    ("dice", "after"), [((3, 5), (1, 3)), ((6, 2), (1, 2)), ((4, 4), (1, 4)), ((1, 1), (1, 1))]
)
def test_3_3_the_fly_turns_the_higher_die_to_one(dice: tuple[int, int], after: tuple[int, int]) -> None:
    """Whichever of the two that is."""
    forge = forging(dice=dice)
    forge.write("thor", "play fly")
    assert forge.told(None)[0] == ("ShapePlayed", "3.2", {"by": "thor", "card": "shape.fly"})
    assert forge.told(None)[1] == ("Rolled", "3.3", {"dice": after, "rule": "3.3"})
    assert forge.hand("thor") == "fly"


@pytest.mark.parametrize(("gold", "after"), [(12, (6, 14, 12)), (5, (0, 6, 5)), (4, (0, 4, 4))])
def test_3_4_the_falcon_snatches_two_gold(gold: int, after: tuple[int, ...]) -> None:
    """It takes up to two gold from the god for whom the treasure is forged, for its player; if there is none, none."""
    forge = forging("fly falcon fly fly fly fly", gold=gold)
    forge.write("thor", "play falcon")
    assert forge.gold() == after
    assert ("Paid 3.4" in forge.kinds()) == (gold > 4)


def test_3_5_the_mare_has_both_dice_rolled_again() -> None:
    """And those who have not answered may still do so."""
    forge = forging("fly mare fly fly fly fly").fall((6, 6))
    forge.write("thor", "play mare")
    assert forge.told(None)[1] == ("Rolled", "3.5", {"dice": (6, 6), "rule": "3.5"})
    assert forge.owed == ["freyja shape"]


def decided(**how: Any) -> Forge:
    """All have passed; the dice show 3 and 5."""
    forge = forging(**how)
    forge.write("thor", "pass")
    forge.write("freyja", "pass")
    return forge


def test_3_6_another_stroke_for_two_gold() -> None:
    """Both dice are rolled again, and that stands: nobody is asked for a card any more."""
    forge = decided().fall((1, 1))
    assert (forge.owed, forge.legal("odin")) == (["odin stroke"], ["strike", "keep"])
    assert forge.write("thor", "strike") == "refused 3.6 no-stroke"
    assert forge.write("odin", "strike") == "played"
    assert forge.kinds()[:3] == ["Paid 3.6", "Rolled 3.6", "Forged 3.7"]
    assert forge.gold() == (6, 12, 12)
    assert forge.state.god("odin").treasures == (("treasure.ship.1", 5),)


def test_3_6_or_the_dice_stand() -> None:
    """Kept, by a word or by silence."""
    for forge in (decided(), decided()):
        forge.write("odin", "keep") if forge.lots.left else forge.silent("odin")
        assert forge.state.god("odin").treasures == (("treasure.ship.1", 11),)
        assert forge.gold() == (8, 12, 12)


def test_3_6_not_before_all_have_answered() -> None:
    """While others may play cards, nothing is decided."""
    assert forging().write("odin", "strike") == "refused 3.6 no-stroke"


def test_3_6_with_less_than_two_gold_nobody_is_asked() -> None:
    """The treasure is done at once."""
    forge = decided(gold=5)
    assert "Forged 3.7" in forge.kinds()
    assert forge.gold() == (1, 5, 5)
    assert decided(gold=6).owed == ["odin stroke"]


def test_3_7_fame_and_dice() -> None:
    """The ship has fame 3; with 3 and 5 it is worth 11."""
    forge = decided()
    forge.write("odin", "keep")
    assert forge.told(None)[0] == (
        "Forged",
        "3.7",
        {"by": "odin", "treasure": "treasure.ship", "worth": 11, "rule": "3.7"},
    )
    assert GAME.view(forge.state, None).gods[0][-1] == 11


def tied() -> Forge:
    """Odin and Freyja have bid most."""
    return Forge(FLIES).bids(odin=4, thor=1, freyja=4)


def test_4_1_the_norn_chooses_among_the_highest() -> None:
    """She is asked, and nobody else; the one she chooses pays and has the treasure forged."""
    forge = tied()
    assert (forge.owed, forge.legal("master")) == (["master tie"], ["choose odin", "choose freyja"])
    assert forge.write("master", "choose thor") == "refused 4.1 not-open"
    assert forge.write("odin", "choose odin") == "refused 4.1 not-asked"
    assert forge.fall((2, 2)).write("master", "choose freyja") == "played"
    assert forge.told(None)[0] == ("Chosen", "4.1", {"god": "freyja", "drawn": False, "rule": "4.1"})
    assert forge.gold() == (12, 12, 8)


def test_4_1_without_a_tie_she_is_not_asked() -> None:
    """Nor is she when all but one of those tied have left."""
    assert forging().write("master", "choose odin") == "refused 4.1 not-asked"
    forge = tied().fall((2, 2))
    forge.write("odin", "resign g1")
    assert forge.gold()[2] == 8
    assert forge.owed == ["thor shape"]


def test_4_1_if_all_who_are_tied_leave_the_dwarves_keep_it() -> None:
    """Two of four."""
    forge = Forge(FLIES + " fly fly", gods=4).bids(odin=4, thor=1, freyja=4, tyr=1)
    forge.fall((1, 1)).write("odin", "resign g1")
    forge.write("freyja", "resign g1")
    assert forge.kinds()[-2:] == ["Forged 2.5", "TurnBegun 2.1"]


def tale() -> Forge:
    """Nobody has bid for any treasure: the tale is to be praised."""
    forge = Forge(gold=1)
    for _ in FAME:
        forge.bids(odin=0, thor=0, freyja=0)
    return forge


def test_4_2_praise_is_worth_three() -> None:
    """After the last treasure the Norn is asked, and may choose any god."""
    forge = tale()
    assert (forge.owed, forge.legal("master")) == (
        ["master tale"],
        ["choose odin", "choose thor", "choose freyja"],
    )
    assert forge.write("master", "choose thor") == "played"
    assert forge.told(None)[0] == ("Chosen", "4.2", {"god": "thor", "drawn": False, "rule": "4.2"})
    assert forge.state.outcome.standings == (("thor", 3), ("odin", 0), ("freyja", 0))


def test_4_3_the_lot_chooses_for_a_silent_norn() -> None:
    """Among those whom she could have chosen; all are told that it was the lot."""
    forge = tied().fall(1, (2, 2))
    forge.silent("master")
    assert forge.told(None)[0] == ("Chosen", "4.1", {"god": "freyja", "drawn": True, "rule": "4.1"})
    forge = tale().fall(2)
    forge.silent("master")
    assert forge.told(None)[0] == ("Chosen", "4.2", {"god": "freyja", "drawn": True, "rule": "4.2"})


def test_4_3_the_lot_chooses_when_the_norn_has_left() -> None:
    """The game goes on without her, and nobody waits."""
    forge = tied().fall(0, (2, 2))
    assert forge.write("master", "resign g1") == "played"
    assert GAME.ended(forge.state) is None
    assert ("Chosen", "4.1", {"god": "odin", "drawn": True, "rule": "4.1"}) in forge.told(None)
    forge = tale().fall(0)
    forge.write("master", "resign g1")
    assert forge.state.outcome.winners == ("odin",)


def test_5_1_who_has_most_wins() -> None:
    """Treasures and praise, the best first."""
    forge = tale()
    forge.state = forge.state.but("freyja", treasures=(("treasure.ship.1", 9), ("treasure.ring.1", 10)))
    forge.state = forge.state.but("odin", treasures=(("treasure.hammer.1", 18),))
    forge.write("master", "choose thor")
    outcome = forge.state.outcome
    assert (outcome.winners, outcome.rule, outcome.reason) == (("freyja",), "5.1", "worth-most")
    assert outcome.standings == (("freyja", 19), ("odin", 18), ("thor", 3))
    for seat in (*forge.state.seats, None):
        kind, number, fields = forge.told(seat)[-1]
        assert (kind, number, fields["rule"], fields["winners"]) == ("Ended", "5.1", "5.1", ("freyja",))


def test_5_1_when_the_game_is_over_nothing_more_is_played() -> None:
    """Nor does anybody play who has left it."""
    forge = Forge()
    forge.write("odin", "resign g1")
    assert forge.write("odin", "bid 3") == "refused 5.1 has-left"
    forge.write("freyja", "resign g1")
    for seat, line in (("thor", "bid 3"), ("thor", "resign g1"), ("thor", "offer draw")):
        assert forge.write(seat, line) == "refused 5.1 game-over"


def test_5_1_several_share_the_win() -> None:
    """Equal is equal."""
    forge = tale()
    forge.state = forge.state.but("freyja", treasures=(("treasure.ship.1", 9),)).but(
        "odin", treasures=(("treasure.hair.1", 6),)
    )
    forge.write("master", "choose odin")
    assert forge.state.outcome.winners == ("odin", "freyja")


def test_5_2_the_others_play_on() -> None:
    """Whoever leaves is asked for nothing, wins nothing, and is in nobody's way."""
    forge = Forge(FLIES).bids(odin=9)
    assert forge.write("odin", "resign g2").startswith("refused 5.2")
    assert forge.write("odin", "resign g1") == "played"
    for seat in (*forge.state.seats, None):
        assert [one for one in forge.told(seat) if one[0] == "SeatLeft"] == [
            ("SeatLeft", "5.2", {"by": "odin", "rule": "5.2", "reason": "resigned"})
        ]
    assert forge.owed == ["thor bid", "freyja bid"]
    forge.fall((1, 1)).bids(thor=1, freyja=2)
    assert forge.state.bids == (("thor", 1), ("freyja", 2))
    assert forge.write("odin", "bid 3").startswith("refused")


def test_5_2_the_last_one_in_the_game_wins() -> None:
    """When all others have left."""
    forge = Forge()
    forge.write("odin", "resign g1")
    assert GAME.ended(forge.state) is None
    forge.write("freyja", "resign g1")
    assert (forge.state.outcome.winners, forge.state.outcome.rule) == (("thor",), "5.2")


def test_5_3_a_draw_if_all_others_accept() -> None:
    """The Norn is not asked; one acceptance of two is not enough."""
    forge = Forge()
    forge.write("odin", "offer draw")
    forge.write("thor", "accept draw")
    assert GAME.ended(forge.state) is None
    forge.write("freyja", "accept draw")
    assert (forge.state.outcome.winners, forge.state.outcome.rule) == ((), "5.3")


def test_5_3_all_are_told_who_offers_accepts_and_declines() -> None:
    """While an offer stands there is no other, and nobody accepts twice."""
    forge = Forge(gods=4)
    assert forge.write("thor", "decline draw") == "refused 5.3 no-offer"
    assert forge.write("thor", "offer draw") == "played"
    for seat in (*forge.state.seats, None):
        assert forge.told(seat) == [("DrawOffered", "5.3", {"by": "thor"})]
    assert forge.write("odin", "offer draw") == "refused 5.3 offer-stands"
    assert forge.write("thor", "accept draw") == "refused 5.3 no-offer"
    assert forge.write("thor", "decline draw") == "refused 5.3 no-offer"
    assert forge.write("odin", "accept draw") == "played"
    for seat in (*forge.state.seats, None):
        assert forge.told(seat) == [("DrawAgreed", "5.3", {"by": "odin"})]
    assert forge.write("odin", "accept draw") == "refused 5.3 no-offer"
    assert forge.write("freyja", "decline draw") == "played"
    for seat in (*forge.state.seats, None):
        assert forge.told(seat) == [("DrawDeclined", "5.3", {"by": "freyja"})]
    assert forge.write("tyr", "accept draw") == "refused 5.3 no-offer"


def test_5_3_an_offer_lapses_with_the_turn() -> None:
    """In the next turn there is nothing to accept."""
    forge = Forge()
    forge.write("odin", "offer draw")
    forge.bids(odin=0, thor=0, freyja=0)
    assert forge.write("thor", "accept draw").startswith("refused 5.3")


def test_5_4_who_does_not_bid_may_be_put_out_of_the_game() -> None:
    """Any other god may claim it, the Norn not; the others play on."""
    forge = Forge(FLIES).fall((1, 1)).bids(odin=3, thor=2)
    assert forge.write("odin", "claim win") == "refused 5.4 not-overdue"
    forge.silent("freyja")
    assert forge.state.overdue == ("freyja",)
    assert all(("Silent", "5.4", {"of": "freyja"}) in forge.told(seat) for seat in (*forge.state.seats, None))
    assert forge.write("master", "claim win") == "refused 5.4 not-overdue"
    assert forge.write("freyja", "claim win") == "refused 5.4 not-overdue"
    assert forge.write("thor", "claim win") == "played"
    assert forge.state.gone == ("freyja",)
    assert forge.owed == ["thor shape"]


def test_5_4_until_a_bid_comes() -> None:
    """Whoever bids again is in the game as before."""
    forge = Forge(treasures="ship ring").bids(odin=0, thor=0)
    forge.silent("freyja")
    assert forge.write("freyja", "bid 1") == "played"
    assert forge.write("odin", "claim win") == "refused 5.4 not-overdue"


def test_5_4_only_a_bid_that_did_not_come() -> None:
    """A pass by silence, dice kept by silence and a silent Norn put nobody out of the game."""
    forge = forging()
    for seat in ("thor", "freyja", "odin"):
        forge.silent(seat)
    assert forge.state.overdue == ()


def test_h11_all_are_told_who_sits_where() -> None:
    """The names of the players with their seats, the Norn's too, and whether a lot has decided it."""
    people = "odin:Anna,thor:Bert,freyja:Cleo,master:Dora"
    seats = ("odin", "thor", "freyja", "master")
    agreed = Table.open("sindri", seed="07", options={"seats": "3", "players": people})
    for seat in (*seats, None):
        (taken,) = [one.seen.fields for one in agreed.told(seat) if one.seen.kind == "SidesTaken"]
        assert taken == {"names": ("Anna", "Bert", "Cleo", "Dora"), "drawn": False, "seats": seats}
        assert dict(agreed.view(seat).names) == dict(zip(seats, taken["names"], strict=True))
