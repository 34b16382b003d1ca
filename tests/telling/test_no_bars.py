"""No sentence of ours needs the bar of the fence: none begins like an order, in either language.

Whole games by mail, their orders in English, their letters in either language; and what can be asked. Orders that are
shown stand after the bar as they were written; here it is told what the fence itself had to put after one.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.api import Table
from referee.cli.demo import SENT, ByMail
from referee.telling import fence
from referee.testing.scripts import load
from referee.util import data
from referee.util.values import replace

PLAYED = (
    "odins_table/three-home",
    pytest.param("thunder/first-blood", marks=pytest.mark.slow),
    pytest.param("hammer_of_thor/games/two-friends", marks=pytest.mark.slow),
    pytest.param("hammer_of_thor/games/a-master", marks=pytest.mark.slow),
)
ASKED = (  # but for `help all`, which is a list of orders
    *("help", "help if", "history", "status", "score", "hint", "table", "moves", "ifs", "notes"),
    *(
        "undo",
        "pass",
        "pause",
        "vacation",
        "letters",
        "language",
        "timezone",
        "reminders",
        "calendar",
        "json",
    ),
    *("confirm", "replay", "rematch", "publish", "rules", "rules H", "offer undo", "why 0.0", "card nobody"),
)
CARDS = {
    "thunder": ("thor", "odins-ring", "seer", "berserker", "dragon"),
    "odins_table": ("odin", "freyr", "ymir"),
    "hammer_of_thor": ("thor", "reputation", "speed", "good", "rune", "5", "jotunheim", "gungnir", "stamina"),
}


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the fence put after a bar."""
    found, whole = list[str](), fence._marked

    def marking(line: str) -> str:
        found.append(line)
        return whole(line)

    monkeypatch.setattr(fence, "_marked", marking)
    monkeypatch.setattr("os.fsync", lambda _: None)
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PLAYED)
def test_no_line_of_a_game_by_mail_needs_a_bar(
    name: str, language: str, marked: list[str], tmp_path: Path
) -> None:
    """In no letter to anybody, from the invitation to the end."""
    (tmp_path / SENT).mkdir()
    played = ByMail(tmp_path, load(data.folder("examples").joinpath(name)), pictures="no")
    code = "" if language == "en" else language
    played.players = {seat: replace(one, language=code) for seat, one in played.players.items()}
    assert sum(len(step.posted) for step in played.steps()) > 10
    assert marked == []


def questions(game: str) -> Iterator[str]:
    """What is asked in a game."""
    yield from ASKED
    yield from (f"card {name}" for name in CARDS[game])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", sorted(CARDS))
def test_no_answer_needs_a_bar(game: str, language: str, marked: list[str]) -> None:
    """Whatever is asked."""
    table = Table.open(game, seed="07", languages=dict.fromkeys(Table.open(game, seed="07").seats, language))
    needed = dict[str, list[str]]()
    for question in questions(game):
        marked.clear()
        assert table.play(table.owed()[0].seat, question).receipt
        if marked:
            needed[question] = list(marked)
    assert needed == {}
