"""No line crashes: every verb of house, games and judge, in each language, at every stage of a game."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest
from support.suite import NAMES, suite

from referee.api import Table
from referee.desk import judging
from referee.notation.reader import Reader
from referee.notation.words import Vocabulary
from referee.table import ruling
from referee.table.legality import as_question
from referee.table.rulings.orders import read_letter, reader_of
from referee.testing.chance import chosen

AT = "2026-01-01T12:00:00Z"
BEHIND = (
    "",
    "draw",
    "undo",
    "win",
    "ruling",
    "A",
    "B2",
    "a1-b2",
    "7.2",
    "0.0",
    "g1.thor.1 2",
    "5 days",
    "all",
    "never, B",
    "x: y",
)
"""What may follow a verb, right or wrong."""
STAGES = ("invited", "dealt", "on", "draw", "undo", "dispute", "over")
GAMES = pytest.mark.parametrize("name", NAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


@cache
def at_stage(name: str, stage: str, language: str) -> Table:
    """A game at a stage: the first seat reads in that language."""
    game, rng = suite(name).game, Random(1)
    first, second = game.seats
    clock = map("2026-01-{:02}T12:00:00Z".format, count(1))
    table = Table.open(
        name, seed="07", clock=lambda: next(clock), languages={first: language}, invite=stage == "invited"
    )
    if stage in {"invited", "dealt"}:
        return table
    while table.position < "3.0":
        seat = rng.choice(table.owed()).seat
        table.play(seat, chosen(table.choices(seat).families, rng).written)
    {
        "draw": lambda: table.play(second, "offer draw"),
        "undo": lambda: table.play(second, "offer undo"),
        "dispute": lambda: table.play(second, "dispute: it is not so"),
        "over": lambda: table.play(second, f"resign {table.id}"),
    }.get(stage, lambda: None)()
    return table


def lines_of(vocabulary: Vocabulary, rng: Random) -> Iterator[str]:
    """Each verb in each of its forms: alone, misspelt, questioned, guarded, and with various words after it."""
    asking = [" ".join(verb.parts) for verb in vocabulary.verbs if verb.kind in {"try", "why"}]
    words = [" ".join(one.parts) for one in (*vocabulary.verbs, *vocabulary.inner)]
    for verb in vocabulary.verbs:
        form = " ".join(verb.parts)
        slip = rng.randrange(len(form))
        yield from (form, f"@now {form}", f"@7.2 {form}", form[:slip] + form[slip + 1 :])
        for asked in asking:
            yield f"{asked} {form}"
            yield f"{asked} {form} {rng.choice(words)}"
        yield from (f"{form} {words}" for words in BEHIND)
        yield from (f"{form} {rng.choice(words)} {rng.choice(words)}" for _ in range(2))


def vocabulary_of(table: Table, language: str) -> Vocabulary:
    """The words of a seat."""
    return Reader(table.game, table.content, (language,)).vocabulary


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
@LANGUAGES
@GAMES
def test_no_line_crashes_and_none_is_asked_about_in_vain(name: str, language: str, stage: str) -> None:
    """Each line is ruled on, alone in its letter; after `try` it is answered; and both can be put into words."""
    table = at_stage(name, stage, language)
    seat = table.game.seats[0]
    house, lots = table.house_for(seat, "", at=AT), table.lots()
    lines = list(lines_of(vocabulary_of(table, language), Random(f"{name} {stage}")))
    for text in Random(stage).sample(lines, 120):
        for line in table.read([text], language=language, invited=bool(house.waiting)):
            try:
                ruling.rule_on(table.game, table.state, seat, [line], table.lots(), house=house)
                (asked,) = ruling.rule_on(
                    table.game, table.state, seat, [as_question(line)], lots, house=house
                ).verdicts
            except Exception as error:
                raise AssertionError(text) from error
            assert asked.kind in {"answered", "misread", "prose", "refused"}, text
    text = "\n\n".join(Random(stage).sample(lines, 60))
    assert str(table.attempt(seat, text))
    assert str(table.at(len(table.points) - 1).play(seat, text, at="2026-03-01T12:00:00Z"))


@pytest.mark.share(4)
@LANGUAGES
@GAMES
def test_no_line_of_whoever_rules_crashes(name: str, language: str) -> None:
    """Each of the judge's verbs is read and looked at, with and without a dispute, alone and with words after it."""
    for stage in ("on", "dispute"):
        table = at_stage(name, stage, language)
        seats = table.game.seats
        lines = list(lines_of(reader_of(seats, language).vocabulary, Random(name)))
        for text in Random(stage).sample([*lines, *(f"{line}: draw" for line in lines)], 100):
            read = list(read_letter(seats, [(1, text), (2, "because: it is so")], language))
            try:
                judged = judging.judge(table, "keeper", read)
            except Exception as error:
                raise AssertionError(text) from error
            assert len(judged.lines) == len(read)
