"""Card set and map: what the referee brings, and that every mistake in a file of one's own is told with its place."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import jsonschema
import pytest
from support.rings import one_in

from referee.engine.kit.decklist import DeckFile
from referee.games.hammer_of_thor.board import Board, board, own_spots
from referee.games.hammer_of_thor.cardlist import CARDS, TAKEN
from referee.games.hammer_of_thor.cards import (
    LETTERS,
    RACE_DECKS,
    CardSet,
    card_set,
    folded,
    name_of,
    physical,
    pile_of,
)
from referee.games.hammer_of_thor.effects import Stamina
from referee.games.hammer_of_thor.maplist import MAP, NOTES
from referee.games.hammer_of_thor.options import ON_TABLE, choosable
from referee.games.hammer_of_thor.spoken import BY_CARDS, aimed, effect, effects_of
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of, read_text

OWN = {"cards": CARDS.text(), "map": MAP.text()}
FILES: Mapping[str, DeckFile] = {"cards": CARDS, "map": MAP}


def the_cards() -> CardSet:
    """The referee's own cards."""
    return card_set(CARDS.own())


def the_board() -> Board:
    """The referee's own map."""
    return board(MAP.own())


def told(file: str, text: str) -> list[str]:
    """All that is wrong with a file: for each mistake its key, and the text that begins at its place."""
    with pytest.raises(Faulty) as caught:
        FILES[file].checked(read_text(text, "f.yaml"))
    return [f"{one.why.key} {at(text, one.where)}" for one in faults_of(caught.value)]


def at(text: str, where: str) -> str:
    """The rest of the line at a place."""
    name, line, column = where.split(":")
    assert name == "f.yaml"
    return text.splitlines()[int(line) - 1][int(column) - 1 :]


@cache
def row(file: str, begin: str) -> str:
    """The row of a file that begins like this."""
    (found,) = [line for line in OWN[file].splitlines() if line.strip().startswith(f"- {begin}")]
    return found


def changed(file: str, begin: str, old: str, new: str) -> str:
    """A file with one row of it changed."""
    before = row(file, begin)
    assert old in before, before
    return OWN[file].replace(before, before.replace(old, new, 1), 1)


def without(file: str, begin: str) -> str:
    """A file that lacks one row."""
    return OWN[file].replace(row(file, begin) + "\n", "", 1)


# The referee's own


def test_the_cards_are_counted_as_the_plan_says() -> None:
    """123 characters of twelve races in ten decks, 17 Offspring, ten animals with a star; 31, 29 and 21 to choose."""
    every = the_cards().characters.values()
    races = Counter(one.race for one in every)
    assert list(races.items()) == [
        *[("aesir", 18), ("vanir", 8), ("alfar", 8), ("jotun", 19), ("muspellson", 5), ("guardian", 5)],
        *[("dwarf", 10), ("norn", 3), ("valkyrie", 8), ("human", 11), ("elf", 3), ("animal", 25)],
    ]
    assert races.total() == 123
    assert {one.pile for one in every} == set(RACE_DECKS)
    assert len(RACE_DECKS) == 10
    assert pile_of("elf") == pile_of("human") == "elf-human"
    assert sum(one.offspring for one in every) == 17
    assert {one.race for one in every if one.star} == {"animal"}
    assert sum(one.star for one in every) == 10
    chosen = Counter(one.alignment for one in every if choosable(one))
    assert chosen == {"good": 31, "evil": 29, "neutral": 21}


def test_the_items_are_counted_as_the_plan_says() -> None:
    """58: 39 magic ones, 27 with a star; 8, 4 and 7 in the Forged deck; every letter, four boats, 18 with a roll."""
    items = the_cards().items.values()
    assert Counter(one.kind for one in items) == {"magic": 39, "forged": 8, "flaming": 4, "bronze": 7}
    stars = Counter(one.kind for one in items if one.star)
    assert stars == {"magic": 27, "flaming": 1}
    assert sum(one.kind != "magic" and not one.star for one in items) == 18
    assert {letter for one in items for letter in one.letters} == set(LETTERS)
    assert sum(one.boat for one in items) == 4
    assert sum(one.wisdom for one in items) == 18
    assert [one.name for one in items if one.insanity] == ["bark-of-madness"]
    assert [one.name for one in items if one.astral] == ["spirit-staff"]


def test_the_other_cards_are_counted_as_the_plan_says() -> None:
    """44 Fate cards of 15 kinds, 30 predictions with RAGNAROK, 26 runes, 12 shapes of ten kinds, five missions."""
    cards = the_cards()
    assert (len(physical("fate", cards.fate)), len(cards.fate)) == (44, 15)
    assert (len(physical("prediction", cards.predictions)), len(cards.predictions)) == (30, 13)
    assert [one.name for one in cards.predictions.values() if one.ragnarok] == ["ragnarok"]
    assert [one.name for one in cards.predictions.values() if one.cancels_runes] == ["runes-fade"]
    assert len(physical("rune", cards.runes)) == 26
    assert (len(cards.physical_shapes), len(cards.shapes)) == (12, 10)
    assert len(cards.missions) == 5
    fate = [one for one in cards.fate.values() if one.effects is None]
    assert sum(one.copies for one in fate) == 2
    silent = [one.name for one in cards.predictions.values() if one.effects is None]
    assert silent == ["death-of-baldr", "ragnarok"]


def test_the_seven_are_where_the_rules_put_them() -> None:
    """1.0g Heimdall, Mimir, Modgud, Urd, Nidhogg, Garm and Vithofnir."""
    assert the_cards().counters == (
        *(("heimdall", 8), ("mimir", 29), ("modgud", 41), ("urd", 50)),
        *(("nidhogg", 64), ("garm", 42), ("vithofnir", 43)),
    )


def test_the_map_is_counted_as_the_plan_says() -> None:
    """79 places, 20 sure names, 52 outside Midgard, 21 of water, 6 in Midgard; 137 lines, ten realms, every note."""
    places = the_board().places
    assert list(places) == list(range(1, 80))
    assert sum(one.sure for one in places.values()) == 20
    assert Counter(one.terrain for one in places.values()) == {"star": 52, "drop": 21, "circle": 6}
    assert sum(one.never_freezes for one in places.values()) == 3
    assert len(the_board().lines) == 137
    assert len({one.realm for one in places.values()}) == 10
    assert {note for one in places.values() for note in one.notes} == set(NOTES)
    assert 9 in the_board().neighbours[8]
    assert 8 in the_board().neighbours[9]


def test_a_human_has_one_way_to_walk() -> None:
    """2.1D2 In Midgard lines join 47, 54, 55, 56, 71 and 79, and no other place."""
    table = the_board()
    found, edge = {54}, {54}
    while edge:
        edge = {b for a in edge for b in table.neighbours[a] if table.places[b].midgard} - found
        found |= edge
    assert found == {47, 54, 55, 56, 71, 79}


def test_the_ranges_are_those_of_the_rules() -> None:
    """1.0e Ten races start somewhere, Elves and Humans at the same places."""
    assert the_board().ranges == {
        "aesir": (1, 7),
        "vanir": (8, 14),
        "alfar": (15, 19),
        "jotun": (20, 38),
        "muspellson": (39, 40),
        "guardian": (41, 43),
        "dwarf": (45, 47),
        "valkyrie": (48, 53),
        "elf": (54, 56),
        "human": (54, 56),
    }


def test_no_two_places_are_drawn_upon_each_other() -> None:
    """Each has a spot of its own in the picture, some way from all others."""
    spots = {one.spot for one in the_board().places.values()}
    assert len(spots) == 79
    assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in spots)
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= 30 for a in spots for b in spots if a != b)


def test_names_are_folded_as_orders_have_them() -> None:
    """Small letters, hyphens, and nothing else."""
    assert [folded(one) for one in ("Utgard-Loki", "Skadi's Bow", "Norn/Valkyrie", "St. Olaf", "Elk")] == [
        *("utgard-loki", "skadis-bow", "norn-valkyrie", "st-olaf", "elk")
    ]
    assert [name_of(one) for one in ("fate.fair-wind.1", "fate.fair-wind", "thor")] == [
        *("fair-wind", "fair-wind", "thor")
    ]
    assert the_cards().characters["utgard-loki"].title == "Utgard-Loki"
    assert the_cards().characters["volund"].items == ("volunds-ring",)
    assert "far-sight" in the_cards().characters["heimdall"].abilities


def test_what_is_left_out_has_its_usual_value() -> None:
    """Norns have no alignment and STAMINA without limit, a shape keeps what is marked so, animals may lack speech."""
    cards = the_cards()
    assert (cards.characters["urd"].alignment, cards.characters["urd"].stamina) == ("", 0)
    assert (cards.characters["garm"].speaks, cards.characters["nidhogg"].speaks) == (False, True)
    assert cards.characters["thor"].speaks
    assert (cards.characters["loki"].shapes, cards.characters["loki"].changes) == (
        ("salmon", "mare", "fly"),
        4,
    )
    assert cards.characters["thor"].changes == 0
    assert (cards.shapes["fly"].values["wisdom"], cards.shapes["fly"].values["stamina"]) == (None, 1)
    assert cards.items["long-ship"].crosses_water == "group"
    assert cards.items["iron-sword"].text == ""
    assert the_board().places[64].never_freezes
    assert the_board().places[1].notes == frozenset()


def test_every_effect_of_a_card_is_read() -> None:
    """Each card does as many things as it says, and all kinds of effects that it may have are known by their class."""
    cards = the_cards()
    for one in (*cards.fate.values(), *cards.predictions.values(), *cards.runes.values()):
        assert [type(found) in BY_CARDS for found in effects_of(one)] == [True] * len(one.effects or ())
    written = [one.written for one in effects_of(cards.fate["forgetting"])]
    assert written == ["set $target wisdom 2", "set $target intelligence 2"]


def test_an_effect_is_aimed_when_its_card_is_played() -> None:
    """`$target` and `$seat` become what the card is played at, and who plays it; the rest stays."""
    cards = the_cards()
    assert [aimed(one, "red", "thor").written for one in effects_of(cards.fate["forgetting"])] == [
        *("set thor wisdom 2", "set thor intelligence 2")
    ]
    assert [aimed(one, "red", "blue").written for one in effects_of(cards.fate["wolf-age"])] == ["skip blue"]
    mine = effect("deal fate to $seat")
    assert mine
    assert aimed(mine, "red", "").written == "deal fate to red"
    assert effect("stamina thor -3 subdual") == Stamina("thor", -3, subdual=True)
    assert effect("hit thor at loki") is None


def test_the_same_content_is_laid_out_once() -> None:
    """However often one asks, and with equal content too."""
    content = CARDS.own()
    assert card_set(content) is card_set(content) is card_set(CARDS.own())
    assert CARDS.laid(content) is CARDS.laid(CARDS.own())


def test_files_come_out_as_they_went_in() -> None:
    """The checked content has what the file has, with its keys in one order."""
    for name, file in FILES.items():
        assert file.own() == read_text(OWN[name], "f").value
    shuffled = changed("map", "{number: 5,", "number: 5, name: Ida's Plain", "name: Ida's Plain, number: 5")
    assert MAP.checked(read_text(shuffled, "f")) == MAP.own()
    assert [*MAP.checked(read_text(shuffled, "f"))["locations"][4]][:2] == ["number", "name"]


def test_a_map_without_spots_is_drawn_like_our_own() -> None:
    """Places of such a map lie where the referee's own map has the same numbers."""
    text = re.sub(r"spot: \[\d+, \d+\], ", "", OWN["map"])
    content = MAP.checked(read_text(text, "f"))
    assert "spot" not in content["locations"][0]
    assert {n: one.spot for n, one in board(content).places.items()} == own_spots()


# Shapes of files


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("cards", "[]", ["not-a-map []"]),
        ("map", "x", ["not-a-map x"]),
        (
            "cards",
            OWN["cards"].replace("edition:", "editoin:"),
            ["missing-key title", 'unknown-key editoin: "1"'],
        ),
        (
            "cards",
            OWN["cards"].replace("runes:\n", "runes: {}\nx:\n"),
            ["missing", "not-a-list {}", "unknown-key x:"],
        ),
        ("map", OWN["map"].replace("lines:", "liens:"), ["missing-key title", "unknown-key liens:"]),
        ("map", OWN["map"].replace("locations:\n", "locations:\n  - 7\n"), ["not-a-map 7"]),
        (
            "cards",
            OWN["cards"].replace("counters:\n", "counters:\n  - Thor\n"),
            ["card-seven counters:", "not-a-map Thor"],
        ),
    ],
)
def test_a_file_of_another_shape(file: str, text: str, found: list[str]) -> None:
    """Keys that lack, keys nobody knows, and things that are no lists or maps, each at its place."""
    seen = told(file, text)
    assert [any(one.startswith(two) for one in seen) for two in found if two != "missing"] == [
        True for two in found if two != "missing"
    ]


# Single values

THOR, MJOLLNIR, WIND, FALCON = "{id: 2,", "{id: 1001,", "{id: 2001,", "{id: 5001,"
VALUES = [
    ("cards", THOR, "id: 2,", "id: 0,", "sheet-number 0,"),
    ("cards", THOR, "id: 2,", "id: two,", "sheet-number two,"),
    ("cards", THOR, "name: Thor", "name: 7", "not-text 7,"),
    ("cards", THOR, "name: Thor", "name: Thor 2", "card-name Thor 2,"),
    ("cards", THOR, "name: Thor", "name: Thor  Odinson", "card-name Thor  Odinson,"),
    ("cards", THOR, "name: Thor", f"name: {'x' * 31}", f"card-name {'x' * 31}"),
    ("cards", THOR, "name: Thor", "name: þórr", "card-name þórr"),
    ("cards", THOR, "name: Thor", "name: Attack", "card-word-taken Attack,"),
    ("cards", THOR, "race: Aesir", "race: Troll", "sheet-one-of Troll"),
    ("cards", THOR, "alignment: good", "alignment: bad", "sheet-one-of bad"),
    ("cards", THOR, "sex: male", "sex: m", "sheet-one-of m,"),
    ("cards", THOR, "ragnarok: true", "ragnarok: yes", "not-true-or-false yes"),
    ("cards", THOR, "speed: 3", "speed: 10", "sheet-number 10"),
    ("cards", THOR, "speed: 3", "speed: -1", "sheet-number -1"),
    ("cards", THOR, "reputation: 18", "reputation: 31", "sheet-number 31"),
    ("cards", THOR, "stamina: 16", "stamina: 31", "sheet-number-or 31"),
    ("cards", THOR, "stamina: 16", "stamina: 0", "sheet-number-or 0"),
    ("cards", THOR, "stamina: 16", "stamina: C", "sheet-number-or C"),
    ("cards", THOR, "abilities: [thunder]", "abilities: [thunder 2]", "card-word thunder 2]"),
    ("cards", THOR, "abilities: [thunder]", "abilities: thunder", "not-a-list thunder"),
    ("cards", THOR, "friends: [Sif, Tyr]", "friends: [Sif, Sif]", "sheet-twice Sif]"),
    ("cards", THOR, "items: [Mjollnir,", "items: [[],", "not-text []"),
    ("cards", THOR, "sex: male", "sex: male, speech: true", "unknown-key speech: true"),
    ("cards", THOR, "sex: male", "sex: male, shapes: {kinds: [Eagle], times: 0}", "sheet-number 0}"),
    ("cards", THOR, "sex: male", "sex: male, shapes: {kinds: [], times: 1}", "sheet-length []"),
    ("cards", THOR, "sex: male", "sex: male, shapes: {kinds: [Eagle]}", "missing-key {kinds"),
    ("cards", MJOLLNIR, "kind: magic", "kind: gold", "sheet-one-of gold"),
    ("cards", MJOLLNIR, "letters: [W]", "letters: [WS]", "sheet-one-of WS]"),
    ("cards", MJOLLNIR, "letters: [W]", "letters: [W, W]", "sheet-twice W]"),
    ("cards", MJOLLNIR, "reputation: 6", "reputation: 10", "sheet-number 10"),
    ("cards", MJOLLNIR, "wisdom: true", "crosses_water: all", "sheet-one-of all"),
    ("cards", MJOLLNIR, "strength: 3", "strength: 10", "sheet-number 10"),
    ("cards", MJOLLNIR, "strength: 3", "force: 3", "unknown-key force: 3"),
    ("cards", MJOLLNIR, "reputation: 6, ", "", "missing-key {id: 1001"),
    ("cards", WIND, "copies: 4", "copies: 10", "sheet-number 10"),
    ("cards", WIND, "target: group", "target: all", "sheet-one-of all"),
    ("cards", WIND, "effects: [speed $target +2]", "effects: []", "sheet-length []"),
    ("cards", WIND, "copies: 4", "copies: 4, ragnarok: true", "unknown-key ragnarok: true"),
    ("cards", WIND, 'text: "', 'text: " ', "deck-text "),
    ("cards", WIND, 'text: "', f'text: "{"x" * 160}', "deck-text-length "),
    ("cards", FALCON, "speed: 7", "speed: own", "sheet-number-or own"),
    ("cards", FALCON, "temper: C, ", "", "missing-key {id: 5001"),
    ("cards", FALCON, "stamina: 4", "stamina: 0", "sheet-number-or 0"),
    ("cards", "{character: Garm", "at: 42", "at: 80", "sheet-number 80"),
    ("map", "{number: 5,", "number: 5", "number: 80", "sheet-number 80"),
    ("map", "{number: 5,", "name: Ida's Plain", 'name: ""', 'card-name ""'),
    ("map", "{number: 5,", "sure: true", "sure: 1", "not-true-or-false 1"),
    ("map", "{number: 5,", "realm: Asgard", "realm: 7", "not-text 7"),
    ("map", "{number: 5,", "terrain: star", "terrain: hill", "sheet-one-of hill"),
    ("map", "{number: 5,", "encounter: 2", "encounter: 11", "sheet-number 11"),
    ("map", "{number: 5,", "deck: Aesir", "deck: Norn", "sheet-one-of Norn"),
    ("map", "{number: 5,", "notes: [bronze]", "notes: [gold]", "sheet-one-of gold]"),
    ("map", "{number: 5,", "notes: [bronze]", "rolls: 3", "sheet-number 3"),
    ("map", "{number: 5,", "notes: [bronze]", "below: no", "not-true-or-false no"),
    ("map", "{number: 5,", "notes: [bronze]", "must_roll: 1", "not-true-or-false 1"),
    ("map", "{number: 5,", "spot: [", "spot: [1, ", "sheet-length [1,"),
    ("map", "{number: 5,", "spot: [", "spot: [-", "sheet-number -"),
    ("map", "[8, 9]", "[8, 9]", "[8]", "sheet-length [8]"),
    ("map", "[8, 9]", "[8, 9]", "[8, 90]", "sheet-number 90"),
]


@pytest.mark.share(3)
@pytest.mark.parametrize(("file", "begin", "old", "new", "found"), one_in(3, VALUES))
def test_a_wrong_value_is_told_where_it_stands(file: str, begin: str, old: str, new: str, found: str) -> None:
    """One value is wrong: that is told, at the value; what depends on it may be told too."""
    seen = told(file, changed(file, begin, old, new))
    assert [one for one in seen if one.startswith(found)], seen
    alone = [one for one in seen if not one.startswith(("card-nowhere", "map-lacks", "effect-character"))]
    assert len(alone) == 1, seen


# What holds for a card set as a whole

ODIN, URD, LOKI, GARM, DOOM = "{id: 1, name: Odin", "{id: 205,", "{id: 12,", "{id: 315,", "{id: 3100,"
CARD_SETS = [
    # A name stands once, folded, over all lists; so does an id.
    ("{id: 1029,", "name: Hrotti", "name: ODIN", "sheet-again ODIN"),
    ("{id: 1029,", "name: Hrotti", "name: Skadis Bow.", "sheet-again Skadis Bow."),
    ("{id: 2003,", "name: Feast", "name: Elk", "sheet-again Elk,"),
    ("{id: 2003,", "id: 2003", "id: 1001", "sheet-again 1001"),
    # 2.1H Norns
    (URD, "race: Norn", "race: Norn, alignment: evil", "card-norn-alignment evil"),
    (URD, "stamina: unlimited", "stamina: 9", "card-norn-stamina 9"),
    (LOKI, "stamina: 12", "stamina: unlimited", "card-norn-stamina unlimited"),
    (LOKI, "alignment: evil, ", "", "missing-key {id: 12,"),
    # Animals
    (LOKI, "sex: male", "sex: male, star: true", "card-animals-only star: true"),
    (LOKI, "sex: male", "sex: male, speaks: true", "card-animals-only speaks: true"),
    (ODIN, "animals: [Sleipnir", "animals: [Thor", "card-no-animal Thor"),
    (ODIN, "animals: [Sleipnir", "animals: [Foal", "card-offspring Foal"),
    (ODIN, "animals: [Sleipnir", "animals: [Elk", "card-no-star Elk"),
    (ODIN, "animals: [Sleipnir", "animals: [Slepnir", "card-nowhere Slepnir"),
    # Names on cards
    (ODIN, "friends: [Loki", "friends: [Lokki", "card-nowhere Lokki"),
    (ODIN, "friends: [Loki", "friends: [Odin", "card-own-name Odin"),
    (LOKI, "sex: male", "sex: male, relatives: [Farbauti]", "card-nowhere Farbauti"),
    (ODIN, "items: [Gungnir", "items: [Thor", "card-nowhere Thor"),
    (ODIN, "kinds: [Eagle", "kinds: [Owl", "card-nowhere Owl"),
    # 1.0h RAGNAROK
    (DOOM, "ragnarok: true", "ragnarok: false", "card-no-ragnarok predictions:"),
    ("{id: 3009,", "target: none", "target: none, ragnarok: true", "sheet-again true"),
    (DOOM, "copies: 1", "copies: 2", "card-ragnarok 2"),
    (DOOM, "target: none", "target: none, effects: [close]", "card-ragnarok effects:"),
    (DOOM, "target: none", "target: none, cancels_runes: true", "card-ragnarok cancels_runes:"),
    # 1.0g The seven, and the missions
    ("{character: Garm", "Garm", "Fenris", "card-nowhere Fenris"),
    ("{character: Garm", "Garm", "Wolf Cub", "card-offspring Wolf Cub"),
    ("{character: Garm", "Garm", "Urd", "sheet-again Urd"),
    ("{character: Surt,", "Surt", "Surtr", "card-nowhere Surtr"),
    # Effects
    (WIND, "speed $target +2", "speed $target 2", "effect-form speed $target 2"),
    (WIND, "speed $target +2", "speed $target +0", "effect-number speed"),
    (WIND, "speed $target +2", "speed $target +31", "effect-number speed"),
    (WIND, "speed $target +2", "hurry $target", "effect-unknown hurry"),
    (WIND, "speed $target +2", "note it thaws; skip red", "effect-form note it thaws; skip red"),
    (WIND, "speed $target +2", "hit thor at loki", "effect-unknown hit"),
    (WIND, "speed $target +2", "kill $target", "effect-target kill"),
    (WIND, "speed $target +2", "skip $target", "effect-target skip"),
    (WIND, "target: group", "target: none", "effect-target speed"),
    (WIND, "speed $target +2", "kill odinn", "effect-character kill"),
    (WIND, "speed $target +2", "join thor to odinn", "effect-character join"),
    (WIND, "speed $target +2", "give gungnr to odin", "effect-item give"),
    (WIND, "speed $target +2", "move $target 80", "effect-number move"),
    (WIND, "speed $target +2", "set odin wisdom 10", "effect-number set"),
    (WIND, "speed $target +2", "set odin stamina 3", "sheet-one-of set"),
    (WIND, "speed $target +2", "deal fate to odin", "sheet-one-of deal"),
    (WIND, "speed $target +2", "deal items to odin", "sheet-one-of deal"),
    (WIND, "speed $target +2", "deal rune to $seat", "effect-target deal"),
    (WIND, "speed $target +2", "insane odin joy", "sheet-one-of insane"),
    (WIND, "speed $target +2", "season lent", "sheet-one-of season"),
]


@pytest.mark.share(3)
@pytest.mark.parametrize(("begin", "old", "new", "found"), one_in(3, CARD_SETS))
def test_a_card_set_that_does_not_fit_together(begin: str, old: str, new: str, found: str) -> None:
    """One thing is wrong between cards: it is told where it stands, and where nothing else depends on it, alone."""
    seen = told("cards", changed("cards", begin, old, new))
    assert any(one.startswith(found) for one in seen), seen
    follow = ("card-nowhere", "effect-character", "card-no-star")
    assert len([one for one in seen if not one.startswith(follow)]) <= 1, seen


@pytest.mark.share(4)
@pytest.mark.parametrize(
    "words",
    [
        *("round", "close", "stamina thor -3 subdual", "set $target wisdom 0", "reputation loki -2"),
        *("kill $target", "raise baldr to thor", "out $target", "join mimir to $target", "leave sif"),
        *("split $target", "move $target 40", "deal rune to $target", "deal magic to thor"),
        *("deal fate to $seat", "deal fate to red", "give gungnir to $target", "aside gungnir"),
        *("break gungnir", "insane $target pathological liar", "insane thor suicidal-mania"),
        *(
            "sane $target",
            "speed $target -2",
            "skip $seat",
            "season winter",
            "note it thaws",
            """'note "it thaws, at last; so be it"'""",
            "remark it thaws",
        ),
    ],
)
def test_an_effect_that_cards_may_have(words: str) -> None:
    """Each of section 5, with names, or with the target of a card that is played at a character."""
    text = changed("cards", "{id: 2003,", "stamina $target +3", words)
    CARDS.checked(read_text(text, "f"))


def test_the_counters_are_seven() -> None:
    """1.0g Six are too few; it is told at their key."""
    assert told("cards", without("cards", "{character: Garm")) == ["card-seven counters:"]


def test_all_mistakes_of_a_file_are_told_in_their_order() -> None:
    """Wrong values, wrong names and wrong effects, in the order of the file."""
    text = changed("cards", THOR, "speed: 3", "speed: 33").replace("season winter", "season lent", 1)
    text = text.replace("{character: Surt,", "{character: Surtr,").replace("[Loki, Frigg]", "[Lokki, Frigg]")
    assert [one.split(" ")[0] for one in told("cards", text)] == [
        *("card-nowhere", "sheet-number", "sheet-one-of", "card-nowhere")
    ]


def test_words_of_orders_are_no_names() -> None:
    """Verbs, Encounter cards, characteristics, seats, race decks and what stands between names."""
    assert {
        "attack",
        "subdue",
        "move",
        "to",
        "on",
        "wisdom",
        "lunacy",
        "winter",
        "red",
        "jotun",
        "top",
    } <= TAKEN
    assert not TAKEN & {*the_cards().characters, *the_cards().items, *the_cards().fate, *the_cards().runes}


# What holds for a map as a whole

MAPS = [
    ("{number: 5,", "number: 5", "number: 6", ["sheet-again 6", "map-lacks locations:"]),
    ("{number: 5,", "name: Ida's Plain", "name: Barri", ["sheet-again Barri"]),
    ("{number: 5,", "notes: [bronze]", "never_freezes: true", ["map-freezes true"]),
    ("[8, 9]", "[8, 9]", "[9, 8]", ["map-turned [9, 8]"]),
    ("[8, 9]", "[8, 9]", "[9, 9]", ["map-loop [9, 9]"]),
    ("[8, 9]", "[8, 9]", "[1, 9]", ["sheet-again [1, 9]"]),
]


@pytest.mark.parametrize(("begin", "old", "new", "found"), MAPS)
def test_a_map_that_does_not_fit_together(begin: str, old: str, new: str, found: list[str]) -> None:
    """One thing is wrong between places: it is told where it stands."""
    seen = told("map", changed("map", begin, old, new))
    assert [any(one.startswith(two) for one in seen) for two in found] == [True] * len(found), seen
    assert len(seen) == len(found)


def test_each_number_that_lacks_is_told() -> None:
    """At the key of the locations, by its number."""
    text = without("map", "{number: 5,").replace(row("map", "{number: 77,") + "\n", "")
    with pytest.raises(Faulty) as caught:
        MAP.checked(read_text(text, "f.yaml"))
    lacking = [one.why.params["number"] for one in faults_of(caught.value) if one.why.key == "map-lacks"]
    assert lacking == [5, 77]


def test_lines_lead_everywhere() -> None:
    """4.2A A part of the map that nobody reaches is told, with all its places."""
    text = OWN["map"]
    for line in ("[39, 68]", "[40, 64]", "[40, 71]", "[39, 75]", "[40, 75]"):
        text = text.replace(f"  - {line}\n", "")
    assert told("map", text) == ["map-unreached lines:"]
    with pytest.raises(Faulty) as caught:
        MAP.checked(read_text(text, "f.yaml"))
    assert caught.value.why.params == {"numbers": (39, 40)}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("  Aesir: [1, 7]", "  Aesir: [7, 1]", ["map-range [7, 1]"]),
        ("  Human: [54, 56]", "  Human: [53, 54]", ["map-mortals [53, 54]"]),
        ("  Elf: [54, 56]", "  Elf: [56, 57]", ["map-mortals [56, 57]"]),
        ("  Elf: [54, 56]\n", "", ["missing-key Aesir"]),
        ("  Human: [54, 56]", "  Human: [54, 56]\n  Norn: [48, 50]", ["unknown-key Norn"]),
        ("  Aesir: [1, 7]", "  Aesir: [1, 80]", ["sheet-number 80]"]),
        ("  Aesir: con", "  Aesir: trick", ["sheet-one-of trick"]),
        ("  Aesir: con", "  Asir: con", ["unknown-key Asir: con"]),
    ],
)
def test_ranges_and_first_rounds(old: str, new: str, found: list[str]) -> None:
    """1.0e First before last, ten races, mortals in Midgard; an Encounter card for a race deck."""
    seen = told("map", OWN["map"].replace(old, new, 1))
    assert len(seen) == len(found)
    assert seen[0].startswith(found[0]), seen


# Schemas


@pytest.mark.parametrize("file", ["cards", "map"])
def test_the_schema_takes_the_referees_own_file(file: str) -> None:
    """It is a schema of draft 7, and its own file fits."""
    jsonschema.Draft7Validator.check_schema(FILES[file].schema)
    jsonschema.validate(FILES[file].own(), FILES[file].schema)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("file", "begin", "old", "new"),
    one_in(4, [one[:4] for one in VALUES if not one[4].startswith("card-word-taken")]),
)
def test_the_schema_refuses_what_the_checks_refuse(file: str, begin: str, old: str, new: str) -> None:
    """A wrong value is marked by an editor already."""
    content = read_text(changed(file, begin, old, new), "f").value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, FILES[file].schema)


def test_every_fault_has_its_sentence() -> None:
    """What is told of a file, or of a table that lacks something, is a sentence and never a key."""
    from referee.cli.terminal import sentences

    source = Path(__file__).parents[2] / "referee" / "games" / "hammer_of_thor"
    names = {
        found
        for name in ("sheets", "cardlist", "maplist", "spoken", "options")
        for found in re.findall(
            r'"((?:sheet|card|map|effect|lacks)-[a-z-]+)"', (source / f"{name}.py").read_text()
        )
    }
    assert len(names) > 30
    assert not {one for one in names if one not in sentences()["faults"]}


def test_enough_cards_for_six() -> None:
    """1.0i The referee's own cards suffice for every number of players."""
    fate = len(physical("fate", the_cards().fate))
    predictions = len(physical("prediction", the_cards().predictions)) - 1
    assert all(fate >= one and predictions >= two + 2 for one, two in ON_TABLE.values())
