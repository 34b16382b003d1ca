"""A game lost by restoring an old copy of its home, and the new game with its id: they share nothing."""

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from email.parser import BytesParser
from pathlib import Path

import pytest
from awkward.world import ADDRESS, BEGINS, PLAYERS

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.engine.lots import commitment
from referee.home import config, roster
from referee.home.home import Home
from referee.home.roster import Wish
from referee.home.seats import code
from referee.post.envelope import return_address, returned
from referee.util import files
from referee.util.errors import Faulty

ACCEPT = (("thor", "accept one two three"), ("loki", "accept four five six"))


class Lost:
    """A home with one game; then another, which is lost; then an older copy, with a new game of the same id."""

    def __init__(self, folder: Path) -> None:
        self.home, self.time, self.copy = folder / "home", BEGINS, folder / "copy"
        files.private_folder(self.home)
        config.write(Home(self.home), config.Config(ADDRESS, pictures="no"))
        self.opened()
        shutil.copytree(self.home, self.copy)

    def desk(self) -> Desk:
        """The desk as another process finds it."""
        return Desk(Home(self.home), now=lambda: self.time)

    def opened(self) -> str:
        """A new game, whose players accept; gives its id."""
        with self.desk().held() as desk:
            game = keeper.invite(desk, "thunder", PLAYERS, terms={"deadline": "3 days"})
        for seat, text in (*ACCEPT, ("loki", "calendar yes"), ("thor", "calendar yes")):
            self.write(game, seat, text)
        return game

    def write(self, game: str, seat: str, text: str, to: str = "") -> None:
        """A letter of a seat, and a pass."""
        desk = self.desk()
        self.time += timedelta(minutes=5)
        to = to or desk.config.reply_address(desk.seats.secret(game, seat))
        head = f"From: {PLAYERS[seat].address}\nTo: {to}\nSubject: x\nMessage-ID: <{hash(text)}.{game}{seat}@e.example>\n\n"
        desk.spool.put((head + text + "\n").encode(), self.time)
        with desk.held():
            desk.run()

    def put_back(self) -> None:
        """The old copy takes the place of the home."""
        shutil.rmtree(self.home)
        shutil.copytree(self.copy, self.home)


def told(home: Path, game: str) -> Iterator[bytes]:
    """All letters of a game, sent or due."""
    for path in sorted((home / "post" / "out").glob(f"{game}.*.eml")):
        yield path.read_bytes()


def made_of(one: Lost, game: str) -> dict[str, set[str]]:
    """All secrets and ids of a game, by kind."""
    home = Home(one.home)
    desk, known = Desk(home), roster.read(home.roster_path(game))
    heads = [BytesParser().parsebytes(raw) for raw in told(one.home, game)]
    wish = Wish(7, "new@example.org", "2026-11-21T10:00:00Z")
    parts = (part for head in heads for part in head.walk() if not part.is_multipart())
    lines = "\n".join(bytes(part.get_payload(decode=True)).decode("latin-1") for part in parts)
    return {
        "lots": {home.secret(game).hex()},
        "secrets": {desk.seats.secret(game, seat) for seat in PLAYERS},
        "next secrets": {
            code(home, game, seat, known.seats[seat], wish, side)
            for seat in PLAYERS
            for side in ("old", "new")
        },
        "commitments": {desk.games.table(game).opening.commit},
        "return addresses": {return_address(desk.config, home, f"{game}.thor.{n}") for n in range(1, 9)},
        "message ids": {str(head["Message-ID"]) for head in heads},
        "calendar entries": set(re.findall(r"^UID:\S+", lines, re.MULTILINE)),
        "seals": {str(doc["seal"]) for doc in desk.games.table(game).documents},
        "roots": set(re.findall(r'"deck \w+": "[0-9a-f]{64}"', lines)),
    }


@pytest.fixture(scope="module")
def lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Lost, dict[str, set[str]], dict[str, set[str]], str]:
    """The house after all that; what each game consists of; Thor's reply address in the lost one."""
    one = Lost(tmp_path_factory.mktemp("lost"))
    assert one.opened() == "g2"
    before = made_of(one, "g2")
    desk = one.desk()
    address = desk.config.reply_address(desk.seats.secret("g2", "thor"))
    one.put_back()
    assert one.opened() == "g2"
    return one, before, made_of(one, "g2"), address


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        "lots",
        "secrets",
        "next secrets",
        "commitments",
        "return addresses",
        "message ids",
        "calendar entries",
        "seals",
        "roots",
    ],
)
def test_they_share_nothing(
    lost: tuple[Lost, dict[str, set[str]], dict[str, set[str]], str], kind: str
) -> None:
    """Everything made for a game depends on random bytes of its own, not only on the key and its id."""
    _, before, after, _ = lost
    assert before.keys() == after.keys()
    assert len(before[kind]) == len(after[kind]) > 0
    assert not before[kind] & after[kind]


@pytest.mark.slow
def test_a_secret_of_the_lost_game_plays_nothing(
    lost: tuple[Lost, dict[str, set[str]], dict[str, set[str]], str],
) -> None:
    """A player of the lost game who answers one of its letters is a stranger to the new one."""
    one, _, _, address = lost
    entries = len(one.desk().games.table("g2").points)
    one.write("g2", "thor", "resign g2", address)
    desk = one.desk()
    assert len(desk.games.table("g2").points) == entries
    assert [held.reason for held in desk.spool.held()] == ["no-seat"]


def test_what_comes_back_of_the_lost_game_counts_for_nothing(
    lost: tuple[Lost, dict[str, set[str]], dict[str, set[str]], str],
) -> None:
    """The return address of a letter of the lost game is no longer ours."""
    one, before, after, _ = lost
    home = Home(one.home)
    assert not any(returned(Desk(home).config, home, [address])[1] for address in before["return addresses"])
    assert all(returned(Desk(home).config, home, [address])[1] for address in after["return addresses"])


def test_the_game_that_was_in_the_copy_goes_on_as_it_was(
    lost: tuple[Lost, dict[str, set[str]], dict[str, set[str]], str],
) -> None:
    """Its lots are those that were promised: only games opened since are different ones."""
    one = lost[0]
    table = one.desk().games.table("g1")
    assert commitment(Home(one.home).secret("g1"), "g1").hex() == table.opening.commit


def test_a_seed_given_by_hand_deals_the_same_cards_to_other_secrets(tmp_path: Path) -> None:
    """A seed gives the same lots in every home, but not the same secrets of seats."""
    made = []
    for name in ("a", "b"):
        home = Home(tmp_path / name)
        files.private_folder(home.path)
        files.write_new(home.path / "key", b"5a" * 32 + b"\n")
        with (desk := Desk(home)).held():
            game = keeper.invite(desk, "thunder", PLAYERS, seed="07")
        made.append((home.secret(game), desk.seats.secret(game, "thor")))
    (lots, secret), (same, other) = made
    assert lots == same
    assert secret != other


def test_a_game_whose_roster_is_lost_is_not_guessed_at(tmp_path: Path) -> None:
    """Without its random bytes no lot can be drawn as promised, so none is."""
    home = Home(tmp_path / "home")
    keeper.open_game(home, "thunder")
    home.roster_path("g1").unlink()
    with pytest.raises(Faulty, match="roster-lost"):
        keeper.load_game(home, "g1")
