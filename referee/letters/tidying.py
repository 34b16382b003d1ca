"""HTML of strangers made small and plain before a parser builds a tree of it: in one pass, whatever it is made of."""

import re
from collections.abc import Iterator
from html import escape, unescape

TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:_-]{0,40})((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
ATTRIBUTE = re.compile(r"([a-zA-Z_-]{1,20})(?:\s{0,20}=\s{0,20}(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
NAMED = re.compile(r"</?([a-zA-Z][a-zA-Z0-9:_-]{0,40})")
_KEPT = "id class style hidden name type"
KEPT = frozenset(_KEPT.split())
_UNSEEN = (
    "script style head template noscript title svg math iframe object audio video canvas select textarea button xmp"
    " noembed noframes applet s strike del"
)
UNSEEN = frozenset(_UNSEEN.split())
"""Elements whose content is never part of what somebody wrote, or was struck out. Of those in `RAW` it is no HTML either."""
_RAW = "script style title textarea xmp noembed noframes iframe"
RAW = frozenset(_RAW.split())
ATTRIBUTES_LIMIT = 4 * 1024
VALUE_LIMIT = 500


def tidied(html: str) -> str:
    """The same HTML with only the tags, and of them only the attributes, that decide what is shown; comments are gone.

    A sign `<` that begins no tag is text. Time grows with the length alone.
    """
    return "".join(_pieces(html))


def _pieces(html: str) -> Iterator[str]:
    at, size, strict = 0, len(html), True
    while at < size:
        sign = html.find("<", at)
        sign = size if sign < 0 else sign
        yield html[at:sign].replace(">", "&gt;")
        if sign == size:
            return
        tag = TAG.match(html, sign) if strict else None
        if tag:
            at = tag.end()
            yield _tag(tag[1], tag[2].lower(), tag[3])
            if not tag[1] and tag[2].lower() in RAW:
                at = _behind_raw(html, at, tag[2].lower())
        elif html.startswith(("<!", "<?"), sign):
            at = _behind(html, sign, "-->" if html.startswith("<!--", sign) else ">")
        elif name := NAMED.match(html, sign):
            # A quotation mark that is never closed: from here on they mean nothing, so that nobody looks for the end again.
            strict = False
            at = _behind(html, name.end(), ">")
            yield _tag("/" if html[sign + 1] == "/" else "", name[1].lower(), html[name.end() : at])
        else:
            yield "&lt;"
            at = sign + 1


def _behind(html: str, at: int, mark: str) -> int:
    found = html.find(mark, at)
    return len(html) if found < 0 else found + len(mark)


def _behind_raw(html: str, at: int, name: str) -> int:
    """Where the end tag of an element begins that holds no HTML: at the end of all if it is missing."""
    found = re.compile(f"</{name}", re.IGNORECASE).search(html, at)
    return found.start() if found else len(html)


def _tag(slash: str, name: str, attributes: str) -> str:
    if slash:
        return f"</{name}>"
    kept = [
        f' {match[1].lower()}="{_value(match)}"'
        for match in ATTRIBUTE.finditer(attributes[:ATTRIBUTES_LIMIT])
        if match[1].lower() in KEPT
    ]
    return f"<{name}{''.join(kept[:10])}>"


def _value(match: re.Match[str]) -> str:
    """A value as it is meant, written anew: marks and all."""
    return escape(unescape((match[2] or match[3] or match[4] or "")[:VALUE_LIMIT]))
