"""The options of a game: how many play and with whom, which cards and which map, and when it cannot be opened."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from referee.engine.seating import names
from referee.games.hammer_of_thor import GAME, options
from referee.games.hammer_of_thor.cardlist import CARDS
from referee.games.hammer_of_thor.maplist import MAP
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of

Change = Callable[[Any], Any]


def opened(**given: str) -> dict[str, Any]:
    """The options in full."""
    return options.full_options(given)


def faults(call: Callable[[], Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """What is wrong: of each mistake its key and its values."""
    with pytest.raises(Faulty) as caught:
        call()
    return [(one.why.key, one.why.params) for one in faults_of(caught.value)]


def written(folder: Path, change: Change, file: str = "cards") -> str:
    """A file with the referee's own content, changed."""
    content = {"cards": CARDS, "map": MAP}[file].own()
    change(content)
    path = folder / f"{file}.yaml"
    path.write_text(json.dumps(content), "utf-8")
    return str(path)


def test_the_default_is_two_players_and_a_master() -> None:
    """Nothing given: no supplement, the referee's own cards and map, embedded as content."""
    content = opened()
    assert [*content] == ["supplement", "seats", "players", "sides", "cards", "map"]
    assert (content["supplement"], content["cards"], content["map"]) == ("none", CARDS.own(), MAP.own())
    assert names(options.seating(content)) == ("red", "blue", "master")
    options.held(json.loads(json.dumps(content)))


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        ({"seats": "4"}, ("red", "blue", "green", "yellow", "master")),
        ({"seats": "6"}, ("red", "blue", "green", "yellow", "white", "black", "master")),
        ({"seats": "3", "supplement": "house"}, ("red", "blue", "green")),
        ({"players": "anna,bert,cleo,dora"}, ("red", "blue", "green", "master")),
        ({"players": "anna,bert,cleo", "supplement": "house"}, ("red", "blue", "green")),
        ({"players": "red:anna,blue:bert,master:cleo"}, ("red", "blue", "master")),
    ],
)
def test_who_sits_at_the_table(given: Mapping[str, str], seats: tuple[str, ...]) -> None:
    """M26 Two to six players; a master beside them, unless the house supplement is played."""
    content = opened(**given)
    assert names(options.seating(content)) == seats
    options.held(content)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"seats": "1"}, "how-many-seats"),
        ({"seats": "7"}, "how-many-seats"),
        ({"supplement": "ours"}, "option-value"),
        ({"deck": "x.yaml"}, "unknown-option"),
        ({"cards": "/nowhere/cards.yaml"}, "file-missing"),
        ({"map": "/nowhere/map.yaml"}, "file-missing"),
        ({"players": "red:anna,blue:bert,master:cleo", "supplement": "house"}, "sides-named"),
    ],
)
def test_what_cannot_be_chosen(given: Mapping[str, str], key: str) -> None:
    """Each told by its key; an option nobody knows with those that there are."""
    ((found, params),) = faults(lambda: opened(**given))
    assert found == key
    if key == "unknown-option":
        assert params["known"] == ("supplement", "cards", "map", "players", "seats")


def test_files_of_ones_own_are_embedded(tmp_path: Path) -> None:
    """Cards and map come into the options as content, checked, and no path."""
    cards = written(tmp_path, lambda one: one.update(title="Mine"))
    board = written(tmp_path, lambda one: one.update(title="My map"), "map")
    content = opened(cards=cards, map=board)
    assert (content["cards"]["title"], content["map"]["title"]) == ("Mine", "My map")
    assert str(tmp_path) not in json.dumps(content)
    made, laid = options.laid(content)
    assert (made.title, laid.title) == ("Mine", "My map")


def test_mistakes_in_files_are_told_with_their_names(tmp_path: Path) -> None:
    """File, line and column."""
    path = tmp_path / "mine.yaml"
    path.write_text("title: 3\n", "utf-8")
    with pytest.raises(Faulty) as caught:
        opened(cards=str(path))
    assert faults_of(caught.value)[-1].where == f"{path}:1:8"


# M7 What a table needs


def fewer(key: str, count: int) -> Change:
    """Cards of a list taken away until so many are left, RAGNAROK aside."""

    def change(content: Any) -> None:
        left = count
        for row in content[key]:
            if not row.get("ragnarok"):
                row["copies"] = min(row["copies"], left)
                left -= row["copies"]
        content[key] = [row for row in content[key] if row["copies"]]

    return change


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("seats", "fate", "predictions"), [(2, 15, 17), (3, 15, 17), (4, 25, 17), (5, 35, 17), (6, 35, 27)]
)
def test_m7_enough_fate_and_prediction_cards(tmp_path: Path, seats: int, fate: int, predictions: int) -> None:
    """1.0i For each number of players, and two Prediction cards more for RAGNAROK; one card less is refused."""
    for key, least in (("fate", fate), ("predictions", predictions)):
        opened(seats=str(seats), cards=written(tmp_path, fewer(key, least)))
        short = written(tmp_path, fewer(key, least - 1))
        ((found, params),) = faults(partial(opened, seats=str(seats), cards=short))
        assert found == f"lacks-{key}"
        assert params == {"seats": seats, "least": least, "count": least - 1}


def only(alignment: str, count: int) -> Change:
    """Of an alignment so many characters are left that can be chosen; the others are Offspring."""

    def change(content: Any) -> None:
        there = [one for one in content["characters"] if one.get("alignment") == alignment]
        seven = {one["character"] for one in content["counters"]}
        free = [one for one in there if one["race"] != "Animal" and not one.get("offspring")]
        for one in free[count:]:
            if one["name"] in seven:
                one["alignment"] = "good" if alignment != "good" else "neutral"
            else:
                one["offspring"] = True

    return change


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("seats", "alignment", "least"),
    [(2, "good", 1), (3, "good", 1), (3, "neutral", 1), (4, "evil", 2), (5, "neutral", 1), (6, "good", 3)],
)
def test_m7_enough_characters_of_each_alignment(
    tmp_path: Path, seats: int, alignment: str, least: int
) -> None:
    """1.0d As many good as evil ones, and a neutral one for an odd number; Offspring and animals do not count."""
    opened(seats=str(seats), cards=written(tmp_path, only(alignment, least)))
    short = written(tmp_path, only(alignment, least - 1))
    ((found, params),) = faults(lambda: opened(seats=str(seats), cards=short))
    assert found == "lacks-characters"
    assert params == {"seats": seats, "least": least, "alignment": alignment, "count": least - 1}


def test_m7_two_need_no_neutral_one(tmp_path: Path) -> None:
    """1.0d With an even number of players nobody is neutral."""
    opened(seats="2", cards=written(tmp_path, only("neutral", 0)))


def test_m7_each_lack_is_told(tmp_path: Path) -> None:
    """Fate, predictions and characters at once."""

    def change(content: Any) -> None:
        for one in (fewer("fate", 3), fewer("predictions", 4), only("evil", 0)):
            one(content)

    short = written(tmp_path, change)
    assert [key for key, _ in faults(opened_with(short))] == [
        *("lacks-fate", "lacks-predictions", "lacks-characters")
    ]


def opened_with(cards: str) -> Callable[[], Any]:
    """A table to be opened with a card file."""
    return lambda: opened(cards=cards)


def test_m7_ragnarok_and_all_places_are_there(tmp_path: Path) -> None:
    """RAGNAROK missing, and a location missing: the reading of the file tells it, and nothing is opened."""
    cards = written(tmp_path, lambda one: one["predictions"].pop())
    assert [key for key, _ in faults(opened_with(cards))] == ["card-no-ragnarok"]
    board = written(tmp_path, lambda one: one["locations"].pop(), "map")
    assert ("map-lacks", {"number": 79}) in faults(lambda: opened(map=board))


@pytest.mark.parametrize("key", ["encounter", "deck"])
def test_s1_without_a_master_every_place_says_whom_one_meets(tmp_path: Path, key: str) -> None:
    """A map that leaves it to the master cannot be played with the house supplement."""

    def change(content: Any) -> None:
        for number in (5, 40):
            del content["locations"][number - 1][key]

    board = written(tmp_path, change, "map")
    opened(map=board)
    assert faults(lambda: opened(map=board, supplement="house")) == [(f"lacks-{key}", {"numbers": (5, 40)})]


# Options that a record embeds


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda one: one.pop("cards"), "options-other"),
        (lambda one: one.update(deck=[]), "options-other"),
        (lambda one: one.update(seats=7), "how-many-seats"),
        (lambda one: one.update(supplement="ours"), "option-value"),
        (lambda one: one.update(supplement=[]), "option-value"),
        (lambda one: one.update(players=["anna"]), "players-named"),
        (lambda one: one.update(cards=7), "not-a-map"),
        (lambda one: one["map"]["locations"].pop(), "map-lacks"),
        (lambda one: one["cards"]["fate"][0].update(copies=10**9), "sheet-number"),
    ],
)
def test_options_of_a_record_are_held_to_those_that_can_be_given(change: Change, key: str) -> None:
    """A record may come from anybody: what nobody could have chosen is refused, with its place within the opening."""
    content = opened()
    change(content)
    with pytest.raises(Faulty) as caught:
        options.held(content)
    assert caught.value.why.key == key
    if key == "sheet-number":
        assert caught.value.where == "opening/options/cards/fate/0/copies"


def test_a_master_where_there_is_none_is_refused() -> None:
    """With the house supplement as many names are wanted as there are players."""
    content = opened(players="anna,bert,cleo")
    options.held(content)
    content["supplement"] = "house"
    with pytest.raises(Faulty) as caught:
        options.held(content)
    assert caught.value.why.key == "players-named"


def test_the_schemas() -> None:
    """Of the options, the cards, the map; of nothing else."""
    made: Any = options.schema("options", "The Hammer of Thor")
    jsonschema.Draft7Validator.check_schema(made)
    assert set(made["properties"]) == {"supplement", "seats", "players", "cards", "map"}
    jsonschema.validate({"supplement": "house", "seats": "6", "cards": "my.yaml"}, made)
    for wrong in ({"supplement": "ours"}, {"seats": "7"}, {"deck": "x"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, made)
    assert options.schema("cards", "") == CARDS.schema
    assert options.schema("map", "") == MAP.schema
    assert options.schema("deck", "") is None


def test_the_game_answers_with_these() -> None:
    """Its files can be printed, its schemas too, and its table has the cards, the map and the seats of its options."""
    assert GAME.FILES == {"cards": CARDS, "map": MAP}
    content = GAME.options({"seats": "3"})
    GAME.fits(content)
    blank = GAME.blank("g1", content)
    assert names(blank.seating) == names(GAME.seating(content)) == ("red", "blue", "green", "master")
    assert (blank.cards, blank.board) == options.laid(content)
    assert GAME.schema("map") == MAP.schema
    assert GAME.chosen(GAME.options({"supplement": "house"})) == (("supplement", "house", "S0"),)
