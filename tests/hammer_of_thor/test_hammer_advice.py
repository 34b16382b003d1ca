"""What a letter tells whoever is to move: what places offer, what staying brings, which likely turns stand first."""

import re
from html import unescape
from typing import Any

import pytest
from house_table import house
from test_hammer_story import story
from test_hammer_telling import one_line, page, text
from whole_table import opened

from referee.engine.events import Seen
from referee.games.hammer_of_thor import telling
from referee.games.hammer_of_thor.figures import Done
from referee.games.hammer_of_thor.moves import Choose, Start
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.house.games import find
from referee.table.points import Told
from referee.telling.catalog import catalog
from referee.telling.letter import Letter, bodies
from referee.util.values import replace

MOVES = Done(phase="movement")


def letter(s: State, seat: str, **more: Any) -> tuple[str, str]:
    """The text and the page of a letter, each as words in one line."""
    game, v = find("hammer_of_thor"), view(s, seat)
    content = game.options({"supplement": "house"})
    asked = {"number": "g1.red.4", "choices": game.choices(v), "address": "referee@example.org", **more}
    made = bodies(Letter(game=game, content=content, view=v, **asked))
    html = re.sub(r"<[^>]*>", " ", made.html.replace("</h2>", "#</h2>"))
    return one_line(made.text), one_line(unescape(html))


@pytest.mark.parametrize("make", [text, page])
@pytest.mark.parametrize(("language", "bronze"), [("en", "a bronze item"), ("de", "Bronze")])
def test_9_0_a_way_says_what_the_place_offers(make: Any, language: str, bronze: str) -> None:
    """As the remark beside the place on the map does, which the text has not."""
    s = house(("red", 4, "thor"), done=MOVES, realms=(("red", "Asgard"),))
    way = re.search(r"05 Ida[^.]*\.", unescape(one_line(make(s, "red", language))))
    assert way
    assert way[0].endswith(f"; {bronze}.")


@pytest.mark.parametrize("make", [text, page])
def test_12_0_what_only_a_master_carries_out_is_not_told_without_one(make: Any) -> None:
    """54 doubles the REPUTATION of whomever the master says: neither way, nor place, nor map says so in the house."""
    near, there = house(("red", 55, "thor"), done=MOVES), house(("red", 54, "thor"), done=MOVES)
    for s in (near, there):
        assert "double REPUTATION" not in make(s, "red")
        assert "double REPUTATION" in make(replace(s, supplement="none"), "red")
    noted = {
        rules: {
            note
            for one in telling.table(view(replace(near, supplement=rules), "red")).chart.noted
            for note in one.notes
        }
        for rules in ("house", "none")
    }
    assert noted["none"] - noted["house"] == {"double"}


@pytest.mark.parametrize("make", [text, page])
@pytest.mark.parametrize(
    ("language", "roll"), [("en", "roll thor (encounter 2 of 10"), ("de", "würfle thor (Begegnung 2 von 10")]
)
def test_m16_whoever_stays_is_told_that_nobody_comes_by_itself(make: Any, language: str, roll: str) -> None:
    """And by which order it is rolled for; not once the group has moved, nor with a master, who has other ways."""
    s = house(("red", 29, "thor"), done=MOVES)
    assert roll in one_line(make(s, "red", language))
    for other in (
        replace(s, done=Done(phase="movement", mover=1, moved=True)),
        replace(s, supplement="none"),
    ):
        assert roll not in one_line(make(other, "red", language))


def test_1_0e_whoever_places_the_first_character_is_not_told_how_to_choose_one() -> None:
    """1.0d, 1.0e What is asked now, and nothing of the choice that is made."""
    game = opened(2, supplement="house")
    assert "The starting characters are being chosen" in letter(game.state, game.state.first)[0]
    game.does(game.state.first, Choose("odin"))
    told = letter(game.state, game.state.first)[0]
    assert "You have your starting character, and choose where it begins" in told
    assert "who is good" not in told


def test_1_0d_the_last_to_choose_is_told_why_one_side_is_left() -> None:
    """1.0d Of two players one is good and one evil."""
    game = opened(2, supplement="house")
    first = game.state.first
    assert "so yours is" not in letter(game.state, first)[0]
    game.does(first, Choose("odin"), Start(4)).goes_on()
    other = next(seat for seat in ("red", "blue") if seat != first)
    assert "as many good as evil characters, so yours is evil. [1.0d]" in letter(game.state, other)[0]


def test_1_0d_those_of_a_side_are_listed_by_what_they_are_worth() -> None:
    """Whoever has most REPUTATION first."""
    game = find("hammer_of_thor")
    found = telling.about(game.options({}), "evil")
    assert found is not None
    worths = [one.values["reputation"] or 0 for one in found.notes[0][1]["all"]]
    assert worths == sorted(worths, reverse=True)


def test_the_end_of_the_turn_stands_above_what_is_lost_by_a_slip() -> None:
    """After a meeting nothing is left but to end the turn: its link stands first, on the page too."""
    s = house(("red", 53, "odin"), ("blue", 25, "loki"), done=Done(phase="encounter", mover=1, moved=True))
    s = s.figure("odin", items=("gungnir",), revealed=frozenset({"gungnir"}))
    told = letter(replace(s, done=Done(phase="encounter", mover=1, moved=True, rolled=True)), "red")[1]
    assert "ONE TAP ANSWERS" in told
    assert told.index("end turn") < told.index("gungnir", told.index("ONE TAP"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("move thor 1", ("move thor 4 1",)),
        ("move thor 55", ("move thor 4 1 55",)),
        ("move 55", ("move thor 4 1 55",)),
        ("move thor 7 55", ("move thor 4 1 55",)),
        ("move thor 19", ()),
        ("move thor 4", ()),
        ("move thor 99", ()),
        ("move loki 1", ()),
        ("search thor 1", ()),
        ("halt", ()),
    ],
)
def test_4_2a_the_way_to_a_place_further_on_is_offered(written: str, meant: tuple[str, ...]) -> None:
    """From Ida's Plain with SPEED 3: the cheapest way along the lines, if it is not too far; else nothing is meant."""
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), done=MOVES)
    assert telling.instead(view(s, "red"), written) == meant
    assert telling.instead(view(replace(s, done=Done(phase="encounter")), "red"), written) == ()


@pytest.mark.parametrize("make", [text, page])
@pytest.mark.parametrize(
    ("language", "does"),
    [("en", "(always ATTACK or SUBDUE above"), ("de", "(über dem Horizont immer ANGRIFF")],
)
def test_2_2a8_a_card_in_hand_says_what_its_insanity_does(make: Any, language: str, does: str) -> None:
    """As it is told of whoever has it: a name alone does not say whom to play it on."""
    s = house(("red", 5, "thor"), hands={"red": ("fate.moon-madness.1",)}, done=MOVES)
    assert does in one_line(make(s, "red", language))


@pytest.mark.parametrize(
    ("language", "too"), [("en", "other players too"), ("de", "auch mit anderen Spielern")]
)
def test_m25_an_answer_for_anybody_is_said_to_meet_players_too(language: str, too: str) -> None:
    """It answers for its seat when another player attacks; one for somebody alone does not."""
    told = [
        story(("AnswerSet", {"by": "red", "subject": one, "card": "evade"}), language=language)[0]
        for one in ("", "hymir")
    ]
    assert [too in one for one in told] == [True, False]


def test_what_befell_the_reader_stands_before_the_table() -> None:
    """2.2A8 One's leader has gone mad, early in a long turn; who died in a fight of others is told there too."""
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), done=MOVES)
    mad = Seen("Struck", "2.2A8", {"name": "thor", "insanity": "lunacy"})
    blow = Seen(
        "Blow", "S6", {"by": "loki", "at": "hymir", "hits": False, "loss": 0, "subdual": False, "rule": "S6"}
    )
    died = Seen("Died", "S6", {"name": "hymir", "rule": "S6"})
    season = Seen("SeasonMoved", "3.3", {"season": "autumn", "rule": "3.3"})
    told = [
        Told("3.1", mad),
        *[Told("3.2", blow)] * 20,
        Told("3.2", died),
        *[Told("3.2", blow)] * 5,
        Told("3.3", season),
    ]
    told = [*told, *[Told(f"3.{n}", season) for n in range(4, 9)]]
    early, _, rest = letter(s, "red", told=told)[1].partition("THE TABLE")
    for sentence in ("Thor goes mad", "Hymir dies"):
        assert sentence in early
        assert sentence not in rest
    assert "misses Hymir" not in early
    assert "misses Hymir" in rest


def test_2_2a6_a_receipt_says_what_bronze_can_be_taken() -> None:
    """Though it leaves out the rest of what lies about: the next order is to take it."""
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), done=MOVES)
    says, forged = (
        catalog("hammer_of_thor", "en"),
        "The Forged deck: Bronze Sword (REPUTATION 1, STRENGTH +1)",
    )
    for phase, there in (("encounter", True), ("after", True), ("movement", False)):
        v = view(replace(s, done=Done(phase=phase)), "red")
        told = says.render(
            "hammer_of_thor/table.txt", telling.voice(v), table=telling.table(v), view=v, short=True
        )
        assert (forged in one_line(told)) == there, phase
