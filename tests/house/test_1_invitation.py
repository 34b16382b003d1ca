"""Rules H4, H5 and H11: an invitation is answered by all, and players take their seats."""

import pytest
from houses import broken, happened, opened, standing, told

from referee.engine.events import Event
from referee.engine.game import Outcome
from referee.engine.moves import Accept, Decline, DeclineDraw, Resign
from referee.engine.rules import first_broken
from referee.house.invitation import ANSWERS, Accepted, Declined, answer_meant, awaited
from referee.house.state import House


def test_h4_nothing_is_played_before_all_have_accepted() -> None:
    """A player who has accepted waits for the others; the last acceptance deals."""
    table = opened(invite=True)
    assert told(table, "odin", "resign g1") == ["refused H4 not-accepted"]
    assert told(table, "odin", "accept") == ["played"]
    assert told(table, "odin", "offer draw") == ["refused H4 not-accepted"]
    assert [(one.seat, one.duty, one.rule) for one in table.owed()] == [("thor", "answer-invitation", "H4")]
    assert told(table, "thor", "accept a wolf howls") == ["played"]
    assert {one.duty for one in table.owed()} == {"place"}


def test_h4_a_seat_accepts_once_and_while_the_invitation_stands() -> None:
    """A second acceptance is refused; so is an answer when all have accepted."""
    assert told(opened(invite=True), "odin", "accept", "accept") == ["played", "refused H4 accepted-already"]
    for move in (Accept(""), Decline()):
        found = first_broken(ANSWERS[type(move)], standing(House()), move)
        assert found is not None
        assert (found.rule, found.why.key) == ("H4", "all-accepted")
        assert first_broken(ANSWERS[type(move)], standing(House(waiting=("odin",))), move) is None
    assert broken(House(waiting=("thor",)), Resign("g1")) == "H4 not-accepted"


def test_h4_an_acceptance_leaves_the_table_as_it_is_and_its_words_with_its_seat() -> None:
    """All see who has accepted; the words with it are shown to their writer alone."""
    table = opened(invite=True)
    before = table.state
    told(table, "odin", "accept a wolf howls")
    assert table.state == before
    shown = {seat: [dict(one.seen.fields) for one in table.told(seat)] for seat in ("odin", "thor", None)}
    assert shown["odin"] == [{"by": "odin", "words": "a wolf howls"}]
    assert shown["thor"] == shown[None] == [{"by": "odin"}]


def test_h4_a_view_tells_who_is_waited_for() -> None:
    """No game knows of invitations: what the house asks for is put into the view, and only while it does."""
    table = opened(invite=True)
    view = table.view("odin")
    assert awaited(view, House()) is view
    assert [one.seat for one in awaited(view, table.index.house).owed] == ["odin", "thor"]


def test_h5_one_who_declines_ends_it() -> None:
    """Also after others have accepted; nothing is dealt, and nothing is answered any more."""
    table = opened(invite=True)
    told(table, "odin", "accept")
    assert told(table, "thor", "decline") == ["played"]
    assert table.outcome == Outcome((), "H5", "declined")
    assert not table.entries[-1].lots
    assert told(table, "odin", "decline") == ["refused 6.3 game-over"]


def test_h5_a_bare_decline_is_of_a_draw_where_there_is_no_invitation() -> None:
    """It answers the invitation as long as that stands."""
    assert answer_meant(Decline(), invited=False) == DeclineDraw()
    assert answer_meant(Decline(), invited=True) == Decline()
    assert answer_meant(Resign("g1"), invited=False) == Resign("g1")


@pytest.mark.parametrize("event", [Accepted("odin", ""), Declined("odin")])
def test_h5_after_the_deal_neither_is_an_event_of_the_game(event: Event) -> None:
    """A declined game has its outcome; an accepted one is as it was."""
    table = opened()
    before = table.state
    happened(table, event)
    assert (table.state == before) is isinstance(event, Accepted)


@pytest.mark.parametrize(
    ("given", "names", "drawn"),
    [
        ("thor:Anna,odin:Bert", ("Bert", "Anna"), False),
        ("Anna,Bert", ("Bert", "Anna"), True),
    ],
)
def test_h11_players_take_the_seats_agreed_on_or_those_of_the_lot(
    given: str, names: tuple[str, ...], drawn: bool
) -> None:
    """Names with seats are seated as agreed, names without by lot; all are told which of the two it was."""
    table = opened(options={"players": given})
    assert table.view(None).names == tuple(zip(("odin", "thor"), names, strict=True))
    (taken,) = [one.seen for one in table.told(None) if one.seen.kind == "SidesTaken"]
    assert (taken.rule, taken["names"], taken["drawn"]) == ("H11", names, drawn)


def test_h11_without_names_nobody_is_seated() -> None:
    """And no lot is drawn for seats."""
    table = opened()
    assert table.view(None).names == ()
    assert not [one for one in table.told(None) if one.seen.kind == "SidesTaken"]
    assert "sides" not in {lot.label for lot in table.entries[0].lots}
