"""A game that uses a name of the house for something of its own is refused before play, and told what to change."""

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from support.wording import keeper

from referee.engine import seating
from referee.engine.choices import Move
from referee.engine.events import EVENTS, Event, Open, event
from referee.engine.game import Moves
from referee.engine.kit.base import BaseGame
from referee.engine.moves import Accept
from referee.engine.rules import CITED
from referee.house import games
from referee.house.games import BUILT_IN, find
from referee.notation import parser, requests, words
from referee.util.errors import Faulty


class Nothing(BaseGame):
    """A game that is a name, two seats and nothing else."""

    name: ClassVar[str] = "nothing"
    title: ClassVar[str] = "Nothing"
    seats: ClassVar[tuple[str, ...]] = ("left", "right")
    MOVES: ClassVar[Moves] = {}
    reading: Any = SimpleNamespace(BUILDERS={})

    @property
    def events(self) -> Any:
        """Its own."""
        return {"Nothing": Event}


def _nothing() -> Any:
    return Nothing()


def refused(found: Any, name: str = "nothing") -> tuple[str, str]:
    """Why a game is refused, in words for its author."""
    with pytest.raises(Faulty) as caught:
        games.refuse_clashes(name, found)
    reason = caught.value.why
    return reason.key, keeper()[reason.key].format(**reason.params)


def test_a_game_with_names_of_its_own_is_taken() -> None:
    """Nothing is refused in the games of this package, nor in one that has nothing of its own."""
    games.refuse_clashes("nothing", _nothing())
    for name in BUILT_IN:
        games.refuse_clashes(name, find(name))


@pytest.mark.parametrize("name", ["Late", "Said", "Accepted", "DeckFixed", "Stated", "RolledBack"])
def test_an_event_of_the_house_is_no_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Declared in the package of the game, or given as one of its events: one of the two would count without a word."""
    monkeypatch.setitem(EVENTS, Nothing.__module__, cast("Any", {name: Event}))
    key, text = refused(_nothing())
    assert key == "game-event"
    assert name in text
    monkeypatch.setitem(EVENTS, Nothing.__module__, {})
    monkeypatch.setattr(Nothing, "events", {name: Event})
    assert refused(_nothing())[0] == "game-event"


@pytest.mark.parametrize("name", sorted(games.MOVES))
def test_a_move_of_the_house_is_no_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of that name is refused; the moves that all games share are theirs to use."""
    own: Any = type(name, (Move,), {})
    monkeypatch.setattr(Nothing, "MOVES", {own: (None, ())})
    key, text = refused(_nothing())
    assert key == "game-move"
    assert name in text


def test_the_answers_to_an_invitation_are_no_moves_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """`accept` and `decline` are ruled on by the house alone."""
    monkeypatch.setattr(Nothing, "MOVES", {Accept: (None, ())})
    assert refused(_nothing())[0] == "game-move"


def test_a_rule_of_the_common_grammar_is_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game made of `end` would be made of the house's `end` too. All rules of that grammar are known here."""
    assert {*requests.BUILDERS, *parser.moves_of(_nothing())} == games.RULES_OF_GRAMMAR
    monkeypatch.setattr(Nothing, "reading", SimpleNamespace(BUILDERS={"end": str}))
    key, text = refused(_nothing())
    assert key == "game-grammar"
    assert "end" in text
    monkeypatch.undo()
    own: Any = type("End", (Move,), {})
    monkeypatch.setattr(Nothing, "MOVES", {own: (None, ())})
    assert refused(_nothing())[0] == "game-grammar"


def test_a_number_of_the_house_is_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule H3 of a game would be explained by the house's sentence."""
    monkeypatch.setitem(CITED, f"{Nothing.__module__}.rules", [("3.1", "fine"), ("H3", "not_fine")])
    key, text = refused(_nothing())
    assert key == "game-rule"
    assert "not_fine" in text
    assert "H3" in text


@pytest.mark.parametrize(
    "seat", [*sorted(seating.RESERVED), "", "Left", "left", "l" * 33, "a b", "1st", "l.r"]
)
def test_not_everything_can_be_called_a_seat(seat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name of those who rule, look on or write, and no draw.

    Nothing that cannot stand in numbers of letters, and no seat twice.
    """
    monkeypatch.setattr(Nothing, "seats", ("left", seat))
    key, text = refused(_nothing())
    assert key == "game-seat"
    assert seat in text


def test_a_game_is_called_as_it_is_announced() -> None:
    """Otherwise its records could not find it again."""
    assert refused(_nothing(), "something")[0] == "game-name"


@pytest.mark.parametrize("verb", ["end", "accept", "say", "resign", "vacation"])
def test_a_verb_of_the_house_is_no_games(verb: str) -> None:
    """A game's file of words cannot give another form to a verb of the house: the line would be the house's."""
    own = (f"verbs:\n  {verb}: [frobnicate]\n", "nothing/words.en.yaml")
    with pytest.raises(Faulty) as caught:
        words.load(words.sources("en", "nothing")[0], own)
    assert caught.value.why.key == "verb-again"
    assert caught.value.where == "nothing/words.en.yaml:2:3"
    assert "words.en.yaml" in keeper()["verb-again"].format(**caught.value.why.params)


def test_it_is_looked_at_when_the_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No way leads to a game but through `find`: what it refuses is never played."""
    monkeypatch.setattr(Nothing, "seats", ("left", "arbiter"))
    point = SimpleNamespace(name="nothing", load=Nothing)
    monkeypatch.setattr(games, "announced", lambda: (point,))
    with pytest.raises(Faulty) as caught:
        find("nothing")
    assert caught.value.why.key == "game-seat"


def test_two_modules_of_a_game_have_no_event_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second would replace the first without a word; it is refused at import, and named with both modules."""
    monkeypatch.setitem(EVENTS, "some_game", {})

    def declared(module: str) -> None:
        made = type("Rolled", (Event,), {"__module__": module, "__annotations__": {"by": Open[str]}})
        event("1.1")(made)

    declared("some_game.dice")
    declared("some_game.dice")
    with pytest.raises(TypeError, match=r"Rolled of some_game\.moves .* some_game\.dice"):
        declared("some_game.moves")
