"""The layout of a record's documents."""

import datetime as dt
import io
import json
import math
import re
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.util import layout, plainyaml
from referee.util.layout import NotCanonical, read_document, read_documents, write_document

AWKWARD = [
    "no",
    "yes",
    "on",
    "off",
    "y",
    "n",
    "Y",
    "NO",
    "True",
    "null",
    "~",
    "none",
    ".nan",
    ".inf",
    "NaN",
    "1:30",
    "5e3",
    "017",
    "0o17",
    "1_000",
    "0x1F",
    "2026-11-20",
    "=",
    "<<",
    "-",
    "---",
    "...",
    "#",
    "?",
    ":",
    "|",
    ">",
    "!",
    "&",
    "*",
    "%",
    "@",
    "`",
    "[",
    "]",
    "{",
    "}",
    ",",
    "-1",
    "+1",
    ".5",
    "e3",
    "a:b",
    "a#b",
]
MORE = [
    "",
    " ",
    "a b",
    " a",
    "a ",
    "a: b",
    "a #b",
    "a\nb",
    "a\r\nb",
    "\x85",
    "\u2028",
    "\ufeff",
    "\x00",
    "\x7f",
]
LONG = [
    "\U0001f600",
    "\u202eabc",
    "\ufffe",
    '"',
    "\\",
    "\\u0041",
    "'",
    "tab\t",
    "... # " + "0" * 64,
    "Müller",
    "x" * 2000,
]
texts = st.one_of(
    st.sampled_from([*AWKWARD, *MORE, *LONG]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.from_regex(layout._WORD.pattern, fullmatch=True),
)
numbers = st.integers(1 - 2**53, 2**53 - 1)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts.filter(lambda t: len(t) <= 128), inner, max_size=4)
    ),
    max_leaves=12,
)
documents = st.dictionaries(texts.filter(lambda t: len(t) <= 128), values, max_size=6)
thorough = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def typed(value: Any) -> Any:
    """The value with its types, so that 1 and True differ."""
    if isinstance(value, dict):
        return [(key, typed(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [typed(item) for item in value]
    return type(value), value


class Yaml12(yaml.SafeLoader):
    """PyYAML with the resolvers of the YAML 1.2 core schema."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, Any]]] = {}  # noqa: RUF012


for tag, pattern, firsts in (
    ("null", r"^(?:null|Null|NULL|~|)$", "nN~"),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan)$",
        "-+.0123456789",
    ),
):
    Yaml12.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern, re.IGNORECASE), list(firsts))


@pytest.mark.slow
@thorough
@given(documents)
def test_what_is_written_is_read_back(doc: dict[str, Any]) -> None:
    """read(write(d)) == d, types and the order of keys included; and no body line looks like a marker."""
    data = write_document(doc)
    assert typed(read_document(data)) == typed(doc)
    assert not any(line.startswith((b"---", b"...", b"%")) for line in data.split(b"\n")[1:])


@pytest.mark.slow
@thorough
@given(documents)
@example({word: word for word in AWKWARD})
def test_any_yaml_reader_gives_the_same(doc: dict[str, Any]) -> None:
    """YAML 1.1 (PyYAML, both its readers), the YAML 1.2 core schema and our guarded reader read the same."""
    text = write_document(doc)
    for loader in (yaml.SafeLoader, yaml.CSafeLoader, Yaml12):
        assert typed(yaml.load(io.BytesIO(text), loader)) == typed(doc)  # noqa: S506  all three are safe loaders
    assert typed(plainyaml.read_all(text, "document")[0].value) == typed(doc)


@pytest.mark.slow
@thorough
@given(documents, st.data())
def test_a_changed_byte_is_not_canonical_or_another_document(
    doc: dict[str, Any], data: st.DataObject
) -> None:
    """Whatever the reader accepts, the writer writes byte for byte."""
    text = bytearray(write_document(doc))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at : at + data.draw(st.integers(0, 2))] = data.draw(
        st.binary(max_size=3) | st.sampled_from([b" ", b"\n", b"- ", b"  ", b'"', b"0", b"\r", b": ", b"#"])
    )
    try:
        read = read_document(bytes(text))
    except NotCanonical:
        return
    assert write_document(read) == bytes(text)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "a: no\n",
        "a: 'b'\n",
        'a: "b"\n',
        "a:  b\n",
        "a: b \n",
        "a: b # c\n",
        "a: 1.5\n",
        "a: 1e3\n",
        "a: 01\n",
        "a: -0\n",
        "a: +1\n",
        "a: NaN\n",
        "a: [NaN]\n",
        "a: 9007199254740992\n",
        "a: " + "9" * 5000 + "\n",
        "a: [1,2]\n",
        "a: [ 1]\n",
        "a: [1.0]\n",
        'a: {"b": 1}\n',
        'a: [{"b": 1}]\n',
        "a: {}\na: {}\n",
        'a: [{"b": 1, "b": 2}, 3]\n',
        "a:\n",
        "a: b\r\n",
        "a: b",
        "a: \n",
        "a: \n  b: 1\n",
        "a:\n b: 1\n",
        "a:\n   b: 1\n",
        "a:\n- b: 1\n",
        "a:\n  - b: 1\n",
        "a:\n- {}\n",
        "a:\n  - {}\n",
        "a:\n  - 1\n",
        'a:\n- {"b": 1}\n',
        'a:\n    - {"b": 1}\n',
        'a:\n  - {"b":1}\n',
        'a:\n  - {"b": 1} \n',
        'a:\n  - {"b": 1, "b": 2}\n',
        'a:\n  - {"b": 1.5}\n',
        'a:\n  - {"b": 9007199254740992}\n',
        'a:\n  - {"b": "\\u0041"}\n',
        'a:\n  - {"b": "\\ud800"}\n',
        'a:\n  - {"b": "\u2028"}\n',
        "a:\n  - {b: 1}\n",
        'a:\n  - {"b": 1}\n  c: 2\n',
        'a:\n  - {"b": 1}\n    c: 2\n',
        'a:\n  - {"' + "k" * 129 + '": 1}\n',
        'a:\n  - {"b": ' + "[" * 18 + "]" * 18 + "}\n",
        "a: 1\n  b: 2\n",
        "  a: 1\n",
        "- a: 1\n",
        "a: 1\n\nb: 2\n",
        "# c\na: 1\n",
        '"a": 1\n',
        'a: "\\u0041\\u0042!"\n',
        'a: "\u2028"\n',
        'a: "\\u2028" \n',
        'a: "\\ud800"\n',
        "a: &b c\n",
        "a: *b\n",
        "a: !!str b\n",
        "a: |\n  b\n",
        "a: " + "[" * 21 + "]" * 21 + "\n",
        "a: " + "[" * 100_000 + "\n",
        "{}\na: 1\n",
        "...\n",
        "a: 1\n---\nb: 1\n",
        f"{'k' * 129}: 1\n",
    ],
)
def test_other_layouts_are_refused(body: str) -> None:
    """YAML may well allow this text, but we would have written it differently, or not at all."""
    with pytest.raises(NotCanonical):
        read_document(b"---\n" + body.encode("utf-8", "surrogatepass"))


def test_not_a_document() -> None:
    """Without its first line, or not in UTF-8, it is not one of ours."""
    for data in (b"", b"a: 1\n", b"--- \na: 1\n", b"---\na: \xff\n", b"\xef\xbb\xbf---\na: 1\n"):
        with pytest.raises(NotCanonical):
            read_document(data)


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        math.nan,
        2**53,
        -(2**53),
        "\ud800",
        ["\udfff"],
        (1,),
        {1: 2},
        {"k" * 129: 1},
        b"a",
        dt.date(2026, 1, 1),
        {1},
    ],
)
def test_values_that_no_record_holds(value: Any) -> None:
    """Fractions, large numbers, lone surrogates, tuples and the like are refused with ValueError."""
    with pytest.raises(ValueError):
        write_document({"a": value})


def test_depth_is_bounded_on_both_sides() -> None:
    """Twenty levels are written and read by the house and by YAML; the twenty-first is refused."""
    doc: Any = "leaf"
    mixed: Any = "leaf"
    for level in range(layout.LEVELS):
        doc = {"a": doc}
        mixed = {"a": mixed} if level == layout.LEVELS - 1 else [mixed]
    for deep in (doc, mixed):
        assert read_document(write_document(deep)) == deep
        assert plainyaml.read_all(write_document(deep), "deep")[0].value == deep
    for deeper in ({"a": doc}, {"a": mixed}, {"a": [[[doc]]]}):
        with pytest.raises(ValueError):
            write_document(deeper)
    nested = (
        "---\n" + "".join(f"{'  ' * n}a:\n" for n in range(layout.LEVELS)) + "  " * layout.LEVELS + "a: 1\n"
    )
    with pytest.raises(NotCanonical):
        read_document(nested.encode())
    for lists, fits in ((10, True), (11, False)):
        line = f"{' ' * 18}a: {'[' * lists}{']' * lists}\n"
        blocks = "---\n" + "".join(f"{'  ' * n}a:\n" for n in range(9)) + line
        if fits:
            assert write_document(read_document(blocks.encode())) == blocks.encode()
            continue
        with pytest.raises(NotCanonical):
            read_document(blocks.encode())


def test_how_a_document_looks() -> None:
    """Blocks for mappings, one line for lists of scalars and lots, quotes where YAML readers disagree."""
    doc = {
        "entry": 4,
        "at": "2026-11-20T09:00:00Z",
        "answer": "no",
        "text": "one\ntwo",
        "events": [
            {"event": "Drew", "cards": ["thor.hel.1", "no"], "more": {"a": True, "b": {}}},
            {"event": "Ended"},
        ],
        "lots": [["pick", 3, [1]]],
        "none": [],
    }
    assert write_document(doc).decode() == (
        "---\n"
        "entry: 4\n"
        'at: "2026-11-20T09:00:00Z"\n'
        'answer: "no"\n'
        'text: "one\\ntwo"\n'
        "events:\n"
        '  - {"event": "Drew", "cards": ["thor.hel.1", "no"], "more": {"a": true, "b": {}}}\n'
        '  - {"event": "Ended"}\n'
        'lots: [["pick", 3, [1]]]\n'
        "none: []\n"
    )


@pytest.mark.parametrize("word", ["y", "N", "no", "On", "true", "~", "null", "nan", "1:30", "x" * 61])
def test_words_that_are_quoted(word: str) -> None:
    """Words that some reader of YAML 1.1 or 1.2 takes for something else; and digests, which all look alike."""
    assert write_document({"a": word}) == f'---\na: "{word}"\n'.encode()


def test_remembered_lines_are_not_shared() -> None:
    """A list read twice out of one record is two lists: changing one leaves the other."""
    data = write_document({"a": [1, [2]], "b": {"c": {}}, "f": [{"g": []}]})
    first, second = read_documents([data, data])
    assert first
    first["a"][1].append(2)
    first["b"]["c"]["d"] = 1
    first["f"][0]["g"].append(3)
    assert second == {"a": [1, [2]], "b": {"c": {}}, "f": [{"g": []}]}
    assert read_document(data) == second


def test_documents_of_a_record_are_refused_one_by_one() -> None:
    """A document in another layout, in a fact or elsewhere, is recognised; its neighbours are read strictly."""
    fine = write_document({"a": [{"b": "x"}, {"b": "y"}]})
    for ours, theirs in ((b'{"b": "y"}', b'{"b": "\\u0079"}'), (b'"b": "x"', b'"b":  "x"'), (b"a:", b"a :")):
        other = fine.replace(ours, theirs)
        assert other != fine
        assert read_documents([fine, other, fine]) == [read_document(fine), None, read_document(fine)]
    many = [fine] * 40
    many[20] = other
    assert [at for at, one in enumerate(read_documents(many)) if one is None] == [20]
    moved = [fine.replace(b'"x"}', b'"x"'), fine.replace(b'{"b": "x"}', b'{"b": "x"}, {"b": "x"}')]
    assert read_documents(moved) == [None, None]


def test_json_lines_are_json() -> None:
    """What stands in one line as a list is JSON, whatever the text in it."""
    line = write_document({"a": [*AWKWARD, *MORE, *LONG]}).decode().split("\n")[1]
    assert json.loads(line.removeprefix("a: ")) == [*AWKWARD, *MORE, *LONG]
