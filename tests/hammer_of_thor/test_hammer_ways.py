"""The way to a place, asked for: `way 15`, `wie komme ich nach Gladsheim?`; and where somebody is."""

import pytest
from house_table import house
from test_hammer_advice import letter
from test_hammer_telling import one_line, text
from thor_table import carrying

from referee.games.hammer_of_thor import paths
from referee.games.hammer_of_thor.figures import Done
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.house.games import find
from referee.notation.reader import Reader
from referee.notation.readings import Prose, Table
from referee.telling.about import about_text
from referee.telling.sentences import reader_of
from referee.util.values import replace

HAMMER = find("hammer_of_thor")
CONTENT = HAMMER.options({"supplement": "house"})
FAR = house(("red", 71, "thor"), ("blue", 5, "loki"), done=Done(phase="movement"))


def asks(line: str, language: str) -> str | None:
    """What a line asks for by its name; None if it is talk."""
    reading = Reader(HAMMER, CONTENT, (language,)).read(line)
    assert isinstance(reading, Table | Prose)
    return reading.argument if isinstance(reading, Table) and reading.verb == "about" else None


def answer(s: State, seat: str | None, name: str, language: str = "en") -> str:
    """What is told of a name to a seat."""
    return one_line(about_text(reader_of(HAMMER, CONTENT, view(s, seat), language), name))


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("en", "way 15", "15"),
        ("en", "Way to Gladsheim", "4"),
        ("en", "How do I get to 15?", "15"),
        ("de", "Weg 15", "15"),
        ("de", "Wie komme ich nach Gladsheim?", "4"),
        ("en", "way cool", None),
        ("en", "Way too long, this game!", None),
        ("de", "Weg damit!", None),
        ("de", "Weg 15 war gut.", None),
    ],
)
def test_4_2a_a_way_is_asked_for(language: str, line: str, name: str | None) -> None:
    """By number or name; talk that begins with the same word stays talk."""
    assert asks(line, language) == name


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            (
                "The cheapest way for Thor from 71 Vigrid's Plain: 56 Whale Coast, 55 Aurvangur, 19 Eir's Hill, "
                "16 Vidblain, 15 Brunnakr. It costs 5 SPEED; Thor has 3 a player-turn and is there in 2 player-turns. "
                "In this one: move thor 56 55 19. [4.2A]"
            ),
        ),
        (
            "de",
            (
                "Der günstigste Weg für Thor von 71 Vigridfeld: 56 Walfischküste, 55 Aurvangur, 19 Eirs Hügel, "
                "16 Vidblain, 15 Brunnakr. Er kostet 5 TEMPO; Thor hat 3 je Zug und ist in 2 Zügen dort. "
                "In diesem: ziehe thor 56 55 19. [4.2A]"
            ),
        ),
    ],
)
def test_4_2a_the_answer_is_the_cheapest_way_with_its_speed(language: str, told: str) -> None:
    """For each of the reader's groups; nobody else has one in the answer, and who stands there none either."""
    assert told in answer(FAR, "red", "15", language)
    assert "Loki" in answer(FAR, "blue", "15")
    assert "move" not in answer(FAR, "blue", "15")
    for seat, name in (("red", "71"), (None, "15")):
        assert "[4.2A]" not in answer(FAR, seat, name)


def test_4_2b_water_costs_more_and_a_step_is_not_split() -> None:
    """Of 5 SPEED with 2 a player-turn, where a step into water costs 2, what is left over is lost."""
    assert paths._turns([1, 2, 2], [], 2) == 3
    assert paths._turns([1, 2, 2], [3], 2) == 2
    assert paths._turns([2], [], 1) == 0
    by_water = next(
        paths._told(view(FAR, "red"), FAR.counters[0], one.number)
        for one in FAR.board.places.values()
        if one.water and one.number in FAR.board.neighbours[62]
    )
    assert by_water["cost"] > len(by_water["places"])


def test_where_somebody_is() -> None:
    """As the counters lie open; of who is not on the map only what is printed is told."""
    s = carrying(FAR, "loki", "golden-mail", face_up=False)
    assert "Loki is at 05 Ida's Plain now." in answer(s, "red", "loki")
    assert "mail" not in answer(s, "red", "loki").lower()
    assert "now." not in answer(s, "red", "odin")


@pytest.mark.parametrize(
    ("language", "told"), [("en", "that of Thor has begun"), ("de", "die von Thor hat schon")]
)
def test_4_2a_why_another_group_does_not_move(language: str, told: str) -> None:
    """Once one group has begun to move no other does; before that both may, and nothing is said."""
    both = house(("red", 71, "thor"), ("red", 29, "sif"), ("blue", 5, "loki"), done=Done(phase="movement"))
    begun = replace(both, done=Done(phase="movement", mover=1))
    for shown in (*letter(begun, "red", language=language), one_line(text(begun, "red", language))):
        assert shown.count(told) == 1
    for s, seat in (
        (both, "red"),
        (begun, "blue"),
        (replace(begun, done=Done(phase="after", mover=1)), "red"),
    ):
        assert not [one for one in letter(s, seat, language=language) if told in one]


@pytest.mark.parametrize(
    ("language", "nobodys", "another", "own"),
    [
        (
            "en",
            "At 08 Hlidskialf now: Heimdall (of nobody). Whoever halts there may meet Heimdall, and need not: meet",
            "At 05 Ida's Plain now: Loki (Blue). Whoever halts there may meet Loki, and need not: meet loki.",
            "At 71 Vigrid's Plain now: Thor (you).",
        ),
        (
            "de",
            "Auf 08 Hlidskialf jetzt: Heimdall (gehört niemandem). Wer dort anhält, darf Heimdall begegnen",
            "Auf 05 Idafeld jetzt: Loki (Blau). Wer dort anhält, darf Loki begegnen, muss aber nicht: triff",
            "Auf 71 Vigridfeld jetzt: Thor (du).",
        ),
    ],
)
def test_4_4_who_stands_at_a_place_and_what_a_halt_there_means(
    language: str, nobodys: str, another: str, own: str
) -> None:
    """`card 8` told of the map alone; an onlooker sees the counters too, and of nobody a word is said."""
    s = house(("red", 71, "thor"), ("blue", 5, "loki"), ("", 8, "heimdall"), done=Done(phase="movement"))
    assert nobodys in answer(s, "red", "8", language)
    assert another in answer(s, "red", "5", language)
    assert own in answer(s, "red", "71", language)
    assert nobodys in answer(s, None, "8", language)
    assert "now:" not in answer(s, "red", "9")
