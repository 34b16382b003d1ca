"""Questions whether something is allowed, why not, and why something happened."""

import pytest
from support.meant import offered
from test_meant_now import DEPLOYED, PLACED, STARTED, table_of

from referee.notation.readings import Table


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "verb", "order"),
    [
        ("thunder", "en", DEPLOYED, "Can I challenge B?", "try", "challenge B"),
        ("thunder", "en", DEPLOYED, "may I lay vikings at A2 now?", "try", "lay viking-warriors A2"),
        ("thunder", "en", DEPLOYED, "What happens if I draw?", "try", "draw"),
        ("thunder", "en", DEPLOYED, "Is draw still allowed?", "try", "draw"),
        ("thunder", "en", DEPLOYED, "Why can't I challenge B?", "why", "challenge B"),
        ("thunder", "en", DEPLOYED, "why am I not allowed to challenge A?", "why", "challenge A"),
        ("thunder", "de", DEPLOYED, "Darf ich B fordern?", "try", "challenge B"),
        ("thunder", "de", DEPLOYED, "Kann ich noch eine Karte ziehen?", "try", "draw"),
        ("thunder", "de", DEPLOYED, "Was passiert, wenn ich B angreife?", "", ""),
        ("thunder", "de", DEPLOYED, "kann ich Frigg auf B einsetzen?", "try", "use frigg B"),
        ("thunder", "de", DEPLOYED, "Warum kann ich nicht A fordern?", "why", "challenge A"),
        ("thunder", "de", DEPLOYED, "Wieso darf ich B nicht fordern?", "why", "challenge B"),
        ("odins_table", "en", PLACED, "is a1-a2 legal?", "try", "a1-a2"),
        ("odins_table", "en", PLACED, "can I move a1 to a3?", "try", "a1-a3"),
        ("odins_table", "en", PLACED, "Why can I not scout b?", "why", "scout b"),
        ("odins_table", "de", PLACED, "geht a1-a2?", "try", "a1-a2"),
        ("odins_table", "de", PLACED, "Darf ich a1 nach a2 ziehen?", "try", "a1-a2"),
        ("hammer_of_thor", "en", STARTED, "can I halt here?", "try", "halt"),
        ("hammer_of_thor", "en", STARTED, "Could I move odin to 4?", "try", "move odin 4"),
        ("hammer_of_thor", "de", STARTED, "Darf ich Odin nach 4 bewegen?", "try", "move odin 4"),
    ],
)
def test_a_question_whether_an_order_is_allowed_is_answered(
    game: str, language: str, orders: str, line: str, verb: str, order: str
) -> None:
    """As `try` is, and why it is not as `why`; the table stays as it is."""
    table = table_of(game, language, orders)
    before = table.position
    played = table.play(table.owed()[0].seat, line)
    assert table.position == before
    reading = played.ruled.verdicts[0].line.reading
    found = (reading.verb, reading.argument) if isinstance(reading, Table) else ("", "")
    assert found == (verb, order)


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "meant"),
    [
        ("thunder", "en", DEPLOYED, "why can't I challenge?", ["help challenge"]),
        (
            "thunder",
            "en",
            DEPLOYED,
            "Why can I not use Frigg?",
            [f"use frigg {one}" for one in ("hand", "A", "B", "C")],
        ),
        ("thunder", "en", DEPLOYED, "try use frigg", [f"use frigg {one}" for one in ("hand", "A", "B", "C")]),
        ("thunder", "en", DEPLOYED, "why challenge", ["help challenge"]),
        ("thunder", "de", DEPLOYED, "Warum darf ich nicht fordern?", ["hilfe fordere"]),
        (
            "thunder",
            "de",
            DEPLOYED,
            "wieso kann ich Frigg nicht nutzen?",
            [f"nutze Frigg {one}" for one in ("hand", "A", "B", "C")],
        ),
        (
            "thunder",
            "de",
            DEPLOYED,
            "warum nutze Frigg",
            [f"nutze Frigg {one}" for one in ("hand", "A", "B", "C")],
        ),
        ("odins_table", "en", PLACED, "why can't I scout?", ["help scout"]),
        ("odins_table", "de", PLACED, "Warum kann ich nicht auskundschaften?", ["hilfe kundschafte aus"]),
        (
            "hammer_of_thor",
            "en",
            STARTED,
            "why can I not search?",
            [f"search odin {one}" for one in ("4", "9", "55")],
        ),
    ],
)
def test_a_question_about_a_kind_of_order_is_answered_with_what_is_allowed_of_it(
    game: str, language: str, orders: str, line: str, meant: list[str]
) -> None:
    """Or that nothing is, with the link that asks for its rules."""
    _, links = offered(table_of(game, language, orders), line)
    assert links == meant


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Can I ask you something?"),
        ("en", "Is it you?"),
        ("en", "Should I draw?"),
        ("en", '"Can I draw?"'),
        ("en", "Why can't you be nice?"),
        ("en", "May I resign?"),
        ("de", "Darf ich fragen, wie alt du bist?"),
        ("de", "Kann ich dir helfen?"),
        ("de", "Soll ich ziehen?"),
        ("de", "> Darf ich ziehen?"),
    ],
)
def test_other_questions_are_prose(language: str, line: str) -> None:
    """Nothing of the game is asked by them."""
    table = table_of("thunder", language, DEPLOYED)
    played = table.play(table.owed()[0].seat, line)
    assert played.verdicts == ("prose",)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "why did I lose?"),
        ("en", "Why did my piece fall?"),
        ("en", "What just happened?"),
        ("de", "Warum habe ich verloren?"),
        ("de", "warum?"),
        ("de", "Was ist passiert?"),
    ],
)
def test_why_something_happened_is_asked_of_what_fell_last(language: str, line: str) -> None:
    """As at its position; with the rule that decided."""
    table = table_of("odins_table", language, PLACED)
    for order in ("a1-b2", "a5-b4", "b2-b3", "c5-c4", "b3xb4"):
        assert table.play(table.owed()[0].seat, order).verdicts == ("played",)
    loser = "thor"
    played = table.play(loser, line)
    assert played.verdicts == ("answered",)
    assert "4.3" in " ".join(played.receipt.split())


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", line) for line in ("WHAT HAPPENED", "What happened", "Why", "THE TABLE", "YOUR LETTER")),
        *(("de", line) for line in ("WAS GESCHEHEN IST", "Warum", "DER TISCH", "DEIN BRIEF")),
    ],
)
def test_the_headings_of_our_own_letters_ask_nothing(language: str, line: str) -> None:
    """A letter of ours that comes back whole is no letter of a player's."""
    table = table_of("thunder", language, DEPLOYED)
    assert table.play(table.owed()[0].seat, line).verdicts == ("prose",)
