"""What an encounter leaves open to a newcomer: why a card is barred, who never strikes whom, what follows a failure."""

from typing import Any

import pytest
from house_table import encounter, house
from test_hammer_asked import HOUSE, answered
from test_hammer_telling import one_line, page, text

from referee.api import Table
from referee.telling.catalog import catalog
from referee.util.values import replace

BOTH = pytest.mark.parametrize("make", [text, page])


@BOTH
@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "FRIENDSHIP, for animals without speech, and who meets them, only fight or evade [2.1I]."),
        (
            "de",
            "FREUNDSCHAFT, denn Tiere ohne Sprache, und wer sie trifft, kämpfen nur oder weichen aus [2.1I].",
        ),
    ],
)
def test_2_1i_why_a_card_is_barred_is_told_in_words(make: Any, language: str, why: str) -> None:
    """The number alone had to be asked for."""
    assert why in one_line(make(encounter("thor", "garm"), "red", language))
    assert "without speech" not in one_line(make(encounter("thor", "hrungnir"), "red", "en"))


@BOTH
def test_9_0_what_the_map_bars_is_told_to_come_from_it(make: Any) -> None:
    """A giant may not evade in the first round."""
    told = one_line(make(encounter("surt", "thor"), "red"))
    assert "EVADE, by what the map says of the place, or of a race in the first round [9.0]." in told


@BOTH
@pytest.mark.parametrize(
    ("language", "told"), [("en", "Thor never strikes Odin (S6)"), ("de", "Thor schlägt nie nach Odin (S6)")]
)
def test_s6_who_never_strikes_the_other_is_named(make: Any, language: str, told: str) -> None:
    """The blows of the father alone were told, and ATTACK offered all the same."""
    assert told in one_line(make(encounter("thor", "odin"), "red", language))
    assert "never strikes" not in one_line(make(encounter("thor", "hrungnir"), "red"))


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        (
            "en",
            "what does friendship do?",
            "goes first; the other's card is carried out if the encounter still goes on",
        ),
        ("de", "was macht gefolge?", "und danach werden neue gewählt, höchstens drei Runden lang. [S2, S3]"),
    ],
)
def test_s3_who_asks_of_a_card_learns_what_comes_if_it_fails(language: str, asked: str, told: str) -> None:
    """And that the other may be first; no word of it where a word of another kind is asked for, or with a master."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE, languages={"red": language})
    assert told in " ".join(table.play("red", asked).receipt.replace("\n| ", "\n").split())
    assert "goes first" not in answered("card stamina")[1]


@BOTH
def test_m16_no_speed_is_left_when_the_game_is_over(make: Any) -> None:
    """Nobody moves any more."""
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), game_turn=3)
    assert "SPEED left" in one_line(make(s, "red"))
    assert "SPEED left" not in one_line(make(replace(s, stage="over"), "red"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_4_1c_a_card_that_comes_too_late_names_no_phase(language: str) -> None:
    """The word stands in the rulebook alone."""
    told = catalog("hammer_of_thor", language).say("refusals", "not-fate-phase")
    assert "hase" not in told


@pytest.mark.parametrize(
    ("language", "asked", "tap"),
    [
        ("en", "card friendship", "when encounter card friendship"),
        ("de", "begegnungskarte Freundschaft", "sobald begegnung begegnungskarte Freundschaft"),
    ],
)
def test_m25_a_card_that_is_named_too_early_has_the_tap_by_which_it_is_chosen_beforehand(
    language: str, asked: str, tap: str
) -> None:
    """The answer told of that order, and it had to be copied by hand."""
    table = Table.open(
        "hammer_of_thor", seed="07", options=HOUSE, languages={"red": language, "blue": language}
    )
    while table.owed()[0].duty in {"choose", "start"}:
        seat = table.owed()[0].seat
        table.play(seat, next(iter(table.choices(seat))).written)
    receipt = table.play(table.owed()[0].seat, asked).receipt
    assert any(line.strip("| ") == tap for line in receipt.splitlines()), receipt
