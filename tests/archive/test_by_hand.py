"""Games that were written down by hand: whether they can have happened, with which cards, and where not."""

from contextlib import suppress
from random import Random

import pytest
from support.golden import EXAMPLES
from support.texts import damaged

from referee.api import Table
from referee.archive.exchange.byhand import by_hand, is_by_hand
from referee.archive.exchange.facts import NotSo
from referee.archive.exchange.making import make
from referee.archive.exchange.model import Entry, Fact, Game, Order
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told
from referee.archive.exchange.writing import render
from referee.record.entries import VERDICTS

BOX = """\
[Game "thunder"]
[Annotator "Olaf"]

thor: deploy longships, shield-wall, tyr
loki: deploy dragon, viking-warriors, female-archer
  lay female-archer A2
  lay ravens B2
  lay ravens C2
thor: use mjolnir C2 ; the first blow
  draw
  lay ? A1
loki: use valkyries C1 B2
  lay freya C1
  challenge B <shows viking-warriors shield-wall>
thor: challenge A
"""


def one(text: str) -> Game:
    """The one game of a text, which can be read."""
    [game] = read(text)
    assert game.problems == ()
    return game


def without_lots(table: Table) -> Game:
    """A game as somebody at the table would have written it down: the orders that were played, and nothing else."""
    game = told(table)
    entries = tuple(_played(entry) for entry in game.entries[1:])
    return Game(
        tuple(tag for tag in game.tags if tag.name in {"Game", "Option.flank", "Option.played"}), entries
    )


def _played(entry: Entry) -> Entry:
    follow = [*entry.items[1:], None]
    orders = (
        item
        for item, after in zip(entry.items, follow, strict=True)
        if isinstance(item, Order) and item.move and not (isinstance(after, Fact) and after.name in VERDICTS)
    )
    return Entry(entry.position, entry.what, "", tuple(Order(order.move) for order in orders))


def test_a_game_that_can_have_happened_is_told_with_cards_with_which_it_can() -> None:
    """They are said to be supposed; what is known stays, and a record can be made of that text."""
    game = one(BOX)
    assert is_by_hand(game)
    found = by_hand(game)
    assert (found.orders, found.unknown, found.problem) == (12, 1, None)
    assert found.game is not None
    text = render(found.game)
    assert '[Supposed "deal; unknown cards: 1"' in text
    assert "lay ?" not in text
    assert "the first blow" in text
    assert not is_by_hand(one(text))
    made = make(one(text))
    assert made.problems == ()
    assert made.table is not None
    assert [str(seat) for seat in made.table.seats] == ["thor", "loki"]


def test_a_whole_game_is_found_from_its_orders_alone() -> None:
    """The decks, the cards picked and the end of a game of which only the orders were written down."""
    table = Table.load(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml")
    found = by_hand(without_lots(table))
    assert found.problem is None
    assert found.game is not None
    assert found.game.tag("Result") == "thor, 8.1"


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("old", "new", "key", "place"),
    [
        ("lay freya C1", "lay frxya C1", "text-ruled", "lay frxya C1"),
        ("lay freya C1", "lay mjolnir C1", "text-bounded", "lay mjolnir C1"),
        ("thor: challenge A", "thor: challenge C", "text-bounded", "challenge C"),
        ("<shows viking-warriors shield-wall>", "<shows hel>", "text-bounded", "challenge B"),
        ("thor: use", "9.0 thor: use", "text-impossible", "9.0 thor"),
        ("thor: challenge A", "odin: challenge A", "text-head", "odin"),
        ("thor: challenge A", "4.0 act silence loki", "text-head", "4.0 act"),
        ('[Game "thunder"]', '[Game "chess"]', "unknown-game", '[Game "chess"]'),
    ],
)
def test_what_cannot_have_happened_is_told_with_its_place(old: str, new: str, key: str, place: str) -> None:
    """With the rule; nothing is made of it."""
    text = BOX.replace(old, new, 1)
    assert text != BOX
    try:
        found = by_hand(one(text), tries=100)
        assert found.game is None
        problem = found.problem
    except NotSo as no:
        problem = no.problem
    assert problem is not None
    assert problem.why.key == key
    spot = problem.at
    assert text.split("\n")[spot.line - 1][spot.column - 1 :].startswith(place)


def test_the_search_ends_after_so_many_deals_and_says_so() -> None:
    """It does not claim that there is none."""
    found = by_hand(one(BOX.replace("lay freya C1", "lay mjolnir C1")), tries=5)
    assert found.tries == 5
    assert found.problem is not None
    assert found.problem.why.key == "text-bounded"


def test_lots_that_are_told_in_part_stay_as_they_are_told() -> None:
    """A hand, and a place further down; `?` for the others."""
    hand = "tyr ? longships shield-wall ? mjolnir ? ? viking-warriors"
    text = BOX.replace("\n\nthor:", f'\n\n0.0 opening\n  <lot "deck thor" {hand} hirdman>\nthor:', 1)
    found = by_hand(one(text))
    assert found.problem is None
    assert found.game is not None
    lot = next(item for item in found.game.entries[0].items if isinstance(item, Fact))
    names = [str(word).partition(".")[0] for word in lot.words[1:11]]
    assert [
        name for name, due in zip(names, f"{hand} hirdman".split(), strict=True) if due not in {"?", name}
    ] == []


def test_damaged_texts_bring_no_search_down() -> None:
    """Whatever is written there, what comes of it is a text, or a problem with its place."""
    told_in_part = BOX.replace(
        "\n\nthor:", '\n\n0.0 opening\n  <lot "deck thor" tyr ? `[1]`> <pick "x" 1>\nthor:', 1
    )
    tried = 0
    for seed in range(150):
        for game in read(damaged(told_in_part, Random(seed))):
            if is_by_hand(game):
                tried += 1
                with suppress(NotSo):
                    found = by_hand(game, tries=3)
                    assert (found.game is None) == (found.problem is not None)
    assert tried > 30


def test_unknown_cards_of_a_game_that_was_played_can_be_filled() -> None:
    """Cards that were laid and never seen; the game goes the same way."""
    table = Table.load(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml")
    text = (
        render(without_lots(table))
        .replace("lay ravens B3", "lay ? B3")
        .replace("lay odins-crown B1", "lay ? B1")
    )
    found = by_hand(one(text))
    assert (found.unknown, found.problem) == (2, None)
