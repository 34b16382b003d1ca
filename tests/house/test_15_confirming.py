"""Rule H32: who wishes is shown first what orders would do; nothing is played before they are confirmed."""

from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from houses import told
from support.letters_out import ADDRESS

from referee.api import Table
from referee.house.confirming import ConfirmChosen
from referee.house.games import find
from referee.house.letters import Said
from referee.house.state import OPEN
from referee.house.terms import terms_of
from referee.table.audit import audit
from referee.table.ruling import rule_on
from referee.telling.letter import Letter, bodies
from referee.testing.chance import chosen
from referee.testing.random_games import play_whole
from referee.testing.scripted import ScriptedLots

FIRST = "not-played confirm-first"
LOOKING = replace(OPEN, looks_first=True)


def dealt(seed: int = 7, **how: Any) -> Table:
    """A game at Loki's first turn."""
    table = Table.open("thunder", seed=f"{seed:02x}", terms=terms_of({"deadline": "3 days"}), **how)
    for seat in ("loki", "thor"):
        table.play(seat, next(iter(table.moves(seat))))
    return table


def looking(language: str = "en") -> Table:
    """The same, in which Loki looks first."""
    table = dealt(languages={"loki": language})
    assert told(table, "loki", "confirm yes") == ["answered"]
    return table


def answer(table: Table, *lines: str) -> tuple[str, list[str]]:
    """The answer to a letter of Loki's as text, and the bodies of the links in its receipt."""
    played = table.play("loki", lines)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("loki"),
        number="g1.loki.9",
        verdicts=played.ruled.verdicts,
        choices=table.choices("loki"),
        due=table.due("loki", table.index.language("loki")),
        address=ADDRESS,
        language=table.index.language("loki"),
    )
    receipt = bodies(letter).text.partition("\n\nTHE TABLE")[0].partition("\n\nDER TISCH")[0]
    links = [line for line in receipt.split("\n") if line.startswith("  <mailto:")]
    return " ".join(receipt.split()), [unquote(one.partition("&body=")[2])[:-1] for one in links]


def test_h32_nothing_is_played_before_it_is_confirmed() -> None:
    """H32 The table, the deadline and what the other knows stay as they are; the letter is no answer."""
    table = looking()
    state, owed, due = table.state, table.owed(), table.due("loki", "en")
    assert told(table, "loki", "draw", "lay ravens A1", "resign g1") == [FIRST] * 3
    assert (table.state, table.owed()) == (state, owed)
    assert table.due("loki", "en") == due != {}
    assert table.entries[-1].events == ()
    assert [one.seen.kind for one in table.told("thor", len(table.points) - 2)] == []
    assert audit(table).differences == ()


@pytest.mark.parametrize(
    ("language", "lines", "body"),
    [
        ("en", ("draw", "draw"), "@1.0 draw\r\ndraw\r\nconfirm"),
        ("de", ("ziehe", "ziehe"), "@1.0 ziehe\r\nziehe\r\nbestätigung"),
    ],
)
def test_h32_the_answer_says_what_the_rules_say_and_one_tap_plays_it(
    language: str, lines: tuple[str, ...], body: str
) -> None:
    """H32 One link for all orders, held to the position; tapped it plays them, and tapped again nothing (H1)."""
    table = looking(language)
    text, links = answer(table, *lines)
    assert {"en": "Allowed: draw", "de": "Erlaubt: ziehe"}[language] in text
    said = {"en": "Nothing is played yet", "de": "Noch ist nichts ausgeführt"}[language]
    assert 0 < text.index({"en": "Allowed: draw", "de": "Erlaubt: ziehe"}[language]) < text.index(said)
    assert {"en": "Your deadline goes on.", "de": "Deine Frist läuft weiter."}[language] in text
    assert links == [body]
    number = table.report_number("loki")
    tapped = body.splitlines()
    kinds = [one.kind for one in table.play("loki", tapped, reply=number).ruled.verdicts]
    assert kinds == ["played", "played", "answered"]
    again = table.play("loki", tapped, reply=number).ruled.verdicts
    assert [one.ruling for one in again] == ["refused H1", "not-played", "answered"]
    assert [one.kind for one in table.play("loki", tapped).ruled.verdicts][:2] == ["refused", "not-played"]
    assert audit(table).differences == ()


def test_h32_a_tap_from_before_a_change_plays_nothing() -> None:
    """H32 It is held to the position of the answer: once the table has moved on it is stale."""
    table = looking()
    _, (body,) = answer(table, "draw")
    assert told(table, "loki", "draw", "confirm") == ["played", "answered"]
    assert told(table, "loki", *body.splitlines())[0].startswith("refused H1")


def test_h32_what_the_rules_refuse_is_refused_as_ever() -> None:
    """H32 With the rule; there is nothing to confirm then, and what stands above it is all that a tap holds."""
    table = looking()
    assert told(table, "loki", "challenge A", "draw") == ["refused 3.7 first-turn", "not-played stopped"]
    text, links = answer(table, "draw", "drwa", "draw")
    assert links[0] == "@1.0 draw\r\nconfirm"
    assert text.count("with the line confirm below it") == 1


def test_h32_words_and_wishes_need_no_confirmation() -> None:
    """H32 What is said goes to the others at once, and is not said again by the tap; questions are answered."""
    table = looking()
    played = table.play("loki", ["draw", "say hello there", "", "moves"])
    assert [one.kind for one in played.ruled.verdicts] == ["not-played", "said", "answered"]
    assert table.entries[-1].events == (Said("loki", "hello there"),)


def test_h32_it_ends_as_it_began() -> None:
    """H32 By a line of its own, from which on orders are played; nobody else is told of either."""
    table = looking()
    assert told(table, "loki", "confirm no", "draw") == ["answered", "played"]
    assert told(table, "loki", "draw") == ["played"]
    assert told(table, "loki", "confirm yes", "draw") == ["answered", FIRST]
    chosen = [one for entry in table.entries for one in entry.events if isinstance(one, ConfirmChosen)]
    assert chosen == [ConfirmChosen("loki", True), ConfirmChosen("loki", False), ConfirmChosen("loki", True)]
    assert not [one for one in table.told("thor") if one.seen.kind == "ConfirmChosen"]
    assert audit(table).differences == ()


def test_h32_the_word_alone_says_how() -> None:
    """H32 Where nobody looks first, `confirm` is a question, and orders beside it are played as ever."""
    table = dealt()
    assert told(table, "loki", "draw", "confirm") == ["played", "answered confirm-how"]
    assert "Write confirm yes" in answer(table, "confirm")[0]
    assert told(table, "thor", "confirm?") == ["answered confirm-how"]


def test_h32_no_standing_order_is_carried_out_by_a_look() -> None:
    """H32 Loki in hand is laid by the letter that counts (3.5), before its order, and by none before it."""
    table = next(
        one for one in map(dealt, range(40)) if any("lay loki" in move for move in one.moves("loki"))
    )
    while table.owed()[0].seat == "loki":
        told(table, "loki", "draw")
    assert told(table, "loki", "standing lay B", "confirm yes") == ["played", "answered"]
    while table.owed()[0].seat == "thor":
        told(table, "thor", "draw")
    assert told(table, "loki", "draw", "say not yet") == [FIRST, "said"]
    assert [type(one).__name__ for one in table.entries[-1].events] == ["Said"]
    assert table.view("loki").mine.led < 0
    assert told(table, "loki", "draw", "confirm") == ["played", "answered"]
    assert table.view("loki").mine.led == 1
    assert audit(table).differences == ()


@pytest.mark.parametrize("seed", range(3))
def test_h32_a_look_tells_what_try_tells_and_no_more(seed: int) -> None:
    """H32 Of any order, good or bad: the same rules, the same one broken, by the view alone; and nothing happens."""
    game, rng, looked = find("thunder"), Random(seed), 0

    def check(table: Table) -> None:
        nonlocal looked
        if table.outcome or len(table.points) % 5:
            return
        state, seat = table.state, table.owed()[0].seat
        some = chosen(game.choices(game.view(state, seat)).families, rng).written
        for written in (some, "challenge A", "lay tyr B4", "draw"):
            (tried,) = table.attempt(seat, written).ruled.verdicts
            ruled = rule_on(game, state, seat, table.read(written), ScriptedLots([]), house=LOOKING)
            (look,) = ruled.verdicts
            assert (look.tried, ruled.events, ruled.state) == (tried.tried, (), state)
            assert look.kind != "played"
            looked += 1

    play_whole(game, seed, at_most=60, after_each=check)
    assert looked > 5
