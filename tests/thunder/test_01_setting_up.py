"""Chapter 1: setting up."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from board import GAME, Board
from support.plain_dice import PlainDice

from referee import Table
from referee.engine import driver
from referee.engine.events import Event
from referee.games.thunder.cards import name_of

NINE = "ravens, ravens, ravens, hirdman, viking-warriors, baldr, seer, frigg, hel"
NINE_OF_LOKI = NINE.replace("hirdman", "frost-giant")


class Lots(PlainDice):
    """Lots that bring wished cards to the top: one list of names for each shuffle of a deck, in turn."""

    def __init__(self, thor: Sequence[str] = (), loki: Sequence[str] = (), pick: int = 0) -> None:
        """With no wish left, a shuffle turns the items round; a pick gives `pick`, or the last that there is."""
        self.drawn: list[Any] = []
        self.pick = pick
        self.wishes = {"thor": list(thor) or [NINE], "loki": list(loki) or [NINE_OF_LOKI]}
        self.shuffled: list[tuple[str, ...]] = []

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """The items in their new order."""
        del label
        self.shuffled.append(tuple(items))
        wishes = self.wishes.get(items[0].split(".")[0], [])
        if not wishes:
            return tuple(reversed(items))
        rest = list(items)
        top = [_take(rest, name) for name in wishes.pop(0).split(", ")]
        return (*top, *rest)

    def below(self, label: str, n: int) -> int:
        """A number below n."""
        del label
        return min(self.pick, n - 1)

    def heard(self, seat: str, written: str) -> None:
        """What was played: nothing to these lots."""


def _take(cards: list[str], name: str) -> str:
    card = next(card for card in cards if name_of(card) == name)
    cards.remove(card)
    return card


def opening(lots: Lots | None = None, options: Mapping[str, str] | None = None) -> Board:
    """A board on which the cards have just been dealt, and both players owe their three cards."""
    t = Board(options=options)
    t.lots = lots or Lots()  # type: ignore[assignment]
    events: list[Event] = []
    state = GAME.blank("g1", t.options)
    t.state = driver.settle(GAME, state, GAME.setup(state, t.options, t.lots), events)
    t.events = tuple(events)
    return t


def words(text: str) -> list[str]:
    """The names of a comma list."""
    return text.split(", ") if text else []


@pytest.mark.parametrize("seat", ["thor", "loki"])
def test_1_1_nine_cards_are_drawn_from_the_shuffled_deck(seat: str) -> None:
    """Each player's deck of 50 is shuffled and its first nine cards are the hand; the others stay the deck."""
    lots = Lots()
    t = opening(lots)
    nine = NINE if seat == "thor" else NINE_OF_LOKI
    assert sorted(words(t.side(seat)["hand"])) == sorted(words(nine))
    assert len(words(t.side(seat)["deck"])) == 41
    assert [len(items) for items in lots.shuffled] == [50, 50]
    assert (t.side(seat)["A"], t.side(seat)["B"], t.side(seat)["C"], t.side(seat)["pile"]) == ("", "", "", "")


@pytest.mark.parametrize(("seat", "other"), [("thor", "loki"), ("loki", "thor")])
def test_1_1_the_nine_cards_are_hidden_from_the_opponent(seat: str, other: str) -> None:
    """The owner sees the nine cards; the opponent and onlookers see their number only."""
    t = opening()
    mine = {one.fields["to"]: one for one in t.told(seat) if one.kind == "Dealt"}
    assert mine[seat].rule == "1.1"
    assert f"{seat}.baldr" in repr(mine[seat])
    for onlooker in (other, None):
        theirs = {one.fields["to"]: one for one in t.told(onlooker) if one.kind == "Dealt"}
        assert theirs[seat].fields == {"to": seat, "count": 9}


def test_1_1_the_order_of_a_deck_is_shown_to_nobody() -> None:
    """A shuffle tells whose deck was shuffled, and no card."""
    t = opening()
    for seat in ("thor", "loki", None):
        shuffles = [one.fields for one in t.told(seat) if one.kind == "Shuffled"]
        assert shuffles == [{"of": "thor"}, {"of": "loki"}]


def test_1_1_what_the_deal_shows() -> None:
    """A deal tells all to whom and how many, and its owner the cards, sorted."""
    t = opening()
    (mine,) = [one for one in t.told("loki") if one.kind == "Dealt" and one.fields["to"] == "loki"]
    cards = tuple(sorted(f"loki.{name}" for name in words(NINE_OF_LOKI)))
    assert mine.fields == {"to": "loki", "count": 9, "cards": cards}


TREASURES = [("thor", "loki", "odins-ring"), ("loki", "thor", "odins-crown")]


def with_treasure(seat: str, treasure: str, back: str = "") -> Board:
    """A treasure is among the first nine of this seat, and Tyr/Angrboda is the tenth card."""
    tenth = "tyr" if seat == "thor" else "angrboda"
    first = f"ravens, {treasure}, ravens, ravens, viking-warriors, baldr, seer, frigg, hel, {tenth}, vidarr"
    wishes = [first, back] if back else [first]
    return opening(Lots(**{seat: wishes}))  # type: ignore[arg-type]


@pytest.mark.parametrize(("seat", "other", "treasure"), TREASURES)
def test_1_2_a_treasure_among_the_nine_is_replaced(seat: str, other: str, treasure: str) -> None:
    """A Ring/Crown among the nine goes back into the deck, and the next card, drawn before that, comes instead."""
    t = with_treasure(seat, treasure)
    tenth = "tyr" if seat == "thor" else "angrboda"
    hand = words(t.side(seat)["hand"])
    assert treasure not in hand
    assert tenth in hand
    assert len(hand) == 9
    deck = words(t.side(seat)["deck"])
    assert deck.count(treasure) == 1
    assert len(deck) == 41
    assert len(words(t.side(other)["hand"])) == 9


@pytest.mark.parametrize(("seat", "other", "treasure"), TREASURES)
def test_1_2_it_is_shown_then_replaced_then_shuffled_back(seat: str, other: str, treasure: str) -> None:
    """The treasure is shown, another card drawn, the treasure shuffled back: in this order, before any choice."""
    t = with_treasure(seat, treasure)
    for onlooker in (seat, other, None):
        kinds = [kind for kind in t.kinds(onlooker) if kind.endswith(" 1.2")]
        assert kinds == ["TreasureShown 1.2", "Replaced 1.2", "ShuffledBack 1.2"]
        assert f"{seat}.{treasure}" in repr([one for one in t.told(onlooker) if one.kind == "TreasureShown"])
    assert sorted(t.owed) == ["loki deploy", "thor deploy"]


@pytest.mark.parametrize(("seat", "other", "treasure"), TREASURES)
def test_1_2_the_replacement_is_hidden_from_the_opponent(seat: str, other: str, treasure: str) -> None:
    """The replacing card is shown to its owner only."""
    t = with_treasure(seat, treasure)
    tenth = f"{seat}.tyr" if seat == "thor" else f"{seat}.angrboda"
    assert tenth in repr(t.told(seat))
    assert tenth not in repr(t.told(other))
    assert tenth not in repr(t.told(None))


@pytest.mark.parametrize(("seat", "other", "treasure"), TREASURES)
def test_1_2_the_deck_is_shuffled_again(seat: str, other: str, treasure: str) -> None:
    """The treasure is shuffled into the 40 cards that are left: what lay on top no longer does."""
    del other
    top = f"odin, idunn, {treasure}"
    t = with_treasure(seat, treasure, back=top)
    assert t.side(seat)["deck"].startswith(top)
    assert isinstance(t.lots, Lots)
    assert sorted(len(items) for items in t.lots.shuffled) == [41, 50, 50]


@pytest.mark.parametrize(("seat", "other", "treasure"), TREASURES)
def test_1_2_what_the_replacing_shows(seat: str, other: str, treasure: str) -> None:
    """All see who shows which treasure and puts it back; the new order of the deck is seen by nobody."""
    t = with_treasure(seat, treasure)
    tenth = f"{seat}.tyr" if seat == "thor" else f"{seat}.angrboda"
    for onlooker in (seat, other, None):
        shown, replaced, back = [one for one in t.told(onlooker) if one.rule == "1.2"]
        assert shown.fields == {"by": seat, "card": f"{seat}.{treasure}"}
        assert replaced.fields == ({"by": seat, "card": tenth} if onlooker == seat else {"by": seat})
        assert back.fields == {"by": seat, "card": f"{seat}.{treasure}"}


def test_1_2_without_a_treasure_nothing_is_shown() -> None:
    """When no treasure is among the nine, nothing is shown or replaced."""
    t = opening()
    assert [kind for kind in t.kinds("thor") if kind.endswith("1.2")] == []


def test_1_2_both_treasures() -> None:
    """Ring and Crown may both be among the first nine; both are replaced."""
    first = "ravens, {}, ravens, ravens, viking-warriors, baldr, seer, frigg, hel, vidarr"
    t = opening(Lots(thor=[first.format("odins-ring")], loki=[first.format("odins-crown")]))
    for seat, treasure in (("thor", "odins-ring"), ("loki", "odins-crown")):
        assert treasure in words(t.side(seat)["deck"])
        assert "vidarr" in words(t.side(seat)["hand"])


def test_1_3_three_cards_are_laid_face_down_side_by_side() -> None:
    """The three chosen cards lie face down in row 1 of A, B and C, in the order written."""
    t = opening()
    assert sorted(t.owed) == ["loki deploy", "thor deploy"]
    assert t.letter("loki", "deploy ravens, frigg, frost-giant") == ["played"]
    assert t.letter("thor", "deploy seer, ravens, hirdman") == ["played"]
    loki, thor = t.side("loki"), t.side("thor")
    assert (loki["A"], loki["B"], loki["C"]) == ("ravens", "frigg", "frost-giant")
    assert (thor["A"], thor["B"], thor["C"]) == ("seer", "ravens", "hirdman")
    assert loki["hand"] == "baldr, hel, ravens, ravens, seer, viking-warriors"
    assert len(words(thor["hand"])) == 6


@pytest.mark.parametrize(("first", "second"), [("loki", "thor"), ("thor", "loki")])
def test_1_3_neither_sees_the_others_choice(first: str, second: str) -> None:
    """Of a sealed choice the other learns nothing, not even that it is made, until both are in."""
    t = opening()
    assert t.letter(first, "deploy baldr, seer, hel") == ["played"]
    assert t.kinds(second) == []
    assert t.owed == [f"{second} deploy"]
    for seat in (second, None):
        assert "baldr" not in repr(t.told(seat))
    assert f"{first}.baldr" in repr(t.told(first))
    assert f"{first}.baldr" not in repr(t.view(second))
    assert t.letter(second, "deploy ravens, ravens, ravens") == ["played"]
    assert "Deployed 1.3" in t.kinds(second)
    assert f"{first}.baldr" not in repr(t.told(second))
    assert f"{first}.baldr" not in repr(t.view(second))
    assert f"{first}.baldr" not in repr(t.told(None))


def test_1_3_what_the_sealed_choices_show() -> None:
    """A choice is shown to its writer only; when both are in, all see whose cards lie, and the owner which."""
    t = opening()
    t.letter("loki", "deploy baldr, seer, hel")
    cards = ("loki.baldr", "loki.seer", "loki.hel")
    assert [one.fields for one in t.told("loki")] == [{"by": "loki", "cards": cards}]
    assert t.told("thor") == []
    t.letter("loki", "deploy baldr, ravens, hel")
    (resealed,) = [one for one in t.told("loki") if one.kind == "Resealed"]
    assert resealed.fields == {"by": "loki", "cards": ("loki.baldr", "loki.ravens", "loki.hel")}
    assert t.told("thor") == []
    t.letter("thor", "deploy ravens, ravens, hel")
    laid = [one.fields for one in t.told("loki") if one.kind == "Deployed"]
    assert {"by": "loki", "cards": ("loki.baldr", "loki.ravens", "loki.hel")} in laid
    assert {"by": "thor"} in laid
    assert [
        one.fields for one in t.told(None) if one.kind == "Deployed" and one.fields != {"by": "thor"}
    ] == [{"by": "loki"}]


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_1_3_a_choice_may_be_replaced_until_both_are_in(seat: str) -> None:
    """The writer may replace their own choice while the other's is missing; the last one counts."""
    other = "thor" if seat == "loki" else "loki"
    t = opening()
    assert t.letter(seat, "deploy baldr, seer, hel") == ["played"]
    assert t.letter(seat, "deploy ravens, frigg, seer") == ["played"]
    assert "Resealed 1.3" in t.kinds(seat)
    assert t.owed == [f"{other} deploy"]
    assert t.letter(other, "deploy ravens, ravens, ravens") == ["played"]
    side = t.side(seat)
    assert (side["A"], side["B"], side["C"]) == ("ravens", "frigg", "seer")
    assert {"baldr", "hel"} <= set(words(side["hand"]))


def test_1_3_no_choice_is_replaced_when_both_are_in() -> None:
    """Once both have chosen, the three cards lie."""
    t = opening()
    t.letter("loki", "deploy baldr, seer, hel")
    t.letter("thor", "deploy baldr, seer, hel")
    for seat in ("loki", "thor"):
        assert t.letter(seat, "deploy ravens, ravens, ravens")[0].startswith("refused 1.3")
        assert t.side(seat)["A"] == "baldr"


@pytest.mark.parametrize("cards", ["ravens", "ravens, baldr", "ravens, baldr, seer, hel"])
def test_1_3_exactly_three_cards(cards: str) -> None:
    """One, two or four cards are no deployment."""
    t = opening()
    (verdict,) = t.letter("loki", f"deploy {cards}")
    assert verdict.startswith("refused 1.3")
    assert sorted(t.owed) == ["loki deploy", "thor deploy"]


@pytest.mark.parametrize("cards", ["dragon, ravens, ravens", "baldr, baldr, ravens", "tyr, ravens, ravens"])
def test_1_3_only_cards_of_the_hand(cards: str) -> None:
    """A card that is not in the hand, or not as often, cannot be chosen."""
    t = opening()
    (verdict,) = t.letter("loki", f"deploy {cards}")
    assert verdict.startswith("refused 1.3")
    assert sorted(t.owed) == ["loki deploy", "thor deploy"]


def test_1_3_equal_cards_may_be_chosen_together() -> None:
    """Three cards of one name may be chosen when the hand holds three."""
    t = opening()
    assert t.letter("loki", "deploy ravens, ravens, ravens") == ["played"]
    assert t.letter("thor", "deploy ravens, ravens, ravens") == ["played"]
    assert [t.side("loki")[column] for column in "ABC"] == ["ravens"] * 3


@pytest.mark.parametrize("line", ["draw", "lay ravens A1", "challenge A", "use frigg hand"])
@pytest.mark.parametrize("sealed", [False, True])
def test_1_3_no_turn_begins_before_both_have_chosen(line: str, sealed: bool) -> None:
    """Before both choices are in, no action of a turn is played."""
    t = opening()
    if sealed:
        assert t.letter("loki", "deploy baldr, seer, hel") == ["played"]
    assert t.letter("loki", line)[0].startswith("refused")
    assert len(words(t.side("loki")["deck"])) == 41


@pytest.mark.parametrize("seat", ["thor", "loki"])
def test_1_4_the_leader_is_not_among_the_three(seat: str) -> None:
    """Thor/Loki in the first hand cannot be chosen (R1); without it the choice is taken."""
    hand = f"{seat}, ravens, ravens, ravens, viking-warriors, baldr, seer, frigg, hel"
    t = opening(Lots(**{seat: [hand]}))  # type: ignore[arg-type]
    for cards in (f"{seat}, ravens, baldr", f"ravens, {seat}, baldr", f"ravens, baldr, {seat}"):
        assert t.letter(seat, f"deploy {cards}")[0].startswith("refused 1.4")
    assert sorted(t.owed) == ["loki deploy", "thor deploy"]
    assert t.letter(seat, "deploy ravens, ravens, baldr") == ["played"]
    assert not [move for move in t.legal(seat) if seat in move.replace(",", " ").split()]


@pytest.mark.parametrize(("first", "second"), [("loki", "thor"), ("thor", "loki")])
def test_1_5_loki_takes_the_first_turn(first: str, second: str) -> None:
    """Whoever chooses first, Loki begins, with three points."""
    t = opening()
    t.letter(first, "deploy baldr, seer, hel")
    t.letter(second, "deploy baldr, seer, hel")
    assert (t.on_turn, t.ap) == ("loki", 3)
    assert t.owed == ["loki turn"]


def test_1_5_turns_alternate() -> None:
    """After Loki's turn comes Thor's, then Loki's again."""
    t = opening()
    t.letter("thor", "deploy baldr, frigg, hel")
    t.letter("loki", "deploy baldr, frigg, hel")
    for seat in ("loki", "thor", "loki", "thor"):
        assert t.owed == [f"{seat} turn"]
        assert t.letter(seat, "draw", "lay ravens B1", "draw") == ["played"] * 3


def test_1_5_no_action_out_of_turn() -> None:
    """The player who is not on turn takes no action."""
    t = Board(loki={"A": "ravens"}, thor={"hand": "baldr", "A": "ravens"}, ap=2)
    for line in ("draw", "lay baldr A1", "challenge A", "use baldr A1 B1"):
        assert t.letter("thor", line)[0].startswith("refused 1.5")
    assert not [move for move in t.legal("thor") if move.split()[0] in {"draw", "lay", "challenge", "use"}]
    assert t.side("thor")["hand"] == "baldr"


def test_1_6_sides_as_agreed() -> None:
    """Players named with their sides take those sides, and no lot is drawn."""
    t = opening(options={"players": "loki:anna,thor:bert"})
    (taken,) = [one for one in t.told(None) if one.kind == "SidesTaken"]
    assert taken.rule == "1.6"
    assert taken.fields == {"thor": "bert", "loki": "anna", "drawn": False}
    assert dict(t.state.names) == {"thor": "bert", "loki": "anna"}
    assert isinstance(t.lots, Lots)
    assert len(t.lots.shuffled) == 2


@pytest.mark.parametrize("players", ["anna,bert", "bert,anna"])
def test_1_6_sides_by_lot(players: str) -> None:
    """Players named without sides take them by lot: the lot decides, and all see it."""
    t = opening(options={"players": players})
    first, second = players.split(",")
    for seat in ("thor", "loki", None):
        (taken,) = [one for one in t.told(seat) if one.kind == "SidesTaken"]
        assert taken.fields == {"thor": second, "loki": first, "drawn": True}


@pytest.mark.parametrize(
    ("language", "line", "verdict"),
    [
        ("en", "deploy viking warriors female archer dragon", "played"),
        ("de", "aufstellen Wikingerkrieger Drache Bogenschützin", "played"),
        ("en", "deploy viking warriors dragon", "refused 1.3"),
    ],
)
def test_1_3_the_three_cards_need_no_commas(language: str, line: str, verdict: str) -> None:
    """The longest name that stands there is meant; what would be three only by splitting one is refused."""
    table = Table.open("thunder", seed="07", languages={"loki": language})
    assert [one.ruling for one in table.play("loki", line).ruled.verdicts] == [verdict]
