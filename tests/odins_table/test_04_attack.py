"""Chapter 4: attack."""

import pytest
from by_hand import cards, discards, facts, kinds, pieces, rules, side, table
from odins_board import GAME


def test_4_1_the_columns_that_meet() -> None:
    """The defender's card is that of the square attacked, the attacker's that of the square it comes from."""
    t = table(side("c3", "..74.."), side("d4", "..26.."))
    assert t.letter("odin", "c3xd4") == ["played"]
    assert facts(t, None, "TurnedUp") == [
        {"of": "thor", "column": "d", "card": "freyr"},
        {"of": "odin", "column": "c", "card": "thor"},
    ]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("d4", "")


def test_4_1_the_same_for_thor_attacking_sideways() -> None:
    """Thor's attack from e to d: Odin's d is turned up first, then Thor's e."""
    t = table(side("d3", "...8.."), side("e3", "...25."), turn="thor")
    assert t.letter("thor", "e3xd3") == ["played"]
    assert [(one["of"], one["column"]) for one in facts(t, None, "TurnedUp")] == [
        ("odin", "d"),
        ("thor", "e"),
    ]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("d3", "")


def test_4_1_a_card_turned_up_lies_open() -> None:
    """In the middle of the attack both cards lie face up before everybody, until they are used up."""
    t = table(side("c3", "..7..."), side("d4", "...6.."))
    state = t.state
    t.letter("odin", "c3xd4")
    seen = []
    for event in t.events:
        state = GAME.apply(state, event)
        if type(event).__name__ == "TurnedUp":
            view = GAME.view(state, None)
            seen.append((view.odin.columns[2].face, view.thor.columns[3].face))
    assert seen == [(None, "thor.freyr"), ("odin.thor", "thor.freyr")]


@pytest.mark.parametrize(("odin_up", "thor_up"), [("c", ""), ("", "d"), ("c", "d")])
def test_4_1_a_card_already_open_is_simply_used(odin_up: str, thor_up: str) -> None:
    """What lies face up is not turned up again; it fights all the same."""
    t = table(side("c3", "..7...", up=odin_up), side("d4", "...6..", up=thor_up))
    assert t.letter("odin", "c3xd4") == ["played"]
    hidden = [("thor", "d")] * (not thor_up) + [("odin", "c")] * (not odin_up)
    assert [(one["of"], one["column"]) for one in facts(t, None, "TurnedUp")] == hidden
    assert (pieces(t, "odin"), discards(t, "odin"), discards(t, "thor")) == ("d4", "7", "6")


@pytest.mark.parametrize("hits", range(10))
@pytest.mark.parametrize("guards", range(10))
def test_4_2_the_higher_value_wins(hits: int, guards: int) -> None:
    """For every pair of values: the higher wins, the attacker on a tie; only a higher card against Loki swaps."""
    t = table(side("c3", f"..{hits}..."), side("d4", f"...{guards}.."))
    assert t.letter("odin", "c3xd4") == ["played"]
    swap = guards == 1 and hits > 1
    expected = ("d4", "c3" if swap else "") if swap or hits >= guards else ("", "d4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == expected


def test_4_2_ties_go_to_thor_when_thor_attacks() -> None:
    """The attacker wins a tie, whether Thor or Odin attacks."""
    t = table(side("d3", "...5.."), side("d4", "...5.."), turn="thor")
    assert t.letter("thor", "d4xd3") == ["played"]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("", "d3")


def test_4_3_a_lost_defence() -> None:
    """The defender's piece is captured, and the attacker moves onto its square."""
    t = table(side("c3 a1", "..9..."), side("c4 f5", "..5..."))
    assert t.letter("odin", "c3xc4") == ["played"]
    assert facts(t, "thor", "Captured") == [{"of": "thor", "square": "c4"}]
    assert facts(t, "thor", "Advanced") == [{"by": "odin", "origin": "c3", "target": "c4"}]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("a1 c4", "f5")
    assert (t.view(None).thor.captured, t.view(None).odin.captured) == (5, 4)


def test_4_3_a_lost_attack() -> None:
    """The attacker's piece is captured, and the defender stays where it stands."""
    t = table(side("c3 a1", "..4..."), side("c4 f5", "..5..."))
    assert t.letter("odin", "c3xc4") == ["played"]
    assert facts(t, "odin", "Captured") == [{"of": "odin", "square": "c3"}]
    assert facts(t, "odin", "Advanced") == []
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("a1", "c4 f5")
    assert (t.view(None).thor.captured, t.view(None).odin.captured) == (4, 5)


def test_4_4_both_cards_are_used_up_and_replaced() -> None:
    """Both cards go to the discards; each column has a new card from the owner's pile, face down."""
    t = table(side("c3", "..9...", deck="24"), side("d4", "...5..", deck="36"))
    assert t.letter("odin", "c3xd4") == ["played"]
    assert (discards(t, "odin"), discards(t, "thor")) == ("9", "5")
    assert cards(t, "odin")[2] == "2"
    assert cards(t, "thor")[3] == "3"
    assert (t.view(None).odin.deck_size, t.view(None).thor.deck_size) == (1, 1)


def test_4_4_the_defenders_first() -> None:
    """The defender's card is replaced before the attacker's, no matter who has won."""
    for value in "4", "9":
        t = table(side("c3", f"..{value}..."), side("d4", "...6.."))
        t.letter("odin", "c3xd4")
        assert [(one["of"], one["column"]) for one in facts(t, None, "Replaced")] == [
            ("thor", "d"),
            ("odin", "c"),
        ]


def test_4_4_only_the_owner_sees_the_new_card() -> None:
    """The other player and an onlooker see that a card came, and not which."""
    t = table(side("c3", "..9...", deck="24"), side("d4", "...5..", deck="36"))
    t.letter("odin", "c3xd4")
    assert facts(t, "odin", "Replaced") == [
        {"of": "thor", "column": "d"},
        {"of": "odin", "column": "c", "card": "baldr"},
    ]
    assert facts(t, "thor", "Replaced") == [
        {"of": "thor", "column": "d", "card": "freyja"},
        {"of": "odin", "column": "c"},
    ]
    assert facts(t, None, "Replaced") == [{"of": "thor", "column": "d"}, {"of": "odin", "column": "c"}]
    assert (cards(t, "odin", by="thor")[2], cards(t, "thor", by="odin")[3]) == ("?", "?")


def test_4_4_before_the_win_is_looked_at() -> None:
    """A winning attack first uses up and replaces both cards; then the game is over."""
    t = table(side("a5 b5 c4", "..9..."), side("c5", "..5..."))
    assert t.letter("odin", "c4xc5") == ["played"]
    seen = kinds(t, None)
    assert seen.index("Ended") > max(at for at, kind in enumerate(seen) if kind == "Replaced")
    assert (t.outcome, discards(t, "odin"), discards(t, "thor")) == ("odin 6.3", "9", "5")


@pytest.mark.parametrize("hits", range(2, 10))
def test_4_5_lokis_trick(hits: int) -> None:
    """A defending Loki attacked by a higher card: the pieces change squares, nobody is captured, both cards go."""
    t = table(side("c3", f"..{hits}...", deck="44"), side("d4", "...1..", deck="33"))
    before = (t.view(None).odin.captured, t.view(None).thor.captured)
    assert t.letter("odin", "c3xd4") == ["played"]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("d4", "c3")
    assert (t.view(None).odin.captured, t.view(None).thor.captured) == before
    assert facts(t, None, "Swapped") == [{"by": "odin", "origin": "c3", "target": "d4"}]
    assert facts(t, None, "Captured") == []
    assert (discards(t, "odin"), discards(t, "thor")) == (str(hits), "1")
    assert (cards(t, "odin")[2], cards(t, "thor")[3]) == ("4", "3")


def test_4_5_a_face_up_loki_has_the_trick() -> None:
    """That all knew of the Loki changes nothing."""
    t = table(side("c3", "..9..."), side("c4", "..1...", up="c"))
    t.letter("odin", "c3xc4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("c4", "c3")


@pytest.mark.parametrize("guards", [2, 5, 9])
def test_4_5_an_attacking_loki_has_none(guards: int) -> None:
    """In attack a Loki fights as 1: against a higher card it loses its piece."""
    t = table(side("c3", "..1..."), side("c4", f"..{guards}..."))
    t.letter("odin", "c3xc4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("", "c4")
    assert facts(t, None, "Swapped") == []


def test_4_5_only_the_column_attacked_matters() -> None:
    """A Loki in the defender's other columns, or in the attacker's column of the same letter, plays no trick."""
    t = table(side("c3", "..91.."), side("d4", "..15.."))
    t.letter("odin", "c3xd4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("d4", "")


def test_4_6_loki_against_loki() -> None:
    """Equal values: the attacker wins, and the piece is captured."""
    t = table(side("c3", "..1..."), side("c4", "..1..."))
    t.letter("odin", "c3xc4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("c4", "")
    assert facts(t, None, "Captured") == [{"of": "thor", "square": "c4"}]


def test_4_6_hugin_and_munin_against_loki() -> None:
    """The defending Loki is the higher card: it wins and stays, and the attacker is captured."""
    t = table(side("c3", "..0..."), side("c4", "..1..."))
    t.letter("odin", "c3xc4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("", "c4")
    assert facts(t, None, "Captured") == [{"of": "odin", "square": "c3"}]


def test_4_6_hugin_and_munin_attacked_by_loki() -> None:
    """1 is more than 0 in attack too."""
    t = table(side("c3", "..1..."), side("c4", "..0..."))
    t.letter("odin", "c3xc4")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("c4", "")


def test_4_7_the_attacker_swapped_into_the_fortress_is_frozen() -> None:
    """The attack on a Loki at home carries the attacker into the fortress: it counts, and never moves again."""
    t = table(side("c4 a1", "..9..."), side("c5", "..1..."))
    assert t.letter("odin", "c4xc5") == ["played"]
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("a1 c5", "c4")
    assert t.view(None).odin.home == 1
    assert rules(t, "Swapped") == ["4.7"]
    assert t.letter("thor", "c4-c3") == ["played"]
    assert t.letter("odin", "c5-c4")[0].startswith("refused 6.2")


@pytest.mark.parametrize(("line", "lands"), [("c1xc2", "c1"), ("c1xb2", "c1"), ("c1xd2", "c1")])
def test_4_7_the_defender_swapped_into_the_fortress_is_frozen(line: str, lands: str) -> None:
    """Attacked from the attacker's fortress, the defender lands in it, even diagonally: it counts and is frozen."""
    t = table(side("c1 f1", "..9..."), side(line[3:], ".111.."))
    assert t.letter("odin", line) == ["played"]
    assert (pieces(t, "odin"), pieces(t, "thor")) == (f"{line[3:]} f1", lands)
    assert t.view(None).thor.home == 1
    assert rules(t, "Swapped") == ["4.7"]
    assert not [one for one in t.legal("thor") if one.startswith(lands)]


def test_4_7_a_swap_elsewhere_freezes_nobody() -> None:
    """Between the fortresses a swap is a swap; the pieces move on."""
    t = table(side("c3", "..9..."), side("c2", "..1..."))
    t.letter("odin", "c3xc2")
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("c2", "c3")
    assert rules(t, "Swapped") == ["4.5"]
    assert t.letter("thor", "c3-c4") == ["played"]


def test_4_7_winning_in_the_own_turn() -> None:
    """The third piece that a swap carries into the fortress wins there and then."""
    t = table(side("a5 b5 c4", "..9..."), side("c5 f4", "..1..."))
    t.letter("odin", "c4xc5")
    assert (t.outcome, t.owed) == ("odin 6.3", [])


def test_4_7_winning_in_the_others_turn() -> None:
    """An attack from home on a Loki may make the other side's third piece at home, and so its win."""
    t = table(side("c1 f4", "..9..."), side("a1 b1 d2", "...1.."))
    t.letter("odin", "c1xd2")
    assert (t.outcome, t.owed) == ("thor 6.3", [])
    assert (discards(t, "odin"), discards(t, "thor")) == ("9", "1")
    t = table(side("a5 b5 d4", "...1.."), side("c5 f4", "..9..."), turn="thor")
    t.letter("thor", "c5xd4")
    assert t.outcome == "odin 6.3"
