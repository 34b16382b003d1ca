"""A look first (H32) by mail: the answer has one link that plays what was written, and nobody else gets a letter."""

import os
import re
from pathlib import Path
from typing import cast
from urllib.parse import unquote

import pytest
from awkward.world import begin, simple

from referee.api import Table
from referee.record.entries import Letter


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


def test_h32_a_look_is_answered_to_its_writer_alone_and_its_tap_plays(tmp_path: Path) -> None:
    """H32 The look plays nothing and tells the other nothing; the link, sent as it is, plays; sent again, nothing."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    before = Table.load(world.home.record_path("g1")).position
    came = world.post(simple(world, "loki", "draw"))
    assert came.to("thor") == []
    (answer,) = came.to("loki")
    shown = answer.text
    assert answer.mail["Subject"].startswith("To confirm: ")
    assert "Allowed: draw\n" in shown
    assert "Not played" not in shown
    (link,) = re.findall(r"^  <(mailto:\S+confirm)>$", shown, re.MULTILINE)
    body = unquote(link.partition("&body=")[2])
    assert body == f"@{before} draw\r\nconfirm"
    assert Table.load(world.home.record_path("g1")).position == before
    (receipt,) = world.post(simple(world, "loki", body)).to("loki")
    assert "> confirm" not in receipt.text
    after = Table.load(world.home.record_path("g1")).position
    assert after > before
    world.post(simple(world, "loki", body))
    assert Table.load(world.home.record_path("g1")).position == after


def test_the_word_alone_is_told_what_it_says(tmp_path: Path) -> None:
    """H32 `confirm` without orders plays nothing, and its answer says what to send."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    (answer,) = world.post(simple(world, "loki", "confirm")).to("loki")
    assert "There are no orders in this letter." in answer.text
    assert not re.search(r"Answer:\n\n", answer.text)


def test_only_the_first_order_of_a_look_is_ruled_on_and_the_others_follow(tmp_path: Path) -> None:
    """H32 What comes after it depends on what it brings; nothing is told twice."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    (answer,) = world.post(simple(world, "loki", "draw\ndraw\nsay hello")).to("loki")
    assert answer.text.count("Allowed:") == 1
    assert answer.text.count("To be played after that.") == 1
    assert answer.text.count("nothing in this letter counts") == 0


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_look_tells_what_would_happen_and_how_it_is_confirmed_alone(tmp_path: Path, language: str) -> None:
    """H32 Neither the table, which is as it was, nor other moves; nor a deadline where there is none."""
    orders = {"en": "draw\ndraw\ndraw", "de": "ziehe\nziehe\nziehe"}[language]
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    world.post(simple(world, "loki", f"language {language}"))
    (answer,) = world.post(simple(world, "loki", orders)).to("loki")
    confirmed = {"en": "confirm", "de": "bestätigung"}[language]
    taps = [f"| {orders.replace(chr(10), ', ')}, {confirmed}"]
    for told in (answer.text, answer.html):
        for heading in ("THE TABLE\n", "WHAT YOU MAY DO", "DER TISCH\n", "WAS DU TUN KANNST", ">The table<"):
            assert heading not in told
        assert "deadline" not in told
        assert "Frist" not in told
    assert [line for line in answer.text.splitlines() if line.startswith("| ")] == taps
    assert len(re.sub(r"<mailto:[^>]*>", "", answer.text).split()) < 130


def test_the_word_alone_in_answer_to_a_look_plays_what_was_looked_at(tmp_path: Path) -> None:
    """H32 What people write: `confirm`, and nothing else. Once, in answer to that letter, with no order beside it."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    before = Table.load(world.home.record_path("g1"))
    (look,) = world.post(simple(world, "loki", "draw\nDraw")).to("loki")
    answer = f"In-Reply-To: {look.mail['Message-ID']}\n".encode() + simple(
        world, "loki", "Yes please!\nconfirm"
    )
    (receipt,) = world.post(answer).to("loki")
    after = Table.load(world.home.record_path("g1"))
    assert len(after.view("loki").loki.hand) == len(before.view("loki").loki.hand) + 2
    assert [line.raw for line in cast("Letter", after.entries[-1]).lines] == [
        "Yes please!",
        "draw",
        "Draw",
        "confirm",
    ]
    assert "To confirm" not in receipt.mail["Subject"]
    again = f"In-Reply-To: {look.mail['Message-ID']}\n".encode() + simple(world, "loki", "confirm, or not?")
    world.post(again)
    assert Table.load(world.home.record_path("g1")).view("loki") == after.view("loki")


def test_a_look_is_confirmed_in_one_line_as_its_link_is_labelled(tmp_path: Path) -> None:
    """H32 `draw, confirm`, as the text of the link says it."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    before = Table.load(world.home.record_path("g1"))
    world.post(simple(world, "loki", "draw, confirm"))
    after = Table.load(world.home.record_path("g1"))
    assert len(after.view("loki").loki.hand) == len(before.view("loki").loki.hand) + 1


def test_what_an_order_would_do_is_a_sentence_of_its_own(tmp_path: Path) -> None:
    """H32 Whether it is allowed stands in one line, what it would do below it."""
    world = begin(tmp_path / "home")
    world.post(simple(world, "loki", "confirm yes"))
    (move,) = [
        one
        for one in Table.load(world.home.record_path("g1")).moves("loki")
        if re.fullmatch(r"lay \S+ A1", one)
    ][:1]
    (answer,) = world.post(simple(world, "loki", move)).to("loki")
    assert f"   Allowed: {move}\n   It would lie face down at A1" in answer.text
