"""Mails made to stop us by sheer repetition. Each is read or held at once, at low cost."""

import base64

from awkward.case import HTML, TEXT, Builder, Case, mail, part, parts, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import BERT, Came, World
from referee.notation.rows import MOST_READ, kept
from referee.util.text import fits, shown_size

FLOWED = "text/plain; charset=utf-8; format=flowed"
SHORT = 200_000
"""The most bytes that an answer may have, whatever it answers."""


def _a_short_answer(_w: World, came: Came) -> None:
    assert all(len(one.raw) < SHORT for one in came.out)


def _nothing_played(w: World, came: Came) -> None:
    """Everything in it is misread, or not played after a misread line."""
    assert came.lines
    assert all(line.startswith(("misread", "not-played", "answered")) for line in came.lines)
    assert len(w.entries()[-1].events) == 0
    _a_short_answer(w, came)


def _text(name: str, fact: str, text: str | bytes, *lines: str, **told: object) -> Case:
    """A letter with our orders above a great amount of something."""
    kind = str(told.pop("kind", TEXT))
    code = str(told.pop("code", "8bit"))

    def build(w: World) -> bytes:
        body = text.encode() if isinstance(text, str) else text
        return plain(w, body, kind=kind, code=code)

    return _case(name, fact, build, *lines, **told)


def _html(name: str, fact: str, page: str, *lines: str, **told: object) -> Case:
    """A page with our orders above a great amount of something."""

    def build(w: World) -> bytes:
        return plain(w, f"<p>draw</p><p>lay ravens A1</p>{page}".encode(), kind=HTML)

    notes = ("html-only", *told.pop("notes", ()))  # type: ignore[misc]
    return _case(name, fact, build, *(lines or BOTH), notes=notes, **told)


def _case(name: str, fact: str, build: Builder, *lines: str, **told: object) -> Case:
    build.__name__, build.__doc__ = name, fact
    return mail(*lines, **{"check": _a_short_answer, **told})(build)  # type: ignore[arg-type]


# --- Parts -----------------------------------------------------------------------------------------------------------


@mail(held="mail-too-deep")
def a_thousand_multiparts(w: World) -> bytes:
    """A thousand parts, one within the other: the library's own walk would raise a RecursionError."""
    heads = [f"Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n" for at in range(1, 1000)]
    body = "--b0\r\n" + "".join(heads) + "\r\ndraw\r\n"
    return plain(w, body.encode(), kind="multipart/mixed; boundary=b0", code=None)


@mail(notes=("no-text",))
def a_thousand_messages(w: World) -> bytes:
    """A thousand forwarded messages, one within the other, are one attachment that nobody opens."""
    return plain(
        w, b"Content-Type: message/rfc822\r\n\r\n" * 1000 + b"draw\r\n", kind="message/rfc822", code=None
    )


@mail(held="mail-too-many-parts")
def two_hundred_thousand_parts(w: World) -> bytes:
    """Two hundred thousand empty parts: counted no further than necessary."""
    return plain(w, b"--b\n" * 200_000, kind="multipart/mixed; boundary=b", code=None)


@mail(notes=("no-text",))
def lines_like_boundaries(w: World) -> bytes:
    """Two hundred thousand lines that only look like a boundary."""
    return plain(w, b"--bx\n" * 200_000, kind="multipart/mixed; boundary=b", code=None)


@mail(*BOTH)
def a_boundary_of_a_thousand_characters(w: World) -> bytes:
    """A boundary longer than any may be (RFC 2046: 70) is recognized by its beginning."""
    mark = "b" * 900
    body = f"--{mark}\r\n\r\n{ORDERS}\r\n--{mark}--\r\n"
    return plain(w, body, kind=f'multipart/mixed; boundary="{mark[:200]}"', code=None).replace(
        mark.encode(), mark[:200].encode()
    )


@mail("played: draw")
def a_hundred_files(w: World) -> bytes:
    """Ninety files are attached to a letter."""
    file = part("application/zip; name=42.zip", "UEsDBBQ=", "Content-Transfer-Encoding: base64")
    return parts(w, "multipart/mixed", part(TEXT, "draw\n"), *[file] * 90)


# --- Headers ---------------------------------------------------------------------------------------------------------


@mail(held="mail-too-many-fields")
def a_hundred_thousand_fields(w: World) -> bytes:
    """A hundred thousand fields: they are not read to their end."""
    return plain(w, ORDERS).replace(b"MIME-Version", b"X-A: b\r\n" * 100_000 + b"MIME-Version", 1)


@mail(held="mail-header-too-large")
def from_of_fifty_thousand_commas(w: World) -> bytes:
    """A sender of fifty thousand commas: the library would take five seconds."""
    return plain(w, ORDERS, From="," * 50_000)


@mail(*BOTH, notes=("other-address",))
def from_of_eight_thousand_commas(w: World) -> bytes:
    """As many commas as a field may have are several senders."""
    return plain(w, ORDERS, From="," * 8_000)


@mail(*BOTH)
def from_with_a_thousand_comments(w: World) -> bytes:
    """A thousand nested comments before the sender: the library would raise a RecursionError."""
    return plain(w, ORDERS, From=f"{'(' * 1000}{')' * 1000} {BERT}")


@mail(*BOTH)
def to_with_a_thousand_open_comments(w: World) -> bytes:
    """A thousand comments that are never closed, in a field of recipients."""
    return plain(w, ORDERS, Cc="(" * 1000)


@mail(*BOTH)
def a_thousand_recipients(w: World) -> bytes:
    """Three hundred recipients, the referee first: fifty are looked at."""
    return plain(w, ORDERS, To=", ".join([w.reply_to("loki"), *(f"a{at}@b.example" for at in range(300))]))


@mail(held="no-seat")
def the_referee_behind_three_hundred_recipients(w: World) -> bytes:
    """The secret is looked for among the first fifty recipients, and nowhere else."""
    return plain(w, ORDERS, To=", ".join([*(f"a{at}@b.example" for at in range(300)), w.reply_to("loki")]))


@mail(held="mail-header-too-large")
def ten_thousand_pieces_of_a_parameter(w: World) -> bytes:
    """A parameter in ten thousand pieces (RFC 2231)."""
    pieces = "".join(f"; charset*{at}=x" for at in range(10_000))
    return plain(w, ORDERS, kind=f"text/plain{pieces}")


@mail(*BOTH)
def five_hundred_pieces_of_a_parameter(w: World) -> bytes:
    """As many pieces as the field may have: those after the first thousand characters are not looked at."""
    pieces = "".join(f"; charset*{at}=x" for at in range(400))
    return plain(w, ORDERS, kind=f"text/plain{pieces}")


@mail(held="mail-header-too-large")
def six_thousand_encoded_words(w: World) -> bytes:
    """A subject of 6,400 encoded words."""
    return plain(w, ORDERS, Subject="=?utf-8?q?=41?= " * 6_400)


@mail(*BOTH)
def five_hundred_encoded_words(w: World) -> bytes:
    """As many encoded words as the field may have, each in another charset than the one before."""
    return plain(w, ORDERS, Subject="=?utf-8?q?=41?= =?latin-1?q?=41?= " * 235)


@mail(*BOTH)
def brackets_for_ids(w: World) -> bytes:
    """Ids made only of brackets, as long as their fields may be."""
    return plain(w, ORDERS, Message_ID="<" * 8_000, References="<" * 30_000, In_Reply_To=None)


def unread(*rows: str) -> str:
    """What is reported of the first of these rows, below the orders, because the letter is too long."""
    room = MOST_READ - sum(map(shown_size, ORDERS.split("\n")[:2]))
    for row in map(str.rstrip, rows):
        if not fits(row, room):
            return f"misread: {kept(row, room)}"
        room -= shown_size(row)
    raise ValueError(rows)


# --- Texts -----------------------------------------------------------------------------------------------------------

one_line = _text(
    "one_line",
    "One line of nearly a megabyte below the orders is left off.",
    ORDERS + "x" * 1_000_000,
    *BOTH,
    notes=("text-too-long",),
)
nothing_but_one_line = _text(
    "nothing_but_one_line",
    "A line of nearly a megabyte that begins as an order is not read.",
    "draw " * 200_000,
    notes=("text-too-long", "no-order"),
)
a_million_lines = _text(
    "a_million_lines",
    "Nine hundred thousand blank lines below the orders.",
    ORDERS + "\n" * 900_000,
    *BOTH,
    notes=("text-too-long",),
)
quotes_without_end = _text(
    "quotes_without_end",
    "A quarter of a million marks of quotes.",
    ORDERS + "> " * 30_000 + "\n" + ">\n" * 100_000,
    *BOTH,
    notes=("text-too-long",),
)
heads_without_end = _text(
    "heads_without_end",
    "Four thousand lines that begin as the head of an original.",
    ORDERS + "From: a\n" * 5_000,
    *BOTH,
    "misread: From: a",
    notes=("text-too-long",),
)
attributions_without_end = _text(
    "attributions_without_end",
    "A thousand lines that end as an attribution does.",
    ORDERS + "On 2026-01-01 10:00 a@b.c, x:\n" * 1_500,
    *BOTH,
)
wrote_wrote_wrote = _text(
    "wrote_wrote_wrote",
    "Lines of the word for writing and of colons, as long as a pattern is tried on.",
    ORDERS + ("schrieb: skrev: wrote: 1.1.26 10:00 " * 8 + "\n") * 180,
    *BOTH,
    unread(*["schrieb: skrev: wrote: 1.1.26 10:00 " * 8] * 180),
)
signatures_without_end = _text(
    "signatures_without_end",
    "Thousands of signatures, quotes between them.",
    ORDERS + "-- \n> x\nBert\n" * 1_300,
    *BOTH,
    "misread: Bert",
)
rules_without_end = _text(
    "rules_without_end",
    "Thousands of rules of underscores.",
    ORDERS + f"{'_' * 40}\n" * 1_000,
    *BOTH,
    f"misread: {'_' * 40}",
)
banners_without_end = _text(
    "banners_without_end", "A thousand banners.", "[EXTERNAL] caution: external\n" * 1_000 + ORDERS, *BOTH
)


@mail(*BOTH, "misread: so what?", check=_a_short_answer, notes=("text-too-long",))
def base64_of_half_a_megabyte(w: World) -> bytes:
    """Half a megabyte of text in base64."""
    return plain(w, base64.encodebytes((ORDERS + "so what?\n" * 60_000).encode()), code="base64")


@mail(held="mail-too-large")
def base64_of_ten_megabytes(w: World) -> bytes:
    """Ten megabytes in base64: too large, and not decoded."""
    return plain(w, base64.encodebytes(ORDERS.encode() + b"x" * 10_000_000), code="base64")


@mail(held="mail-too-large")
def two_megabytes(w: World) -> bytes:
    """A letter of two megabytes, most of it a photograph, is for the keeper."""
    file = part(
        "image/jpeg; name=a.jpg", base64.encodebytes(b"x" * 1_600_000), "Content-Transfer-Encoding: base64"
    )
    return parts(w, "multipart/mixed", part(TEXT, ORDERS), file)


soft_breaks = _text(
    "soft_breaks",
    "Three hundred thousand soft line breaks: one line, and too long.",
    ORDERS.encode() + b"=\n" * 300_000 + b"x" * 70_000,
    *BOTH,
    code="quoted-printable",
    notes=("text-too-long",),
)
signs_of_equality = _text(
    "signs_of_equality",
    "Seven hundred thousand signs = that are no code.",
    ORDERS.encode() + b"=" * 700_000,
    *BOTH,
    code="quoted-printable",
    notes=("text-too-long",),
)
flowed_without_end = _text(
    "flowed_without_end",
    "Flowed text whose every line goes on.",
    ORDERS + f"{'x' * 60} \n" * 15_000,
    *BOTH,
    kind=FLOWED,
    notes=("text-too-long",),
)
flowed_quotes = _text(
    "flowed_quotes",
    "Flowed lines, each a mark deeper than the one before.",
    ORDERS + "\n".join(f"{'>' * at} x " for at in range(1, 600)),
    *BOTH,
    kind=FLOWED,
    notes=("text-too-long",),
)
escapes = _text(
    "escapes",
    "A text of nothing but escapes from one alphabet to another.",
    ORDERS.encode() + b"\x1b$B\x1b(B" * 100_000,
    *BOTH,
    kind="text/plain; charset=iso-2022-jp",
)
ligatures = _text(
    "ligatures",
    "Letters that stand for eighteen others each, as many as are read, as prose and behind an order.",
    ORDERS + ("\ufdfa" * 240 + "\n") * 60,
    *BOTH,
    unread(*["\ufdfa" * 240] * 60),
)
accents = _text(
    "accents",
    "A letter with thirty thousand accents on it.",
    ORDERS + "a" + "\u0301" * 30_000,
    *BOTH,
    unread("a" + "\u0301" * 30_000),
)


# --- Words -----------------------------------------------------------------------------------------------------------

WORDS = (
    "draw",
    "lay",
    "deploy",
    "challenge",
    "use",
    "hel",
    "viking",
    "warriors",
    "frost",
    "giant",
    "shield",
    "wall",
    "and",
    ",",
    "a1",
)
orders_misread = _text(
    "orders_misread",
    "Two hundred lines of words of ours in no order: the first stops the letter.",
    "\n".join(" ".join(WORDS[(row + at) % len(WORDS)] for at in range(70)) for row in range(150)),
    check=_nothing_played,
)
slips = _text(
    "slips",
    "Two hundred lines in which every word is a slip of two letters.",
    "\n".join("draw " + "vikign warirors, forst gaint, shiled wlal, " * 8 for _ in range(150)),
    check=_nothing_played,
)
lists_of_cards = _text(
    "lists_of_cards",
    "Two hundred lists of cards, each as long as a line may be.",
    "\n".join("deploy " + ", ".join(["viking warriors"] * 28) for _ in range(130)),
    check=_nothing_played,
)
brackets = _text(
    "brackets",
    "Lines of brackets behind an order.",
    ("draw " + "{" * 480 + "\n") * 130,
    check=_nothing_played,
)
guards = _text("guards", "Lines of positions.", ("@1.1 " * 90 + "\n") * 140, check=_nothing_played)
words_without_end = _text(
    "words_without_end",
    "Words to the table on as many lines as are read.",
    "say " + "x\n" * 180,
    f"said: say {chr(10).join('x' * 180)}",
    shared="x",
)
orders_in_an_original = _text(
    "orders_in_an_original",
    "Three thousand orders in the original below: the first hundred are told.",
    ORDERS + "-----Original Message-----\n" + "lay frost giant B\n" * 3_000,
    *BOTH,
    *["not-played: lay frost giant B (left-original)"] * 100,
)
faults_in_an_original = _text(
    "faults_in_an_original",
    "An original of misread orders, each as long as a line may be.",
    ORDERS
    + "-----Original Message-----\n"
    + ("lya " + "vikign warirors, forst gaint, shiled wlal, " * 9 + "\n") * 150,
    *BOTH,
)
secrets = _text(
    "secrets",
    "Two thousand words that could be somebody's secret.",
    ORDERS + "".join(f"{'ab2' * 8}{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}\n" for at in range(190)),
    *BOTH,
)

# --- HTML ------------------------------------------------------------------------------------------------------------

LONG = ("text-too-long",)
html_of_comments = _html("html_of_comments", "Fifty thousand comments that never end.", "<!--" * 50_000)
html_of_cdata = _html("html_of_cdata", "Fifty thousand sections that are none in HTML.", "<![CDATA[" * 28_000)
html_of_attributes = _html(
    "html_of_attributes",
    "An element with fifty thousand attributes.",
    f"<a {' '.join(f'a{at}' for at in range(50_000))}>x</a>",
    notes=LONG,
)
html_of_styles = _html(
    "html_of_styles",
    "Styles made of almost what hides.",
    f'<p style="{"display :" * 50} width:{"0" * 400}">x</p>' * 90,
)
html_too_deep = _html(
    "html_too_deep",
    "Elements forty thousand deep: what the tree cannot hold is said to be left off.",
    "<div>a" * 40_000,
    *BOTH,
    "misread: a",
    notes=LONG,
)
html_of_quotes = _html("html_of_quotes", "Block quotes within block quotes.", "<blockquote>lay hel B1" * 200)
html_of_open_quotes = _html(
    "html_of_open_quotes", "Elements that open a quotation mark and never close it.", "<a " * 80_000 + '"'
)
html_of_signs = _html("html_of_signs", "Signs that begin no element.", "<" * 250_000, notes=LONG)
html_of_paragraphs = _html("html_of_paragraphs", "Eighty thousand paragraphs.", "<p>" * 80_000)
html_of_breaks = _html("html_of_breaks", "Sixty thousand breaks.", "<br>" * 60_000, notes=LONG)
html_of_cells = _html(
    "html_of_cells",
    "A table of three hundred rows and columns.",
    f"<table>{('<tr>' + '<td>' * 200) * 300}</table>",
)
html_of_entities = _html("html_of_entities", "Thirty thousand entities.", "&nbsp;" * 40_000)
html_of_formats = _html(
    "html_of_formats", "Marks for bold and italic that overlap.", "<b><i>x</b></i>" * 16_000
)
html_of_scripts = _html("html_of_scripts", "Scripts that are never closed.", "<script><style>" * 15_000)
html_of_pre = _html(
    "html_of_pre",
    "Text that keeps its lines, of nothing but lines.",
    f"<pre>{chr(10) * 240_000}</pre>",
    notes=LONG,
)
