"""What a letter warns of: who dies next unless something is done."""

from html import unescape
from typing import Any

import pytest
from house_table import house
from test_hammer_telling import one_line, page, text

from referee.games.hammer_of_thor.figures import Done
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.telling import table as told
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

MAD = "suicidal-mania"


def mad(struck: int, praised: int, **more: Any) -> State:
    """Game-turn 5, Red's player-turn: Odin is struck by Suicidal Mania since `struck`."""
    given = {
        "done": Done(phase="movement"),
        "game_turn": 5,
        "on_turn": "red",
        "order": ("blue", "red"),
        **more,
    }
    s = house(("red", 19, "odin hugin"), ("blue", 5, "loki"), **given)
    return replace(s.figure("odin", insanity=MAD, struck=struck, praised=praised))


@pytest.mark.parametrize("make", [text, page])
@pytest.mark.parametrize(
    ("language", "warned"),
    [
        (
            "en",
            (
                "Odin is struck by Suicidal Mania, and dies at the end of this game-turn unless Odin gains REPUTATION "
                "before or is cured: at 19 Eir's Hill, by Clear Head, Limb Rune, by a roll of at most 9 at the end of your "
                "player-turn. [2.2A8, M12]"
            ),
        ),
        (
            "de",
            (
                "Odin leidet an Todessehnsucht und stirbt am Ende dieser Spielrunde, außer Odin gewinnt vorher RUHM "
                "oder wird geheilt: auf 19 Eirs Hügel, durch eine Karte (Klarer Kopf, Astrune), durch einen Wurf von höchstens 9 am "
                "Ende deines Zuges. [2.2A8, M12]"
            ),
        ),
    ],
)
def test_m12_a_letter_says_who_dies_when_and_what_would_save(make: Any, language: str, warned: str) -> None:
    """By which place, which of the reader's own cards and runes, and which roll (S12, S18)."""
    s = mad(4, 3, hands={"red": ("fate.clear-head.1", "fate.feast.1")})
    s = s.figure("hugin", runes=("rune.limb-rune.1", "rune.ale-rune.1"))
    assert warned in unescape(one_line(make(s, "red", language)))
    assert MAD not in str(told(view(s, "blue")).doomed)


@pytest.mark.parametrize(
    ("struck", "praised", "now"), [(4, 4, [True]), (5, 0, [False]), (5, 5, [False]), (4, 5, [])]
)
def test_m12_of_this_game_turn_or_the_next(struck: int, praised: int, now: list[bool]) -> None:
    """Whoever has gained REPUTATION in this game-turn lives on; whoever is struck in it is judged after the next."""
    assert [one.now for one in told(view(mad(struck, praised), "red")).doomed] == now


@pytest.mark.parametrize(
    ("on_turn", "supplement", "wisdom"), [("red", "house", 9), ("blue", "house", 9), ("red", "none", -1)]
)
def test_s18_a_roll_to_come_is_told(on_turn: str, supplement: str, wisdom: int) -> None:
    """With the supplement, while the reader's player-turn of this game-turn is not over."""
    s = mad(4, 3, on_turn=on_turn, supplement=supplement)
    assert [one.wisdom for one in told(view(s, "red")).doomed] == [wisdom]
    over = replace(s, order=("red", "blue"), on_turn="blue")
    assert [one.wisdom for one in told(view(over, "red")).doomed] == [-1]


def test_2_2a8_another_insanity_kills_nobody() -> None:
    """And who is not struck at all neither."""
    for kind in ("", "lunacy"):
        s = mad(4, 3)
        figures = {**s.figures, "odin": replace(s.figures["odin"], insanity=kind)}
        assert not told(view(replace(s, figures=figures), "red")).doomed
