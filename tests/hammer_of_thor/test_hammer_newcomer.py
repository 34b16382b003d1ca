"""What a newcomer needs in the letters of The Hammer of Thor: an aim, what is gained and by what, words explained."""

import re
from typing import Any

import pytest
from house_table import house, joined_later
from test_hammer_asked import HOUSE, answered
from test_hammer_likely import turns
from test_hammer_telling import LANGUAGES, one_line, page, text
from thor_table import carrying

from referee.api import Table
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import telling, turn_rules
from referee.games.hammer_of_thor.figures import Done
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.house.games import find
from referee.telling.letter import Letter, bodies
from referee.telling.moves import moves_text
from referee.telling.sentences import reader_of
from referee.util.values import replace

BOTH = pytest.mark.parametrize("make", [text, page])
EACH = pytest.mark.parametrize("language", LANGUAGES)
AIM = {
    "en": "Your aim: REPUTATION, and a strong side at RAGNAROK.",
    "de": "Dein Ziel: RUHM, und eine starke Seite",
}
FATE, BEFORE, ON_THE_WAY = Done(phase="fate"), Done(phase="movement"), Done(phase="movement", moved=True)


def first(**changes: Any) -> State:
    """Red's first player-turn, with the supplement, before a step."""
    s = house(("red", 5, "thor"), ("blue", 4, "loki"), **{"done": FATE, **changes})
    return carrying(s, "thor", "mjollnir", face_up=False)


@BOTH
@EACH
def test_m15_the_first_player_turn_of_a_seat_says_how_reputation_is_gained(make: Any, language: str) -> None:
    """Once, to who is on turn: by which deeds, and how an item that lies face down is revealed."""
    for done in (FATE, BEFORE):
        told = one_line(make(first(done=done), "red", language))
        assert AIM[language] in told
        assert {"en": "reveal mjollnir", "de": "enthülle mjollnir"}[language] in told
    later = (
        first(game_turn=2),
        first(done=ON_THE_WAY),
        first(done=Done(phase="encounter")),
        first(supplement="none"),
    )
    for s, reader in ((first(), "blue"), (first(), None), *((one, "red") for one in later)):
        assert AIM[language] not in one_line(make(s, reader, language))


@BOTH
@EACH
def test_m15_who_has_no_item_to_reveal_is_told_of_none(make: Any, language: str) -> None:
    """What is said of items is for those who have some that are worth REPUTATION."""
    told = one_line(make(house(("red", 5, "tyr"), done=FATE), "red", language))
    assert AIM[language] in told
    assert {"en": "once revealed", "de": "sobald sie enthüllt"}[language] not in told


@BOTH
@EACH
def test_m15_the_first_line_of_the_table_tells_the_readers_reputation(make: Any, language: str) -> None:
    """What one has is told to players, each its own, so that what a deed brought is seen; to nobody else."""
    s = carrying(replace(first(game_turn=3)), "thor", "hrotti", runes=("rune.ale-rune.1",))
    s = s.figure("thor", tracked=True, gained=2)
    worth = 18 + 2 + s.cards.items["hrotti"].reputation + 1
    word = {"en": "Your REPUTATION: ", "de": "Dein RUHM: "}[language]
    parts = {"en": f"(Thor {worth - 1}, a rune)", "de": f"(Thor {worth - 1}, eine Rune)"}[language]
    assert f"{word}{worth} {parts}." in one_line(make(s, "red", language))
    for reader in (None, MASTER):
        assert word not in one_line(make(s, reader, language))
    assert word not in one_line(make(replace(s, stage="over"), "red", language))


@BOTH
@EACH
def test_m15_whose_reputation_counts_is_told_where_that_of_followers_does_not(
    make: Any, language: str
) -> None:
    """A follower that gained REPUTATION in a fight raised no number of the letter, and no word said why."""
    s = joined_later(house(("red", 5, "thor"), ("blue", 4, "loki"), game_turn=3), 1, "nidhogg")
    s = s.figure("thor", tracked=True).figure("nidhogg", gained=7)
    alone = {"en": "(that of Thor alone counts).", "de": "(nur der von Thor zählt)."}[language]
    assert alone in one_line(make(s, "red", language))
    both = {"en": "(Thor 18, Nidhogg 21).", "de": "(Thor 18, Nidhogg 21)."}[language]
    assert both in one_line(make(s.figure("nidhogg", tracked=True), "red", language))
    assert alone not in one_line(make(house(("red", 5, "thor"), game_turn=3), "red", language))


@BOTH
def test_1_0d_who_has_begun_is_not_told_how_to_ask_for_characters(make: Any) -> None:
    """While another chooses, a seat with a group on the map needs no advice on whom to choose."""
    s = replace(first(), stage="choosing", turn=0, game_turn=0)
    told = one_line(make(s, "red"))
    assert "The starting characters are being chosen." in told
    assert "who is good: card good" not in told
    assert "who is good: card good" in one_line(make(s, None))


@BOTH
@EACH
def test_2_1d2_where_a_group_stands_is_told_in_words_that_matter_to_it(make: Any, language: str) -> None:
    """Midgard matters to Humans alone, whom a way warns of, and the horizon to lunatics alone."""
    outside, below = {
        "en": ("outside Midgard", "below the horizon"),
        "de": ("außerhalb", "unter dem Horizont"),
    }[language]
    s = house(("red", 42, "thor"), done=FATE, game_turn=2)
    assert s.board.places[42].below
    told = one_line(make(s, "red", language))
    assert outside not in told
    assert below not in told
    told = one_line(make(s.figure("thor", insanity="lunacy"), "red", language))
    assert below in told


IDLE, PRAISE, FEAST = "fate.strange-guest", "fate.praise", "fate.feast"
PAIRS = [
    ((f"{IDLE}.1", f"{IDLE}.2"), True, True),
    ((f"{IDLE}.1", "prediction.death-of-baldr.1"), True, False),
    ((f"{PRAISE}.1", f"{PRAISE}.2"), True, True),
    ((f"{PRAISE}.1", f"{FEAST}.1"), False, False),
    ((f"{IDLE}.1", f"{FEAST}.1"), False, False),
]
"""Two cards in hand; whether it does not matter which is kept, with the supplement and with a master."""


def holding(hand: tuple[str, ...], **changes: Any) -> State:
    """Red, on turn, holds these cards, and Blue two others."""
    return first(hands={"red": hand, "blue": (f"{IDLE}.3",)}, game_turn=2, **changes)


@pytest.mark.parametrize(("hand", "alike", "alike_with_a_master"), PAIRS)
def test_4_1c_no_tap_is_spent_on_a_choice_between_cards_of_which_nothing_comes(
    hand: tuple[str, ...], alike: bool, alike_with_a_master: bool
) -> None:
    """Where it does not matter which card goes, each link that keeps one carries the turn on."""
    for supplement, same in (("house", alike), ("none", alike_with_a_master)):
        s = holding(hand, supplement=supplement)
        found = [one for one in turns(s) if one.startswith("keep")]
        assert found
        alone = [one for one in found if "," not in one]
        assert (not alone) == same
        assert any(re.fullmatch(r"keep [\w-]+, move thor \d+", one) for one in found) == same
        assert any(one.endswith("halt") and "move" not in one for one in found) == same
        assert ("has to go, no matter which" in one_line(text(s, "red"))) == same
        assert ("muss weg, gleich welche" in one_line(page(s, "red", "de"))) == same


def test_4_1c_others_are_not_told_whether_two_cards_are_worth_anything() -> None:
    """That one of two has to go all know; what they are the holder alone."""
    for hand, *_ in PAIRS:
        for reader in ("blue", None):
            assert "one of two cards has to go. " in one_line(text(holding(hand), reader))


@pytest.mark.parametrize(
    ("language", "house_says"), [("en", "somebody comes sooner there"), ("de", "dort kommt eher jemand")]
)
def test_s16_what_a_search_is_good_for_stands_beside_it(language: str, house_says: str) -> None:
    """With the supplement; with a master it is the master who says what is found."""
    game = find("hammer_of_thor")
    for supplement, there in (("house", True), ("none", False)):
        s = first(done=BEFORE, supplement=supplement)
        v, content = view(s, "red"), game.options({"supplement": supplement})
        told = one_line(moves_text(reader_of(game, content, v, language), turn_rules.choices(v)))
        assert {"en": "Search a place", "de": "Durchsuche einen Ort"}[language] in told
        assert (house_says in told) == there
        assert "+3" in told


def test_m25_nothing_is_offered_beforehand_until_the_first_player_turn() -> None:
    """A letter that asks for a character speaks of no Encounter cards; `moves` lists what the rules allow."""
    opened = Table.open(
        "hammer_of_thor", seed="07", options={"supplement": "house", "players": "red:a,blue:b"}
    )
    choices = opened.choices("red")
    assert choices.family("when card")
    assert {"when", "when card", "when nothing"} <= telling.LATER
    asked: dict[str, Any] = {"number": "h1.red.1", "always": True}
    made = Letter(game=opened.game, content=opened.content, view=opened.view("red"), choices=choices, **asked)
    told = bodies(made).text
    assert "Encounter card" not in told
    assert "beforehand" not in told


@pytest.mark.parametrize(
    ("language", "taken", "played"),
    [
        (
            "en",
            ("take ITEM for WHO", "ITEM: bronze-sword / bronze-axe", "WHO: thor / sif"),
            ("play CARD on WHO", "CARD: feast / praise", "WHO: thor / sif / loki"),
        ),
        (
            "de",
            ("nimm DING für WEN", "DING: Bronzeschwert / Bronzeaxt", "WEN: thor / sif"),
            ("spiele KARTE auf WEN", "KARTE: Festmahl / Loblied", "WEN: thor / sif / loki"),
        ),
    ],
)
def test_2_2a6_orders_of_two_parts_name_them(
    language: str, taken: tuple[str, ...], played: tuple[str, ...]
) -> None:
    """What stands between the parts belongs to the line, not to each of the words below it."""
    game, hands = find("hammer_of_thor"), {"red": ("fate.feast.1", "fate.praise.1")}
    s = house(("red", 5, "thor sif"), ("blue", 25, "loki"), done=Done(phase="encounter"), hands=hands)
    v, content = view(s, "red"), game.options({"supplement": "house"})
    rows = [
        one.strip()
        for one in moves_text(reader_of(game, content, v, language), turn_rules.choices(v)).splitlines()
    ]
    for line, first_of, second in (taken, played):
        at = rows.index(line)
        assert rows[at + 1].startswith(first_of)
        assert second in rows[at + 2 : at + 5]


@pytest.mark.parametrize(
    ("name", "kind", "marked"),
    [
        ("odin", "good Aesir", "Fights at RAGNAROK (R)."),
        ("modi", "good Aesir", "An Offspring, born later (+)."),
    ],
)
def test_2_1a_marks_of_a_card_are_told_in_words_alone(name: str, kind: str, marked: str) -> None:
    """The handbook's list has marks, of which its head says what they mean; an answer has the words."""
    _, told = answered(f"card {name}")
    assert f": {kind}, male" in told
    assert marked in told


def test_s15_what_is_so_of_all_characters_is_told_once_in_a_letter() -> None:
    """With the supplement abilities are names alone; asked for again in a later letter it is told."""
    idle = "are names alone"
    verdicts, told = answered(["card odin", "card freyr", "card thor"])
    told = told.replace("| ", "")
    assert verdicts == ("answered",) * 3
    assert told.count(idle) == 1
    assert told.index(idle) < told.index("Freyr:")
    assert answered("card freyr")[1].count(idle) == 1


@pytest.mark.parametrize(
    ("asked", "head", "line"),
    [
        (
            "card jotunheim",
            "Jotunheim: 25 places, each with where its lines go.",
            r"\d\d [^:;]+, to \d+[\d, ()A-Za-z]*; encounter \d of 10, Jotun\.",
        ),
        (
            "card vanaheim",
            "Vanaheim: 6 places, each with where its lines go.",
            r"\d\d [^:;]+, to \d+[\d, ()A-Za-z]*; encounter \d of 10, Vanir\.",
        ),
    ],
)
def test_4_2a_the_places_of_a_realm_stand_a_line_each(asked: str, head: str, line: str) -> None:
    """A paragraph of thirty places cannot be read on a phone."""
    played = Table.open("hammer_of_thor", seed="07", options=HOUSE).play("red", asked)
    rows = [one.removeprefix("| ") for one in played.receipt.splitlines()]
    assert head in rows
    found = [one for one in rows if re.match(r"\d\d [A-Z]", one)]
    assert len(found) == int(head.split()[1])
    assert any(re.fullmatch(line, one) for one in found)


@pytest.mark.parametrize("name", ["thrym", "odin", "surt", "andvari"])
def test_1_0e_each_place_to_start_at_has_its_tap(name: str) -> None:
    """A giant may start at nineteen; twelve of them had to be written by hand, its own house among them."""
    table = Table.open("hammer_of_thor", seed="07", options=HOUSE)
    seat = table.owed()[0].seat
    assert table.play(seat, f"choose {name}").verdicts == ("played",)
    view, choices = table.view(seat), table.choices(seat)
    given: dict[str, Any] = {
        "number": "g1.red.2",
        "told": (),
        "choices": choices,
        "address": "r@games.example",
    }
    made = bodies(Letter(game=table.game, content=table.content, view=view, **given))
    tapped = set(re.findall(r"body=%400\.\d%20start%20(\d+)", made.text))
    assert tapped == {one.written.split()[1] for one in choices if one.written.startswith("start ")}
    assert tapped
