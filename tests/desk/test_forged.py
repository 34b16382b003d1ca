"""Forged letters, one class after another: nothing changes, and nobody learns anything from what comes back.

Each is sent to worlds that differ in what a forger may not know: whether the game exists at all, who sits in
it, how close the guess at the secret was, which cards lie where. All letters out are the same in all of these
worlds, to the byte.
"""

import base64
import hmac
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from awkward.case import Field, plain
from awkward.world import ADDRESS, ANNA, BEGINS, BERT, Came, World, begin, copy
from support.signed import Signed, begin_signed, letter, sign

from referee.desk import keeper
from referee.desk.intake.unknown import UNSENT_TO_STRANGER
from referee.engine.lots import lp
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.table import snapshots
from referee.util import files
from referee.util.values import Value

MALLORY = "mallory@evil.example"
KEY, RANDOM = b"\x5a" * 32, bytes(32)
ORDERS = "draw\nnewkey\naddress mallory@evil.example\nmoves\n"
Forge = Callable[[World, str], bytes]
"""Makes a letter of a forger who has the given secret, or believes so."""
PATHS = ("games", "seats", "post/out", "post/sent")


class Kind(Value, dict=True):
    """A class of letters: how it is made, why it is held ("" if put away), and whether it has the true secret."""

    make: Forge
    held: str = "no-seat"
    knows: bool = False


def to(given: str) -> str:
    """The address with a secret."""
    return f"referee+{given}@games.example"


def encoded(text: str) -> str:
    """An encoded word (RFC 2047)."""
    return f"=?utf-8?B?{base64.b64encode(text.encode()).decode()}?="


def by(**fields: Field) -> Forge:
    """A letter that bears the secret, with these fields."""

    def make(world: World, given: str) -> bytes:
        usual: dict[str, Any] = {"To": to(given), "Subject": "x", "In_Reply_To": None}
        return plain(world, ORDERS, **{**usual, **fields})

    return make


def twice(name: str, other: str) -> Forge:
    """A letter with a field twice."""

    def make(world: World, given: str) -> bytes:
        fields: dict[str, Any] = {"To": to(given)}
        return plain(world, ORDERS, **{**fields, name: [to(given) if name == "To" else BERT, other]})

    return make


GUESSED: Mapping[str, Kind] = {
    "a wrong secret": Kind(by()),
    "a wrong secret in the subject": Kind(lambda w, s: plain(w, ORDERS, To=ADDRESS, Subject=s)),
    "a wrong secret, X-Original-To": Kind(lambda w, s: plain(w, ORDERS, To=ADDRESS, X_Original_To=to(s))),
    "the seat's own From": Kind(by(From=f"Bert <{BERT}>")),
    "Reply-To and Sender elsewhere": Kind(by(Reply_To=MALLORY, Sender=MALLORY, From=MALLORY)),
    "a wrong secret twice": Kind(by(Cc=f"{ADDRESS}, x@y.example")),
    "an answer to a letter of ours": Kind(
        by(In_Reply_To="<g1.loki.5@games.example>", Subject="Re: [g1.loki.5] x")
    ),
    "a robot": Kind(by(Auto_Submitted="auto-replied"), held=""),
    "ourselves": Kind(by(From=ADDRESS), held=""),
    "two From": Kind(twice("From", MALLORY)),
}
"""Letters of somebody who does not have the secret, tried with secrets that are ever nearer to it."""
ODD: Mapping[str, Field] = {
    "two From": [BERT, MALLORY],
    "the same From twice": [BERT, BERT],
    "no From": None,
    "an empty From": "",
    "a comma in a name": f"Mueller, Bert <{BERT}>",
    "an at sign in a name": f"Bert @ Work <{BERT}>",
    "guillemets": f"«Bert» «{BERT}»".encode(),
    "a group": f"all: {BERT}, {MALLORY};",
    "several mailboxes": f"{BERT}, {MALLORY}",
    "two brackets": f"<{BERT}><{MALLORY}>",
    "an address before another": f"{BERT} <{MALLORY}>",
    "a route": f"<@evil.example:{BERT}>",
    "a colon": f"{BERT}:{MALLORY}",
    "a foreign letter": "b\u0435rt@example.org".encode(),
    "an encoded address": encoded(BERT),
    "a comment that is not closed": f"{BERT} (",
}
"""What From may be in a letter that bears the true secret, though it names no mailbox in one way."""
MACHINES: Mapping[str, Field] = {
    "ourselves and another": f"Referee, The <{ADDRESS}>, {BERT}",
    "a mail server": "Delivery, Mail <mailer-daemon@mx.example>",
    "a robot": ["Auto <noreply@shop.example>", BERT],
    "a list": f"owner-chess@lists.example:{BERT}",
}
"""The same, of machines."""


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """Homes that differ in what a forger does not know: the cards, the players, the games."""
    folder = tmp_path_factory.mktemp("forged")
    usual = begin(folder / "usual")
    config.write(usual.home, config.Config(ADDRESS))  # strangers are answered, as is usual
    other = copy(usual, folder / "two games")
    with other.desk.held():
        players = {"odin": Player("odin@example.org"), "thor": Player("thor@example.org")}
        keeper.invite(other.desk, "odins_table", players, id="g2", seed="09")
    other.send()
    return {
        "usual": usual,
        "two games": other,
        "other cards": _dealt(folder / "cards"),
        "no game": _empty(folder / "empty"),
    }


def _dealt(path: Path) -> World:
    """The same players, another deal, another position, another player in a seat."""
    home = _empty(path).home
    world = World(home.path)
    with world.desk.held():
        players = {"thor": Player(ANNA, "Anna"), "loki": Player(BERT, "Bert")}
        keeper.invite(world.desk, "thunder", players, id="g1", seed="99")
    world.send()
    return world


def _empty(path: Path) -> World:
    """A home without a game."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    config.write(Home(path), config.Config(ADDRESS))
    return World(path)


def secret(game: str, seat: str, number: int) -> str:
    """The secret of a seat in a home with this key, of games with these random bytes."""
    made = hmac.digest(KEY, lp("referee/seat/v2", game, seat, str(number), RANDOM), "sha256")
    return base64.b32encode(made).decode().lower()[:26]


def near(number: int) -> Iterator[str]:
    """Secrets that nobody has: of nothing, of a game that is not here, an old one, all but a letter of the true one."""
    true = secret("g1", "loki", number)
    yield "a" * 26
    yield secret("g9", "loki", number)
    yield secret("g1", "odin", number)
    yield secret("g1", "loki", number + 1)
    yield true[:-1] + ("b" if true.endswith("a") else "a")
    yield true[:-1]
    yield f"{true}a"
    yield true[::-1]


def state(world: World) -> Mapping[str, bytes]:
    """What must not change: records, rosters, secrets, letters out. Snapshots may be made again at any time."""
    return {
        str(path.relative_to(world.path)): path.read_bytes()
        for folder in PATHS
        for path in (world.path / folder).rglob("*")
        if path.is_file()
        and path.name != snapshots.NAME
        and "post/sent/0/" not in str(path)  # the answers to strangers: they are compared apart
    }


def told(came: Came) -> list[tuple[str, bytes]]:
    """Every letter that went out, to the byte."""
    return [(one.name, one.raw) for one in came.out]


def of_a_game(came: Came) -> list[str]:
    """The letters of a game that went out, and all that tells a stranger about a game."""
    return [one.name for one in came.out if one.name != "0.stranger.1.eml" or "g1" in one.text]


@pytest.mark.slow
@pytest.mark.parametrize("name", GUESSED)
def test_whoever_has_no_secret(worlds: Mapping[str, World], tmp_path: Path, name: str) -> None:
    """Eight wrong secrets, in four worlds: nothing changes, no game rests, and what comes back is the same.

    Only the keeper is told more, by the reason for holding it: it answers a letter which this home has never
    sent (H24).
    """
    kind, seen = GUESSED[name], set()
    for number, (where, base) in enumerate(worlds.items()):
        world = copy(base, tmp_path / str(number))
        world.time = BEGINS.replace(day=25)
        before = state(world)
        raws = [kind.make(_like(world, worlds["usual"]), given) for given in near(0)]
        came = world.post(*raws)
        assert not came.done.troubles, where
        assert state(world) == before, where
        assert world.desk.doubts.games() == frozenset(), where
        reasons = [re.sub(rf"^{UNSENT_TO_STRANGER} g1\.loki\.\d+$", "no-seat", one) for one in world.held()]
        assert where == "other cards" or reasons == world.held(), where
        seen.add((came.done.ruled, came.done.aside, tuple(reasons), tuple(told(came))))
    ((ruled, aside, held, out),) = seen
    size = len(list(near(0)))
    assert (ruled, aside, held) == ((0, 0, (kind.held,) * size) if kind.held else (0, size, ()))
    assert {name for name, _ in out} <= {"0.stranger.1.eml"}


def _like(_: World, usual: World) -> World:
    """The forger writes the same letters in every world."""
    return usual


@pytest.mark.slow
def test_a_letter_with_the_secrets_of_two_seats(worlds: Mapping[str, World], tmp_path: Path) -> None:
    """It is held with its reason: no entry, no letter to anybody."""
    for number, where in enumerate(("usual", "two games", "other cards")):
        world = copy(worlds[where], tmp_path / str(number))
        before = state(world)
        both = f"{to(world.secret('loki'))}, {world.reply_to('thor')}"
        came = world.post(plain(world, ORDERS, To=both))
        assert (came.out, world.held(), came.done.troubles) == ([], ["several-seats"], [])
        assert state(world) == before


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_with_an_odd_sender_starts_no_loop(
    worlds: Mapping[str, World], tmp_path: Path, name: str
) -> None:
    """Whoever stands in such a From may be a machine, or ourselves: it is kept, and nobody is answered."""
    world = copy(worlds["usual"], tmp_path / "home")
    before = state(world)
    came = world.post(by(From=MACHINES[name])(world, world.secret("loki")))
    assert (came.out, came.done.ruled, world.held()) == ([], 0, ["robot"])
    assert state(world) == before


READ: Mapping[str, Forge] = {
    "two Subject": twice("Subject", "resign g1"),
    "two To": twice("To", MALLORY),
    "a NUL in From": by(From=b"bert@exam\0ple.org"),
    "Reply-To and Sender elsewhere": by(Reply_To=MALLORY, Sender=MALLORY),
    "Mallory in From": by(From=MALLORY),
    "an address for a name": by(From=f'"{BERT}" <{MALLORY}>'),
    "X-Original-To": lambda w, s: plain(w, ORDERS, To=MALLORY, X_Original_To=to(s)),
    "copies to others": by(Cc=f"{MALLORY}, {ANNA}", Bcc=MALLORY),
    "asks for receipts": by(
        Disposition_Notification_To=MALLORY, Return_Receipt_To=MALLORY, Errors_To=MALLORY
    ),
    **{name: by(From=value) for name, value in ODD.items()},
}


@pytest.mark.share(3)
@pytest.mark.parametrize("name", READ)
def test_whoever_has_the_secret_is_answered_at_the_roster_address(
    worlds: Mapping[str, World], tmp_path: Path, name: str
) -> None:
    """In a game of secrets it counts, and its effects go to the roster's address.

    Mallory gets only a notice that names no game.
    """
    world = copy(worlds["usual"], tmp_path / "home")
    came = world.post(READ[name](world, world.secret("loki")))
    assert (came.done.ruled, world.held()) == (1, [])
    for one in came.out:
        if one.name.endswith("-new.eml"):
            assert one.mail["To"] == MALLORY
            assert not [
                word for word in ("g1", "loki", "Bert", "Thunder", world.secret("loki")) if word in one.all
            ]
        else:
            assert one.mail["To"] == {"loki": BERT, "thor": ANNA}[one.seat]
            head = one.raw.partition(b"\r\n\r\n")[0].decode()
            assert "mallory" not in head.lower()


def test_a_secret_in_the_body_is_none(worlds: Mapping[str, World], tmp_path: Path) -> None:
    """Quoted or written, in the text, in HTML, in an attached letter: there a secret says nothing."""
    world = copy(worlds["usual"], tmp_path / "home")
    own, before = world.reply_to("loki"), state(world)
    bodies = (f"{own}\ndraw\n", f"> Reply-To: {own}\n> draw\n\ndraw\n", f"On a day <{own}> wrote:\n> x\n")
    came = world.post(
        *(plain(world, body, To=ADDRESS, Subject="x", In_Reply_To=None, Message_ID=None) for body in bodies),
        plain(world, f"<a href='mailto:{own}'>draw</a>", kind="text/html", To=ADDRESS, Subject="x"),
        plain(world, f"To: {own}\n\ndraw\n", kind="message/rfc822", To=ADDRESS, Subject="x"),
    )
    assert (of_a_game(came), state(world)) == ([], before)
    assert world.held() == ["no-seat"] * 5


REPLAYED: Mapping[str, Callable[[bytes], bytes]] = {
    "as it was": lambda raw: raw,
    "another way": lambda raw: (
        b"Received: from a.example by b.example; x\r\nDelivered-To: x@y.example\r\n" + raw
    ),
    "a signature of a carrier": lambda raw: b"DKIM-Signature: v=1\r\nARC-Seal: i=1\r\n" + raw,
    "coded anew": lambda raw: raw.replace(b"\r\n\r\n", b"\r\nX-Spam-Score: 1\r\n\r\n", 1),
    "other line ends": lambda raw: raw.replace(b"\r\n", b"\n"),
}


@pytest.mark.parametrize("name", REPLAYED)
def test_a_genuine_letter_that_comes_again(worlds: Mapping[str, World], tmp_path: Path, name: str) -> None:
    """Once ruled on, a letter has no further effect and no answer, even if its carriers have added to it."""
    world = copy(worlds["usual"], tmp_path / "home")
    raw = plain(world, "draw\nsay hello\n")
    world.post(raw)
    before = state(world)
    came = world.post(REPLAYED[name](raw))
    assert (came.out, state(world), world.held(), came.done.aside) == ([], before, [], 1)


def test_an_old_id_with_other_words(worlds: Mapping[str, World], tmp_path: Path) -> None:
    """The Message-ID of a letter that counted, on one without the secret: it does nothing, to the first neither."""
    world = copy(worlds["usual"], tmp_path / "home")
    world.post(plain(world, "draw\n"))
    before = state(world)
    came = world.post(plain(world, "resign g1\n", To=ADDRESS, Subject="x"))
    assert (of_a_game(came), state(world), world.held()) == ([], before, ["no-seat"])


# Signed letters: the secret is stolen


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Signed:
    """Two are invited to a game of signed letters."""
    return begin_signed(tmp_path_factory.mktemp("guarded") / "home")


def odd_sender(value: Field) -> Callable[[World], bytes]:
    """A letter of a game of signed letters with this From."""
    return lambda world: letter(world, ORDERS, From=value)


STOLEN: Mapping[str, Callable[[World], bytes]] = {
    "forged From": lambda w: letter(w, ORDERS),
    "the own From": lambda w: letter(w, ORDERS, From=MALLORY),
    "the own From, signed": lambda w: sign(letter(w, ORDERS, From=MALLORY), domain="evil.example"),
    "forged From, signed elsewhere": lambda w: sign(letter(w, ORDERS), domain="evil.example"),
    "an address for a name": lambda w: sign(
        letter(w, ORDERS, From=f'"{BERT}" <{MALLORY}>'), domain="evil.example"
    ),
    **{f"odd: {name}": odd_sender(value) for name, value in ODD.items()},
    "a forged result": lambda w: (
        b"Authentication-Results: games.example; dkim=pass header.d=example.org\r\n" + letter(w, ORDERS)
    ),
}


@pytest.mark.parametrize("name", STOLEN)
def test_a_stolen_secret_in_a_game_of_signed_letters(guarded: Signed, tmp_path: Path, name: str) -> None:
    """Held; the seat is told, at its address, in words that are the same for every forgery; nobody else is told."""
    texts = set()
    for number, make in enumerate((STOLEN["forged From"], STOLEN[name])):
        path = tmp_path / str(number)
        shutil.copytree(guarded.path, path)
        world = Signed(path, guarded.time, guarded.roster)
        before = world.record(), world.home.roster_path("g1").read_bytes()
        came = world.post(make(world))
        assert (world.held(), came.done.ruled) == (["unsigned"], 0)
        assert (world.record(), world.home.roster_path("g1").read_bytes()) == before
        (one,) = came.out
        assert one.mail["To"] == BERT
        texts.add(one.raw)
    assert len(texts) == 1


# A long run, and every secret there ever was


@pytest.mark.slow
def test_no_secret_is_told_to_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players and the keeper say every secret there ever was.

    None is in a record, in letters to others, or in what verbs print.
    """
    from referee.cli import run as command

    world, known = begin(tmp_path / "home"), dict[str, set[str]]()
    out: list[tuple[str, str]] = []
    for number in range(4):
        for seat in ("loki", "thor"):
            known.setdefault(seat, set()).add(world.secret(seat))
            every = sorted(known.get("loki", set()) | known.get("thor", set()))
            said = "\n".join(
                f"say {one}\n\nnote {one.upper()} is it\n\n{one}\ndraw {one}\n\nwhy {one}\n" for one in every
            )
            raw = plain(
                world,
                said,
                To=world.reply_to(seat),
                Message_ID=f"<{seat}{number}@x.example>",
                In_Reply_To=None,
                Subject="x",
            )
            ask = plain(
                world,
                "newkey\n",
                To=world.reply_to(seat),
                Message_ID=f"<{seat}{number}n@x.example>",
                In_Reply_To=None,
                Subject="x",
            )
            came = world.post(raw, ask)
            assert came.done.ruled == 2
            known[seat].add(world.secret(seat))
            out += [(one.mail["To"], flat(one.raw)) for one in came.out]
    world.roster = {}
    with world.desk.held():
        keeper.silence(world.desk, "g1", "loki", " ".join(sorted(known["thor"] | known["loki"])))
        keeper.abandon(world.desk, "g1", " ".join(sorted(known["thor"] | known["loki"])))
    out += [(one.mail["To"], flat(one.raw)) for one in world.send()]
    own = {"loki": BERT, "thor": ANNA}
    leaked = {
        (seat, who)
        for seat, all_of in known.items()
        for one in all_of
        for who, raw in out
        if one in raw and who != own[seat]
    }
    assert leaked == set()
    home = ["--home", str(world.path)]
    entries = len(world.entries())
    verbs = [
        ["status"],
        ["status", "--json"],
        ["list", "--json"],
        ["show", "g1", "--onlooker"],
        ["check", str(world.home.record_path("g1"))],
    ]
    verbs += [["explain", "g1", str(number)] for number in range(entries)]
    for verb in verbs:
        command([*home, *verb])
    printed = "".join(capsys.readouterr()).lower()
    record = world.record().decode().lower()
    assert [one for all_of in known.values() for one in all_of if one in printed or one in record] == []
    assert "*" * 26 in record
    assert len(known["loki"]) >= 5


def flat(raw: bytes) -> str:
    """A mail without soft line ends and in lower case."""
    return raw.decode("latin-1").replace("=\r\n", "").replace("\r\n", " ").lower()


def test_an_error_of_ours_quotes_no_secret(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What an error nobody thought of says, with and without the way to it, has stars where a secret may be."""
    from referee.cli import terminal
    from referee.util.errors import OurMistake

    own = secret("g1", "loki", 0)
    error = RuntimeError(f"{own} b'\\n{own}' {to(own)} {own.upper()}x")
    for debug in ("0", "1"):
        monkeypatch.setenv("REFEREE_DEBUG", debug)
        for as_json in (True, False):
            assert terminal.leave(error, as_json=as_json) == OurMistake.exit_code
    told_then = "".join(capsys.readouterr()).lower()
    assert own not in told_then
    assert "*" * 26 in told_then
