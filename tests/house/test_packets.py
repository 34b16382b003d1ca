"""What stands in the letters of a dispute (H20, H21): the packet, in its order and whole; what one tap answers."""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from awkward.world import Out, World, copy
from support.disputed import OLAF, disputed, table, taps, write

from referee.desk.letters.due import due
from referee.record.entries import Letter, Ruling
from referee.table.replay import held_lines
from referee.telling.handbook import rule_said
from referee.telling.packet import Packet, packet_text
from referee.telling.sentences import reader_of

ORDERS = "draw\nlay frost giant A2\nlay frost giant C2"
"""Loki draws (3.1) and lays (3.2); the third is refused, for Loki has one Frost Giant."""
WHAT = "dispute 3.2: it may lie there"


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """Before a dispute of Loki's, and after both have spoken."""
    folder = tmp_path_factory.mktemp("packets")
    found = {"on": disputed(folder / "on")}
    write(found["on"], "loki", ORDERS)
    found["heard"] = copy(found["on"], folder / "heard")
    write(found["heard"], "loki", WHAT)
    write(found["heard"], "thor", "statement: it may not")
    return found


@pytest.fixture
def on(worlds: Mapping[str, World], tmp_path: Path) -> World:
    """Loki is on turn, and something was refused."""
    return copy(worlds["on"], tmp_path / "home")


@pytest.fixture
def heard(worlds: Mapping[str, World], tmp_path: Path) -> World:
    """The arbiter may rule."""
    return copy(worlds["heard"], tmp_path / "home")


def flat(text: str) -> str:
    """A text with its lines run together."""
    return " ".join(text.split())


def arbiter(world: World, body: str, number: int = 0) -> tuple[Out, list[str]]:
    """The arbiter writes: the letter that answers, and what became of each line."""
    before = len(table(world).points)
    out = write(world, "arbiter", body, number).to("arbiter")[-1]
    entry = next(point.entry for point in table(world).points[before:] if isinstance(point.entry, Ruling))
    return out, [one.verdict for one in entry.lines]


def test_h20_the_packet_is_whole(heard: World) -> None:
    """Each line, how it was read, each rule that it was held to, what happened: all of it stands in the packet."""
    on = table(heard)
    case = on.index.house.docket.case
    reader = reader_of(on.game, on.content, on.view(None), "en")
    text = flat(packet_text(Packet(on, case, len(on.points))))
    foot = text.partition("THE RULES THAT THE ORDERS WERE HELD TO")[2]
    (n,) = [
        k
        for k, point in enumerate(on.points)
        if getattr(point.entry, "digest", "") and "C2" in str(point.entry)
    ]
    for one in held_lines(on, n):
        assert flat(f"| {one.line.number}> {one.line.raw}") in text
        assert one.tried is not None
        for number, rule, _ in one.tried.rules:
            said = flat(rule_said(reader, number, rule))
            told = re.findall(rf"\[{re.escape(number)}(?: \(\d\))?\] {re.escape(said)}", foot)
            assert len(told) == 1, rule
            assert re.search(rf"Kept: [^A-Z]*\b{re.escape(number)}\b|BROKEN \[{re.escape(number)}\]", text)
    for happened in (
        "Loki draws Nightmare",
        "Loki lays Frost Giant face down at A2",
        "it may lie there",
        "it may not",
    ):
        assert happened in text
    assert "It came on" in text


def test_h20_the_order_in_dispute_comes_first_with_the_text_of_the_rules_that_decided(on: World) -> None:
    """What was written at 3.2, how it was read, what happened; then the tables, other orders, rules that were kept."""
    (out,) = write(on, "loki", WHAT).to("arbiter")
    text = flat(out.text)
    wanted = [
        "WHAT IS DISPUTED",
        "IN DISPUTE, at 3.2, of Loki",
        "played, read as: lay frost-giant A2 | 2> lay frost giant A2",
        "Loki lays Frost Giant face down at A2. [5.1]",
        "By rule 5.1: ",
        "refused [5.1], read as: lay frost-giant C2 | 3> lay frost giant C2",
        "BROKEN [5.1] You lay a card from your hand.",
        "HOW TO ANSWER",
        "THE TABLE BEFORE, at 3.0, as seen by Thor",
        "A LETTER OF Loki, ruled on at position 3.0",
        "played, read as: draw | 1> draw",
        "told above | 2> lay frost giant A2",
        "THE RULES THAT THE ORDERS WERE HELD TO, each once",
    ]
    places = [text.find(one) for one in wanted]
    assert -1 not in places, [one for one, at in zip(wanted, places, strict=True) if at < 0]
    assert places == sorted(places)
    folded = out.html.partition("THE TABLE BEFORE")[0].rpartition('class="quiet"')
    assert "IN DISPUTE" in folded[0], "the order in dispute stands in letters of their usual size"
    assert "HOW TO ANSWER" in folded[0], "what may be left out begins below"


def test_h20_who_raises_a_dispute_gets_one_letter_with_the_packet(on: World) -> None:
    """The receipt tells of the packet and holds it; the next letter tells neither again."""
    (out,) = write(on, "loki", WHAT).to("loki")
    text = flat(out.text)
    assert "You dispute what was ruled, or what happened, at 3.2: [H20] | it may lie there" in text
    assert "is shown the table at 3.2 as seen by Thor and you" in text
    assert "YOUR PACKET" in text
    (after,) = write(on, "loki", "withdraw dispute", 1).to("loki")
    assert "YOUR PACKET" not in after.text
    assert "is shown the table" not in flat(after.text)
    ours = [one for one in after.mail["References"].split() if one.startswith("<g1.")]
    assert ours[-1] == out.mail["Message-ID"], "no letter between them is named"
    sending = on.desk.games.sending("g1")
    before = out.raw.decode()
    assert sending.again("loki", int(out.name.split(".")[2])) == out.name.removesuffix(".eml")
    (same,) = [one for one in on.send() if one.name == out.name]
    assert same.raw.decode() == before


def test_h20_what_raises_it_may_be_withheld_and_the_packet_comes_with_the_next_letter(on: World) -> None:
    """A player whose answer is withheld is told of the packet all the same."""
    with on.desk.held():
        on_ = on.desk.games.table("g1")
    write(on, "loki", WHAT)
    with on.desk.held():
        now = on.desk.games.table("g1")
        n = len(on_.points)
        told = now.index.number("loki", n)
        (one,) = due(now, "loki", told, withheld=lambda k: k == n)
        assert one.until == n + 1
        (plain,) = due(now, "loki", told)
        assert plain.until == n


def test_h20_one_tap_withdraws_or_tells_the_judge_and_each_is_understood(on: World) -> None:
    """Who raised it may withdraw; the other finds a statement to send or to change, until one is sent."""
    came = write(on, "loki", WHAT)
    assert taps(came.to("loki")[-1])[:1] == ["withdraw dispute"]
    answers = [one for one in taps(came.to("thor")[-1]) if one.startswith("statement")]
    assert answers == ["statement: Loki is right.", "statement: It was ruled rightly."]
    stated = write(on, "thor", answers[0])
    assert stated.lines == ("answered: statement: Loki is right.",)
    assert not [one for out in stated.to("thor") for one in taps(out) if one.startswith("statement")]
    assert write(on, "loki", "withdraw dispute", 1).lines == ("answered: withdraw dispute",)


def test_h21_one_tap_of_the_arbiter_rules_and_each_example_names_the_dispute(heard: World) -> None:
    """`uphold` with a reason, or back to where the order was written, or first what that would be."""
    (out,) = write(heard, "arbiter", "packet").to("arbiter")
    uphold, back, what_if = taps(out)
    assert uphold == "uphold\nbecause: it was ruled by rule 5.1."
    assert back == "roll back to 3.0\nbecause: it was not ruled by the rules."
    assert what_if == "what if roll back to 3.0"
    assert "7.2" not in out.text
    assert "| read 3.2 line 2 as: ORDER" in out.text
    assert arbiter(heard, what_if, 1)[1] == ["answered"]
    assert arbiter(heard, uphold, 2)[1] == ["played", "played"]


def test_h21_before_all_have_spoken_no_tap_rules(on: World) -> None:
    """A tap that would be refused is not offered."""
    (out,) = write(on, "loki", WHAT).to("arbiter")
    assert taps(out) == ["what if roll back to 3.0"]


def test_h20_the_arbiter_looks_up_rules_and_cards_by_mail_and_asks_why(heard: World) -> None:
    """With a dispute or without; and `why` tells what decided, which shows nobody's cards again."""
    before = len(table(heard).points)
    out, became = arbiter(heard, "rules 4.1\ncard hel\nwhy\nWhy?\nwhy 3.2")
    assert became == ["answered"] * 5
    text = flat(out.text)
    assert "4.1 You take the top card of your own deck into your hand." in text
    assert "any one card of your pile comes back into your hand" in text
    assert text.count("IN DISPUTE, at 3.2, of Loki") == 3
    assert table(heard).points[before].entry.events == ()
    out, became = arbiter(heard, "why 3.1", 1)
    assert became == ["answered"]
    assert "IN DISPUTE, at 3.1, of Loki played, read as: draw" in flat(out.text)
    assert [type(one).__name__ for one in table(heard).points[-1].entry.events] == ["ArbiterShown"]


def test_h20_rules_are_looked_up_where_there_is_no_dispute(on: World) -> None:
    """The arbiter of a game may read up at any time; `why` has nothing to tell then."""
    out, became = arbiter(on, "rules 4.1\nwhy")
    assert became == ["answered", "refused"]
    assert "4.1 You take the top card" in out.text


HELPED = (
    ("en", "help", "With uphold it stays as it was", "| because: it was ruled by the rules."),
    ("de", "hilfe", "bestätige bleibt es, wie es entschieden war;", "| begründung: Es ist nach den Regeln"),
)


@pytest.mark.parametrize(("language", "word", "told", "example"), HELPED)
def test_h21_the_arbiter_who_asks_for_help_is_told_what_to_write_and_how_the_dispute_stands(
    tmp_path: Path, language: str, word: str, told: str, example: str
) -> None:
    """Before a dispute and in one, in the language of the arbiter; nobody else gets a letter."""
    world = disputed(tmp_path / "home", arbiter=replace(OLAF, language=language))
    write(world, "loki", ORDERS)
    before, became = arbiter(world, word)
    assert became == ["answered"]
    assert told in before.text
    assert example in before.text
    assert "7.2" in before.text
    write(world, "loki", WHAT)
    write(world, "thor", "statement: it may not")
    came = write(world, "arbiter", f"{word}\n", 1)
    (out,) = came.to("arbiter")
    assert told in out.text
    assert "it may lie there" in flat(out.text)
    assert "it may not" in flat(out.text)
    assert "7.2" not in out.text
    assert "3.2" in out.text
    assert not [*came.to("thor"), *came.to("loki")]
    assert table(world).points[-1].entry.events == ()


NOTE = "zwiebelkuchen"
NOTES = f"""draw
annotate 2.0: !? {NOTE}

annotate 9.9: {NOTE}

notes
publish yes as {NOTE}
open notes"""
"""An order, then notes and questions about notes, some of them refused."""
READERS = (None, "thor", "loki")
"""The arbiter, who votes and disputes, and whose notes they are."""


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[World], list[Out]]:
    """A dispute about a letter with notes, and about the same without; the letters of the first dispute."""
    worlds, out = [], list[Out]()
    for name, written in (("with", NOTES), ("without", "draw")):
        world = disputed(tmp_path_factory.mktemp("noted") / name)
        write(world, "loki", written)
        came = (
            write(world, "thor", "dispute 3.0: it was not so"),
            write(world, "loki", f"statement: it was{NOTES.removeprefix('draw')}"),
            write(world, "thor", "statement: it was not", 1),
            write(world, "arbiter", "packet\nwhy\nwhy 3.0\nshow 3.0 loki\nhelp"),
        )
        out += [one for each in came for one in each.out] if written == NOTES else []
        worlds.append(world)
    return worlds, out


def of_packet(world: World, seat: str | None, language: str) -> list[str]:
    """The texts of a packet, but for when letters came and what their mails are known by."""
    now = table(world)
    case = now.index.house.docket.case
    assert case is not None
    packet = Packet(now, case, len(now.points), seat=seat, language=language)
    return [
        re.sub(r"[0-9a-f]{64}", "", flat(packet_text(packet))),
        str(packet.decided_by()),
        str(packet.back()),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seat", READERS)
def test_h25_no_note_is_named_in_a_packet_nor_that_there_are_any(
    noted: tuple[list[World], list[Out]], seat: str | None, language: str
) -> None:
    """Whoever disputes, whose notes they are, and who judges get the packet that they would get without the notes."""
    with_notes, without = (of_packet(one, seat, language) for one in noted[0])
    assert "3.0" in with_notes[0]
    assert NOTE not in str(with_notes)
    assert with_notes == without


def test_h25_no_letter_of_a_dispute_names_a_note_to_others(noted: tuple[list[World], list[Out]]) -> None:
    """Text, page, subject and all else of the mails; the writer alone is answered about notes."""
    worlds, out = noted
    others = [one for one in out if one.seat in {"thor", "arbiter"}]
    assert {one.seat for one in others} == {"thor", "arbiter"}
    for one in others:
        assert NOTE not in one.all.lower()
        assert "annotate" not in one.text.lower()
    assert any(
        NOTE in line.raw for entry in worlds[0].entries() if isinstance(entry, Letter) for line in entry.lines
    )
