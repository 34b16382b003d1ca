"""Whole games: letters in, letters out, and the record, held against what was once looked at and found right.

`pytest tests/whole/test_golden.py --update` writes them again; the difference is then for a person to read.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from support.golden import EXAMPLES, GAMES, NAMES, transcript
from support.rings import one_in

from referee.api import Table
from referee.engine.events import Event
from referee.games.odins_table.scouting import Peeked
from referee.games.thunder.cards import POWERS, name_of
from referee.house.games import find
from referee.record.entries import Letter
from referee.table.audit import audit
from referee.testing.scripts import Script, load
from referee.util import data
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of

pytestmark = pytest.mark.every

GERMAN = [name for name in NAMES if name.startswith("odins_table/")]


@pytest.mark.share(3)
@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_a_whole_game_comes_out_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    """Every byte sent in a golden game, and its record, are as they were."""
    folder = EXAMPLES / name
    table, text = transcript(load(data.folder("examples").joinpath(name)))
    files = {"transcript.txt": text, "record.yaml": table.record}
    if request.config.getoption("--update"):
        for file, content in files.items():
            (folder / file).write_text(content, "utf-8", newline="\n")
    for file, content in files.items():
        assert (folder / file).read_text("utf-8") == content, f"{folder / file}: look, then --update"


@cache
def records(game: str) -> Sequence[Table]:
    """The tables of all golden records of a game."""
    return [Table.load(EXAMPLES / name / "record.yaml") for name in NAMES if name.partition("/")[0] == game]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_golden_records_are_whole_and_clean(game: str) -> None:
    """Each record verifies and folds, and today's rules rule its lines as they were ruled."""
    assert len(records(game)) >= 3
    for table in records(game):
        assert audit(table).clean
        assert table.outcome is not None


def events(game: str) -> Iterator[Event]:
    """Everything that happened in the golden games of a game."""
    return (event for table in records(game) for entry in table.entries for event in entry.events)


@pytest.mark.slow
def test_golden_games_end_by_each_rule_of_the_end() -> None:
    """Between them the golden games of Thunder & Lightning end by 8.1, 8.2, 8.3 and 8.4."""
    ends = {table.outcome.rule for table in records("thunder") if table.outcome}
    assert {"8.1", "8.2", "8.3", "8.4"} <= ends


def test_golden_games_use_every_card() -> None:
    """Between them every card of both decks is seen by all, and every power of 7.5 is played."""
    seen_by_all, played = set(), set()
    for table in records("thunder"):
        decks = table.state.decks
        for entry in table.entries:
            for event in entry.events if isinstance(entry, Letter) else ():
                for field in event.shown:
                    value = getattr(event, field.name)
                    cards = value if isinstance(value, tuple) else (value,)
                    found = {name_of(card) for card in cards if card in decks.kinds}
                    seen_by_all |= found if field.audience.everyone else set()
                    played |= found if type(event).__name__ == "Played" else set()
    content = find("thunder").options({})["deck"]
    assert seen_by_all >= {row["card"] for rows in content.values() for row in rows}
    assert played == POWERS


SHOWN = {
    *("Attacked 3.5", "Captured 4.3", "Advanced 4.3", "Swapped 4.5", "Swapped 4.7", "Returned 6.1"),
    *("Scouted 5.1", "Scouted 5.6", "Peeked 5.7", "StandingScoutSet 5.7", "DrawOffered 6.6"),
    *("Ended 6.3", "Ended 6.5", "LanguageChosen H10"),
}


def test_golden_games_of_odins_table_show_its_chapters() -> None:
    """Between them: attacks, Loki's trick in two places, a piece that comes back, both ways of scouting."""
    assert {f"{type(event).__name__} {event.cited}" for event in events("odins_table")} >= SHOWN


def test_scouting_out_of_turn_is_golden() -> None:
    """In one game one seat scouts by a line while the other owes nothing new.

    The other scouts by standing order (5.5, 5.7).
    """
    table = Table.load(EXAMPLES / "odins_table/swap-into-the-fortress/record.yaml")
    lines = {
        (entry.seat, line.verdict)
        for entry in table.entries
        if isinstance(entry, Letter)
        for line in entry.lines
        if line.raw.startswith("scout ")
    }
    assert lines == {("thor", "played"), ("thor", "passed-over")}
    assert {event.by for entry in table.entries for event in entry.events if isinstance(event, Peeked)} == {
        "odin"
    }


@pytest.mark.parametrize("name", GERMAN)
def test_a_seat_gets_its_letters_in_its_language(name: str) -> None:
    """The seat that an example has write German is reported to in German, the other in English."""
    table = Table.load(EXAMPLES / name / "record.yaml")
    languages = load(data.folder("examples").joinpath(name)).languages
    assert sorted(languages.values()) == ["de"]
    for seat in table.game.seats:
        heading = "DER TISCH" if seat in languages else "THE TABLE"
        assert heading in table.report(seat)


ABOUT = """game: odins_table
id: o1
seed: "07"
languages: {thor: Deutsch}
about: x
"""


def example_of(folder: Path, about: str) -> Script:
    """The example with this `game.yaml`."""
    (folder / "game.yaml").write_text(about)
    (folder / "letters.txt").write_text("=== odin\nhelp\n")
    return load(folder)


def test_an_example_names_the_languages_of_seats(tmp_path: Path) -> None:
    """A language may be written as its code or its name; a seat that is not named writes English."""
    assert example_of(tmp_path, ABOUT).languages == {"thor": "de"}
    assert (
        example_of(tmp_path, ABOUT.replace("languages", "options").replace("thor: Deutsch", "")).languages
        == {}
    )


def test_wrong_languages_of_an_example_are_told_with_their_places(tmp_path: Path) -> None:
    """An unknown seat, no text, an unknown language, or no map is told, each with its line and column."""
    wrong = ABOUT.replace("{thor: Deutsch}", "\n  loki: de\n  thor: klingon\n  odin: 5")
    with pytest.raises(Faulty) as caught:
        example_of(tmp_path, wrong)
    name = f"{tmp_path}/game.yaml"
    assert [(fault.where, fault.why.key) for fault in faults_of(caught.value)] == [
        (f"{name}:5:3", "unknown-key"),
        (f"{name}:6:9", "not-a-language"),
        (f"{name}:7:9", "not-text"),
    ]
    with pytest.raises(Faulty) as caught:
        example_of(tmp_path, ABOUT.replace("{thor: Deutsch}", "de"))
    assert [(fault.where, fault.why.key) for fault in faults_of(caught.value)] == [
        (f"{name}:4:12", "not-a-map")
    ]
