"""Who writes: secrets of seats, where they are found, and what never counts as one."""

import re
import string
from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, begin, copy, simple
from hypothesis import given
from hypothesis import strategies as st
from support.keyed import Keyed

from referee.desk import keeper
from referee.home.seats import Seat, Seats, secret, without_secrets
from referee.util.journal import LENGTH

KEY = Keyed(bytes(range(32)))
NO_GAME = b"../x y"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A home with a game to which two are invited."""
    return begin(tmp_path_factory.mktemp("identity") / "home", opening=())


@pytest.fixture
def world(opened: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(opened, tmp_path / "home")


def test_the_form_of_a_secret() -> None:
    """26 lower-case base32 characters, always the same for the same key, game, seat and number."""
    one = secret(KEY, "g1", "thor", 0)
    assert re.fullmatch(r"[a-z2-7]{26}", one)
    assert one == secret(Keyed(bytes(range(32))), "g1", "thor", 0) != secret(KEY, "g1", "thor", 1)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from(["g1", "g", "1"]), st.text("g1t", max_size=3), st.integers(0, 12)),
        unique=True,
    )
)
def test_no_two_seats_have_one_secret(seats: list[tuple[str, str, int]]) -> None:
    """Game, seat and number are separated by their lengths: `g1`, `t` and `g`, `1t` differ."""
    assert len({secret(KEY, *seat) for seat in seats}) == len(seats)


@pytest.mark.slow
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_another_key_another_secret(one: bytes, two: bytes) -> None:
    """Nobody without the key of the home can make a secret."""
    assert (secret(Keyed(one), "g1", "thor", 0) == secret(Keyed(two), "g1", "thor", 0)) == (one == two)


@pytest.mark.parametrize(
    "text",
    [
        "referee+{0}@games.example",
        "referee+{0}",
        "Re: [g1.thor.1 {0}] x",
        "REFEREE+{1}@GAMES.EXAMPLE",
        "<{0}>",
        "a.{0}.b",
        "{0} {0}",
    ],
)
def test_where_a_secret_is_found(world: World, text: str) -> None:
    """In an address or a subject, in any case, with anything but letters and digits around it."""
    own = world.secret("thor")
    assert world.desk.seats.named_in([text.format(own, own.upper())]) == {Seat("g1", "thor")}


@pytest.mark.parametrize("text", ["x{0}", "{0}x", "{0}2", "0{0}", "{1}", "{2}", "", "{0}é{0}x"])
def test_where_none_is_found(world: World, text: str) -> None:
    """Text joined to other letters or digits, too short, or changed in one place is not a secret."""
    own = world.secret("thor")
    changed = own[:-1] + ("a" if own[-1] != "a" else "b")
    found = world.desk.seats.named_in([text.format(own, own[:-1], changed)])
    assert found == (frozenset() if "é" not in text else {Seat("g1", "thor")})


def test_every_seat_that_is_named(world: World) -> None:
    """Two secrets in one letter name two seats: the desk accepts neither."""
    texts = [world.reply_to("thor"), f"x {world.secret('loki')}"]
    assert world.desk.seats.named_in(texts) == {Seat("g1", "thor"), Seat("g1", "loki")}


def test_the_index_tells_no_secret(world: World) -> None:
    """The index consists of hashes: neither its names nor its files reveal a secret."""
    files = list((world.path / "seats").iterdir())
    assert {path.read_text() for path in files} == {"g1 thor", "g1 loki"}
    for path in files:
        assert re.fullmatch(r"[0-9a-f]{64}", path.name)
        assert world.secret("thor") not in path.name + path.read_text()


@pytest.mark.parametrize("content", [b"", b"g1", b"g1 thor x", b"g2 thor", b"g1 odin", b"\xff \xff", NO_GAME])
def test_a_spoiled_index_lets_nobody_in(world: World, content: bytes) -> None:
    """An entry of the index that contradicts the rosters does not count."""
    own = world.secret("loki")
    for path in (world.path / "seats").iterdir():
        path.write_bytes(content)
    assert world.desk.seats.find(own) is None


def test_an_index_that_is_behind_lets_no_old_secret_in(world: World) -> None:
    """After the old secret's entry was put back, as by a crash, it is still invalid."""
    old = world.secret("thor")
    kept = {path: path.read_bytes() for path in (world.path / "seats").iterdir()}
    with world.desk.held():
        keeper.new_secret(world.desk, "g1", "thor")
    for path, content in kept.items():
        path.write_bytes(content)
    assert world.desk.seats.find(old) is None
    assert world.desk.seats.find(world.secret("thor")) == ("g1", "thor")


def test_the_index_made_anew_knows_the_secrets_of_today(world: World) -> None:
    """It is made from the rosters: seats that were given a new secret are known by that one."""
    with world.desk.held():
        keeper.new_secret(world.desk, "g1", "thor")
    for path in (world.path / "seats").iterdir():
        path.unlink()
    (world.path / "seats").rmdir()
    seats = Seats(world.home)
    assert seats.find(world.secret("thor")) == ("g1", "thor")
    assert seats.find(world.secret("loki")) == ("g1", "loki")
    assert len(list((world.path / "seats").iterdir())) == 2


@pytest.mark.slow
@given(st.text(string.ascii_letters + string.digits + " .@+\n", max_size=60))
def test_words_without_secrets_stay_as_they_are(opened: World, text: str) -> None:
    """Text that looks like a secret and is none is not touched."""
    for line in (text, "a" * LENGTH, f"{text}{'b' * LENGTH}"):
        assert without_secrets(line, opened.desk.seats) == line


@pytest.mark.slow
def test_no_secret_is_passed_on(world: World) -> None:
    """Where a player writes a secret in words to all, the record and the letters show stars."""
    for seat in PLAYERS:
        world.post(simple(world, seat, "accept"))
    own, other = world.secret("thor"), world.secret("loki")
    came = world.post(
        simple(world, "thor", f"say mine is {own} and yours {other.upper()}\n\nnote {own}\n{other}\n")
    )
    assert own not in world.record().decode().lower()
    assert other not in world.record().decode().lower()
    (told,) = came.to("loki")
    assert f"mine is {'*' * LENGTH} and yours {'*' * LENGTH}" in " ".join(told.text.replace("|", "").split())
    assert own not in told.all
