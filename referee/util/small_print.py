"""The numbers of rules at the end of a sentence, as small print on a page."""

import re

from markupsafe import Markup, escape

CITED = re.compile(r"(.*\S) (\[[^\[\]\n]{1,80}\])((?: .*)?)", re.DOTALL)
"""A sentence, the numbers at its end, and what may follow them."""


def set_back(text: str) -> Markup:
    """A text of ours with the last numbers in it as small print; a text without any as it is."""
    found = CITED.fullmatch(text)
    if found is None:
        return escape(text)
    before, numbers, after = map(escape, found.groups())
    return Markup(f"{before} <small>{numbers}</small>{after}")  # noqa: S704  escaped
