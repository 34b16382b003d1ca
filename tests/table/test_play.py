"""A letter is played while it is valid: its lines in order, up to the first that is not; nothing is undone."""

from random import Random

import pytest
from board import Board
from support.suite import NAMES, suite

from referee.api import Table
from referee.engine.events import EVENTS, seen
from referee.games.odins_table.scouting import StandingScoutSet
from referee.house.letters import Noted, Said
from referee.house.players import AddressCorrected, SeatTaken, SecretRenewed
from referee.house.time import Unanswered
from referee.table.audit import audit


def board(**given: object) -> Board:
    """A table where Loki may draw, lay and challenge."""
    return Board(
        loki={"hand": "frigg, hel", "A": "fire-giant", "B": "seer"},
        thor={"hand": "ravens", "A": "hirdman", "B": "ravens"},
        ap=3,
        **given,  # type: ignore[arg-type]
    )


def test_lines_are_played_up_to_the_first_refused_and_none_is_undone() -> None:
    """What stands after a refused line is read, not ruled on; what stood before it is played."""
    t = board()
    told = t.letter("loki", "draw", "challenge B", "draw")
    assert told == ["played", "refused 6.2 cannot-challenge", "not-played stopped"]
    assert t.ap == 2


def test_a_misread_line_stops_the_letter_and_later_slips_are_told() -> None:
    """Typing mistakes after a stop are told too, so that one mail mends them all."""
    assert board().letter("loki", "drwa", "lay hel Z9", "draw") == [
        "misread",
        "misread",
        "not-played stopped",
    ]


def test_prose_never_stops_a_letter() -> None:
    """Lines that are no orders are left alone, wherever they stand."""
    assert board().letter("loki", "Hello Thor,", "draw", "so long", "draw") == [
        "prose",
        "played",
        "prose",
        "played",
    ]


def test_an_ambiguous_line_stops_the_letter() -> None:
    """A line that fits several moves is not guessed at."""
    t = board()
    assert t.letter("loki", "lay hel A", "draw") == ["ambiguous", "not-played stopped"]


def test_a_line_that_is_wrong_however_it_is_meant_is_refused() -> None:
    """Where no reading can be played, the rule is told instead of the readings."""
    assert board().letter("thor", "lay ravens A") == ["refused 1.5 not-your-turn"]


def test_when_another_seat_comes_to_owe_later_lines_wait() -> None:
    """Lines after the end of the writer's part are not refused: they are not played."""
    t = Board(
        loki={"A": "frost-giant, seer"},
        thor={"A": "nightmare, ravens", "B": "ravens"},
        options={"discards": "ask"},
        ap=3,
    )
    assert t.letter("loki", "challenge A", "order default", "draw")[2] == "not-played waiting"


def test_h1_a_guarded_line_is_played_at_its_position_only() -> None:
    """`@3.0` plays at action 0 of turn 3; `@now` plays wherever the table stands."""
    t = board()
    assert t.letter("loki", "@3.0 draw", "@3.0 draw") == ["played", "refused H1 stale"]
    assert t.letter("loki", "@now draw") == ["played"]


def test_h2_words_to_the_table_reach_everyone_as_written() -> None:
    """`say` is shown to all seats and onlookers, no matter whose turn it is, and changes nothing."""
    t = board()
    before = t.state
    assert t.letter("thor", "say well\n  played") == ["said"]
    assert t.state == before
    for seat in ("thor", "loki", None):
        (one,) = t.told(seat)
        assert dict(one.fields) == {"by": "thor", "text": "well\n  played"}


def test_h3_a_note_reaches_its_writer_alone() -> None:
    """`note` is shown to its writer, and nobody else learns that there is one."""
    t = board()
    before = t.state
    assert t.letter("thor", "note he fears column B") == ["noted"]
    assert t.state == before
    assert [dict(one.fields) for one in t.told("thor")] == [{"by": "thor", "text": "he fears column B"}]
    assert t.told("loki") == t.told(None) == []


def test_h7_a_seat_that_is_taken_over_bears_the_new_name_and_all_are_told() -> None:
    """The cards stay, the name is new, and each seat and the onlookers learn of it."""
    table = Table.open(seed="07", options={"players": "thor:Anna,loki:Bert"})
    hand = table.view("thor").mine.hand
    table.write_down("replace", "thor", events=[SeatTaken("thor", "Cleo")])
    assert dict(table.view(None).names) == {"thor": "Cleo", "loki": "Bert"}
    assert table.view("thor").mine.hand == hand
    for seat in ("thor", "loki", None):
        assert [dict(one.seen.fields) for one in table.told(seat, 1)] == [{"by": "thor", "name": "Cleo"}]


@pytest.mark.parametrize("event", [AddressCorrected, SecretRenewed])
def test_h8_a_new_address_or_secret_is_told_to_its_seat_alone(
    event: type[AddressCorrected | SecretRenewed],
) -> None:
    """The seat is told, with the seat named; nobody else learns it, and the table stays as it is."""
    table = Table.open(seed="07")
    before = table.state
    table.write_down("address", "thor", events=[event("thor")])
    assert table.state == before
    assert [dict(one.seen.fields) for one in table.told("thor", 1)] == [{"by": "thor"}]
    assert table.told("loki", 1) == table.told(None, 1) == ()
    assert table.report("thor") != table.report("loki")
    assert not table.index.overtaken("thor", 0, 2)


def test_5_7_what_its_own_standing_order_did_overtakes_no_answer_of_a_seat() -> None:
    """H1 A standing order is its owner's own act; anything else that changed the table for the seat is not."""
    for act, stale in (("standing", False), ("silence", True)):
        table = Table.open(seed="07", game="odins_table")
        table.write_down(act, "thor", events=[StandingScoutSet("thor", ("b",))])
        assert table.index.overtaken("thor", 0, 2) is stale
        assert not table.index.overtaken("odin", 0, 2)


def test_h9_silence_is_told_to_the_seat_for_which_it_speaks() -> None:
    """The silent seat is told so before what followed; the other seat sees only what all see."""
    table = Table.open(seed="07")
    events = table.silence("loki", "away")
    assert events[0] == Unanswered("loki")
    assert [one.seen.kind for one in table.told("loki", 1)] == ["Unanswered", "Sealed"]
    assert dict(table.told("loki", 1)[0].seen.fields) == {"by": "loki"}
    assert table.told("thor", 1) == table.told(None, 1) == ()
    assert audit(table).clean


def test_questions_change_nothing_and_tell_only_what_the_writer_may_know() -> None:
    """`try` and `why` hold a move to the rules without playing it."""
    t = board()
    before = t.state
    assert (
        t.letter("loki", "try draw", "why challenge B", "moves", "history", "help", "rules 15.2")
        == ["answered"] * 6
    )
    assert t.state == before


@pytest.mark.parametrize("event", [Said, Noted])
def test_events_of_the_house_are_known_to_every_game(event: type[Said | Noted]) -> None:
    """They are declared once, and a game's table can read them back."""
    assert EVENTS["referee.house"][event.__name__] is event
    assert seen(event("thor", "x"), "thor") is not None


def test_a_report_bears_the_seal_of_what_its_reader_was_shown() -> None:
    """Private letters of the other leave the seal, and the whole report, as it was."""
    table = Table.open(seed="07")
    before = {seat: table.report(seat) for seat in ("loki", None)}
    for line in (
        "deploy huscarl, ravens, mjolnir",
        "note my plan",
        "draw",
        "deploy mjolnir, ravens, huscarl",
    ):
        table.play("thor", line)
        assert {seat: table.report(seat) for seat in ("loki", None)} == before
    assert table.report("thor") != before["loki"]


def test_trying_lines_says_and_writes_nothing() -> None:
    """`attempt` rules on orders as they stand, guards and words left out, and the record is as it was."""
    table = Table.open(seed="07")
    before = table.record
    tried = table.attempt("loki", ["deploy dragon, frigg, ravens", "say hello", "", "@7.1 draw"])
    assert tried.verdicts == ("answered", "prose", "answered")
    assert table.record == before


@pytest.mark.parametrize("words", ["decline", "ablehnen", "lehne ab"])
def test_a_bare_decline_is_asked_about_like_any_order(words: str) -> None:
    """Without an invitation a draw may be meant, whether the line is played, tried or asked about; a slip is a slip."""
    table = Table.open(seed="07", languages={"loki": "de"})
    (tried,) = table.attempt("loki", words).ruled.verdicts
    assert tried.tried is not None
    assert tried.tried.broken is not None
    assert (tried.written, tried.tried.broken.why.key) == ("decline draw", "no-offer")
    asked = table.play("loki", f"try {words}\nwhy {words}\n{words}")
    assert asked.verdicts == ("answered", "answered", "refused")
    assert table.play("loki", "declin").verdicts == ("misread",)


def test_an_answer_to_an_invitation_is_asked_about_by_its_own_rules() -> None:
    """`try` holds `accept` and `decline` to what an invitation is answered by, with words after it too."""
    table = Table.open(seed="07", invite=True)
    for line in ("accept a wolf howls", "decline"):
        (tried,) = table.attempt("loki", line).ruled.verdicts
        assert tried.tried is not None
        assert (tried.written, tried.tried.broken) == (line, None)
    table.play("loki", "accept")
    (tried,) = table.attempt("loki", "accept").ruled.verdicts
    assert tried.tried is not None
    assert tried.tried.broken is not None
    assert tried.tried.broken.why.key == "accepted-already"


def test_the_rules_of_the_house_are_told_in_the_readers_language() -> None:
    """`why draw` names the rule of the house by its sentence, not by the words of the source."""
    table = Table.open(seed="07", invite=True, languages={"loki": "de"})
    told = table.play("loki", "why ziehe").receipt
    assert "Einladung" in told
    assert "An invitation" not in told


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_when_the_game_is_over_an_order_is_told_so_in_one_line(name: str, language: str) -> None:
    """For any order and any position: no rule in words, no similar moves."""
    game = suite(name).game
    seat, other = game.seats
    table = Table.open(name, seed="07", languages={seat: language})
    orders = (
        suite(name).order,
        "offer draw",
        "offer undo",
        "claim win",
        f"resign {table.id}",
        "@7.2 offer draw",
        "try offer draw",
    )
    table.play(other, f"resign {table.id}")
    for order in orders:
        told = table.play(seat, order)
        over = {"en": "The game is over.", "de": "Die Partie ist zu Ende."}[language]
        assert over in told.receipt
        assert len(told.receipt.strip().split("\n")) == 2 + order.startswith("try"), told.receipt
    assert audit(table).clean
    table.explain(len(table.points) - 1)


def test_a_question_that_is_misread_stops_nothing() -> None:
    """Questions cost nothing.

    A slip in one is told, and the orders below it are played; a slip in an order stops the letter.
    """
    t = Board(loki={"hand": "ravens", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "history ravens", "why lay wolf B", "draw") == ["misread", "misread", "played"]
    assert t.letter("loki", "lay wolf B", "draw") == ["misread", "not-played stopped"]


@pytest.mark.parametrize("name", NAMES)
def test_whoever_picks_from_the_moves_plays_on(name: str) -> None:
    """At every step each seat that owes something has moves, all of them legal. None of them is an offer or resigns."""
    game, rng = suite(name).game, Random(1)
    table = Table.open(name, seed="07")
    assert table.moves(table.owed()[0].seat)
    for _ in range(12):
        for seat in game.seats:
            moves = table.moves(seat)
            assert moves or all(owed.seat != seat for owed in table.owed())
            assert not any(move.startswith(("resign", "offer", "claim", "standing")) for move in moves)
            assert len(set(moves)) == len(moves)
            assert moves == table.moves(seat)
        seat = rng.choice(table.owed()).seat
        assert table.play(seat, rng.choice(table.moves(seat))).complete
    assert table.outcome is None


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_possible_at_any_time_is_given_apart(name: str) -> None:
    """Both lists together have something of every kind there is, and nothing twice."""
    table = Table.open(name, seed="07")
    for seat in table.game.seats:
        choices = table.choices(seat)
        both = [*table.moves(seat), *table.moves(seat, any_time=True)]
        assert f"resign {table.id}" in both
        assert len(set(both)) == len(both)
        read = [table.read([line])[0].reading for line in both]
        kinds = {
            family.key for one in read for family in choices.families if getattr(one, "move", None) in family
        }
        assert kinds == {family.key for family in choices.families}
