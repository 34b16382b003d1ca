"""Chapter 3: a turn is a move, an attack, or a piece brought back."""

import pytest
from by_hand import facts, pieces, reason, side, steps, table

FAR = side("f5")


def test_3_1_eight_directions() -> None:
    """A piece with nothing around it has eight squares to go to, backward and sideways too."""
    assert steps(table(side("c3"), FAR), "odin") == {
        f"c3-{square}" for square in ("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4")
    }
    assert steps(table(side("a1"), side("d3"), turn="thor"), "thor") == {
        f"d3-{square}" for square in ("c2", "c3", "c4", "d2", "d4", "e2", "e3", "e4")
    }


@pytest.mark.parametrize("target", ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"])
def test_3_1_a_step_moves_the_piece(target: str) -> None:
    """The piece leaves its square and stands on the next; nothing else changes, and it is the other's turn."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", f"c3-{target}") == ["played"]
    assert (pieces(t, "odin"), pieces(t, "thor")) == (target, "f5")
    assert t.owed == ["thor turn"]


@pytest.mark.parametrize("line", ["c3-c3", "c3-c5", "c3-e3", "c3-e5", "c3-d5", "c3-b1"])
def test_3_1_one_square_only(line: str) -> None:
    """Farther than one square, or not at all, is no step."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", line)[0].startswith("refused 3.1")
    assert (pieces(t, "odin"), t.owed) == ("c3", ["odin turn"])


@pytest.mark.parametrize("line", ["c3-d3", "c3-c4"])
def test_3_1_not_onto_an_own_piece(line: str) -> None:
    """A square with an own piece is taken."""
    t = table(side("c3 d3 c4"), FAR)
    assert t.letter("odin", line)[0].startswith("refused 3.1")
    assert line not in t.legal("odin")


@pytest.mark.parametrize("line", ["d3-d4", "f5-f4"])
def test_3_1_only_an_own_piece_moves(line: str) -> None:
    """From an empty square or with the other's piece nobody moves."""
    assert table(side("c3"), FAR).letter("odin", line)[0].startswith("refused 3.1")


@pytest.mark.parametrize(
    ("seat", "at", "straight", "slants"),
    [("odin", "c4", "c5", ("b5", "d5")), ("thor", "c2", "c1", ("b1", "d1"))],
)
def test_3_2_the_enemy_fortress_is_entered_straight(
    seat: str, at: str, straight: str, slants: tuple[str, ...]
) -> None:
    """Into the enemy fortress there is one way: straight forward."""
    sides = {"odin": side("f1"), "thor": side("f5"), seat: side(at)}
    for slant in slants:
        t = table(sides["odin"], sides["thor"], turn=seat)
        assert t.letter(seat, f"{at}-{slant}")[0].startswith("refused 3.2")
        assert f"{at}-{slant}" not in t.legal(seat)
    assert t.letter(seat, f"{at}-{straight}") == ["played"]
    assert pieces(t, seat) == straight


def test_3_2_attacks_into_the_fortress_too() -> None:
    """A piece in its own fortress is attacked only from straight in front."""
    for line in ("c4xb5", "c4xd5"):
        t = table(side("c4"), side("b5 c5 d5"))
        assert t.letter("odin", line)[0].startswith("refused 3.2")
        assert line not in t.legal("odin")
    assert t.letter("odin", "c4xc5") == ["played"]
    t = table(side("b1 c1"), side("c2"), turn="thor")
    assert t.letter("thor", "c2xb1")[0].startswith("refused 3.2")
    assert t.letter("thor", "c2xc1") == ["played"]


def test_3_2_out_of_the_own_fortress_in_every_direction() -> None:
    """The rule binds the one who comes in; a piece at home steps and attacks diagonally out of it."""
    t = table(side("c1"), side("b2 f5"))
    assert {"c1-d2", "c1xb2", "c1-b1", "c1-d1", "c1-c2"} == {
        line for line in t.legal("odin") if line[:2] == "c1"
    }


@pytest.mark.parametrize("seat", ["odin", "thor"])
@pytest.mark.parametrize(
    ("enemies", "barred"), [("c3 d2", True), ("c3", False), ("d2", False), ("c3 e3", False)]
)
def test_3_3_no_diagonal_between_two_enemies(seat: str, enemies: str, barred: bool) -> None:
    """c2-d3 is barred when enemies stand on c3 and on d2, and by nothing less."""
    both = (side("c2"), side(enemies)) if seat == "odin" else (side(enemies), side("c2"))
    t = table(*both, turn=seat)
    assert ("c2-d3" not in t.legal(seat)) == barred
    told = t.letter(seat, "c2-d3")[0]
    assert told.startswith("refused 3.3") if barred else told == "played"


def test_3_3_backward_too() -> None:
    """The way between two enemies is barred in all four diagonal directions."""
    for line, enemies in (("c3-b2", "b3 c2"), ("c3-d2", "d3 c2"), ("c3-b4", "b3 c4"), ("c3-d4", "d3 c4")):
        assert table(side("c3"), side(enemies)).letter("odin", line)[0].startswith("refused 3.3")


def test_3_3_own_pieces_bar_nothing() -> None:
    """Two own pieces, or one of each side, leave the diagonal open."""
    assert table(side("c2 c3 d2"), FAR).letter("odin", "c2-d3") == ["played"]
    assert table(side("c2 c3"), side("d2")).letter("odin", "c2-d3") == ["played"]


def test_3_3_straight_steps_are_never_barred() -> None:
    """Between two enemies a piece goes straight on, and sideways."""
    t = table(side("c2"), side("b2 d2 b3 d3"))
    assert "c2-c3" in t.legal("odin")
    assert "c2-c3" in table(side("c2"), side("b3 d3"), diagonal="beside").legal("odin")


@pytest.mark.parametrize(("options", "enemies"), [({}, "c3 d2 d3"), ({"diagonal": "beside"}, "c3 e3 d3")])
def test_3_3_attacks_too(options: dict[str, str], enemies: str) -> None:
    """A diagonal attack is barred as a diagonal step is."""
    t = table(side("c2"), side(enemies), **options)
    assert t.letter("odin", "c2xd3")[0].startswith("refused 3.3")
    assert "c2xd3" not in t.legal("odin")


def test_3_3_frozen_pieces_count() -> None:
    """An enemy in the fortress bars the way as any other does."""
    assert table(side("c1"), side("b1 c2")).letter("odin", "c1-b2")[0].startswith("refused 3.3")
    assert table(side("c1"), side("b1")).letter("odin", "c1-b2") == ["played"]
    t = table(side("c2"), side("a1 c1"), diagonal="beside")
    assert t.letter("odin", "c2-b1")[0].startswith("refused 3.3")


@pytest.mark.parametrize(
    ("enemies", "barred"), [("c3 d2", False), ("c3 e3", True), ("c3", False), ("e3", False)]
)
def test_3_3_second_value_beside_the_target(enemies: str, barred: bool) -> None:
    """By the second value it is the squares left and right of the target that bar, and no others."""
    t = table(side("c2"), side(enemies), diagonal="beside")
    assert ("c2-d3" not in t.legal("odin")) == barred
    told = t.letter("odin", "c2-d3")[0]
    assert told.startswith("refused 3.3") if barred else told == "played"


def test_3_3_beside_at_the_edge() -> None:
    """A target on the outermost column has only one neighbour: by the second value nothing bars it."""
    t = table(side("e2"), side("e3"), diagonal="beside")
    assert t.letter("odin", "e2-f3") == ["played"]


def test_3_4_back_into_the_own_fortress_and_sideways_in_it() -> None:
    """Their own fortress is open to its owner, straight, diagonally, and along the rank."""
    assert {"c2-b1", "c2-c1", "c2-d1"} <= steps(table(side("c2"), FAR), "odin")
    assert {"c4-b5", "c4-c5", "c4-d5"} <= steps(table(side("f1"), side("c4"), turn="thor"), "thor")
    t = table(side("c1"), FAR)
    assert t.letter("odin", "c1-d1") == ["played"]
    assert pieces(t, "odin") == "d1"


def test_3_5_a_step_onto_an_enemy_is_written_as_an_attack() -> None:
    """The wrong sign is refused, and the right line is shown."""
    t = table(side("c3"), side("c4"))
    assert t.letter("odin", "c3-c4")[0].startswith("refused 3.5")
    assert "c3xc4" in reason(t, "odin", "c3-c4")
    assert pieces(t, "thor") == "c4"
    assert "c3-c4" not in t.legal("odin")


def test_3_5_an_attack_on_nothing_is_written_as_a_step() -> None:
    """An attack on an empty square is refused, and the step is shown."""
    t = table(side("c3"), side("c5"))
    assert t.letter("odin", "c3xc4")[0].startswith("refused 3.5")
    assert "c3-c4" in reason(t, "odin", "c3xc4")
    assert pieces(t, "odin") == "c3"
    assert "c3xc4" not in t.legal("odin")


@pytest.mark.parametrize("target", ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"])
def test_3_5_attacks_in_all_directions(target: str) -> None:
    """An enemy piece a step away is attacked, forward, backward, sideways; that is the whole turn."""
    t = table(side("c3", "..8..."), side(target))
    assert t.letter("odin", f"c3x{target}") == ["played"]
    assert facts(t, None, "Attacked") == [{"by": "odin", "origin": "c3", "target": target}]
    assert (pieces(t, "odin"), pieces(t, "thor"), t.owed) == (target, "", ["thor turn"])


@pytest.mark.parametrize("line", ["c2xc1", "b1xc1", "c2-c1", "b1-c1"])
def test_3_5_a_frozen_piece_is_not_attacked(line: str) -> None:
    """Neither sign leads onto a frozen piece."""
    t = table(side("b1 c2"), side("c1 f5"))
    assert t.letter("odin", line)[0].startswith(("refused 3.5", "refused 6.2"))
    assert (pieces(t, "odin"), pieces(t, "thor")) == ("b1 c2", "c1 f5")
    assert line not in t.legal("odin")


def test_3_6_no_passing_with_a_turn_at_hand() -> None:
    """A turn may not be passed."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", "pass")[0].startswith("refused 3.6")
    assert t.owed == ["odin turn"]
    assert "pass" not in t.legal("odin")


def test_3_6_nor_with_only_a_piece_to_bring_back() -> None:
    """A return is a legal turn: who has nothing else may not pass."""
    t = table(side("a5 c3"), side("a1 f1", captured=4), turn="thor")
    assert t.letter("thor", "pass")[0].startswith("refused 3.6")
    assert t.legal("thor").count("return f5") == 1
    assert not steps(t, "thor")


STUCK = side("a1 f1", captured=4)
CORNERS = "a5 f5"


def test_3_6_pass_without_a_legal_turn() -> None:
    """Two frozen pieces, and both corners blocked: the player passes, and that is the whole turn."""
    t = table(side(CORNERS + " c3"), STUCK, turn="thor")
    assert not steps(t, "thor")
    assert t.letter("thor", "pass") == ["played"]
    assert (t.owed, t.outcome) == (["odin turn"], "")


def test_3_6_silence_passes() -> None:
    """Who has no legal turn need not write."""
    t = table(side(CORNERS + " c3"), STUCK, turn="thor")
    t.silent("thor")
    assert (t.owed, t.outcome) == (["odin turn"], "")
    assert "Passed 3.6" in t.kinds("odin")


def test_3_6_drawn_when_neither_has_a_turn() -> None:
    """Seen at the start of a turn: neither player has a legal one, so the game is drawn."""
    t = table(side(CORNERS), STUCK, turn="thor")
    assert t.letter("thor", "pass") == ["played"]
    assert (t.outcome, t.owed) == ("drawn 3.6", [])
