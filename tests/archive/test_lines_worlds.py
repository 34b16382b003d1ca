"""Variations as a seat knew them: the worlds it could be in, what is counted of them, and that nothing else is used."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any
from zlib import crc32

import pytest
from desk_worlds import half_dropped, story
from support.golden import EXAMPLES
from support.suite import announced, known
from why_worlds import Sitting

from referee.api import Table
from referee.archive.lines import KNOWN, WORLDS, Line, of_note, play, played, share
from referee.archive.lines.play import World
from referee.archive.lines.stands import stands_at
from referee.archive.lines.telling import document, rows_told
from referee.archive.moments import moments
from referee.archive.notes import Note
from referee.archive.places import place_in
from referee.engine.events import face, seen
from referee.engine.kit.imagining import RandomDealer
from referee.games.thunder.imagined import _Imagined
from referee.testing.random_games import options_of, random_world
from referee.testing.sent import worlds_of
from referee.util.errors import Faulty
from referee.verify.export import redacted

BLOOD = Table.load(EXAMPLES / "thunder" / "first-blood" / "record.yaml")
HOME = Table.load(EXAMPLES / "odins_table" / "three-home" / "record.yaml")


@pytest.fixture(autouse=True)
def _announced() -> Iterator[None]:
    """The games for more than two are there."""
    with announced():
        yield


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small samples, for what does not depend on their size."""
    monkeypatch.setattr(play, "SAMPLE", 12)
    monkeypatch.setattr(play, "MOST", 20)
    monkeypatch.setattr(play, "ENOUGH", 4)


# The worlds


@pytest.mark.share(3)
@pytest.mark.parametrize("name", ["thunder", "odins_table", "sindri"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4, 5))])
def test_a_seat_sees_in_an_imagined_world_what_it_sees(name: str, seed: int) -> None:
    """Over random games, for every seat and an onlooker: the view is the same, and some world is found."""
    game = known(name).game
    world = random_world(game, options_of(game, seed), seed, at_most=120)
    shown: dict[Any, list[Any]] = {seat: [] for seat in (*world.states[0].seats, None)}
    different = 0
    for n, (step, state) in enumerate(zip(world.steps, world.states[1:], strict=True)):
        for seat, told in shown.items():
            told += [one for event in step.events if (one := seen(event, seat))]
            if n % 4:
                continue
            view = game.view(state, seat)
            dealt = [game.imagined(view, tuple(told), RandomDealer(f"{n} {k}")) for k in range(12)]
            found = [one for one in dealt if one is not None]
            assert found, (n, seat)
            assert all(game.view(one, seat) == view for one in found), (n, seat)
            different += any(one != state for one in found)
    assert different > 20


@pytest.mark.parametrize("seed", [3, 14, 16])
def test_what_is_remembered_of_a_hand_is_true(seed: int) -> None:
    """What Frigg saw, Freya captured and the Seer gave is held, or lies face down, until it is shown again."""
    game, held, looked = known("thunder").game, 0, 0
    world = random_world(game, options_of(game, seed), seed, at_most=400)
    told: dict[str, list[Any]] = {"thor": [], "loki": []}
    for step, state in zip(world.steps, world.states[1:], strict=True):
        for seat, shown in told.items():
            shown += [one for event in step.events if (one := seen(event, seat))]
            other = "loki" if seat == "thor" else "thor"
            imagined = object.__new__(_Imagined)
            imagined.told = [one for one in shown if one.kind != "Took"]
            imagined.fetched = {other: []}
            remembered, side = imagined._remembered(other), state.side(other)
            down = [card for column in side.columns for card in column if card not in side.up]
            hand = Counter(map(face, side.hand))
            assert Counter(remembered.hand) <= hand
            assert Counter((*remembered.hand, *remembered.about)) <= hand + Counter(map(face, down))
            held += len(remembered.hand) + len(remembered.about)
            if any(type(event).__name__ == "HandSeen" and event.by == seat for event in step.events):  # type: ignore[attr-defined]
                assert Counter(remembered.hand) == hand
                looked += 1
    assert held > looked
    assert looked


def test_what_cannot_be_is_never_dealt() -> None:
    """No barred card comes among the first."""
    cards = ("thor.thor.1", "thor.tyr.1", "thor.ravens.1", "thor.ravens.2", "thor.hel.1")
    never = frozenset({"thor.thor"})
    seen_first = Counter[str]()
    for n in range(300):
        order = RandomDealer(str(n)).deal(cards, 5, never, 2)
        assert sorted(order) == sorted(cards)
        seen_first[face(order[0])] += 1
    assert "thor.thor" not in seen_first


# What is told of them


def test_a_sample_comes_near_the_chances_and_is_always_the_same() -> None:
    """The top of the deck is any of the 38 cards that the seat has not seen, 7 of them Ravens."""
    first, again = (played(BLOOD, "9.1", "draw", "loki", look=WORLDS) for _ in range(2))
    assert rows_told(BLOOD, first) == rows_told(BLOOD, again)
    figures = first.moves[0].figures
    assert figures is not None
    assert figures.worlds == 500
    chances = {one.told.seen.get("card"): one.worlds / 500 for one in first.moves[0].outcomes}
    assert abs(chances["loki.ravens"] - 7 / 38) < 0.05
    assert "(sampled, 500 worlds)" in "\n".join(rows_told(BLOOD, first))
    named = played(BLOOD, "9.1", "draw [draws ravens]", "loki", look=WORLDS).moves[0]
    assert named.figures is not None
    assert abs(share(named.figures.so, named.figures.worlds) - 100 * 7 / 38) < 5


def test_an_attack_on_a_covered_card_is_won_in_some_of_the_worlds() -> None:
    """Odin's Table: what stays is told with its share; the worlds in which it is so go on."""
    rows = "\n".join(rows_told(*_attack(WORLDS)))
    assert "over all worlds that" in rows
    assert " %: " in rows


def _attack(look: str) -> tuple[Table, Line]:
    for moment in moments(HOME):
        for line in moment.letter.lines if moment.letter else ():
            place = f"entry {moment.number} line {line.number}"
            if "x" in line.move and moment.letter and line.verdict == "played":
                return HOME, played(HOME, place, line.move, moment.letter.seat, look=look)
    raise LookupError


@pytest.mark.usefixtures("small")
def test_as_a_seat_knew_it_a_line_goes_on_while_the_same_is_shown_in_every_world() -> None:
    """After a draw it has to be named what was drawn; then the card is there in every world that is left."""
    line = played(BLOOD, "9.1", "draw; thor: draw", "loki", look=KNOWN)
    assert [move.verdict for move in line.moves] == ["played", "not-played"]
    assert line.moves[1].why is not None
    assert line.moves[1].why.key == "line-hidden"
    assert line.moves[0].view is None
    named = played(BLOOD, "9.1", "draw [draws ravens]; thor: draw", "loki", look=KNOWN)
    assert [move.verdict for move in named.moves] == ["played", "played"]
    assert "loki.ravens" in named.moves[0].view.loki.hand
    assert named.moves[1].state is None


def test_an_order_of_the_other_is_possible_in_a_share_of_the_worlds() -> None:
    """Whether Thor holds a card Loki cannot know: it is told in how many worlds, and supposed from there on."""
    line = played(BLOOD, "10.0", "thor: lay ravens A1; thor: draw", "loki", look=WORLDS)
    move = line.moves[0]
    assert (move.verdict, move.rule) == ("possible", "")
    assert move.figures is not None
    assert 0 < move.figures.legal < move.figures.worlds
    assert line.moves[1].figures is not None
    assert line.moves[1].figures.worlds == move.figures.legal
    assert "It can be played in" in "\n".join(rows_told(BLOOD, line))


def test_a_game_that_cannot_tell_worlds_plays_no_variation_by_the_knowledge_of_a_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its text is kept."""
    monkeypatch.setattr(type(BLOOD.game), "imagined", lambda *_given: None)
    line = played(BLOOD, "9.1", "challenge A (draw); draw", "loki", look=KNOWN)
    told = [(move.written.text, move.verdict, move.why and move.why.key) for move in line.all_moves()]
    assert told == [(text, "not-played", "line-unseen") for text in ("challenge A", "draw", "draw")]


@pytest.mark.slow
def test_a_long_text_gets_a_smaller_sample() -> None:
    """However long a text is, all worlds together play a limited number of orders, also for named lots."""
    line = played(BLOOD, "9.1", "draw (draw (draw (draw; draw)));" * 40, "loki", look=WORLDS)
    assert line.moves[0].figures is not None
    many = sum(move.figures.worlds for move in line.all_moves() if move.figures)
    assert many <= play.MOST_STEPS + len(list(line.all_moves()))
    assert line.moves[0].figures.worlds < 200
    assert played(BLOOD, "9.1", "draw [draws tyr];" * 190).moves[1].verdict == "not-played"


# Redacted records


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("table", [BLOOD, HOME], ids=lambda table: table.game.name)
def test_a_redacted_record_tells_the_same_as_the_whole_one(table: Table) -> None:
    """It holds what one audience knows and nothing else; so that is all that the whole record was asked for."""
    compared = 0
    for seat in (*table.seats, None):
        part = Table.load(redacted(table, seat))
        whole = {moment.seal: moment for moment in moments(table)}
        for moment in moments(part)[4::9]:
            place = place_in(moments(part), f"entry {moment.number}")[1]
            there = stands_at(part, moment, place, seat)
            here = [one for one in whole.values() if there.position in one.positions]
            if not here or moment.positions[-1:] != (there.position,):
                continue
            text = "draw; step a2 a3; challenge A [ravens]"
            one = played(part, there.position, text, seat, look=WORLDS)
            other = played(table, there.position, text, seat, look=WORLDS)
            assert rows_told(part, one) == rows_told(table, other)
            compared += 1
    assert compared > 4
    with pytest.raises(Faulty):
        played(Table.load(redacted(table, None)), "5.1", "draw", look="open")
    with pytest.raises(Faulty):
        played(Table.load(redacted(table, table.seats[0])), "5.1", "draw", table.seats[1])


# Other worlds


def told_of(table: Table, seat: str, orders: list[str], positions: list[str]) -> list[str]:
    """What a seat is told of variations, as it knew the table and over all worlds, as text and as data."""
    told = []
    for at, position in enumerate(positions):
        for text in ("; ".join(orders[at::3]), orders[at % len(orders)]):
            for look in (KNOWN, WORLDS):
                line = played(table, position, text, seat, look=look)
                told.append("\n".join((*rows_told(table, line), repr(document(table, line)))))
    return told


def differences(name: str, seed: int, letters: int, many: int) -> tuple[int, list[tuple[str, str]]]:
    """How many worlds were compared, and what a seat was told otherwise in some of them."""
    told, compared, found = story(seed, letters, name=name), 0, list[tuple[str, str]]()
    for seat in told.seats:
        own: dict[int, list[str]] = {}
        base = Sitting(told, told.world, seat, own).table()
        reached = list(dict.fromkeys(one.position for one in base.told(seat)))
        positions = [*reached[-2:], reached[len(reached) // 2]]
        moves = [move.written for move in known(name).game.choices(base.view(seat)).forward()]
        orders = [*Random(seed).sample(moves, min(4, len(moves))), known(name).order, "draw", "end"]
        here = told_of(base, seat, orders, positions)
        others = worlds_of(known(name), told.content, told.world, seat, f"line {seed}", 12 * many)
        for n, world in enumerate((told.world, *islice(others, many))):
            if not half_dropped(told, world):
                there = told_of(Sitting(told, world, seat, own, Random(n)).table(), seat, orders, positions)
                compared += 1
                found += [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]][:1]
    return compared, found


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("odins_table", 6),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("thunder", 9), ("sindri", 6))),
    ],
)
def test_a_variation_is_told_alike_in_every_world_that_its_seat_could_be_in(name: str, letters: int) -> None:
    """Cards exchanged, other sealed choices, and private letters of others: not a byte is different."""
    compared, found = differences(name, 1, letters, 1)
    assert compared > 1
    assert found == []


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["thunder", "odins_table", "sindri"])
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_variation_is_told_alike_in_many_worlds(name: str, seed: int) -> None:
    """The same over longer games."""
    compared, found = differences(name, seed, 8 * seed, 3)
    assert compared > 3
    assert found == []


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_the_real_table_among_the_worlds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: a variation of a seat is played in the table as it is."""

    def real(_game: Any, there: Any) -> Iterator[World]:
        for n in range(99):
            yield World(there.state, str(n))

    monkeypatch.setattr(play, "worlds_of", real)
    assert any(differences("thunder", seed, 9, 3)[1] for seed in (1, 2))


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_seed_of_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: which worlds are sampled depends on how the table really stands."""
    whole = play.worlds_of

    def seeded(game: Any, there: Any) -> Iterator[World]:
        return islice(whole(game, there), crc32(repr(there.state).encode()) % 9, None)

    monkeypatch.setattr(play, "worlds_of", seeded)
    assert any(differences("thunder", seed, 9, 3)[1] for seed in (1, 2))


@pytest.mark.usefixtures("small")
def test_a_noted_line_is_ruled_on_by_what_its_reader_knows() -> None:
    """A verdict by the knowledge of its writer would tell what the writer holds."""
    n = next(n for n in range(20, 60) if BLOOD.game.owed(BLOOD.points[n].state)[0].seat == "thor")
    early = Table.load(BLOOD.record_until(n + 1))
    moment, place = place_in(moments(early), f"entry {n}")
    lays = [move.written for move in early.choices("thor").forward() if move.written.startswith("lay ")]
    text = f"thor: {lays[0]}"
    note = Note(at=moment.at, kind="line", by="Anna", seat="thor", about=moment.seal, place=place, text=text)
    mine, theirs = (of_note(early, moment, note, reader) for reader in ("thor", "loki"))
    assert (mine.look, theirs.look, theirs.seat) == (KNOWN, KNOWN, "loki")
    assert mine.moves[0].verdict == "played"
    assert theirs.moves[0].verdict in {"possible", "refused"}
    assert " % of the worlds (sampled, " in "\n".join(rows_told(early, theirs))
    assert of_note(BLOOD, moments(BLOOD)[n], note, None).look == "open"
