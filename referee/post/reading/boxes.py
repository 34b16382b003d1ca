"""What mail programs write into classes, ids and styles of HTML, from which quotes are recognized: tables.

    box            holds what is quoted, and ends where it ends
    announcement   holds only the words above a quote ("On Friday X wrote:", From, Sent, To, Subject); the quote follows
    line           is drawn where the quote begins: everything after it is quoted

Names are looked for anywhere in a class or an id, because programs add parts to the names that others gave:
`x_`, `ecx`, `yiv123`, `ydp4a`, `m_-123`, `gmail-`, `_mr_css_attr`.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Box(StrEnum):
    """What an element says about the text in it."""

    OWN = ""
    QUOTED = "quoted"
    ORIGINAL = "original"
    SIGNATURE = "signature"
    ANNOUNCES = "announces"
    LINE = "line"


def _any_of(names: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, names.split())))


ANNOUNCES: Final = _any_of(
    """gmail_attr moz-cite-prefix moz-email-headers outlookmessageheader ms-outlook-mobile-reference-message mail-quote-header
    quote_header quote-header quoteheader quote_attribution quote-attribution reply_header reply-header replyheader airmail_on
    mail_oringinal_describe zmail_extra_hr yahoo-quoted-begin yahoo_quoted_begin reply-intro replyintro forwardintro"""
)
"""Classes and ids of elements that stand above a quote."""
LINES: Final = _any_of(
    """divrplyfwdmsg divrpf appendonsend zwchr stopspelling qtdseparatebr convhr olk_src_body_section __divider__ beforequote:
    _mailoriginal"""
)
"""Classes, ids, names and titles of elements, often empty, placed where the answered mail begins."""
BOXES: Final = _any_of(
    """quot gmail_extra moz-forward-container yahoo_quoted zmail_extra replymail_content_wrap
    mac_outlook_attribution messagereplysection isreplycontent isforwardcontent replybody forwardbody origbody original_html
    original-message originalmessage original_message oringinal edo-original edo-reply history_container pbconvbody nh_extra
    hs_reply mail-editor-reference-message onecomwebmail previous-message previous_message previousmessage"""
)
"""Classes, ids and names of boxes that hold the answered mail; any name with "quot" in it means the same."""
SIGNATURES: Final = re.compile(
    "signature|bloop_sign|edo-signature|zm-_id_-sgn|spneditorsign|tutanota_sign|lineBreakAtBeginningOfSignature".lower()
)
WORD: Final = re.compile(
    r"border-top\s*:\s*solid\s+#[0-9a-f]{6}\s+1(?:\.0)?pt\s*;\s*padding\s*:\s*3(?:\.0)?pt\s"
    r"|border-top-color\s*:\s*rgb\(229, ?229, ?229\)|border-top\s*:\s*(?:1px\s+solid|solid\s+1px)\s+rgb\(229, ?229, ?229\)",
    re.IGNORECASE,
)
"""The thin line that Outlook, Foxmail and Windows Mail draw above From, Sent, To and Subject, in any language."""


def names_of(attributes: Mapping[str, str]) -> str:
    """All names that an element bears, in lower case: classes, id, name, and the mark that Zimbra gives it."""
    given = (attributes.get(key, "") for key in ("class", "id", "name", "data-marker"))
    return " ".join(given).lower()


def box_of(tag: str, attributes: Mapping[str, str]) -> Box:
    """What an element says about the text in it; `Box.OWN` if nothing."""
    if not attributes:
        return Box.QUOTED if tag == "blockquote" else Box.OWN
    names = names_of(attributes)
    if (tag == "hr" and attributes.get("tabindex") == "-1") or LINES.search(
        f"{names} {attributes.get('title', '')}"
    ):
        return Box.LINE
    if tag == "blockquote" or attributes.get("type", "").lower() == "cite":
        return Box.QUOTED
    if ANNOUNCES.search(names) or (tag in {"div", "p"} and WORD.search(attributes.get("style", ""))):
        return Box.ANNOUNCES
    if SIGNATURES.search(names):
        return Box.SIGNATURE
    return Box.ORIGINAL if BOXES.search(names) else Box.OWN
