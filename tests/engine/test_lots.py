"""Lots: fair by recomputation, bound to what was said, the same again from the record."""

import hmac
import json
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.forging import VERIFY

from referee.engine.lots import (
    START,
    DealLots,
    DrawLots,
    Lot,
    Lots,
    LotsDiffer,
    RecordedLots,
    Stream,
    Tree,
    begun,
    commitment,
    count_bytes,
    deal_stream,
    heard,
    leaf,
    leaves,
    lp,
    nonce,
    root_by,
    seed_of,
)
from referee.testing.chance import OffScript, ScriptedLots
from referee.util.values import replace
from referee.verify.lots import falls, fell

SECRET = bytes(range(32))
GAME = "demo-1"
WORDS = {"bob": b"B" * 16, "alice": b"A" * 16}
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
COMMITMENT = "709e1c2b60a77f7e68c69c32c2d33574fa72e36bea267c8c1ce0190cfeee664c"
SEED = bytes.fromhex("061b7c562ab3997dbaa47882561cb1bd51b107e6e4c8954a1764ef2b46f6dd45")
ORDER = re.findall(
    "..",
    "2D 8D 9D KC 4H 6D 2H 3S 5S JD 8C AS AD 6C 7S 6H 7D 8S JC KH 5H 3D 3H AH 5C JS "
    "TD 4C 8H 4D 6S QD 9C TS KD KS QS 9S 2C 9H QH 7H JH TH TC 4S 5D 3C 2S AC 7C QC".replace(" ", ""),
)
FIRST_NONCE = "34e6aa85dd29864e1cebf12f1de959401de65c0c11c50448ef3bf003fd8737ad"
FIRST_LEAF = "5ab3aacd0e0dc1510b2311d64c3d4c66d09e990bd09d36853e55da96801943f3"
ROOT = "3f28a10fd1774c3306bdfa7bf7bd7949d9b1f3c9852cfdc7fab2f29ea43191bd"
PATH_OF_3 = [
    ("L", "4216860d5e06dc0b5f10ca151e0c0dae679485aeed318f123bd15963799c6249"),
    ("L", "d8b2364644067bce336515a85a3a12a668ff9ac47435bfc536082143d0a23b6c"),
    ("R", "80a96afe20f41f30fa4a8608d9187a2c0be29e70adf97f78b12a6407b6e6f96e"),
    ("R", "fc7f1ff3f7474cbf32da9339ebe0a053b41949f4d17ec74145b0b5da6b72b679"),
    ("R", "3432589c22a32400456b40addfef38bf10a1dd850e03459d49736a462582db72"),
    ("R", "59ebe4400d02e259fbd8bd6f7e63451a49c7364e3b3dd2b823352b9e2fe00605"),
]


def scripted(word: int) -> Stream:
    """A stream that begins with a word of our choice, and then goes on as usual."""
    stream = Stream(SECRET, "test")
    rest = stream._words
    stream._words = (one for part in ([word.to_bytes(4, "big")], rest) for one in part)
    return stream


# The scheme, against vectors made by another program


def test_the_commitment_fixes_secret_and_game() -> None:
    """C is the vector's, and another game or secret gives another."""
    assert commitment(SECRET, GAME).hex() == COMMITMENT
    assert len({commitment(SECRET, GAME), commitment(SECRET, "demo-2"), commitment(bytes(32), GAME)}) == 3


def test_the_seed_is_the_vectors_in_whatever_order_the_seats_answered() -> None:
    """K takes the seats in order of their names."""
    assert seed_of(SECRET, GAME, WORDS) == SEED
    assert seed_of(SECRET, GAME, dict(reversed(WORDS.items()))) == SEED
    assert seed_of(SECRET, GAME, {"alice": "A" * 16, "bob": "B" * 16}) == SEED


@pytest.mark.parametrize(
    "words",
    [
        {"bob": b"B" * 15 + b"C", "alice": b"A" * 16},
        {"bob": b"B" * 16, "alice": b""},
        {"bob": b"A" * 16, "alice": b"B" * 16},
        {"bob": b"B" * 16},
        {"bob": b"", "alice": b"A" * 16 + b"B" * 16},
    ],
)
def test_every_players_words_change_the_seed(words: dict[str, bytes]) -> None:
    """Words changed, kept back, exchanged, or moved from one player to another give another seed."""
    assert seed_of(SECRET, GAME, words) != SEED


def test_a_beacon_changes_the_seed() -> None:
    """A public random value, where a game names one, is part of the seed."""
    assert seed_of(SECRET, GAME, WORDS, b"round 7") != SEED


def test_a_deck_is_shuffled_as_in_the_vectors() -> None:
    """The deal gives the vector's order of 52 cards."""
    lots = DealLots(SECRET, GAME, WORDS)
    assert list(lots.shuffle("shuffle/main", CARDS)) == ORDER
    assert [CARDS[place] for place in lots.drawn[0].drawn] == ORDER


def test_the_tree_of_a_deck_is_the_vectors() -> None:
    """First nonce, first leaf, the root and an audit path are the vector's."""
    tree = leaves(SEED, GAME, "main", ORDER)
    assert nonce(SEED, "main", 0).hex() == FIRST_NONCE
    assert tree[0].hex() == FIRST_LEAF
    assert Tree(tree).root.hex() == ROOT
    assert [(side, neighbour.hex()) for side, neighbour in Tree(tree).path(3)] == PATH_OF_3


def test_an_opening_shows_one_card_and_no_other() -> None:
    """Card, place, nonce and path lead to the root; another card, place, deck or game does not."""
    tree, hidden_by = leaves(SEED, GAME, "main", ORDER), nonce(SEED, "main", 3)
    path = Tree(tree).path(3)
    assert root_by(leaf(GAME, "main", 3, ORDER[3], hidden_by), path).hex() == ROOT
    for wrong in (
        leaf(GAME, "main", 3, ORDER[4], hidden_by),
        leaf(GAME, "main", 4, ORDER[3], hidden_by),
        leaf(GAME, "other", 3, ORDER[3], hidden_by),
        leaf("demo-2", "main", 3, ORDER[3], hidden_by),
        leaf(GAME, "main", 3, ORDER[3], nonce(SEED, "main", 4)),
    ):
        assert root_by(wrong, path).hex() != ROOT


@pytest.mark.slow
@given(st.integers(1, 70))
def test_every_leaf_has_a_path_to_the_root(size: int) -> None:
    """For every size of deck, each place leads to the root by its own path, and by no other's."""
    tree = [sha256(bytes([place])).digest() for place in range(size)]
    whole = Tree(tree)
    top = whole.root
    for place, one in enumerate(tree):
        assert root_by(one, whole.path(place)) == top
        assert size == 1 or root_by(one, whole.path((place + 1) % size)) != top


def test_trees_at_their_edges_are_as_in_the_rfc() -> None:
    """RFC 6962, 2.1: no leaf hashes nothing, one leaf is the root, two are hashed after a 01."""
    a, b = sha256(b"a").digest(), sha256(b"b").digest()
    assert Tree([]).root == sha256(b"").digest()
    assert Tree([a]).root == a
    assert Tree([a]).path(0) == ()
    assert Tree([a, b]).root == sha256(b"\x01" + a + b).digest()
    for place in (-1, 2):
        with pytest.raises(IndexError):
            Tree([a, b]).path(place)


@pytest.mark.slow
@given(st.lists(st.text(max_size=3), max_size=4), st.lists(st.text(max_size=3), max_size=4))
def test_items_behind_their_lengths_are_never_ambiguous(one: list[str], two: list[str]) -> None:
    """Two lists of items give the same bytes only if they are the same list."""
    assert (lp(*one) == lp(*two)) == (one == two)


def test_lengths_are_four_bytes() -> None:
    """Big-endian, before the bytes of the text in UTF-8."""
    assert lp("ö", b"", b"x" * 258) == b"\0\0\0\x02\xc3\xb6" + b"\0\0\0\0" + b"\0\0\x01\x02" + b"x" * 258


# Numbers and orders


@given(st.binary(max_size=8), st.integers(1, 2**32))
def test_a_number_is_in_range_and_stable(key: bytes, n: int) -> None:
    """A number below n is from 0 to n - 1, and the same stream gives the same again."""
    number = Stream(key, "x").below(n)
    assert 0 <= number < n
    assert number == Stream(key, "x").below(n)


@pytest.mark.parametrize(("n", "last"), [(3, 2**32 - 2), (50, 2**32 - 47), (2**31 + 1, 2**31)])
def test_words_past_the_last_full_round_are_left_out(n: int, last: int) -> None:
    """The last word of the last full round counts; the next one would favour small numbers, so another is taken."""
    follows = Stream(SECRET, "test").below(n)
    assert scripted(last).below(n) == n - 1
    assert scripted(last + 1).below(n) == follows
    assert scripted(2**32 - 1).below(n) == follows


def test_every_word_counts_where_all_rounds_are_full() -> None:
    """For a power of two no word is left out."""
    assert scripted(2**32 - 1).below(2**32) == 2**32 - 1
    assert scripted(2**32 - 1).below(8) == 7


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_there_is_no_number_below_nothing(n: int) -> None:
    """A number below 0, or beyond one word, is refused."""
    with pytest.raises(ValueError, match="no number below"):
        Stream(SECRET).below(n)


def test_all_orders_of_three_come_up_alike() -> None:
    """Over 3000 seeds each of the 6 orders comes 500 times, give or take 5 standard deviations (102)."""
    orders = Counter(deal_stream(count_bytes(n), "x").permutation(3) for n in range(3000))
    assert len(orders) == 6
    assert all(abs(times - 500) < 103 for times in orders.values())


@given(st.binary(max_size=4), st.integers(0, 60))
def test_an_order_is_a_permutation(key: bytes, n: int) -> None:
    """Every place once, none lost."""
    assert sorted(Stream(key).permutation(n)) == list(range(n))


# Deal and draws


def test_lots_of_the_deal_depend_on_their_label_alone() -> None:
    """The order in which decks are shuffled changes nothing."""
    one, two = DealLots(SECRET, GAME, WORDS), DealLots(SECRET, GAME, WORDS)
    first = one.shuffle("deck thor", CARDS), one.shuffle("deck loki", CARDS)
    second = two.shuffle("deck loki", CARDS), two.shuffle("deck thor", CARDS)
    assert first == second[::-1]
    assert first[0] != first[1]


def test_a_label_that_comes_again_is_another_lot() -> None:
    """Shuffled back twice under one label, a deck gets two different orders."""
    lots = DealLots(SECRET, GAME, WORDS)
    assert lots.shuffle("deck thor again", CARDS) != lots.shuffle("deck thor again", CARDS)


def first_word(number: int, words: bytes, label: str) -> int:
    """The first word of a later lot, written out from its definition."""
    counter = bytes(8)
    message = lp(b"pbem/draw/v1", GAME.encode(), number.to_bytes(8, "big"), words, label.encode(), counter)
    return int.from_bytes(hmac.new(SECRET, message, "sha256").digest()[:4], "big")


def test_a_later_lot_is_as_defined() -> None:
    """Draw n (from 1) is HMAC(S, lp("pbem/draw/v1", game, n, H_n, label, counter)).

    H_0 is 32 zero bytes where nobody gave words.
    """
    lots = DrawLots(SECRET, GAME)
    assert lots.below("ravens thor", 2**32) == first_word(1, bytes(32), "ravens thor")
    lots.heard("loki", "use ravens hand")
    words = sha256(lp(b"\0" * 32, "loki", "use ravens hand")).digest()
    assert lots.below("ravens thor", 2**32) == first_word(2, words, "ravens thor")


@pytest.mark.parametrize(
    "change",
    [
        lambda lots: lots.heard("loki", "draw"),
        lambda lots: lots.below("another", 2),
        lambda lots: lots.shuffle("another", "ab"),
    ],
)
def test_a_later_lot_is_bound_to_all_before_it(change: Callable[[DrawLots], Any]) -> None:
    """After one line more, or one lot more, the next lot is another."""
    same, other = DrawLots(SECRET, GAME), DrawLots(SECRET, GAME)
    change(other)
    assert same.below("x", 2**32) != other.below("x", 2**32)


def test_the_words_of_the_players_go_into_all_later_lots() -> None:
    """H_0 is SHA256(lp("pbem/words/v1", seat, words, ...)), the seats sorted by name; 32 zero bytes without words."""
    assert begun({}) == begun({"thor": "", "loki": ""}) == START
    assert begun({"thor": "a", "loki": ""}) == sha256(lp("pbem/words/v1", "loki", "", "thor", "a")).digest()


def test_who_said_a_line_and_in_what_order_counts() -> None:
    """If seats or lines are exchanged or joined, what was heard has another digest."""
    lines = [("thor", "draw"), ("loki", "draw")]
    forth = heard(heard(START, *lines[0]), *lines[1])
    back = heard(heard(START, *lines[1]), *lines[0])
    assert len({START, forth, back, heard(START, "thor", "drawlokidraw")}) == 4


@pytest.mark.parametrize(
    "line",
    [
        "standing lay A",
        "standing order tyr",
        "standing scout never",
        "order ravens, tyr",
        "offer draw",
        "accept draw",
        "decline draw",
        "claim draw",
        "claim win",
        "resign g1",
        "pass",
        "pass until turn",
    ],
)
def test_what_changes_nothing_at_the_table_changes_no_lot(line: str) -> None:
    """Standing orders and passes, which nobody else sees, and offers and claims change no lot.

    Otherwise a player could try them out until a lot falls as it should.
    """
    plain, tried = DrawLots(SECRET, GAME), DrawLots(SECRET, GAME)
    tried.heard("loki", line)
    assert (tried.words, tried.lines) == (plain.words, 0)
    assert plain.below("x", 2**32) == tried.below("x", 2**32)


@pytest.mark.parametrize(
    "lines",
    [
        ("challenge B", "challenge B order nightmare, ravens"),
        ("use seer", "use seer to A, B"),
        ("use ravens hand", "use ravens hand to C"),
        ("use ravens A", "use ravens A order tyr"),
    ],
)
def test_what_only_its_writer_knows_of_a_line_changes_no_lot(lines: tuple[str, str]) -> None:
    """An order that goes with a move, or a column named beforehand, changes no lot, whatever it says."""
    one, other = DrawLots(SECRET, GAME), DrawLots(SECRET, GAME)
    one.heard("loki", lines[0])
    other.heard("loki", lines[1])
    assert one.below("x", 2**32) == other.below("x", 2**32)


@pytest.mark.slow
@given(st.lists(st.one_of(st.integers(1, 60), st.text("ab ", min_size=1)), max_size=8), st.data())
def test_a_later_pass_draws_on_where_the_last_one_stopped(acts: list[int | str], data: st.DataObject) -> None:
    """Lots made again from the number drawn and what was heard go on as if there had been no break."""

    def act(lots: DrawLots, acts: list[int | str]) -> None:
        for one in acts:
            if isinstance(one, str):
                lots.heard("thor", one)
            else:
                lots.below("x", one)

    cut = data.draw(st.integers(0, len(acts)))
    whole, before = DrawLots(SECRET, GAME), DrawLots(SECRET, GAME)
    act(whole, acts)
    act(before, acts[:cut])
    after = DrawLots(SECRET, GAME, len(before.drawn), before.words)
    act(after, acts[cut:])
    again = [replace(lot, heard=0) for lot in (*before.drawn, *after.drawn)]
    assert again == [
        replace(lot, heard=0) for lot in whole.drawn
    ]  # each pass counts the lines of its own entry
    assert after.words == whole.words


# What is written down


SOME = [Lot("deck thor", 3, (2, 0, 1)), Lot("ravens thor", 7, (4,)), Lot("none", 0, ()), Lot("one", 1, (0,))]


@pytest.mark.slow
@given(st.integers(0, 60), st.text(), st.binary(max_size=4))
def test_a_lot_comes_back_from_json(n: int, label: str, key: bytes) -> None:
    """A shuffle and a number are unchanged after they were written as JSON and read back."""
    shuffle = Lot(label, n, Stream(key).permutation(n))
    number = Lot(label, n + 1, (Stream(key).below(n + 1),))
    for lot in (shuffle, number, replace(number, heard=n)):
        assert Lot.from_list(json.loads(json.dumps(lot.as_list()))) == lot


def test_a_lot_is_written_as_label_outcomes_and_what_was_drawn() -> None:
    """This is the form in the record. If lines had been heard, their number follows."""
    assert Lot("ravens loki", 5, (3,), 2).as_list() == ["ravens loki", 5, [3], 2]
    assert Lot.from_list(["ravens loki", 5, [3]]) == Lot("ravens loki", 5, (3,), 0)
    assert SOME[0].as_list() == ["deck thor", 3, [2, 0, 1]]


@pytest.mark.parametrize(
    "data",
    [
        None,
        "abc",
        [],
        ["x", 3],
        ["x", 3, [0], -1],
        ["x", 3, [0], True],
        ["x", 3, [0], "1"],
        ["x", 3, [0], 1, 1],
        [1, 3, [0]],
        ["x", "3", [0]],
        ["x", True, [0]],
        ["x", 3, 0],
        ["x", 3, [3]],
        ["x", 3, [-1]],
        ["x", 3, [1.0]],
        ["x", 3, [False]],
        ["x", 3, [0, 1]],
        ["x", 3, [0, 1, 1]],
        ["x", 0, [0]],
        ["x", 10**18, [0, 1]],
    ],
)
def test_what_is_no_lot_is_refused(data: Any) -> None:
    """Wrong shapes and types, outcomes out of range, and malformed orders."""
    with pytest.raises(ValueError, match="not a lot"):
        Lot.from_list(data)


def test_recorded_lots_are_drawn_again() -> None:
    """The same requests give the same outcomes, and the same lots are noted."""
    lots = RecordedLots(SOME)
    assert lots.shuffle("deck thor", "abc") == ("c", "a", "b")
    assert lots.below("ravens thor", 7) == 4
    assert lots.left == tuple(SOME[2:])
    assert lots.shuffle("none", "") == ()
    assert lots.below("one", 1) == 0
    assert lots.drawn == SOME
    assert lots.left == ()


@pytest.mark.slow
@given(st.lists(st.integers(0, 9), max_size=6))
def test_what_was_drawn_can_be_drawn_again(sizes: list[int]) -> None:
    """For any run of lots, its record gives the same results."""

    def run(lots: Lots) -> list[Any]:
        done: list[Any] = [lots.shuffle(f"s{n}", range(n)) for n in sizes]
        return done + [lots.below(f"b{n}", n) for n in sizes if n]

    real = DrawLots(SECRET, GAME)
    first = run(real)
    assert run(RecordedLots(real.drawn)) == first


@pytest.mark.parametrize(
    ("ask", "label", "outcomes"),
    [
        (lambda lots: lots.shuffle("deck loki", "abc"), "deck loki", 3),
        (lambda lots: lots.shuffle("deck thor", "abcd"), "deck thor", 4),
        (lambda lots: lots.below("deck thor", 3), "deck thor", 3),
    ],
)
def test_another_lot_than_recorded_is_told(ask: Callable[[Lots], Any], label: str, outcomes: int) -> None:
    """The error names what was recorded and what was asked for.

    Tried are another label, another number of outcomes, and a number for a shuffle.
    """
    lots = RecordedLots(SOME)
    with pytest.raises(LotsDiffer) as caught:
        ask(lots)
    told = caught.value
    assert (told.number, told.recorded, told.label, told.outcomes) == (1, SOME[0], label, outcomes)
    assert lots.drawn == []


def test_more_lots_than_recorded_are_told() -> None:
    """Where the record ends, there is no recorded lot to name."""
    lots = RecordedLots(SOME[1:2])
    lots.below("ravens thor", 7)
    with pytest.raises(LotsDiffer) as caught:
        lots.below("ravens thor", 7)
    assert (caught.value.number, caught.value.recorded) == (2, None)


def test_a_recorded_number_does_not_serve_as_a_shuffle() -> None:
    """Equal label and outcomes are not enough."""
    with pytest.raises(LotsDiffer):
        RecordedLots([Lot("x", 3, (1,))]).shuffle("x", "abc")


# Dice


def test_dice_are_told_as_they_show() -> None:
    """A roll is one lot: its label says how many dice there are and of how many sides, its outcomes what they show."""
    lots = DrawLots(SECRET, GAME)
    dice = lots.roll("hammer", 6, 2)
    assert lots.drawn == [Lot("roll 2d6 hammer", 6, dice)]
    assert Lot.from_list(lots.drawn[0].as_list()) == lots.drawn[0]
    words = (one for n in range(9) for one in _words(SECRET, "pbem/draw/v1", 1, "roll 2d6 hammer", n))
    fair = [word % 6 + 1 for word in words if word < 2**32 - 2**32 % 6]
    assert dice == tuple(fair[:2])


def _words(key: bytes, purpose: str, number: int, label: str, n: int) -> list[int]:
    """The words of one block of the stream of a later lot, worked out from the rule alone (H19)."""
    text = b"".join(
        len(item).to_bytes(4, "big") + item
        for item in (
            purpose.encode(),
            GAME.encode(),
            number.to_bytes(8, "big"),
            bytes(32),
            label.encode(),
            n.to_bytes(8, "big"),
        )
    )
    block = hmac.digest(key, text, "sha256")
    return [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]


def test_dice_are_fair() -> None:
    """Of 6,000 dice each side shows about 1,000 times; no two rolls are the same by construction."""
    lots = DrawLots(SECRET, GAME)
    rolls = [lots.roll("one", 6, 6) for _ in range(1000)]
    sides = Counter(side for roll in rolls for side in roll)
    assert set(sides) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 1000) ** 2 / 1000 for count in sides.values()) < 20.5  # chi-square, p = 0.001
    assert len(set(rolls)) > 950


def test_dice_of_the_deal_go_on_in_their_stream() -> None:
    """Two rolls of one label are two lots; the order of other labels changes nothing."""
    first, again = DealLots(SECRET, GAME, WORDS), DealLots(SECRET, GAME, WORDS)
    one, two = first.roll("a", 6, 4), first.roll("a", 6, 4)
    again.roll("b", 6, 4)
    assert (again.roll("a", 6, 4), again.roll("a", 6, 4)) == (one, two)
    assert one != two


def test_recorded_dice_are_rolled_again() -> None:
    """They show the same as recorded; another label, other dice or another lot is an error."""
    lots = DrawLots(SECRET, GAME)
    dice = lots.roll("x", 20, 3)
    assert RecordedLots(lots.drawn).roll("x", 20, 3) == dice
    for label, sides, count in (("y", 20, 3), ("x", 6, 3), ("x", 20, 2)):
        with pytest.raises(LotsDiffer):
            RecordedLots(lots.drawn).roll(label, sides, count)
    with pytest.raises(LotsDiffer):
        RecordedLots(lots.drawn).below("roll 3d20 x", 20)


@pytest.mark.parametrize(
    "lot",
    [["roll 2d6 x", 6, [0, 3]], ["roll 2d6 x", 6, [7, 3]], ["roll 2d6 x", 6, [3]], ["roll 2d6 x", 8, [3, 3]]],
)
def test_dice_that_cannot_fall_so_are_no_lot(lot: list[Any]) -> None:
    """A side that the dice do not have, too few dice, other dice than the label says."""
    with pytest.raises(ValueError, match="not a lot"):
        Lot.from_list(lot)


@pytest.mark.parametrize(("sides", "count"), [(6, 2), (6, 1), (6, 6), (2, 2), (1, 1), (20, 3)])
def test_dice_are_verified(sides: int, count: int) -> None:
    """The referee and the independent verifier check them, also as many dice as there are sides, or one die.

    The first is no shuffle, and the second is no pick.
    """
    lots, deal = DrawLots(SECRET, GAME), DealLots(SECRET, GAME, WORDS)
    lots.roll("x", sides, count)
    deal.roll("x", sides, count)
    (later,), (dealt,) = lots.drawn, deal.drawn
    assert falls(GAME, SECRET, 1, START, later)
    assert fell(DealLots(SECRET, GAME, WORDS), dealt) == dealt
    alone = run_path(str(VERIFY))
    bits = alone["flow"](SECRET, "pbem/draw/v1", GAME, (1).to_bytes(8, "big"), START, later.label)
    assert tuple(alone["lot"](sides, count, bits, True)) == later.drawn
    if sides > 1:
        one, two = (replace(lot, drawn=(lot.drawn[0] % sides + 1, *lot.drawn[1:])) for lot in (later, dealt))
        assert not falls(GAME, SECRET, 1, START, one)
        assert fell(DealLots(SECRET, GAME, WORDS), two) != two


# Scripts


def test_a_script_says_dice() -> None:
    """What they show; what they cannot show is told."""
    assert ScriptedLots([(3, 5)]).roll("x", 6, 2) == (3, 5)
    for entry in ((3, 7), (3,), 3, (0, 1)):
        with pytest.raises(OffScript, match="rolls 2 dice of 6 sides"):
            ScriptedLots([entry]).roll("x", 6, 2)


def test_a_script_says_numbers_and_orders() -> None:
    """A number; a permutation; items wanted first; a function of the items."""
    lots = ScriptedLots([4, [2, 0, 1], ["c"], ["b", "b"], [], lambda items: items[::-1], [0]])
    assert lots.below("n", 5) == 4
    assert lots.shuffle("p", "abc") == ("c", "a", "b")
    assert lots.shuffle("w", "abc") == ("c", "a", "b")
    assert lots.shuffle("e", "abcb") == ("b", "b", "a", "c")
    assert lots.shuffle("s", "abc") == ("a", "b", "c")
    assert lots.shuffle("f", "abc") == ("c", "b", "a")
    assert lots.left == ([0],)
    assert lots.drawn == [
        Lot("n", 5, (4,)),
        Lot("p", 3, (2, 0, 1)),
        Lot("w", 3, (2, 0, 1)),
        Lot("e", 4, (1, 3, 0, 2)),
        Lot("s", 3, (0, 1, 2)),
        Lot("f", 3, (2, 1, 0)),
    ]


def test_a_scripted_run_can_be_drawn_again() -> None:
    """What a script drew fits the record of it."""
    lots = ScriptedLots([["c"], 1])
    lots.shuffle("w", "abc")
    lots.below("n", 2)
    again = RecordedLots(lots.drawn)
    assert (again.shuffle("w", "abc"), again.below("n", 2)) == (("c", "a", "b"), 1)


@pytest.mark.parametrize("entry", [5, -1, True, "1", None, [1]])
def test_a_number_that_does_not_fit_is_told(entry: Any) -> None:
    """Out of range, or no number at all; the lot is named, and nothing counts as drawn."""
    lots = ScriptedLots([entry])
    with pytest.raises(OffScript, match="'ravens thor' draws a number below 5"):
        lots.below("ravens thor", 5)
    assert lots.drawn == []


@pytest.mark.parametrize(
    "entry", [3, None, [0, 1], [0, 1, 1], [1, 2, 3], ["d"], ["a", "a"], lambda _: "ab", set("abc")]
)
def test_an_order_that_does_not_fit_is_told(entry: Any) -> None:
    """No order, a part of one, one with doubles, items that are not there, items lost."""
    lots = ScriptedLots([entry])
    with pytest.raises(OffScript, match="'deck' shuffles"):
        lots.shuffle("deck", "abc")
    assert lots.drawn == []


def test_a_script_that_ends_too_soon_is_told() -> None:
    """The lot for which there is no entry is named."""
    lots = ScriptedLots([0])
    lots.below("x", 2)
    with pytest.raises(OffScript, match="before lot 2, 'deck' of 3"):
        lots.shuffle("deck", "abc")
