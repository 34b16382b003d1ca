"""4.2 Whoever asks whether an attack is allowed is told which cards would fight, as far as they are known."""

import re

import pytest

from referee.api import Table
from referee.telling.letter import Letter, bodies

SAID = {
    "en": r"Your [A-Z][a-z]+(?: & Munin)? \d of column a fights against the unknown card of column a\. \[4\.2\]",
    "de": r"Es kämpfen: [A-Z][a-z]+(?: & Munin)? \d der Spalte a gegen die unbekannte Karte der Spalte a\. \[4\.2\]",
}


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


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


@pytest.mark.parametrize(
    ("language", "order", "word"), [("en", "why a4xa3", "All"), ("de", "warum a4xa3", "Alle")]
)
def test_as_many_rules_are_said_to_be_kept_as_are_named(language: str, order: str, word: str) -> None:
    """It was "All 10 rules" with seven numbers, for some have one number; and `why` did not say what fights."""
    told = flat(before_an_attack(language).play("thor", order).receipt)
    found = re.search(rf"{word} (\d+) [^:]*: ((?:[\d.]+, )*[\d.]+) \(", told)
    assert found
    assert int(found[1]) == len({*found[2].split(", ")}) == found[2].count(",") + 1
    assert "[4.2]" in told


def test_a_rule_that_is_broken_is_not_told_as_kept_under_the_same_number() -> None:
    """Odin's Table has three rules 3.1: one that is broken is not kept because the two others are."""
    told = flat(before_an_attack("en").play("thor", "why b5-b3").receipt)
    assert "Not allowed: b5-b3. [3.1]" in told
    assert "are kept: " in told
    assert "3.1" not in told.partition("are kept: ")[2].partition(". ")[0].split(", ")


@pytest.mark.parametrize(("language", "why", "rule"), [("en", "why 4.1", "4.2"), ("de", "warum 4.1", "4.2")])
def test_4_2_the_rule_by_which_a_fight_is_won_is_told_of_it(language: str, why: str, rule: str) -> None:
    """No event of a fight has it: 4.2 was missing, and a dispute about a tie did not quote what decides it."""
    table = before_an_attack(language)
    assert table.play("thor", "a4xa3").verdicts == ("played",)
    assert re.search(rf"(?:By rule|Nach Regel) {re.escape(rule)}: ", flat(table.play("thor", why).receipt))


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "what if I attack with a4xa3?", r"Allowed: a4xa3 Your .* \[4\.2\] \| a4xa3 "),
        ("de", "was ist, wenn ich a4xa3 spiele?", r"Erlaubt: a4xa3 Es kämpfen: .* \[4\.2\] \| a4xa3 "),
        ("en", "Hm, is b5-b3 possible?", r"Not allowed: b5-b3\. \[3\.1\] b3 is not next to b5\."),
    ],
)
def test_a_question_that_names_an_order_is_answered_as_try_does(language: str, line: str, told: str) -> None:
    """It was "Not played, for it stands inside a sentence", in a letter whose subject said "Not played"."""
    table = before_an_attack(language)
    verdicts = table.play("thor", line).ruled.verdicts
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("thor"),
        number="g1.thor.9",
        verdicts=verdicts,
        choices=table.choices("thor"),
        language=language,
        address="referee@games.example",
    )
    made = bodies(letter)
    assert re.search(told, flat(made.text))
    assert not re.search("[Nn]ot played|icht ausgeführt", f"{made.subject} {made.text}")
