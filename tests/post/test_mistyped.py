"""An address that is wrong is seen from the first letter that comes back, whichever way it came into the home."""

import json
import os
from collections.abc import Callable, Mapping
from email.parser import BytesParser
from pathlib import Path
from typing import Self

import pytest
from awkward.world import ADDRESS, World, begin, copy, simple
from support.bounced import FORMS, report
from support.disputed import disputed

from referee.cli import run
from referee.cli.doctor import examine
from referee.desk import keeper
from referee.desk.status import status
from referee.home import config
from referee.home.config import Config
from referee.house.players import Player
from referee.post.envelope import return_address
from referee.post.posting import post_all
from referee.post.ways.tries import ACCEPTED, NEVER, Outcome, Parcel

KEEPER = "keeper@games.example"
TYPO = "anna@exmaple.org"
AGAIN = "anna@example.ogr"


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


def configured(world: World, secrets: str = "address") -> World:
    """The same home, with a keeper."""
    config.write(world.home, Config(ADDRESS, secrets=secrets, keeper=KEEPER))
    world.fresh()
    return world


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game in which all are invited, one in play, one in play with an arbiter; with each way of secrets."""
    folder = tmp_path_factory.mktemp("mistyped")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        made = {"invited": begin(folder / "invited", opening=()), "on": begin(folder / "on")}
        made["subject"] = begin(folder / "subject", opening=(), secrets="subject")
        made["judged"] = disputed(folder / "judged")
    return {
        name: configured(world, "subject" if name == "subject" else "address") for name, world in made.items()
    }


def replaced(world: World) -> str:
    """The keeper seats somebody else; the last letter to them."""
    return acted(world, lambda: keeper.replace_player(world.desk, "g1", "thor", Player(TYPO)), "thor")


def corrected(world: World, address: str = TYPO) -> str:
    """The keeper corrects an address; the last letter that goes there."""
    return acted(world, lambda: keeper.correct_address(world.desk, "g1", "thor", address), "thor")


def acted(world: World, act: Callable[[], object], seat: str) -> str:
    """The keeper acts, and all letters go out."""
    world.fresh()
    with world.desk.held():
        act()
    world.send()
    return world.last(seat)


WAYS: Mapping[str, tuple[str, Callable[[World], str]]] = {
    "open": ("invited", lambda world: world.last("thor")),
    "open, secrets in subjects": ("subject", lambda world: world.last("thor")),
    "replace": ("on", replaced),
    "address": ("on", corrected),
    "arbiter": ("judged", lambda world: world.last("arbiter")),
}
"""Each way in which an address comes into the home without a letter from it, and the first letter that went there."""


def came_back(world: World, number: str, **more: str) -> None:
    """A letter comes back to us from the mail server of its reader."""
    world.post(
        report(return_address(world.desk.config, world.home, number), world.letter(number).raw, **more)
    )


def to_the_keeper(world: World) -> list[str]:
    """The texts of the mails due to the keeper."""
    paths = sorted((world.path / "post" / "notices" / "out").glob("*.eml"))
    mails = (BytesParser().parsebytes(path.read_bytes()) for path in paths)
    return [" ".join(mail.get_payload(decode=True).decode().split()) for mail in mails]  # type: ignore[union-attr]


def seen(world: World) -> list[str]:
    """The seats whose letters came back, as status tells; the doctor agrees."""
    found = [seat for _, seat, _ in status(world.home).came_back]
    told = [one for one in examine(world.path) if one.key == "letters-came-back"]
    assert (len(told), [one.params["count"] for one in told]) == (bool(found), [len(found)] * bool(found))
    return found


@pytest.mark.parametrize("way", WAYS)
def test_the_first_that_comes_back_is_told(
    bases: Mapping[str, World], tmp_path: Path, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """status, its document, the doctor and a mail to the keeper name the letter and the address, in that very pass."""
    base, enters = WAYS[way]
    world = copy(bases[base], tmp_path / "home")
    number = enters(world)
    seat, address = number.split(".")[1], str(world.letter(number).mail["To"])
    assert (seen(world), to_the_keeper(world)) == ([], [])
    came_back(world, number)
    assert seen(world) == [seat]
    (text,) = to_the_keeper(world)
    assert f"came back undelivered from {address}: {number}." in text
    for args in ("status",), ("status", "--json"), ("doctor",):
        run(["--home", str(world.path), *args])
    told = capsys.readouterr().out
    assert f"{number} came back from {address} (5.1.1)." in told
    assert (
        f"WRONG letters: from 1 address letters came back for good, the first one {address} of {seat} in g1."
        in told
    )
    run(["--home", str(world.path), "status", "--json"])
    document = json.loads(capsys.readouterr().out)["came_back"]
    assert document == [
        {"game": "g1", "seat": seat, "address": address, "numbers": [int(number.split(".")[2])]}
    ]


@pytest.mark.parametrize("way", WAYS)
def test_the_first_that_is_refused_is_told(bases: Mapping[str, World], tmp_path: Path, way: str) -> None:
    """The same where the mail server says so at once, with a 5xx."""
    base, enters = WAYS[way]
    world = copy(bases[base], tmp_path / "home")
    number = enters(world)
    seat = number.split(".")[1]
    acted_on = world.desk
    with acted_on.held():
        keeper.resend(acted_on, "g1", seat)
    post_all(world.home, acted_on.config, way=Refusing(number), now=lambda: world.time)
    assert [one for one, _ in status(world.home).failed] == [number]
    (text,) = to_the_keeper(world)
    assert f"cannot be delivered to {world.letter(number).mail['To']}: {number}." in text


class Refusing:
    """A way that refuses one letter for good, and takes all others but those to the keeper."""

    def __init__(self, number: str) -> None:
        """The letter that is refused."""
        self._number = number

    def __enter__(self) -> Self:
        """Nothing is opened."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is closed."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one letter."""
        if parcel.name == self._number:
            return Outcome(NEVER, "550 5.1.1 no such user")
        return Outcome("later" if parcel.to == KEEPER else ACCEPTED, "450 later")


def test_one_mail_a_day_for_each_address(bases: Mapping[str, World], tmp_path: Path) -> None:
    """A correction that is mistyped too is told on the same day; the same news twice is not."""
    world = copy(bases["invited"], tmp_path / "home")
    number = world.last("thor")
    for form in FORMS.values():
        world.post(form(return_address(world.desk.config, world.home, number), world.letter(number).raw))
    assert len(to_the_keeper(world)) == 1
    came_back(world, corrected(world, AGAIN))
    assert [AGAIN in text for text in to_the_keeper(world)].count(True) == 1
    assert len(to_the_keeper(world)) == 2


def test_a_mailbox_that_has_answered_may_be_full_for_once(bases: Mapping[str, World], tmp_path: Path) -> None:
    """Status tells the first until the seat writes again; the third is mailed to the keeper, and told from then on."""
    world = copy(bases["on"], tmp_path / "home")
    came_back(world, "g1.thor.2", status="5.2.2")
    assert (seen(world), to_the_keeper(world)) == (["thor"], [])
    world.post(simple(world, "thor", "say I am here"))
    assert seen(world) == []
    came_back(world, "g1.thor.3", status="5.2.2")
    assert (seen(world), to_the_keeper(world)) == (["thor"], [])
    came_back(world, "g1.thor.4", status="5.2.2")
    assert (seen(world), len(to_the_keeper(world))) == (["thor"], 1)
    world.post(simple(world, "thor", "say I am here still"))
    assert seen(world) == ["thor"]


@pytest.mark.parametrize(("action", "code"), [("delayed", "4.4.1"), ("delivered", "2.0.0"), ("", "4.2.2")])
def test_a_delay_is_no_failure(bases: Mapping[str, World], tmp_path: Path, action: str, code: str) -> None:
    """What may still arrive is not told, also for an invitation."""
    world = copy(bases["invited"], tmp_path / "home")
    came_back(world, world.last("thor"), action=action, status=code)
    assert (seen(world), to_the_keeper(world)) == ([], [])


def test_it_is_seen_until_the_address_is_corrected(bases: Mapping[str, World], tmp_path: Path) -> None:
    """Or until the game is over."""
    for ends in (
        corrected,
        lambda world: acted(world, lambda: keeper.abandon(world.desk, "g1", "over"), "thor"),
    ):
        world = copy(bases["invited"], tmp_path / str(ends))
        came_back(world, world.last("thor"))
        assert seen(world) == ["thor"]
        ends(world)
        assert seen(world) == []
