"""Orders in the words of a language: what a reader is shown is, written in a letter, the same move again."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields
from support.rings import inner_only
from support.thor_orders import KINDS as THOR_KINDS
from test_notation_thunder import MOVES as THUNDER
from test_thor_notation import orders as thor_orders

from referee.engine.choices import Move
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.games.hammer_of_thor import effects as e
from referee.games.odins_table import moves as m
from referee.games.odins_table.board import COLUMNS, RANKS
from referee.games.odins_table.cards import NAMES
from referee.house.games import BUILT_IN, find
from referee.notation.reader import Misread, Order, Reader
from referee.notation.readings import Table, reading_of
from referee.telling.spoken import speaking, spoken, word_of
from referee.testing.random_games import random_world
from referee.util import data
from referee.util.errors import Faulty
from referee.util.translations import ENGLISH, languages
from referee.util.values import replace

GAMES = tuple(sorted(BUILT_IN))
OTHERS = tuple(code for code in languages() if code != ENGLISH)
"""The languages that come with the referee, without the one of canonical notation."""
OPTIONS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "thunder": ({}, {"discards": "ask", "flank": "across"}),
    "odins_table": ({}, {}),
    "hammer_of_thor": ({}, {"supplement": "house"}),
}
INFLECTED = re.compile(r"\b(?:eigene|erbeutete)[mnrs]?\b")
INFLECTED_CARD = re.compile(
    r"\b(?:[dsk]?eine?[mnrs]?|de[rmns]|die|das|zum|zur|vom|(?:eigen|erbeutet|feindlich|gegnerisch|jed|dies)e[mnrs]?)"
    r" \{\{ ?card\b[^}]*\}\}"
)
LINES = 120
"""How many lines of a random game are played: its middle has all that orders can say."""

squares = st.builds(str.__add__, st.sampled_from(COLUMNS), st.sampled_from(RANKS))
columns = st.sampled_from(COLUMNS)
ODIN: dict[type[Any], st.SearchStrategy[Any]] = {
    m.Place: st.builds(m.Place, st.lists(st.sampled_from(NAMES), min_size=1, max_size=8).map(tuple)),
    m.Step: st.builds(m.Step, squares, squares),
    m.Attack: st.builds(m.Attack, squares, squares),
    m.Return: st.builds(m.Return, squares),
    m.Pass: st.just(m.Pass()),
    m.Scout: st.builds(m.Scout, columns),
    m.StandingScout: st.builds(m.StandingScout, st.lists(columns, max_size=7).map(tuple)),
    **{kind: THUNDER[kind] for kind in (Resign, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)},
}


def in_capitals(move: Any) -> Any:
    """The same order with its free text in capitals: a line in capitals is the same order then."""
    if isinstance(move, e.Ruling):
        return e.Ruling(tuple(map(in_capitals, move.effects)))
    return replace(move, text=move.text.upper()) if hasattr(move, "text") else move


def fits(move: Move) -> bool:
    """Whether an order is short enough to be read, after `try` too; a list of effects can be too long."""
    read = reader("hammer_of_thor", ENGLISH).read(f"try {move.written}")
    return not isinstance(read, Misread)


HAMMER: dict[type[Any], st.SearchStrategy[Any]] = {
    **{kind: thor_orders(kind).map(in_capitals).filter(fits) for kind in THOR_KINDS},
    **{kind: THUNDER[kind] for kind in (Resign, OfferDraw, AcceptDraw, DeclineDraw)},
}
MOVES: Mapping[str, Mapping[type[Any], st.SearchStrategy[Any]]] = {
    "thunder": THUNDER,
    "odins_table": ODIN,
    "hammer_of_thor": HAMMER,
}


@cache
def reader(game: str, language: str) -> Reader:
    """The reader of letters in a language for a game with the default options."""
    return Reader(find(game), find(game).options({}), (language,))


@cache
def content_of(game: str) -> Mapping[str, Any]:
    """The default options of a game in full."""
    return find(game).options({})


def said(game: str, move: Move, language: str) -> str:
    """A move as a reader of that language is shown it."""
    return spoken(find(game), content_of(game), language, move.written)


def check(game: str, moves: Iterable[Move], language: str) -> None:
    """Each of these moves is read back from what is shown; in capitals, and after `try`, too."""
    own, English = reader(game, language), reader(game, ENGLISH)  # noqa: N806  a language has a capital
    tried = word_of(find(game), content_of(game), language, "try")
    for move in moves:
        line, written = said(game, move, language), move.written
        meant = English.read(written)
        assert isinstance(meant, Order), written
        assert own.read(line) == own.read(line.upper()) == meant, (written, line)
        assert own.read(f"{tried} {line}") == Table("try", meant.move.written, meant.move), line


def test_every_class_of_move_is_tried() -> None:
    """The tables of moves above are those of the games."""
    assert {name: set(MOVES[name]) for name in GAMES} == {name: set(find(name).MOVES) for name in GAMES}


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in range(2)])
def test_the_moves_of_random_games_are_read_back(game: str, seed: int, language: str) -> None:
    """Every move that is made in a random game, and one of each family possible there, is the same move again."""
    played, rng = find(game), Random(seed)
    world = random_world(played, played.options(OPTIONS[game][seed]), seed, at_most=LINES)
    moves: dict[Move, None] = {step.move: None for step in world.steps if step.move}
    for state in world.states[1::4]:
        for seat in played.seats:
            families = played.choices(played.view(state, seat)).families
            moves.update(dict.fromkeys(family.draw(rng) for family in families))
    assert len({type(move) for move in moves}) > (10 if game == "thunder" else 6)
    check(game, moves, language)


@pytest.mark.share(4)
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("game", "kind"),
    inner_only(
        [(game, kind) for game in GAMES for kind in MOVES[game]], lambda one: one[0] != "hammer_of_thor"
    ),
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_every_move_that_can_be_written_is_read_back(game: str, kind: type[Any], language: str) -> None:
    """What is shown for any move, possible or not, is read as that move again."""

    @settings(max_examples=25 if fields(kind) else 1, deadline=None)
    @given(MOVES[game][kind])
    def holds(move: Move) -> None:
        check(game, [move], language)

    holds()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_english_is_left(game: str, language: str) -> None:
    """No word of a shown order is the English one, unless the language writes it alike."""
    own = reader(game, language).vocabulary
    alike = {"odin"} | {kind for kind, form in own.printed.items() if form.lower() == kind}
    lines = {"thunder": "use hel captured viking-warriors", "odins_table": "standing scout never"}
    lines["hammer_of_thor"] = "when encounter red card evade"
    line = spoken(find(game), content_of(game), language, lines[game])
    words = set(lines[game].split(" ")) - alike - {"hel"}
    assert not words & set(line.lower().split(" ")), line


def test_words_of_the_writer_are_left_as_they_are() -> None:
    """After `accept` (H4) stand words of its writer: the verb alone is said in the reader's language."""
    game = find("thunder")
    for line, told in (
        ("accept ein Wolf heult", "annehmen ein Wolf heult"),
        ("accept draw a card", "annehmen draw a card"),
    ):
        assert spoken(game, content_of("thunder"), "de", line) == told


@pytest.mark.parametrize("form", ["lay {} B2", "use hel {}", "challenge A order thor, {}"])
@pytest.mark.parametrize(("word", "told"), [("own", "(eigen)"), ("captured", "(erbeutet)")])
def test_a_german_word_beside_a_card_needs_no_ending(form: str, word: str, told: str) -> None:
    """For each card, of whichever gender: the word stands after it in brackets, and reads back as the same order."""
    game, content, asked = find("thunder"), content_of("thunder"), 0
    reader = Reader(game, content, ["de"])
    for name in {name for name, _ in reading_of(game).card_names(content)}:
        written = form.format(f"{word} {name}")
        if not isinstance(canonical := Reader(game, content).read_letter(written)[0].reading, Order):
            continue  # a card that is never captured, or taken by nobody
        shown = spoken(game, content, "de", canonical.move.written)
        assert told in shown
        assert not INFLECTED.search(shown)
        [line] = reader.read_letter(shown)
        assert isinstance(line.reading, Order)
        assert line.reading.move == canonical.move
        asked += 1
    assert asked > 20


@pytest.mark.parametrize("folder", ["thunder", "odins_table", "."])
def test_no_german_sentence_has_an_ending_before_the_name_of_a_card(folder: str) -> None:
    """`der {{ card }}` would be wrong for all names of another gender: thunder, Odin's Table, and the house."""
    source = data.text("templates", f"{folder}/messages.de.po")
    texts = ["".join(re.findall('"(.*)"', one)) for one in re.findall(r'msgstr ((?:"[^\n]*"\n)+)', source)]
    assert len(texts) > 100
    assert [found[0] for one in texts for found in INFLECTED_CARD.finditer(one)] == []


def test_known_orders_in_german() -> None:
    """Verbs, cards, words that belong to a card, lists, places and positions, as a German is shown them."""
    orders = {
        "thunder": {
            "deploy ravens, female-archer, viking-warriors": "aufstellen Raben, Bogenschützin, Wikingerkrieger",
            "lay own nightmare B2": "lege Nachtmahr (eigen) B2",
            "use odins-ring": "nutze Odins-Ring",
            "challenge A order nightmare, captured ravens": "fordere A reihenfolge Nachtmahr, Raben (erbeutet)",
            "use ravens hand to C": "nutze Raben hand nach C",
            "use longships none": "nutze Langschiffe keine",
            "standing lay A, C": "dauerauftrag lege A, C",
            "order default": "reihenfolge standard",
            "accept draw": "annehmen remis",
            "resign g1": "aufgeben g1",
        },
        "odins_table": {
            "place 9 4 0 7 1 3": "lege 9 4 0 7 1 3",
            "b1-b2": "b1-b2",
            "b2xc3": "b2xc3",
            "return a1": "bringe zurück a1",
            "scout d": "kundschafte aus d",
            "standing scout d, a": "dauerauftrag auskundschaften d, a",
            "standing scout never": "dauerauftrag auskundschaften nie",
            "try b2xc3": "probiere b2xc3",
        },
    }
    for game, known in orders.items():
        shown = {line: spoken(find(game), content_of(game), "de", line) for line in known}
        assert shown == known
        for line, german in known.items():
            assert reader(game, "de").read(german) == reader(game, ENGLISH).read(line)


@pytest.mark.parametrize("language", OTHERS)
def test_the_name_of_a_game_stays_as_it_is(language: str) -> None:
    """A game may be named like a card; giving it up names that game in every language."""
    for name in ("ravens", "nightmare", "odins-ring"):
        check("thunder", [Resign(name)], language)


def test_an_order_behind_a_guard_is_said_too() -> None:
    """A line that a misreading suggests bears the guard it was written with."""
    for line, german in (("@7.2 draw", "@7.2 ziehe"), ("@now lay ravens B", "@jetzt lege Raben B")):
        assert spoken(find("thunder"), content_of("thunder"), "de", line) == german
        assert reader("thunder", "de").read(german) == reader("thunder", ENGLISH).read(line)


def own_deck(game: str, row: Mapping[str, Any], **changed: Any) -> Mapping[str, Any]:
    """Options with a deck in which this row has these other values."""
    content = deepcopy(dict(content_of(game)))
    rows = (
        content["deck"]
        if game == "odins_table"
        else [one for deck in content["deck"].values() for one in deck]
    )
    found = [one for one in rows if row.items() <= one.items()]
    for one in found:
        one.update(changed)
    assert found
    return content


@pytest.mark.parametrize("language", OTHERS)
def test_a_card_without_words_stays_as_it_is(language: str) -> None:
    """A card of a player's own deck that the files of words do not know is shown by its name, and read by that."""
    game = find("thunder")
    content = own_deck("thunder", {"card": "hirdman"}, card="mud-troll", title="Mud Troll")
    order = spoken(game, content, language, "lay captured mud-troll B2")
    assert order.endswith(" mud-troll (erbeutet) B2")
    assert order != "lay captured mud-troll B2"
    own = Reader(game, content, (language,))
    assert own.read(order) == own.read("lay captured Mud Troll B2") == own.read("lay captured mud-troll B2")
    assert isinstance(own.read(order), Order)
    assert isinstance(reader("thunder", language).read(order), Misread)


@pytest.mark.parametrize("language", OTHERS)
def test_an_own_title_is_read_in_every_language(language: str) -> None:
    """A player's own name for a card in a deck is a word for it, besides those of the language."""
    game = find("odins_table")
    content = own_deck("odins_table", {"card": "odin"}, title="Allfather")
    line = spoken(game, content, language, "place 9 4 0 7 1 3")
    own = Reader(game, content, (language,))
    assert (
        own.read(line.replace("9", "Allfather"))
        == own.read(line)
        == Order(m.Place(("odin", "hel", "hugin-munin", "thor", "loki", "freyja")))
    )


def test_english_is_canonical_notation() -> None:
    """In English nothing is changed, and nothing needs to be made ready."""
    assert spoken(find("thunder"), {}, ENGLISH, "lay ravens B2") == "lay ravens B2"
    assert word_of(find("thunder"), {}, ENGLISH, "own") == "own"


def test_a_language_without_words_is_told() -> None:
    """There is no speaking a language that has no file of words."""
    with pytest.raises(Faulty, match="unknown-language"):
        speaking(find("thunder"), content_of("thunder"), "zz")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_order_is_left_as_it_is(game: str, language: str) -> None:
    """Signs, numbers and words that mean nothing pass through; an empty order stays empty."""
    for text in ("", "...", "7.2", "qwrtz"):
        assert spoken(find(game), content_of(game), language, text) == text
