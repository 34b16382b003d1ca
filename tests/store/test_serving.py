"""Real processes serve one home from a store, killed with `kill -9`, and the server too: nothing lost or doubled."""

import time
from pathlib import Path
from random import Random

import pytest
from support.postgres import needed, server
from support.serving_stores import Farm

pytestmark = [needed, pytest.mark.slow]
DURABLE = "-c fsync=on"
GAMES, LETTERS, KILLS = 12, 10, 8


def test_processes_and_the_server_are_killed(tmp_path: Path) -> None:
    """Four processes on four hosts, one killed every second, the server twice: each letter is ruled on once, in order.

    The others take over what the killed ones were doing; those that are started again take up their hosts' letters.
    """
    rng = Random(1)
    with server(DURABLE) as one, Farm(tmp_path, one.database(), one) as farm:
        farm.build(GAMES)
        farm.come(LETTERS, 4)
        for host in range(4):
            farm.serve(host)
        time.sleep(1.5)
        for kill in range(KILLS):
            host = rng.randrange(4)
            farm.kill(farm.on[host])
            farm.serve(host)
            if kill in {2, 5}:
                one.kill()
                one.start()
            time.sleep(1)
        farm.wait(120)
        assert farm.stop() == [0, 0, 0, 0]
        faults = farm.faults(tmp_path / "e")
        assert not faults
        assert farm.held() == 0
        assert "jobs-taken-over" in farm.log()
        farm.refuse_missing_mails(tmp_path / "e")


def test_a_host_that_is_lost_is_done_without(tmp_path: Path) -> None:
    """What a lost host had begun is finished by another one, though nobody starts the lost one again."""
    with server() as one, Farm(tmp_path, one.database(), one) as farm:
        farm.build(4)
        farm.come(12, 1)
        lost = farm.serve(0)
        farm.until(lambda: farm.ruled() > farm.before + 4, 30)
        farm.kill(lost)
        farm.serve(1)
        farm.come(1, 1)
        left = len(list(farm.host(0).glob("post/new/*")))
        farm.until(lambda: farm.ruled() == farm.before + 4 * 13 - left and farm.left() == left, 60)
        farm.serve(0)  # the letters that were safe on its disk, and nowhere else, come when it is there again
        farm.wait(60)
        assert farm.stop() == [0, 0]
        assert not farm.faults(tmp_path / "e")
