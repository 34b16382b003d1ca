"""Strangers: one short fixed text, once in a while, to nobody who may not have written, and never a word of theirs."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.case import Field, plain
from awkward.world import ADDRESS, BERT, FIELDS, World, begin, copy, opened

from referee.desk import keeper
from referee.desk.company import words
from referee.desk.letters.strangers import NAME
from referee.home import config
from referee.home.config import Config, Limits
from referee.post import envelope
from referee.post.reading import read_mail
from referee.util import files

MALLORY = "mallory@elsewhere.example"
KEEPER = "keeper@games.example"
ORDERS = "draw\nlay ravens A1\n"
LIMITS = Limits(strangers_a_day=4)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress, and a keeper whose address is known; strangers are answered, four a day."""
    world = begin(tmp_path_factory.mktemp("strangers") / "home", limits=LIMITS)
    config.write(world.home, Config(ADDRESS, limits=LIMITS, keeper=KEEPER))
    return copy(world, world.path.parent / "copy")


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def stranger(world: World, body: str = "Hello?\n", address: Field = MALLORY, **fields: Field) -> bytes:
    """A mail to our address without any secret."""
    path = f"<{address}>" if isinstance(address, str) else None
    head = {
        "Return_Path": path,
        "From": address,
        "To": ADDRESS,
        "Subject": "Hi",
        "In_Reply_To": None,
        **fields,
    }
    return plain(world, body, kind="text/plain; charset=utf-8", code="8bit", **head)


def state(world: World) -> str:
    """What is noted about strangers."""
    path = world.path / "post" / NAME
    return path.read_text("ascii") if path.exists() else ""


@pytest.mark.slow
def test_a_stranger_is_told_what_this_is(world: World) -> None:
    """One plain text in English and German, with the keeper's address; the letter lies with the keeper all the same."""
    came = world.post(stranger(world))
    (told,) = came.out
    assert world.held() == ["no-seat"]
    assert told.name == "0.stranger.1.eml"
    assert told.mail["To"] == MALLORY
    assert told.mail["Auto-Submitted"] == "auto-replied"
    assert told.mail["Content-Language"] == "en, de"
    assert told.mail.get_content_type() == "text/plain"
    assert told.text.count(KEEPER) == 2
    assert "by invitation" in " ".join(told.text.split())
    assert "zu denen eingeladen wird" in " ".join(told.text.split())
    assert len(told.text) < 1500
    assert not any(words.read(line) for line in told.text.splitlines())
    assert told.mail.keys() == [*FIELDS, "Content-Transfer-Encoding"]


@pytest.mark.slow
def test_without_a_keepers_address_none_is_told(tmp_path: Path) -> None:
    """Where the configuration names no keeper, the text says how the keeper is reached without an address."""
    world = begin(tmp_path / "home", opening=(), limits=LIMITS)
    (told,) = world.post(stranger(world)).out
    assert re.findall(r"\S+@\S+", told.text) == []


@pytest.mark.slow
def test_nothing_of_the_letter_comes_back(world: World) -> None:
    """Neither words nor subject nor name of a letter stand in the answer; its id alone, in the strict form."""
    raw = stranger(
        world, "buy pills\nhttp://evil.example\n", Subject="buy pills now", Message_ID="<a.b-1@x.example>"
    )
    (told,) = world.post(raw).out
    assert told.mail["In-Reply-To"] == told.mail["References"] == "<a.b-1@x.example>"
    for word in ("pills", "evil", "Bert"):
        assert word not in told.all


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "given",
    ["<http://evil.example/buy@x>", "<a b@x.example>", "<a@b@c>", "<pills!@x.example>", "no id", None],
)
def test_an_id_out_of_form_does_not_come_back(world: World, given: str | None) -> None:
    """An id that is not in the strict form of a mail's is not named, and the answer goes out without one."""
    (told,) = world.post(stranger(world, Message_ID=given)).out
    assert told.mail["In-Reply-To"] is None
    assert "evil" not in told.all


def test_every_stranger_is_told_the_same(world: World) -> None:
    """A wrong secret, an old one, none, the players' own addresses: one text, byte for byte."""
    old = world.secret("loki")
    with world.desk.held():
        keeper.new_secret(world.desk, "g1", "loki")
    world.send()
    old_to = f"referee+{old}@games.example"
    came = world.post(
        stranger(world, ORDERS, BERT, To=old_to),
        stranger(world, ORDERS, "anna@example.org", To=f"referee+{'a' * 26}@games.example"),
        stranger(world, "moves\n"),
        stranger(world, "", "x@y.example", Subject=old),
    )
    assert len(came.out) == 4
    assert len({one.text for one in came.out}) == 1
    bodies = {one.raw.partition(b"\r\n\r\n")[2] for one in came.out}
    kept = {"From", "Subject", "Reply-To", "Auto-Submitted", "Content-Type", "Content-Language"}
    heads = {tuple((name, value) for name, value in one.mail.items() if name in kept) for one in came.out}
    assert len(bodies) == len(heads) == 1
    assert came.done.ruled == 0


@pytest.mark.slow
def test_a_stranger_is_answered_once_in_a_week(world: World) -> None:
    """However often and however spelt they write; after a week once more."""
    assert len(world.post(stranger(world)).out) == 1
    for address in (MALLORY, MALLORY.upper(), "mallory+x@elsewhere.example", "Mallory@Elsewhere.Example"):
        assert not world.post(stranger(world, address=address), minutes=24 * 60).out
    world.time += timedelta(days=3)
    assert len(world.post(stranger(world)).out) == 1


@pytest.mark.slow
def test_so_many_strangers_are_answered_in_a_day(world: World) -> None:
    """The fifth of a day gets nothing, the first of the next day something again."""
    raws = [stranger(world, address=f"n{n}@elsewhere.example") for n in range(10)]
    assert len(world.post(*raws, minutes=1).out) == 4
    assert len(world.held()) == 10
    assert not world.post(stranger(world, address="n11@elsewhere.example"), minutes=23 * 60).out
    assert len(world.post(stranger(world, address="n12@elsewhere.example"), minutes=60).out) == 1


def test_a_keeper_who_wants_silence_has_it(world: World) -> None:
    """`strangers-a-day: 0`: nobody is answered, nothing is noted."""
    config.write(world.home, Config(ADDRESS, limits=Limits(strangers_a_day=0)))
    assert not world.post(stranger(world)).out
    assert not state(world)
    assert world.held() == ["no-seat"]


SILENT: Mapping[str, Mapping[str, Field]] = {
    "a robot": {"Auto_Submitted": "auto-generated"},
    "a list": {"List_Id": "<x.example>"},
    "bulk": {"Precedence": "bulk"},
    "a bounce": {"address": "MAILER-DAEMON@mx.example"},
    "the null sender": {"Return_Path": "<>"},
    "another envelope": {"Return_Path": "<list-bounces@lists.example>"},
    "no reply": {"address": "no-reply@shop.example"},
    "a list's owner": {"address": "owner-chess@lists.example"},
    "a request address": {"address": "chess-request@lists.example"},
    "a VERP address": {"address": "bounces+17=us@shop.example"},
    "root": {"address": "root@mx.example"},
    "ourselves": {"address": ADDRESS},
    "ourselves with a secret": {"address": f"referee+{'b' * 26}@games.example"},
    "two From": {"address": [MALLORY, BERT]},
    "several in From": {"address": f"{MALLORY}, {BERT}"},
    "no From": {"address": None},
    "a group": {"address": "friends: a@x.example;"},
    "an address nobody can have": {"address": "a..b@x.example"},
    "not written to us": {"To": "undisclosed-recipients:;"},
    "away": {"Subject": "Out of Office: Hi"},
    "our own mark": {"X_Loop": ADDRESS},
    "an id of ours": {"Message_ID": "<0.stranger.7@games.example>"},
}


@pytest.mark.parametrize("fields", SILENT.values(), ids=SILENT)
def test_who_may_not_have_written_is_not_answered(world: World, fields: Mapping[str, Field]) -> None:
    """Machines, lists, bounces, ourselves, senders that are not one mailbox: no answer, and nothing is noted."""
    address = fields.get("address", MALLORY)
    rest = {name: value for name, value in fields.items() if name != "address"}
    came = world.post(stranger(world, "Hello?\n", address, **rest))
    assert not came.out
    assert not came.done.troubles
    assert not state(world)


def test_an_answer_that_comes_back_is_not_answered(world: World) -> None:
    """An echo of our answer gets nothing, however its fields were changed.

    It is known as ours, or it is answered once a week.
    """
    (told,) = world.post(stranger(world)).out
    assert read_mail(told.raw, own=(ADDRESS,)).robot
    bare = b"To: " + ADDRESS.encode() + b"\r\n" + told.raw.partition(b"\r\n\r\n")[2]
    echoes = [
        told.raw,
        told.raw.replace(b"Auto-Submitted: auto-replied\r\n", b""),
        stranger(world, told.text),
        bare,
    ]
    assert not world.post(*echoes).out


@pytest.mark.slow
def test_no_address_is_kept_and_the_file_stays_small(world: World) -> None:
    """The file holds hashes, and expired ones are dropped, with the letters sent for them."""
    for n in range(30):
        world.post(stranger(world, address=f"n{n}@elsewhere.example"), minutes=8 * 60)
    lines = state(world).splitlines()
    assert lines[0] == "last 30"
    assert len(lines) == 1 + 21
    assert "@" not in state(world)
    assert len(list((world.path / "post" / "sent" / "0").iterdir())) == 21
    assert (world.path / "post" / NAME).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "what is this?\n", "last 9\n", "last 9\n" + "0" * 32 + " x 1 y\n"])
def test_a_file_that_is_damaged_stops_nothing(world: World, text: str) -> None:
    """Lines that cannot be read are passed over; numbers go on where they can."""
    (world.path / "post" / NAME).write_text(text)
    came = world.post(stranger(world))
    assert [one.name for one in came.out] == ["0.stranger.10.eml" if "9" in text else "0.stranger.1.eml"]


class Killed(BaseException):
    """The process ends here."""


@contextmanager
def killed_at(n: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The process is killed before its n-th act on files."""
    count = [0]

    def counted(act: object) -> object:
        def called(*args: object) -> object:
            count[0] += 1
            if count[0] == n:
                raise Killed
            return act(*args)  # type: ignore[operator]

        return called

    with monkeypatch.context() as patch:
        for name in ("replace", "move", "write_new", "remove"):
            patch.setattr(files, name, counted(getattr(files, name)))
        yield count


@pytest.mark.slow
def test_killed_anywhere_a_stranger_is_answered_once(
    played: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before each act on files in turn: when all is done, one answer has gone out, and the letter is on hold."""
    points = 0
    for n in range(1, 20):
        world = copy(played, tmp_path / str(n))
        world.desk.spool.put(stranger(world), at=world.time)
        with killed_at(n, monkeypatch) as count:
            try:
                world.run()
            except Killed:
                points += 1
        if count[0] < n:
            break
        out = [*world.send(), *world.post().out, *world.post().out]
        assert [one.name for one in out] == ["0.stranger.1.eml"]
        assert world.held() == ["no-seat"]
    assert points >= 5


def test_a_letter_out_to_a_stranger_is_listed_and_posted_like_others(world: World) -> None:
    """Its name is known to the outbox, and to nobody as a game."""
    world.time += timedelta(minutes=5)
    world.desk.spool.put(stranger(world), at=world.time)
    assert world.run().written == ["0.stranger.1"]
    (path,) = world.desk.outbox.due()
    assert opened(path.name, path.read_bytes()).seat == "stranger"
    assert "0" not in list(world.home.games())
    parcel = envelope.parcel(world.desk.config, world.home, path.stem, path.read_bytes())
    assert (parcel.sender, parcel.to) == ("", MALLORY)
