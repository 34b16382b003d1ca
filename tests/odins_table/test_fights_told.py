"""4.2 Whoever asks whether an attack is allowed is told which cards would fight, as far as they are known."""

import re

import pytest

from referee.api import Table

SAID = {
    "en": r"Your [A-Z][a-z]+(?: & Munin)? \d of column a fights against the unknown card of column a\. \[4\.2\]",
    "de": r"Es kämpfen: [A-Z][a-z]+(?: & Munin)? \d der Spalte a gegen die unbekannte Karte der Spalte a\. \[4\.2\]",
}


def before_an_attack(language: str) -> Table:
    """Odin's piece of a1 and Thor's of a5 stand on a3 and a4; it is Thor's turn."""
    table = Table.open("odins_table", seed="07", languages={"thor": language})
    for seat in ("odin", "thor"):
        six = re.search(
            r"(?:place|lege) \d(?: \d){5}",
            table.play(seat, "moves" if language == "en" or seat == "odin" else "züge").receipt,
        )
        assert six
        assert table.play(seat, six[0]).verdicts == ("played",)
    for seat, line in (("odin", "a1-a2"), ("thor", "a5-a4"), ("odin", "a2-a3")):
        assert table.play(seat, line).verdicts == ("played",)
    return table


@pytest.mark.parametrize("language", ["en", "de"])
def test_4_2_an_attack_that_is_asked_about_tells_which_cards_fight(language: str) -> None:
    """It said only that the attack is allowed; the other's card that lies face down stays unknown."""
    table = before_an_attack(language)
    word = {"en": "try", "de": "probiere"}[language]
    assert re.search(SAID[language], " ".join(table.play("thor", f"{word} a4xa3").receipt.split()))
    step = " ".join(table.play("thor", f"{word} b5-b4").receipt.split())
    assert "[4.2]" not in step


def test_4_2_below_orders_that_were_played_no_cards_are_told() -> None:
    """The table is another then than it was where the line was asked."""
    table = before_an_attack("en")
    told = " ".join(table.play("thor", "try a4xa3\na4xa3").receipt.split())
    assert "Allowed: a4xa3" in told
    assert not re.search(SAID["en"], told)
    assert "the unknown card of column" not in told
