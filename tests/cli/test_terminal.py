"""Records, deck lists, mails and file names reach a terminal only as characters that are shown."""

import ast
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.api import Table
from referee.cli import run
from referee.cli.terminal import tell
from referee.record.file import text
from referee.verify import export

EVIL = "\x1b]0;gone\x07\x1b[2J\x9b31m\u202egnorw\r"
"""Renames the window, clears it, changes a colour, turns the text, goes back over it."""
FORBIDDEN = {"Cc", "Cf", "Zl", "Zp"}
CLI = Path(__file__).parents[2] / "referee" / "cli"


def harmful(shown: str) -> list[str]:
    """The characters in a text that a terminal would obey; a line end is not one."""
    return [char for char in shown if char != "\n" and unicodedata.category(char) in FORBIDDEN]


def strings(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every text in a document, in its keys too."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, str):
            yield (*path, key)
        elif isinstance(item, dict | list):
            yield from strings(item, (*path, key))


def changed(doc: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """A document with one text in it turned evil, at its end."""
    spoilt = json.loads(json.dumps(doc))
    holder = spoilt
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] += EVIL
    return spoilt  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def records() -> list[list[dict[str, Any]]]:
    """The documents of a game with all kinds of words in it: whole, and a seat's."""
    table = Table.open("thunder", seed="07", options={"players": "thor:Anna,loki:Bert"})
    table.play("loki", "deploy ravens, hel, frigg\nsay hello\n\nnote well")
    table.play("thor", "draw {why not} !?\nchallenge z\n\nhello there")
    table.write_down("abandon", reason="nobody came", events=[])
    return [
        [dict(doc) for doc in Table.load(data).documents]
        for data in (table.record.encode(), export.redacted(table, "loki"))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("which", [0, 1])
def test_no_text_of_a_record_harms_a_terminal(
    records: list[list[dict[str, Any]]], which: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every text of a record, one after another: show, explain, check, verify and audit tell nothing harmful."""
    docs, path, seen = records[which], tmp_path / "record.yaml", set[str]()
    for number, doc in enumerate(docs):
        for place in strings(doc):
            what = ".".join(str(step) for step in place if not isinstance(step, int)) + str(doc.get("kind"))
            if what in seen or place[0] in {"salt", "leaves", "seal", "key", "link"}:
                continue
            seen.add(what)
            path.write_bytes(text([*docs[:number], changed(doc, place), *docs[number + 1 :]]))
            for verb in ("show", "check"):
                run((verb, str(path)))
                assert not harmful("".join(capsys.readouterr())), (verb, place)
    assert len(seen) > 20


@pytest.mark.parametrize("verb", [["verify"], ["audit"], ["moves"], ["explain", "1"], ["list"], ["export"]])
def test_no_verb_harms_a_terminal(
    records: list[list[dict[str, Any]]],
    verb: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The other verbs, with evil where it is not held to any form: in a reason, in a name of a file."""
    path = tmp_path / f"evil{EVIL.replace('/', '')}.yaml"
    docs = [*records[0][:-1], changed(records[0][-1], ("reason",))]
    path.write_bytes(text(docs))
    given = [verb[0], str(path), *verb[1:]] if verb != ["list"] else ["--home", str(tmp_path), "list"]
    run(given)
    told = "".join(capsys.readouterr())
    assert told
    assert not harmful(told)


def test_what_is_told_is_made_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line by itself, on stdout and on stderr."""
    tell(f"one\n{EVIL}")
    tell(EVIL, err=True, nl=False)
    out, err = capsys.readouterr()
    assert out.split("\n")[0] == "one"
    assert "<U+001B>]0;gone<U+0007><U+001B>[2J<U+009B>31m<U+202E>gnorw<U+000D>" in out
    assert not harmful(out + err)


@pytest.mark.slow
def test_all_verbs_write_by_the_one_way() -> None:
    """No module of the command line prints by itself, but the one that makes it harmless."""
    for path in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                assert path.name == "terminal.py" or name not in {"click.echo", "click.secho", "print"}, (
                    path,
                    name,
                )
