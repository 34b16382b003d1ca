"""Before the deal no game asks anything of anybody.

The house does, and every look at the table names the seats it asks.
"""

import re
from pathlib import Path

import pytest
from awkward.world import PLAYERS
from support import command
from support.command import Command

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home.config import Config, write
from referee.home.home import Home

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee


@pytest.fixture
def invited(home: Path, referee: Command) -> Command:
    """A game by mail to which nobody has said anything yet."""
    made = Home(home)
    write(made, Config("referee@games.example"))
    with Desk(made).held() as desk:
        keeper.invite(desk, "thunder", PLAYERS, id="g1", seed="07")
    return referee


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Waiting for Loki."), ("de", "Es wird auf Loki gewartet.")]
)
def test_a_receipt_says_who_has_not_accepted(invited: Command, language: str, told: str) -> None:
    """What the keeper enters for a seat is answered on the terminal: it names those whose answer is due."""
    lines = invited("play", "g1", "--seat", "thor", f"language {language}", "accept").out.splitlines()
    assert lines[-1].endswith(f" {told}")


def test_who_has_not_accepted_yet_is_told_so(invited: Command) -> None:
    """The same of one's own answer, for who writes before it."""
    assert invited("show", "g1", "--seat", "thor").out.startswith(
        "You owe an answer to the invitation. [H4]\n"
    )
    invited("play", "g1", "--seat", "thor", "accept")
    said = " ".join(invited("show", "g1", "--seat", "loki").out.split())
    assert "You owe an answer to the invitation. [H4]" in said


@pytest.mark.parametrize("look", [("--seat", "thor"), ("--onlooker",)])
def test_a_look_at_the_table_says_it_too(invited: Command, look: tuple[str, ...], tmp_path: Path) -> None:
    """As text, as a page, as data, and in an export of what a seat knows."""
    invited("play", "g1", "--seat", "thor", "accept")
    told = "Loki owes an answer to the invitation. [H4]"
    assert f"\n{told}\n" in "\n" + invited("show", "g1", *look).out
    assert told in re.sub("<[^>]*>", "", invited("show", "g1", *look, "--format", "html").out)
    owed = [{"seat": "loki", "duty": "answer-invitation", "rule": "H4", "optional": False}]
    assert invited("show", "g1", *look, "--json").doc["owed"] == owed
    path = str(tmp_path / "export.yaml")
    assert invited("export", "g1", *look, "--output", path).code == 0
    assert invited("show", path).out.startswith(f"{told}\n")
