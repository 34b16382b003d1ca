"""The checks that a letter goes through: their order, and for each check a letter that it alone decides."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from zlib import crc32

import pytest
from awkward.world import ADDRESS, BEGINS, PLAYERS, World, copy

from referee.desk import keeper
from referee.desk.hours import Hours
from referee.desk.intake.intake import first, seats_of
from referee.desk.intake.letter import Arrived, Fate
from referee.home import config, roster
from referee.home.home import Home
from referee.house.players import Player
from referee.post.reading import read_mail
from referee.post.spool import Taken
from referee.util import files
from referee.util.values import replace

OLAF = Player("olaf@example.org", "Olaf")
OLD_SECRET = "b" * 26
CLEO = "cleo@elsewhere.example"


def letter(to: str, body: str = "say hello\n", *, by: str = "bert@example.org", more: str = "") -> bytes:
    """A mail from somebody to somewhere."""
    head = f"From: {by}\nTo: {to}\nSubject: orders\nMessage-ID: <{crc32(f'{to} {body}'.encode())}@mail.example>\n"
    return f"{head}{more}\n{body}".replace("\n", "\r\n").encode()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game with an arbiter, one of signed letters, and one from before a restore.

    In the first Thor has written much.
    """
    path = tmp_path_factory.mktemp("checks") / "home"
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    limits = config.Limits(strangers_a_day=9, letters_an_hour=2)
    config.write(Home(path), config.Config(ADDRESS, limits=limits))
    world = World(path)
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", arbiter=OLAF)
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2", seed="07", terms={"sender": "dkim"})
        keeper.invite(world.desk, "thunder", PLAYERS, id="g3", seed="07")
        world.desk.seats.add_code("g1", "loki", "old", OLD_SECRET)
        keeper.wait_for_players(world.desk, "thunder", {"thor": None, "loki": None}, id="g4")
    world.send()
    world.post(letter(ADDRESS, "join g4\n", by=CLEO), minutes=1)
    for seat, body in (("thor", "accept\n"), ("loki", "accept\n"), ("thor", "say hi\n")):
        world.post(letter(world.reply_to(seat), body), minutes=1)
    return world


MACHINE = "Auto-Submitted: auto-generated\n"


def restored(world: World) -> bytes:
    """A letter with the secret that a seat had before an old copy was put back."""
    before = world.reply_to("loki", "g3")
    place = world.home.roster_path("g3")
    roster.write(place, replace(roster.read(place), secrets="11" * 32, restored="0" * 16))
    return letter(before)


def to_nobody(more: str = "") -> Callable[[World], bytes]:
    """A letter that bears no secret."""
    return lambda _world: letter(ADDRESS, more=more)


def to_seats(
    *seats: str, game: str = "g1", body: str = "say hello\n", **how: str
) -> Callable[[World], bytes]:
    """A letter with the secrets of these seats."""
    return lambda world: letter(", ".join(world.reply_to(seat, game) for seat in seats), body, **how)


LETTERS: dict[str, Callable[[World], bytes]] = {
    "came-back": lambda _world: letter(ADDRESS.replace("@", "+b.g1.thor.1.aaaaaaaaaaaaaaaa@")),
    "machine": to_nobody(MACHINE),
    "code": lambda _world: letter(ADDRESS.replace("@", f"+{OLD_SECRET}@")),
    "company-code": lambda world: letter(str(world.letter("0.company.2").mail["Reply-To"]), "confirm\n"),
    "before-restore": restored,
    "company": lambda _world: letter(ADDRESS, "games\n", by=CLEO),
    "astray": lambda world: letter(
        ADDRESS, more=f"In-Reply-To: {world.letter(world.last('loki')).mail['Message-ID']}\n"
    ),
    "stranger": to_nobody(),
    "several-seats": to_seats("thor", "loki"),
    "machine-at-seat": to_seats("loki", more=MACHINE),
    "ruled-before": to_seats("loki", body="accept\n"),
    "too-fast": to_seats("thor"),
    "unsigned": to_seats("loki", game="g2"),
    "answers-unsent": to_seats("loki", more="In-Reply-To: <g1.loki.99@games.example>\n"),
    "arbiter": to_seats("arbiter", by="olaf@example.org"),
    "player": to_seats("loki"),
}
"""A letter for each check, in the order of the checks."""


def decided(world: World, raw: bytes, *, without: str = "") -> tuple[str, Fate | None]:
    """Which check decides of a letter, and how; `without` one of them."""
    desk, at = world.desk, world.time + timedelta(minutes=1)
    with desk.held():
        hours = Hours(desk.agenda, desk.clock.now, timedelta(hours=1), at)
        table = {name: check for name, check in desk.checks(hours).items() if name != without}
        mail = read_mail(raw, own=(ADDRESS,))
        place = world.path / "letter"
        place.write_bytes(raw)
        seats = seats_of(desk.seats, desk.games, mail)
        try:
            return first(table, Arrived(Taken("letter", place, at, 1), raw, mail, seats))
        except (StopIteration, ValueError):
            return "", None


def test_the_order_of_the_checks(opened: World) -> None:
    """As they stand in the table: the first that answers wins, so their order is a promise."""
    hours = Hours(opened.desk.agenda, opened.desk.clock.now, timedelta(hours=1), BEGINS)
    assert list(opened.desk.checks(hours)) == list(LETTERS)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", LETTERS)
def test_the_check_that_decides(opened: World, tmp_path: Path, name: str) -> None:
    """Of this letter that check decides; without it another does, or none can."""
    world, other = copy(opened, tmp_path / "one"), copy(opened, tmp_path / "other")
    found = decided(world, LETTERS[name](world))
    assert found[0] == name
    assert found[1] is not None
    without = decided(other, LETTERS[name](other), without=name)
    assert without[0] != name
    assert without[1] != found[1]


def test_each_check_says_what_it_is_for(opened: World) -> None:
    """Its docstring is a sentence."""
    hours = Hours(opened.desk.agenda, opened.desk.clock.now, timedelta(hours=1), BEGINS)
    for name, check in opened.desk.checks(hours).items():
        assert (check.__doc__ or "").partition("\n")[0].endswith("."), name
