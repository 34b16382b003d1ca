"""Hand-edited YAML is read as YAML 1.2, within limits, and every mistake is reported with its place."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.util import plainyaml, yaml_documents
from referee.util.errors import Faulty
from referee.util.plainyaml import ManyFaulty, faults_of, read_all, read_file, read_text

KINDS = ["CSafeLoader", "SafeLoader"]


@pytest.fixture(params=[kind for kind in KINDS if hasattr(yaml, kind)], autouse=True)
def loader(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every test here runs with the C classes and with the pure Python ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_documents, "LOADER", getattr(yaml, request.param))
        yield request.param


def faults(text: str | bytes) -> list[tuple[str, str]]:
    """What is wrong with a text: place and key of each mistake."""
    with pytest.raises(Faulty) as caught:
        read_text(text, "f")
    return [(fault.where, fault.why.key) for fault in faults_of(caught.value)]


def fault(text: str | bytes) -> Faulty:
    """The only mistake in a text."""
    with pytest.raises(Faulty) as caught:
        read_text(text, "f")
    assert not isinstance(caught.value, ManyFaulty)
    return caught.value


# Scalars by YAML 1.2

TEXTS = re.findall(
    r"\S+",
    """no No on off yes Y n 1:30 12:30:45 1_000 0b1 0o8 08x 0x -0x1 +0o7 1e 1e+ e3 5e3x . -. .e1 = 1-0 2026-11-20
    2026-11-20T10:00:00Z nULL tRUE +.nan .iNF 1,5 +-1 -a 0o 1.2.3""",
)


@pytest.mark.parametrize("written", TEXTS)
def test_what_only_looks_like_something_is_text(written: str) -> None:
    """YAML 1.1 has types for many of these; the core schema of 1.2 has none."""
    assert read_text(f"x: {written}\ny: [{written.replace(',', '')}]", "f").value["x"] == written


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("NULL", None),
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("false", False),
        ("False", False),
        ("FALSE", False),
        ("0", 0),
        ("-0", 0),
        ("017", 17),
        ("08", 8),
        ("+12", 12),
        ("-3", -3),
        ("0o17", 15),
        ("0x1Fa", 506),
        (str(2**53 - 1), 2**53 - 1),
        (str(1 - 2**53), 1 - 2**53),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("-1.5e-3", -0.0015),
        ("5e3", 5000.0),
        ("+1E2", 100.0),
        ("'12'", "12"),
        ('"true"', "true"),
        ("''", ""),
        ('"\\u00e4\\n"', "ä\n"),
        ("|-\n  12", "12"),
        (">-\n  null", "null"),
        ("Thor's Mjölnir ⚡ 🔨", "Thor's Mjölnir ⚡ 🔨"),
    ],
)
def test_the_core_schema(written: str, value: Any) -> None:
    """Null, booleans, whole numbers and fractions as YAML 1.2 writes them; quoted values are text."""
    read = read_text(f"x: {written}\n", "f").value["x"]
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    "number",
    [
        str(2**53),
        str(-(2**53)),
        "9" * 5000,
        "0x" + "f" * 20,
        "0o" + "7" * 30,
        "1e999",
        "-1e999",
        ".inf",
        "-.Inf",
        "+.INF",
        ".nan",
    ],
)
def test_numbers_that_other_readers_change_are_refused(number: str) -> None:
    """Too large to be exact, or not a number."""
    assert faults(f"a: 1\nx: [{number}]") == [("f:2:5", "yaml-number")]


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**53, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab ö:#-", max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


HALVES = re.compile(r"\\ud[89a-f]")
"""JSON writes a character beyond U+FFFF as two halves, which YAML does not join."""


@pytest.mark.slow
@given(values)
def test_json_is_read_as_json(value: Any) -> None:
    """YAML 1.2 holds JSON: whatever is written as ASCII JSON comes back the same, of the same types."""
    text = json.dumps(value)
    assume(not HALVES.search(text))
    read = read_text(text, "f").value
    assert (read, repr(read)) == (value, repr(value))


@given(st.text("+-.0123456789abcdefoxXEeINFnultrasyN~_:", min_size=1, max_size=6))
def test_what_json_reads_as_a_number_or_word_is_no_text(written: str) -> None:
    """A plain scalar that gives text is nothing that JSON reads."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    with contextlib.suppress(Faulty):
        read = read_text(f"x: {written}", "f").value["x"]
        assume(isinstance(read, str))
        with pytest.raises(ValueError):
            json.loads(read, parse_constant=refuse)


@pytest.mark.slow
@given(values, st.booleans())
def test_what_the_library_writes_is_read_as_written(value: Any, flow: bool) -> None:
    """A value dumped with every text quoted comes back the same, in block style and in flow style."""

    class Quoting(yaml.SafeDumper):
        """Quotes every text, and never refers back."""

        def ignore_aliases(self, data: Any) -> bool:
            return data is not None or True

    Quoting.add_representer(
        str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
    )
    text = yaml.dump(value, Dumper=Quoting, default_flow_style=flow, width=40)
    assert read_text(text, "f").value == value


# Bounds


@pytest.mark.parametrize("depth", [20, 21])
@pytest.mark.parametrize("form", ["[{}]", "- {}", '{{"a": {}}}', "\n{}"])
def test_twenty_deep_and_no_deeper(form: str, depth: int) -> None:
    """Twenty nested maps or lists are read; one more is refused where it begins."""
    if form == "\n{}":
        text = "".join(f"\n{' ' * n}a:" for n in range(depth)) + " 1"
    else:
        text = "1"
        for _ in range(depth):
            text = form.format(text)
    if depth == 20:
        read_text(text, "f")
    else:
        mistake = fault(text)
        assert mistake.why.key == "yaml-too-deep"
        assert mistake.why.params == {"deepest": 20}


@pytest.mark.share(3)
@pytest.mark.parametrize("start", ["[", "{", "- ", "? ", "[{", '{"a":', "[[],", "[\n"])
def test_endless_nesting_is_refused_without_a_crash(start: str) -> None:
    """200,000 beginnings and no end, which would overflow the stack of a composer."""
    assert faults(start * (200_000 // len(start)))[-1][1] in {"yaml-too-deep", "yaml-and-so-on"}


def test_too_long_a_text_is_refused_unread() -> None:
    """The limit counts characters, or bytes where bytes are given; at the limit a text is read."""
    assert read_text("ää", "f", limit=2).value == "ää"
    assert read_text("ää".encode(), "f", limit=4).value == "ää"
    for text in ("[[[", b"[[["):
        with pytest.raises(Faulty) as caught:
            read_text(text, "f", limit=2)
        assert (caught.value.where, caught.value.why.key) == ("f", "yaml-too-long")
        assert caught.value.why.params == {"limit": 2}


def test_after_twenty_mistakes_reading_stops() -> None:
    """A file with a thousand mistakes reports twenty, and that there are more."""
    found = faults("- *a\n" * 1000)
    assert found[:20] == [(f"f:{n}:3", "yaml-alias") for n in range(1, 21)]
    assert found[20:] == [("f:20:3", "yaml-and-so-on")]


# What is not allowed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: &x 1", [("f:1:4", "yaml-anchor")]),
        ("a: *x", [("f:1:4", "yaml-alias")]),
        ("*x : 1", [("f:1:1", "yaml-alias")]),
        ("a: &x {b: *x}", [("f:1:4", "yaml-anchor"), ("f:1:11", "yaml-alias")]),
        ("a: !!str 1", [("f:1:4", "yaml-tag")]),
        ("a: ! 1", [("f:1:4", "yaml-tag")]),
        ("!!map {a: 1}", [("f:1:1", "yaml-tag")]),
        ("!!python/object/apply:os.system [ls]", [("f:1:1", "yaml-tag")]),
        ("!x a: 1", [("f:1:1", "yaml-tag")]),
        ("%TAG ! tag:x\n---\na", [("f:1:1", "yaml-tag")]),
        ("%YAML 1.1\n---\na", [("f:1:1", "yaml-version")]),
        ("a: 1\nb: 2\na: 3\n'b': 4", [("f:3:1", "yaml-duplicate-key"), ("f:4:1", "yaml-duplicate-key")]),
        ("- {a: 1, b: {a: 1, a: 2}}", [("f:1:20", "yaml-duplicate-key")]),
        ("<<: {a: 1}", [("f:1:1", "yaml-merge")]),
        ("1: a\ntrue: b\n~: c\n1.10: d", [(f"f:{n}:1", "yaml-key-not-text") for n in range(1, 5)]),
        (
            "? [a, {b: 1, b: 2}]\n: 3\nc: 4",
            [("f:1:3", "yaml-key-not-text"), ("f:1:14", "yaml-duplicate-key")],
        ),
        ("{[a]: 1, {b: 2}: 3}", [("f:1:2", "yaml-key-not-text"), ("f:1:10", "yaml-key-not-text")]),
        ("a: &x 1\nb: [1\n", [("f:1:4", "yaml-anchor"), ("syntax", "")]),
    ],
)
def test_what_is_refused_and_where(text: str, found: list[tuple[str, str]]) -> None:
    """Anchors, aliases, tags, merges, keys given twice or not text: each is reported with its place, all at once."""
    told = faults(text)
    if found[-1][0] == "syntax":  # the two kinds of loader see the end of a text at different places
        assert told[-1][1] == "yaml-syntax"
        told, found = told[:-1], found[:-1]
    assert told == found


def test_a_key_given_twice_names_its_first_line() -> None:
    """However often it is given, the first line is named."""
    with pytest.raises(ManyFaulty) as caught:
        read_text("x: 1\nä: 1\nä: 2\nä: 3", "f")
    params = [one.why.params for one in caught.value.faults]
    assert params == [{"name": "ä", "first": 2}, {"name": "ä", "first": 2}]


def test_equal_keys_of_different_maps_are_no_mistake() -> None:
    """The same key may stand in every row."""
    assert read_text("- {a: 1}\n- {a: 2, b: {a: 3}}", "f").value == [{"a": 1}, {"a": 2, "b": {"a": 3}}]


@pytest.mark.parametrize("text", ["[1, 2", "a: b: c", "a: 'x", "a: ]", "- a\nb", "@x", "a: %x"])
def test_broken_syntax_is_told_with_a_place(text: str) -> None:
    """The library's errors become ours."""
    mistake = fault(text)
    assert mistake.why.key == "yaml-syntax"
    assert mistake.where.startswith("f:")
    assert mistake.why.params["problem"]


@pytest.mark.parametrize(
    ("text", "where"), [("\ta: 1", "f:1:1"), ("a:\n\tb: 1\n", "f:2:1"), ("a:\n  \tb: 1\n  c\n", "f:2:3")]
)
def test_a_tab_before_a_line_is_called_a_tab(text: str, where: str) -> None:
    """Nobody sees it."""
    mistake = fault(text)
    assert (mistake.why.key, mistake.where) == ("yaml-tab", where)


def test_broken_syntax_is_told_where_it_is() -> None:
    """Line and column count from 1."""
    mistake = fault("a: 1\nb: c: d\n")
    assert mistake.where == "f:2:5"


def test_what_was_never_closed_names_the_line_it_began() -> None:
    """A bracket open to the end of the file is reported where it begins."""
    assert fault("a: 1\nb: [1\n\n\n").why.params["since"] == 2


@pytest.mark.parametrize(
    "code", [0x0, 0x7, 0x1B, 0x7F, 0x85, 0x9B, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF, 0xD800]
)
def test_characters_that_nobody_types_are_refused(code: int) -> None:
    """Controls, line breaks of YAML 1.1 only, a mark in mid-text, lone surrogates: with line and column."""
    mistake = fault(f"a: 1\r\nb: 'ö{chr(code)}'")
    assert (mistake.where, mistake.why.key) == ("f:2:6", "yaml-character")
    assert mistake.why.params == {"code": f"U+{code:04X}"}


def test_a_lone_half_written_as_an_escape_is_refused() -> None:
    """No text results that cannot be written as UTF-8."""
    assert faults('a: "\\ud800"')[0][1] in {"yaml-character", "yaml-syntax"}


def test_other_escapes_are_read() -> None:
    """A record may hold controls that a player mailed, written as escapes."""
    assert read_text('"\\x07\\e\\0\\N\\u2028"', "f").value == "\x07\x1b\0\x85\u2028"


def test_a_mark_at_the_beginning_is_passed_over() -> None:
    """A file saved with a byte order mark is read, and its columns are right."""
    assert read_text(b"\xef\xbb\xbfa: 1", "f").value == {"a": 1}
    assert read_text("\ufeffa: 1", "f").place(("a",)) == "f:1:4"


@pytest.mark.parametrize(
    ("text", "where", "byte"),
    [
        (b"a: \xe4", "f:1:4", "0xE4"),
        ("ä: 1\r\nb: ".encode() + b"\xff", "f:2:4", "0xFF"),
        ("a".encode("utf-16"), "f:1:1", "0xFF"),
    ],
)
def test_what_is_not_utf8_is_told_with_its_place(text: bytes, where: str, byte: str) -> None:
    """The first wrong byte, by the line and column it would have."""
    mistake = fault(text)
    assert (mistake.where, mistake.why.key, mistake.why.params) == (where, "yaml-not-utf8", {"byte": byte})


@given(st.binary(max_size=60) | st.text("[]{}:,-?&*!|>'\"%#\n \tab1<.", max_size=60))
def test_no_text_does_anything_but_be_read_or_refused(text: str | bytes) -> None:
    """Whatever is given, the answer is a value or a `Faulty`."""
    try:
        told = json.dumps([one.value for one in read_all(text, "f")])
    except Faulty as mistake:
        told = " ".join(one.where for one in faults_of(mistake))
    assert told.startswith(("[", "f"))


# Places

TEXT = """\
# a comment
thor:
- card: ravens
  copies: 9
-   card: hel
    notes: [a, {b: ö, c: 1}]
loki:
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), "2:1", "2:1"),
        (("thor",), "3:1", "2:1"),
        (("thor", 0), "3:3", "3:3"),
        (("thor", 0, "card"), "3:9", "3:3"),
        (("thor", 1, "card"), "5:11", "5:5"),
        (("thor", 1, "notes"), "6:12", "6:5"),
        (("thor", 1, "notes", 0), "6:13", "6:13"),
        (("thor", 1, "notes", 1), "6:16", "6:16"),
        (("thor", 1, "notes", 1, "c"), "6:26", "6:23"),
        (("loki",), "7:6", "7:1"),
    ],
)
def test_every_value_and_key_has_its_place(path: tuple[str | int, ...], value: str, key: str) -> None:
    """Line and column from 1, in characters, of a value and of its key."""
    marked = read_text(TEXT, "my deck.yaml")
    assert marked.place(path) == f"my deck.yaml:{value}"
    assert marked.place(path, key=True) == f"my deck.yaml:{key}"


@pytest.mark.parametrize(
    "path", [("thor", 0, "strength"), ("thor", 0, "card", "x"), ("thor", 2), ("odin", 1)]
)
def test_what_is_not_there_is_missed_where_it_is_missed(path: tuple[str | int, ...]) -> None:
    """A path that leads nowhere ends at the last value on the way."""
    marked = read_text(TEXT, "f")
    known = {"thor": "3:3" if len(path) == 3 else "3:1", "odin": "2:1"}[str(path[0])]
    known = "3:9" if path[-1] == "x" else known
    assert marked.place(path) == marked.place(path, key=True) == f"f:{known}"


def test_line_breaks_of_all_kinds_count_once() -> None:
    """The places are those an editor shows."""
    for end in ("\n", "\r\n", "\r"):
        assert read_text(f"a: 1{end}{end}b: 2{end}", "f").place(("b",)) == "f:3:4"


@pytest.mark.slow
@given(values)
def test_there_is_a_place_for_every_part(value: Any) -> None:
    """Walking a value, each step leads to a place of its own at or after that of its parent."""

    def walk(part: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
        yield path
        steps = enumerate(part) if isinstance(part, list) else part.items() if isinstance(part, dict) else ()
        for step, inner in steps:
            yield from walk(inner, (*path, step))

    text = json.dumps(value)
    assume(not HALVES.search(text))
    marked = read_text(text, "f")
    spots = [marked.spot(path) for path in walk(marked.value, ())]
    assert spots == sorted(set(spots))


# Files and documents


def test_a_stream_of_documents() -> None:
    """Each document has its value, and places counted from the beginning of the file."""
    documents = read_all("---\na: 1\n---\nb: 2\n...\n---\n", "f")
    assert [one.value for one in documents] == [{"a": 1}, {"b": 2}, None]
    assert documents[1].place(("b",)) == "f:4:4"
    assert read_all("# nothing\n", "f") == []


def test_one_document_where_one_is_wanted() -> None:
    """A second one is refused where it begins; an empty file gives None."""
    mistake = fault("a: 1\n---\nb: 2\n")
    assert (mistake.where, mistake.why.key, mistake.why.params) == (
        "f:3:1",
        "yaml-several-documents",
        {"count": 2},
    )
    empty = read_text("", "f")
    assert (empty.value, empty.place(())) == (None, "f:1:1")
    assert read_text("%YAML 1.2\n---\na", "f").value == "a"


def test_a_file_is_read_under_its_name(tmp_path: Path) -> None:
    """Every place names the path as it was given."""
    path = tmp_path / "deck.yaml"
    path.write_bytes("ö: [1]\n".encode())
    marked = read_file(path)
    assert (marked.value, marked.place(("ö", 0))) == ({"ö": [1]}, f"{path}:1:5")
    assert read_file(str(path)) == marked


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    """No more than the bound is read."""
    path = tmp_path / "deck.yaml"
    path.write_bytes(b"'12345'")
    assert read_file(path, limit=7).value == "12345"
    with pytest.raises(Faulty) as caught:
        read_file(path, limit=6)
    assert caught.value.why.key == "yaml-too-long"


def test_a_file_that_is_not_there_or_no_file(tmp_path: Path) -> None:
    """A missing file, an impossible name, a folder: reported by name."""
    for name in (tmp_path / "none.yaml", "a\0b"):
        with pytest.raises(Faulty) as caught:
            read_file(name)
        assert (caught.value.where, caught.value.why.key) == (str(name), "file-missing")
    with pytest.raises(Faulty) as caught:
        read_file(tmp_path)
    assert caught.value.why.key == "file-unreadable"
    assert caught.value.why.params == {"name": str(tmp_path), "error": "EISDIR"}


def test_many_mistakes_are_told_line_by_line() -> None:
    """A single mistake is raised as it is; several are one exception that lists each."""
    one, two = Faulty("a", where="f:1:1"), Faulty("b", where="f:2:1", x=1)
    plainyaml.raise_all([])
    with pytest.raises(Faulty) as caught:
        plainyaml.raise_all([one])
    assert caught.value is one
    assert faults_of(one) == (one,)
    with pytest.raises(ManyFaulty) as many:
        plainyaml.raise_all([one, two])
    assert faults_of(many.value) == (one, two)
    assert str(many.value) == "f:1:1: a {}\nf:2:1: b {'x': 1}"
