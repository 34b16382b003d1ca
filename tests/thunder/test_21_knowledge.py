"""Chapter 21: who sees what. For each kind of event: which fields a player, the other and an onlooker are shown."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from board import GAME, Board

from referee.engine import driver
from referee.engine.events import Event
from referee.util.values import replace

EVERYBODY = ("thor", "loki", None)
ASK = {"discards": "ask"}


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


class Stacked:
    """Lots for the setting up: each deck comes out of its first shuffle with the wanted cards on top."""

    def __init__(self, **tops: str) -> None:
        """Give the top cards of each deck by name, top first: `thor="ravens, hirdman"`."""
        self.tops = {seat: [name.strip() for name in names.split(",")] for seat, names in tops.items()}
        self.drawn: list[Any] = []

    def shuffle(self, _label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The wanted cards first, the others as they were; what was given out before stays as it was."""
        rest, top = list(items), []
        seat = rest[0].split(".")[0]
        for name in self.tops.pop(seat, []):
            top.append(next(card for card in rest if card.split(".")[1] == name))
            rest.remove(top[-1])
        return (*top, *rest)

    def below(self, _label: str, n: int) -> int:
        """Nothing in the setting up needs it; the last will do."""
        return n - 1


NINE = "ravens, ravens, baldr, baldr, frigg, frigg, hel, odin, seer"
RING = "ravens, odins-ring, baldr, baldr, frigg, frigg, hel, odin, seer, huscarl"


def dealt(thor: str = NINE, loki: str = NINE, **options: str) -> Board:
    """A game that has just been dealt, with the given cards on top of the decks."""
    t = Board(options=options)
    events: list[Event] = []
    lots: Any = Stacked(thor=thor, loki=loki)
    state = GAME.blank("g1", t.options)
    t.state = driver.settle(GAME, state, GAME.setup(state, t.options, lots), events)
    t.events = tuple(events)
    return t


def table(**given: Any) -> Board:
    """A position in which most things can be done; Loki is on turn unless told otherwise."""
    loki = {"hand": "ravens", "A": "dragon, hel", "B": "ravens", "pile": "frigg", **given.pop("loki", {})}
    thor = {"hand": "hirdman", "A": "huscarl, freya", "C": "ravens", "pile": "odin", **given.pop("thor", {})}
    return Board(loki=loki, thor=thor, **{"ap": 4, **given})


def overdue() -> Board:
    """That position after Loki's deadline has passed."""
    t = table()
    t.silent("loki")
    return t


def after(*lines: str, seat: str = "loki", **given: Any) -> Board:
    """That position after one letter whose first line must have been played."""
    t = table(**given)
    assert t.letter(seat, *lines)[0] == "played"
    return t


def draw_declined() -> Board:
    """That position after an offer that was turned down."""
    t = after("offer draw")
    assert t.letter("thor", "decline draw") == ["played"]
    return t


FALL: dict[str, Any] = {"thor": {"A": "nightmare, hel, ravens"}}
OPEN: list[tuple[str, set[str], Callable[[], Board]]] = [
    ("SidesTaken", {"thor", "loki", "drawn"}, lambda: dealt(players="loki:anna,thor:bert")),
    ("TreasureShown", {"by", "card"}, lambda: dealt(thor=RING)),
    ("ShuffledBack", {"by", "card"}, lambda: dealt(thor=RING)),
    ("Shuffled", {"of"}, dealt),
    ("TurnBegun", {"by", "ap"}, lambda: after("draw", ap=1)),
    ("TurnEnded", {"by"}, lambda: after("draw", ap=1)),
    ("Challenged", {"by", "column"}, lambda: after("challenge A")),
    ("TurnedUp", {"of", "column", "row", "card"}, lambda: after("challenge A")),
    ("Discarded", {"of", "card", "place", "bottom"}, lambda: after("challenge A")),
    (
        "Discarded",
        {"of", "card", "place", "bottom"},
        lambda: after("use gungnir A2", loki={"hand": "gungnir"}),
    ),
    ("Played", {"by", "card"}, lambda: after("use ravens A")),
    ("Finished", {"by", "card", "bottom"}, lambda: after("use ravens A")),
    ("Stood", {"of", "card"}, lambda: after("challenge A", thor={"A": "shield-wall"})),
    ("LeaderLaid", {"by", "card", "column"}, lambda: after("lay loki C1", loki={"hand": "loki"})),
    (
        "Shifted",
        {"by", "of", "column", "row", "to_column", "to_row"},
        lambda: after("use baldr A2 C1", loki={"hand": "baldr"}),
    ),
    (
        "Shifted",
        {"by", "of", "column", "row", "to_column", "to_row"},
        lambda: after("use valkyries A2 C1", loki={"hand": "valkyries"}),
    ),
    (
        "Captured",
        {"by", "of", "card", "top"},
        lambda: after("use freya", loki={"hand": "freya"}, thor={"pile": "seer, tyr", "A": "baldr"}),
    ),
    (
        "Flanked",
        {"by", "column", "at_column", "at_row"},
        lambda: after("use vidarr A A2", loki={"hand": "vidarr"}),
    ),
    ("Picked", {"by", "of", "card"}, lambda: after("use ravens hand", lots=[0])),
    ("PlaceAsked", {"by", "of", "card", "columns"}, lambda: after("use ravens hand", lots=[0])),
    ("Forced", {"by", "of", "card", "column"}, lambda: after("use ravens hand to B", lots=[0])),
    ("SeerDrew", {"by", "of", "card"}, lambda: after("use seer", loki={"hand": "seer"})),
    ("SeerAsked", {"by"}, lambda: after("use seer", loki={"hand": "seer"})),
    ("SeerStopped", {"by"}, lambda: after("use seer", "stop", loki={"hand": "seer"})),
    ("Given", {"to", "card"}, lambda: after("use seer", loki={"hand": "seer"})),
    ("ColumnFell", {"column", "thor", "loki"}, lambda: after("challenge A", **FALL)),
    ("Buried", {"of", "cards", "bottom"}, lambda: after("challenge A", **FALL)),
    (
        "HandFell",
        {"of", "cards"},
        lambda: after("use ravens hand", lots=[0], thor={"hand": "nightmare, hel"}),
    ),
    ("OrderAsked", {"by"}, lambda: after("challenge A", options=ASK, **FALL)),
    ("Resigned", {"by"}, lambda: after("resign g1")),
    ("Ended", {"winners", "reason", "standings"}, lambda: after("resign g1")),
    ("Overdue", {"of"}, overdue),
    ("DrawOffered", {"by"}, lambda: after("offer draw")),
    ("DrawDeclined", {"by"}, draw_declined),
]
HIDDEN: list[tuple[str, set[str], set[str], Callable[[], Board]]] = [
    ("Dealt", {"to", "count"}, {"cards"}, dealt),
    ("Replaced", {"by"}, {"card"}, lambda: dealt(loki="odins-crown, " + NINE)),
    ("Drew", {"by"}, {"card"}, lambda: after("draw")),
    ("Laid", {"by", "back", "column", "row"}, {"card"}, lambda: after("lay ravens A2")),
    ("Laid", {"by", "back", "column", "row"}, {"card"}, lambda: after("lay tyr A2", loki={"hand": "tyr*"})),
    ("SeerDrew", {"by", "of", "card"}, {"to"}, lambda: after("use seer to B, C", loki={"hand": "seer"})),
    ("HandSeen", {"by", "of"}, {"cards"}, lambda: after("use frigg hand", loki={"hand": "frigg"})),
    (
        "Took",
        {"by", "count", "backs"},
        {"cards"},
        lambda: after("use hel frigg", loki={"hand": "hel", "A": "dragon"}),
    ),
    (
        "Took",
        {"by", "count", "backs"},
        {"cards"},
        lambda: after("use odin 1", loki={"hand": "odin", "pile": "ravens, seer"}),
    ),
    (
        "Took",
        {"by", "count", "backs"},
        {"cards"},
        lambda: after(
            "use longships female-archer", loki={"hand": "longships", "pile": "female-archer, seer"}
        ),
    ),
]


@pytest.mark.share(5)
@pytest.mark.parametrize(
    ("kind", "fields", "make"), OPEN, ids=[f"{one[0]}-{n}" for n, one in enumerate(OPEN)]
)
@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_what_all_see(kind: str, fields: set[str], make: Callable[[], Board], seat: str | None) -> None:
    """Both players and onlookers are shown these events whole, and all of them alike."""
    t = make()
    mine = shown(t, seat, kind)
    assert mine
    for one in mine:
        assert fields <= set(one)
    alike = [{name: one[name] for name in fields} for one in mine]
    assert alike == [{name: one[name] for name in fields} for one in shown(t, "loki", kind)]


@pytest.mark.parametrize(
    ("kind", "fields", "hidden", "make"), HIDDEN, ids=[f"{one[0]}-{n}" for n, one in enumerate(HIDDEN)]
)
def test_21_2_what_the_owner_only_sees(
    kind: str, fields: set[str], hidden: set[str], make: Callable[[], Board]
) -> None:
    """Of these events Loki, whose they are, is shown all; Thor and onlookers all but the hidden field."""
    t = make()

    def lokis(seat: str | None) -> list[dict[str, Any]]:
        return [one for one in shown(t, seat, kind) if "loki" in {one.get("by"), one.get("to")}]

    (mine,) = lokis("loki")
    assert fields | hidden <= set(mine)
    for seat in ("thor", None):
        (theirs,) = lokis(seat)
        assert fields <= set(theirs)
        assert not hidden & set(theirs)
        assert {name: mine[name] for name in fields} == {name: theirs[name] for name in fields}


@pytest.mark.share(5)
@pytest.mark.parametrize("make", [*(one[-1] for one in OPEN), *(one[-1] for one in HIDDEN)])
@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_2_which_of_equal_cards_never_shows(make: Callable[[], Board], seat: str | None) -> None:
    """Nobody is ever shown which one of several equal cards a card is."""
    told = repr(make().told(seat))
    assert "kind=" in told
    assert not re.search(r"[a-z]\.\d", told)


def test_21_1_action_points() -> None:
    """All see the same action points left."""
    t = after("draw")
    assert {t.view(seat).ap for seat in EVERYBODY} == {3}


def test_21_1_sizes_of_hands_decks_and_piles() -> None:
    """All see how many cards each hand, deck and pile holds."""
    t = table(loki={"deck": "idunn, seer"}, thor={"deck": "thor, hel, tyr", "hand": "baldr, ravens"})
    assert t.letter("loki", "draw") == ["played"]
    for seat in EVERYBODY:
        view = t.view(seat)
        assert (view.loki.hand_size, view.loki.deck_size, view.loki.pile_size) == (2, 1, 1)
        assert (view.thor.hand_size, view.thor.deck_size, view.thor.pile_size) == (2, 3, 1)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_backs_also_in_hands(seat: str | None) -> None:
    """All see how many cards of a hand bear the foreign back, and the back of every card on the battlefield."""
    t = table(loki={"hand": "ravens, hirdman*, tyr*", "A": "dragon, einherjar*"})
    view = t.view(seat)
    assert view.loki.backs == 2
    assert view.thor.backs == 0
    assert [spot.back for spot in view.loki.columns[0]] == ["loki", "thor"]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_face_up_cards(seat: str | None) -> None:
    """All see the face-up cards of both sides."""
    t = table(loki={"A": "dragon+, hel"}, thor={"C": "ravens, baldr+"})
    view = t.view(seat)
    assert (view.loki.columns[0][0].up, view.loki.columns[0][0].face) == (True, "loki.dragon")
    assert (view.thor.columns[2][1].up, view.thor.columns[2][1].face) == (True, "thor.baldr")


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_pile_tops(seat: str | None) -> None:
    """All see the top card of each pile, a new one too."""
    t = after("challenge A")
    assert t.view(seat).thor.pile_top == "thor.huscarl"
    assert t.view(seat).loki.pile_top == "loki.frigg"


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_the_ring_of_1_2(seat: str | None) -> None:
    """All see that Thor's first nine cards held the Ring; none but Thor sees what replaced it."""
    t = dealt(thor=RING)
    assert shown(t, seat, "TreasureShown") == [{"by": "thor", "card": "thor.odins-ring"}]
    (instead,) = shown(t, seat, "Replaced")
    assert instead.get("card") == ("thor.huscarl" if seat == "thor" else None)
    assert ("card" in instead) == (seat == "thor")


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_discards_at_the_moment_of_it(seat: str | None) -> None:
    """All see both cards of a tie as they are discarded, each with its player."""
    t = after("challenge A", thor={"A": "einherjar"})
    assert sorted((one["of"], one["card"]) for one in shown(t, seat, "Discarded")) == [
        ("loki", "loki.dragon"),
        ("thor", "thor.einherjar"),
    ]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_the_order_of_discards(seat: str | None) -> None:
    """All see the order in which a fallen column was discarded."""
    t = table(**FALL)
    assert t.letter("loki", "challenge A order hel, dragon") == ["played"]
    buried = {one["of"]: list(one["cards"]) for one in shown(t, seat, "Buried")}
    assert buried == {
        "loki": ["loki.hel", "loki.dragon"],
        "thor": ["thor.nightmare", "thor.hel", "thor.ravens"],
    }


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize(("pile", "bottom"), [("berserker", True), ("seer", False)])
def test_21_1_to_the_bottom_included(seat: str | None, pile: str, bottom: bool) -> None:
    """All see whether a lost Berserker goes to the bottom of its pile."""
    t = after("challenge A", loki={"pile": pile}, thor={"A": "berserker"})
    (lost,) = shown(t, seat, "Discarded")
    assert lost["bottom"] is bottom


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_to_the_bottom_in_a_fall(seat: str | None) -> None:
    """All see which card of a fallen column goes to the bottom."""
    t = after("challenge A", loki={"A": "dragon, berserker"}, thor={"A": "nightmare, berserker, hel"})
    buried = {one["of"]: one for one in shown(t, seat, "Buried")}
    assert buried["thor"]["bottom"]
    assert not buried["loki"]["bottom"]
    assert "berserker" in repr(buried["thor"])


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_1_places_of_a_move(seat: str | None) -> None:
    """All see from where to where Valkyries move a card, but none is shown the face-down card moved."""
    t = after("use valkyries A2 C1", loki={"hand": "valkyries"})
    (moved,) = shown(t, seat, "Shifted")
    assert (moved["by"], moved["of"]) == ("loki", "thor")
    assert (moved["column"], moved["row"], moved["to_column"], moved["to_row"]) == ("A", 2, "C", 1)
    assert "card" not in moved


def test_21_1_a_played_card_is_named() -> None:
    """All see which card is played for its power, and a captured one by its foreign back."""
    t = after("use ravens A", loki={"hand": "ravens*"})
    for seat in EVERYBODY:
        assert [one["card"] for one in shown(t, seat, "Played")] == ["thor.ravens"]


def test_21_2_the_starting_hand() -> None:
    """Each player sees their own nine cards; the other and onlookers see that nine were dealt."""
    t = dealt()
    for owner in ("thor", "loki"):
        for seat in EVERYBODY:
            (deal,) = [one for one in shown(t, seat, "Dealt") if one["to"] == owner]
            assert deal["count"] == 9
            assert ("cards" in deal) == (seat == owner)
            if seat == owner:
                names = [f"{owner}.{name.strip()}" for name in NINE.split(",")]
                assert sorted(deal["cards"]) == sorted(names)


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_2_the_order_of_a_deck_is_nobodys(seat: str | None) -> None:
    """Nobody, its owner included, is shown the order of a shuffled deck."""
    t = dealt(thor=RING, loki="odins-crown, " + NINE)
    shuffles = [*shown(t, seat, "Shuffled"), *shown(t, seat, "ShuffledBack")]
    assert len(shuffles) == 4
    for one in shuffles:
        assert "deck" not in one


def test_21_2_cards_laid_in_the_deployment() -> None:
    """A sealed choice, replaced or not, shows to its writer alone; then all see that each laid cards, not which."""
    t = dealt()
    for line, kind in (
        ("deploy ravens, baldr, frigg", "Sealed"),
        ("deploy baldr, ravens, frigg", "Resealed"),
    ):
        assert t.letter("loki", line) == ["played"]
        (mine,) = shown(t, "loki", kind)
        assert mine["by"] == "loki"
        assert sorted(mine["cards"]) == ["loki.baldr", "loki.frigg", "loki.ravens"]
        for seat in ("thor", None):
            assert t.told(seat) == []
    assert t.letter("thor", "deploy hel, odin, seer") == ["played"]
    for owner in ("thor", "loki"):
        for seat in EVERYBODY:
            (laid,) = [one for one in shown(t, seat, "Deployed") if one["by"] == owner]
            assert ("cards" in laid) == (seat == owner)


def test_21_2_the_deployed_cards_are_known_to_their_owner_by_place() -> None:
    """The owner is shown the deployed cards in the order of the columns."""
    t = dealt()
    assert t.letter("loki", "deploy ravens, baldr, frigg") == ["played"]
    assert t.letter("thor", "deploy seer, odin, hel") == ["played"]
    (laid,) = [one for one in shown(t, "thor", "Deployed") if one["by"] == "thor"]
    assert list(laid["cards"]) == ["thor.seer", "thor.odin", "thor.hel"]
    assert [column[0].face for column in t.view("thor").thor.columns] == [
        "thor.seer",
        "thor.odin",
        "thor.hel",
    ]
    for seat in ("loki", None):
        assert [column[0].face for column in t.view(seat).thor.columns] == [None, None, None]


TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    "a card in hand": ({"loki": {"hand": "ravens"}}, {"loki": {"hand": "seer"}}, ("draw",)),
    "a card drawn": ({"loki": {"deck": "odin, valkyries"}}, {"loki": {"deck": "seer, valkyries"}}, ("draw",)),
    "a card laid": ({"loki": {"hand": "ravens"}}, {"loki": {"hand": "seer"}}, ("lay {0} B1",)),
    "a face-down card": ({"loki": {"B": "ravens"}}, {"loki": {"B": "shield-wall"}}, ("draw",)),
    "a captured card in hand": ({"loki": {"hand": "tyr*"}}, {"loki": {"hand": "ravens*"}}, ("lay {0} B1",)),
}


@pytest.mark.parametrize(("one", "two", "lines"), TWINS.values(), ids=TWINS)
def test_21_2_hidden_cards_make_no_difference(
    one: dict[str, Any], two: dict[str, Any], lines: tuple[str, ...]
) -> None:
    """Two tables that differ in a card that only Loki knows are the same to Thor and onlookers, not to Loki."""

    def played(given: dict[str, Any]) -> Board:
        t = table(**given)
        card = given["loki"].get("hand", "").rstrip("*")
        assert t.letter("loki", *(line.format(card) for line in lines)) == ["played"]
        return t

    left, right = played(one), played(two)
    for seat in ("thor", None):
        assert left.told(seat) == right.told(seat)
        assert left.view(seat) == right.view(seat)
    assert left.legal("thor") == right.legal("thor")
    assert left.view("loki") != right.view("loki")


def test_21_2_the_decks_order_makes_no_difference_to_anyone() -> None:
    """Two tables that differ in the order of the decks alone are the same to all."""
    left, right = (
        table(loki={"deck": deck}, thor={"deck": deck})
        for deck in ("idunn, seer, vidarr", "vidarr, seer, idunn")
    )
    for seat in EVERYBODY:
        assert left.view(seat) == right.view(seat)


def test_21_2_the_own_pile_in_order() -> None:
    """Their own pile is shown to its owner in order; to the others only its size, its top and what was discarded."""
    t = table(loki={"pile": "seer, frigg, odin"})
    assert tuple(t.view("loki").loki.pile) == ("loki.seer", "loki.frigg", "loki.odin")
    for seat in ("thor", None):
        assert t.view(seat).loki.pile is None
        assert (t.view(seat).loki.pile_size, t.view(seat).loki.pile_top) == (3, "loki.odin")


def test_21_2_hands_and_face_down_cards_in_the_view() -> None:
    """A view holds their own hand and own face-down cards only; an onlooker's holds none."""
    t = table()
    assert tuple(t.view("loki").loki.hand) == ("loki.ravens",)
    assert [spot.face for spot in t.view("loki").loki.columns[0]] == ["loki.dragon", "loki.hel"]
    assert t.view("loki").thor.hand is None
    assert [spot.face for spot in t.view("loki").thor.columns[0]] == [None, None]
    for half in (t.view(None).thor, t.view(None).loki):
        assert half.hand is None
        assert {spot.face for column in half.columns for spot in column} == {None}


def test_21_2_standing_orders_are_their_writers_own() -> None:
    """Standing orders of both kinds are told to their writer alone, with what they say."""
    t = table()
    for line, kind, field in (
        ("standing order hel, dragon", "StandingOrdered", "names"),
        ("standing lay B, A", "StandingLaySet", "columns"),
    ):
        assert t.letter("loki", line) == ["played"]
        (mine,) = shown(t, "loki", kind)
        assert mine["by"] == "loki"
        assert mine[field]
        for seat in ("thor", None):
            assert t.told(seat) == []


def test_21_2_an_order_carried_by_a_line_is_its_writers_own() -> None:
    """An order carried by a challenge that fells nothing shows to nobody but its writer."""
    with_order, without = table(), table()
    assert with_order.letter("loki", "challenge A order hel, dragon") == ["played"]
    assert without.letter("loki", "challenge A") == ["played"]
    assert with_order.side("thor")["pile"] == "odin, huscarl"
    for seat in ("thor", None):
        assert with_order.told(seat) == without.told(seat)
        assert with_order.view(seat) == without.view(seat)


def test_21_2_an_order_carried_by_a_line_that_fells_a_column() -> None:
    """Of an order carried by a challenge that fells a column the others see the result, not the list of names."""
    t = after("challenge A order ravens, hel, dragon", **FALL)
    (mine,) = shown(t, "loki", "OwnOrder")
    assert mine["by"] == "loki"
    assert list(mine["names"]) == ["ravens", "hel", "dragon"]
    for seat in ("thor", None):
        assert shown(t, seat, "OwnOrder") == []
        assert [list(one["cards"]) for one in shown(t, seat, "Buried") if one["of"] == "loki"] == [
            ["loki.hel", "loki.dragon"]
        ]


def test_21_2_an_asked_order_is_its_writers_own() -> None:
    """The order given by an asked player is told to its writer alone, replaced or not; the result to all."""
    t = after("challenge A", options=ASK, **FALL)
    for line, kind in (
        ("order ravens, hel, nightmare", "OrderSealed"),
        ("order ravens, nightmare, hel", "OrderResealed"),
    ):
        assert t.letter("thor", line) == ["played"]
        (mine,) = shown(t, "thor", kind)
        assert mine["by"] == "thor"
        assert list(mine["names"]) == line.removeprefix("order ").split(", ")
        for seat in ("loki", None):
            assert t.told(seat) == []
    assert t.letter("loki", "order default") == ["played"]
    for seat in EVERYBODY:
        (buried,) = [one for one in shown(t, seat, "Buried") if one["of"] == "thor"]
        assert list(buried["cards"]) == ["thor.ravens", "thor.nightmare", "thor.hel"]


def test_21_3_friggs_look() -> None:
    """The hand that Frigg looks at is shown to her player only; all see that she looked."""
    t = after("use frigg hand", loki={"hand": "frigg"}, thor={"hand": "hirdman, baldr"})
    assert [sorted(one["cards"]) for one in shown(t, "loki", "HandSeen")] == [["thor.baldr", "thor.hirdman"]]
    for seat in ("thor", None):
        assert [one["by"] for one in shown(t, seat, "HandSeen")] == ["loki"]
        assert all("cards" not in one for one in shown(t, seat, "HandSeen"))
    assert "hirdman" not in repr(t.told(None))
    assert t.view(None).thor.hand is None


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_3_what_friggs_look_discards(seat: str | None) -> None:
    """All see a Tyr that Frigg's look discards."""
    t = after("use frigg hand", loki={"hand": "frigg"}, thor={"hand": "hirdman, tyr"})
    assert [one["card"] for one in shown(t, seat, "Discarded")] == ["thor.tyr"]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_3_friggs_turning(seat: str | None) -> None:
    """All see the cards that Frigg turns up."""
    t = after("use frigg A", loki={"hand": "frigg"})
    assert sorted(one["card"] for one in shown(t, seat, "TurnedUp")) == ["thor.freya", "thor.huscarl"]


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize(("card", "place"), [("hirdman", "A"), ("baldr", "")])
def test_21_3_seers_draws(seat: str | None, card: str, place: str) -> None:
    """All see what the Seer draws and where it goes."""
    t = after(
        "use seer",
        *([f"place {place}"] if place else []),
        loki={"hand": "seer"},
        thor={"deck": f"{card}, tyr", "hand": "idunn"},
    )
    assert [one["card"] for one in shown(t, seat, "SeerDrew")] == [f"thor.{card}"]
    if place:
        assert [(one["card"], one["column"]) for one in shown(t, seat, "Forced")] == [(f"thor.{card}", "A")]
    else:
        assert [(one["to"], one["card"]) for one in shown(t, seat, "Given")] == [("thor", f"thor.{card}")]


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("card", ["hirdman", "baldr"])
def test_21_3_ravens_hits(seat: str | None, card: str) -> None:
    """All see the card of a hand that Ravens hit, and the front card that they turn up."""
    t = after("use ravens hand", lots=[0], thor={"hand": card})
    assert [one["card"] for one in shown(t, seat, "Picked")] == [f"thor.{card}"]
    t = after("use ravens A")
    assert [one["card"] for one in shown(t, seat, "TurnedUp")] == ["thor.huscarl"]


@pytest.mark.parametrize("seat", EVERYBODY)
def test_21_3_freyas_capture(seat: str | None) -> None:
    """All see which card Freya captures."""
    t = after("use freya", loki={"hand": "freya"}, thor={"A": "baldr", "pile": "seer, tyr"})
    assert [one["card"] for one in shown(t, seat, "Captured")] == ["thor.tyr"]
    assert t.view(seat).loki.backs == 1


FETCHES: list[tuple[str, dict[str, str], str, str]] = [
    ("use hel {}", {"hand": "hel", "A": "dragon"}, "dragon", "odin"),
    ("use longships {}", {"hand": "longships"}, "viking-warriors", "female-archer"),
]


@pytest.mark.parametrize(("line", "loki", "this", "that"), FETCHES)
def test_21_4_which_card_was_fetched_makes_no_difference(
    line: str, loki: dict[str, str], this: str, that: str
) -> None:
    """What Hel or Longships took shows in nothing that Thor or an onlooker is told or sees."""
    boards = [
        after(line.format(card), loki={**loki, "pile": f"{this}, {that}, frigg"}) for card in (this, that)
    ]
    for seat in ("thor", None):
        assert boards[0].told(seat) == boards[1].told(seat)
        assert boards[0].view(seat) == boards[1].view(seat)
    assert boards[0].told("loki") != boards[1].told("loki")


@pytest.mark.parametrize("seat", ["thor", None])
def test_21_4_the_number_and_the_backs(seat: str | None) -> None:
    """The others are told how many cards were taken, and how many of them bear a foreign back."""
    own, captured = (
        after(line, loki={"hand": "hel", "A": "dragon", "pile": "odin, tyr*, frigg"})
        for line in ("use hel odin", "use hel tyr")
    )
    (one,) = shown(own, seat, "Took")
    (two,) = shown(captured, seat, "Took")
    assert one["count"] == two["count"] == 1
    assert one["backs"] != two["backs"]
    assert (own.view(seat).loki.backs, captured.view(seat).loki.backs) == (0, 1)


@pytest.mark.parametrize(("count", "size"), [(0, 4), (2, 2)])
def test_21_4_odin_shows_the_number(count: int, size: int) -> None:
    """All see how many cards Odin took, and the sizes of hand and pile after it."""
    t = after(f"use odin {count}", loki={"hand": "odin", "pile": "ravens, ravens, frigg"})
    for seat in EVERYBODY:
        assert [one["count"] for one in shown(t, seat, "Took")] == [count]
        assert t.view(seat).loki.pile_size == size
        assert t.view(seat).loki.hand_size == count
        assert t.view(seat).loki.pile_top == "loki.odin"


def test_21_4_what_the_pile_then_shows() -> None:
    """After a card was taken unseen the pile shows size, top, what was publicly discarded and how many were taken."""
    t = after("use hel dragon", loki={"hand": "hel", "A": "ravens", "pile": "dragon, seer, frigg"})
    for seat in ("thor", None):
        pile = t.view(seat).loki
        assert (pile.pile_size, pile.pile_top, pile.taken) == (3, "loki.hel", 1)
        assert {"loki.dragon", "loki.seer", "loki.frigg"} <= set(pile.shown)
        assert pile.pile is None


def test_21_5_refused_lines_are_their_writers_own() -> None:
    """A refused line changes nothing and is told to nobody else."""
    t = table()
    before = {seat: t.view(seat) for seat in EVERYBODY}
    assert t.letter("loki", "challenge B")[0].startswith("refused 6.1")
    for seat in EVERYBODY:
        assert t.told(seat) == []
        assert t.view(seat) == before[seat]


def test_21_5_a_refused_line_among_played_ones() -> None:
    """A letter whose second line is refused shows the others what a letter of the first line alone shows."""
    both, first = table(), table()
    told = both.letter("loki", "draw", "challenge B")
    assert told[0] == "played"
    assert told[1].startswith("refused 6.1")
    assert first.letter("loki", "draw") == ["played"]
    for seat in ("thor", None):
        assert both.told(seat) == first.told(seat)
        assert both.view(seat) == first.view(seat)


def test_21_5_a_letter_out_of_turn_is_its_writers_own() -> None:
    """Lines refused because it is not the writer's turn are told to nobody else."""
    t = table()
    before = t.view("loki")
    assert t.letter("thor", "draw")[0] != "played"
    assert t.told("loki") == []
    assert t.told(None) == []
    assert t.view("loki") == before


@pytest.mark.parametrize("make", [*(one[-1] for one in OPEN), *(one[-1] for one in HIDDEN)])
def test_21_5_onlookers_see_no_more_than_each_player(make: Callable[[], Board]) -> None:
    """Whatever an onlooker is shown of an event, both players are shown too."""
    t = make()
    assert t.told(None)
    for seat in ("thor", "loki"):
        mine = list(t.told(seat))
        for one in t.told(None):
            while (kin := mine.pop(0)).kind != one.kind or not dict(one.fields).items() <= dict(
                kin.fields
            ).items():
                assert mine


def test_21_5_what_was_seen_stays_seen() -> None:
    """A card turned up stays known by place to all, in later turns too."""
    t = table(loki={"hand": "frigg"}, ap=1)
    assert t.letter("loki", "use frigg A") == ["played"]
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    for seat in EVERYBODY:
        assert [spot.face for spot in t.view(seat).thor.columns[0]] == ["thor.huscarl", "thor.freya"]


def test_21_2_nothing_private_stands_in_the_half_of_another() -> None:
    """Whatever a side holds that only its owner may know, the half shown to others is as if it were not there."""
    from referee.games.thunder.view import half

    t = Board(loki={"hand": "tyr*, hel", "A": "ravens", "pile": "odin, seer"}, thor={"A": "hirdman"})
    bare = t.state.loki
    private = replace(
        bare,
        standing_discards=("ravens",),
        standing_lay=("A",),
        barred="loki.loki.1",
        sealed=("loki.hel.1",),
        answered=("ravens",),
        hand=tuple(reversed(bare.hand)),
    )
    assert half(private, "loki", False) == half(bare, "loki", False)
    assert half(private, "loki", True) != half(bare, "loki", True)


def test_21_2_that_a_choice_is_sealed_shows_to_nobody_else() -> None:
    """1.3 What another seat, or an onlooker, sees is the same before and after a choice is sealed or replaced."""
    from test_01_setting_up import opening

    t = opening()
    before = {seat: t.view(seat) for seat in ("thor", None)}
    for line in ("deploy baldr, seer, hel", "deploy hel, seer, baldr"):
        assert t.letter("loki", line) == ["played"]
        assert {seat: t.view(seat) for seat in ("thor", None)} == before


def test_21_1_the_position_moves_with_every_answer_all_can_see() -> None:
    """A guard can tell the table before a card was placed from the table after."""
    t = Board(
        loki={"hand": "ravens", "A": "ravens", "B": "ravens"},
        thor={"hand": "hirdman", "A": "tyr", "B": "huscarl"},
        ap=2,
        lots=[0],
    )
    t.letter("loki", "use ravens hand")
    before = t.view(None).action
    assert t.letter("loki", f"@{t.view(None).turn}.{before} place B") == ["played"]
    assert t.view(None).action == before + 1
