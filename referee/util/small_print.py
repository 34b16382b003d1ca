"""The numbers of rules at the end of a sentence, as small print on a page; what stands between backticks, in bold."""

import re

from markupsafe import Markup, escape

CITED = re.compile(r"(.*\S) (\[[^\[\]\n]{1,80}\])((?: .*)?)", re.DOTALL)
"""A sentence, the numbers at its end, and what may follow them."""
CODE = re.compile(r"`([^`\n]{1,80})`")
"""A word as it is written in an order or an option; a text has no other means to set it apart."""


def set_back(text: str) -> Markup:
    """A text of ours with the last numbers in it as small print; a text without any as it is."""
    found = CITED.fullmatch(text)
    if found is None:
        return _bold(text)
    before, numbers, after = map(_bold, found.groups())
    return Markup(f"{before} <small>{numbers}</small>{after}")  # noqa: S704  escaped


def _bold(text: str) -> Markup:
    return Markup(CODE.sub(r"<strong>\1</strong>", str(escape(text))))  # noqa: S704  escaped
