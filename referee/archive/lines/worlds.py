"""The worlds that a seat could be in at a place, sampled from a fixed seed: the same text gives the same figures.

What is shown to the seat holds in every one of them; see `referee.engine.kit.imagining` for what is not weighed.
"""

from collections.abc import Iterator, Mapping, Sequence

from referee.archive.lines.making import At
from referee.archive.lines.playing import Path, Script, Step, World, played_in
from referee.archive.lines.stands import Stands
from referee.archive.lines.text import Written
from referee.engine.game import Game
from referee.engine.kit.imagining import RandomDealer

SAMPLE, MOST, ENOUGH = 500, 2_000, 50
"""How many worlds are sampled; at most how many, if in fewer than `ENOUGH` of them the variation goes on."""
MOST_STEPS = 10_000
"""At most how many orders are played in all worlds together: a long text gets a smaller sample."""
HOPELESS = 40
"""After so many tries that led to no world there is none."""


def worlds_of(game: Game, stands: Stands) -> Iterator[World]:
    """Worlds that the reader of a place could be in, one after another, without end; none if the game cannot tell."""
    told = tuple(one.seen for one in stands.told)
    missed = number = 0
    while missed < HOPELESS:
        number += 1
        seed = f"world {number}"
        state = game.imagined(stands.view, told, RandomDealer(seed))
        if state is None:
            missed += 1
            continue
        missed = 0
        yield World(At(state, stands.writer), seed)


def sampled(
    script: Script, stands: Stands, orders: Sequence[Written], most: int = MOST_STEPS
) -> list[Mapping[Path, Step]]:
    """A text played in a sample of worlds, with at most about so many orders in all of them together.

    It grows while too few of them bring about what the text names or supposes, so that what comes after that is
    not told from a handful.
    """
    played, on, left = list[Mapping[Path, Step]](), 0, most
    for world in worlds_of(script.game, stands):
        steps = played_in(script, orders, world)
        played.append(steps)
        on += _goes_on(orders, steps)
        left -= max(1, len(steps))
        if (
            left <= 0
            or len(played) >= (SAMPLE if on >= ENOUGH else MOST)
            or (len(played) >= SAMPLE and _refused(played))
        ):
            break
    return played


def _goes_on(orders: Sequence[Written], steps: Mapping[Path, Step]) -> bool:
    """Whether a variation goes on to its end in a world."""
    last = steps.get((len(orders) - 1,))
    return last is not None and last.stands


def _refused(played: Sequence[Mapping[Path, Step]]) -> bool:
    """Whether in all worlds the variation ended at an order that broke a rule, and no more of them will help."""
    return all(any(not step.made.stands for step in steps.values()) for steps in played)
