"""Letters in text/enriched (RFC 1896), which some programs write instead of HTML: shown as HTML that says the same."""

import re

PARAM = re.compile(r"<param>[^<]*</param>", re.IGNORECASE)
AS_TYPED = re.compile(r"</?nofill>", re.IGNORECASE)
SIGN = re.compile(r"<<|<(/?)([A-Za-z0-9-]{1,60})>|[<&]")
BREAK = re.compile(r"\n+")


def html_of(enriched: str) -> str:
    """HTML with the text of a part, its line breaks, and its excerpts as quotes.

    One line break is a blank, and of several one is left out, except where it is to be shown as it was typed.
    """
    pieces = AS_TYPED.split(PARAM.sub("", enriched))
    filled = (SIGN.sub(_shown, piece) for piece in pieces)
    return "".join(
        piece.replace("\n", "<br>") if at % 2 else BREAK.sub(_filled, piece)
        for at, piece in enumerate(filled)
    )


def _filled(breaks: re.Match[str]) -> str:
    """What is shown of line breaks that stand together."""
    return "<br>" * (len(breaks[0]) - 1) or " "


def _shown(sign: re.Match[str]) -> str:
    """What HTML has for a tag, or for a sign that would begin one."""
    if sign[2]:
        return f"<{sign[1]}blockquote>" if sign[2].lower() == "excerpt" else ""
    return "&amp;" if sign[0] == "&" else "&lt;"
