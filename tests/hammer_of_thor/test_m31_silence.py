"""M31, M23: what silence means for each duty, and what becomes of the things of a seat that leaves."""

import re

import pytest
from house_table import house
from thor_table import carrying
from thor_table import table as placed
from whole_table import CHOSEN, GAME, Table, begun, opened

from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.figures import Done, Encounter, Stop, counters_of, group_of
from referee.games.hammer_of_thor.table import State, Step, starter_of
from referee.telling.letter import Letter, bodies
from referee.util.values import replace

FEAST, WIND = "fate.feast.1", "fate.fair-wind.1"
GROUPS = (("red", 5, "thor sif"), ("blue", 5, "thrym"), ("green", 7, "hod"))


def meeting(**changes: object) -> State:
    """Red has met blue, in red's player-turn."""
    s = placed(*GROUPS, encounter=Encounter(1, 2, "4.6", 2, asks=True), done=Done(phase="encounter"))
    return replace(s, **{"stops": (Stop("4.6", "red"),), **changes})


def test_m31_at_set_up_the_lot_chooses() -> None:
    """The character, one that can be chosen, and the place in its range."""
    table = opened().silent()
    name = starter_of(table.state, "red")
    assert name
    assert table.owes == ["red start"]
    table.silent()
    first, last = table.state.board.ranges[table.state.cards.characters[name].race]
    assert first <= counters_of(table.state, "red")[0].at <= last
    assert table.owes == ["blue choose"]


def test_m31_of_too_many_items_the_lot_discards() -> None:
    """M8 One of those of which one has to go."""
    table = opened().does("red", m.Choose("thor"))
    table.state = carrying(table.state, "thor", "gram", "iron-helm", face_up=False)
    table.does("red", m.Start(5))
    assert table.owes == ["red discard"]
    table.silent()
    assert set(table.state.out) < {"mjollnir", "gram"}
    assert table.owes == ["blue choose"]


def test_m31_in_the_fate_phase_the_held_card_is_kept_and_the_turn_ends() -> None:
    """The new one is discarded; nobody is rolled for, as nobody moved."""
    s = placed(*GROUPS, done=Done(phase="fate"), hands={"red": (FEAST, WIND)})
    table = Table(s).silent()
    assert (table.state.hand("red"), WIND in table.state.unused) == ((FEAST,), True)
    assert (table.state.on_turn, table.of("Rolled")) == ("blue", [])


def test_m31_in_the_movement_phase_the_turn_ends_after_halt() -> None:
    """M16 It is rolled for a counter that has moved; whom it meets is met."""
    s = placed(*GROUPS, done=Done(phase="movement", mover=1, moved=True))
    table = Table(s).silent()
    assert [one.what for one in table.of("Rolled")] == ["encounter"]
    assert table.state.on_turn == "blue"
    met = Table(s, encounter=[0]).silent()
    assert (met.state.on_turn, met.owes) == ("red", ["master ruling"])


@pytest.mark.parametrize("phase", ["encounter", "after"])
def test_m31_after_halt_the_turn_ends(phase: str) -> None:
    """Nothing is met and nothing taken."""
    table = Table(placed(*GROUPS, done=Done(phase=phase))).silent()
    assert (table.state.on_turn, table.state.past) == ("blue", (Step("3.2", "red"),))


def test_m31_a_liars_seat_loses_somebody_by_lot() -> None:
    """M23 The player-turn ends then."""
    s = placed(("red", 5, "thor sif"), *GROUPS[1:], done=Done(phase="encounter"))
    table = Table(s.figure("thor", insanity="pathological-liar")).does("red", m.EndTurn())
    assert table.owes == ["red lose"]
    table.silent()
    assert "sif" in table.state.stacks["aesir"]
    assert table.state.on_turn == "blue"


def test_m31_a_neutral_seat_is_on_the_side_that_the_lot_says() -> None:
    """M30 When RAGNAROK was drawn."""
    table = Table(placed(*GROUPS, stage="ragnarok", done=Done())).silent()
    assert table.state.sides in {(("green", "good"),), (("green", "evil"),)}


def test_m31_in_an_encounter_the_master_decides() -> None:
    """No card is chosen for the silent; the other one is still waited for."""
    table = Table(meeting())
    assert table.owes == ["red card", "blue card"]
    table.silent()
    assert table.owes == ["blue card"]
    table.does("blue", m.PlayCard("con"))
    assert table.owes == ["master ruling"]
    assert table.of("CardsShown")[0].cards == (("thor", ""), ("thrym", "con"))


@pytest.mark.parametrize(("at", "card"), [(5, "evade"), (71, "attack")])
def test_m31_with_the_supplement_it_evades_or_attacks(at: int, card: str) -> None:
    """`attack` where the place bars `evade`."""
    s = house(*((seat, at if seat != "green" else 7, who) for seat, _, who in GROUPS))
    s = replace(s, encounter=Encounter(1, 2, "4.6", 2, asks=True))
    table = Table(s, order=[1, 2]).silent()
    assert dict(table.state.encounter.sealed if table.state.encounter else ()) == {1: card}


def test_m31_a_silent_master_is_told_of() -> None:
    """The stop stays open, and all can see who is waited for."""
    table = Table(placed(*GROUPS, stops=(Stop("8.0", "red"),))).silent()
    assert (table.owes, table.state.overdue) == (["master ruling"], ("master",))


def test_m31_counters_of_a_seat_that_leaves_are_nobodys() -> None:
    """In mid-turn: its turn ends, its card and runes are gone, its things stay with its characters."""
    s = placed(*GROUPS, hands={"red": (FEAST,)}).figure("thor", runes=("rune.ale-rune.1",))
    table = Table(carrying(s, "thor", "iron-helm")).leaves("red")
    s = table.state
    assert (group_of(s, "thor").seat, group_of(s, "thor").members) == ("", ("thor", "sif"))
    assert (s.figures["thor"].items, s.figures["thor"].runes) == (("iron-helm",), ())
    assert (s.hand("red"), {FEAST, "rune.ale-rune.1"} <= {*s.unused}) == ((), True)
    assert (s.on_turn, s.outcome) == ("blue", None)
    table.does("blue", m.Halt(), m.Meet("thor"))
    assert table.owes == ["blue card"]


def test_m31_turns_of_a_seat_that_has_left_are_skipped() -> None:
    """It is not asked again, in no game-turn; births are the next one's."""
    table = begun().leaves("red")
    for _ in range(4):
        seat = table.state.on_turn
        if len(table.state.hand(seat)) > 1:
            table.silent()
        else:
            table.does(seat, m.Halt(), m.EndTurn())
    assert [one.seat for one in table.of("TurnBegun")] == ["red", "blue", "green", "blue", "green", "blue"]
    assert [one.by for one in table.of("Rolled") if one.what == "births"] == ["red", "blue", "blue"]


def test_m31_in_an_encounter_the_card_of_a_seat_that_leaves_is_not_waited_for() -> None:
    """The other's card is; with a master the encounter is the master's to close."""
    table = Table(meeting()).leaves("blue")
    assert table.owes == ["red card"]
    assert group_of(table.state, "thrym").seat == ""
    table.does("red", m.PlayCard("con"))
    assert table.owes == ["master ruling"]


def test_m31_with_the_supplement_an_encounter_goes_on_against_nobodys_counter() -> None:
    """S2 It rolls against its TEMPER; when the encounter is over the game goes on with the next turn."""
    s = house(*GROUPS, encounter=Encounter(1, 2, "4.6", 2, asks=True), done=Done(phase="encounter"))
    table = Table(s, temper=[9], evade=[0]).leaves("blue").does("red", m.PlayCard("evade"))
    assert table.of("CardsShown")
    assert table.state.encounter is None
    assert table.owes == ["red encounter"]
    left = Table(s, temper=[9, 9], evade=[0]).does("blue", m.PlayCard("evade")).leaves("red")
    assert left.state.encounter is None
    assert left.owes[0].startswith("blue")


@pytest.mark.parametrize("leaving", ["red", "blue", "green"])
@pytest.mark.parametrize("steps", range(6))
def test_m31_a_seat_that_leaves_during_set_up(leaving: str, steps: int) -> None:
    """Whatever was chosen by then: the others choose, and the game begins with them."""
    table = opened()
    for move in [one for name, at in CHOSEN for one in (m.Choose(name), m.Start(at))][:steps]:
        table.does(table.owes[0].split()[0], move)
    table.leaves(leaving)
    for _ in range(6):
        if table.state.stage == "choosing":
            table.silent()
    assert table.state.stage == "turns"
    assert leaving not in table.owes[0]
    assert not counters_of(table.state, leaving)
    assert {seat for seat in table.state.chosen if counters_of(table.state, seat)} == {
        *{"red", "blue", "green"} - {leaving}
    }


def test_m31_what_was_chosen_but_not_set_down_lies_aside() -> None:
    """Of a seat that leaves between its choice and its start; 1.0g one of the seven is laid as ever."""
    table = opened().does("red", m.Choose("heimdall")).leaves("red")
    assert not {"heimdall", "gulltopp"} & table.state.figures.keys()
    assert {"heimdall", "gulltopp", "hofud", "gjallarhorn"} <= {*table.state.aside}
    for _ in range(4):
        table.silent()
    assert (group_of(table.state, "heimdall").at, group_of(table.state, "heimdall").seat) == (8, "")


def test_m31_the_last_seat_left_wins() -> None:
    """When the second of three leaves."""
    table = begun().leaves("red").leaves("green")
    assert table.state.outcome
    assert (table.state.outcome.winners, GAME.owed(table.state)) == (("blue",), ())


def cured() -> Table:
    """Sif was a kleptomaniac and has what does not fit together; the master has mended her in blue's turn."""
    s = carrying(
        placed(*GROUPS, on_turn="blue", past=(Step("3.2", "red"),)),
        "sif",
        "gram",
        "hrotti",
        "ring-mail",
        face_up=False,
    )
    return Table(s.figure("sif", insanity=""))


def test_m23_a_kleptomaniac_who_is_cured_discards_down() -> None:
    """M8 Its seat owes it, whoever is on turn, till 2.2A1 holds; nobody else waits."""
    table = cured()
    assert table.owes == ["red discard", "blue encounter"]
    assert table.why("red", m.Discard("ring-mail")) == "M8 not-too-many"
    assert table.why("blue", m.Discard("gram")) == "2.2A0 not-your-item"
    table.does("red", m.Discard("gram"))
    assert table.of("ItemDiscarded")[0].rule == "M23"
    assert (table.state.out, table.state.figures["sif"].items) == (("gram",), ("hrotti", "ring-mail"))
    assert table.owes == ["blue encounter"]


def test_m23_the_turn_of_another_is_not_over_before() -> None:
    """The next player-turn waits for the discard; silence is a lot."""
    table = cured().does("blue", m.EndTurn())
    assert table.owes == ["red discard"]
    table.silent()
    assert len({"gram", "hrotti"} & {*table.state.out}) == 1
    assert table.state.on_turn == "green"


def test_m23_in_the_own_turn_the_discard_comes_first() -> None:
    """It does not end the Fate phase, nor is a card of the hand meant by it."""
    table = cured()
    table.state = replace(
        table.state, on_turn="red", past=(), done=Done(phase="fate"), hands={"red": (FEAST, WIND)}
    )
    assert table.owes == ["red discard"]
    table.does("red", m.Discard("feast"))
    assert table.owes == ["red discard"]
    table.silent()
    assert (table.state.hand("red"), table.owes) == ((WIND,), ["red begin"])


def test_m23_nothing_is_owed_while_the_mania_lasts() -> None:
    """2.2A1 does not bind a kleptomaniac."""
    table = cured()
    table.state = table.state.figure("sif", insanity="kleptomania")
    assert table.owes == ["blue encounter"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_m33_no_letter_offers_a_win_because_another_is_silent(seats: int, language: str) -> None:
    """M31 says what silence does, a silent master's too; no letter has a link that claims, and nothing says one may."""
    table = opened(seats)
    table.state = replace(table.state, overdue=("master",))
    content = GAME.options({"seats": str(seats)})
    for seat in table.state.players:
        view = GAME.view(table.state, seat)
        letter = Letter(
            game=GAME,
            content=content,
            view=view,
            number=f"g.{seat}.3",
            choices=GAME.choices(view),
            address="referee+abcdefghijklmnopqrstuvwxyz@games.example.org",
            language=language,
        )
        shown = bodies(letter)
        assert not re.search(
            "claim(?:%20| )win|beanspruche(?:%20| )sieg", f"{shown.text}{shown.html}", re.IGNORECASE
        )
        assert "answered in time" not in shown.text
        assert "rechtzeitig geantwortet" not in shown.text
