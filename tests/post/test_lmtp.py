"""Letters by LMTP: an answer for each recipient, 250 only for what is on the disk, and no way to hide a letter."""

import errno
import io
import os
import shutil
import smtplib
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.servers import HOST, answers, free_port, wait_for

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config, ways
from referee.home.config import Config
from referee.home.home import Home
from referee.house.players import Player
from referee.post.delivery import MOST
from referee.post.reading import read_mail
from referee.post.spool import Spool
from referee.post.ways import lmtp, sockets
from referee.post.ways.lmtp import Listener
from referee.util.errors import Faulty
from referee.util.journal import Journal

ADDRESS = "referee@games.example"
LETTER = b"From: anna@example.org\r\nTo: referee@games.example\r\nSubject: x\r\n\r\naccept\r\n"
NOBODY = "referee+aaaaaaaaaaaaaaaaaaaaaaaaaa@games.example"


@pytest.fixture
def home() -> Iterator[Home]:
    """A home with a game, on a short path; thor and loki were invited."""
    folder = Path(tempfile.mkdtemp(prefix="ref-"))
    made = Home(folder / "home")
    made.make()
    config.write(made, Config(ADDRESS, serve=ways.Serve("lmtp")))
    players = {"thor": Player("anna@example.org"), "loki": Player("bert@example.org")}
    with Desk(made).held() as desk:
        keeper.invite(desk, "thunder", players, id="g1", seed="07")
    yield made
    shutil.rmtree(folder)


def address(home: Home, seat: str) -> str:
    """Where a seat writes to."""
    return config.read(home).reply_address(Desk(home).seats.secret("g1", seat))


@contextmanager
def listening(home: Home, log: io.StringIO | None = None) -> Iterator[Listener]:
    """A listener on the socket of this home."""
    listener = Listener(home, config.read(home), Journal("text", log or io.StringIO()), lambda: None)
    listener.start()
    try:
        yield listener
    finally:
        listener.stop(1)


def spooled(home: Home) -> list[bytes]:
    """The letters in the spool, in the order of their arrival."""
    spool = Spool(home.path / "post")
    return [(spool.folder / "new" / name).read_bytes() for name in spool.waiting()]


def client(home: Home) -> smtplib.LMTP:
    """A mail server that hands letters over, to one recipient each, as the standard library does."""
    return smtplib.LMTP(str(home.path / "lmtp"))


class Raw:
    """A mail server at the level of its protocol."""

    def __init__(self, home: Home) -> None:
        """Connect, and say who we are."""
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(20)
        self.line.connect(str(home.path / "lmtp"))
        self.wire = self.line.makefile("rwb")
        self.answer()
        self.say(b"LHLO x")

    def say(self, line: bytes) -> bytes:
        """Say a line, hear the answer."""
        self.wire.write(line + b"\r\n")
        self.wire.flush()
        return self.answer()

    def answer(self) -> bytes:
        """One answer, of one line or several."""
        found = b""
        while line := self.wire.readline():
            found += line
            if line[3:4] == b" ":
                return found
        return found

    def letter(self, recipients: list[str], letter: bytes) -> list[bytes]:
        """Hand over a letter; the answers at its end, one for each recipient that was taken."""
        assert self.say(b"MAIL FROM:<anna@example.org>").startswith(b"250")
        taken = [self.say(b"RCPT TO:<" + one.encode() + b">").startswith(b"250") for one in recipients]
        assert self.say(b"DATA").startswith(b"354")
        self.wire.write(letter + b"\r\n.\r\n")
        self.wire.flush()
        return [self.answer() for one in taken if one]

    def close(self) -> None:
        """Hang up."""
        self.wire.close()
        self.line.close()


@pytest.fixture
def raw(home: Home) -> Iterator[Raw]:
    """Such a mail server, connected."""
    with listening(home):
        found = Raw(home)
        yield found
        found.close()


# What is taken


@pytest.mark.slow
def test_a_letter_is_in_the_spool_with_its_envelope(home: Home) -> None:
    """The recipient and the return address stand before it; its own bytes are unchanged."""
    to = address(home, "thor")
    with listening(home), client(home) as one:
        assert one.sendmail("anna@example.org", [to], LETTER) == {}
        assert one.sendmail("<>", [ADDRESS], LETTER) == {}
    assert spooled(home) == [
        f"Return-Path: <anna@example.org>\r\nDelivered-To: {to}\r\n".encode() + LETTER,
        f"Return-Path: <>\r\nDelivered-To: {ADDRESS}\r\n".encode() + LETTER,
    ]
    assert to in read_mail(spooled(home)[0]).recipients
    assert read_mail(spooled(home)[1]).robot


@pytest.mark.slow
def test_each_recipient_has_an_answer(home: Home, raw: Raw) -> None:
    """In their order, on one line each; then the next letter is taken."""
    thor, loki = address(home, "thor"), address(home, "loki")
    assert raw.letter([thor, NOBODY, loki, thor.upper()], LETTER) == [b"250 2.0.0 OK\r\n"] * 3
    assert raw.say(b"NOOP").startswith(b"250")
    assert raw.letter([ADDRESS], LETTER) == [b"250 2.0.0 OK\r\n"]
    assert [one.split(b"\r\n")[1] for one in spooled(home)] == [
        f"Delivered-To: {one}".encode() for one in (thor, loki, ADDRESS)
    ]


@pytest.mark.slow
def test_the_same_letter_to_two_of_our_addresses_counts_once(home: Home, raw: Raw) -> None:
    """A mail server brings one letter to the plain address and to the seat's: the record has it once."""
    thor = address(home, "thor")
    letter = LETTER.replace(b"To: referee@games.example", f"To: {thor}, {ADDRESS}".encode())
    assert len(raw.letter([thor, ADDRESS], letter)) == 2
    with Desk(home).held() as desk:
        done = desk.run()
    assert (done.ruled, done.aside, done.held, done.troubles) == (1, 1, [], [])


@pytest.mark.slow
def test_letters_are_taken_side_by_side(home: Home) -> None:
    """From many mail servers at once: every letter answered with 250 is there, once."""
    sent = [LETTER + f"{n}\r\n".encode() for n in range(200)]

    def some(n: int) -> None:
        with client(home) as one:
            for letter in sent[n::10]:
                one.sendmail("anna@example.org", [ADDRESS], letter)

    with listening(home):
        threads = [threading.Thread(target=some, args=(n,)) for n in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(one.split(b"\r\n", 2)[2] for one in spooled(home)) == sorted(sent)


@pytest.mark.slow
def test_lines_may_be_long(home: Home, raw: Raw) -> None:
    """Mail programs write paragraphs as one line; above a megabyte the letter is refused, for every recipient."""
    letter = LETTER + b"x" * 100_000
    assert raw.letter([ADDRESS], letter) == [b"250 2.0.0 OK\r\n"]
    assert spooled(home)[0].endswith(b"x" * 100_000 + b"\r\n")
    refused = raw.letter([ADDRESS, address(home, "thor")], LETTER + b"x" * (2 << 20))
    assert [one[:4] for one in refused] == [b"500 "] * 2
    assert raw.say(b"NOOP").startswith(b"250")
    assert len(spooled(home)) == 1


@pytest.mark.slow
def test_a_letter_that_is_too_large_is_refused_for_each_recipient(home: Home, raw: Raw) -> None:
    """At its end, or at once if its size is declared; the next letter is taken."""
    assert f"SIZE {MOST}".encode() in raw.say(b"LHLO x")
    assert raw.say(f"MAIL FROM:<a@b.example> SIZE={MOST + 1}".encode()).startswith(b"552")
    line = b"x" * 998 + b"\r\n"
    refused = raw.letter([ADDRESS, address(home, "thor")], line * (MOST // 1000 + 2))
    assert [one[:4] for one in refused] == [b"552 "] * 2
    assert raw.letter([ADDRESS], LETTER) == [b"250 2.0.0 OK\r\n"]
    assert len(spooled(home)) == 1


# What is not


@pytest.mark.slow
@pytest.mark.parametrize(
    "to",
    [
        NOBODY,
        "referee+@games.example",
        "referee+g1@games.example",
        "referee+thor@games.example",
        "other@games.example",
        "referee@elsewhere.example",
        "referee",
        "referee+{secret}x@games.example",
        "referee+{secret}@elsewhere.example",
        "referee+{old}@games.example",
        "referee\t+{secret}@games.example",
    ],
)
def test_an_address_that_is_not_ours_is_refused(home: Home, raw: Raw, to: str) -> None:
    """At once, so that the writer's own mail server tells them; existing games look like missing ones."""
    secret = Desk(home).seats.secret("g1", "thor")
    old = Desk(home).seats.secret("g1", "loki")
    Desk(home).seats.remove("g1", "loki", 0)
    raw.say(b"MAIL FROM:<a@b.example>")
    told = raw.say(f"RCPT TO:<{to.format(secret=secret, old=old)}>".encode())
    assert told == (b"550 5.1.1 nobody here has this address\r\n" if "\t" not in to and "@" in to else told)
    assert told.startswith(b"5")
    assert raw.say(b"DATA").startswith(b"503")


@pytest.mark.slow
@pytest.mark.parametrize(
    "to", ["{secret}", "Referee@Games.Example", "referee+b.g1.thor.9.c6q4m2zwnh3ka7xe@games.example"]
)
def test_an_address_of_ours_is_taken(home: Home, raw: Raw, to: str) -> None:
    """In any spelling; so is a return address."""
    raw.say(b"MAIL FROM:<>")
    assert raw.say(f"RCPT TO:<{to.format(secret=address(home, 'thor').upper())}>".encode()).startswith(b"250")


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"x\ny", b"x\ry", b"\r\r\n"])
def test_a_line_end_that_stands_alone_is_refused(home: Home, raw: Raw, hidden: bytes) -> None:
    """A line end on which servers differ can hide a second letter: neither letter is taken."""
    smuggled = (
        LETTER
        + hidden
        + b"\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<referee@games.example>\r\nDATA\r\n"
        + LETTER
    )
    first = raw.letter([ADDRESS, address(home, "thor")], smuggled)
    assert [one[:9] for one in first] == [b"550 5.5.2"] * 2
    assert not spooled(home)
    assert raw.say(b"NOOP").startswith(b"250")


def test_no_more_than_a_hundred_recipients(home: Home, raw: Raw) -> None:
    """The others are asked to come again; those that were taken have their answers."""
    raw.say(b"MAIL FROM:<a@b.example>")
    told = [raw.say(f"RCPT TO:<{ADDRESS}>".encode())[:3] for _ in range(101)]
    assert told == [b"250"] * 100 + [b"452"]
    raw.say(b"DATA")
    raw.wire.write(LETTER + b".\r\n")
    raw.wire.flush()
    assert {raw.answer() for _ in range(100)} == {b"250 2.0.0 OK\r\n"}
    assert len(spooled(home)) == 1


@pytest.mark.slow
def test_what_is_in_an_envelope_reaches_no_header(home: Home, raw: Raw) -> None:
    """A sender with blanks, angle brackets or unusual letters is left out, and stops no letter."""
    for sender in ('"a b"@x.example', "ä@x.example", "a" * 250 + "@x.example"):
        raw.say(b"RSET")
        raw.say(f"MAIL FROM:<{sender}> SMTPUTF8".encode())
        if raw.say(f"RCPT TO:<{ADDRESS}>".encode()).startswith(b"250"):
            raw.say(b"DATA")
            raw.say(LETTER + b".")
    assert all(
        one.startswith((b"Return-Path: <aaaa", b"Delivered-To: referee@games")) for one in spooled(home)
    )
    assert spooled(home)


# Trouble


@pytest.mark.slow
def test_trouble_of_ours_is_answered_with_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a full disk or a mistake in our code the mail server keeps the letter, and the next one is taken."""
    log = io.StringIO()

    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def mistake(*_: object) -> str:
        raise ValueError("orders")

    with listening(home, log) as listener:
        raw = Raw(home)
        for wrong in (full, mistake):
            with monkeypatch.context() as patch:
                patch.setattr("referee.post.delivery.store", wrong)
                assert [one[:3] for one in raw.letter([ADDRESS, address(home, "thor")], LETTER)] == [
                    b"451"
                ] * 2
            assert raw.letter([ADDRESS], LETTER) == [b"250 2.0.0 OK\r\n"]
        with monkeypatch.context() as patch:
            patch.setattr(listener, "ours", mistake)
            raw.say(b"MAIL FROM:<a@b.example>")
            assert raw.say(f"RCPT TO:<{ADDRESS}>".encode()).startswith(b"451")
        raw.close()
    assert len(spooled(home)) == 2
    assert "orders" not in log.getvalue()
    assert log.getvalue().count("trouble part=lmtp") == 2


@pytest.mark.slow
def test_a_letter_at_hand_is_finished_when_we_stop(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that is being handed over is finished; no new connection is accepted."""
    with listening(home) as listener:
        raw = Raw(home)
        raw.say(b"MAIL FROM:<a@b.example>")
        raw.say(f"RCPT TO:<{ADDRESS}>".encode())
        raw.say(b"DATA")
        idle = Raw(home)
        stopper = threading.Thread(target=listener.stop, args=(10,))
        stopper.start()
        wait_for(lambda: not (home.path / "lmtp").exists())
        raw.wire.write(LETTER + b".\r\n")
        raw.wire.flush()
        assert raw.answer() == b"250 2.0.0 OK\r\n"
        stopper.join(5)
        assert not stopper.is_alive()
        assert idle.wire.read() == b""
        raw.close()
        idle.close()
        monkeypatch.setattr(listener, "stop", lambda _: None)
    assert len(spooled(home)) == 1


@pytest.mark.slow
def test_who_says_nothing_is_left(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent client is disconnected, and the number of connections is limited."""
    monkeypatch.setattr(lmtp, "IDLE", 0.3)
    monkeypatch.setattr(lmtp, "LINES", 2)
    with listening(home):
        first, second = Raw(home), Raw(home)
        third = socket.socket(socket.AF_UNIX)
        third.settimeout(5)
        third.connect(str(home.path / "lmtp"))
        assert third.recv(100).startswith((b"421", b"220"))
        assert b"" in {third.recv(200), third.recv(200)}
        assert first.wire.read() == second.wire.read() == b""
        for one in (first, second, third):
            one.close()


@pytest.mark.slow
def test_who_hangs_up_at_once_leaves_nothing_behind(home: Home) -> None:
    """A client that only checks whether somebody listens leaves no connection open."""
    with listening(home) as listener:
        for _ in range(50):
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(str(home.path / "lmtp"))
        Raw(home).close()
        wait_for(lambda: not listener.lines)


# The socket


@pytest.mark.slow
def test_the_socket_is_for_its_owner_or_for_its_group(home: Home) -> None:
    """It is removed afterwards; one that a killed process left is taken over."""
    path = home.path / "lmtp"
    for who, mode in (("owner", 0o600), ("group", 0o660)):
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(path))
        left.close()
        config.write(home, Config(ADDRESS, serve=ways.Serve("lmtp", lmtp_for=who)))
        with listening(home):
            assert path.stat().st_mode & 0o777 == mode
        assert not path.exists()


@pytest.mark.slow
def test_what_is_in_the_way_is_left_alone(home: Home) -> None:
    """A file with that name, or a process that listens there, is left alone.

    A path too long for a socket is reported.
    """
    path = home.path / "lmtp"
    path.write_bytes(b"x")
    with pytest.raises(Faulty, match="lmtp-in-the-way"):
        sockets.listening(home.path, ways.Serve("lmtp"))
    assert path.read_bytes() == b"x"
    path.unlink()
    with listening(home), pytest.raises(Faulty, match="lmtp-taken"):
        sockets.listening(home.path, ways.Serve("lmtp"))
    with pytest.raises(Faulty, match="lmtp-path-long"):
        sockets.listening(home.path, ways.Serve("x" * 120))
    with pytest.raises(Faulty, match="lmtp-cannot"):
        sockets.listening(home.path, ways.Serve("key/lmtp"))


@pytest.mark.slow
def test_a_port_of_loopback(home: Home) -> None:
    """Nobody else can reach it; a port in use is reported."""
    port = free_port()
    config.write(home, Config(ADDRESS, serve=ways.Serve(f"{HOST}:{port}")))
    with listening(home):
        with smtplib.LMTP(HOST, port) as one:
            assert one.sendmail("anna@example.org", [ADDRESS], LETTER) == {}
        with pytest.raises(Faulty, match="lmtp-cannot"):
            sockets.listening(home.path, ways.Serve(f"{HOST}:{port}"))
    assert not answers(port)
    assert len(spooled(home)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "where", ["0.0.0.0:24", "games.example:24", ":24", "[::]:24", "192.168.0.1:24", "127.0.0.1:"]
)
def test_where_others_could_reach_it_it_is_not_opened(home: Home, where: str) -> None:
    """A client that can reach it could write to any seat whose secret it knows, and claim to be a mail server."""
    (home.path / config.NAME).write_text(f'serve:\n  lmtp: "{where}"\n', "utf-8")
    with pytest.raises(Faulty, match="config-lmtp"):
        config.read(home)
