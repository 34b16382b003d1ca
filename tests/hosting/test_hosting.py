"""Whole games by mail through a real postfix and a real dovecot, by players who know only their mailbox."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.hosted import Host, Whole
from support.post_office import GAME, Got
from support.sizes import FULL, only_full
from support.suite import suite

from referee.testing.scripts import load, named

pytestmark = pytest.mark.slow  # real servers

EXAMPLES = Path(__file__).parents[2] / "examples"

SEED = 37
"""The seed of a game of Thunder & Lightning that ends soon, by its own rules."""
TIRED = 40 if FULL else 12
"""After this many letters the players resign; with REFEREE_FULL set the game ends before that."""


def test_a_whole_game_of_thunder_through_postfix_and_dovecot(host: Host) -> None:
    """The players choose among the orders that their letters list, in various programs.

    With REFEREE_FULL set it ends by its own rules.
    """
    host.made()
    host.opened("thunder", f"{SEED:08x}")
    game = Whole(host, "thunder", SEED)
    game.play(TIRED, 2 * TIRED)
    all_is_well(host, game)


@only_full
def test_a_whole_game_of_odins_table_through_postfix_and_dovecot(host: Host) -> None:
    """An example game, in two languages, letter by letter: the record has the same lines as there."""
    example = load(named("odins_table", "three-home"))
    accept = [
        (seat, "annehmen" if seat in example.languages else "accept")
        for seat in suite("odins_table").game.seats
    ]
    host.made()
    host.opened("odins_table", example.seed, example.languages, example.id)
    game = Whole(host, "odins_table", 0)
    game.follow([*accept, *example.letters])
    all_is_well(host, game, example.id)
    golden = yaml.safe_load_all((EXAMPLES / "odins_table" / "three-home" / "record.yaml").read_text("utf-8"))
    record = yaml.safe_load_all((host.home / "games" / example.id / "record.yaml").read_text("utf-8"))
    assert verdicts(record) == verdicts(golden)


def verdicts(documents: Iterable[Any]) -> list[tuple[str, str]]:
    """Every order of a record, and its verdict, from the first choice on."""
    lines = [line for document in documents for line in document.get("lines", ())]
    told = [(line["raw"], line["verdict"]) for line in lines if line["verdict"] != "prose"]
    # Private text stands elsewhere, and here as a digest that differs in every record.
    return [one for one in told if isinstance(one[0], str) and one[0] not in {"accept", "annehmen"}]


def all_is_well(host: Host, game: Whole, id: str = GAME) -> None:
    """Each letter was ruled on, each answer is in its mailbox, nothing bounced, the record is intact."""
    print(
        f"\n{game.game}: {game.sent} letters in, {host.out} out, {game.passes} passes, {game.seconds:.1f} s"
    )
    status = host.status()
    assert (status["waiting"], status["due"]) == ([], [])
    came = [*(host.home / "post" / "done").glob("*/*"), *status["held"]]
    assert len(came) == game.sent
    assert "status=bounced" not in host.postfix.log()
    assert "status=deferred" not in host.postfix.log()
    assert host.run("check", id).count("whole") == 1
    host.run("audit", id)
    sent = {path.stem for path in (host.home / "post" / "sent" / id).glob("*.eml")}
    boxes = [[Got.of(mail) for mail in user.box] for user in game.users.values()]
    assert sorted(one.number for box in boxes for one in box) == sorted(sent)
    assert len(sent) == host.out
    for box in boxes:
        assert f"\n{box[-1].tongue.hidden}\n" in box[-1].text
