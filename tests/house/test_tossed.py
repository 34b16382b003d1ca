"""H19 Words for the shuffle: who gave some is told, and an invitation offers some made at random."""

from collections.abc import Sequence
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.letters_out import invitations

from referee.api import Table
from referee.engine.events import seen
from referee.engine.lots import DrawLots
from referee.engine.moves import Accept
from referee.house.games import BUILT_IN, find
from referee.house.invitation import Accepted
from referee.house.lots import WordsCounted
from referee.notation.reader import Order, Reader
from referee.telling.invited import CONSONANTS, VOWELS, WORDS, invitation, tossed
from referee.util.values import force_setattr
from referee.verify.lots import prove

AT = "2026-01-01T12:00:00Z"


def dealt(thor: str, loki: str) -> Table:
    """A game to which both were invited, with what stood after their `accept`."""
    table = Table.open("thunder", seed="07", clock=lambda: AT, invite=True)
    table.play("thor", f"accept {thor}")
    table.play("loki", f"accept {loki}")
    return table


@pytest.mark.parametrize(
    ("said", "given"),
    [
        (("a wolf", "howls"), ("thor", "loki")),
        (("a wolf", ""), ("thor",)),
        (("", "howls"), ("loki",)),
        (("", ""), ()),
    ],
)
def test_all_are_told_whose_words_went_into_the_shuffle(said: tuple[str, str], given: Sequence[str]) -> None:
    """The letter of the deal tells it to everybody, without the words; `verify` finds the same."""
    table = dealt(*said)
    without = tuple(seat for seat in ("thor", "loki") if seat not in given)
    for seat in ("thor", "loki", None):
        (told,) = [
            one
            for event in table.entries[-1].events
            if isinstance(event, WordsCounted) and (one := seen(event, seat))
        ]
        assert told.fields == {"seats": tuple(given), "without": without}
    assert "wolf" not in table.report("loki", language="en")
    assert ("Without words of their own" in " ".join(table.report("loki").split())) == bool(without)
    proved = prove(table)
    assert (proved.words, proved.without, proved.findings) == (tuple(given), without, [])


def test_words_told_otherwise_are_wrong() -> None:
    """A record that says that a seat gave words, or gave none, is found out by those that it holds."""
    table = dealt("a wolf", "")
    forged = [one for one in table.entries[-1].events if isinstance(one, WordsCounted)]
    assert forged == [WordsCounted(("thor",), ("loki",))]
    force_setattr(forged[0], "without", ())
    assert [one.why.key for one in prove(table).findings] == ["prove-words-told"]


def test_later_lots_come_from_the_words_too() -> None:
    """The same secret and the same lines, and other words of one player: another lot."""
    lots = [dealt("a wolf", words).lots() for words in ("", "howls", "Howls")]
    drawn = [one.below("x", 2**32) for one in lots]
    assert len(set(drawn)) == len(drawn)
    assert isinstance(lots[0], DrawLots)


def test_standing_orders_offers_and_notes_change_no_lot_of_a_game() -> None:
    """A player who knew what comes could write them until it pleases: the lots to come are the same."""
    table = dealt("a wolf", "howls")
    table.play("loki", "deploy " + ", ".join(_three(table, "loki")))
    table.play("thor", "deploy " + ", ".join(_three(table, "thor")))
    before = table.index.lots_after()
    for line in (
        "standing lay A",
        "standing lay B, C",
        "standing order tyr",
        "note x",
        "say y",
        "try draw",
        "offer draw",
    ):
        table.play("loki", line)
        assert table.index.lots_after() == before, line
    table.play("loki", "draw")
    assert table.index.lots_after() != before


def _three(table: Table, seat: str) -> list[str]:
    hand = table.view(seat).half(seat).hand
    names = [face.partition(".")[2] for face in hand if face.partition(".")[2] not in {"thor", "loki"}]
    return names[:3]


@pytest.mark.slow
@given(st.text(max_size=40))
def test_words_made_at_random_are_words_of_an_acceptance(secret: str) -> None:
    """For any secret they are read after `accept` in every language without doubt, and are the same again."""
    words = tossed(secret)
    assert len(words.split()) == WORDS
    assert words == tossed(secret)
    for game in BUILT_IN:
        for language in ("en", "de"):
            reader = Reader(find(game), find(game).options({}), (language,), invited=True)
            assert reader.read(f"accept {words}") == Order(Accept(words))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_word_made_at_random_is_a_word_of_doubt(language: str) -> None:
    """None of all the words there can be."""
    vocabulary = Reader(find("thunder"), find("thunder").options({}), (language,)).vocabulary
    every = (a + b + c + d for a in CONSONANTS for b in VOWELS for c in CONSONANTS for d in VOWELS)
    assert not [word for word in every if vocabulary.doubtful(word)]


def test_the_link_that_accepts_holds_the_words_and_shows_them() -> None:
    """They stand in the link and above it, so that they can be seen and replaced.

    Without any the link accepts alone.
    """
    inv = next(one for one in invitations() if one[0].answers())[0]
    for words, line in (("bafa koze", "accept bafa koze"), ("", "accept")):
        letter = type(inv)(
            **{name: getattr(inv, name) for name in inv.__struct_fields__}
            | {"words": words, "language": "en"}
        )
        shown = invitation(letter)
        assert f"\n| {line}\n" in shown.text
        assert line in unquote(shown.text.partition(f"\n| {line}\n")[2].partition(">")[0])
        assert line in shown.html


def test_the_words_of_two_seats_differ() -> None:
    """Each is offered words of its own."""
    assert tossed("a" * 26) != tossed("b" * 26)
    assert Accepted("thor", tossed("a")).words
