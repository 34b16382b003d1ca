"""The independent verifier, one file that shares nothing with the referee, on finished games of both kinds."""

import ast
import json
import mailbox
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.forging import (
    DOCUMENT,
    VERIFY,
    as_process,
    bare,
    compiled,
    documents,
    lp,
    mac,
    marked,
    other,
    proof_of,
    sealed,
    sha,
    verify,
    with_proof,
    wrong,
)

from referee.api import Table
from referee.house.games import find
from referee.record.entries import Line as RulingLine
from referee.table.rulings.effects import PlayFor, RollBack
from referee.table.rulings.entry import rule
from referee.testing.chance import chosen
from referee.testing.random_games import TIME, options_given
from referee.util.values import Value

GAMES = {"thunder": "no-action-left", "odins_table": "drawn"}
ROOT = Path(__file__).parents[2]


class Played(Value, dict=True):
    """A finished game by mail: its record, and the letters of all seats, by name."""

    record: bytes
    letters: Mapping[str, bytes]
    bare: Mapping[str, bytes]


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A whole game by mail."""
    out = tmp_path_factory.mktemp(request.param) / "demo"
    command = [sys.executable, "-m", "referee", "demo", "--game", request.param]
    command += ["--example", GAMES[request.param], "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603  ourselves
    letters = {path.stem: path.read_bytes() for path in out.glob("home/post/sent/*/*.eml")}
    bared = {name: bare(data) for name, data in letters.items()}
    return Played((out / "record.yaml").read_bytes(), letters, bared)


@pytest.fixture
def put(tmp_path: Path) -> Callable[[bytes, Mapping[str, bytes]], tuple[Path, Path]]:
    """Write a record and letters; returns where they are."""

    def written(record: bytes, letters: Mapping[str, bytes]) -> tuple[Path, Path]:
        folder, path = tmp_path / "letters", tmp_path / "record.yaml"
        folder.mkdir(exist_ok=True)
        path.write_bytes(record)
        for name, data in letters.items():
            (folder / f"{name}.eml").write_bytes(data)
        return folder, path

    return written


def changed(found: list[bytes], first: int = 0) -> Iterator[tuple[str, int, list[bytes]]]:
    """Each kind of field changed once, where it first stands: its name, its entry, the documents with the change."""
    known: set[str] = set()
    for number, document in enumerate(found[first:], first):
        lines, kind, section = document.decode().split("\n"), "", ""
        for at, line in enumerate(lines):
            section = line.split(":")[0] if line[:1].isalpha() else section
            kind = line.split()[-1] if section == "kind" and line.startswith("kind:") else kind
            for name, new in fields_changed(line):
                head = re.findall(r'- {"event": "(\w+)"', line) if section == "events" else ()
                what = " ".join(filter(None, (kind if section != "events" else "", section, *head, name)))
                if what in known:
                    continue
                known.add(what)
                mutant = "\n".join([*lines[:at], new, *lines[at + 1 :]]).encode()
                yield what, number, [*found[:number], mutant, *found[number + 1 :]]


def fields_changed(line: str) -> Iterator[tuple[str, str]]:
    """Each field of a line that means something: its name, and the line with another value."""
    lead, dash, text = line.partition("- {")
    if dash and not lead.strip():
        fact = json.loads("{" + text)
        for name, value in fact.items():
            if value != [] and not (isinstance(value, str) and not re.search(r"\w", value)):
                yield name, f"{lead}- {json.dumps(fact | {name: another(value)}, ensure_ascii=False)}"
    elif ":" in line and not line.endswith(":") and '""' not in line and "[]" not in line:
        yield line.strip().split(":")[0], other(line)


def another(value: Any) -> Any:
    """Another value of the same kind; 1 for nothing."""
    if isinstance(value, bool | None):
        return not value if isinstance(value, bool) else 1
    return json.loads(other(json.dumps(value))) if not isinstance(value, str) else other(value)


def test_it_is_one_short_file_of_the_standard_library() -> None:
    """At most 200 lines of less than 120 columns; it imports the standard library alone, and nothing of the referee."""
    source = VERIFY.read_text("utf-8")
    assert source.count("\n") <= 200
    assert max(map(len, source.splitlines())) < 120
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= (
                {node.module or ""} if isinstance(node, ast.ImportFrom) else {one.name for one in node.names}
            )
    assert names
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
    assert not re.search(r"__import__|importlib|exec\(|eval\(", source)


@pytest.mark.slow
def test_a_finished_game_is_verified(played: Played, put: Any) -> None:
    """Run as a process on the letters, with the record or without, it finds nothing wrong.

    Of the record alone, it says what it lacks.
    """
    letters, record = put(played.record, played.letters)
    for given in ([record], [letters], [letters, record]):
        code, said = as_process(*given)
        assert "WRONG" not in said
        assert code == (0 if letters in given else 2), said
        assert said.count("(not checked: ") == (0 if letters in given else 1), said
        counts = {what: int(n) for n, what in re.findall(r"(\d+) x ([a-z ]+)", said)}
        records = (record in given) + 2 * (letters in given)  # each seat was given its own
        assert counts["mark"] == counts["seal"] == counts["number"] == records * len(documents(played.record))
        assert counts["lot"] >= 2
        assert counts["shuffle"] >= 2
        assert counts["root"] >= 2
        assert counts["card drawn"] >= 12
        if letters in given:
            assert counts["opening"] >= 12
            assert counts["seal of a letter"] >= len(played.letters)


@pytest.mark.slow
def test_all_kinds_of_mailboxes_are_read(played: Played, put: Any, tmp_path: Path) -> None:
    """An mbox file, a Maildir and single mails are read as the folder is, with the record in the last letter."""
    box, maildir = mailbox.mbox(tmp_path / "mbox"), mailbox.Maildir(tmp_path / "maildir")
    for data in played.letters.values():
        box.add(data)
        maildir.add(data)
    box.close()
    folder, _ = put(b"", played.letters)
    code, said = as_process(folder)
    assert code == 0
    assert as_process(tmp_path / "mbox") == (0, said)
    assert as_process(tmp_path / "maildir") == (0, said)
    assert as_process(*sorted(folder.iterdir())) == (0, said)


@pytest.mark.slow
def test_every_field_changed_in_the_record_is_named(played: Played, put: Any) -> None:
    """Whatever is changed in the file, its mark names the entry; if the marks are made right, its seal does."""
    found = documents(played.record)
    kinds = 0
    for what, entry, mutant in changed(found):
        after = DOCUMENT.findall(played.record)
        after[entry] = mutant[entry] + after[entry][-71:]
        for record in (b"".join(after), marked(mutant)):
            _, path = put(record, {})
            code, said = verify(path)
            assert code == 1, (what, entry)
            assert wrong(said, f"entry {entry}", f"entry {entry + 1}") or what.startswith("opening"), (
                what,
                said,
            )
        kinds += 1
    print(f"{kinds} kinds of fields changed in the record, each named as it is and with its marks mended")
    assert kinds > 100


@pytest.mark.slow
def test_a_mark_changed_is_named(played: Played, put: Any) -> None:
    """A wrong mark is named with its entry, also in the last entry."""
    found = DOCUMENT.findall(played.record)
    for number in (0, len(found) // 2, len(found) - 1):
        mutant = [*found]
        mutant[number] = other(found[number].decode().rstrip("\n")).encode() + b"\n"
        code, said = verify(put(b"".join(mutant), {})[1])
        assert code == 1
        assert wrong(said, f"entry {number}")


REACH = (
    *("opening id", "opening seats", "opening commit", "opening options card", "opening options copies"),
    *("events Shuffled (deck|cards)", "events (Dealt|SixShown) cards", "events (Drew|Replaced) card"),
    *("events DeckFixed (deck|count|root)", "events SecretTold secret", "events Accepted by", r"\w+ lots"),
)
"""Changes that are wrong in themselves, no matter who seals them: no letter is needed to find them."""


@pytest.mark.slow
def test_what_a_keeper_forges_is_named(played: Played, put: Any) -> None:
    """Sealed again, a changed lot, card, root, secret or commitment does not fit the rest of the record.

    A change of anything else (times, prose, what a line said) shows only in the letters that were sent since.
    """
    found, letters = documents(played.record), played.bare
    alone: list[str] = []
    only: list[str] = []
    for what, _, mutant in changed(found):
        if what.endswith(("leaves loki", "leaves thor", "leaves odin", "leaves onlooker", "seal")):
            continue
        try:
            record = sealed(mutant)
        except (AssertionError, ValueError):
            continue
        folder, path = put(record, letters)
        code, said = verify(path)
        (alone if code == 1 else only).append(what)
        if code != 1 and len(only) % 12 == 1:
            code, said = verify(path, folder)
            assert code == 1, what
            assert wrong(said, r"letter \S+"), (what, said)
    missed = [one for one in REACH for what in only if re.fullmatch(one, what)]
    print(f"{len(alone)} kinds named by the record alone: {', '.join(alone)}")
    print(f"{len(only)} kinds named by letters only: {', '.join(only)}")
    assert not missed
    assert len(alone) >= 12


@pytest.mark.slow
def test_lots_and_words_changed_are_named(played: Played, put: Any) -> None:
    """Any lot, word of a player or line before a lot is changed, and the record sealed again: the change is named.

    Of a lot, the size, outcome, order and place are changed.
    """
    text = [document.decode() for document in documents(played.record)]
    done = 0
    for number in range(len(text)):
        line = re.search(r"^lots: (\[\[.*)$", text[number], re.MULTILINE)
        mutants: list[str] = []
        if line:
            lots = json.loads(line[1])
            for at, (label, size, result, *when) in enumerate(lots):
                first = (
                    [[*result[1:], result[0]], *when]
                    if len(result) > 1
                    else [[(result[0] + 1) % (size + 1)], *when]
                )
                ones = ([label, size, *first], [label + " x", size, result, *when]) if size > 1 else ()
                mutants += [json.dumps([*lots[:at], one, *lots[at + 1 :]]) for one in ones]
            mutants = [text[number].replace(line[1], one) for one in mutants]
        elif '"words": ""' in text[number]:
            mutants = [text[number].replace('"words": ""', '"words": "a wolf howls"')]
        for mutant in mutants:
            record = sealed([one.encode() for one in (*text[:number], mutant, *text[number + 1 :])])
            code, said = verify(put(record, {})[1])
            assert code == 1, mutant
            assert wrong(said, r"entry \d+"), said
            done += 1
    print(f"{done} lots and words changed, sealed anew, each named")
    assert done >= 4


@pytest.mark.slow
def test_a_line_changed_before_a_lot_changes_the_lot(played: Played, put: Any) -> None:
    """Later lots are bound to the lines before them: after another line they fall differently, except by chance."""
    text = [document.decode() for document in documents(played.record)]
    drawn = [
        n
        for n, one in enumerate(text)
        if n > 2 and re.search(r'^lots: \[\["[^"]+", ([^1]|\d\d+),', one, re.MULTILINE)
    ]
    if not drawn:
        pytest.skip("no later lot in this game could have fallen otherwise")
    named = []
    for number in range(3, drawn[-1]):
        move = re.search(r'"verdict": "played", "move": "()', text[number])
        if move:
            at = move.start(1)
            mutant = f"{text[number][:at]}re{text[number][at:]}"
            record = sealed([one.encode() for one in (*text[:number], mutant, *text[number + 1 :])])
            named.append(verify(put(record, {})[1])[0])
    print(f"{sum(named)} of {len(named)} lines changed before a lot, sealed anew, named by a lot")
    assert sum(named) * 3 > len(named) > 3


@pytest.mark.slow
def test_entries_lost_added_or_moved_are_named(played: Played, put: Any) -> None:
    """An entry is left out, doubled or moved, and the record sealed again: numbers name it.

    Entries lost at the end are named by the letters.
    """
    found = documents(played.record)
    middle = len(found) // 2
    mutants = (
        [*found[:middle], *found[middle + 1 :]],
        [*found[:middle], found[middle], *found[middle:]],
        [*found[:middle], found[middle + 1], found[middle], *found[middle + 2 :]],
    )
    for mutant in mutants:
        code, said = verify(put(sealed(mutant), {})[1])
        assert code == 1
        assert wrong(said, f"entry {middle}", f"entry {middle + 1}")
    folder, path = put(sealed(found[:-1]), played.bare)
    assert verify(path)[0] == 2
    code, said = verify(path, folder)
    assert code == 1
    assert wrong(said, r"letter \S+")
    for torn in (played.record[:-1], played.record + b"x", played.record[1:], b""):
        assert verify(put(torn, {})[1])[0] == 1


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the single values of this stand."""
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*path, key))
    else:
        yield path


def altered(value: Any, path: tuple[Any, ...]) -> Any:
    """The same, with another value in that place."""
    if not path:
        swap = {"L": "R", "R": "L"}
        return value + 1 if isinstance(value, int) else swap.get(value) or other(value)
    copy = dict(value) if isinstance(value, dict) else [*value]
    copy[path[0]] = altered(value[path[0]], path[1:])
    return copy


@pytest.mark.slow
def test_every_field_of_a_proof_is_named(played: Played, put: Any) -> None:
    """If any field of a proof in a letter is changed, that letter or a later one is named.

    The fields are card, nonce, place, deck, path, root, commitment, seal and name.
    """
    proofs = {name: proof_of(data) for name, data in played.bare.items()}
    some = [next(name for name, one in proofs.items() if "roots" in one)]
    some += [name for name, one in proofs.items() if "openings" in one and name not in some][:2]
    done = 0
    for name in some:
        for path in places(proofs[name]):
            if path[0] in ("format", "signature", "signer", "words"):
                continue  # words only say the seal again; signatures are out of reach of the standard library
            mutant = with_proof(played.bare[name], partial(altered, path=path))
            folder, record = put(played.record, {**played.bare, name: mutant})
            for given in ([folder], [folder, record])[bool(done % 4) :]:
                code, said = verify(*given)
                assert code == 1, (name, path)
                assert wrong(said, rf"letter {name}", r"letter \S+"), (name, path, said)
            done += 1
    print(f"{done} fields of proofs changed, each named")
    assert done >= 40


@pytest.mark.slow
def test_a_seal_changed_in_a_letter_is_named(played: Played, put: Any) -> None:
    """A letter that shows another seal is named."""
    for name in sorted(played.letters)[:: max(1, len(played.letters) // 8)]:
        seal = re.search(rb"^\w+ ([0-9a-f]{64})\b", played.bare[name], re.MULTILINE)
        assert seal
        mutant = played.bare[name].replace(seal[1], other(seal[1].decode()).encode(), 1)
        folder, record = put(played.record, {**played.bare, name: mutant})
        code, said = verify(folder, record)
        assert code == 1
        assert wrong(said, f"letter {name}"), said
        (folder / f"{name}.eml").write_bytes(played.bare[name])


@pytest.mark.slow
def test_nothing_that_it_is_given_makes_it_fall(played: Played, tmp_path: Path) -> None:
    """Rubbish, any damage, hostile records and letters: it says so in a line or finds nothing, but never crashes."""
    deep = b"---\n" + b"".join(b" " * n + b"a:\n" for n in range(0, 9000, 2)) + b"... # " + b"0" * 64 + b"\n"
    nested = b"---\nentry: " + b"[" * 100_000 + b"\n... # " + b"0" * 64 + b"\n"
    entry = b'---\nentry: 0\nid: g\nseats: ["a", "b"]\nformat: 2\ncommit: ""\n'
    huge = entry + b'lots: [["x", ' + b"9" * 5000 + b", [0]]]\n... # " + b"0" * 64 + b"\n"
    lots = (
        entry.replace(b"format: 2", b"format: 1") + b'events:\n  - {"event": "SecretTold", "secret": "00"}\n'
    )
    cruel = [
        lots + b"lots: " + one + b'\nseal: "00"\n... # ' + b"0" * 64 + b"\n"
        for one in (
            b'[["x", 1e400, [0]]]',
            b'[["x", 99999999999999, [0]]]',
            b'[["x", 0, [0]]]',
            b"[[[], -5, [1, 2]]]",
            b'{"a": 1}',
            b'[["\\ud800", 3, [0]]]',
            b'[["x", 3, [0], -9]]',
            b'[["x", 3]]',
            b"7",
            b'[["x", 1000000000000, []]]',
        )
    ]
    mail = b"Message-ID: <g.a.1@x>\nContent-Type: application/json; name=x.proof.json\n\n"
    mails = [
        mail + one
        for one in (
            b"[]",
            b"{",
            b'{"seal": 7}',
            b'{"roots": []}',
            b'{"openings": [{}]}',
            b'"',
            b"9" * 9999,
            b"\0" * 99,
        )
    ]
    mails.append(b"Message-ID: <g.a." + b"9" * 9999 + b"@x>\n\nSeal " + b"0" * 64 + b" \n")
    mails.append(
        b"Content-Type: multipart/mixed; boundary=x\n\n"
        + b"--x\nContent-Type: multipart/mixed; boundary=x\n\n" * 400
    )
    for n, data in enumerate(
        [
            b"",
            b"\0" * 1000,
            b"---\n",
            deep,
            nested,
            huge,
            *cruel,
            *mails,
            b"{",
            b"[[]]",
            b'{"a": 1}',
            b"From \nFrom \n",
        ]
    ):
        (tmp_path / f"bad{n}").write_bytes(data)
        code, _ = verify(tmp_path / f"bad{n}")
        assert code == 1 or data in mails
    assert as_process(tmp_path / "bad3")[0] == 1
    assert as_process(tmp_path / "not there")[0] == 1
    assert as_process()[0] == 1
    rng, some = Random("hostile"), next(name for name, data in played.bare.items() if proof_of(data))
    for _ in range(60):
        for data, name in ((played.record, "record.yaml"), (played.bare[some], "one.eml")):
            mutant = bytearray(data)
            for _ in range(rng.choice((1, 3, 30))):
                mutant[rng.randrange(len(mutant))] = rng.randrange(256)
            (tmp_path / name).write_bytes(bytes(mutant))
            verify(tmp_path / name)


def test_our_own_vectors_are_reproduced() -> None:
    """The formulas of the file give what our vectors of fair lots say."""
    known: dict[str, Any] = {"__name__": "verify"}
    exec(compiled(), known)  # noqa: S102  ours
    done = 0
    for one in json.loads((ROOT / "tests" / "vectors" / "fair_lots.json").read_bytes()):
        game, secret, heard = one["game"].encode(), bytes.fromhex(one["secret"]), known["begun"](one["words"])
        assert sha(lp(b"pbem/commit/v1", game, secret)).hex() == one["commit"]
        words = [item.encode() for seat in sorted(one["words"]) for item in (seat, one["words"][seat])]
        seed = mac(secret, lp(b"pbem/seed/v1", game, *words, b""))
        assert seed.hex() == one["seed"]
        streams: dict[str, Any] = {}
        for deck in one["decks"]:
            label, cards = deck["deck"].removesuffix(" 2"), deck["cards"]
            stream = streams.setdefault(label, known["flow"](seed, "pbem/stream/v1", label))
            order = known["lot"](len(cards), len(cards), stream)
            assert order == deck["order"]
            assert all(
                known["opened"](one["game"], {**deck, **card}) == deck["root"] for card in deck["openings"]
            )
            done += len(deck["openings"])
        for n, draw in enumerate(one["later"], 1):
            label, size, result = draw["lot"]
            told = (game.decode(), n.to_bytes(8, "big"), heard, label)
            stream = known["flow"](secret, "pbem/draw/v1", *told)
            assert known["lot"](size, len(result), stream) == result
            assert heard.hex() == draw["heard"]
            heard = [heard, *known["hear"](heard, *one["lines"][n % len(one["lines"])])][-1]
            done += 1
    assert done > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_rulings_and_rollbacks_are_followed(name: str, tmp_path: Path) -> None:
    """A game that was rolled back is right to the last card, with the same lots and with others.

    The keeper played some of its lines for a seat.
    """
    game, rng = find(name), Random("ruled on")
    table = Table.open(name, seed="0b", options=options_given(game, 1), clock=lambda: TIME)
    for letters in range(400):
        if table.outcome:
            break
        seat = rng.choice([one.seat for one in table.owed()])
        line = chosen(table.choices(seat).families, rng).written
        if letters % 25 == 24:
            back = rng.randrange(len(table.entries) - 6, len(table.entries) - 1)
            rule(
                table, [RollBack(back, rng.choice(("same", "redeal")))], by="keeper", reason="a test", at=TIME
            )
        elif letters % 25 == 12:
            written = (RulingLine(1, f"play {seat}: {line}", "played", f"play {seat}: {line}"),)
            rule(table, [PlayFor(seat, (line,))], by="keeper", reason="a test", at=TIME, lines=written)
        else:
            table.play(seat, [line])
    if not table.outcome:
        table.play(table.owed()[0].seat, [f"resign {table.id}"])
    (tmp_path / "record.yaml").write_text(table.record, "utf-8")
    code, said = verify(tmp_path / "record.yaml")
    assert table.record.count('"event": "RolledBack"') > 2
    assert (code, "WRONG" in said) == (2, False), said
    assert said.count("not checked") == 1
