"""A look first (H32) by mail: the answer has one link that plays what was written, and nobody else gets a letter."""

import os
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from awkward.world import begin, simple

from referee.api import Table


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
    (link,) = re.findall(r"^  <(mailto:\S+confirm)>$", shown, re.MULTILINE)
    body = unquote(link.partition("&body=")[2])
    assert body == f"@{before} draw\r\nconfirm"
    assert Table.load(world.home.record_path("g1")).position == before
    world.post(simple(world, "loki", body))
    after = Table.load(world.home.record_path("g1")).position
    assert after > before
    world.post(simple(world, "loki", body))
    assert Table.load(world.home.record_path("g1")).position == after
