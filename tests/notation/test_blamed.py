"""A line of several orders that is not read is told at the part at fault, and as it was meant where that is known."""

import pytest

from referee.house.games import find
from referee.notation.reader import Misread, Order, Reader
from referee.notation.readings import Reading

THUNDER = find("thunder")


def readings(line: str, language: str = "de") -> list[Reading]:
    """What the lines of a letter are read as."""
    return [one.reading for one in Reader(THUNDER, THUNDER.options({}), [language]).read_letter(line)]


def written(line: str, language: str = "de") -> list[str]:
    """The orders of a line, in canonical notation."""
    return [one.move.written if isinstance(one, Order) else "" for one in readings(line, language)]


@pytest.mark.parametrize(
    ("language", "line", "found", "hint"),
    [
        (
            "de",
            "Ziehe zweimal, dann lege wikingerkriger A2",
            "wikingerkriger",
            "draw; draw; lay viking-warriors A2",
        ),
        (
            "de",
            "fordere A, lege Drahce B1, fordere B, zieh",
            "Drahce",
            "challenge A; lay dragon B1; challenge B; draw",
        ),
        ("de", "fordere A und B", "B", "challenge A; challenge B"),
        ("de", "fordere A, B und C, ziehe", "B", "challenge A; challenge B; challenge C; draw"),
        ("de", "ziehe, fordere mit dem Drachen A", "mit", ""),
        ("en", "draw, challange A", "challange", "draw; challenge A"),
        ("en", "challenge A and B, draw", "B", "challenge A; challenge B; draw"),
        ("en", "challenge A with the frost giant", "with", ""),
    ],
)
def test_the_part_at_fault_is_told_and_mended(language: str, line: str, found: str, hint: str) -> None:
    """The caret stands at the part that is no order; the whole line is offered with that part mended.

    Where words would have to go for that, as the card beside a challenge, nothing is offered.
    """
    (reading,) = readings(line, language)
    assert isinstance(reading, Misread)
    assert line[reading.column - 1 :].startswith(found)
    assert (reading.found, reading.hint) == (found, hint)


def test_the_part_at_fault_may_stand_in_a_later_row() -> None:
    """Row and column are those of the row in which the part stands."""
    (reading,) = readings("ziehe,\n lege wikingerkriger A2")
    assert isinstance(reading, Misread)
    assert (reading.row, reading.column, reading.hint) == (1, 7, "draw; lay viking-warriors A2")


@pytest.mark.parametrize("line", ["lege Drache A2 und bis bald", "ziehe, wie gesagt, morgen"])
def test_a_part_that_is_no_order_at_all_is_not_taken_for_one(line: str) -> None:
    """Then the line is told as it was: nothing is offered."""
    (reading,) = readings(line)
    assert isinstance(reading, Misread)
    assert not reading.hint


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Stelle auf: Tyr, Schildwall und Huscarl", ["deploy tyr, shield-wall, huscarl"]),
        ("stell Tyr, Schildwall, Huscarl auf", ["deploy tyr, shield-wall, huscarl"]),
        ("stelle auf A", ["place A"]),
        ("ziehe 1 Karte", ["draw"]),
        ("ziehe noch eine", ["draw"]),
        ("lege noch einen Frostriesen auf C2", ["lay frost-giant C2"]),
        ("fordere A, ziehe 1 Karte", ["challenge A", "draw"]),
    ],
)
def test_orders_as_germans_write_them(line: str, orders: list[str]) -> None:
    """A verb that is parted, one card, one more: seen in letters of a trial."""
    assert written(line) == orders


@pytest.mark.parametrize("line", ["draw 1 card", "draw another card", "draw another", "draw one card"])
def test_one_card_more_in_english(line: str) -> None:
    """4.1 However one card is told."""
    assert written(line, "en") == ["draw"]


def test_several_orders_in_the_midst_of_a_sentence_are_offered() -> None:
    """H3 A whole turn in a sentence is never played, and offered whole."""
    (reading,) = readings("Ich ziehe zwei Karten und lege dann eine Bogenschützin nach B2.")
    assert [one.written for one in reading.inside] == ["draw", "draw", "lay female-archer B2"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Gungnir auf C1", ["use gungnir C1"]),
        ("Frigg auf A", ["use frigg A"]),
        ("Frigg auf A1", ["lay frigg A1"]),
        ("Drache B", ["lay dragon B"]),
        ("Drache, Schildwall und Raben", ["deploy dragon, shield-wall, ravens"]),
        (
            "Gungnir auf C1, Walküren C2 nach A1, fordere A, ziehe.",
            ["use gungnir C1", "use valkyries C2 A1", "challenge A", "draw"],
        ),
        ("Hel", []),
        ("Raben sind schwach", []),
        ("Thor gewinnt immer, A1", []),
        ("Gungnir auf C1?", []),
        ("> Gungnir auf C1", []),
    ],
)
def test_a_line_that_begins_with_a_card_is_offered_with_the_verb_that_it_leaves_out(
    line: str, orders: list[str]
) -> None:
    """H3 Never played: it is offered, if all that it says is read."""
    (reading,) = readings(line)
    assert [one.written for one in reading.inside] == orders  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("language", "line", "orders"),
    [
        ("en", "I go c1-c2 and hope for the best", ["c1-c2"]),
        ("en", "Well then, b4xc3 it is", ["b4xc3"]),
        ("en", "my move: c1-c2, have a nice day", ["c1-c2"]),
        ("de", "Ich ziehe e5-d4 und schau mir c an", ["e5-d4"]),
        ("de", "dann nehme ich c3xd4, viel Spaß", ["c3xd4"]),
        ("en", "certainly not c1-c2 and hope", []),
        ("en", "the squares c1 and c2 are free", []),
    ],
)
def test_a_move_by_its_squares_is_seen_in_the_midst_of_a_sentence(
    language: str, line: str, orders: list[str]
) -> None:
    """H3 It is an order of one word, whatever follows it: offered, and never played."""
    odins = find("odins_table")
    (one,) = Reader(odins, odins.options({}), [language]).read_letter(line)
    assert [move.written for move in one.reading.inside] == orders  # type: ignore[union-attr]
