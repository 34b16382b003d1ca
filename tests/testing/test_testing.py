"""What authors of games test with: it holds for any number of seats, and finds what is broken in each way."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from support.trio_office import trio  # noqa: F401  a fixture

from referee.api import Table
from referee.engine.events import OF_EVERY_EVENT, Event, Open, event
from referee.engine.forms import Forms
from referee.engine.kit import windows
from referee.engine.kit.base import seated
from referee.engine.moves import Resign
from referee.house.games import find
from referee.telling.authored import refuse_unfinished
from referee.telling.catalog import catalog
from referee.testing import promises
from referee.testing.contract import told
from referee.testing.promises import PROMISES, Promise, Sample, broken, sample
from referee.testing.suite import suite_of
from referee.testing.worlds import World
from referee.util.plainyaml import ManyFaulty
from referee.util.values import replace


@pytest.fixture
def rules(trio: Callable[..., Table]) -> Any:  # noqa: F811
    """The game Trio, announced, and its rules to be broken."""
    trio(3)
    return import_module("trio.rules")


def trio_sample(seed: int = 1) -> Sample:
    """A random game of Trio."""
    return sample(suite_of("trio"), seed)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "promise",
    [
        pytest.param(one, id=one.__name__, marks=pytest.mark.slow if "hidden" in one.__name__ else ())
        for one in PROMISES
    ],
)
def test_a_game_of_any_number_of_seats_and_a_master_keeps_every_promise(rules: Any, promise: Promise) -> None:
    """From its name alone: two, three and four players."""
    assert rules
    many = set()
    for seed in range(4):
        one = trio_sample(seed)
        found = broken(promise, one)
        assert not found, told(found)
        many.add(len(one.world.states[1].players))
    assert len(many) > 1


def broken_in(promise: Promise) -> list[tuple[str, str]]:
    """What a promise finds in Trio: keys, and the last words of where."""
    return [(one.why.key, one.where.rpartition("/")[2]) for one in broken(promise, trio_sample())]


def line_of(rules: Any, text: str) -> str:
    """Where a line stands in the rules of Trio."""
    with open(rules.__file__, encoding="utf-8") as file:  # noqa: PTH123
        return f"rules.py:{next(n for n, line in enumerate(file, 1) if text in line)}"


def test_a_choice_that_a_rule_refuses_is_told_where_the_rule_stands(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is that of the rule.

    A move that no rule refuses and that is no choice is told where the choices are made.
    """
    rule = rules.in_turn
    monkeypatch.setattr(
        type(find("trio")),
        "MOVES",
        {
            **rules.MOVES,
            rules.Call: (rules.call, (replace(rule, check=lambda _v, _m: rules.why("not-your-turn")),)),
        },
    )
    assert broken_in(promises.choices_are_what_is_not_refused)[0][0] == "check-choice-refused"
    monkeypatch.setattr(
        type(find("trio")), "MOVES", {**rules.MOVES, rules.Call: (rules.call, (rules.a_number,))}
    )
    found = broken_in(promises.choices_are_what_is_not_refused)
    assert found == [("check-choice-missing", line_of(rules, "def choices"))]


def test_an_event_with_a_mind_of_its_own_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that makes another table each time, or a state that more than events have changed."""
    calls: list[int] = []

    def change(_event: Any, s: Any) -> Any:
        calls.append(1)
        return replace(s, points=(*s.points, ("asa", len(calls))))

    monkeypatch.setattr(rules.Called, "change", change)
    [(key, place)] = broken_in(promises.folds_alike)
    number = int(line_of(rules, "class Called").partition(":")[2]) - 1
    assert (key, place) == ("check-fold", f"rules.py:{number}")


def test_a_count_that_is_wrong_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A family that counts each move twice."""
    plain = rules.plain
    monkeypatch.setattr(
        rules, "plain", lambda key, rule, moves: replace(plain(key, rule, moves), count=2 * len(moves))
    )
    assert broken_in(promises.families_count) == [("check-count", line_of(rules, "def choices"))]


def test_a_move_that_is_told_without_a_view_though_none_lists_it_is_told(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that looks at the state, and sees more than its seat does."""
    assert rules.in_turn
    game = type(find("trio"))
    monkeypatch.setattr(game, "forward", lambda _self, _state, _seat: (Resign("g1"),), raising=False)
    assert [key for key, _ in broken_in(promises.forward_is_as_listed)] == ["check-forward"]


def test_an_order_that_is_not_read_back_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the move is declared."""
    monkeypatch.setattr(
        rules.Call, "FORMS", Forms(rules.Call, ("call {number}",), {"number": lambda _: "one"})
    )
    assert broken_in(promises.choices_are_played_and_read_back)[0][0] == "check-read-back"


def test_a_game_that_goes_on_for_ever_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After as many lines as are played at most."""
    monkeypatch.setattr(rules, "ROUNDS", 10**6)
    found = list(promises.ends(sample(suite_of("trio"), 1, at_most=50)))
    assert [one.why.key for one in found] == ["check-endless"]


def test_what_hangs_on_more_than_lots_and_words_does_not_replay(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A happening that draws on something else than lots turns out differently, and is named."""
    calls: list[int] = []

    def call(_s: Any, by: str, _m: Any, _lots: Any) -> Any:
        calls.append(1)
        yield rules.Called(by, rules.NUMBERS[len(calls) % 3])

    monkeypatch.setattr(
        type(find("trio")), "MOVES", {**rules.MOVES, rules.Call: (call, rules.MOVES[rules.Call][1])}
    )
    assert [key for key, _ in broken_in(promises.records_replay)] == ["check-audit"]


def test_an_error_of_the_games_own_code_is_told_with_its_line(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never as a mistake of the referee."""
    assert rules.in_turn

    def choices(_v: Any) -> Any:
        return rules.more(None, "asa", 1)

    monkeypatch.setattr(type(find("trio")), "choices", staticmethod(choices))
    found = broken(promises.families_count, Sample(suite_of("trio"), 1, _played()))
    assert [one.why.key for one in found] == ["check-crash"]
    assert "rules.py:" in found[0].where


def _played() -> Any:
    game = find("trio")
    state = game.blank("g1", game.options({}))
    return World((), (state, state, state))


@pytest.mark.parametrize("name", sorted(OF_EVERY_EVENT))
def test_a_field_is_not_called_as_what_every_event_has(name: str) -> None:
    """Its value would take the place of, say, the number of the rule: told when the event is declared."""
    made = type("Odd", (Event,), {"__module__": "", "__annotations__": {name: Open[str]}})
    with pytest.raises(TypeError, match=f"Odd.{name}: every event has"):
        event("1.1")(made)


def test_a_view_that_tells_of_what_is_not_shown_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that passes beforehand, seen by all, though it is told to nobody else."""

    def seen_by(_windows: Any, state: Any, _seat: str | None) -> dict[str, Any]:
        return {"asked": state.asked, "reacting": (), "passing": state.passing}

    monkeypatch.setattr(windows.Windows, "seen_by", seen_by)
    [fault] = broken(promises.what_is_not_shown_changes_no_view, trio_sample())
    assert fault.why.key == "check-view-tells"
    assert fault.why.params["event"] == "PassingSet"
    assert fault.why.params["fields"] == ("passing",)
    assert fault.where.rpartition("/")[2] == line_of(rules, "def view")


def test_a_game_that_is_derived_is_known_by_its_value(rules: Any) -> None:
    """One with options, as the number of players, too: so its random games are played once."""
    assert suite_of("trio").options == (("seats", ("2", "3", "4")),)
    assert hash(suite_of("trio")) == hash(suite_of("trio"))
    assert rules


def test_texts_for_the_moves_and_duties_of_windows_are_asked_for(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their keys stand in the kit, or are given to it: each that lacks is told before the game is played."""
    entries = catalog("trio").entries
    for section, key in (("families", "pass"), ("families", "pass until"), ("duties", "doubt")):
        monkeypatch.delitem(entries[section], key)
    with pytest.raises(ManyFaulty) as refused:
        refuse_unfinished(find("trio"))
    found = {(one.why.params["section"], one.why.params["text"]) for one in refused.value.faults}
    assert found == {("families", "pass"), ("families", "pass until"), ("duties", "doubt")}
    assert rules


def test_a_seat_too_many_is_told(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that seats all that it has, though fewer play: in a game with players of names it shows."""
    monkeypatch.setattr(
        rules, "seated", lambda sides, _seats, *more: seated(sides, find("trio").seats, *more)
    )
    found = {one.why.key for seed in range(4) for one in broken(promises.records_replay, trio_sample(seed))}
    assert found == {"check-crash"}
