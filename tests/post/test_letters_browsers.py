"""HTML is read as browsers read it: the same words shown, hidden and quoted as by a parser of the standard."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.post.reading.markup import FOREIGN, UNSEEN, lines_of_html

html5lib = pytest.importorskip("html5lib")

TAGS = (
    "div", "p", "span", "b", "s", "a", "ul", "li", "dl", "dt", "blockquote", "h1", "pre",
    "style", "script", "title", "object", "font", "br", "hr", "center",
)  # fmt: skip
WITHIN = ("", " hidden", " style='display:none'", ' x="\'"', ' a=b"', ' class="gmail_quote"', "/")
WORD = re.compile(r"w\d+w")
PIECE = st.one_of(
    st.just("word "),
    st.just("word "),
    st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(WITHIN)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    # Text directly in a table is moved before it by browsers, so these pieces have none.
    st.sampled_from(["<table><tr><td>", "<table><td>", "</table>"]),
    st.sampled_from(["<html>", "</html>", "<head>", "</head>", "<body>", "</body>"]),
    st.sampled_from(
        ["<!--", "-->", "<!-->", "<!x>", "</ x>", "<", '"', "'", ">", "=", "&lt;", "<p a='", "<?x", "--!>"]
    ),
)


def numbered(pieces: list[str]) -> str:
    """The pieces, with a different word in each place."""
    return "".join(f"w{at}w " if piece == "word " else piece for at, piece in enumerate(pieces))


def in_the_tree(html: str) -> dict[str, str]:
    """How each word appears in the standard's tree: own or quoted; hidden ones are missing."""
    found: dict[str, str] = {}

    def walk(node: Any, state: str) -> None:
        name = node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""
        classes = node.get("class") or ""
        hidden = name in UNSEEN | {"title"} or node.get("hidden") is not None
        if not name or hidden or "none" in (node.get("style") or ""):
            return
        state = "quoted" if name == "blockquote" or "gmail_quote" in classes else state
        texts = [node.text or ""]
        for child in node:
            walk(child, state)
            texts.append(child.tail or "")
        found.update({word: state for text in texts for word in WORD.findall(text)})

    walk(html5lib.parse(html, namespaceHTMLElements=False), "own")
    return found


def in_lines(html: str) -> dict[str, str]:
    """How each word appears in our reading."""
    lines = lines_of_html(html)[0]
    return {word: "quoted" if line.why else "own" for line in lines for word in WORD.findall(line.text)}


@settings(max_examples=60)
@given(st.lists(PIECE, max_size=14))
def test_words_are_shown_hidden_and_quoted_as_in_a_browser(pieces: list[str]) -> None:
    """Whatever tags are open, wrongly nested, never closed or badly quoted."""
    html = numbered(pieces)
    assert in_lines(html) == in_the_tree(html)


def test_drawings_and_formulas_are_known() -> None:
    """Drawings and formulas, which are never part of a letter, count as hidden."""
    assert set(FOREIGN) <= UNSEEN
