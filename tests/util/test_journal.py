"""The log: one line for each event, whatever its values, and never a secret."""

import io
import json
import logging
import re
import threading
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.ways.tries import told
from referee.util.journal import Journal, harmless

AT = datetime(2026, 11, 21, 18, 30, 47, 120_000, tzinfo=UTC)
SECRET = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105  nobody's


def lines(form: str, **values: object) -> list[str]:
    """What is written for one event."""
    out = io.StringIO()
    Journal(form, out, lambda: AT).tell("letter-in", **values)
    return out.getvalue().splitlines()


def test_an_event_as_text_and_as_json() -> None:
    """The time to the millisecond, the event, and its values."""
    assert lines("text", letter="x-1", size=5) == ["2026-11-21T18:30:47.120Z letter-in letter=x-1 size=5"]
    assert [json.loads(line) for line in lines("json", letter="x-1", size=5)] == [
        {"at": "2026-11-21T18:30:47.120Z", "event": "letter-in", "letter": "x-1", "size": 5}
    ]


@pytest.mark.slow
@given(st.text(max_size=400), st.sampled_from(["text", "json"]))
def test_whatever_is_told_is_one_line_of_plain_characters(text: str, form: str) -> None:
    """Line ends, terminal escapes, quotes, half characters: nothing forges a line or a value."""
    (line,) = lines(form, subject=text, size=1)
    assert line.isprintable()
    assert line.isascii()
    assert len(line) < 4000
    if form == "json":
        assert json.loads(line)["size"] == 1
    else:
        assert re.fullmatch(r'\S+ letter-in subject=("[^"]*"|[^ "]+) size=1', line)


@pytest.mark.parametrize(
    "text",
    [
        f"referee+{SECRET}@games.example",
        f"550 <referee+{SECRET.upper()}@games.example> unknown",
        f"x {SECRET} y",
        "a+b.g1.thor.9.c6q4m2zwnh3ka7xe@games.example",
    ],
)
def test_no_secret_is_told(text: str) -> None:
    """The part of an address from the plus, and text that looks like a seat's secret."""
    for form in ("text", "json"):
        (line,) = lines(form, to=text)
        assert SECRET not in line.lower()
        assert "c6q4" not in line
        assert "***" in line


def test_trouble_is_told_once_for_each_change() -> None:
    """Not each time it is seen; its end is reported too."""
    out = io.StringIO()
    journal = Journal("text", out, lambda: AT)
    journal.right("a")
    for error in ("x", "x", "y", "x"):
        journal.wrong("a", error)
        journal.wrong("b", "z")
    journal.right("a")
    journal.right("a")
    told = [line.split(" ", 1)[1] for line in out.getvalue().splitlines()]
    assert told == [
        "trouble part=a error=x",
        "trouble part=b error=z",
        "trouble part=a error=y",
        "trouble part=a error=x",
        "mended part=a",
    ]


def test_what_libraries_log_is_an_event(caplog: pytest.LogCaptureFixture) -> None:
    """For an error, its kind and place are shown, not its message, which may come from a letter."""
    out = io.StringIO()
    logger = logging.getLogger("referee.test_journal")
    handler = Journal("json", out, lambda: AT)
    logger.addHandler(handler)
    try:
        raise ValueError("secret orders")  # noqa: TRY301
    except ValueError:
        logger.exception("letter %s\n", "x")
    logger.info("not told")
    logger.removeHandler(handler)
    (line,) = out.getvalue().splitlines()
    told = json.loads(line)
    assert told["event"] == "error"
    assert told["text"] == "letter x\\n"
    assert told["error"] == "ValueError"
    assert told["place"].startswith("test_journal.py:")
    assert "orders" not in line
    assert caplog.records


def test_a_log_that_cannot_be_written_stops_nobody() -> None:
    """The terminal is gone, or the disk is full: letters are still answered."""

    class Full(io.StringIO):
        """A stream after which the disk is full."""

        def write(self, _text: str) -> int:
            """Write nothing."""
            raise OSError(28, "No space left on device")

    Journal("text", Full()).tell("x")
    closed = io.StringIO()
    closed.close()
    Journal("text", closed).tell("x")


def test_lines_of_several_threads_do_not_mix() -> None:
    """Each line is complete."""
    out = io.StringIO()
    journal = Journal("text", out, lambda: AT)

    def tell(n: int) -> None:
        for _ in range(200):
            journal.tell("e", n="0189"[n] * 50)  # no letters that a secret could hold

    threads = [threading.Thread(target=tell, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(re.fullmatch(r"\S+ e n=(\d)\1{49}", line) for line in out.getvalue().splitlines())
    assert out.getvalue().count("\n") == 800


def test_a_secret_is_hidden_whatever_touches_it() -> None:
    """A server that quotes our subject in a changed form brings no secret into a log."""
    secret = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105  nobody's
    for text in (f"550 =5B{secret}=5D", f"x{secret}", f"{secret}9", secret.upper()):
        assert secret not in str(harmless(text)).lower()
        assert secret not in told(text).lower()
