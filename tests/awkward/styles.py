"""How mail programs answer our letters, in two languages: where the answer stands, what they do to the letter."""

import re
import textwrap
from collections.abc import Callable, Sequence
from html import escape

from awkward.case import HTML, TEXT, part, parts, plain
from awkward.world import ADDRESS, World
from referee.util.values import Value

Lines = Sequence[str]
FLOWED = 'text/plain; charset="utf-8"; format=flowed'
EN = f"On Fri, Nov 20, 2026 at 9:25 AM Referee <{ADDRESS}> wrote:"
DE = f"Am 20.11.26 um 09:25 schrieb Referee <{ADDRESS}>:"


class Old(Value, dict=True):
    """The letter that is answered, as the program holds it: its lines as text, the body of its HTML."""

    text: tuple[str, ...]
    html: str


Style = Callable[[World, Lines, Old], bytes]


def text_of(*pieces: str | Lines) -> str:
    """Lines and lists of lines, one below the other."""
    lines = [line for piece in pieces for line in ([piece] if isinstance(piece, str) else piece)]
    return "".join(f"{line}\n" for line in lines)


def marked(lines: Lines, mark: str = "> ") -> list[str]:
    """Lines after a mark."""
    return [(mark + line).rstrip() for line in lines]


def wrapped(lines: Lines, width: int = 72) -> list[str]:
    """Lines that were wrapped when they were quoted, the mark before each piece (as Gmail does)."""
    return marked([piece for line in lines for piece in (textwrap.wrap(line, width - 2) or [""])])


def shown(line: str) -> str:
    """A line in HTML; a blank one is a break, or no program would show it."""
    return escape(line) or "<br>"


def flowing(lines: Lines) -> list[str]:
    """Lines of format=flowed, each long one ended by a blank and stuffed where it must be (RFC 3676)."""
    found = []
    for line in lines:
        pieces = textwrap.wrap(line, 60) or [""]
        stuffed = [f" {piece}" if piece.startswith((" ", ">", "From ")) else piece for piece in pieces]
        found += [f"{piece} " for piece in stuffed[:-1]] + stuffed[-1:]
    return found


def between(own: Lines, old: Lines) -> list[str]:
    """The answer piece by piece between the marked lines of the letter, blank lines around each piece."""
    step = len(old) // (len(own) + 1)
    found = []
    for at, line in enumerate(own):
        found += [*marked(old[at * step : (at + 1) * step]), "", line, ""]
    return found + marked(old[len(own) * step :])


def top(head: str, *added: str) -> Style:
    """The answer above a marked letter."""

    def style(w: World, own: Lines, old: Old) -> bytes:
        return plain(w, text_of(own, "", added, head, "", marked(old.text)))

    return style


def bottom(head: str, *added: str) -> Style:
    """The answer below a marked letter."""

    def style(w: World, own: Lines, old: Old) -> bytes:
        return plain(w, text_of(head, marked(old.text), "", own, "", added))

    return style


def inline(head: str, *added: str) -> Style:
    """The answer between the lines of a marked letter."""

    def style(w: World, own: Lines, old: Old) -> bytes:
        return plain(w, text_of(head, between(own, old.text), "", added))

    return style


def original(*head: str) -> Style:
    """The answer above a letter without any marks."""

    def style(w: World, own: Lines, old: Old) -> bytes:
        return plain(w, text_of(own, "", head, "", old.text))

    return style


def gmail_wraps(w: World, own: Lines, old: Old) -> bytes:
    """Gmail's text part: the letter wrapped again, the mark before each piece, the heading on two lines."""
    text = text_of(
        own, "", f"On Fri, Nov 20, 2026 at 9:25 AM Referee <{ADDRESS}>", "wrote:", "", wrapped(old.text)
    )
    html = f'<div dir="ltr">{"<br>".join(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{escape(EN)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">{old.html}</blockquote></div>'
    return parts(w, "multipart/alternative", part(TEXT, text), part(HTML, html))


def thunderbird_flowed(w: World, own: Lines, old: Old) -> bytes:
    """Thunderbird: flowed, the answer below, a signature."""
    text = text_of(DE, marked(old.text, "> "), "", flowing(own), "", "-- ", "Bert")
    return plain(w, text, kind=FLOWED)


def thunderbird_inline_flowed(w: World, own: Lines, old: Old) -> bytes:
    """Thunderbird: flowed, the answer between; old marks stand close together."""
    step = len(old.text) // 2
    old_marked = marked(marked(old.text, ">"), ">")
    text = text_of(DE, old_marked[:step], "", flowing(own), "", old_marked[step:])
    return plain(w, text, kind=FLOWED)


def html_alone(before: str, after: str, head: str = EN, line: str = "<div>{}</div>") -> Style:
    """HTML alone: each line of the answer in a block, the letter between `before` and `after`."""

    def style(w: World, own: Lines, old: Old) -> bytes:
        answer = "".join(line.format(shown(one)) for one in own)
        return plain(
            w,
            f"<html><body>{answer}{before.format(head=escape(head))}{old.html}{after}</body></html>",
            kind=HTML,
        )

    return style


def html_below(w: World, own: Lines, old: Old) -> bytes:
    """Thunderbird in HTML, the answer below the cited block."""
    answer = "".join(f"<p>{shown(one)}</p>" for one in own)
    cite = f'<div class="moz-cite-prefix">{escape(DE)}<br></div><blockquote type="cite" cite="mid:x">{old.html}</blockquote>'
    return plain(w, f"<html><body>{cite}{answer}</body></html>", kind=HTML)


def html_between(w: World, own: Lines, old: Old) -> bytes:
    """Apple Mail in HTML, the answer between pieces of the cited block."""
    step = len(old.text) // (len(own) + 1)
    pieces = []
    for at, line in enumerate((*own, "")):
        quoted = "".join(f"<div>{shown(one)}</div>" for one in old.text[at * step : (at + 1) * step])
        pieces.append(f'<blockquote type="cite">{quoted}</blockquote><div>{shown(line)}</div>')
    return plain(
        w,
        f"<html><body>{''.join(pieces)}<blockquote type=cite>{old.html}</blockquote></body></html>",
        kind=HTML,
    )


def original_in_html(w: World, own: Lines, old: Old) -> bytes:
    """Outlook in HTML: a line, a heading, and the letter without marks, each line a paragraph."""
    answer = "".join(f"<p class=MsoNormal>{shown(one)}<o:p></o:p></p>" for one in own)
    head = "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Von:</b> Referee <br><b>Gesendet:</b> Freitag, 20. November 2026 09:25<br><b>An:</b> Bert<br><b>Betreff:</b> Thunder<o:p></o:p></p></div>"
    body = "".join(f"<p class=MsoNormal>{escape(one)}<o:p></o:p></p>" for one in old.text)
    return plain(
        w,
        f"<html><body><div class=WordSection1>{answer}<div>{head}</div>{body}</div></body></html>",
        kind=HTML,
    )


def attached(w: World, own: Lines, old: Old) -> bytes:
    """The answered letter goes along as an attachment."""
    inner = f"From: {ADDRESS}\nTo: bert@example.org\nSubject: x\n\n{text_of(old.text)}"
    return parts(w, "multipart/mixed", part(TEXT, text_of(own)), part("message/rfc822", inner))


OUTLOOK_EN = (
    "From: Referee <{0}>",
    "Sent: Friday, November 20, 2026 9:25 AM",
    "To: Bert",
    "Subject: Thunder",
)
OUTLOOK_DE = (
    "Von: Referee <{0}>",
    "Gesendet: Freitag, 20. November 2026 09:25",
    "An: Bert",
    "Betreff: Thunder",
)
SAMSUNG_DE = (
    "-------- Ursprüngliche Nachricht --------",
    "Von: Referee <{0}>",
    "Datum: 20.11.26  09:25  (GMT+01:00)",
)
FORWARDED = (
    "---------- Forwarded message ---------",
    "From: Referee <{0}>",
    "Date: Fri, 20 Nov 2026 at 09:25",
)
YAHOO = '<div id="ydp7yahoo_quoted_2" class="ydp7yahoo_quoted"><div>{head}</div><div>'
GMX = '<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5;"><div><b>Gesendet:</b> Freitag<br><b>Von:</b> Referee</div><div name="quoted-content">'
OWA = '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Referee<br><b>Sent:</b> Friday<br><b>To:</b> Bert<br><b>Subject:</b> x</div>'
MOBILE = '<div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>'
STYLES: dict[str, Style] = {
    "gmail": gmail_wraps,
    "gmail-de": top(f"Am Fr., 20. Nov. 2026 um 09:25 Uhr schrieb Referee <{ADDRESS}>:"),
    "gmail-html": html_alone(
        '<div class="gmail_quote"><div class="gmail_attr">{head}</div><blockquote class="gmail_quote">',
        "</blockquote></div>",
    ),
    "apple": top(f"On 20. Nov 2026, at 09:25, Referee <{ADDRESS}> wrote:"),
    "apple-de": inline(f"Am 20.11.2026 um 09:25 schrieb Referee <{ADDRESS}>:"),
    "apple-html": html_between,
    "ios": top(f"> On Nov 20, 2026, at 9:25\u202fAM, Referee <{ADDRESS}> wrote:", "Sent from my iPhone", ""),
    "ios-de": top(f"> Am 20.11.2026 um 09:25 schrieb Referee <{ADDRESS}>:", "Von meinem iPhone gesendet", ""),
    "thunderbird": bottom("On 20/11/2026 09:25, Referee wrote:", "-- ", "Bert"),
    "thunderbird-flowed": thunderbird_flowed,
    "thunderbird-inline-flowed": thunderbird_inline_flowed,
    "thunderbird-html": html_below,
    "outlook": original(*(line.format(ADDRESS) for line in OUTLOOK_EN)),
    "outlook-de": original(
        "-----Ursprüngliche Nachricht-----", *(line.format(ADDRESS) for line in OUTLOOK_DE)
    ),
    "outlook-rule": original("_" * 32, *(line.format(ADDRESS) for line in OUTLOOK_EN)),
    "outlook-html": original_in_html,
    "outlook-web": html_alone(OWA, ""),
    "outlook-mobile": html_alone(MOBILE + OWA, ""),
    "samsung-de": original(*(line.format(ADDRESS) for line in SAMSUNG_DE), "An: Bert", "Betreff: Thunder"),
    "yahoo": original(f"    On Friday, November 20, 2026 at 09:25:00 AM GMT, Referee <{ADDRESS}> wrote:  "),
    "yahoo-html": html_alone(YAHOO, "</div></div>"),
    "gmx-html": html_alone(GMX, "</div></div>"),
    "proton": top(
        "On Friday, November 20th, 2026 at 9:25 AM, Referee wrote:", "Sent with Proton Mail secure email.", ""
    ),
    "mutt": bottom("On Fri, Nov 20, 2026 at 09:25:00AM +0000, Referee wrote:"),
    "mutt-inline-de": inline("Am Fri, Nov 20, 2026 at 09:25:00AM +0000 schrieb Referee:", "-- ", "Bert"),
    "k9": top(f"Am 20. November 2026 09:25:00 MEZ schrieb Referee <{ADDRESS}>:"),
    "roundcube": bottom("Am 2026-11-20 09:25, schrieb Referee:"),
    "evolution": inline("On Fri, 2026-11-20 at 09:25 +0000, Referee wrote:"),
    "forwarded": original(*(line.format(ADDRESS) for line in FORWARDED), "Subject: Thunder", "To: Bert"),
    "attached": attached,
}
PLACE = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)
