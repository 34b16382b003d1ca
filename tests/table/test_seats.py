"""Two to nine seats, with a master or without: from the opening of a record on, and by mail."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.post_office import Got
from support.trio_office import PEOPLE, THREE, Trio, trio  # noqa: F401  fixture

from referee.api import Table
from referee.desk import keeper
from referee.engine import seating
from referee.engine.game import Outcome
from referee.engine.kit.customs import heard_of
from referee.engine.rules import why
from referee.engine.seating import MASTER, PLAYER, RESERVED, Seat, misnamed
from referee.house.games import find
from referee.house.terms import Terms
from referee.record.entries import Opening
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of, keep
from referee.table.opening import refuse_other_seats
from referee.table.rulings import effects, entry
from referee.table.rulings.effects import effects_in
from referee.table.rulings.orders import read_line
from referee.util.errors import Faulty
from referee.util.times import stamp
from referee.util.values import replace

Opens = Callable[..., Table]


@pytest.mark.parametrize("many", [2, 3, 4])
def test_a_table_has_as_many_seats_as_its_options_say(trio: Opens, many: int) -> None:  # noqa: F811
    """The players in their order, then the master; in the opening, at the table, in the state and in every view."""
    table = trio(many)
    wanted = (*("asa", "brand", "cleo", "dagny")[:many], MASTER)
    assert table.seats == table.opening.seats == table.state.seats == table.view(None).seats == wanted
    assert table.opening.roles == {MASTER: MASTER}
    assert table.players == table.state.players == wanted[:-1]
    assert table.seating == (*(Seat(one, PLAYER) for one in wanted[:-1]), Seat(MASTER, MASTER))
    assert "roles:" in table.record
    with pytest.raises(Faulty, match="no-such-seat"):
        table.view("egil")


def test_two_players_and_no_master_have_no_roles_in_their_record() -> None:
    """What holds for most games is not said."""
    assert "roles" not in Table.open("thunder", seed="07").record


@pytest.mark.parametrize("given", ["1", "5", "0", "-1", "x", "", "03"])
def test_the_number_of_seats_is_one_that_the_game_has(trio: Opens, given: str) -> None:  # noqa: F811
    """Two to four here."""
    with pytest.raises(Faulty, match="how-many-seats"):
        trio(given)


def test_names_follow_the_seats(trio: Opens) -> None:  # noqa: F811
    """As many names as seats say how many play; the master is named last, and is not drawn by lot."""
    agreed = trio(3, players="asa:anna,brand:bert,cleo:carl,master:mo")
    assert dict(agreed.state.names) == {"asa": "anna", "brand": "bert", "cleo": "carl", "master": "mo"}
    drawn = Table.open("trio", options={"players": "anna,bert,carl,dora,mo"}, seed="07")
    assert len(drawn.players) == 4
    assert dict(drawn.state.names)["master"] == "mo"
    for wrong in ("anna,bert", "anna,anna,bert,mo"):
        with pytest.raises(Faulty, match="players-named"):
            trio(3, players=wrong)
    with pytest.raises(Faulty, match="sides-named"):
        trio(3, players="asa:anna,brand:bert,egil:carl,master:mo")


@pytest.mark.parametrize("seats", [("asa", "brand"), ("brand", "asa", "cleo", "master")])
def test_a_record_of_other_seats_is_refused(trio: Opens, seats: tuple[str, ...]) -> None:  # noqa: F811
    """The seats of an opening are those of its game with its options, and so are the roles."""
    opening = trio(3).opening
    assert isinstance(opening, Opening)
    refuse_other_seats(find("trio"), opening)
    for wrong in (
        replace(opening, seats=seats),
        replace(opening, roles={}),
        replace(opening, roles={"x": "y"}),
    ):
        with pytest.raises(Faulty, match="record-seats"):
            refuse_other_seats(find("trio"), wrong)


@pytest.mark.parametrize("name", [*sorted(RESERVED), "", "Asa", "1st", "a.b"])
def test_some_names_are_no_seats(name: str) -> None:
    """They mean something else in letters, records and orders."""
    assert misnamed(("asa", name)) == name
    assert misnamed(("asa", "brand", "asa")) == "asa"
    assert misnamed(("asa", "brand", MASTER)) is None


def test_the_master_is_called_master() -> None:
    """So a thing can be meant for the master without a look at the table; and players come first."""
    assert seating.seating_of(("master", "asa", "brand"))[-1] == Seat(MASTER, MASTER)


@pytest.mark.slow
def test_a_game_of_three_and_a_master_is_played_by_mail_to_its_end(trio: Opens, tmp_path: Path) -> None:  # noqa: F811
    """All are invited, nothing is dealt before each has accepted, the master too; then each gets each report."""
    office = Trio(tmp_path, dealt=False)
    assert trio is not None
    for seat in THREE[:-1]:
        assert office.write(seat, "accept").index.dealt is None
    assert office.write("master", "accept").index.dealt is not None
    for _ in range(2):
        for seat in ("asa", "brand", "cleo"):
            assert office.write(seat, "call two" if seat != "brand" else "call three").state.turn
        office.write("master", "award cleo")
    table = Table.load(office.record)
    assert table.outcome is not None
    for seat in THREE:
        assert "Brand wins" in office.last(seat) or "You win" in office.last(seat), seat
        assert PEOPLE[seat].address in str(Got.of(office.boxes[seat][-1]).mail["To"])


def test_several_may_win_and_all_are_told_the_standings(trio: Opens) -> None:  # noqa: F811
    """All who have as many points as the best have won; the record holds winners and standings on one line."""
    table = trio(3)
    for seat, number in zip(("asa", "brand", "cleo") * 2, ("two", "one", "two") * 2, strict=True):
        assert table.play(seat, f"call {number}").complete
    assert table.outcome == Outcome(("asa", "cleo"), "2.1", "most", (("asa", 4), ("cleo", 4), ("brand", 2)))
    told = {seat: table.report(seat) for seat in (*table.seats, None)}
    assert "You and Cleo win. Standings: Asa 4, Cleo 4, Brand 2." in told["asa"]
    assert "Asa and Cleo win." in told["brand"]
    assert "Asa and Cleo win." in told[None]
    again = Table.load(table.record.encode())
    assert again.outcome == table.outcome


def test_a_seat_that_resigns_leaves_and_the_others_play_on(trio: Opens) -> None:  # noqa: F811
    """It owes nothing and plays nothing any more, and its turns are passed over; the last one left wins."""
    table = trio(3)
    table.play("asa", "resign g1")
    assert (table.outcome, table.state.gone, table.state.still_in) == (None, ("asa",), ("brand", "cleo"))
    assert [one.seat for one in table.owed()] == ["brand"]
    assert "Asa has left the game." in table.report("cleo")
    assert "You have left the game." in table.report("asa")
    told = table.play("asa", "call two").ruled.verdicts[0]
    assert told.broken is not None
    assert told.broken.why == why("has-left")
    for seat in ("brand", "cleo", "brand"):
        assert table.play(seat, "call one").complete
    assert [one.seat for one in table.owed()] == ["cleo"]
    table.play("brand", "resign g1")
    assert table.outcome == Outcome(("cleo",), "2.2", "last-in")
    assert "You win: nobody else is left in the game." in table.report("cleo")
    assert Table.load(table.record.encode()).outcome == table.outcome
    assert not audit(table).differences


def test_of_two_who_play_the_other_wins_though_there_is_a_master(trio: Opens) -> None:  # noqa: F811
    """The master is nobody's opponent."""
    table = trio(2)
    table.play("brand", "resign g1")
    assert table.outcome == Outcome(("asa",), "2.2", "resigned")


def test_a_game_that_its_master_leaves_ends_without_a_winner(trio: Opens) -> None:  # noqa: F811
    """As the customs have it; a keeper may put another one there before."""
    table = trio(3)
    table.play("master", "resign g1")
    assert table.outcome == Outcome((), "2.2", "master-left")


def test_h13_who_loses_by_the_clock_leaves_and_the_others_play_on(trio: Opens) -> None:  # noqa: F811
    """Nobody is taken for the winner because they sit beside; the audit finds the same."""
    terms = Terms(deadline="24 hours", grace="", reminder="", forfeit="48 hours")
    begins = datetime(2026, 11, 2, 9, tzinfo=UTC)
    table = trio(3, terms=terms, clock=lambda: stamp(begins))
    keep(table, begins + timedelta(hours=73))
    assert (table.outcome, table.state.gone) == (None, ("asa",))
    assert [one.seat for one in table.owed()] == ["brand"]
    assert [type(one).__name__ for one in table.entries[-1].events] == ["Forfeited", "SeatLeft", "TurnBegun"]
    assert not audit(table).differences
    keep(table, begins + timedelta(hours=73 + 73))
    assert table.outcome == Outcome(("cleo",), "H13", "last-in")
    assert not audit(table).differences


def test_a_draw_needs_all_who_are_still_in(trio: Opens) -> None:  # noqa: F811
    """Each agrees for itself; one who declines ends the offer, and the master is not asked."""
    table = trio(4)
    table.play("dagny", "resign g1")
    table.play("asa", "offer draw")
    assert not table.play("master", "accept draw").complete
    assert not table.play("master", "offer draw").complete
    assert not table.play("asa", "accept draw").complete
    assert table.play("brand", "accept draw").complete
    assert (table.outcome, table.state.offer, table.state.agreed) == (None, "asa", ("brand",))
    assert not table.play("brand", "accept draw").complete
    assert "Brand agrees to the draw." in table.report("cleo")
    assert table.play("cleo", "decline draw").complete
    assert (table.state.offer, table.state.agreed) == ("", ())
    table.play("cleo", "offer draw")
    table.play("asa", "accept draw")
    table.play("brand", "accept draw")
    assert table.outcome == Outcome((), "2.2", "agreed")


def test_who_leaves_takes_offer_and_consent_along(trio: Opens) -> None:  # noqa: F811
    """An offer of a seat that has left is void, and nobody waits for its consent."""
    table = trio(3)
    table.play("asa", "offer draw")
    table.play("asa", "resign g1")
    assert table.state.offer == ""


def test_claims_are_against_those_who_are_overdue(trio: Opens) -> None:  # noqa: F811
    """With more than two the claim puts the silent out of the game; only of two the other has won by it."""
    table = trio(3)
    table.silence("asa")
    assert table.state.overdue == ("asa",)
    assert "any other player may put Asa out of the game" in " ".join(table.report("cleo").split())
    assert not table.play("asa", "claim win").complete
    assert not table.play("master", "claim win").complete
    assert table.play("cleo", "claim win").complete
    assert (table.outcome, table.state.gone, table.state.overdue) == (None, ("asa",), ())
    table.silence("brand")
    table.play("cleo", "claim win")
    assert table.outcome == Outcome(("cleo",), "2.3", "last-in")
    assert not audit(table).differences


@pytest.mark.parametrize("game", ["thunder", "odins_table"])
def test_of_two_the_report_says_that_the_other_is_overdue(game: str) -> None:
    """Where only two can play, a view does not say who sits at the table; the claim is told all the same."""
    table = Table.open(game, seed="07")
    while table.position < "2.0":
        seat = table.owed()[0].seat
        table.play(seat, table.moves(seat)[0])
    late = table.owed()[0].seat
    table.silence(late)
    assert table.state.overdue == (late,)
    for reader in (*table.seats, None):
        assert "claim win" in table.report(reader)


def test_what_a_silent_seat_says_lifts_the_claim_against_it_alone(trio: Opens) -> None:  # noqa: F811
    """Other overdue seats stay so."""
    table = trio(3)
    state = replace(table.state, overdue=("asa", "cleo"))
    assert heard_of(state, "asa") == ("cleo",)


def test_h15_the_clocks_stand_still_when_all_players_who_are_in_want_it(trio: Opens) -> None:  # noqa: F811
    """The master is not asked, nor a seat that has left."""
    begins = datetime(2026, 11, 2, 9, tzinfo=UTC)
    table = trio(4, terms=Terms(deadline="24 hours"), clock=lambda: stamp(begins))
    table.play("dagny", "resign g1")
    for seat in ("asa", "brand"):
        assert table.play(seat, "pause").complete
        assert not clocks_of(table).paused()
    table.play("cleo", "pause")
    assert clocks_of(table).paused()
    table.play("brand", "resume")
    assert not clocks_of(table).paused()


def test_h21_a_ruling_may_name_several_winners(trio: Opens) -> None:  # noqa: F811
    """Players, each once; the master cannot win."""
    table = trio(3)
    for wrong in (("asa", "asa"), ("master",), ("dagny",)):
        with pytest.raises(Faulty, match="no-such-seat"):
            entry.rule(table, [effects.Adjudge(wrong)], by="keeper", reason="so")
    entry.rule(table, [effects.Adjudge(("asa", "cleo"))], by="keeper", reason="so")
    assert table.outcome == Outcome(("asa", "cleo"), "H21", "adjudged")
    assert "You and Cleo win, by a ruling." in table.report("asa")
    assert list(effects_in(Table.load(table.record.encode()).entries[-1])) == [  # type: ignore[arg-type]
        effects.Adjudge(("asa", "cleo"))
    ]
    assert read_line(table.seats, "adjudge asa cleo", "en").move == effects.Adjudge(("asa", "cleo"))  # type: ignore[union-attr]


@pytest.mark.slow
def test_only_the_seats_of_a_table_are_invited(trio: Opens, tmp_path: Path) -> None:  # noqa: F811
    """As many as play; the master may not be left out."""
    assert trio is not None
    with pytest.raises(Faulty, match="wrong-seats"):
        Trio(tmp_path / "a", "asa", "brand", "cleo")
    with pytest.raises(Faulty, match="wrong-seats"):
        Trio(tmp_path / "b", "asa", "brand", "dagny", "master")
    assert Trio(tmp_path / "c", "asa", "brand", "master", dealt=False).run()[1].seats == (
        "asa",
        "brand",
        "master",
    )


@pytest.mark.slow
def test_a_player_or_the_master_can_be_replaced(trio: Opens, tmp_path: Path) -> None:  # noqa: F811
    """Another player gets the letters of the seat from then on, and all are told."""
    assert trio is not None
    office = Trio(tmp_path)
    with office.desk().held() as desk:
        for seat in ("cleo", "master"):
            keeper.replace_player(desk, "g1", seat, replace(PEOPLE["dagny"], name="Dora"), shared=True)
    office.post()
    assert "Dora" in office.last("asa")
    assert dict(Table.load(office.record).state.names)["master"] == "Dora"
