"""What the keeper enters for a seat of a game by mail: its player is told so, wherever it is mentioned."""

from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, simple
from support.post_office import Got

from referee import cli
from referee.api import Table
from referee.desk import keeper
from referee.home import config
from referee.home.config import Config
from referee.home.home import Home
from referee.house.players import Player
from referee.table.past import entered

ORDERS = "deploy huscarl, viking warriors, shield wall"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game by mail in which Loki answers by mail, and the keeper enters what Thor, who speaks German, has said."""
    home = Home(tmp_path / "home")
    config.write(home, Config("referee@games.example"))
    made = World(home.path)
    with made.desk.held():
        players = {"thor": Player(PLAYERS["thor"].address, "Anna", language="de"), "loki": PLAYERS["loki"]}
        keeper.invite(made.desk, "thunder", players, id="g1", seed="07")
        made.desk.spool.put(simple(made, "loki", "accept"), at=made.time)
        made.desk.run()
        made.desk.games.table("g1").play("thor", "accept")
        made.desk.games.table("g1").play("thor", ORDERS)
        made.desk.run()
    return made


def last(world: World, seat: str) -> str:
    """The text of the last letter to a seat, on one line."""
    paths = sorted((world.path / "post" / "out").glob(f"g1.{seat}.*.eml"))
    return " ".join(Got.of(paths[-1].read_bytes()).text.split())


@pytest.mark.slow
def test_the_player_is_told(world: World) -> None:
    """Not that a letter of theirs came, for none did; in German too. Who did write is told as ever."""
    told = last(world, "thor")
    assert "FÜR DICH EINGETRAGEN Das hat der Spielleiter für dich eingetragen:" in told
    assert "DEIN BRIEF" not in told
    first = (world.path / "post" / "out" / "g1.loki.2.eml").read_bytes()
    assert "YOUR LETTER" in Got.of(first).text
    assert "entered" not in Got.of(first).text


@pytest.mark.slow
def test_the_question_why_is_answered_so(world: World) -> None:
    """And `why` with a line of it; of a letter it says that it was one."""
    table = Table.load(world.home.record_path("g1"))
    at = len(table.index.concerning["thor"]) - 1
    told = " ".join(table.explain(at, "thor", language="en").split())
    assert told.startswith(
        "You have chosen three cards for A, B and C: Huscarl, Viking Warriors, Shield Wall, by rule 1.3: "
    )
    assert " What the keeper of the game entered for you, and g1.thor." in told
    number = table.index.concerning["loki"].index(1)
    assert table.explain(number, "loki", language="en").startswith("Your letter that g1.loki.")  # it accepts


@pytest.mark.slow
def test_the_keeper_explains_it_so(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """`explain` names who entered it, in either language; a letter is a letter."""
    entries = Table.load(world.home.record_path("g1")).entries
    assert [entered(one, entries[0]) for one in entries[:4]] == [False, False, True, True]  # type: ignore[arg-type]
    for args, said in (
        (("1",), "letter of Loki"),
        (("3",), "entered by the keeper for Thor"),
        (("3", "--language", "de"), "vom Spielleiter eingetragen für Thor"),
    ):
        assert cli.run(["--home", str(world.path), "explain", "g1", *args]) == 0
        assert said in " ".join(capsys.readouterr().out.split())


def test_a_game_that_is_not_played_by_mail_has_letters(tmp_path: Path) -> None:
    """There everything is entered at the keyboard, and nobody is told."""
    table = keeper.open_game(Home(tmp_path / "home"), "thunder", seed="07")
    table.play("loki", "deploy dragon, frigg, ravens")
    assert "letter of Loki" in table.explain(1)


@pytest.mark.slow
def test_a_packet_says_so(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Who rules in a dispute sees which letters came by mail, and which were entered."""
    with world.desk.held():
        played = world.desk.games.table("g1")
        played.play("loki", "deploy dragon, viking warriors, viking warriors", digest="a" * 64)
        played.play("loki", "dispute 0.0: Thor never said that", digest="b" * 64)
    capsys.readouterr()
    assert cli.run(["--home", str(world.path), "dispute", "g1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "ENTERED BY THE KEEPER FOR Thor, ruled on at position 0.0" in told
    assert "it came in no mail" in told
    assert "IN DISPUTE, at 0.0, of Loki" in told
    assert told.count("it came in no mail") == 1
