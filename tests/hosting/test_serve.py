"""The process between a home and its mail servers: what it takes is answered, whatever is wrong elsewhere."""

import io
import json
import os
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.fake_imap import FakeImap, running
from support.servers import DOVECOT, DOVECOT_LMTP, HOST, dovecot, needs, wait_for
from support.smtp_servers import nobody_listens, office

from referee import cli
from referee.api import Table
from referee.desk import keeper, serving
from referee.desk.agenda import Agenda
from referee.desk.desk import Desk
from referee.desk.serving import Serving, described
from referee.home import config, ways
from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.house.players import Player
from referee.post.spool import Spool
from referee.util import bell as bells
from referee.util.bell import Bell
from referee.util.errors import Faulty
from referee.util.journal import Journal
from referee.util.layout import write_document
from referee.util.settings import plain_settings
from referee.util.values import Struct, replace

ADDRESS = "referee@games.example"
SERVE = ways.Serve("lmtp", every="1 seconds", log="json")
PLAYERS = {"thor": Player("anna@example.org"), "loki": Player("bert@example.org")}


@pytest.fixture
def home() -> Iterator[Home]:
    """A home with a game that both players have accepted, on a short path; letters out go to the folder `out`."""
    folder = Path(tempfile.mkdtemp(prefix="ref-"))
    made = Home(folder / "home")
    made.make()
    (made.path / "pw").write_text("sesame\n")
    (made.path / "pw").chmod(0o600)
    config.write(
        made, Config(ADDRESS, post=ways.Folder("out"), serve=SERVE, limits=Limits(letters_an_hour=10_000))
    )
    with Desk(made).held() as desk:
        keeper.invite(desk, "thunder", PLAYERS, id="g1", seed="07")
        for seat in PLAYERS:
            desk.spool.put(letter(made, seat, "accept"))
        assert desk.run().ruled == 2
    yield made
    shutil.rmtree(folder)


def change(home: Home, **more: Any) -> None:
    """Change the configuration, as a keeper does with an editor: not by way of a file that a pass would sweep up."""
    changed = replace(config.read(home), **more)
    (home.path / config.NAME).write_bytes(write_document(dict(plain_settings(changed))))


def address(home: Home, seat: str, game: str = "g1") -> str:
    """Where a seat writes to."""
    return config.read(home).reply_address(Desk(home).seats.secret(game, seat))


def letter(home: Home, seat: str, text: str, game: str = "g1") -> bytes:
    """A letter of a seat; each has an id of its own."""
    lines = (
        f"From: {PLAYERS[seat].address}",
        f"To: {address(home, seat, game)}",
        f"Message-ID: <{os.urandom(8).hex()}@example.org>",
        "Subject: x",
        "",
        f"say {text}" if text != "accept" else text,
        "",
    )
    return "\r\n".join(lines).encode()


def hand_over(home: Home, seat: str, mail: bytes) -> bool:
    """Hand a letter over by LMTP, as a mail server does; whether it was accepted."""
    try:
        with smtplib.LMTP(str(home.path / "lmtp"), timeout=10) as line:
            return line.sendmail(PLAYERS[seat].address, [address(home, seat)], mail) == {}
    except (OSError, smtplib.SMTPException):
        return False


class Process(Struct, dict=True):
    """A running `serve`, and its log."""

    process: subprocess.Popen[bytes]
    log: Path

    def events(self, event: str = "") -> list[dict[str, Any]]:
        """The events in its log, of one kind or all."""
        lines = [json.loads(line) for line in self.log.read_text("ascii").splitlines()]
        return [one for one in lines if event in {"", one["event"]}]

    def wait(self, event: str, count: int = 1, **values: Any) -> dict[str, Any]:
        """Wait until it has logged this event, with these values, this many times."""

        def told() -> list[dict[str, Any]]:
            return [one for one in self.events(event) if values.items() <= one.items()]

        wait_for(lambda: len(told()) >= count)
        return told()[-1]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal: its exit code, and the seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(30), time.monotonic() - begun


@contextmanager
def serves(home: Home, *verb: str) -> Iterator[Process]:
    """A process that serves the home; at the end it is killed, if it still runs."""
    log = home.path / "serve.log"
    with log.open("ab") as out:
        command = [sys.executable, "-m", "referee", "--home", str(home.path), *(verb or ("serve",))]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)  # noqa: S603  ourselves
    found = Process(process, log)
    try:
        yield found
    finally:
        process.kill()
        process.wait()


def said(home: Home) -> list[str]:
    """All that was said in the game, in the order of the record."""
    points = Table.load(home.record_path("g1")).points
    lines = (line.raw for point in points for line in getattr(point.entry, "lines", ()))
    return [raw.removeprefix("say ") for raw in lines if raw.startswith("say ")]


def in_spool(home: Home) -> int:
    """How many letters wait."""
    return len(Spool(home.path / "post").waiting())


# All of it


@pytest.mark.slow
@needs(DOVECOT, DOVECOT_LMTP)
def test_letters_of_every_way_are_answered(home: Home) -> None:
    """By LMTP, from a real IMAP server, from a Maildir and by the pipe; answers go out.

    All is logged, without a secret.
    """
    box = home.path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    with dovecot({ADDRESS: "sesame"}) as server:
        source = ways.Imap(HOST, server.imap, "none", user=ADDRESS, password_file="pw")  # noqa: S106
        change(home, fetch=(source, ways.Maildir("box")))
        with serves(home) as one:
            one.wait("start")
            assert hand_over(home, "thor", letter(home, "thor", "lmtp"))
            wait_for(lambda: "lmtp" in said(home))
            server.deliver(ADDRESS, letter(home, "loki", "imap"))
            wait_for(lambda: "imap" in said(home))
            (box / "new" / "1.x.y").write_bytes(letter(home, "thor", "maildir"))
            wait_for(lambda: "maildir" in said(home))
            mail = [sys.executable, "-m", "referee", "--home", str(home.path), "mail"]
            subprocess.run(mail, input=letter(home, "loki", "pipe"), check=True)  # noqa: S603
            wait_for(lambda: "pipe" in said(home))
            one.wait("letter-sent", 8)
            code, took = one.end()
    assert (code, took < 5) == (0, True)
    assert said(home) == ["lmtp", "imap", "maildir", "pipe"]
    assert {event["by"] for event in one.events("letter-in")} == {"lmtp", f"{HOST}/INBOX", "box"}
    assert [event["event"] for event in one.events()][-1] == "stop"
    assert not one.events("trouble")
    text = one.log.read_text()
    assert not [seat for seat in PLAYERS if Desk(home).seats.secret("g1", seat) in text]
    assert not (home.path / "lmtp").exists()


def logged(home: Home, *acts: str) -> list[dict[str, Any]]:
    """The log of a process that does these things, one after another."""
    one, out = Serving(home), io.StringIO()
    one.journal = Journal("json", out)
    for act in acts:
        getattr(one, act)()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def followed(events: list[dict[str, Any]], name: str) -> list[str]:
    """The events about a letter, by its name, and by the names found there in turn."""
    found, names = [], {name}
    for one in events:
        told = {value for key, value in one.items() if key in {"letter", "answers", "answer"}}
        if told & names:
            names |= told
            found.append(one["event"])
    return found


@pytest.mark.slow
def test_the_log_follows_a_letter_by_one_name(home: Home) -> None:
    """From arrival to answer, by its name in the spool, with Message-ID, game, seat, and its result."""
    logged(home, "_post")
    box = home.path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    change(home, fetch=(ways.Maildir("box"),))
    mail = letter(home, "thor", "where is my dragon")
    secret = Desk(home).seats.secret("g1", "thor")
    (box / "new" / "1.x.y").write_bytes(mail)
    one, out = Serving(home), io.StringIO()
    one.journal = Journal("json", out)
    one._fetch_all(on_time=True)
    one._pass()
    one._post()
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    (came,) = (event for event in events if event["event"] == "letter-in")
    assert followed(events, came["letter"]) == ["letter-in", "letter-ruled", "letter-out", "letter-sent"]
    (ruled,) = (event for event in events if event["event"] == "letter-ruled")
    assert came["id"] == ruled["id"] == str(message_from_bytes(mail)["Message-ID"])
    assert (ruled["game"], ruled["seat"], ruled["answer"]) == ("g1", "thor", "g1.thor.4")
    (done,) = (event for event in events if event["event"] == "pass")
    assert (done["ruled"], done["games"]) == (1, "g1")
    for word in (secret, "dragon", "example.org>", PLAYERS["thor"].address):
        assert word not in out.getvalue().replace(came["id"], "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mail", "became", "reason"),
    [
        (b"From: x@y.example\r\nMessage-ID: <m@y.example>\r\n\r\nhi\r\n", "held", "no-seat"),
        (b"From: x@y.example\r\nAuto-Submitted: auto-replied\r\n\r\nhi\r\n", "aside", None),
        (b"From: x@y.example\r\n" + b"a: b\r\n" * 1001 + b"\r\nhi\r\n", "held", "mail-too-many-fields"),
    ],
)
def test_the_log_tells_of_each_letter(home: Home, mail: bytes, became: str, reason: str | None) -> None:
    """Also of one that no seat sent: its result, and why."""
    name = Spool(home.path / "post").put(mail)
    (one,) = (event for event in logged(home, "_pass") if event.get("letter") == name)
    assert (one["event"], one.get("reason")) == (f"letter-{became}", reason)
    assert one.get("id", "") == ("<m@y.example>" if reason == "no-seat" else "")


@pytest.mark.slow
def test_the_log_tells_of_a_letter_that_waits_once(home: Home) -> None:
    """A writer has sent too many, so each waits for many passes: logged when that begins, and when it is ruled on."""
    change(home, limits=Limits(letters_an_hour=1))
    spool = Spool(home.path / "post")
    names = [spool.put(letter(home, "thor", str(n))) for n in range(3)]
    one, out = Serving(home), io.StringIO()
    one.journal = Journal("json", out)
    for _ in range(3):
        one._pass()
    change(home, limits=Limits())
    one._pass()
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    told = [(event["event"], event.get("reason")) for event in events if event.get("letter") in names]
    assert told == [*[("letter-waits", "too-fast")] * 3, *[("letter-ruled", None)] * 3]
    waited = [event["letter"] for event in events if event["event"] == "letter-waits"]
    assert sorted(waited) == sorted(names)


@pytest.mark.slow
def test_what_a_server_said_of_a_letter_is_logged(home: Home) -> None:
    """The server's answer identifies the letter in the mail server's log."""
    said = {("DATA", PLAYERS["thor"].address): ["250 2.0.0 Ok: queued as 4fXy1z"]}
    with office(says=said) as server:
        change(home, post=ways.Smtp(HOST, server.port, "none"))
        sent = [one for one in logged(home, "_post") if one["letter"].startswith("g1.thor.")]
    assert {one.get("reply") for one in sent} == {"250 2.0.0 Ok: queued as 4fXy1z"}


@pytest.mark.slow
def test_a_letter_wakes_the_desk_at_once(home: Home) -> None:
    """It does not wait for the next round."""
    change(home, serve=replace(SERVE, every="1 hour"))
    with serves(home) as one:
        one.wait("start")
        time.sleep(0.5)
        begun = time.monotonic()
        assert hand_over(home, "thor", letter(home, "thor", "now"))
        one.wait("letter-sent", letter="g1.thor.4")
        assert time.monotonic() - begun < 5
        assert one.end(signal.SIGINT)[0] == 0


@pytest.mark.slow
def test_one_process_serves_a_home(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """A second one says so, and changes nothing; after the first was killed, another takes over, socket included."""
    with serves(home) as one:
        one.wait("start")
        assert cli.run(["--home", str(home.path), "serve"]) == 75
        told = capsys.readouterr().err
        assert told.startswith(
            f"{home.path}: another serve is at work on this home: process {one.process.pid} on "
        )
        assert hand_over(home, "thor", letter(home, "thor", "first"))
    with serves(home) as two:
        wait_for(lambda: two.log.read_text().count('"start"') == 2)
        assert hand_over(home, "thor", letter(home, "thor", "second"))
        wait_for(lambda: said(home) == ["first", "second"])


@pytest.mark.slow
def test_killed_again_and_again_while_letters_come(home: Home) -> None:
    """After `kill -9` at random moments of deliveries, every letter answered with 250 is in the record, once."""
    rng = Random(11)
    taken, again = list[str](), list[str]()
    for n in range(12):
        with serves(home) as one:
            wait_for(lambda one=one, n=n: len(one.events("start")) == n + 1)
            ends = time.monotonic() + rng.random() * 0.6
            k = 0
            while (
                time.monotonic() < ends or len(taken) <= 3 * n
            ):  # a busy machine takes fewer letters in that time
                text = f"{n}.{k}"
                mail = letter(home, "thor", text)
                (taken if hand_over(home, "thor", mail) else again).append(text)
                k += 1
            one.process.kill()
            if not hand_over(home, "thor", letter(home, "thor", f"{n}.x")):
                again.append(f"{n}.x")
    assert len(taken) > 30
    with Desk(home).held() as desk:
        assert not desk.run().troubles
        for held in desk.spool.held():  # one that ended three processes waits for the keeper
            assert held.reason == "tries"
            desk.spool.release(held.name)
        assert not desk.run().troubles
    found = said(home)
    assert len(found) == len(set(found))
    assert set(taken) <= set(found) <= {*taken, *again}
    assert in_spool(home) == 0


# Trouble


@pytest.mark.slow
def test_trouble_in_one_part_does_not_stop_the_others(home: Home) -> None:
    """A missing IMAP server, a wrong Maildir: reported once, letters by LMTP are answered, also after the repair."""
    with running(FakeImap({})) as fake:
        port = fake.port
    source = ways.Imap(HOST, port, "none", user="x", password_file="pw")  # noqa: S106
    change(home, fetch=(source, ways.Maildir("box")))
    with serves(home) as one:
        one.wait("trouble", part="box")
        one.wait("trouble", part=f"{HOST}/INBOX")
        assert hand_over(home, "thor", letter(home, "thor", "lmtp"))
        wait_for(lambda: said(home) == ["lmtp"])
        time.sleep(3)
        assert len(one.events("trouble")) == 2
        for name in ("new", "cur", "tmp"):
            (home.path / "box" / name).mkdir(parents=True)
        one.wait("mended", part="box")
        assert one.end()[0] == 0
    assert len(one.events("trouble")) == 2


@pytest.mark.slow
def test_letters_go_out_by_a_server_that_was_away(home: Home) -> None:
    """Its loss and its return are each reported once; the letters wait, and then go out."""
    port = nobody_listens()
    change(home, post=ways.Smtp(HOST, port, "none", timeout="1 second"))
    with serves(home) as one:
        one.wait("trouble", part="server")
        assert hand_over(home, "thor", letter(home, "thor", "on"))
        wait_for(lambda: said(home) == ["on"])
        time.sleep(1.5)
        assert len(one.events("trouble")) == 1
        assert one.end()[0] == 0
    with office() as server, serves(home) as one:
        change(home, post=ways.Smtp(HOST, server.port, "none"))
        wait_for(lambda: len(one.events("start")) == 2)
        one.process.send_signal(signal.SIGHUP)
        one.wait("letter-sent", letter="g1.thor.3")
        assert one.end()[0] == 0
    assert {mail.to for mail in server.got} >= {PLAYERS["thor"].address}


class Asked(Bell):
    """A bell that nobody rings: it notes how long we would wait, and then ends the process."""

    patience = 0.0

    def wait(self, patience: float) -> bool:
        """Wait no more."""
        self.patience, self.stopping = patience, True
        return False


@pytest.mark.slow
def test_a_server_is_tried_again_by_itself(home: Home) -> None:
    """Not a round later, which may be an hour, but at its own time; then all go out, and we wait for the next round."""
    change(home, post=ways.Smtp(HOST, nobody_listens(), "none"), serve=ways.Serve(every="1 hour"))
    one = Serving(home, bell=(bell := Asked()))
    one._rounds()
    assert 10 < bell.patience <= 15
    with office() as server:
        change(home, post=ways.Smtp(HOST, server.port, "none"))
        one._read_again()
        bell.stopping = bell.reread = False
        one._rounds()
    assert (bell.patience > 3000, len(server.got), len(list((home.path / "post" / "out").glob("*.eml")))) == (
        True,
        5,
        0,
    )


@pytest.mark.slow
def test_no_deadline_passes_where_letters_could_not_be_fetched(home: Home) -> None:
    """A letter that came in time may lie there: the clock stands until every source has been read again."""
    with running(FakeImap({})) as fake:
        port = fake.port
    change(home, fetch=(ways.Imap(HOST, port, "none", user="x", password_file="pw"),))  # noqa: S106
    before = Agenda(home.path / "post").passed()
    with serves(home) as one:
        one.wait("trouble", part=f"{HOST}/INBOX")
        assert hand_over(home, "thor", letter(home, "thor", "lmtp"))
        wait_for(lambda: said(home) == ["lmtp"])
        time.sleep(1.5)
        assert Agenda(home.path / "post").passed() == before
        with running(FakeImap({}, port=port)):
            one.wait("mended", part=f"{HOST}/INBOX")
            wait_for(lambda: Agenda(home.path / "post").passed() != before)


@pytest.mark.slow
def test_a_game_that_cannot_be_read_does_not_stop_another(home: Home) -> None:
    """It is reported once, not each second; the letters of the other game are answered."""
    with Desk(home).held() as desk:
        keeper.invite(desk, "thunder", PLAYERS, id="g2", seed="07")
        desk.spool.put(letter(home, "thor", "accept", "g2"))
        desk.run()
    record = home.record_path("g2")
    whole = record.read_bytes()
    record.write_bytes(whole.replace(b"kind: opening", b"kind: 0pening", 1))
    with serves(home) as one:
        one.wait("start")
        assert hand_over(home, "thor", letter(home, "thor", "on"))
        wait_for(lambda: said(home) == ["on"])
        (home.path / "post" / "told" / "g2").unlink(missing_ok=True)
        trouble = one.wait("trouble", part="desk g2")
        time.sleep(2.5)
        assert len(one.events("trouble")) == 1
        assert "record" in trouble["error"]
        record.write_bytes(whole)
        one.wait("mended", part="desk g2")
        assert one.end()[0] == 0


@pytest.mark.slow
def test_the_configuration_is_read_again(home: Home) -> None:
    """After SIGHUP a new source is fetched from; an unreadable file is reported, and the old configuration stays."""
    box = home.path / "box"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1.x.y").write_bytes(letter(home, "thor", "maildir"))
    with serves(home) as one:
        one.wait("start")
        before = (home.path / "config.yaml").read_bytes()
        (home.path / "config.yaml").write_bytes(before + b"fetsch: []\n")
        one.process.send_signal(signal.SIGHUP)
        assert "config-key" in one.wait("trouble", part="config")["error"]
        assert not said(home)
        (home.path / "config.yaml").write_bytes(before)
        change(home, fetch=(ways.Maildir("box"),))
        one.process.send_signal(signal.SIGHUP)
        one.wait("reread")
        wait_for(lambda: said(home) == ["maildir"])
        assert hand_over(home, "loki", letter(home, "loki", "lmtp"))
        wait_for(lambda: said(home) == ["maildir", "lmtp"])
        assert one.end()[0] == 0


@pytest.mark.slow
def test_what_cannot_begin_is_told(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """A file where the socket belongs: the exit code says that the configuration is wrong."""
    (home.path / "lmtp").write_bytes(b"")
    assert cli.run(["--home", str(home.path), "serve"]) == 78
    assert "no socket" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(("missing", "changed"), [("aiosmtpd", {}), ("imap_tools", {"serve": ways.Serve()})])
def test_without_a_package_it_says_which(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: str,
    changed: dict[str, Any],
) -> None:
    """Exit code 69, before anything is done."""
    change(home, fetch=(ways.Imap(HOST),), **changed)
    for name in list(sys.modules):
        if name.partition(".")[0] == missing or name in {
            "referee.post.ways.lmtp",
            "referee.post.ways.imap",
            "referee.post.ways.watching",
        }:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert cli.run(["--home", str(home.path), "serve"]) == 69
    assert missing in capsys.readouterr().err


# Its end


@pytest.mark.slow
def test_asked_to_end_a_pass_is_cut_short_between_letters(home: Home) -> None:
    """The letter in hand is finished, the rest waits, and the next pass answers all of it, once."""
    texts = [str(n) for n in range(12)]
    for text in texts:
        Spool(home.path / "post").put(letter(home, "thor", text))
    with Desk(home).held() as desk:
        done = desk.run(leaving=lambda: len(desk.spool.waiting()) <= 7)
        assert (done.ruled, len(desk.spool.waiting()), done.troubles) == (5, 7, [])
    with Desk(home).held() as desk:
        assert desk.run().ruled == 7
    assert said(home) == texts
    receipts = [
        path.name for path in (home.path / "post" / "out").iterdir() if path.name.startswith("g1.thor.")
    ]
    assert len(receipts) == len(set(receipts)) >= 12


@pytest.mark.slow
def test_answers_go_out_while_letters_wait(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games, and the time of a pass is up after one: its answers have been sent when the other has its turn."""
    with Desk(home).held() as desk:
        keeper.invite(desk, "thunder", PLAYERS, id="g2", seed="07")
        desk.run()
    for game in ("g1", "g2"):
        Spool(home.path / "post").put(letter(home, "thor", "hello" if game == "g1" else "accept", game))
    with office() as server:
        change(home, post=ways.Smtp(HOST, server.port, "none"), serve=ways.Serve(every="1 hour"))
        monkeypatch.setattr(serving, "TURN", 0.0)
        one = Serving(home, bell=(bell := Asked()))
        rounds, rings = list[list[tuple[str, str]]](), list[int]()
        monkeypatch.setattr(bell, "ring", lambda: rings.append(len(rounds)))
        for _ in range(2):
            one.journal = Journal("json", out := io.StringIO())
            one._rounds()
            rounds.append(
                [
                    (told["event"], told.get("game", ""))
                    for told in map(json.loads, out.getvalue().splitlines())
                ]
            )
            bell.stopping = False
    for told, game in zip(rounds, ("g1", "g2"), strict=True):
        assert [of for event, of in told if event == "letter-ruled"] == [game]
        assert "letter-sent" in dict(told)
    assert rings == [0]
    assert not in_spool(home)


MANY = 4000
"""More letters than any machine can answer in the time it has for ending."""


@pytest.mark.slow
def test_a_pass_that_would_take_long_is_cut_short(home: Home) -> None:
    """Thousands of letters wait: SIGTERM still ends it within seconds, and none is lost."""
    texts = [str(n) for n in range(MANY)]
    for text in texts:
        Spool(home.path / "post").put(letter(home, "thor", text))
    with serves(home) as one:
        wait_for(lambda: in_spool(home) < MANY - 10)
        code, took = one.end()
    assert code == 0
    assert took < bells.GRACE + 4
    assert in_spool(home) > 0
    found = said(home)
    assert found == texts[: len(found)]
    assert len(found) + in_spool(home) == MANY


@pytest.mark.slow
def test_a_bell_rings_at_any_moment() -> None:
    """Rung too early, it is still heard; rung a hundred thousand times, it blocks nobody; a signal can ring it too."""
    bell = Bell()
    assert not bell.wait(0)
    for _ in range(100_000):
        bell.ring()
    assert bell.wait(10)
    while bell.wait(0):
        pass
    with bell.hung():
        os.kill(os.getpid(), signal.SIGHUP)
        assert bell.wait(10)
        assert (bell.reread, bell.stopping, bell.late()) == (True, False, False)
        os.kill(os.getpid(), signal.SIGTERM)
        assert bell.wait(10)
        assert bell.stopping
        bell.since -= bells.GRACE + 1
        assert bell.late()


@pytest.mark.slow
def test_our_own_mistakes_stop_no_other_part(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are reported by their kind, and the next part runs."""
    out = io.StringIO()
    one = Serving(home)
    one.journal = Journal("text", out)

    def mistake() -> None:
        raise ZeroDivisionError("orders")

    one._part("desk", mistake)
    one._part("desk", mistake)
    one._part("desk", lambda: None)
    told = [line.split(" ", 1)[1] for line in out.getvalue().splitlines()]
    assert told == ["trouble part=desk error=ZeroDivisionError", "mended part=desk"]
    assert described(OSError(28, "x", "/tmp/y")) == "ENOSPC /tmp/y"  # noqa: S108
    assert described(Faulty("key", where="f:1:2", name="x")).startswith("f:1:2: key")
    assert monkeypatch


# Fetching alone


@pytest.mark.slow
def test_fetch_waits_for_letters(home: Home) -> None:
    """`fetch --wait` fetches what comes, rules on nothing, and ends by a signal; `serve` may run at the same time."""
    with running(FakeImap({}, capabilities="IMAP4rev1")) as fake:
        change(home, fetch=(ways.Imap(HOST, fake.port, "none", user="x", password_file="pw"),))  # noqa: S106
        with serves(home, "fetch", "--wait") as one:
            one.wait("start")
            fake.letters[1] = letter(home, "thor", "fetched")
            one.wait("letter-in")
            assert in_spool(home) == 1
            code, took = one.end()
            assert (code, took < 5) == (0, True)
    assert not said(home)
    assert not (home.path / "lmtp").exists()
    with suppress(FileNotFoundError):
        assert not list((home.path / "out").iterdir())
