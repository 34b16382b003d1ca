"""Answer a turn given as data: tells what to write, an order on each line. An example for programs that play by mail.

    python partner.py g1.loki.9.data.json

The file comes with each letter of a player who has written `json yes`; its form is told by `referee schema letter`. The
answer is the first of the likely turns in it, else an order at random. Nothing is told where the seat owes no answer.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

GIVING_UP = ("resign", "offer", "accept", "decline", "claim", "standing")
"""How families of orders begin that this program never writes."""


def answered(turn: dict[str, Any], chance: Any = random) -> list[str]:
    """The orders that answer a turn."""
    if all(one["seat"] != turn["seat"] for one in turn["owed"]):
        return []
    if turn["likely"]:
        return list(turn["likely"][0])
    families = [one for one in turn["choices"]["families"] if not one["family"].startswith(GIVING_UP)]
    orders = [order for one in families for order in one["moves"]]
    return [chance.choice(orders)] if orders else []


if __name__ == "__main__":
    for written in answered(json.loads(Path(sys.argv[1]).read_bytes())):
        sys.stdout.write(f"{written}\n")
