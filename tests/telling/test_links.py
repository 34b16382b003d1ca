"""Answers by one tap: what stands in the links, and which answers get one."""

from urllib.parse import parse_qs, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.api import Table
from referee.house.games import find
from referee.notation.reader import Order, Reader
from referee.telling.links import BUTTONS, LIKELY, likely_orders, links, rows, with_buttons
from referee.telling.moves import FamilyTold, GroupTold, told_families
from referee.telling.sentences import reader_of
from referee.testing.random_games import options_of, random_world

THUNDER = find("thunder")
ADDRESS = "referee+abcdefghijklmnopqrstuvwxyz@post.example.org"


def mailto(address: str, number: str, order: str) -> str:
    """The link for one order."""
    return links(address, number, (order,))[0].url


def family(size: int, *, any_time: bool = False, listed: bool = True) -> FamilyTold:
    """A kind of this many moves."""
    orders = tuple(f"o{size}-{n}" for n in range(size))
    return FamilyTold("title", "1.1", (GroupTold("line"),), any_time, orders, listed)


def test_a_link_holds_address_number_and_order() -> None:
    """Blanks, commas and line feeds of an order are encoded as RFC 6068 has it; the plus of an address stays."""
    assert mailto(ADDRESS, "g1.thor.9", "deploy ravens, hel") == (
        f"mailto:{ADDRESS}?subject=g1.thor.9&body=deploy%20ravens%2C%20hel"
    )
    assert mailto("a@b.org", "g1.thor.9", "draw\nlay ravens B2").endswith("&body=draw%0D%0Alay%20ravens%20B2")
    assert mailto("a?b&c@[::1]", "n", "x").startswith("mailto:a%3Fb%26c@%5B%3A%3A1%5D?subject=n&")


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-8"), max_size=60), st.text(st.characters(codec="utf-8"), max_size=20))
def test_nothing_in_an_order_or_number_gets_out_of_its_field(order: str, number: str) -> None:
    """For any order and number a link has one address, one subject and one body, and they read back as given."""
    link = mailto(ADDRESS, number, order)
    assert link.isascii()
    assert link.isprintable()
    assert not set(link) & set(" \"'<>`{}|\\^")
    place, _, query = link.removeprefix("mailto:").partition("?")
    assert unquote(place) == ADDRESS
    fields = parse_qs(query, keep_blank_values=True, strict_parsing=True)
    assert fields == {"subject": [number], "body": ["\r\n".join(order.splitlines())]}


def test_a_link_carries_the_position_at_which_its_order_is_played() -> None:
    """The guard stands in the letter that a link opens, and not in what the link is called; a question has none."""
    (tap,) = links(ADDRESS, "g1.thor.9", ("draw",), "7.2")
    assert tap == ("draw", mailto(ADDRESS, "g1.thor.9", "@7.2 draw"))
    assert links(ADDRESS, "g1.thor.9", ("help",)) == (("help", mailto(ADDRESS, "g1.thor.9", "help")),)


def test_orders_that_begin_alike_stand_in_one_row() -> None:
    """What differs only at its end is called by its end, in the row of what it shares; a link mails the whole order."""
    orders = (
        "draw",
        "lay hel A1",
        "lay hel B1",
        "challenge C",
        "lay tyr A1",
        "a5-a4",
        "a5xb5",
        "deploy hel, tyr",
    )
    made = rows(links(ADDRESS, "g1.thor.9", orders, "7.2"))
    assert [(row.head, [tap.text for tap in row.taps]) for row in made] == [
        ("", ["draw", "challenge C", "lay tyr A1", "deploy hel, tyr"]),
        ("lay hel", ["A1", "B1"]),
        ("a5", ["-a4", "xb5"]),
    ]
    found = [tap for row in made for tap in row.taps]
    assert sorted((tap.order, tap.url) for tap in found) == sorted(links(ADDRESS, "g1.thor.9", orders, "7.2"))
    assert rows(()) == ()


def test_whole_turns_that_differ_only_at_the_end_of_their_last_move_stand_in_one_row() -> None:
    """`keep feast`, `move thor` 4, 6 or 7; one that ends in a word, or in another move, is called by all of it."""
    orders = (
        "keep feast\nmove thor 4\nhalt",
        "keep feast\nmove thor 6\nhalt",
        "keep feast\nmove thor 4",
        "keep feast\nmove thor 6",
        "keep feast\nhalt",
        "deploy ravens, hel",
        "deploy ravens, tyr",
    )
    made = rows(links(ADDRESS, "g1.thor.9", orders, "7.2"))
    assert [(row.head, [tap.text for tap in row.taps]) for row in made] == [
        (
            "",
            [
                "keep feast, move thor 4, halt",
                "keep feast, move thor 6, halt",
                "keep feast, halt",
                "deploy ravens, hel",
                "deploy ravens, tyr",
            ],
        ),
        ("keep feast, move thor", ["4", "6"]),
    ]


@pytest.mark.slow
@given(st.lists(st.sampled_from(["a1-b1", "a1-c1", "x y", "x z", "x", "q, r", "q, s", "u v w"]), unique=True))
def test_rows_leave_no_link_out(orders: list[str]) -> None:
    """Each order stands once in the rows, and no head twice."""
    made = rows(links(ADDRESS, "n", orders))
    assert sorted(tap.order for row in made for tap in row.taps) == sorted(orders)
    assert len({row.head for row in made}) == len(made)


def test_without_an_address_there_are_no_links() -> None:
    """A letter for a reader without a reply address holds none."""
    assert links("", "g1.thor.9", ("draw",)) == ()


def test_the_likely_answers_are_few() -> None:
    """Kinds with few moves are linked whole, a large one by an example; what is possible at any time is not linked."""
    families = (family(1), family(70), family(2), family(1, any_time=True), family(9, listed=False))
    assert likely_orders(families) == ("o1-0", "o70-0", "o2-0", "o2-1")
    assert likely_orders((family(9, listed=False),)) == ("o9-0",)
    assert likely_orders(()) == ()


@pytest.mark.slow
@given(st.lists(st.integers(1, 80), max_size=14))
def test_there_are_never_more_links_than_said(sizes: list[int]) -> None:
    """However many kinds of moves there are, texts and pages keep to their numbers of links."""
    families = [family(size) for size in sizes]
    assert len(likely_orders(families)) <= LIKELY
    shown = with_buttons(families)
    assert sum(sizes[at] for at in shown) <= BUTTONS
    assert shown or not sizes or min(sizes) > BUTTONS


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_every_likely_answer_is_a_legal_order(seed: int) -> None:
    """Through a random game every link reads as an order that would be played, and there is always one."""
    content = options_of(THUNDER, seed)
    played, reads = random_world(THUNDER, content, seed), Reader(THUNDER, content)
    for state in played.states[1:-1:9]:
        for owed in THUNDER.owed(state):
            view = THUNDER.view(state, owed.seat)
            reader, choices = reader_of(THUNDER, content, view), THUNDER.choices(view)
            found = likely_orders(told_families(reader, choices))
            assert found
            for order in found:
                read = reads.read(order)
                assert isinstance(read, Order)
                assert THUNDER.resolve(read.move, view) in choices


def test_who_has_the_same_choices_does_not_guess_the_move_that_a_link_holds() -> None:
    """Both know the six cards that are placed in secret: the order in the link hangs on the secret of the address."""
    table = Table.open("odins_table", seed="07")
    seat = table.owed()[0].seat
    reader = reader_of(table.game, table.content, table.view(seat))
    found = {
        one.orders[0]
        for n in range(8)
        for one in told_families(reader, table.choices(seat), seed=f"referee+{n}@post.example.org")
        if not one.listed and one.orders[0].startswith("place")
    }
    assert len(found) > 4
