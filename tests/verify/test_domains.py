"""What names what there cannot be in a record is named by `check` and `verify`, with its entry and field."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, get_origin, get_type_hints

import pytest
from support.command import Command, home, referee
from support.forging import documents, sealed
from support.golden import EXAMPLES, GAMES
from support.suite import announced

from referee.api import Table
from referee.house.chapters import EVENTS
from referee.house.games import find
from referee.record import file
from referee.testing.random_games import play_whole
from referee.verify import export
from referee.verify.check import OWN, USUAL, check, outside

__all__ = ["home", "referee"]
RECORD = (EXAMPLES / "thunder" / "treasure-lost" / "record.yaml").read_bytes()
PATHS = sorted([*EXAMPLES.glob("**/record.yaml"), *(EXAMPLES.parent / "tests" / "frozen").glob("*.yaml")])
ENTRY, SEATS = 5, frozenset(("thor", "loki"))
HASH = "ab" * 32
SOUND: Mapping[str, Mapping[str, Any]] = {
    "LanguageChosen": {"by": "thor", "language": "de"},
    "SeatTaken": {"by": "thor", "name": "Anna"},
    "ZoneChosen": {"by": "thor", "zone": "Europe/Berlin"},
    "LettersChosen": {"by": "thor", "pace": "digest 18:00"},
    "RemindersChosen": {"by": "thor", "before": "2 days, 6 hours"},
    "VacationTaken": {"by": "thor", "days": 7},
    "Restored": {"by": "arbiter", "since": "", "last": 0, "first": 1000},
    "ClockAdjusted": {"of": "loki", "seconds": -3600},
    "Foreseen": {"by": "thor", "name": 1, "condition": "x", "orders": ["draw"], "until": 9},
    "ForeseenPlayed": {"by": "thor", "name": 1, "branch": "then"},
    "VoteOver": {"of": "loki", "reason": "late"},
    "Disputed": {"by": "thor", "position": "1.0", "text": "so"},
    "RulingMade": {"by": "keeper", "effect": "uphold", "reason": "so"},
    "ArbiterShown": {"by": "arbiter", "position": "1.0", "of": ["thor"]},
    "DeckFixed": {"deck": "deck thor", "count": 40, "root": HASH},
    "WordsCounted": {"seats": ["thor"], "without": ["loki"]},
}
"""An event of the house each, as there can be one."""
FORGED: tuple[tuple[str, str, Any], ...] = (
    ("LanguageChosen", "language", "zz"),
    ("LanguageChosen", "by", "nobody"),
    ("SeatTaken", "by", "nobody"),
    ("ZoneChosen", "zone", "Asgard/Bifrost"),
    ("ZoneChosen", "zone", ""),
    ("LettersChosen", "pace", "digest 99:00"),
    ("LettersChosen", "pace", "never"),
    ("RemindersChosen", "before", "tomorrow"),
    ("VacationTaken", "days", 10**12),
    ("VacationTaken", "days", -1),
    ("Restored", "by", "nobody"),
    ("Restored", "first", -1),
    ("ClockAdjusted", "of", "nobody"),
    ("ClockAdjusted", "seconds", 10**15),
    ("Foreseen", "name", -1),
    ("Foreseen", "until", -1),
    ("ForeseenPlayed", "branch", "perhaps"),
    ("VoteOver", "reason", "why not"),
    ("Disputed", "position", "99"),
    ("RulingMade", "by", "odin"),
    ("ArbiterShown", "of", ["thor", "odin"]),
    ("DeckFixed", "count", -1),
    ("DeckFixed", "root", "ab"),
    ("WordsCounted", "seats", ["odin"]),
)
FREE = frozenset(
    tuple(one.split("."))
    for one in [
        "Accepted.words",
        "Said.text",
        "Noted.text",
        "SeatTaken.name",
        "SilenceCalled.reason",
        "Downtime.since",
        "Downtime.until",
        "Disputed.text",
        "Stated.text",
        "Appealed.text",
        "RulingMade.effect",
        "RulingMade.reason",
        "RolledBack.to",
        "Redealt.pile",
        "Redealt.cards",
        "OptionChanged.name",
        "OptionChanged.value",
        "Adjudged.reason",
        "PlayedFor.line",
        "PlayedOn.line",
        "DeckFixed.deck",
        "Abandoned.reason",
        "Restored.since",
        "Remarked.kind",
        "Remarked.text",
        "NamePublished.text",
        "Foreseen.condition",
        "Foreseen.orders",
        "Foreseen.otherwise",
        "Foreseen.said",
        "ForeseenPlayed.said",
    ]
)
"""Words, orders, and what the times of the record (`in_time`) or the fold is held to."""


def with_event(name: str, values: Mapping[str, Any], found: list[bytes]) -> list[bytes]:
    """Documents of a record in which an entry has an event more."""
    line = json.dumps({"event": name, "rule": EVENTS[name].number, **values}).encode()
    new = re.sub(rb"(\nevents:\n(?:  - .*\n)+)", lambda one: one[1] + b"  - " + line + b"\n", found[ENTRY])
    assert new != found[ENTRY]
    return [*found[:ENTRY], new, *found[ENTRY + 1 :]]


def forged(name: str, field: str, value: Any) -> bytes:
    """The record with an event in which one value cannot be, sealed again."""
    return sealed(with_event(name, {**SOUND[name], field: value}, documents(RECORD)))


def told(path: Path, data: bytes) -> tuple[str, Mapping[str, Any]] | None:
    """What `check` finds wrong with a record."""
    path.write_bytes(data)
    fault = check(path).why
    return (fault.why.key, fault.why.params) if fault else None


@pytest.mark.parametrize(("name", "field", "value"), FORGED)
def test_what_cannot_be_is_named(name: str, field: str, value: Any, tmp_path: Path) -> None:
    """By its entry and its place in it; the same event as there can be one is not."""
    key, params = told(tmp_path / "r.yaml", forged(name, field, value)) or ("", {})
    assert (key, params.get("entry")) == ("record-domain", ENTRY)
    assert re.fullmatch(rf"/events/[0-9]+/{field}", params["field"])
    event = {"event": name, "rule": "H1", **SOUND[name]}
    assert list(outside({"kind": "letter", "seat": "thor", "events": [event]}, find("thunder"), SEATS)) == []


@pytest.mark.parametrize(
    ("written", "by", "place"),
    [
        (rb'"number": 1\b', b'"number": -1', "/lines/0/number"),
        (rb'"number": 1\b', b'"number": 0', "/lines/0/number"),
        (rb"(?m)^seat: \w+$", b"seat: nobody", "/seat"),
    ],
)
def test_so_are_the_line_and_the_seat_of_a_letter(
    written: bytes, by: bytes, place: str, tmp_path: Path
) -> None:
    """Lines are numbered from 1."""
    found = documents(RECORD)
    found[ENTRY], count = re.subn(written, by, found[ENTRY], count=1)
    assert count == 1
    assert told(tmp_path / "r.yaml", sealed(found)) == ("record-domain", {"entry": ENTRY, "field": place})


def test_so_is_the_seat_of_an_event_of_a_game_that_it_is_shown_to(tmp_path: Path) -> None:
    """A card that nobody drew."""
    found = documents(RECORD)
    n = next(n for n, one in enumerate(found) if b'"event": "Drew"' in one)
    found[n] = re.sub(rb'("event": "Drew", .*"by": ")\w+', rb"\1odin", found[n], count=1)
    key, params = told(tmp_path / "r.yaml", sealed(found)) or ("", {})
    assert (key, params["entry"], params["field"].endswith("/by")) == ("record-domain", n, True)


@pytest.mark.parametrize(("name", "field", "value"), [FORGED[0], FORGED[2], FORGED[3], FORGED[8]])
def test_both_verbs_name_it(name: str, field: str, value: Any, tmp_path: Path, referee: Command) -> None:
    """With exit code 1, and no verb ends in a mistake of the referee."""
    path = tmp_path / "record.yaml"
    path.write_bytes(forged(name, field, value))
    for verb in ("check", "verify"):
        ran = referee(verb, str(path))
        assert ran.code == 1
        assert f"entry {ENTRY}" in ran.out
        assert f"/{field}" in ran.out


def test_it_is_looked_at_in_the_record_of_a_seat_too() -> None:
    """There events stand as that seat was shown them."""
    table = Table.load(RECORD)
    seen = file.read_bytes(export.redacted(table, "thor"), "r").documents
    assert [place for one in seen for place in outside(one, table.game, SEATS)] == []
    shown = [place for one in seen for place in outside(one, table.game, frozenset(("loki",)))]
    assert any(place.startswith("/events/") for place in shown)


@pytest.mark.parametrize("path", PATHS, ids=[path.parent.name for path in PATHS])
def test_no_record_of_ours_has_any(path: Path) -> None:
    """Neither the golden games, of every kind, nor those of former releases."""
    with announced():
        documents = file.read(path).documents
        game, seats = find(documents[0]["game"]), frozenset(documents[0]["seats"])
        assert [place for one in documents for place in outside(one, game, seats)] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_no_random_game_has_any(game: str, seed: int) -> None:
    """Whoever plays it."""
    table = play_whole(find(game), seed, at_most=60)
    assert [
        place for one in table.documents for place in outside(one, table.game, frozenset(table.seats))
    ] == []


def test_every_field_of_the_house_is_thought_of() -> None:
    """It has a domain, or is a truth value or free; a new one has to be given its own."""
    fields = {
        (name, one)
        for name, cls in EVENTS.items()
        for one, hint in get_type_hints(cls).items()
        if hint is not bool and get_origin(hint) is not ClassVar and one not in USUAL
    }
    assert fields - {*OWN} == FREE
