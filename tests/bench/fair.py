"""What fair lots cost: opening 50 cards with their nonces and paths, and working a whole game out again."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.fair_games import finished, proofs_of

from referee.api import Table
from referee.table.proofs import openings
from referee.verify.lots import prove

CARDS = 50
ROUNDS = 51


def milliseconds(job: Callable[[], Any]) -> float:
    """The median time of a job."""
    job()
    took = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        job()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


def opened(table: Table) -> Callable[[], str]:
    """The proof of a letter that opens 50 cards, as text: trees built, nonces, paths."""
    decks = table.index.decks
    drawn = [one for some in decks.opened.values() for one in some][:CARDS]
    assert len(drawn) == CARDS
    return lambda: json.dumps(list(openings(table.deal_seed, table.id, decks.fixed, drawn)), sort_keys=True)


def rows(row: Callable[[str, str, str, str], None], name: str) -> None:
    """The rows of the table."""
    table = finished(name)
    row(f"{CARDS} cards opened, with proofs", f"{milliseconds(opened(table)):.2f} ms", "", "")
    proofs = proofs_of(table)
    done = prove(table, proofs)
    assert done.clean
    what = f"{len(table.entries)} entries proved ({done.lots} lots, {done.decks} decks, {done.openings} openings)"
    row(what, f"{milliseconds(lambda: prove(table, proofs)):.1f} ms", "", "")


if __name__ == "__main__":
    rows(lambda *cells: print(" | ".join(cells)), sys.argv[1] if len(sys.argv) > 1 else "thunder")
