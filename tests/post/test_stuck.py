"""A letter that keeps failing with no other to show where the fault lies: it is kept, and the keeper is told."""

import json
from datetime import timedelta
from email.parser import BytesParser

import pytest
import test_sending
from test_sending import ANNA, BERT, CLEO, House, Told, letter

from referee import cli
from referee.cli.doctor.games import letters
from referee.home.config import Config, write
from referee.home.ways import Smtp
from referee.post import keeper_mail
from referee.post.ways.tries import LATER, UNCLEAR, Outcome
from referee.util.text import WIDTH

# The fixtures, under the names by which tests ask for them.
house, unsynced = test_sending.house, test_sending.unsynced

KEEPER = "keeper@games.example"
FAILS = {"g1.thor.9": [Outcome(UNCLEAR, "451 4.3.0 you hold the dragon")]}
NOTICE = "keeper.g1-thor-9-stuck.20261121"


@pytest.fixture
def stuck(house: House) -> House:
    """A home with a keeper and one letter due."""
    house.config = Config("referee@games.example", keeper=KEEPER, post=Smtp("127.0.0.1", 25, tls="none"))
    write(house.home, house.config)
    house.put(thor_9=ANNA)
    return house


def tried(house: House, way: Told, *, hours: int) -> None:
    """Rounds for this long, each when it is time."""
    for _ in range(hours):
        house.post(way)
        house.time += timedelta(hours=1)


def test_the_keeper_is_told_once(stuck: House) -> None:
    """After a day, with what can be done, and without the server's words; not again, however long it goes on."""
    way = Told(dict(FAILS))
    tried(stuck, way, hours=24)
    assert {one.to for one in way.carried} == {ANNA}
    tried(stuck, way, hours=72)
    (mail,) = [one for one in way.carried if one.to == KEEPER]
    assert mail.name == NOTICE
    text = " ".join(BytesParser().parsebytes(mail.data).get_payload(decode=True).decode().split())  # type: ignore[union-attr]
    assert "g1.thor.9 could not be sent since 2026-11-20T09:00:00Z" in text
    assert "451 4.3.0" in text
    assert "referee post FOLDER" in text
    assert "dragon" not in text
    assert stuck.due() == ["g1.thor.9"]


@pytest.mark.slow
def test_the_mail_to_the_keeper_shows_that_the_way_is_open(stuck: House) -> None:
    """Then the fault is the letter's: it counts as refused for now, and after days it is laid aside, never lost."""
    way = Told(dict(FAILS))
    tried(stuck, way, hours=26)
    assert (stuck.home.path / "post" / "out" / "g1.thor.9.yaml").exists()
    for day in range(7):
        way.answers["g1.loki.1"] = [Outcome(LATER, "450 x")]
        stuck.put(loki_1=BERT)
        tried(stuck, way, hours=24)
        assert ("g1.thor.9" in stuck.failed()) == (day >= 5), day
        assert ("g1.thor.9" in stuck.due()) == (day < 5), day


def test_where_the_way_is_closed_to_all_the_mail_waits_too(stuck: House) -> None:
    """The letter goes out when it can, and then the keeper is told to look into `referee status`."""
    way = Told({**FAILS, NOTICE: [Outcome(UNCLEAR, "451 x")]})
    tried(stuck, way, hours=48)
    assert not list((stuck.home.path / "post" / "out").glob("*.yaml"))
    assert stuck.post(Told(), at_once=True).accepted == ["g1.thor.9"]


def test_a_stranger_is_let_go(stuck: House) -> None:
    """The answer to a stranger is not tried for ever, and nobody is told."""
    stuck.outbox.drop("g1.thor.9")
    stuck.outbox.put("0.stranger.17", letter("0.stranger.17", CLEO))
    way = Told({"0.stranger.17": [Outcome(UNCLEAR, "451 x")]})
    tried(stuck, way, hours=26)
    assert stuck.due() == []
    assert {one.to for one in way.carried} == {CLEO}


def test_status_and_doctor_name_the_letter(stuck: House, capsys: pytest.CaptureFixture[str]) -> None:
    """From the first failure on, with what can be done."""
    stuck.post(Told(dict(FAILS)))
    assert cli.run(["--home", str(stuck.home.path), "status"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "It fails at g1.thor.9, with no answer" in said
    assert "referee post FOLDER" in said
    assert cli.run(["--home", str(stuck.home.path), "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unreached"][0]["unclear"] == ["g1.thor.9"]
    found = [one for one in letters(stuck.home, stuck.config, stuck.time) if one.key == "letters-unclear"]
    assert [one.params["first"] for one in found] == ["g1.thor.9"]


def test_what_the_keeper_is_told_keeps_to_the_width() -> None:
    """Each notice: paragraphs at the width of a letter, commands and a packet as they are set."""
    said = dict.fromkeys(("number", "numbers"), "g1.thor.3") | {"since": "2026-11-20", "code": "5.1.1"}
    said |= {"game": "g1", "seat": "thor", "address": "anna@example.org", "packet": "A PACKET\n  as it is"}
    for kind, texts in keeper_mail._texts().items():
        told = keeper_mail._set(texts["text"], said)
        assert max(map(len, told.split("\n"))) <= WIDTH, kind
        assert ("A PACKET\n  as it is" in told) == (kind == "dispute")
