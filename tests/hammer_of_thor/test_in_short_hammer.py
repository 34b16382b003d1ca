"""The game in short: where REPUTATION came from, who died, of whom the might was made; by hand from a transcript."""

import re

import pytest
from support.summed_up import played, reader_at_the_end

from referee.games.hammer_of_thor import in_short as summing_up
from referee.games.hammer_of_thor import telling
from referee.telling.glance import in_short

TWO, SIX = "hammer_of_thor/games/two-friends", "hammer_of_thor/games/six-at-ragnarok"
LINES = {
    # Thjazi (printed 11) gains 1 and 4 by the fights of turns 4 and 6, 1 for a realm in turn 12. Might of evil: twice
    # REPUTATION 17, Thjazi's 12, the roll 3, and 5 for one of the dead with the mark; of good: twice 8, Idun's 6, 7, 5.
    "en": (
        "32 player-turns; you have won.",
        "Red, REPUTATION 17: Thjazi 17 (11 from the first, +5 by fights, +1 for new realms).",
        "Blue, REPUTATION 8: Idun 8.",
        (
            "Died of those whose REPUTATION counted: Baldr (player-turn 5), Tyr (player-turn 25), "
            "Sea Eagle (player-turn 25), Vafthrudnir (player-turn 30), Sigyn (player-turn 31)."
        ),
        "The might of good was 34: Blue had 16 by REPUTATION, 6 by Idun, and rolled 7; 5 by the dead.",
        "The might of evil was 54: Red had 34 by REPUTATION, 12 by Thjazi, and rolled 3; 5 by the dead.",
    ),
    "de": (
        "32 Züge; du hast gewonnen.",
        "Rot, RUHM 17: Thjazi 17 (11 von Anfang an, +5 durch Kämpfe, +1 für neue Reiche).",
        "Blau, RUHM 8: Idun 8.",
        (
            "Gestorben sind von denen, deren RUHM zählte: Baldr (Zug 5), Tyr (Zug 25), Seeadler (Zug 25), "
            "Vafthrudnir (Zug 30), Sigyn (Zug 31)."
        ),
        "Die Macht des Guten war 34: Blau hatte 16 durch RUHM, 6 durch Idun und würfelte 7; 5 durch die Toten.",
        "Die Macht des Bösen war 54: Rot hatte 34 durch RUHM, 12 durch Thjazi und würfelte 3; 5 durch die Toten.",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_summed_up(language: str) -> None:
    """Its turns and its winner, and what they were decided by."""
    table, told = played(TWO)
    assert in_short(reader_at_the_end(table, "red", language), told) == LINES[language]


@pytest.mark.parametrize(
    "name", [TWO, SIX, "hammer_of_thor/games/five-counters", "hammer_of_thor/games/a-master"]
)
def test_what_is_told_adds_up_and_is_the_same_for_all(name: str) -> None:
    """M15, S13 Each sum is that of its parts; and no seat's view tells another one more or less."""
    table, told = played(name)
    shown = [one.seen for one in told]
    notes = [telling.in_short(reader_at_the_end(table, seat).view, shown) for seat in table.seats]
    assert len({*map(repr, notes)}) == 1
    mights = 0
    for key, values in notes[0]:
        if key == "in-short-reputation":
            assert values["total"] == values["runes"] + sum(has for _, has, _, _ in values["people"])
            for _, has, own, sources in values["people"]:
                assert has == own + sum(count for _, count in sources)
        if key == "in-short-might":
            rows = values["rows"]
            parts = [
                fame + sum(n for _, n in people) + rest + roll for _, fame, people, _, rest, roll in rows
            ]
            assert values["total"] == sum(parts) + values["dead"]
            mights += 1
    assert mights == (0 if name.endswith("a-master") else 2)


def test_of_a_large_group_the_strongest_are_named_and_the_rest_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S13 Red has Jormungand 26, Surt 24 and Hati 17 there: if only one is named, 41 are by 2 others."""
    monkeypatch.setattr(summing_up, "NAMED", 1)
    table, told = played(SIX)
    line = in_short(reader_at_the_end(table, "blue"), told)[-1]
    assert "Red had 72 by REPUTATION, 26 by Jormungand, 41 by 2 others, and rolled 9" in line


def test_with_many_players_it_is_told_of_the_two_best() -> None:
    """Of six seats the two with most REPUTATION, in this order."""
    table, told = played(SIX)
    lines = in_short(reader_at_the_end(table, "blue"), told)
    assert [match[1] for line in lines if (match := re.match(r"(\w+), REPUTATION", line))] == ["Red", "Green"]


def test_a_game_that_ends_before_it_began_is_told_without_a_fault() -> None:
    """0 Whoever resigns before the starting characters are chosen: nobody has REPUTATION, no might was shown."""
    table, _ = played(TWO)
    first = next(point for point in table.points if point.positions)
    view = table.game.view(first.state, "red")
    assert not view.figures
    assert telling.in_short(view, []) == ()
