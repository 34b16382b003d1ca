"""Deck files: what the referee deals, and that every mistake in a file of one's own is told with its place."""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from referee.games.thunder import GAME
from referee.games.thunder.cards import LEADERS, SPEARS, TREASURES
from referee.games.thunder.decklist import DECK_LIST, ROW, TAKEN
from referee.games.thunder.options import Options
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of, read_text

FIELDS = tuple(ROW)
SECOND_VALUES = Options.second_values()
OWN = files("referee.games.thunder").joinpath("decks.yaml").read_text("utf-8")
THOR, LOKI = OWN.index("\nthor:") + 1, OWN.index("\nloki:") + 1


def schema_of(kind: str) -> Mapping[str, Any]:
    """The schema of the deck file or of the options."""
    made = GAME.schema(kind)
    assert made
    return made


def row(seat: str, card: str) -> str:
    """The row of a card in the referee's own file, as it stands there."""
    part = OWN[THOR:LOKI] if seat == "thor" else OWN[LOKI:]
    found = re.search(rf"^- card: {card}\n(?:  .*\n)+", part, re.MULTILINE)
    assert found
    return found[0]


def changed(seat: str, card: str, old: str, new: str) -> str:
    """The referee's own file with one row changed."""
    before = row(seat, card)
    assert old in before
    return exchanged(seat, before, before.replace(old, new, 1))


def exchanged(seat: str, before: str, after: str) -> str:
    """The referee's own file with a text in one deck exchanged for another."""
    at = OWN.index(before, THOR if seat == "thor" else LOKI)
    return OWN[:at] + after + OWN[at + len(before) :]


def told(text: str) -> list[str]:
    """All that is wrong with a deck file: for each mistake its key and the text that begins at its place."""
    with pytest.raises(Faulty) as caught:
        DECK_LIST.checked(read_text(text, "deck.yaml"))
    return [f"{one.why.key} {at(text, one.where)}".rstrip() for one in faults_of(caught.value)]


def at(text: str, where: str) -> str:
    """The rest of the line at a place."""
    name, line, column = where.split(":")
    assert name == "deck.yaml"
    return text.splitlines()[int(line) - 1][int(column) - 1 :]


def params(text: str) -> Mapping[str, Any]:
    """The values of the one mistake in a deck file."""
    with pytest.raises(Faulty) as caught:
        DECK_LIST.checked(read_text(text, "deck.yaml"))
    (one,) = faults_of(caught.value)
    return one.why.params


# The referee's own decks


def test_own_decks_are_the_printed_and_reconstructed_ones() -> None:
    """Fifty cards each, one leader and one treasure, one spear each, and the strengths of the rules' table."""
    decks = DECK_LIST.own()
    assert list(decks) == ["thor", "loki"]
    for seat, leader, treasure, spear, giant in (
        ("thor", "thor", "odins-ring", "mjolnir", "tyr"),
        ("loki", "loki", "odins-crown", "gungnir", "angrboda"),
    ):
        copies = Counter({one["card"]: one["copies"] for one in decks[seat]})
        strengths = {one["card"]: one["strength"] for one in decks[seat]}
        assert copies.total() == 50
        assert {name for name in copies if name in LEADERS | TREASURES | SPEARS} == {leader, treasure, spear}
        assert (copies[leader], copies[treasure], copies[spear], copies["ravens"]) == (1, 1, 1, 9)
        assert (strengths[giant], strengths[treasure], strengths[leader]) == (7, 0, None)
        by_strength = Counter[int | None]()
        for one in decks[seat]:
            by_strength[one["strength"]] += one["copies"]
        assert by_strength == {None: 13, 0: 8, 1: 9, 2: 5, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1}


def test_own_decks_are_as_the_game_keeps_them() -> None:
    """The content goes into `Decks` and comes out the same, fields in one order."""
    content = GAME.options({})
    assert content["deck"] == DECK_LIST.own()
    for seat, kinds in GAME.blank("g1", content).decks.rows.items():
        assert [tuple(asdict(kind).values()) for kind in kinds] == [
            tuple(one.values()) for one in DECK_LIST.own()[seat]
        ]
    assert all(tuple(one) == FIELDS for rows in DECK_LIST.own().values() for one in rows)


def test_own_decks_cannot_be_spoilt() -> None:
    """Each caller gets a copy of its own."""
    DECK_LIST.own()["thor"][0]["strength"] = 7
    assert DECK_LIST.own()["thor"][0]["strength"] is None


def test_a_file_of_ones_own_is_played_with(tmp_path: Path) -> None:
    """The option `deck=FILE` brings the content of the file into the options, and no path."""
    path = tmp_path / "mine.yaml"
    path.write_text(changed("thor", "tyr", 'title: "Tyr"', 'title: "Týr"'), "utf-8")
    options = GAME.options({"deck": str(path)})
    assert [one["title"] for one in options["deck"]["thor"] if one["card"] == "tyr"] == ["Týr"]
    assert str(path) not in json.dumps(options)


def test_mistakes_in_a_file_of_ones_own_are_told_with_its_name(tmp_path: Path) -> None:
    """Through the option too, the place names file, line and column; a file that is not there is told."""
    path = tmp_path / "mine.yaml"
    path.write_text("thor: []\nloki: 3\n", "utf-8")
    with pytest.raises(Faulty) as caught:
        GAME.options({"deck": str(path)})
    assert faults_of(caught.value)[-1].where == f"{path}:2:7"
    with pytest.raises(Faulty) as caught:
        GAME.options({"deck": str(tmp_path / "none.yaml")})
    assert caught.value.why.key == "file-missing"


def test_order_of_keys_and_rows_is_free() -> None:
    """Keys in another order give the same rows, with the fields in the usual order."""
    lines = row("thor", "tyr").splitlines()
    turned = "- " + "\n".join([lines[-1].strip(), *lines[1:-1], "  card: tyr"]) + "\n"
    read = DECK_LIST.checked(read_text(exchanged("thor", row("thor", "tyr"), turned), "f"))
    assert read == DECK_LIST.own()
    assert all(tuple(one) == FIELDS for one in read["thor"])


# Shapes


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["not-a-map"]),
        ("[]", ["not-a-map []"]),
        ("thor: 1\nloki: {a: 1}", ["not-a-list 1", "not-a-list {a: 1}"]),
        (OWN[:LOKI], ["missing-key thor:"]),
        (OWN + "odin: []\n", ["unknown-key odin: []"]),
        (OWN + "- ravens\n", ["not-a-map ravens"]),
        (OWN + "-\n", ["not-a-map"]),
    ],
)
def test_a_file_of_another_shape(text: str, found: list[str]) -> None:
    """No map of two lists of rows: told where it is."""
    if text:
        assert told(text) == found
    else:
        with pytest.raises(Faulty) as caught:
            DECK_LIST.checked(read_text(text, "f"))
        assert (caught.value.why.key, caught.value.where) == ("not-a-map", "f:1:1")


def test_an_empty_deck_lacks_its_cards() -> None:
    """Its size and both missing cards are told at the name of the deck."""
    text = exchanged("thor", OWN[THOR:LOKI], "thor: []\n")
    assert told(text) == [
        "deck-size thor: []",
        "deck-lacks thor: []",
        "deck-lacks thor: []",
        "deck-nowhere thor: []",
    ]


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_must_be_there(field: str) -> None:
    """A row that lacks a field is told at the row, by the name of the field."""
    text = re.sub(
        rf"^(- |  ){field}: .*\n",
        lambda found: "- " if found[1] == "- " else "",
        row("thor", "frigg"),
        flags=re.MULTILINE,
    )
    text = exchanged("thor", row("thor", "frigg"), text.replace("-   ", "- "))
    with pytest.raises(Faulty) as caught:
        DECK_LIST.checked(read_text(text, "deck.yaml"))
    (one,) = faults_of(caught.value)
    assert (one.why.key, one.why.params) == ("missing-key", {"name": field})
    assert at(text, one.where).startswith("title" if field == "card" else "card: frigg")


def test_fields_nobody_knows_are_told() -> None:
    """A mistyped field is told at its key, and the right one is missed."""
    assert told(changed("loki", "hel", "copies:", "copis:")) == [
        "missing-key card: hel",
        "unknown-key copis: 1",
    ]


# Values


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [
        ("card", "Frigg", "deck-card-name"),
        ("card", "frigg2", "deck-card-name"),
        ("card", "-frigg", "deck-card-name"),
        ("card", "frïgg", "deck-card-name"),
        ("card", '"frigg\\n"', "deck-card-name"),
        ("card", "''", "deck-card-name"),
        ("card", "7", "not-text"),
        ("card", "[frigg]", "not-text"),
        *[("card", word, "deck-word-taken") for word in TAKEN],
        ("title", "7", "not-text"),
        ("title", "", "not-text"),
        ("title", '""', "deck-text-length"),
        ("title", '"' + 41 * "x" + '"', "deck-text-length"),
        ("title", '"Frigg "', "deck-text"),
        ("title", '"a\\nb"', "deck-text"),
        ("title", '"\\e[1m"', "deck-text"),
        ("short", "Friggggg", "deck-text-length"),
        ("short", "true", "not-text"),
        ("strength", "8", "deck-strength"),
        ("strength", "-1", "deck-strength"),
        ("strength", "2.0", "deck-strength"),
        ("strength", "true", "deck-strength"),
        ("strength", "'2'", "deck-strength"),
        ("strength", "none", "deck-strength"),
        ("symbol", "yes", "not-true-or-false"),
        ("symbol", "1", "not-true-or-false"),
        ("symbol", "", "not-true-or-false"),
        ("copies", "0", "deck-copies"),
        ("copies", "51", "deck-copies"),
        ("copies", "true", "deck-copies"),
        ("copies", "2.0", "deck-copies"),
        ("copies", "", "deck-copies"),
        ("certainty", "guessed", "deck-certainty"),
        ("certainty", "", "deck-certainty"),
        ("certainty", "[printed]", "deck-certainty"),
    ],
)
def test_a_wrong_value_is_told_where_it_stands(field: str, value: str, key: str) -> None:
    """One value of a row is wrong: that and nothing else is told, at the value."""
    before = re.search(rf"{field}: .*", row("thor", "frigg"))
    assert before
    text = changed("thor", "frigg", before[0], f"{field}: {value}")
    assert told(text) == [f"{key} {value}".rstrip()]


@pytest.mark.parametrize(
    ("card", "field", "value"),
    [
        ("frigg", "title", '"Frigg, the wife of Odin, mother of Baldr"'),
        ("frigg", "short", "Friggaa"),
        ("hirdman", "card", "a-man"),
        ("hirdman", "strength", "7"),
        ("hirdman", "strength", "0"),
        ("hirdman", "strength", "null"),
        ("hirdman", "strength", "~"),
        ("hirdman", "certainty", "printed"),
        ("odins-ring", "strength", "null"),
    ],
)
def test_values_at_the_edge_are_right(card: str, field: str, value: str) -> None:
    """Titles of 40, short names of 7, strengths 0, 7 and none, a treasure without strength."""
    before = re.search(rf"{field}: .*", row("thor", card))
    assert before
    DECK_LIST.checked(read_text(changed("thor", card, before[0], f"{field}: {value}"), "f"))


# Decks as a whole


@pytest.mark.parametrize(("copies", "count"), [(8, 49), (10, 51)])
def test_a_deck_has_fifty_cards(copies: int, count: int) -> None:
    """A card more or less is told at the deck's name, with how many there are."""
    text = changed("loki", "ravens", "copies: 9", f"copies: {copies}")
    assert told(text) == ["deck-size loki:"]
    assert params(text) == {"deck": "loki", "count": count, "size": 50}


@pytest.mark.parametrize(
    ("seat", "card"), [("thor", "thor"), ("thor", "odins-ring"), ("loki", "loki"), ("loki", "odins-crown")]
)
def test_leader_and_treasure_are_there_once(seat: str, card: str) -> None:
    """Another name instead: the card is missed at the deck's name. Two copies: told at the number."""
    text = changed(seat, card, f"card: {card}", "card: somebody")
    assert told(text) == [f"deck-lacks {seat}:", "deck-unknown somebody"]
    two = changed(seat, card, "copies: 1", "copies: 2")
    two = two.replace(row(seat, "frigg"), row(seat, "frigg").replace("copies: 2", "copies: 1"))
    assert [one for one in told(two) if "size" not in one] == ["deck-once 2"]


def test_a_card_is_not_missed_while_a_name_is_misspelt() -> None:
    """A leader written with a capital letter is one mistake, not two."""
    assert told(changed("thor", "thor", "card: thor", "card: Thor")) == ["deck-card-name Thor"]


@pytest.mark.parametrize(
    ("seat", "card", "home"),
    [
        ("thor", "loki", "loki"),
        ("thor", "odins-crown", "loki"),
        ("thor", "gungnir", "loki"),
        ("loki", "thor", "thor"),
        ("loki", "odins-ring", "thor"),
        ("loki", "mjolnir", "thor"),
    ],
)
def test_cards_of_the_other_deck_only(seat: str, card: str, home: str) -> None:
    """Leaders, treasures and spears in the wrong deck are told at the name of the card."""
    mine = "tyr" if seat == "thor" else "angrboda"
    text = exchanged(seat, row(seat, mine), row(home, card))
    assert told(text) == ["deck-nowhere thor:", f"deck-elsewhere {card}"]


def test_a_spear_may_be_missing() -> None:
    """Only where a spear lies is fixed."""
    text = changed("thor", "mjolnir", "card: mjolnir", "card: hammer")
    DECK_LIST.checked(
        read_text(text.replace(row_in(text, "hammer"), row_in(text, "hammer").replace("true", "false")), "f")
    )


@pytest.mark.parametrize(
    ("seat", "card"), [("thor", "tyr"), ("loki", "angrboda"), ("thor", "seer"), ("loki", "hel")]
)
def test_a_slip_in_a_name_never_makes_a_card_without_its_power(seat: str, card: str) -> None:
    """A misspelt name that the rules speak of is told, with a symbol or without."""
    (one,) = told(changed(seat, card, f"card: {card}", f"card: {card}x"))
    assert one in {"deck-nowhere thor:", f"deck-unknown {card}x"}


def row_in(text: str, card: str) -> str:
    """The row of a card in a deck file."""
    start = text.index(f"- card: {card}")
    return text[start : text.index("copies", start)]


@pytest.mark.parametrize(
    ("seat", "card", "before", "key"),
    [
        ("thor", "thor", "null", "deck-leader-strength"),
        ("loki", "loki", "null", "deck-leader-strength"),
        ("thor", "odins-ring", "0", "deck-treasure-strength"),
        ("loki", "odins-crown", "0", "deck-treasure-strength"),
    ],
)
def test_leaders_and_treasures_have_no_strength(seat: str, card: str, before: str, key: str) -> None:
    """A leader with a strength, or a treasure that could be captured (17.3), is told at the strength."""
    assert told(changed(seat, card, f"strength: {before}", "strength: 1")) == [f"{key} 1"]
    if card in LEADERS:
        assert told(changed(seat, card, f"strength: {before}", "strength: 0")) == [f"{key} 0"]


def test_a_name_stands_once_in_a_deck() -> None:
    """The second row of a name is told, with the line of the first."""
    text = changed("thor", "huscarl", "card: huscarl", "card: hirdman")
    assert told(text) == ["deck-card-twice hirdman"]
    first = OWN[: OWN.index("card: huscarl")].count("\n") + 1
    assert params(text) == {"card": "hirdman", "first": first}


@pytest.mark.parametrize(
    ("card", "old", "new", "field"),
    [
        ("ravens", "strength: 1", "strength: 2", "strength"),
        ("frigg", "strength: 0", "strength: null", "strength"),
        ("baldr", "strength: null", "strength: 0", "strength"),
        ("ravens", "symbol: true", "symbol: false", "symbol"),
    ],
)
def test_a_name_means_one_thing_in_both_decks(card: str, old: str, new: str, field: str) -> None:
    """Another strength or symbol in the second deck is told there, with the line of the first."""
    for seat in ("thor", "loki"):
        text = changed(seat, card, old, new)
        value = (new if seat == "loki" else old).removeprefix(f"{field}: ")
        assert told(text) == [f"deck-two-meanings {value}"]
        seen = params(text)
        assert (seen["card"], seen["field"]) == (card, field)
        line = text.splitlines()[seen["first"] - 1].strip()
        assert line == (new if seat == "thor" else old)
        assert {"true": True, "false": False, "null": None}.get(value, value) in (
            seen["value"],
            str(seen["value"]),
        )


def test_the_same_name_may_have_other_copies_and_titles() -> None:
    """Number, title and certainty are free in each deck."""
    text = changed("loki", "ravens", 'title: "Ravens"', 'title: "Crows"')
    DECK_LIST.checked(read_text(text.replace("certainty: reconstructed", "certainty: printed", 3), "f"))
    fewer = changed("loki", "ravens", "copies: 9", "copies: 8")
    at = fewer.index(row("loki", "nightmare"), LOKI)
    more = fewer[:at] + fewer[at:].replace("copies: 1", "copies: 2", 1)
    assert DECK_LIST.checked(read_text(more, "f"))["loki"][8]["copies"] == 8


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    """Mistakes of every sort, each at its place; a row that is wrong in one field is checked in the others."""
    text = changed("thor", "thor", "symbol: true", "symbol: on")
    text = text.replace('short: "Einherj"', 'short: "Einherjar"').replace("copies: 9", "copies: 90", 1)
    text = text.replace("- card: gungnir", "- card: mjolnir").replace("strength: 6", "strength: 60")
    assert told(text) == [
        "not-true-or-false on",
        'deck-text-length "Einherjar"',
        "deck-strength 60",
        "deck-copies 90",
        "deck-strength 60",
        "deck-elsewhere mjolnir",
    ]


def test_mistakes_of_yaml_come_before_those_of_the_deck() -> None:
    """A key given twice in a row is told as such, by the reader of the file."""
    text = changed("thor", "tyr", "symbol: false", "strength: 6\n  symbol: false")
    assert told(text) == ["yaml-duplicate-key strength: 6"]


# The schemas, held against the checks


def fits(value: Any, schema: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Whether a value fits a schema: as much of draft 7 as our schemas use."""
    if "$ref" in schema:
        return fits(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole)
    assert set(schema) <= {*RULES, "$schema", "$defs", "title", "description", "default"}
    return all(RULES[key](value, rule, whole, schema) for key, rule in schema.items() if key in RULES)


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "null": lambda value: value is None,
}
Rule = Callable[[Any, Any, Any, Any], bool]
RULES: Mapping[str, Rule] = {
    "type": lambda v, r, _, __: any(TYPES[one](v) for one in ([r] if isinstance(r, str) else r)),
    "enum": lambda v, r, _, __: any(v == one and type(v) is type(one) for one in r),
    "not": lambda v, r, w, _: not fits(v, r, w),
    "pattern": lambda v, r, _, __: not isinstance(v, str) or bool(re.search(r.replace("$", r"\Z"), v)),
    "maxLength": lambda v, r, _, __: not isinstance(v, str) or len(v) <= r,
    "minimum": lambda v, r, _, __: type(v) is not int or v >= r,
    "maximum": lambda v, r, _, __: type(v) is not int or v <= r,
    "required": lambda v, r, _, __: not isinstance(v, dict) or all(one in v for one in r),
    "items": lambda v, r, w, _: not isinstance(v, list) or all(fits(one, r, w) for one in v),
    "properties": lambda v, r, w, _: (
        not isinstance(v, dict) or all(fits(v[k], r[k], w) for k in v.keys() & r)
    ),
    "additionalProperties": lambda v, r, _, s: (
        r or not isinstance(v, dict) or v.keys() <= s["properties"].keys()
    ),
}


def spoilt(decks: Any, seat: str, index: int, field: str, value: Any) -> Any:
    """The decks with one value of a row changed."""
    other = copy.deepcopy(decks)
    other[seat][index][field] = value
    return other


def accepted(decks: Any) -> bool:
    """Whether the checks find nothing wrong."""
    try:
        DECK_LIST.checked(read_text(json.dumps(decks), "f"))
    except Faulty:
        return False
    return True


ODD: st.SearchStrategy[Any] = st.sampled_from([None, True, False, -1, 0, 1, 7, 8, 50, 51, 2.5, [], {}, "", " ", "x", "xx y", "x ", "\n", "A", "hel-",
                       "Abcdefgh", "own", "a", "printed", "reconstructed", "x" * 40, "x" * 41])  # fmt: skip


@pytest.mark.slow
@given(st.sampled_from(["thor", "loki"]), st.integers(0, 22), st.sampled_from([*FIELDS, "notes"]), ODD)
def test_what_the_checks_accept_fits_the_schema(seat: str, index: int, field: str, value: Any) -> None:
    """A value of a row changed: if the schema refuses it, so do the checks; the keys too."""
    decks, schema = spoilt(DECK_LIST.own(), seat, index, field, value), schema_of("deck")
    assert fits(decks, schema, schema) or not accepted(decks)
    del decks[seat][index][field]
    assert fits(decks, schema, schema) == (field == "notes") == accepted(decks)


@pytest.mark.slow
@given(st.sampled_from([field for field in FIELDS if field != "card"]), ODD)
def test_what_fits_the_schema_is_accepted_value_by_value(field: str, value: Any) -> None:
    """In a row of which nothing else is asked, schema and checks agree, size of the deck aside."""
    decks, schema = DECK_LIST.own(), schema_of("deck")
    index = next(n for n, one in enumerate(decks["thor"]) if one["card"] == "hirdman")
    decks = spoilt(decks, "thor", index, field, value)
    if field == "symbol" and value is True:
        # A symbol on a name of which the rules know no power: the schema cannot tell.
        assert fits(decks, schema, schema)
        assert not accepted(decks)
    elif field == "copies" and type(value) is int and 1 <= value <= 50:
        assert fits(decks, schema, schema)
    else:
        assert fits(decks, schema, schema) == accepted(decks)


def test_the_schema_takes_the_referees_own_decks() -> None:
    """And nothing without both decks, or with a third."""
    schema = schema_of("deck")
    assert fits(DECK_LIST.own(), schema, schema)
    assert not fits({"thor": []}, schema, schema)
    assert not fits({**DECK_LIST.own(), "odin": []}, schema, schema)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("card", word) for word in (*TAKEN, "", "Thor", "x y", 1)],
        *[("title", word) for word in ("", " x", "x" * 41, None)],
        *[("short", word) for word in ("", "x ", "Abcdefgh", None)],
        *[("strength", number) for number in (-1, 8, "1", 0.5, True)],
        ("symbol", 1),
        *[("copies", number) for number in (0, 51, None)],
        ("certainty", "guessed"),
        ("notes", "x"),
    ],
)
def test_the_schema_refuses_what_the_checks_refuse(field: str, value: Any) -> None:
    """A wrong value, or a field nobody knows, is marked by the editor already."""
    decks, schema = spoilt(DECK_LIST.own(), "thor", 5, field, value), schema_of("deck")
    assert not fits(decks, schema, schema)
    assert not accepted(decks)


@pytest.mark.parametrize("schema", [schema_of("deck"), schema_of("options")])
def test_a_schema_is_plain_data_that_explains_itself(schema: Any) -> None:
    """Draft 7, JSON all through, a description for every value, nothing that older editors do not know."""

    def parts(schema: Any) -> Iterator[Any]:
        yield schema
        for one in (*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()):
            yield from parts(one)

    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert json.loads(json.dumps(schema)) == schema
    assert "prefixItems" not in json.dumps(schema)
    leaves = [one for one in parts(schema) if "$ref" not in one and "properties" not in one]
    assert all(one["description"] for one in leaves)


def test_the_schema_of_the_options_knows_every_ruling() -> None:
    """Each option, its two values, the usual one; options are taken or refused as the game does."""
    schema = schema_of("options")
    assert set(schema["properties"]) == {*SECOND_VALUES, "players", "deck"}
    for key, (_, usual, second) in SECOND_VALUES.items():
        assert schema["properties"][key]["enum"] == [usual, second]
        assert schema["properties"][key]["default"] == usual
    for given_ in (
        {},
        {"flank": "across"},
        {"seer": "must-draw", "players": "anna,bert"},
        {"players": "thor:a,loki:b"},
    ):
        assert fits(given_, schema, schema)
        GAME.options(given_)
    for wrong in ({"flank": "must-draw"}, {"players": "anna"}, {"players": "a,b,c"}, {"odin": "x"}):
        assert not fits(wrong, schema, schema)
        with pytest.raises(Faulty):
            GAME.options(wrong)


def test_the_decks_of_a_record_are_held_to_the_rules_once() -> None:
    """The same content gives the same decks; what differs by one value is looked at for itself."""
    content = GAME.options({})
    again = GAME.options({})
    assert GAME.blank("g1", content).decks is GAME.blank("g2", again).decks
    again["deck"]["thor"][0]["copies"] += 1
    with pytest.raises(Faulty) as fault:
        GAME.fits(again)
    assert {one.why.key for one in faults_of(fault.value)} >= {"deck-size"}
    GAME.fits(content)


def test_only_a_row_that_a_source_prints_whole_is_called_printed() -> None:
    """Not the strength 0 of a treasure, nor that there is one Mjolnir and one Gungnir: no source prints these."""
    deck = GAME.options({})["deck"]
    printed = {row["card"] for rows in deck.values() for row in rows if row["certainty"] == "printed"}
    assert printed == {*LEADERS}
