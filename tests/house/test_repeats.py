"""H1: what was played in one answer to a letter of ours is not played again by another one."""

import re
from random import Random
from urllib.parse import unquote

import pytest
from support.suite import NAMES, suite

from referee.api import Table
from referee.record.entries import Letter
from referee.table.audit import audit
from referee.table.rulings.effects import RollBack
from referee.table.rulings.entry import rule
from referee.telling import report
from referee.telling.sentences import reader_of
from referee.testing.chance import chosen
from referee.util.translations import ENGLISH

AT = "2026-01-01T12:00:00Z"
REPEATED, STALE, OVERTAKEN = "refused repeated", "refused stale", "refused stale-reply"


def begun(language: str = ENGLISH) -> Table:
    """Loki's first turn at Thunder & Lightning, with three action points."""
    table = Table.open("thunder", seed="07", clock=lambda: AT, languages={"loki": language})
    table.play("loki", "deploy ravens, frigg, dragon")
    table.play("thor", "deploy huscarl, baldr, mjolnir")
    assert [owed.duty for owed in table.owed()] == ["turn"]
    return table


def told(table: Table, seat: str, lines: str, reply: str = "") -> list[str]:
    """What became of each line of a letter, and why."""
    table.play(seat, lines, reply=reply)
    entry = table.entries[-1]
    assert isinstance(entry, Letter)
    return [f"{line.verdict} {line.why}".strip() for line in entry.lines]


def sound(table: Table) -> None:
    """The record, read again, is the same table, and today's rules come to the same."""
    again = Table.load(table.record.encode())
    assert again.state == table.state
    assert audit(again).clean, audit(again)


def test_h1_the_same_order_from_three_mails_that_answer_one_letter_is_played_once() -> None:
    """The second and the third are refused, and told so with the order and with what would play it."""
    table = begun()
    letter = table.report_number("loki")
    assert [told(table, "loki", "draw", letter) for _ in range(3)] == [["played"], [REPEATED], [REPEATED]]
    assert len(table.view("loki").mine.hand) == 7
    text = table.explain(table.index.number("loki") - 1, "loki")
    assert "draw" in text
    assert "@now" in text
    assert "[H1]" in text
    sound(table)


@pytest.mark.parametrize("order", ["@now draw", "@1.1 draw"])
def test_h1_a_guard_plays_it_again(order: str) -> None:
    """`@now` lifts it, and so does the position as it stands now: its writer knows what has happened."""
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "draw", letter) == ["played"]
    assert told(table, "loki", order, letter) == ["played"]
    sound(table)


def test_h1_twice_in_one_mail_is_meant_twice() -> None:
    """Only another mail repeats: two lines in one are two orders, and a third mail repeats both."""
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "draw\ndraw", letter) == ["played", "played"]
    assert told(table, "loki", "draw", letter) == [REPEATED]


def test_h1_the_next_letter_is_answered_anew() -> None:
    """After our answer the same order is another one; so it is in a mail that answers nothing."""
    table = begun()
    assert told(table, "loki", "draw", table.report_number("loki")) == ["played"]
    assert told(table, "loki", "draw", table.report_number("loki")) == ["played"]
    assert told(table, "loki", "draw") == ["played"]
    sound(table)


def test_h1_another_order_from_the_same_letter_is_played() -> None:
    """An order that is no repetition is the writer's own act, and overtakes nothing.

    After a repetition nothing is played.
    """
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "draw", letter) == ["played"]
    assert told(table, "loki", "draw\nlay ravens A1", letter) == [REPEATED, "not-played stopped"]
    assert told(table, "loki", "lay female-archer A1\ndraw", letter) == ["played", REPEATED]
    sound(table)


def test_h1_a_letter_sent_again_with_its_mistake_mended_plays_nothing_twice() -> None:
    """A player who writes the whole letter once more is told which part is played already."""
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "draw\nlay ravens D1", letter) == ["played", "misread"]
    assert told(table, "loki", "draw\nlay ravens A1", letter) == [REPEATED, "not-played stopped"]


def test_h1_a_refused_order_may_be_tried_again() -> None:
    """Only what was played is not played again."""
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "lay loki A2", letter)[0].startswith("refused")
    assert told(table, "loki", "lay loki A2", letter) != [REPEATED]


def test_h1_a_sealed_choice_is_replaced_as_often_as_wanted() -> None:
    """A choice leaves the table where it stands: a first one may be taken again, all from one letter."""
    table = Table.open("thunder", seed="07", clock=lambda: AT)
    letter = table.report_number("loki")
    for cards in ("ravens, frigg, dragon", "frigg, dragon, ravens", "ravens, frigg, dragon"):
        assert told(table, "loki", f"deploy {cards}", letter) == ["played"]
    sound(table)


def test_h1_orders_of_any_time_are_no_repetition() -> None:
    """A standing order given, changed, and given again in three answers to one letter stands."""
    table = begun()
    letter = table.report_number("loki")
    assert told(table, "loki", "draw\nstanding lay A", letter) == ["played", "played"]
    assert told(table, "loki", "standing lay B", letter) == ["played"]
    assert told(table, "loki", "standing lay A", letter) == ["played"]
    assert table.view("loki").mine.standing_lay == ("A",)


def link(table: Table, seat: str, *, whole: bool = False) -> tuple[str, str]:
    """The letter that the first link of a report answers, and what it writes: one order, or a `whole` turn."""
    view = table.view(seat)
    reader = reader_of(table.game, table.content, view, table.index.language(seat))
    number = table.report_number(seat)
    data = report.report_data(
        reader,
        report.Letter(
            game=table.game,
            content=table.content,
            view=view,
            choices=table.choices(seat),
            number=number,
            address="referee+x@host.example",
        ),
    )
    tap = next(one for row in data.taps for one in row.taps if ("%0A" in one.url) == whole)
    found = re.fullmatch(r"mailto:[^?]*\?subject=([^&]*)&body=(.*)", tap.url)
    assert found
    assert ", ".join(unquote(found[2]).splitlines()).endswith(tap.order)
    return unquote(found[1]), unquote(found[2])


@pytest.mark.parametrize("language", ["en", "de"])
def test_h1_a_link_carries_the_position_of_its_letter(language: str) -> None:
    """Tapped again it is refused, whether or not the mail still names the letter; the link of the answer is good."""
    table = begun(language)
    number, body = link(table, "loki")
    assert body.startswith("@1.0 ")
    assert told(table, "loki", body, number) == ["played"]
    assert told(table, "loki", body, number) == [REPEATED]
    assert told(table, "loki", body) == [STALE]
    number, body = link(table, "loki")
    assert body.startswith("@1.1 ")
    assert told(table, "loki", body, number) == ["played"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_h1_a_whole_turn_tapped_again_plays_nothing(language: str) -> None:
    """All its lines are played once; again the first is refused, and those below it are not looked at."""
    table = begun(language)
    number, body = link(table, "loki", whole=True)
    lines = len(body.splitlines())
    assert lines > 1
    assert told(table, "loki", body, number) == ["played"] * lines
    assert told(table, "loki", body, number)[0] == REPEATED
    assert told(table, "loki", body)[0] == STALE
    assert "played" not in told(table, "loki", body, number) + told(table, "loki", body)


@pytest.mark.parametrize("guard", ["", "@1.0 "])
def test_h1_behind_a_rollback_a_letter_from_before_is_stale_with_its_guard_too(guard: str) -> None:
    """The table stands again where a link of the letter before has it; the letter is as stale as without the guard."""
    table = begun()
    letter = table.report_number("loki")
    back = len(table.points) - 1
    assert told(table, "loki", "draw", letter) == ["played"]
    rule(table, [RollBack(back, "same")], by="keeper", reason="it was misread", at=AT)
    assert table.position == "1.0"
    assert told(table, "loki", f"{guard}draw", letter) == [OVERTAKEN]
    assert told(table, "loki", f"{guard}draw", table.report_number("loki")) == ["played"]
    sound(table)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_h1_no_letter_of_a_random_game_plays_on_when_it_comes_twice(name: str, seed: int) -> None:
    """Each letter that moved the table on plays nothing when it is sent once more as another mail.

    The record says so for good.
    """
    rng = Random(seed)
    table = Table.open(name, seed=f"{seed:02x}", clock=lambda: AT)
    for _ in range(12):
        seat = rng.choice(table.owed()).seat
        letter, position = table.report_number(seat), table.position
        order = chosen(table.choices(seat).families, rng).written
        table.play(seat, order, reply=letter)
        if table.outcome:
            break
        if table.position != position and not order.startswith(suite(name).any_time):
            assert told(table, seat, order, letter)[0] != "played", order
    sound(table)
