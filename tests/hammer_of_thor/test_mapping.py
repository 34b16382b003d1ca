"""The map as a picture: everything of it is drawn, for its reader, and small enough to go with a letter."""

import math
import re
from copy import deepcopy
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from support.browsing import MISSING, browser
from thor_table import carrying, table

from referee.games.hammer_of_thor import mapping, telling
from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.board import board as board_of
from referee.games.hammer_of_thor.figures import Encounter
from referee.games.hammer_of_thor.kept import MOST, by_value
from referee.games.hammer_of_thor.maplist import MAP
from referee.games.hammer_of_thor.mapping import Pin, chart
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.telling.catalog import catalog
from referee.telling.pictures import LARGEST, SIZE, rendered, renders
from referee.util.values import replace

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
SVG = "{http://www.w3.org/2000/svg}"


def the_board() -> Board:
    """The referee's own map."""
    return board_of(MAP.own())


@cache
def crowded() -> State:
    """Six seats with two counters each, and the seven of 1.0g: as much as a map is likely to hold."""
    return table(
        *(
            ("red", 55, "brynhild"),
            ("blue", 54, "tyr sigyn"),
            ("green", 1, "volund"),
            ("yellow", 19, "freyja"),
        ),
        *(
            ("white", 53, "utgard-loki"),
            ("black", 56, "hyrrokkin"),
            ("red", 26, "sigurd"),
            ("blue", 25, "andvari"),
        ),
        *(("green", 40, "surt"), ("yellow", 12, "vafthrudnir"), ("", 8, "heimdall"), ("", 29, "mimir")),
        *(("", 41, "modgud"), ("", 50, "urd"), ("", 64, "nidhogg"), ("", 42, "garm"), ("", 43, "vithofnir")),
        seats=COLOURS,
    )


def drawn(
    s: State, seat: str | None, language: str = "en", name: str = "board", *, apart: bool = False
) -> str:
    """A picture for a seat, as its template makes it; `apart`: the map for which `near` stands elsewhere."""
    v, says = view(s, seat), catalog("hammer_of_thor", language)
    words = telling.near_in_words if name == "near" else telling.position_in_words
    voice, (key, values) = telling.voice(v), words(v)
    template = says.pages.get_template(f"hammer_of_thor/{name}.svg")
    alt = says.say("texts", key, voice, params=values)
    made = template.render(table=telling.table(v), alt=alt, language=language, voice=voice, apart=apart)
    return re.sub(r"\n\s*", "\n", made).strip()


def texts(svg: str) -> list[str]:
    """Every text in a drawing."""
    return ["".join(one.itertext()) for one in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314  our own


def test_every_place_is_drawn_with_number_and_name() -> None:
    """All 79, and the names of the ten realms."""
    found = texts(drawn(crowded(), None))
    words = " ".join(found)
    for one in the_board().places.values():
        assert f"{one.number:02}" in found
        assert all(part in words for part in one.name.split())
        assert one.realm.upper() in found


def test_every_counter_is_drawn_with_a_token_and_told_below() -> None:
    """With its leader, its place and its seat; a token above the place, another in the list."""
    svg = drawn(crowded(), None)
    found = texts(svg)
    assert "26 SigurdRed" in found
    assert "08 Heimdall" in found
    pins = telling.table(view(crowded(), None)).chart.pins
    assert len(pins) == 17
    assert [bool(one.seat) for one in pins] == [True] * 10 + [False] * 7
    assert found.count("H") == 2 * sum(one.leader.startswith("h") for one in pins)


def test_the_first_drawing_shows_where_the_reader_stands() -> None:
    """2 places away nothing is shown but numbers; an onlooker and the master stand nowhere."""
    for seat in (None, "master"):
        assert telling.table(view(table(("red", 5, "thor")), seat)).chart.near is None
    near = telling.table(view(table(("red", 5, "thor"), ("blue", 6, "loki")), "red")).chart.near
    assert near
    assert (near.here.place.number, near.here.own) == (5, True)
    assert [one.place.number for one in near.points] == [4, 6, 7]
    assert [one.pins for one in near.points] == [(), (Pin("blue", "loki", 6),), ()]
    assert near.points[1].onward == (70,)
    whole = telling.table(view(table(("red", 5, "thor"), ("blue", 6, "loki")), "red")).chart
    assert [one.place.number for one in whole.points if one.own] == [5]
    assert 'stroke-width="3"' in drawn(table(("red", 5, "thor")), "red")
    assert 'stroke-width="3"' not in drawn(table(("red", 5, "thor")), None)
    assert len(near.lines) == 5  # three from 05, and 04-06 and 06-07


def test_the_first_drawing_shows_the_place_of_an_encounter() -> None:
    """Of several counters of the reader's, the one that is in the encounter; else the first."""
    s = table(("red", 5, "thor"), ("red", 55, "sigurd"), ("", 55, "thrym"))

    def here(s: State) -> int:
        near = telling.table(view(s, "red")).chart.near
        assert near
        return near.here.place.number

    assert here(s) == 5
    assert here(replace(s, encounter=Encounter(2, 3, "4.5"))) == 55


@pytest.mark.parametrize("number", range(1, 80))
def test_neighbours_stand_apart_within_the_drawing(number: int) -> None:
    """Whatever place it is: names have room beside each other, and nothing leaves the picture."""
    near = chart(the_board(), (), number).near
    assert near
    assert {one.place.number for one in near.points} == set(the_board().neighbours[number])
    every = (near.here, *near.points)
    assert all(80 <= one.x <= mapping.WIDTH - 80 and 80 <= one.y <= near.height - 80 for one in every)
    for a in every:
        for b in every:
            assert a is b or math.dist((a.x, a.y), (b.x, b.y)) > 100


BOXES = """() => [...document.querySelectorAll('svg')].map(svg => [...svg.querySelectorAll('text')]
  .filter(one => one.textContent.trim()).map(one => {
    const at = one.getBoundingClientRect(), in_ = svg.getBoundingClientRect();
    return [one.textContent, parseFloat(getComputedStyle(one).fontSize),
      at.left - in_.left, at.top - in_.top, at.right - in_.left, at.bottom - in_.top];
  }))"""
AIR = 0.28
"""Of the height of a letter so much is air above and below it."""
Box = tuple[str, float, float, float, float, float]


def over_each_other(boxes: list[Box]) -> list[tuple[str, str]]:
    """The texts of a drawing that cover a part of one another."""
    found = []
    for n, (one, size, left, top, right, bottom) in enumerate(boxes):
        for two, its, begin, above, end, below in boxes[n + 1 :]:
            across, down = min(right, end) - max(left, begin), min(bottom, below) - max(top, above)
            if across > 0 and down > AIR * min(size, its):
                found.append((one, two))
    return found


@pytest.mark.share(2)
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_stands_upon_another(language: str) -> None:
    """On the whole map, and on the first drawing of each place with its reader on it; and no name is cut off."""
    maps = [drawn(table(("red", 5, "thor")), None, language)]
    maps += [drawn(table(("red", n, "thor")), "red", language, "near") for n in range(1, 80)]
    with browser() as at:
        shown = at.new_page(viewport={"width": 640, "height": 800})
        shown.set_content("".join(maps))
        drawings: list[list[Box]] = shown.evaluate(BOXES)
    assert len(drawings) == 80
    for boxes in drawings:
        assert not over_each_other(boxes)
        assert all(left >= 0 and right <= mapping.WIDTH for _, _, left, _, right, _ in boxes)


def test_places_and_realms_stand_within_the_drawing() -> None:
    """No place upon another; the name of a realm is nearest to a place of its own and covers none."""
    made = chart(the_board(), (), None)
    for one in made.points:
        assert 0 < one.x < made.width
        assert 0 < one.y < made.height
        assert all(one is two or abs(one.x - two.x) > 30 or abs(one.y - two.y) > 30 for two in made.points)
    assert len(made.lines) == 137
    for realm in made.realms:
        nearest = min(made.points, key=lambda one: math.dist((one.x, one.y), (realm.x, realm.y)))
        assert nearest.place.realm == realm.name
        assert math.dist((nearest.x, nearest.y), (realm.x, realm.y)) > 12


def test_lines_cross_little() -> None:
    """137 lines, which cannot all be drawn without crossings; of this map there are few."""
    lines = chart(the_board(), (), None).lines

    def turn(x: int, y: int, one: mapping.Line) -> int:
        return (one.to_x - one.x) * (y - one.y) - (one.to_y - one.y) * (x - one.x)

    def cross(a: mapping.Line, b: mapping.Line) -> bool:
        return (
            turn(a.x, a.y, b) * turn(a.to_x, a.to_y, b) < 0
            and turn(b.x, b.y, a) * turn(b.to_x, b.to_y, a) < 0
        )

    assert sum(cross(a, b) for n, a in enumerate(lines) for b in lines[:n]) <= 20


@pytest.mark.slow
def test_a_map_of_ones_own_is_drawn() -> None:
    """Places on one spot, realms of one place: it is drawn all the same."""
    content = MAP.own()
    for row in content["locations"]:
        row["spot"], row["realm"] = [500, 500], f"Realm {row['number']}"
    made = chart(board_of(content), (Pin("red", "thor", 5),), 5)
    assert len(made.realms) == 79
    assert made.near


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_name_every_counter_and_place(language: str) -> None:
    """The picture can be heard: each counter with seat, leader and place."""
    svg = drawn(table(("red", 5, "thor"), ("", 8, "heimdall")), "blue", language)
    label = re.search(r'aria-label="([^"]*)"', svg)
    assert label
    assert all(one in label[1] for one in ("Thor 05", "Heimdall 08"))
    assert ("Rot" if language == "de" else "Red") in label[1]
    empty = re.search(r'aria-label="([^"]*)"', drawn(table(), None, language))
    assert empty
    assert empty[1] == ("Die Karte." if language == "de" else "The map.")


def test_a_picture_shows_nothing_that_is_hidden() -> None:
    """M14 What a counter carries, and what lies in piles, changes nothing in it."""
    s = table(("red", 5, "thor"), ("blue", 6, "loki"))
    other = carrying(s, "loki", "hrotti", face_up=False, runes=("rune.mind-rune.1",))
    assert drawn(s, "red") == drawn(other, "red")


def test_names_are_escaped() -> None:
    """Whatever stands in it is text."""
    assert "&#39;" in drawn(crowded(), None) or "Ida's" in drawn(crowded(), None)
    ET.fromstring(drawn(crowded(), "red"))  # noqa: S314  our own


@pytest.mark.skipif(not renders(), reason="no renderer is installed")
def test_it_is_small_enough_for_a_letter() -> None:
    """As PNG it goes with a mail, however many counters there are; its size stands at its head."""
    for svg in (drawn(crowded(), "red", name="near"), drawn(crowded(), "red", apart=True)):
        assert SIZE.match(svg)
        assert 0 < len(rendered(svg)) <= LARGEST


def test_what_is_near_stands_in_a_picture_of_its_own() -> None:
    """It shows the next places with who is there, by name, and no others; the map apart from it shows them small."""
    s = table(("red", 5, "thor"), ("blue", 6, "loki sigyn"), ("", 79, "mimir"))
    near, whole, both = drawn(s, "red", name="near"), drawn(s, "red", apart=True), drawn(s, "red")
    found = texts(near)
    assert [one for one in ("05", "04", "06", "07", "79") if one in found] == ["05", "04", "06", "07"]
    assert [one for one in ("Thor", "Loki", "Mimir") if one in found] == ["Thor", "Loki"]
    sizes = [SIZE.match(one) for one in (near, whole, both)]
    heights = [int(one[2]) for one in sizes if one]
    assert heights[0] + heights[1] == heights[2]
    label = re.search(r'aria-label="([^"]*)"', near)
    assert label
    assert label[1].startswith("05 Ida")
    assert ", there: Loki" in label[1]


@pytest.mark.parametrize("seat", [None, "blue"])
def test_who_stands_nowhere_has_no_picture_of_what_is_near(seat: str | None) -> None:
    """An onlooker, a player without a counter: the drawing is empty."""
    s = table(("red", 5, "thor"))
    made = catalog("hammer_of_thor", "en").pages.get_template("hammer_of_thor/near.svg")
    v = view(s, seat)
    assert made.render(table=telling.table(v), alt="", language="en", voice=telling.voice(v)).strip() == ""


def test_the_master_sees_where_a_question_is_asked() -> None:
    """The place of an encounter, though no counter there is the master's."""
    s = replace(
        table(("red", 5, "thor"), ("red", 55, "sigurd"), ("", 55, "thrym")), encounter=Encounter(2, 3, "4.5")
    )
    near = telling.table(view(s, "master")).chart.near
    assert near
    assert near.here.place.number == 55


def test_it_can_be_read_on_a_small_screen() -> None:
    """360 pixels wide, 28 of them margin: in the first drawing and the lists no letter is below 9 pixels."""
    drawing = ET.fromstring(drawn(crowded(), "red"))  # noqa: S314  our own
    below = [one for one in drawing if one.find("*[@letter-spacing]") is not None]
    assert len(below) == 1
    drawing.remove(below[0])
    sizes = [int(one.get("font-size", 15)) for one in drawing.iter()]
    sizes = [one for one in sizes if one != 15]
    assert min(sizes) * (360 - 28) / mapping.WIDTH >= 8


def test_equal_maps_are_laid_out_once() -> None:
    """A game that comes back from what was kept beside its record has a map of its own, which is not laid out again."""
    ours = the_board()
    assert mapping.ground(deepcopy(ours)) is mapping.ground(ours)
    assert mapping.of_the_house(deepcopy(ours)) is mapping.of_the_house(ours)
    assert mapping.chart(deepcopy(ours), (), 1) is mapping.chart(ours, (), 1)


def test_maps_that_differ_are_laid_out_each_for_itself() -> None:
    """One place that stands elsewhere is another map, also where many are remembered."""
    ours, moved = the_board(), list[Board]()
    for down in range(MOST + 5):
        spot = (ours.places[1].spot[0], 20 + down)
        moved.append(replace(ours, places={**ours.places, 1: replace(ours.places[1], spot=spot)}))
    assert [spots_of(one)[1] for one in moved] == [one.places[1].spot for one in moved]
    assert [spots_of(deepcopy(one))[1] for one in reversed(moved)] == [
        one.places[1].spot for one in reversed(moved)
    ]


@by_value
def spots_of(board: Board) -> dict[int, tuple[int, int]]:
    """Where each place of a map stands."""
    return {n: one.spot for n, one in board.places.items()}
