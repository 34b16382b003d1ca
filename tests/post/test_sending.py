"""Sending what is due: what happens to each letter, by what a server answers, or does instead of answering."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from support.faults import Crash, disk
from support.smtp_servers import DROP, HANG, HOST, OK, PASSWORD, USER, authority, nobody_listens, office, rude

from referee.home import roster, ways
from referee.home.config import Config, write
from referee.home.home import Home
from referee.post.envelope import return_address
from referee.post.outbox import Outbox
from referee.post.posting import Posted, post_all
from referee.post.ways import tries
from referee.post.ways.tries import ACCEPTED, LATER, NEVER, UNCLEAR, UNREACHED, Outcome, Parcel, told
from referee.record.file import Busy
from referee.util import files
from referee.util.errors import Faulty
from referee.util.values import Struct, field

ANNA, BERT, CLEO = "anna@example.org", "bert@example.org", "cleo@example.org"
BEGINS = datetime(2026, 11, 20, 9, tzinfo=UTC)
KEEPER = "keeper@games.example"


def letter(number: str, to: str, text: str = "hello") -> bytes:
    """A letter of ours, with lines that begin with dots."""
    head = f"From: Referee <referee@games.example>\r\nTo: {to}\r\nMessage-ID: <{number}@games.example>\r\n"
    return f"{head}Subject: [{number}] x\r\n\r\n{text}\r\n.\r\n..two\r\n.end\r\n".encode()


class House(Struct, dict=True):
    """A home with letters due, and a clock that only the test moves."""

    home: Home
    time: datetime = BEGINS
    config: Config = field(default_factory=lambda: Config("referee@games.example"))

    @property
    def outbox(self) -> Outbox:
        """The letters out, as another process finds them."""
        return Outbox(self.home.path / "post")

    def put(self, **letters: str) -> Mapping[str, bytes]:
        """Letters that are due: `thor_1=ANNA` is g1.thor.1 to Anna."""
        made = {f"g1.{name.replace('_', '.')}": to for name, to in letters.items()}
        mails = {number: letter(number, to) for number, to in made.items()}
        path = self.home.roster_path("g1")
        if not path.exists():
            files.private_folder(path.parent)
            roster.write(path, roster.Roster(lots="5a" * 32, secrets="a5" * 32))
        for number, mail in mails.items():
            self.outbox.put(number, mail)
        return mails

    def post(self, way: Any = None, **more: Any) -> Posted:
        """One round."""
        return post_all(self.home, self.config, now=lambda: self.time, way=way, **more)

    def by_smtp(self, port: int, **more: Any) -> None:
        """Send by a server at that port of loopback."""
        usual = {"tls": "none", "timeout": "1 second"}
        self.config = Config(
            "referee@games.example", keeper=self.config.keeper, post=ways.Smtp(HOST, port, **(usual | more))
        )
        write(self.home, self.config)

    def due(self) -> list[str]:
        """The letters that are due."""
        return [path.stem for path in self.outbox.due()]

    def failed(self) -> dict[str, str]:
        """The letters refused for good, with what was said."""
        return {number: one.reply for number, one in self.outbox.all_failed()}


def why(done: Posted) -> str:
    """Why the way was closed."""
    assert done.unreached
    return done.unreached.reply


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip syncing, which would only be slow here."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A home with a key."""
    made = House(Home(tmp_path / "home"))
    made.home.make()
    return made


class Told(Struct, dict=True):
    """A way that answers as it is told: by number, in turn; everything else is accepted."""

    answers: dict[str, list[Outcome]] = field(default_factory=dict)
    carried: list[Parcel] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close nothing: nothing is open."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one letter."""
        self.carried.append(parcel)
        waiting = self.answers.get(parcel.name) or [Outcome(ACCEPTED)]
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    @property
    def names(self) -> list[str]:
        """What was carried."""
        return [one.name for one in self.carried]


def in_short(address: str) -> str:
    """What stands for an address in the name of a mail to the keeper."""
    return sha256(address.encode()).hexdigest()[:8]


# A real server


@pytest.mark.parametrize("implicit", [False, True])
def test_by_tls_and_login(house: House, tmp_path: Path, implicit: bool) -> None:
    """Three letters over one connection with TLS and a login, byte for byte.

    Then nothing is due, and none is repeated.
    """
    ca, chain = authority().files(tmp_path)
    (house.home.path / "pw").write_text(f"{PASSWORD}\n")
    (house.home.path / "pw").chmod(0o600)
    mails = house.put(thor_1=ANNA, thor_2=ANNA, loki_1=BERT)
    with office(chain, implicit=implicit) as server:
        how = "implicit" if implicit else "starttls"
        house.by_smtp(server.port, tls=how, tls_ca=str(ca), user=USER, password_file="pw")  # noqa: S106  where it lies
        assert house.post().accepted == ["g1.loki.1", "g1.thor.1", "g1.thor.2"]
        assert house.post() == Posted()
    assert [one.data for one in server.got] == [mails[n] for n in ("g1.loki.1", "g1.thor.1", "g1.thor.2")]
    assert [one.to for one in server.got] == [BERT, ANNA, ANNA]
    assert {one.connection for one in server.got} == {0}
    assert server.logins == [(USER, True)]
    assert house.due() == []
    assert house.outbox.last("g1") == {"thor": 2, "loki": 1}


def test_the_envelope_names_the_letter_and_no_secret(house: House) -> None:
    """Each letter has its own return address: short, in lower case, with its number in it."""
    house.put(thor_1=ANNA, loki_1=BERT)
    with office() as server:
        house.by_smtp(server.port)
        house.post()
    senders = [one.sender for one in server.got]
    assert senders == [return_address(house.config, house.home, n) for n in ("g1.loki.1", "g1.thor.1")]
    assert all(one.startswith("referee+b.g1.") and one == one.lower() for one in senders)
    assert all(len(one.partition("@")[0]) <= 64 for one in senders)


@pytest.mark.parametrize("case", ["other-authority", "other-name", "no-tls", "system"])
def test_a_server_that_is_not_the_one_gets_nothing(house: House, tmp_path: Path, case: str) -> None:
    """Another's certificate, another name, or none: no login, no letter; all letters wait, and none is refused."""
    wanted, other = authority(), authority("mail.games.example")
    ca, _ = (other if case == "other-authority" else wanted).files(tmp_path)
    (tmp_path / "s").mkdir()
    real = wanted if case != "other-name" else other
    real_ca, chain = real.files(tmp_path / "s")
    ca = real_ca if case == "other-name" else ca
    house.put(thor_1=ANNA)
    (house.home.path / "pw").write_text(PASSWORD)
    (house.home.path / "pw").chmod(0o600)
    with office(None if case == "no-tls" else chain) as server:
        trusted = "" if case == "system" else str(ca)
        house.by_smtp(server.port, tls="starttls", tls_ca=trusted, user=USER, password_file="pw")  # noqa: S106  where it lies
        done = house.post()
    assert (done.accepted, done.never, server.got, server.logins) == ([], [], [], [])
    assert ("certificate" in why(done).lower()) == (case != "no-tls")
    assert house.due() == ["g1.thor.1"]


@pytest.mark.slow
def test_a_wrong_password_costs_no_letter(house: House, tmp_path: Path) -> None:
    """The server accepts no login: every letter waits, even for months; each round tries one login."""
    ca, chain = authority().files(tmp_path)
    house.put(thor_1=ANNA, loki_1=BERT)
    wrong = f"{sys.executable} -c 'print(\"open sesame\")'"
    with office(chain) as server:
        house.by_smtp(server.port, tls="starttls", tls_ca=str(ca), user=USER, password_command=wrong)
        for round_ in range(1, 9):
            done = house.post(at_once=True)
            assert (len(done.waiting), done.later, done.never, why(done)[:3]) == (2, [], [], "535")
            assert len(server.logins) == 2 * round_  # by PLAIN and by LOGIN
            house.time += timedelta(days=9)
        assert "sesame" not in str(done)
    assert house.due() == ["g1.loki.1", "g1.thor.1"]


def test_no_password_over_an_open_line(house: House) -> None:
    """A login without TLS is a mistake in the configuration, except on the same machine."""
    house.put(thor_1=ANNA)
    house.config = Config("r@games.example", post=ways.Smtp("mail.games.example", tls="none", user=USER))
    with pytest.raises(Faulty, match="login-open"):
        house.post()
    assert house.due() == ["g1.thor.1"]


# What a server says


def test_each_recipient_for_itself(house: House) -> None:
    """Of three, one is taken, one refused for now, one for good: each has its own result, with the server's words."""
    house.put(thor_1=ANNA, loki_1=BERT, odin_1=CLEO)
    said = {("RCPT", BERT): ["450 4.2.1 try later", OK], ("RCPT", CLEO): ["550 5.1.1 no such user"]}
    with office(says=said) as server:
        house.by_smtp(server.port)
        first = house.post()
        assert [one.to for one in server.got] == [ANNA]
        assert len(server.connections) == 1
        assert first.accepted == ["g1.thor.1"]
        assert [(one.number, one.reply, one.next) for one in first.later] == [
            ("g1.loki.1", "450 4.2.1 try later", "2026-11-20T09:05:00Z")
        ]
        assert [(one.number, one.reply) for one in first.never] == [("g1.odin.1", "550 5.1.1 no such user")]
        assert (house.due(), house.failed()) == (["g1.loki.1"], {"g1.odin.1": "550 5.1.1 no such user"})
        assert house.post().waiting == ["g1.loki.1"]
        house.time += timedelta(minutes=5)
        assert house.post() == Posted(accepted=["g1.loki.1"])
    assert [one.to for one in server.got] == [ANNA, BERT]
    assert house.outbox.last("g1") == {"thor": 1, "loki": 1, "odin": 1}
    assert list((house.home.path / "post" / "out").iterdir()) == []


def test_a_refusal_at_the_end_of_a_letter(house: House) -> None:
    """The answer after the letter itself counts as well; the next letter uses the same connection."""
    house.put(loki_1=BERT, odin_1=CLEO, thor_1=ANNA)
    said = {("DATA", BERT): ["451 4.3.0 full"], ("DATA", CLEO): ["554 5.6.0 not in this house"]}
    with office(says=said) as server:
        house.by_smtp(server.port)
        done = house.post()
        assert len(server.connections) == 1
    assert ([one.to for one in server.got], done.accepted) == ([ANNA], ["g1.thor.1"])
    assert (house.due(), list(house.failed())) == (["g1.loki.1"], ["g1.odin.1"])


@pytest.mark.parametrize(
    ("says", "kind", "reply"),
    [
        ({"MAIL": ["550 5.7.1 not your address"]}, UNREACHED, "550 5.7.1 not your address"),
        ({"MAIL": ["452 4.3.1 no room in the queue"]}, UNREACHED, "452 4.3.1 no room in the queue"),
        ({"RCPT": ["451 4.3.0 queue file write error"]}, UNREACHED, "451 4.3.0 queue file write error"),
        ({"RCPT": ["530 5.7.0 log in first"]}, UNREACHED, "530 5.7.0 log in first"),
        ({"MAIL": ["552 5.3.4 too large"]}, NEVER, "552 5.3.4 too large"),
        ({"RCPT": ["553 5.1.3 what?"]}, NEVER, "553 5.1.3 what?"),
        ({"RCPT": ["452 4.2.2 full"]}, LATER, "452 4.2.2 full"),
        ({"DATA": ["554 5.7.1 no"]}, NEVER, "554 5.7.1 no"),
        ({"DATA": ["451 4.7.1 wait"]}, LATER, "451 4.7.1 wait"),
        ({".": ["250-yes\n250 and yes again"]}, ACCEPTED, ""),
        ({"": ["554 5.3.2 closed"]}, UNREACHED, "554 5.3.2 closed"),
        ({"EHLO": ["421 4.3.2 going down"], "HELO": ["421 no"]}, UNREACHED, "421 no"),
        ({"RCPT": ["550 \x1b[2J\x07evil\tname " + "x" * 400]}, NEVER, None),
        ({"RCPT": ["550 abcdefghijklmnopqrstuvwxyz is no secret"]}, NEVER, f"550 {'*' * 26} is no secret"),
    ],
)
def test_what_a_server_says(house: House, says: dict[str, list[str]], kind: str, reply: str | None) -> None:
    """What each answer means, at each step; its words are kept on one printable line, without secrets, shortened."""
    house.put(thor_1=ANNA)
    with rude(says) as server:
        house.by_smtp(server.port)
        done = house.post()
    found = ACCEPTED if done.accepted else UNREACHED if done.unreached else NEVER if done.never else LATER
    assert found == kind
    said = [one.reply for one in (*done.later, *done.never)] + ([why(done)] if done.unreached else [])
    assert (house.outbox.due() and tries.read(house.outbox.due()[0]).tries) == (
        {LATER: 1, UNREACHED: 0}.get(kind, [])
    )
    assert all(one.isprintable() and len(one) <= 200 for one in said)
    assert reply is None or said == [reply] * (kind != ACCEPTED)


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "."])
@pytest.mark.parametrize("how", [DROP, "421 4.3.2 going down"])
def test_a_line_that_goes_dead(house: House, verb: str, how: str) -> None:
    """The letter goes over another connection at once: a restart of the server causes no delay."""
    mails = house.put(loki_1=BERT, thor_1=ANNA)
    usual = {"DATA": "354 go on"}.get(verb, OK)
    with rude({verb: [how, usual]}) as server:
        house.by_smtp(server.port)
        assert house.post() == Posted(accepted=["g1.loki.1", "g1.thor.1"])
        assert server.connections == 2
    assert server.got[-2].replace(b"\r\n..", b"\r\n.") == mails["g1.loki.1"]


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "."])
@pytest.mark.parametrize("how", [[DROP, DROP], pytest.param([HANG], marks=pytest.mark.slow)])
def test_a_letter_at_which_the_line_goes_dead(house: House, verb: str, how: list[str]) -> None:
    """It waits, because the server takes another letter; the server's time is not spent twice."""
    mails = house.put(loki_1=BERT, thor_1=ANNA)
    usual = {"DATA": "354 go on"}.get(verb, OK)
    begun = time.monotonic()
    with rude({verb: [*how, usual]}) as server:
        house.by_smtp(server.port)
        done = house.post()
        assert (done.accepted, [one.number for one in done.later]) == (["g1.thor.1"], ["g1.loki.1"])
        assert server.connections == len(how) + 1
        assert time.monotonic() - begun < 4
        house.time += timedelta(minutes=5)
        assert house.post().accepted == ["g1.loki.1"]
    assert server.got[-1].replace(b"\r\n..", b"\r\n.") == mails["g1.loki.1"]


def test_a_server_that_always_hangs_up_is_left_alone(house: House) -> None:
    """After three letters in a row the round ends; no try is counted, and the next round comes soon."""
    house.put(**{f"{seat}_1": f"{seat}@x.example" for seat in "abcdef"})
    with rude({"RCPT": [DROP] * 6 + [OK]}) as server:
        house.by_smtp(server.port)
        done = house.post()
        assert (server.connections, done.later, done.never, len(done.waiting)) == (6, [], [], 6)
        house.time += timedelta(seconds=15)
        assert len(house.post().accepted) == 6


def test_a_server_that_hangs_up_now_and_then(house: House) -> None:
    """Drops between accepted letters do not add up: every letter is tried."""
    house.put(**{f"{seat}_1": f"{seat}@x.example" for seat in "abcdefgh"})
    with rude({"RCPT": [DROP, DROP, OK] * 4}) as server:
        house.by_smtp(server.port)
        done = house.post()
    assert (len(done.accepted), len(done.later), done.unreached) == (4, 4, None)


def test_nobody_there(house: House) -> None:
    """A server that does not answer: the letters wait, it is called once in a round, and not before its time."""
    house.put(thor_1=ANNA, loki_1=BERT)
    house.by_smtp(port := nobody_listens())
    done = house.post()
    assert "refused" in why(done)
    assert (done.waiting, done.later, done.never) == (["g1.loki.1", "g1.thor.1"], [], [])
    with rude() as server:
        house.by_smtp(port)
        house.time += timedelta(seconds=14)
        assert house.post() == done
        assert server.connections == 0


def test_an_answer_nobody_waited_for_in_the_clear(house: House) -> None:
    """If TLS is configured and not offered, nothing of a letter or a login is sent."""
    house.put(thor_1=ANNA)
    with rude({"EHLO": ["250-here\n250 AUTH PLAIN"]}) as server:
        house.by_smtp(server.port, tls="starttls", user=USER, password_command="echo x")  # noqa: S106
        assert house.post().unreached
    assert all(line[:4].upper() in {"EHLO", "QUIT"} for line in server.lines)


def test_what_the_server_offers_is_used(house: House) -> None:
    """It is told the size; a bounce is asked not to return the letter, whose cards are hidden."""
    mails = house.put(thor_1=ANNA)
    with rude({"EHLO": ["250-here\n250-SIZE 1000000\n250 DSN"]}) as server:
        house.by_smtp(server.port)
        house.post()
    (mail,) = [line for line in server.lines if line.startswith("mail")]
    assert mail.endswith(f" size={len(mails['g1.thor.1'])} RET=HDRS")


# Tried again


def test_waits_grow(house: House) -> None:
    """5, 15, 30 minutes, 1, 2, 4, 4, 4 hours; after five days it counts as refused for good."""
    house.put(thor_1=ANNA)
    way, waits = Told({"g1.thor.1": [Outcome(LATER, "450 later")]}), list[int]()
    while not (done := house.post(way)).never:
        (one,) = done.later
        at = datetime.fromisoformat(one.next)
        waits.append(round((at - house.time).total_seconds() / 60))
        house.time = at - timedelta(seconds=1)
        assert house.post(way).waiting == ["g1.thor.1"]
        house.time = at
    assert len(way.carried) == len(waits) + 1
    assert waits[:8] == [5, 15, 30, 60, 120, 240, 240, 240]
    assert timedelta(days=5) <= house.time - BEGINS < timedelta(days=5, hours=4)
    assert (house.due(), house.failed()) == ([], {"g1.thor.1": "450 later"})


def test_a_server_out_of_reach_for_a_month_loses_nothing(house: House) -> None:
    """Only a server that was offered a letter can refuse it."""
    house.put(thor_1=ANNA)
    way = Told({"g1.thor.1": [Outcome(UNREACHED, "refused")]})
    for _ in range(20):
        house.time += timedelta(days=2)
        assert house.post(way).never == []
    house.time += timedelta(days=2)
    way.answers["g1.thor.1"] = [Outcome(LATER, "450 x"), Outcome(UNREACHED, "refused"), Outcome(ACCEPTED)]
    for kind in ("later", "waiting"):
        assert len(getattr(house.post(way), kind)) == 1
        house.time += timedelta(days=6)
    assert house.post(way).accepted == ["g1.thor.1"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [UNREACHED, UNCLEAR])
def test_out_of_reach_is_of_the_way(house: House, kind: str) -> None:
    """For a night: one next try for all letters, from 15 s up to 5 min; then all go at once, and no try was counted."""
    house.put(**{f"{seat}_{n}": ANNA for seat in ("loki", "thor") for n in range(1, 9)})
    way, waits = Told({"g1.loki.1": [Outcome(kind, "refused")], "g1.thor.1": [Outcome(kind, "refused")]}), []
    while house.time < BEGINS + timedelta(hours=8):
        done = house.post(way)
        assert (done.later, done.never, len(done.waiting), why(done)) == ([], [], 16, "refused")
        assert done.unreached
        assert done.unreached.since == "2026-11-20T09:00:00Z"
        carried = len(way.carried)
        house.put(odin_1=BERT)  # one that comes meanwhile waits with the others
        assert house.post(way).unreached == done.unreached
        assert len(way.carried) == carried
        house.outbox.drop("g1.odin.1")
        at = datetime.fromisoformat(done.unreached.next)
        waits.append(round((at - house.time).total_seconds()))
        house.time = at
    assert waits[:8] == [15, 30, 60, 120, 240, 300, 300, 300]
    assert not list((house.home.path / "post" / "out").glob("*.yaml"))
    way.answers.clear()
    assert len(house.post(way).accepted) == 16
    assert house.post(way) == Posted()


def test_a_way_goes_out_of_reach_in_the_middle(house: House) -> None:
    """Accepted letters are sent; no other was refused, and the wait begins again, because the way had answered."""
    house.put(loki_1=BERT, odin_1=CLEO, thor_1=ANNA)
    way = Told({"g1.odin.1": [Outcome(UNREACHED, "refused")]})
    done = house.post(way)
    assert (done.accepted, done.waiting) == (["g1.loki.1"], ["g1.odin.1", "g1.thor.1"])
    house.time += timedelta(seconds=15)
    assert house.post(Told()).accepted == ["g1.odin.1", "g1.thor.1"]


def test_one_letter_does_not_close_the_way_for_others(house: House) -> None:
    """Three letters fail each time: next time they come last, the others go out, and then each waits for itself."""
    house.put(**{f"{seat}_1": f"{seat}@x.example" for seat in "abcxyz"})
    bad = {f"g1.{seat}.1": [Outcome(UNCLEAR, "75 x")] for seat in "abc"}
    way = Told(bad)
    assert why(house.post(way)) == "75 x"
    house.time += timedelta(seconds=15)
    done = house.post(way)
    assert done.accepted == ["g1.x.1", "g1.y.1", "g1.z.1"]
    assert [one.number for one in done.later] == ["g1.a.1", "g1.b.1", "g1.c.1"]
    house.time += timedelta(seconds=15)
    assert house.post(way).waiting == ["g1.a.1", "g1.b.1", "g1.c.1"]


def test_a_way_is_known_by_its_name(house: House) -> None:
    """Another server in the configuration is tried at once; so is the same one with `knock`, or `--now`."""
    house.put(thor_1=ANNA)
    house.by_smtp(port := nobody_listens())
    assert house.post().unreached
    with office() as server:
        house.by_smtp(server.port)
        assert house.post().accepted == ["g1.thor.1"]
    house.put(thor_2=ANNA)
    house.by_smtp(port)
    assert house.post(Told()).waiting == ["g1.thor.2"]
    assert house.post(Told(), knock=True).accepted == ["g1.thor.2"]
    house.put(thor_3=ANNA)
    assert house.post(Told({"g1.thor.3": [Outcome(UNREACHED, "x")]})).unreached
    assert house.post(Told(), at_once=True).accepted == ["g1.thor.3"]


@pytest.mark.parametrize("text", ["", "x", "way: x\n", "- 1\n", "\0", "way: ''\nnext: 9999\nunclear: 1\n"])
def test_a_spoiled_file_of_a_way_stops_no_letter(house: House, text: str) -> None:
    """The way is tried now."""
    house.put(thor_1=ANNA)
    house.post(Told({"g1.thor.1": [Outcome(UNREACHED, "x")]}))
    (place,) = (house.home.path / "post" / "unreached").iterdir()
    place.write_text(text)
    assert house.post(Told()).accepted == ["g1.thor.1"]


def test_a_way_and_a_clock_that_was_wrong(house: House) -> None:
    """A next try years ahead, from a wrong clock, is made now."""
    house.put(thor_1=ANNA)
    house.time += timedelta(days=4000)
    house.post(Told({"g1.thor.1": [Outcome(UNREACHED, "x")]}))
    house.time = BEGINS
    assert house.post(Told()).accepted == ["g1.thor.1"]


def test_a_folder_that_cannot_be_written_to(house: House) -> None:
    """A folder is a way like others: an obstacle there refuses no letter."""
    house.config = Config("referee@games.example", post=ways.Folder("out"))
    house.put(thor_1=ANNA)
    (house.home.path / "out").write_text("a file")
    assert "exists" in why(house.post())
    (house.home.path / "out").unlink()
    house.time += timedelta(seconds=15)
    assert house.post().accepted == ["g1.thor.1"]


def test_letters_of_a_seat_keep_their_order(house: House) -> None:
    """A later letter is not sent before an earlier one; other seats, and another address of the seat, do not wait."""
    house.put(thor_1=ANNA, thor_2=ANNA, thor_9=ANNA, thor_10=ANNA, thor_11=CLEO, loki_1=BERT)
    way = Told({"g1.thor.1": [Outcome(LATER), Outcome(ACCEPTED)]})
    first = house.post(way)
    assert first.accepted == ["g1.loki.1", "g1.thor.11"]
    assert first.waiting == ["g1.thor.2", "g1.thor.9", "g1.thor.10"]
    assert house.post(way).waiting == ["g1.thor.1", "g1.thor.2", "g1.thor.9", "g1.thor.10"]
    way.carried.clear()
    assert house.post(way, at_once=True).later == []
    assert way.names == ["g1.thor.1", "g1.thor.2", "g1.thor.9", "g1.thor.10"]


def test_one_refused_for_good_holds_back_none(house: House) -> None:
    """The next letter to that seat goes out."""
    house.put(thor_1=ANNA, thor_2=ANNA)
    done = house.post(Told({"g1.thor.1": [Outcome(NEVER, "550 no")]}))
    assert (done.accepted, list(house.failed())) == (["g1.thor.2"], ["g1.thor.1"])


def test_written_anew_means_never_tried(house: House) -> None:
    """A letter that is written again is due at once, and no longer counts as refused."""
    house.put(thor_1=ANNA, loki_1=BERT)
    house.post(Told({"g1.thor.1": [Outcome(NEVER, "550 no")], "g1.loki.1": [Outcome(LATER, "450 no")]}))
    house.put(thor_1=ANNA, loki_1=BERT)
    assert house.failed() == {}
    assert house.post(Told()).accepted == ["g1.loki.1", "g1.thor.1"]
    assert house.failed() == {}


@pytest.mark.parametrize(
    "text", ["", "x", "tries: x\n", "- 1\n", "nonsense: 1\n", "next: 1\ntries: 2\n", "\0"]
)
def test_a_spoiled_state_does_not_stop_a_letter(house: House, text: str) -> None:
    """It is tried now; if refused, it has a state again."""
    house.put(thor_1=ANNA)
    tries.place(house.outbox.due()[0]).write_text(text)
    assert len(house.post(Told({"g1.thor.1": [Outcome(LATER)]})).later) == 1
    assert house.post(Told()).waiting == ["g1.thor.1"]
    tries.place(house.outbox.due()[0]).write_text(text)
    assert house.post(Told()).accepted == ["g1.thor.1"]


def test_a_clock_that_was_wrong(house: House) -> None:
    """A next try years ahead, from a wrong clock, is made now."""
    house.put(thor_1=ANNA)
    house.time += timedelta(days=4000)
    house.post(Told({"g1.thor.1": [Outcome(LATER)]}))
    house.time = BEGINS
    assert house.post(Told()).accepted == ["g1.thor.1"]


# Whose letter it is


@pytest.mark.parametrize(
    "mail",
    [
        letter("g1.loki.1", BERT),
        letter("g1.thor.1", "anna@example.org, bert@example.org"),
        letter("g1.thor.1", "-oQ/tmp@x.example"),
        letter("g1.thor.1", "`id`@x.example").replace(b"`id`", b'"a b"'),
        letter("g1.thor.1", ANNA).replace(b"Subject", b"To: x@y.example\r\nSubject"),
        letter("g1.thor.1", ANNA).replace(b"Message-ID", b"X-Message-ID"),
        b"",
    ],
)
def test_a_file_that_is_not_the_letter_of_its_name_goes_to_nobody(house: House, mail: bytes) -> None:
    """Recipient and content come from one file: another letter's content, or a malformed address, is not sent."""
    house.outbox.put("g1.thor.1", mail)
    way = Told()
    assert [one.reply for one in house.post(way).never] == ["unfit"]
    assert way.carried == []


def test_a_letter_written_anew_meanwhile_is_not_taken_for_sent(house: House) -> None:
    """While one is being sent, the keeper corrects the address: the new letter goes out as well."""
    house.put(thor_1=ANNA)

    class Slow(Told):
        def carry(self, parcel: Parcel) -> Outcome:
            if not self.carried:
                house.put(thor_1=CLEO)
            return super().carry(parcel)

    way = Slow()
    assert house.post(way).accepted == []
    assert house.post(way).accepted == ["g1.thor.1"]
    assert [one.to for one in way.carried] == [ANNA, CLEO]


def test_a_game_that_is_deleted_meanwhile(house: House) -> None:
    """Its letters disappear while they are sent: nothing breaks, and the others go on."""
    house.put(thor_1=ANNA, thor_2=ANNA)
    house.outbox.put("g2.thor.1", letter("g2.thor.1", BERT))

    class Slow(Told):
        def carry(self, parcel: Parcel) -> Outcome:
            house.outbox.forget("g1")
            return super().carry(parcel)

    assert house.post(Slow()).accepted == ["g2.thor.1"]
    assert house.outbox.last("g1") == {}


@pytest.mark.parametrize("left", [0, 1, 40, -1])
def test_a_letter_that_was_cut_short_goes_to_nobody(house: House, left: int) -> None:
    """It is neither sent nor refused for good; later letters of its seat wait for it; other seats get theirs."""
    mails = house.put(thor_1=ANNA, thor_2=ANNA, loki_1=BERT)
    path = house.outbox.due()[1]
    path.write_bytes(mails["g1.thor.1"][:left])
    way = Told()
    done = house.post(way)
    assert (done.accepted, done.spoiled, done.waiting, done.never) == (
        ["g1.loki.1"],
        ["g1.thor.1"],
        ["g1.thor.2"],
        [],
    )
    house.put(thor_1=ANNA)
    assert house.post(way).accepted == ["g1.thor.1", "g1.thor.2"]


# A process that dies


@pytest.mark.slow
def test_every_call_may_be_the_last(tmp_path: Path) -> None:
    """Wherever sending dies: each letter was accepted at least once, each refusal told, none laid aside twice."""

    def fresh(at: Path) -> tuple[House, Told]:
        made = House(Home(at))
        made.home.make()
        made.config = Config("referee@games.example", keeper=KEEPER)
        made.put(thor_1=ANNA, loki_1=BERT, odin_1=CLEO)
        refused = {
            "g1.loki.1": [Outcome(LATER), Outcome(ACCEPTED)],
            "g1.odin.1": [Outcome(NEVER, "550 5.1.1 x")],
        }
        return made, Told(refused)

    whole, way = fresh(tmp_path / "whole")
    with disk() as double:
        whole.post(way)
    assert double.count > 20
    for number in range(1, double.count + 1):
        for how in ("crash", "crash-after", "crash-half"):
            one, way = fresh(tmp_path / f"{number}{how}")
            with suppress(Crash), disk(number, how):
                one.post(way)
            one.time += timedelta(hours=1)
            one.post(way)
            one.time += timedelta(hours=1)
            one.post(way)
            taken = [name for name in way.names if name in {"g1.thor.1", "g1.loki.1"}]
            assert set(taken) == {"g1.thor.1", "g1.loki.1"}
            assert way.names.count("g1.thor.1") <= 2
            assert (one.due(), list(one.failed())) == ([], ["g1.odin.1"])
            assert one.outbox.last("g1") == {"thor": 1, "loki": 1, "odin": 1}
            assert not [path for path in (one.home.path / "post" / "out").iterdir() if path.suffix != ".eml"]
            assert sum(parcel.to == KEEPER for parcel in way.carried) in {1, 2}


def started(house: House) -> subprocess.Popen[bytes]:
    """The command itself, as a process."""
    command = [sys.executable, "-m", "referee", "--home", str(house.home.path), "post", "--now"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  ourselves


@pytest.mark.slow
def test_killed_between_the_answer_and_the_move(house: House) -> None:
    """The server said 250, and the process is killed before it reads that: the letter goes out again, with its id."""
    mails = house.put(thor_1=ANNA)
    running: list[subprocess.Popen[bytes]] = []

    def stop_it(verb: str) -> None:
        if verb == "." and len(running) == 1:
            os.kill(running[0].pid, signal.SIGSTOP)

    with rude(before=stop_it) as server:
        house.by_smtp(server.port)
        running.append(started(house))
        while not server.got:
            time.sleep(0.01)
        time.sleep(0.1)  # the answer is on its way now, and nobody reads it
        running[0].kill()
        running[0].wait()
        assert house.due() == ["g1.thor.1"]
        running.append(started(house))
        assert running[1].wait(30) == 0
    assert [one.replace(b"\r\n..", b"\r\n.") for one in server.got] == [mails["g1.thor.1"]] * 2
    assert (house.due(), house.outbox.numbers("g1", "thor")) == ([], [1])


@pytest.mark.slow
def test_killed_at_any_time(house: House) -> None:
    """Kills at random moments: every letter arrives, each copy with the same bytes, each seat's in their order."""
    numbers = {f"{seat}_{n}": ANNA for seat in ("loki", "thor") for n in range(1, 16)}
    mails = house.put(**numbers)
    rng, kills = random.Random(7), int(os.environ.get("REFEREE_KILLS", "12"))
    with office() as server:
        house.by_smtp(server.port)
        for _ in range(kills):
            process = started(house)
            seen = len(server.got)
            ends = time.monotonic() + 10
            while len(server.got) == seen and time.monotonic() < ends and process.poll() is None:
                time.sleep(0.001)
            time.sleep(rng.random() / 200)
            process.kill()
            process.wait()
        assert started(house).wait(60) == 0
    ids = [str(BytesParser().parsebytes(one.data)["Message-ID"])[1:].partition("@")[0] for one in server.got]
    assert set(ids) == set(mails)
    assert all(one.data == mails[n] for n, one in zip(ids, server.got, strict=True))
    assert len(ids) - len(mails) <= kills
    assert house.due() == []
    for seat in ("loki", "thor"):
        order = [int(n.split(".")[2]) for n in ids if f".{seat}." in n]
        assert order == sorted(order)


def test_two_at_once(house: House) -> None:
    """The second process waits, and then says that another is sending."""
    house.put(thor_1=ANNA)

    class Second(Told):
        def carry(self, parcel: Parcel) -> Outcome:
            with pytest.raises(Busy):
                house.post(Told(), patience=0.05)
            return super().carry(parcel)

    assert house.post(Second()).accepted == ["g1.thor.1"]


# The keeper is told


def test_a_round_ends_between_two_letters(house: House) -> None:
    """When asked to end, the round stops: sent letters are sent, the others wait for the next round."""
    house.put(thor_1=ANNA, thor_2=ANNA, loki_1=BERT)
    asked = list[int]()

    def leaving() -> bool:
        asked.append(1)
        return len(asked) > 2

    with office() as server:
        house.by_smtp(server.port)
        assert len(house.post(leaving=leaving).accepted) == 2
        assert len(house.due()) == 1
        assert len(house.post().accepted) == 1


def test_the_keeper_is_told_once_a_day_for_each_seat(house: House) -> None:
    """A short mail with the numbers and the code, but no words of the server or the letter.

    It comes from us, and is never answered.
    """
    house.config = Config("referee@games.example", keeper=KEEPER)
    no = [Outcome(NEVER, "550 5.1.1 you hold the dragon")]
    house.put(thor_1=ANNA, thor_2=ANNA, loki_1=BERT)
    way = Told({"g1.thor.1": no, "g1.thor.2": no, "g1.loki.1": no})
    house.post(way)
    house.put(thor_3=ANNA)
    way.answers["g1.thor.3"] = no
    house.post(way)
    mails = [one for one in way.carried if one.to == KEEPER]
    assert [one.name for one in mails] == [
        f"keeper.g1-loki-{in_short(BERT)}.20261120",
        f"keeper.g1-thor-{in_short(ANNA)}.20261120",
    ]
    assert {one.sender for one in mails} == {"referee@games.example"}
    mail = BytesParser().parsebytes(mails[1].data)
    text = " ".join(mail.get_payload(decode=True).decode().split())  # type: ignore[union-attr]
    assert "g1.thor.1" in text
    assert "550 5.1.1" in text
    assert "dragon" not in text
    assert (mail["To"], mail["Auto-Submitted"], mail.get_content_type()) == (
        KEEPER,
        "auto-generated",
        "text/plain",
    )
    house.time += timedelta(days=1)
    house.put(thor_4=ANNA)
    way.answers["g1.thor.4"] = no
    house.post(way)
    assert [one.name for one in way.carried if one.to == KEEPER][2:] == [
        f"keeper.g1-thor-{in_short(ANNA)}.20261121"
    ]


def test_a_keeper_who_cannot_be_reached_is_told_later_and_makes_no_loop(house: House) -> None:
    """Refused for now, it waits. Refused for good, nobody is told that the keeper was not told."""
    house.config = Config("referee@games.example", keeper=KEEPER)
    house.put(thor_1=ANNA)
    name = f"keeper.g1-thor-{in_short(ANNA)}.20261120"
    way = Told({"g1.thor.1": [Outcome(NEVER, "550 x")], name: [Outcome(LATER), Outcome(NEVER, "550 x")]})
    house.post(way)
    house.post(way)
    assert way.names.count(name) == 1
    house.time += timedelta(hours=1)
    for _ in range(3):
        house.post(way)
    assert way.names.count(name) == 2


def test_a_stranger_who_cannot_be_reached(house: House) -> None:
    """The answer goes out with the null sender, so that nothing is returned; refused for good, it is forgotten."""
    house.config = Config("referee@games.example", keeper=KEEPER)
    for number in ("0.stranger.17", "0.stranger.18"):
        house.outbox.put(number, letter(number, CLEO))
    way = Told({"0.stranger.17": [Outcome(LATER, "450 x"), Outcome(NEVER, "550 x")]})
    assert len(house.post(way).later) == 1
    assert [one.number for one in house.post(way, at_once=True).never] == ["0.stranger.17"]
    assert [(one.name, one.sender) for one in way.carried] == [
        ("0.stranger.17", ""),
        ("0.stranger.17", ""),
        ("0.stranger.18", ""),
    ]
    assert (house.due(), house.failed()) == ([], {})
    with office() as server:
        house.outbox.put("0.stranger.19", letter("0.stranger.19", CLEO))
        house.by_smtp(server.port)
        assert house.post().accepted == ["0.stranger.19"]
    assert [one.sender for one in server.got] == ["<>"]


def test_without_a_keeper_nobody_is_told(house: House) -> None:
    """No address, no mail."""
    house.put(thor_1=ANNA)
    way = Told({"g1.thor.1": [Outcome(NEVER, "550 x")]})
    house.post(way)
    assert way.names == ["g1.thor.1"]


def test_what_is_said_is_kept_safe() -> None:
    """Any words of a server become one printable line."""
    assert told(b"a\r\nb\t\x1b[31mc\xff") == "a b <U+001B>[31mc\ufffd"
    assert len(told("x " * 9999)) == 200
