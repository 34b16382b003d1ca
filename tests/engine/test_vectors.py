"""Fair lots against vectors that another program worked out from their definition."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chi_square import Shuffle, looked_at, secret_of, survival

from referee.engine.lots import (
    DealLots,
    DrawLots,
    Lot,
    Stream,
    Tree,
    begun,
    commitment,
    done,
    heard,
    leaf,
    leaves,
    nonce,
    root_by,
)

HERE = Path(__file__).parents[1]
FILE = HERE / "vectors" / "fair_lots.json"
CASES: list[Any] = json.loads(FILE.read_text("utf-8"))


def test_the_vectors_are_those_of_the_script() -> None:
    """The file is what `make_vectors.py` writes, and that imports nothing of the referee."""
    script = HERE / "make_vectors.py"
    made = subprocess.run(  # noqa: S603  our own script
        [sys.executable, "-I", "-S", str(script)], capture_output=True, check=True, cwd=HERE.parent
    )
    assert made.stdout == FILE.read_bytes()
    assert "import referee" not in script.read_text("utf-8")
    assert "from referee" not in script.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["game"])
def test_the_deal_is_the_vectors(case: Any) -> None:
    """Commitment, seed, the order of each deck, its root, and the openings of its first, middle and last card."""
    secret = bytes.fromhex(case["secret"])
    assert commitment(secret, case["game"]).hex() == case["commit"]
    lots = DealLots(secret, case["game"], case["words"])
    assert lots.seed.hex() == case["seed"]
    for deck in case["decks"]:
        cards = lots.shuffle(f"deck {len(deck['cards'])}", deck["cards"])
        assert list(lots.drawn[-1].drawn) == deck["order"]
        tree = Tree(leaves(lots.seed, case["game"], deck["deck"], cards))
        assert tree.root.hex() == deck["root"]
        for one in deck["openings"]:
            place, hidden = one["place"], nonce(lots.seed, deck["deck"], one["place"])
            assert (cards[place], hidden.hex()) == (one["card"], one["nonce"])
            path = tree.path(place)
            assert [[side, neighbour.hex()] for side, neighbour in path] == one["path"]
            start = leaf(case["game"], deck["deck"], place, cards[place], hidden)
            assert root_by(start, path).hex() == deck["root"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["game"])
def test_later_lots_are_the_vectors(case: Any) -> None:
    """Each lot after the deal, with the lines that were accepted between them, and how many of these there were."""
    lots, words, counted = (
        DrawLots(bytes.fromhex(case["secret"]), case["game"], 0, begun(case["words"])),
        begun(case["words"]),
        0,
    )
    for n, one in enumerate(case["later"], 1):
        label, outcomes, drawn = one["lot"]
        assert lots.words.hex() == one["heard"]
        if one["shuffle"]:
            lots.shuffle(label, range(outcomes))
        else:
            lots.below(label, outcomes)
        assert lots.drawn[-1] == Lot(label, outcomes, tuple(drawn), counted)
        seat, line = case["lines"][n % len(case["lines"])]
        lots.heard(seat, line)
        words, counted = (heard(words, seat, done(line)), counted + 1) if done(line) else (words, counted)
        assert lots.words == words


# Evenness: a small sample of what `chi_square.py` does at length


def exchange_with_any(seed: int, cards: int) -> list[int]:
    """Each card is exchanged with any other, instead of one of those left."""
    stream, order = Stream(secret_of(seed), "x"), list(range(cards))
    for i in range(cards):
        j = stream.below(cards)
        order[i], order[j] = order[j], order[i]
    return order


def never_in_its_place(seed: int, cards: int) -> list[int]:
    """No card may stay where it is: one place too few to choose from."""
    stream, order = Stream(secret_of(seed), "x"), list(range(cards))
    for i in range(cards - 1, 0, -1):
        j = stream.below(i)
        order[i], order[j] = order[j], order[i]
    return order


def words_cut_short(seed: int, cards: int) -> list[int]:
    """Four bits to choose by, folded: small numbers come more often."""
    stream, order = Stream(secret_of(seed), "x"), list(range(cards))
    for i in range(cards - 1, 0, -1):
        j = stream.below(16) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.slow
def test_decks_and_picks_are_even() -> None:
    """Over 3,000 seeds, first cards, pairs and picks are as even as chance makes them: not less even, and not more."""
    for one in looked_at(3000, 10):
        assert 0.001 < one.p < 0.999, str(one)


@pytest.mark.parametrize("bias", [exchange_with_any, never_in_its_place, words_cut_short])
def test_a_biased_shuffle_is_found(bias: Shuffle) -> None:
    """That sample shows each of the well-known mistakes in a shuffle."""
    assert any(one.p < 0.001 for one in looked_at(3000, 10, shuffle=bias))


def test_the_statistic_is_as_in_the_tables() -> None:
    """Chi-square of 10 degrees of freedom passes 18.307 one time in 20, and 23.209 one time in 100."""
    assert abs(survival(18.307, 10) - 0.05) < 0.001
    assert abs(survival(23.209, 10) - 0.01) < 0.001
