"""Who sits at a table: the file of addresses, and the addresses and names it can hold."""

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.home import roster
from referee.home.roster import Roster, checked_address, checked_name, mailbox
from referee.house.players import Player
from referee.util.errors import Faulty

GOOD = (
    "anna@example.org",
    "anna.b+c@mail.example.org",
    "o'hara@example.org",
    "a@b",
    "x_1@1-2.example",
    "!#$%&'*+/=?^_`{|}~@example.org",
    "a" * 64 + "@" + "b" * 60 + ".example",
)
BAD = (
    "",
    "anna",
    "@example.org",
    "anna@",
    "anna@@example.org",
    "anna b@example.org",
    "anna@exam ple.org",
    "anna@example.org,bert@example.org",
    "anna@example.org;bert@example.org",
    "<anna@example.org>",
    '"anna"@example.org',
    "anna@[127.0.0.1]",
    ".anna@example.org",
    "anna.@example.org",
    "an..na@example.org",
    "anna@-example.org",
    "anna@example-.org",
    "anna@example..org",
    "anna@example.org.",
    "-oQ/x@example.org",
    "änna@example.org",
    "anna@exämple.org",
    "anna@example.org\n",
    "anna@example.org\r\nBcc: x@y.example",
    "anna\x00@example.org",
    "anna(x)@example.org",
    "anna:x@example.org",
    "anna@example.org?x",
    "a@" + "b" * 253,
)


@pytest.mark.parametrize("address", GOOD)
def test_addresses_we_write_to(address: str) -> None:
    """Dots and signs of RFC 5321 before the @, names of hosts after it."""
    assert checked_address(address) == address


@pytest.mark.parametrize("address", BAD)
def test_addresses_we_do_not_write_to(address: str) -> None:
    """Lists, quotes, literals, blanks, controls, letters beyond ASCII, an option for a mail program, too much."""
    with pytest.raises(Faulty, match="bad-address"):
        checked_address(address)


def test_only_the_domain_is_put_in_lower_case() -> None:
    """Before the @ the case may matter (RFC 5321, 2.4)."""
    assert checked_address("Anna.B@Example.ORG") == "Anna.B@example.org"


@pytest.mark.slow
@given(st.text(max_size=40) | st.text(string.printable, max_size=40))
def test_no_text_makes_an_address_that_hurts(text: str) -> None:
    """Any text is refused, or gives one line of ASCII with one @ and no blank, comma or option."""
    for given_one in (text, f"{text}@example.org", f"a@{text}", f"a{text}@b.example"):
        try:
            found = checked_address(given_one)
        except Faulty:
            continue
        assert found.isascii()
        assert found.isprintable()
        assert found.count("@") == 1
        assert not set(found) & set(' ,;:<>()[]"\\')
        assert not found.startswith("-")


@pytest.mark.parametrize(
    ("written", "player"),
    [
        ("anna@example.org", Player("anna@example.org")),
        (" anna@example.org ", Player("anna@example.org")),
        ("<anna@example.org>", Player("anna@example.org")),
        ("Anna <anna@example.org>", Player("anna@example.org", "Anna")),
        ('"Anna B." <anna@Example.org>', Player("anna@example.org", "Anna B.")),
        ("Änne O'Hara <anna@example.org>", Player("anna@example.org", "Änne O'Hara")),
    ],
)
def test_players_as_written(written: str, player: Player) -> None:
    """An address, or a name before an address in angle brackets."""
    assert mailbox(written) == player


@pytest.mark.parametrize(
    "written",
    [
        "Anna",
        "Anna <>",
        "Anna <anna@example.org> x",
        "Anna <<anna@example.org>>",
        "a@b.example, c@d.example",
        "Anna anna@example.org",
        "A,B <a@b.example>",
        "A:B <a@b.example>",
        "A\nB <a@b.example>",
        "\x1b[2J <a@b.example>",
        f"{'x' * 61} <a@b.example>",
        "",
    ],
)
def test_what_is_no_player(written: str) -> None:
    """No address, two of them, something after it, or a name with a comma, a colon or a control."""
    with pytest.raises(Faulty, match=r"bad-(address|name)"):
        mailbox(written)


@given(st.text(max_size=70))
def test_names(name: str) -> None:
    """A name is printable, has at most 60 characters, and no signs that separate names in an option."""
    fits = name.isprintable() and len(name) <= 60 and not set(name) & set(",:")
    if fits:
        assert checked_name(name) == name
    else:
        with pytest.raises(Faulty, match="bad-name"):
            checked_name(name)


PLAYERS = st.builds(
    Player,
    st.sampled_from(GOOD),
    st.text(st.characters(exclude_categories=("C", "Z")), max_size=60).filter(
        lambda name: name.isprintable() and not set(name) & set(",:")
    ),
    st.integers(0, 2**31),
)


@pytest.mark.slow
@given(
    st.builds(
        Roster,
        st.sampled_from(["", "07", "5a" * 64]),
        st.dictionaries(st.sampled_from(["thor", "loki"]), PLAYERS),
    )
)
def test_a_roster_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, given_one: Roster
) -> None:
    """Addresses, names, numbers of secrets, the seed: `no`, `1e5` or `~` as a name stay what they are."""
    path = tmp_path_factory.mktemp("roster") / "roster.yaml"
    roster.write(path, given_one)
    assert roster.read(path) == given_one


def test_no_file_no_players(tmp_path: Path) -> None:
    """A game without a roster is not played by mail."""
    assert roster.read(tmp_path / "roster.yaml") == Roster()


def test_a_roster_that_was_changed_is_read_again(tmp_path: Path) -> None:
    """The file counts, not what was read before."""
    path = tmp_path / "roster.yaml"
    for number in range(20):
        made = Roster("", {"thor": Player("a@b.example", "", number)})
        roster.write(path, made)
        assert roster.read(path) == made


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[]\n", ":1:1"),
        ("players: {}\n", ":1:1"),
        ("seed: 7\n", ":1:7"),
        ("seats: []\n", ":1:8"),
        ("seats:\n  thor: anna@example.org\n", ":2:9"),
        ("seats:\n  thor: {address: a@b, mail: x}\n", ":2:9"),
        ("seats:\n  thor: {address: a@b, key: true}\n", ":2:9"),
        ("seats:\n  thor: {address: a@b, key: -1}\n", ":2:9"),
        ("seats:\n  thor: {address: a@b, name: 5}\n", ":2:9"),
        ("seats:\n  thor: {name: Anna}\n", ":2:9"),
    ],
)
def test_a_roster_out_of_form(text: str, where: str, tmp_path: Path) -> None:
    """A mistake in a roster is reported with file, line and column."""
    path = tmp_path / "roster.yaml"
    path.write_text(text)
    with pytest.raises(Faulty) as caught:
        roster.read(path)
    assert caught.value.why.key == "roster-form"
    assert caught.value.where == f"{path}{where}"


def test_a_bad_address_in_a_roster(tmp_path: Path) -> None:
    """A wrong address in a roster is reported with its place, and nobody is written to."""
    path = tmp_path / "roster.yaml"
    path.write_text("seats:\n  thor:\n    address: anna@\n")
    with pytest.raises(Faulty, match="bad-address") as caught:
        roster.read(path)
    assert caught.value.where == f"{path}:3:14"
