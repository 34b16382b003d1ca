"""Letters from an IMAP server: a real dovecot, and a fake one for what dovecot does not do."""

import imaplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path

import pytest
from support.fake_imap import FakeImap, running
from support.servers import DOVECOT, DOVECOT_LMTP, HOST, Dovecot, certificate, dovecot, needs

from referee.home import config, ways
from referee.home.home import Home
from referee.post.delivery import KEPT, MOST
from referee.post.spool import Spool, arrival
from referee.post.ways import imap
from referee.post.ways.fetching import Fetched, Fetching
from referee.util.errors import Faulty
from referee.util.values import replace

WHO = "referee@games.example"
SESAME = 'open "sésame" \\ %'
PLAIN = "sesame"
REAL = needs(DOVECOT, DOVECOT_LMTP)
LETTERS = [f"From: anna@example.org\r\nSubject: {n}\r\n\r\nmove {n}\r\n".encode() for n in range(5)]


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    """A dovecot for the tests of this module."""
    users = {f"{name}@games.example": PLAIN for name in ("referee", *map(str, range(20)))}
    with dovecot({**users, "tricky@games.example": 'a\\b"c d', "accent@games.example": "sésame"}) as it:
        yield it


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with a key and a password."""
    made = Home(tmp_path / "home")
    made.make()
    put_password(made, PLAIN)
    return made


def put_password(home: Home, password: str) -> None:
    """The file with the password."""
    (home.path / "pw").write_text(f"{password}\n", "utf-8")
    (home.path / "pw").chmod(0o600)


_USERS = iter(range(20))


@pytest.fixture
def source(server: Dovecot) -> ways.Imap:
    """A folder of dovecot that no other test has used, without TLS."""
    user = f"{next(_USERS)}@games.example"
    return ways.Imap("localhost", server.imap, "none", user=user, password_file="pw")  # noqa: S106  where it lies


def look(home: Home, source: ways.Imap, most: int = 0) -> Fetched:
    """One look at a source."""
    return Fetching(home, config.Config(fetch=(source,)), most=most).look(source)


def key_of(look: Fetched) -> str:
    """What went wrong."""
    assert isinstance(look.trouble, Faulty), look
    return look.trouble.why.key


def spooled(home: Home) -> list[bytes]:
    """The letters in the spool in the order of their arrival."""
    spool = Spool(home.path / "post")
    return [(spool.folder / "new" / name).read_bytes() for name in spool.waiting()]


def texts(home: Home) -> list[bytes]:
    """Their last lines."""
    return [raw.split(b"\r\n")[-2] for raw in spooled(home)]


@contextmanager
def client(source: ways.Imap) -> Iterator[imaplib.IMAP4]:
    """Another client of the same user."""
    with imaplib.IMAP4(HOST, source.port) as found:
        found.login(source.user, PLAIN)
        found.select()
        yield found


def count(source: ways.Imap, folder: str = "INBOX") -> int:
    """How many letters are in a folder."""
    with client(source) as one:
        typ, data = one.select(folder)
        return int(data[0] or b"0") if typ == "OK" else -1


# A real server


@pytest.mark.slow
@REAL
def test_letters_of_a_real_server(home: Home, server: Dovecot, source: ways.Imap) -> None:
    """Byte for byte as they were delivered, in their order.

    Then they are gone from the server, and none comes twice.
    """
    for raw in LETTERS:
        server.deliver(source.user, raw)
    found = look(home, source)
    assert found.trouble is None
    assert len(found.names) == 5
    assert texts(home) == [f"move {n}".encode() for n in range(5)]
    assert all(raw.endswith(LETTERS[n]) for n, raw in enumerate(spooled(home)))
    assert b"Delivered-To: " + source.user.encode() in spooled(home)[0]
    assert count(source) == 0
    assert look(home, source).names == ()


@pytest.mark.slow
@REAL
def test_letters_go_to_a_folder(home: Home, server: Dovecot, source: ways.Imap) -> None:
    """It is made if need be, whatever its name; unread letters stay unread."""
    done = 'Fertige "Züge" & mehr'
    server.deliver(source.user, LETTERS[0])
    server.deliver(source.user, LETTERS[1])
    assert look(home, replace(source, done=done)).trouble is None
    assert len(spooled(home)) == 2
    assert count(source) == 0
    with client(source) as one:
        assert one.select(imap._encoded(done)) == ("OK", [b"2"])
        assert one.search(None, "UNSEEN")[1] == [b"1 2"]


@REAL
def test_arrival_is_when_the_server_had_it(home: Home, source: ways.Imap) -> None:
    """INTERNALDATE counts, not the letter's own date, nor the time of fetching; a future time counts as now."""
    then = datetime(2026, 10, 1, 6, 30, 1, tzinfo=UTC)
    with client(source) as one:
        stamped = f"Received: by mx.games.example; {formatdate(0)}\r\n".encode() + LETTERS[0]
        one.append("INBOX", "", imaplib.Time2Internaldate(then), stamped)
        one.append("INBOX", "", imaplib.Time2Internaldate(datetime.now(UTC) + timedelta(days=30)), LETTERS[1])
    before = datetime.now(UTC)
    looked = Fetching(home, config.Config(authserv="mx.games.example", fetch=(source,))).look(source)
    first, second = map(arrival, looked.names)
    assert first.replace(microsecond=0) == then
    assert before - timedelta(seconds=1) <= second <= datetime.now(UTC)


@pytest.mark.slow
@REAL
@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_the_line_is_safe(home: Home, server: Dovecot, source: ways.Imap, tls: str) -> None:
    """With TLS the server must show a certificate that we trust, for the name by which we call it."""
    port = server.imap if tls == "starttls" else server.imaps
    safe = replace(source, port=port, tls=tls, tls_ca=str(server.cert))
    server.deliver(source.user, LETTERS[0])
    assert key_of(look(home, replace(safe, tls_ca=""))) == "imap-unreachable"
    assert key_of(look(home, replace(safe, imap="127.0.0.2"))) == "imap-unreachable"
    (home.path / "other").mkdir()
    other = certificate(home.path / "other")
    assert key_of(look(home, replace(safe, tls_ca=str(other)))) == "imap-unreachable"
    assert not spooled(home)
    assert look(home, safe).trouble is None
    assert texts(home) == [b"move 0"]


def test_a_password_is_never_sent_where_the_line_is_not_safe(home: Home) -> None:
    """A server that offers no TLS gets no login; without TLS only this machine does."""
    with running(FakeImap({})) as fake:
        source = ways.Imap("127.0.0.1", fake.port, "starttls", user="x", password_file="pw")  # noqa: S106
        assert key_of(look(home, source)) == "imap-unreachable"
        assert not [line for line in fake.log if line.startswith(("LOGIN", "AUTH"))]
        plain = replace(source, imap="127.0.0.2", tls="none")
        assert key_of(look(home, plain)) == "login-open"
        assert fake.connections == 1


@REAL
@pytest.mark.parametrize(("user", "password"), [("tricky", 'a\\b"c d'), ("accent", "sésame")])
def test_any_password(home: Home, server: Dovecot, user: str, password: str) -> None:
    """With quotes, backslashes, blanks, or letters beyond ASCII."""
    put_password(home, password)
    source = ways.Imap(
        "localhost",
        server.imap,
        "none",
        user=f"{user}@games.example",
        password_file="pw",  # noqa: S106
    )
    server.deliver(source.user, LETTERS[0])
    assert look(home, source).trouble is None
    assert texts(home) == [b"move 0"]


@pytest.mark.slow
@REAL
def test_what_does_not_go_is_told_by_its_key(home: Home, source: ways.Imap) -> None:
    """A wrong password, a missing folder, the folder itself given as `done`, no server."""
    put_password(home, "wrong")
    assert key_of(look(home, source)) == "imap-login"
    assert "wrong" not in str(look(home, source).trouble)
    put_password(home, PLAIN)
    assert key_of(look(home, replace(source, folder="None/such"))) == "imap-folder"
    assert key_of(look(home, replace(source, done="inbox"))) == "imap-same-folder"
    assert key_of(look(home, replace(source, port=1))) == "imap-unreachable"
    assert (
        key_of(look(home, replace(source, imap="no-such-host.invalid", tls="implicit"))) == "imap-unreachable"
    )


@pytest.mark.slow
@REAL
def test_a_huge_letter_is_fetched_in_part(
    home: Home, source: ways.Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one that is too large, enough to show that; its neighbours are complete."""
    asked = list[int]()
    real = imaplib.IMAP4.read

    def read(self: imaplib.IMAP4, size: int) -> bytes:
        asked.append(size)
        return real(self, size)

    with client(source) as one:
        for raw in (LETTERS[0], b"Subject: x\r\n\r\n" + b"x" * 70 + b"\r\n" * (MOST // 2), LETTERS[1]):
            one.append("INBOX", "", "", raw)
    with monkeypatch.context() as patch:
        patch.setattr(imaplib.IMAP4, "read", read)
        assert look(home, source).trouble is None
    assert sorted(map(len, spooled(home))) == [len(LETTERS[0]), len(LETTERS[1]), KEPT]
    assert max(asked) == KEPT
    assert count(source) == 0


@pytest.mark.slow
@REAL
def test_many_letters_in_parts(home: Home, server: Dovecot, source: ways.Imap) -> None:
    """No more than wanted in one look, and the result says there are more.

    Letters that other clients deleted are left alone.
    """
    with client(source) as one:
        for n in range(120):
            one.append("INBOX", r"\Deleted" if n == 7 else "", "", f"Subject: x\r\n\r\nmove {n}\r\n".encode())
    found = look(home, source, most=60)
    assert found.more
    assert 60 <= len(found.names) <= 60 + imap.TOGETHER
    while found.more:
        found = look(home, source, most=60)
    assert texts(home) == [f"move {n}".encode() for n in range(120) if n != 7]
    assert count(source) == 1
    assert server.box(source.user).is_dir()


# A server that does what it should not


def fake_source(fake: FakeImap, **more: str) -> ways.Imap:
    """The source that such a server is."""
    return ways.Imap(HOST, fake.port, "none", user="x", password_file="pw", **more)  # noqa: S106


@pytest.fixture
def fake() -> Iterator[FakeImap]:
    """A server with five letters."""
    with running(FakeImap(dict(enumerate(LETTERS, 1)))) as it:
        yield it


def test_a_part_of_a_letter_is_not_marked_as_read_either(
    home: Home, fake: FakeImap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole letters and parts are asked for in the same way, by PEEK."""
    monkeypatch.setattr(imap, "wanted", lambda size: min(size, 10))
    assert look(home, fake_source(fake)).trouble is None
    assert {*spooled(home)} == {raw[:10] for raw in LETTERS}
    asked = [line for line in fake.log if "BODY" in line]
    assert len(asked) == 5
    assert all("BODY.PEEK[]<0.10>" in line for line in asked)


@pytest.mark.parametrize("capabilities", ["IMAP4rev1", "IMAP4rev1 UIDPLUS"])
def test_an_old_server(home: Home, fake: FakeImap, capabilities: str) -> None:
    """It lacks MOVE or UIDPLUS; its answers come in another order, and hold more than was asked."""
    fake.capabilities = capabilities
    fake.deleted = {5}
    assert look(home, fake_source(fake, done="Done")).trouble is None
    assert spooled(home) == LETTERS[:4]
    assert fake.removed == (LETTERS[:4] if "UIDPLUS" in capabilities else LETTERS)
    copies = [line for line in fake.log if line.startswith("UID COPY")]
    assert copies == ['UID COPY 1,2,3,4 "Done"']
    assert not [line for line in fake.log if "BODY[" in line]


@pytest.mark.parametrize(
    "at",
    ["LOGIN", "SELECT", "UID SEARCH", "UID FETCH 1,2,3,4,5 (UID BODY", "UID STORE", "UID FETCH", "EXPUNGE"],
)
def test_the_connection_dies(home: Home, fake: FakeImap, at: str) -> None:
    """In the middle of any answer: no half letter is taken, and the next look brings all that are left."""
    fake.die_at = at
    found = look(home, fake_source(fake))
    assert key_of(found) == "imap-unreachable"
    assert all(raw in LETTERS for raw in spooled(home))
    taken = set(spooled(home))
    assert taken | set(fake.letters.values()) == set(LETTERS)
    assert look(home, fake_source(fake)).trouble is None
    assert set(spooled(home)) == set(LETTERS)
    assert not set(fake.letters) - fake.deleted


@pytest.mark.slow
def test_numbers_that_mean_other_letters_now(
    home: Home, fake: FakeImap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection dies after letters were taken, the server numbers them again, and new ones come: none is lost."""
    monkeypatch.setattr(imap, "TOGETHER", 2)
    fake.die_at = "UID FETCH 3,4 (UID BODY"
    assert key_of(look(home, fake_source(fake))) == "imap-unreachable"
    assert spooled(home) == LETTERS[:2]
    fake.letters[9] = b"Subject: new\r\n\r\nmove 9\r\n"
    fake.renumber()
    assert sorted(fake.letters) == [1, 2, 3, 4]
    assert look(home, fake_source(fake)).trouble is None
    assert sorted(spooled(home)) == sorted([*LETTERS, b"Subject: new\r\n\r\nmove 9\r\n"])
    assert not fake.letters


@pytest.mark.slow
def test_letters_that_another_client_removes_meanwhile(home: Home, fake: FakeImap) -> None:
    """They are gone; the part of an answer that came before the refusal is not taken for the next answer."""
    fake.vanish = {2, 4}
    assert look(home, fake_source(fake)).trouble is None
    assert spooled(home) == [LETTERS[0], LETTERS[2], LETTERS[4]]
    assert not fake.letters


@pytest.mark.slow
def test_a_server_that_does_not_answer(home: Home, fake: FakeImap, monkeypatch: pytest.MonkeyPatch) -> None:
    """We do not wait for ever."""
    monkeypatch.setattr(imap, "PATIENCE", 0.5)
    fake.deaf = True
    begins = time.monotonic()
    assert key_of(look(home, fake_source(fake))) == "imap-unreachable"
    assert time.monotonic() - begins < 10


@pytest.mark.slow
def test_what_the_server_says_is_not_told(home: Home) -> None:
    """Only its code is: its words could be anything."""
    error = imaplib.IMAP4.error("LOGIN \x1b[2J failed [AUTHENTICATIONFAILED] sesame")
    with pytest.raises(Faulty) as caught, imap._asking(ways.Imap("x"), "imap-login"):
        raise error
    assert caught.value.why.params["error"] == "AUTHENTICATIONFAILED"
    with pytest.raises(Faulty) as caught, imap._asking(ways.Imap("x"), "imap-trouble"):
        raise ssl.SSLError(1, "x")
    assert caught.value.why.key == "imap-unreachable"
    assert home.path.is_dir()
