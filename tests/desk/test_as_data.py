"""A letter as data (`json yes`, H10): by choice, of what its reader sees alone, in the form of its schema."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from awkward.world import Came, World, begin, copy, simple

from referee.api import Table
from referee.cli.show import shown
from referee.desk import keeper
from referee.house.letters import DataChosen
from referee.house.players import Player
from referee.table.audit import audit
from referee.util import data

SCHEMA = json.loads(data.text("templates", "letter.schema.json"))


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress in which Loki has asked for data."""
    world = begin(tmp_path_factory.mktemp("data") / "home")
    world.post(simple(world, "loki", "json yes"))
    return world


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def found(came: Came, seat: str) -> list[dict[str, Any]]:
    """The data that came with the letters to a seat."""
    parts = [part for one in came.to(seat) for part in one.mail.walk()]
    named = [part for part in parts if (part.get_filename() or "").endswith(".data.json")]
    assert all(part.get_content_type() == "application/json" for part in named)
    return [json.loads(bytes(part.get_payload(decode=True))) for part in named]


def test_h10_each_letter_comes_with_what_show_prints_and_what_may_be_ordered(world: World) -> None:
    """H10 In the form of its schema; told is what this letter tells; nothing but the seat's own view."""
    came = world.post(simple(world, "loki", "draw"))
    [made] = found(came, "loki")
    assert found(came, "thor") == []
    jsonschema.Draft7Validator(SCHEMA).validate(made)
    table = Table.load(world.home.record_path("g1"))
    whole = shown(table, "loki")
    assert {key: made[key] for key in whole if key != "told"} == {
        key: whole[key] for key in whole if key != "told"
    }
    assert made["told"] == whole["told"][-len(made["told"]) :]
    assert [one["kind"] for one in made["told"]] == ["Drew"]
    assert made["letter"] == f"g1.loki.{table.index.number('loki')}"
    choices = table.choices("loki")
    assert made["choices"]["count"] == choices.count
    listed = [move for family in made["choices"]["families"] if family["listed"] for move in family["moves"]]
    assert listed == [move.written for move in choices]
    for family in made["choices"]["families"]:
        assert family["moves"]
        assert all(
            table.attempt("loki", move).ruled.verdicts[0].broken is None for move in family["moves"][:3]
        )


def test_h10_words_of_the_other_for_nobody_else_are_not_in_it(world: World) -> None:
    """H10 What lies hidden: see `test_desk_worlds.py`."""
    world.post(simple(world, "thor", "note zwiebelkuchen"))
    [made] = found(world.post(simple(world, "loki", "draw")), "loki")
    assert "zwiebelkuchen" not in json.dumps(made)


def test_h10_it_ends_by_mail_and_with_the_player(world: World) -> None:
    """H10 `json no`; whoever takes the seat has not asked for it."""
    came = world.post(simple(world, "loki", "json no"))
    assert found(came, "loki") == []
    assert "No file for programs goes with your letters any more. [H10]" in " ".join(came.out[0].text.split())
    world.post(simple(world, "loki", "json yes", 1))
    assert found(world.post(simple(world, "loki", "moves")), "loki")
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    world.roster = {**world.roster, "loki": Player("cleo@example.org", "Cleo")}
    assert found(world.post(simple(world, "loki", "moves", 2)), "loki") == []


@pytest.mark.parametrize(
    ("line", "wanted"), [("json yes", True), ("JSON no", False), ("daten ja", True), ("json nein", False)]
)
def test_h10_how_a_player_writes_it(line: str, wanted: bool) -> None:
    """H10 In both languages; nobody else is shown it, and the record is judged the same again."""
    table = Table.open("thunder", seed="07", languages={"loki": "de"})
    table.play("loki", line)
    assert table.entries[-1].events == (DataChosen("loki", wanted),)
    assert table.told("thor", len(table.points) - 1) == ()
    assert audit(table).differences == ()


@pytest.mark.parametrize("line", ["json", "json please"])
def test_h10_anything_else_is_told_how_it_is_written(line: str) -> None:
    """H10 Nothing changes."""
    table = Table.open("thunder", seed="07")
    [verdict] = table.play("thor", line).ruled.verdicts
    assert getattr(verdict.reason, "key", "") == "json-how"
    assert table.entries[-1].events == ()


def test_h10_the_last_letter_has_it_too(world: World) -> None:
    """H10 With the outcome, and nothing that may be ordered."""
    [made] = found(world.post(simple(world, "loki", "resign g1")), "loki")
    assert made["outcome"]["winners"] == ["thor"]
    assert made["choices"] == {"count": 0, "families": []}
    jsonschema.Draft7Validator(SCHEMA).validate(made)
