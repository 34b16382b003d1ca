"""Rule H19: what is told of chance, and when.

`test_fair.py` and `test_proving.py` hold that it can be worked out again.
"""

from typing import Any

from houses import opened, told

from referee.engine.lots import commitment
from referee.games.odins_table.setting_up import Shuffled
from referee.house.lots import DeckFixed, SecretTold, WordsCounted, tree_of
from referee.record.entries import Opening


def test_h19_when_the_cards_are_dealt_each_deck_is_fixed() -> None:
    """By the root of a tree over its cards, told to all; the order itself is told to nobody."""
    table = opened()
    events = table.entries[0].events
    fixed = [one for one in events if isinstance(one, DeckFixed)]
    assert sorted(one.deck for one in fixed) == ["deck odin", "deck thor"]
    dealt: Any = {one.of: one.cards for one in events if isinstance(one, Shuffled)}
    for one in fixed:
        cards = dealt[one.deck.removeprefix("deck ")]
        assert one.count == len(cards)
        assert one.root == tree_of(table.deal_seed, "g1", one.deck, cards).root.hex()
    for seat in ("odin", "thor", None):
        assert [one.seen["root"] for one in table.told(seat) if one.seen.kind == "DeckFixed"] == [
            one.root for one in fixed
        ]


def test_h19_all_are_told_who_gave_words_of_their_own() -> None:
    """When the last has accepted; the words themselves stay with their seat."""
    table = opened(invite=True)
    told(table, "thor", "accept a wolf howls")
    told(table, "odin", "accept")
    assert WordsCounted(("thor",), ("odin",)) in table.entries[-1].events
    assert "wolf" not in str([one.seen for one in table.told("odin")])


def test_h19_when_the_game_is_over_the_secret_is_told() -> None:
    """Once, and it is the one that was committed to."""
    table = opened()
    told(table, "thor", "resign g1")
    told(table, "thor", "say well played")
    opening = table.entries[0]
    assert isinstance(opening, Opening)
    (secret,) = [one.secret for entry in table.entries for one in entry.events if isinstance(one, SecretTold)]
    assert commitment(bytes.fromhex(secret), "g1").hex() == opening.commit


def test_h19_what_is_told_of_the_lots_leaves_the_table_as_it_is() -> None:
    """It tells, and nothing lies elsewhere by it."""
    table = opened()
    for event in (DeckFixed("deck thor", 1, "5e"), WordsCounted(("thor",), ()), SecretTold("5e")):
        assert event.change(table.state) == table.state
