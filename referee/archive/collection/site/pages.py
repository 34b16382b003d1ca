"""A page is rendered from its template, with the links it needs to go up and down."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.telling.catalog import HOUSE, catalog
from referee.util import data, plainyaml
from referee.util.text import Counted

WORDS = "archive.en.yaml"
TEMPLATES = (
    WORDS,
    "archive.html",
    "archive_feed.html",
    "archive_game.html",
    "archive_games.html",
    "archive_index.html",
    "archive_left_out.html",
    "archive_parts.html",
    "archive_statistics.html",
    "archive_values.html",
    "archive.css",
    "archive.js",
)
FORM = 1
"""Of the pages as this package makes them: raised when it makes them otherwise."""


@cache
def version() -> str:
    """What stands for the templates: pages are made again when one of them changes."""
    texts = [str(FORM), *(text_of(name) for name in TEMPLATES)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


@cache
def text_of(name: str) -> str:
    """A template as it stands."""
    return data.text("templates", name)


@cache
def _words() -> Mapping[str, str]:
    content: Mapping[str, str] = plainyaml.read_text(text_of(WORDS), WORDS).value
    return content


def say(key: str, /, **params: object) -> str:
    """The words under a key, filled with values."""
    return _words()[key].format_map({name: Counted(value) for name, value in params.items()})


def page(template: str, path: str, **told: Any) -> str:
    """The page at a path of the site; in its template `top` leads up to the site's root."""
    return catalog(HOUSE).render(template, top="../" * path.count("/"), **told)


def named(text: str) -> str:
    """A text as part of a path: what can be read of it, and a digest that no other text has."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-")
    return f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}".lstrip("-")
