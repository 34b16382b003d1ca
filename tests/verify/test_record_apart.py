"""A record that is too large for a letter: its reader is told how to get it."""

from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, simple
from support.post_office import Got

from referee.desk import keeper
from referee.desk.letters import writer
from referee.home import config
from referee.home.config import Config
from referee.home.home import Home
from referee.house.players import Player


@pytest.mark.slow
def test_the_last_letter_says_how_to_come_by_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says, in each player's language, whom to ask, and that an answer to the letter will not do.

    It also names what the keeper enters.
    """
    home = Home(tmp_path / "home")
    config.write(home, Config("referee@games.example"))
    world = World(home.path)
    monkeypatch.setattr(writer, "enclosed", lambda *_: ())
    with world.desk.held():
        players = {"thor": Player(PLAYERS["thor"].address, "Anna", language="de"), "loki": PLAYERS["loki"]}
        keeper.invite(world.desk, "thunder", players, id="g1", seed="07")
        for orders in ("accept", "resign g1"):
            for seat in ("loki", "thor"):
                world.desk.spool.put(simple(world, seat, orders), at=world.time)
            world.desk.run()
    for seat, told in (
        ("loki", "Ask the keeper of the game for it as a file, but not in an answer to this letter"),
        ("thor", "Bitte den Spielleiter darum, als Datei, aber nicht in einer Antwort auf diesen Brief"),
    ):
        paths = (world.path / "post" / "out").glob(f"g1.{seat}.*.eml")
        texts = [" ".join(Got.of(path.read_bytes()).text.split()) for path in paths]
        assert [told in text and "referee export g1" in text for text in texts].count(True) == 1
