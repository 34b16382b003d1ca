"""H10 Whoever loses the starting character in the turn of another is written to at once, and nobody else is."""

from datetime import UTC, datetime
from typing import Any

import pytest
from house_table import house

from referee.api import Table
from referee.desk.letters.calling import calls
from referee.engine.events import Seen, seen
from referee.games.hammer_of_thor import telling
from referee.games.hammer_of_thor.ending import worth
from referee.games.hammer_of_thor.fared import Arrived, Died, PartTaken
from referee.games.hammer_of_thor.view import view
from referee.house.letters import MY_TURN
from referee.notation.reader import Line, Prose
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.catalog import catalog
from referee.telling.letter import Letter, bodies
from referee.telling.moves import likely_turns
from referee.telling.sentences import reader_of

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
STARTERS = (("red", "mimir"), ("blue", "thor"))
OPTIONS = {"supplement": "house", "players": "red:a,blue:b,green:c"}


def tapped(seed: str, lines: int) -> Table:
    """A game in which everybody sends the likeliest turn."""
    table = Table.open("hammer_of_thor", seed=seed, options=OPTIONS)
    for _ in range(lines):
        if table.outcome is not None:
            break
        seat, view = (one := table.owed()[0].seat), table.view(one)
        choices = table.choices(seat)
        turns = likely_turns(reader_of(table.game, table.content, view), choices)
        table.play(seat, (turns[0] if turns else next(iter(choices)).written).splitlines())
    return table


def falls(table: Table) -> list[tuple[int, str, Arrived | PartTaken]]:
    """The entries in which a seat gets another starting character: their numbers, the seat, the event."""
    return [
        (n, event.seat, event)
        for n, point in enumerate(table.points)
        for event in point.entry.events
        if isinstance(event, Arrived | PartTaken)
    ]


@pytest.fixture(scope="module")
def table() -> Table:
    """A game in which Blue's leader falls in the turn of another, while Blue owes nothing."""
    return tapped("00000007", 90)


def test_h10_a_fall_is_told_at_once_to_whom_it_befell(table: Table) -> None:
    """In the turn of another too; without the game's word this letter would wait for the next."""
    assert len(falls(table)) > 1
    for n, seat, _ in falls(table):
        assert calls(table, seat, n - 1, n, MY_TURN, NOW), (n, seat)


def test_h10_only_events_that_name_the_seat_call(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not named is written to only if something else calls, as it would be anyway."""
    told = {
        (n, one): calls(table, one, n - 1, n, MY_TURN, NOW) for n, _, _ in falls(table) for one in table.seats
    }
    monkeypatch.setattr(type(table.game), "CALLS", ())
    before = {(n, one): calls(table, one, n - 1, n, MY_TURN, NOW) for n, one in told}
    changed = {one for one in told if told[one] != before[one]}
    assert changed
    assert changed <= {(n, seat) for n, seat, _ in falls(table)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_s11_a_fall_heads_the_letter(table: Table, language: str) -> None:
    """Before what is owed: who is dead, who goes on, what the REPUTATION is and on which side it counts."""
    for n, seat, event in falls(table):
        point = table.points[n]
        before = point.entry.events[: point.entry.events.index(event)]
        dead = next(one.name for one in reversed(before) if isinstance(one, Died))
        view = table.game.view(point.state, seat)
        told = [Told("1.1", shown) for one in point.entry.events if (shown := seen(one, seat)) is not None]
        asked: dict[str, Any] = {
            "number": f"g1.{seat}.9",
            "told": told,
            "choices": table.game.choices(view),
            "language": language,
        }
        made = bodies(Letter(game=table.game, content=table.content, view=view, **asked))
        reader = reader_of(table.game, table.content, view, language)
        names = [
            reader.says.say("texts", "whomever", reader.voice, {"name": one}) for one in (dead, event.name)
        ]
        assert all(one in made.subject for one in names), made.subject
        first = " ".join(made.text.split("\n\n")[0].split())
        assert first.startswith(names[0])
        assert str(worth(view, seat)) in first
        other = next(one for one in table.seats if one != seat)
        assert telling.struck(table.game.view(point.state, other), [one.seen for one in told]) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_s11_a_fall_by_ones_own_order_heads_the_receipt(table: Table, language: str) -> None:
    """Whoever ordered the fight in which the starting character fell reads of it first, not below forty blows."""
    n, seat, event = falls(table)[0]
    point = table.points[n]
    view = table.game.view(point.state, seat)
    played = Verdict(Line((1,), "card attack", Prose()), "played", events=point.entry.events)
    given: dict[str, Any] = {
        "number": f"g1.{seat}.9",
        "told": (),
        "verdicts": (played,),
        "language": language,
    }
    choices = table.game.choices(view)
    made = bodies(Letter(game=table.game, content=table.content, view=view, choices=choices, **given))
    reader = reader_of(table.game, table.content, view, language)
    name = reader.says.say("texts", "whomever", reader.voice, {"name": event.name})
    assert name in made.subject
    assert name in made.text.split("\n\n")[0]


@pytest.mark.parametrize(
    ("language", "head"),
    [("en", "Odin, Sif are dead. Thor"), ("de", "Odin, Sif sind tot. Thor")],
)
def test_s11_whoever_took_the_part_may_have_died_too(language: str, head: str) -> None:
    """Both are named in the subject and in the first sentence, the first of them first."""
    v = view(house(("red", 5, "thor"), ("blue", 25, "loki")), "red")
    found = telling.struck(
        v,
        [
            Seen("Died", "S6", {"name": "odin", "rule": "S6"}),
            Seen("PartTaken", "S11", {"name": "sif", "seat": "red"}),
            Seen("Died", "S6", {"name": "hymir", "rule": "S6"}),
            Seen("Died", "S6", {"name": "sif", "rule": "S6"}),
            Seen("Arrived", "S11", {"name": "thor", "seat": "red", "place": 5, "rule": "S11"}),
        ],
    )
    assert found is not None
    says, voice = catalog("hammer_of_thor", language), telling.voice(v)
    assert says.say("texts", found[1][0], voice, found[1][1]).startswith(head)
    subject = says.say("texts", found[0][0], voice, {**found[0][1], "place": "h1"})
    assert subject.startswith(head.partition(".")[0])


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", ("RAGNAROK: choose your side: h1", "RAGNAROK is drawn: the game is over when you have named")),
        (
            "de",
            ("RAGNARÖK: Wähle deine Seite: h1", "RAGNARÖK ist gezogen: Die Partie ist zu Ende, sobald du"),
        ),
    ],
)
def test_m30_ragnarok_heads_the_letter_of_who_has_to_name_a_side(
    language: str, head: tuple[str, str]
) -> None:
    """It stood as the last of ten lines, under the subject of any other turn; who owes none is told as ever."""
    s = house(("red", 5, "mimir"), ("blue", 25, "thor"), stage="ragnarok", starters=STARTERS)
    drawn = [Seen("RagnarokDrawn", "4.1c", {"by": "blue", "card": "prediction.ragnarok.1"})]
    found = telling.struck(v := view(s, "red"), drawn)
    assert found is not None
    says, voice = catalog("hammer_of_thor", language), telling.voice(v)
    told = [says.say("texts", key, voice, {**values, "place": "h1"}) for key, values in found]
    assert told[0] == head[0]
    assert told[1].startswith(head[1])
    assert telling.struck(v, []) is None
    assert telling.struck(view(s, "blue"), drawn) is None
