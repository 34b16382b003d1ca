"""Whole games by mail through a real postfix and a real dovecot, by players who know only their mailbox."""

from collections.abc import Iterator

import pytest
from hosted import Host, Whole, hosted
from post_office import ADDRESS, GAME, Got

GAMES = {"thunder": 8, "odins_table": 8}
"""A seed of each game with which it ends soon, and by its own rules."""
TIRED = 40
"""So many letters, and the players resign."""


@pytest.fixture(scope="module")
def servers() -> Iterator[Host]:
    """Both servers, for all tests here."""
    with hosted() as host:
        yield host


@pytest.fixture
def host(servers: Host) -> Iterator[Host]:
    """The servers, with nothing in them."""
    servers.out = 0
    yield servers
    servers.cleared()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_through_postfix_and_dovecot(name: str, host: Host) -> None:
    """Each letter is handed over and ruled on, each answer lies in its mailbox, nothing bounces; the game comes to its end."""
    host.made()
    host.opened(name, f"{GAMES[name]:08x}")
    game = Whole(host, name, GAMES[name])
    game.play(TIRED, 2 * TIRED)
    print(f"{name}: {game.sent} letters in, {host.out} out, {game.passes} passes, {game.seconds:.1f} s")
    status = host.status()
    assert (status["waiting"], status["due"]) == ([], [])
    came = [*(host.home / "post" / "done").glob("*/*"), *status["held"]]
    assert len(came) == game.sent
    assert set(host.postfix.statuses(ADDRESS)) <= {"sent"}
    assert "status=bounced" not in host.postfix.log()
    assert host.run("check", GAME).count("whole") == 1
    host.run("audit", GAME)
    for seat, user in game.users.items():
        numbers = [Got.of(mail).number for mail in user.box]
        assert numbers == [f"{GAME}.{seat}.{n}" for n in range(1, len(numbers) + 1)]
        assert f"\n{user_language(user.box[-1])}\n" in Got.of(user.box[-1]).text
    assert sum(len(user.box) for user in game.users.values()) == host.out


def user_language(mail: bytes) -> str:
    """The heading of what lay hidden, in the language of a letter."""
    return Got.of(mail).tongue.hidden
