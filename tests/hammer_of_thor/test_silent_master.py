"""H13, M31 A master who does not answer: all are told, the keeper is written to, and nobody loses the game by it."""

from datetime import timedelta
from email import message_from_bytes
from pathlib import Path

from support.club import Club

from referee.api import Table
from referee.home import config

SEATS = ("red", "blue", "green", "master")
TERMS = {"deadline": "12 hours", "grace": "6 hours", "reminder": "", "forfeit": "12 hours"}
CHOSEN = (("thor", 1), ("thrym", 20), ("hod", 7))
KEEPER = "kim@games.example"


def write(club: Club, seat: str, body: str) -> None:
    """A mail of a player in answer to the last letter."""
    last = message_from_bytes(club.boxes[seat][-1].raw)
    club.write(seat, str(last["Reply-To"]), str(last["Subject"]), body)


def table(club: Club) -> Table:
    """The game now."""
    return Table.load(club.home.record_path("g1"))


def hours(club: Club, count: int) -> None:
    """Hours go by, with a pass every two."""
    for _ in range(count // 2):
        club.time += timedelta(hours=2)
        with club.desk().held() as desk:
            assert not desk.run().troubles
        club.post()


def to_the_keeper(club: Club) -> list[str]:
    """What the keeper was mailed: the subjects."""
    found = sorted((club.home.path / "post" / "notices").rglob("keeper.*.eml"))
    return [str(message_from_bytes(one.read_bytes())["Subject"]) for one in found]


def test_m31_for_a_silent_master_the_game_waits_and_the_keeper_is_told_once(tmp_path: Path) -> None:
    """By the time at which a player would have lost the game nothing has ended; a silent player is no matter."""
    club = Club(tmp_path, "hammer_of_thor", SEATS, terms=TERMS)
    config.write(club.home, config.Config("referee@games.example", keeper=KEEPER))
    for seat in SEATS:
        write(club, seat, "accept")
    for name, place in CHOSEN:
        write(club, table(club).owed()[0].seat, f"choose {name}\nstart {place}")
    write(club, "master", "@now stop 8.0")
    assert [one.seat for one in table(club).owed()] == ["master"]
    hours(club, 48)
    assert table(club).outcome is None
    assert table(club).state.overdue == ("master",)
    assert to_the_keeper(club) == ["[g1] the master does not answer"]
    write(club, "master", "@now go on")
    hours(club, 20)
    assert len(to_the_keeper(club)) == 1
