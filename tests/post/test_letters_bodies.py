"""The body of a letter: its part, its bytes, its HTML, its signature; and exactly the lines that result."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.reading import Mail, read_mail
from referee.post.reading.flowed import LINES_LIMIT
from referee.post.reading.markup import lines_of_html

MAILS = Path(__file__).parents[1] / "mails"
BOTH = ((1, "draw 2"), (2, "place týr at A"), (3, ""), (4, "Anna"))
SENT: dict[str, tuple[tuple[tuple[int, str], ...], tuple[str, ...]]] = {
    "gmail": (BOTH, ()),
    "gmail-html-only": (BOTH, ("html-only",)),
    "apple-mail": (((1, "draw 2"), (2, ""), (3, ""), (4, "place hel at B")), ("several-texts",)),
    "ios-mail": (((1, "Draw 2"), (2, "Place Týr at A")), ()),
    "thunderbird": (
        (
            (5, "draw 1"),
            (6, ""),
            (8, ""),
            (9, "say I have thought about this for a long time, and I do believe that you have nothing"),
            (11, "left"),
        ),
        (),
    ),
    "outlook-web": (((1, "place týr at A"),), ()),
    "outlook-web-html-only": (((1, "place týr at A"),), ("html-only",)),
    "outlook-word-html-only": (BOTH, ("html-only",)),
    "gmx-html-only": (BOTH, ("html-only",)),
    "yahoo-html-only": (((1, "draw 2"), (2, ""), (3, "end")), ("html-only",)),
    "proton-signed": (((1, "draw 2"),), ()),
    "mutt-clearsigned": (((8, "-end of thoughts"), (9, "draw 2")), ()),
    "k9": (((1, "draw 2"),), ()),
    "evolution": (((5, "place týr at A"), (6, "say 5 €")), ()),
    "mailman-footer-part": (((1, "draw 2"),), ("several-texts",)),
}


@pytest.mark.parametrize("name", SENT)
def test_mails_as_programs_send_them(name: str) -> None:
    """A whole mail of a program: its own lines with their numbers, and its notes.

    `resign` is never one of the lines.
    """
    raw = (MAILS / f"{name}.eml").read_bytes()
    mail = read_mail(raw, own=("referee@example.org",))
    assert (mail.lines, mail.notes) == SENT[name]
    assert (mail.sender, mail.subject) == ("anna@example.net", "Re: g17.thor.9")
    assert mail.answers == ("<g17.thor.9@example.org>", "<g17.thor.8@example.org>")
    assert mail.recipients == ("referee+k3jq7d2mzp5xw4vt6ynb8chsra@example.org",)
    assert mail.robot == ("list" if "mailman" in name else "")


def test_every_mail_here_is_read_by_a_test() -> None:
    """Every file of a mail is used by a test."""
    assert {path.stem for path in MAILS.iterdir()} == set(SENT)


def part(body: str, *fields: str) -> str:
    """A part with these fields."""
    return "\n".join([*fields, "", body])


def multi(kind: str, *parts: str, boundary: str = "b", end: bool = True) -> str:
    """Parts as one."""
    pieces = "".join(f"\n--{boundary}\n{one}" for one in parts)
    return f"Content-Type: multipart/{kind}; boundary={boundary}\n\npreamble{pieces}\n" + (
        f"--{boundary}--\nepilogue\n" if end else ""
    )


def read(text: str) -> Mail:
    """A mail from one player with this text after its first field."""
    return read_mail(f"From: anna@example.net\n{text}".encode())


def texts(mail: Mail) -> list[str]:
    """Their own lines that are not blank."""
    return [text for _, text in mail.lines if text]


HTML = part("<p>resign</p>", "Content-Type: text/html")
TEXT = part("draw 2", "Content-Type: text/plain")
FILE = part("resign", "Content-Type: text/plain", "Content-Disposition: attachment; filename=a.txt")
NAMED = part("resign", 'Content-Type: text/plain; name="a.txt"')
BLANK = part(" \n", "Content-Type: text/plain")


@pytest.mark.parametrize(
    ("mail", "lines", "notes"),
    [
        (part("draw 2"), ["draw 2"], ()),
        (part("draw 2", "Content-Type: nonsense"), ["draw 2"], ()),
        (part("draw 2", "Content-Type: text/plain", "Content-Type: text/html"), ["draw 2"], ()),
        (multi("alternative", TEXT, HTML), ["draw 2"], ()),
        (multi("alternative", HTML, TEXT), ["draw 2"], ()),
        (multi("alternative", TEXT, part("resign", "Content-Type: text/plain")), ["draw 2"], ()),
        (multi("alternative", BLANK, HTML), ["resign"], ("html-only",)),
        (multi("mixed", BLANK, HTML), ["resign"], ("html-only",)),
        (multi("mixed", FILE, TEXT, NAMED), ["draw 2"], ()),
        (multi("mixed", FILE), [], ("no-text",)),
        (multi("mixed", part("a", "Content-Type: message/rfc822"), TEXT), ["draw 2"], ()),
        (multi("mixed", part("resign", "Content-Type: message/rfc822")), [], ("no-text",)),
        (multi("digest", part("resign")), [], ("no-text",)),
        (multi("mixed", TEXT, TEXT), ["draw 2", "draw 2"], ("several-texts",)),
        (multi("mixed", TEXT, end=False), ["draw 2"], ()),
        (multi("related", multi("alternative", TEXT, HTML, boundary="c"), FILE), ["draw 2"], ()),
        (
            multi("mixed", multi("alternative", TEXT, HTML, boundary="bb"), TEXT),
            ["draw 2"] * 2,
            ("several-texts",),
        ),
        (
            multi("mixed", multi("mixed", TEXT, boundary="c", end=False), TEXT),
            ["draw 2"] * 2,
            ("several-texts",),
        ),
        (multi("signed", TEXT, part("resign", "Content-Type: text/plain")), ["draw 2"], ()),
        (
            multi("encrypted", part("Version: 1", "Content-Type: application/pgp-encrypted")),
            [],
            ("encrypted", "no-text"),
        ),
        (
            part("MIAG", 'Content-Type: application/pkcs7-mime; smime-type="signed-data"'),
            [],
            ("encrypted", "no-text"),
        ),
        (part("x", "Content-Type: application/octet-stream"), [], ("no-text",)),
        (part("", "Content-Type: text/plain"), [], ("no-text",)),
        ("Content-Type: multipart/mixed\n\n--b\n\nresign\n--b--\n", [], ("no-text",)),
        ("Content-Type: multipart/mixed; boundary=none\n\nresign\n", [], ("no-text",)),
        (
            "Content-Type: multipart/mixed; boundary*0=a; boundary*1=b\n\n--ab\n\ndraw 2\n--ab--\n",
            ["draw 2"],
            (),
        ),
    ],
)
def test_the_part_that_is_the_letter(mail: str, lines: list[str], notes: tuple[str, ...]) -> None:
    """Rows 31, 39, 47: the text that is not attached; HTML only where there is none.

    Attached mails are never opened.
    """
    found = read(mail)
    assert (texts(found), found.notes) == (lines, notes)


def coded(data: bytes, charset: str | None, encoding: str = "8bit") -> Mail:
    """A letter with these bytes as its body."""
    kind = f"; charset={charset}" if charset is not None else ""
    head = (
        f"From: anna@example.net\nContent-Type: text/plain{kind}\nContent-Transfer-Encoding: {encoding}\n\n"
    )
    return read_mail(head.encode() + data)


GUESSED = ("charset-guessed",)


@pytest.mark.parametrize(
    ("data", "charset", "text", "notes"),
    [
        (b"t\xc3\xbdr", "utf-8", "týr", ()),
        (b"t\xfdr", "iso-8859-1", "týr", ()),
        (b"\x93t\xfdr\x94", "ISO-8859-1", "\u201ctýr\u201d", ()),
        (b"t\xfdr \xa4", "iso-8859-15", "týr €", ()),
        (b"\xf2\xe8\xf0", "windows-1251", "тир", ()),
        (b"\xe0\xb8\x81".decode().encode("cp874"), "windows-874", "ก", ()),
        ("雷".encode("gbk"), "x-gbk", "雷", ()),
        ("雷".encode("iso2022_jp"), "iso-2022-jp", "雷", ()),
        (b"\x9e", "x-mac-cyrillic", "Ю", ()),
        (b"t\xc3\xbdr", None, "týr", GUESSED),
        (b"t\xfdr", None, "týr", GUESSED),
        (b"t\xc3\xbdr", "us-ascii", "týr", GUESSED),
        (b"t\xc3\xbdr", "x-unknown", "týr", GUESSED),
        (b"t\xfdr", "utf-8", "týr", GUESSED),
        (b"\xc3\xb6 \xfd\xfd", "utf-8", "Ã¶ ýý", GUESSED),
        (b"t\xfdr \x81", "us-ascii", "týr \x81", GUESSED),
        (b"tyr", "x-unknown", "tyr", ()),
        (b"tyr", "unicode_escape", "tyr", ()),
        (b"\\u0074yr", "unicode_escape", "\\u0074yr", ()),
        (b"glE", "rot13", "glE", ()),
        (b"tyr", '"us-ascii"', "tyr", ()),
        (b"tyr", "\x00\x01", "tyr", ()),
        (b"+AHQ-yr", "utf-7", "\ufffd", ("undecodable",)),
        (b"tyr", "utf-7", "tyr", ()),
        ("týr".encode("utf-16"), "utf-16", "týr", ()),
        ("týr".encode("utf-16-le"), "utf-16", "týr", ()),
        ("týr".encode("utf-16-be"), "UTF-16BE", "týr", ()),
        ("týr".encode("utf-16-be"), "ucs-2", "týr", ()),
        ("tý日".encode("utf-16-le"), "utf-16be", "tý日", ()),
        ("t日本".encode("utf-16-le"), "utf-16", "\ufffd", ("undecodable",)),
        ("tĀr".encode("utf-16-le"), "utf-16", "\ufffd", ("undecodable",)),
        ("týr".encode("utf-16-le")[:-1], "utf-16", "\ufffd", ("undecodable",)),
        ("týr".encode("utf-32"), "utf-32", "\ufffd", ("undecodable",)),
        (b"\xef\xbb\xbft\xc3\xbdr", "iso-8859-1", "týr", ()),
        ("týr öäü ".encode() + b"\xff", "utf-8", "týr öäü \ufffd", ("undecodable",)),
    ],
)
def test_charsets_have_one_ladder(
    data: bytes, charset: str | None, text: str, notes: tuple[str, ...]
) -> None:
    """Row 32: as declared, else UTF-8, else windows-1252, else latin-1; what two could read differently is not read."""
    mail = coded(b64encode(data), charset, "base64")
    assert (texts(mail), mail.notes) == ([text.rstrip()], notes)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"ZHJhdyAy", "base64"),
        (b"ZHJh!dyAy\n*\n", "BASE64"),
        (b"ZHJhdyAy\nQ", "base64"),
        (b"ZHJhdyAyCg==\n--\nfooter of a list in plain text", "base64"),
        (b"dr=61w=\n 2", "quoted-printable"),
        (b"draw=202=", "Quoted-Printable"),
        (b"dr=\naw= \n 2= \t", "quoted-printable"),
        (b"draw 2", "x-unknown"),
        (b"draw 2", "7bit; really"),
        (b"dr\0aw 2\0", "8bit"),
    ],
)
def test_transfer_encodings_are_read_leniently(data: bytes, encoding: str) -> None:
    """Rows 33, 34: foreign characters, missing ends, soft breaks and NUL bytes spoil nothing around them."""
    assert texts(coded(data, "utf-8", encoding)) == ["draw 2"]


def test_a_bare_sign_of_quoted_printable_stays() -> None:
    """A `=` that begins no byte is left as it is."""
    assert texts(coded(b"say a=b =zz", "utf-8", "quoted-printable")) == ["say a=b =zz"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_machine(end: str) -> None:
    """Row 34: CR, LF and CRLF end a line, in the header too; so do signs in the text that are shown as its end."""
    text = end.join(
        [
            "From: anna@example.net",
            "Content-Type: text/plain; charset=utf-8",
            "",
            "a",
            "",
            "b\u2028c\x85d\x0be\x0cf",
            "",
        ]
    )
    mail = read_mail(text.encode())
    assert mail.lines == ((1, "a"), (2, ""), (3, "b"), (4, "c\x85d"), (5, "e\x0cf"))


@pytest.mark.parametrize("mark", ["> ", ">", " > ", "| "])
@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x0b"])
def test_no_sign_within_a_quote_ends_its_line(mark: str, sign: str) -> None:
    """D11: what stands behind it would bear no mark, though it is quoted."""
    body = f"draw 2{sign}end\n{mark}draw 1{sign}resign\n"
    assert texts(read(part(body, "Content-Type: text/plain; charset=utf-8"))) == ["draw 2", "end"]


LONG = "one word for another in the end, so that this line is too long "
"""A line that no program leaves as it is if another word follows."""


def flowed(text: str, extra: str = "") -> Mail:
    """A letter in flowed text."""
    return read(part(text, f"Content-Type: text/plain; format=flowed{extra}"))


def test_flowed_text_is_made_whole() -> None:
    """Row 35: soft breaks go, stuffed blanks go, each line bears the number of its first; `-- ` joins nothing."""
    mail = flowed(f"say {LONG}\n{LONG}\nthree\n  stuffed\n From here \n-- \nAnna {LONG}\nend\n")
    assert mail.lines == ((1, f"say {LONG}{LONG}three"), (4, " stuffed"), (5, "From here"))
    assert [(cut.number, cut.text) for cut in mail.cut] == [(6, "--"), (7, f"Anna {LONG}end")]


def test_a_blank_at_the_end_of_each_line_is_no_flow() -> None:
    """D11: programs end a line softly only where the next word would not fit; K-9 ends each line in a blank."""
    assert texts(flowed("draw 2 \nplace tyr at A \n\n-- \nSent with K-9\n")) == ["draw 2", "place tyr at A"]
    assert texts(flowed("say it is \n" + "x" * 60 + "\n")) == ["say it is " + "x" * 60]
    assert texts(flowed("say " + "y" * 40 + " \nthe end\n")) == ["say " + "y" * 40, "the end"]
    assert texts(flowed("say " + "y" * 44 + " \nthe end\n")) == ["say " + "y" * 44 + " the end"]


def test_flowed_quotes_are_joined_by_their_depth() -> None:
    """Lines are joined within one depth of quotes only; an answer is never joined to what it answers."""
    mail = flowed(f"> {LONG}\n> two\n>> {LONG}\n> {LONG}\n{LONG}\n> quoted\nend \n")
    assert mail.lines == ((5, LONG.strip()), (6, ""), (7, "end"))
    assert [(cut.number, cut.text) for cut in mail.cut] == [
        (1, f"> {LONG}two"),
        (3, f">> {LONG.strip()}"),
        (4, f"> {LONG.strip()}"),
        (6, "> quoted"),
    ]


def test_flowed_text_with_delsp() -> None:
    """With DelSp the blank at the break is not part of the text."""
    assert texts(flowed(f"say {LONG}\nderful\n", "; DelSp=Yes")) == [f"say {LONG.strip()}derful"]
    assert texts(flowed(f"say {LONG}\nderful\n")) == [f"say {LONG}derful"]


def test_text_that_is_not_flowed_keeps_its_lines() -> None:
    """Without format=flowed a blank at the end of a line joins nothing."""
    assert read(part("draw 2 \nend\n")).lines == ((1, "draw 2"), (2, "end"))


@pytest.mark.parametrize(
    "stub",
    [
        "This message is in HTML. Your mail program does not show HTML.",
        "To view this message, please use an HTML compatible\nemail viewer!",
        "Your e-mail client does not support HTML messages",
        "This is an HTML message.",
        "(HTML content)",
        "This e-mail has no plain text version.",
        "Diese Nachricht ist in HTML geschrieben. Bitte schalte die Ansicht um.",
        "Pour lire ce message, votre logiciel doit afficher le HTML.",
        "Dit bericht is in HTML-indeling; uw programma kan het niet weergeven.",
        "このメッセージはHTML形式で表示してください",
    ],
)
def test_a_text_that_stands_in_for_html(stub: str) -> None:
    """D11: it only says that the letter is the HTML beside it, which is read; without one it is all there is."""
    page = part("<p>draw 2</p>", "Content-Type: text/html")
    told = part(stub, "Content-Type: text/plain; charset=utf-8")
    both = read(multi("alternative", told, page))
    assert (texts(both), both.notes) == (["draw 2"], ("html-only",))
    assert texts(read(multi("alternative", told, part("", "Content-Type: text/html")))) == stub.split("\n")
    long = part(f"draw 2\n{stub}\n" + "say hello\n" * 8, "Content-Type: text/plain; charset=utf-8")
    assert "draw 2" in texts(
        read(multi("alternative", long, part("<p>resign</p>", "Content-Type: text/html")))
    )


def test_a_message_of_a_telephone_network() -> None:
    """D11: its gateway puts the text into a file, beside a page of its own; of others no file is read."""
    page = part("<p>This message was sent using picture messaging.</p>", "Content-Type: text/html")
    file = part(
        "draw 2\n",
        "Content-Type: text/plain; name=text_0.txt",
        "Content-Disposition: attachment; filename=text_0.txt",
    )
    letter = multi("mixed", page, file)
    for phone in ("15551234567", "+491701234567"):
        mail = read_mail(f"From: {phone}@mms.example.net\n{letter}".encode())
        assert (texts(mail), mail.notes) == (["draw 2"], ())
    stub = part("You have received a multimedia message.", "Content-Type: text/plain")
    assert texts(read_mail(f"From: 5551234567@x.example\n{multi('mixed', stub, file)}".encode())) == [
        "draw 2"
    ]
    assert texts(read_mail(f"From: 5551234567@x.example\n{multi('mixed', TEXT, FILE)}".encode())) == [
        "draw 2"
    ]
    assert texts(read(letter)) == ["This message was sent using picture messaging."]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<fontfamily><param>Times</param>draw</fontfamily> 2\n\nend", ["draw 2", "end"]),
        ("<bold>draw</bold>\n2", ["draw 2"]),
        ("draw 2\n\n\nend", ["draw 2", "end"]),
        ("<nofill>draw 2\nend</nofill>", ["draw 2", "end"]),
        ("draw 2\n\n<excerpt>resign\n\nend</excerpt>\n\nend", ["draw 2", "end"]),
        ("say 1 << 2 & <<p> 3 > 2", ["say 1 < 2 & <p> 3 > 2"]),
        ("> resign\n\ndraw 2", ["draw 2"]),
        ("<param>" * 40_000 + "x" + "<a" * 40_000, None),
    ],
)
def test_enriched_text_is_read(text: str, lines: list[str] | None) -> None:
    """D11: a part in text/enriched (RFC 1896) is read where there is no other; its excerpts are quotes."""
    body = part(text, "Content-Type: text/enriched; charset=us-ascii")
    mail = read(body)
    assert lines is None or (texts(mail), mail.notes) == (lines, ())
    assert texts(read(multi("alternative", body, TEXT))) == ["draw 2"]


def html(body: str) -> Mail:
    """A letter in HTML only."""
    return read(part(body, "Content-Type: text/html; charset=utf-8"))


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>resign</script>",
        "<style>resign</style>",
        "<head><title>resign</title></head>",
        "<template>resign</template>",
        "<noscript>resign</noscript>",
        "<div hidden>resign</div>",
        "<div style='display:none'>resign</div>",
        '<p STYLE="color:red; DISPLAY : NONE !important"><b>resign</b></p>',
        "<span style=visibility:hidden>resign</span>",
        "<span style='font-size:0'>resign</span>",
        "<span style='font-size: 0px;color:red'>resign</span>",
        "<span style='mso-hide:all'>resign</span>",
        "<div style='display&#58;none'>resign</div>",
        "<!-- resign -->",
        "<!--[if mso]>resign<![endif]-->",
        "<select><option>resign</option></select>",
        "<textarea>resign</textarea>",
        "<svg><text>resign</text></svg>",
        "<a title='resign' href='mailto:resign'></a>",
        "<img alt=resign>",
    ],
)
def test_hidden_html_says_nothing(hidden: str) -> None:
    """Row 40: what its sender could not see is neither written nor quoted."""
    mail = html(f"<p>draw 2</p>{hidden}<p>end</p>")
    assert (texts(mail), mail.cut) == (["draw 2", "end"], ())


@pytest.mark.parametrize(
    "style", ["font-size:0.9em", "font-size:10px", "display:block", "opacity:0.5", "visibility:visible"]
)
def test_shown_html_counts(style: str) -> None:
    """A style that hides nothing hides nothing."""
    assert texts(html(f"<div style='{style}'>draw 2</div>")) == ["draw 2"]


@pytest.mark.parametrize(
    "quoted",
    [
        "<blockquote>resign</blockquote>",
        "<blockquote type=cite><div>resign</div></blockquote>",
        "<div class=gmail_quote>On 1.1.2026 10:00 A wrote:<br>resign</div>",
        "<div class='x_gmail_quote other'>resign</div>",
        "<div class=yahoo_quoted>resign</div>",
        "<div class=protonmail_quote>resign</div>",
        "<div type=cite>resign</div>",
        "<div name=quote>resign</div>",
        "<div id=yahoo_quoted_99>resign</div>",
        "<div id=mail-editor-reference-message-container>resign</div>",
        "<div name=messageReplySection>resign</div>",
        "<div class=front-blockquote>resign</div>",
    ],
)
def test_quoted_html_is_quoted(quoted: str) -> None:
    """Quotes of every program are cut and named, boxes as originals; what stands after them counts."""
    mail = html(f"<div>draw 2</div>{quoted}<div>end</div>")
    assert texts(mail) == ["draw 2", "end"]
    assert "resign" in [cut.text for cut in mail.cut]
    cited = "<blockquote" in quoted or "type=cite" in quoted
    assert {cut.why for cut in mail.cut} == {"quoted" if cited else "original"}


def test_who_answers_within_the_box_of_a_quote_is_told() -> None:
    """Gmail puts an answer between quotes into their box: it may be an original, so it is cut and named."""
    old = "<blockquote class=gmail_quote>resign</blockquote>"
    mail = html(
        f"<div class=gmail_quote><div class=gmail_attr>A wrote:</div>{old}<div>draw 2</div>{old}</div>"
    )
    assert texts(mail) == []
    assert [(cut.text, cut.why) for cut in mail.cut] == [
        ("A wrote:", "original"),
        ("resign", "quoted"),
        ("draw 2", "original"),
        ("resign", "quoted"),
    ]


@pytest.mark.parametrize("name", ["divRplyFwdMsg", "appendonsend", "x_divRplyFwdMsg"])
def test_all_behind_the_mark_of_outlook_is_quoted(name: str) -> None:
    """Outlook closes the element at once; the answered mail follows it."""
    mail = html(f"<body><div>draw 2</div><div><div id={name}></div></div><div>resign</div><p>end</p></body>")
    assert mail.lines == ((1, "draw 2"),)
    assert [cut.text for cut in mail.cut] == ["resign", "end"]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("draw 2<br>end", ["draw 2", "end"]),
        ("draw 2<br/><br/>end", ["draw 2", "", "end"]),
        ("<div>draw 2</div><div>end</div>", ["draw 2", "end"]),
        ("<div>draw 2</div><div><br></div><div>end</div>", ["draw 2", "", "end"]),
        ("<p>draw 2</p>\n<p>end</p>", ["draw 2", "", "end"]),
        ("<p>draw 2<p>end", ["draw 2", "", "end"]),
        ("<p style='margin:0'>draw 2</p><p style='margin:0'>end</p>", ["draw 2", "end"]),
        ("dr<b>a</b>w\n  <i>2</i>", ["draw 2"]),
        ("<ul><li>draw 2</li><li>end</li></ul>", ["draw 2", "end"]),
        ("<table><tr><td>place</td><td>hel</td></tr><tr><td>end</td></tr></table>", ["place hel", "end"]),
        ("<pre>draw 2\nsay a  b</pre>end", ["draw 2", "say a  b", "", "end"]),
        ("draw&nbsp;2 &amp; &lt;b&gt; &#x74;&yacute;r", ["draw\xa02 & <b> týr"]),
        ("draw 2 < 3 <- end", ["draw 2 < 3 <- end"]),
        ("<div>draw 2", ["draw 2"]),
        ("draw 2</div></b></p>", ["draw 2"]),
        ("<a href='x>y'>draw 2</a>", ["draw 2"]),
        ('end<br><a href="x>draw 2</a><br>draw 3', ["end"]),
        ('<p style="a"">draw 2</p><p style="b"">end</p>', ["draw 2", "", "end"]),
        ('<p a=\'b\'c="d"e>draw 2</p ="\'">end', ["draw 2", "", "end"]),
        ("draw 2<!--> say a<!--->b<!-- x --!> c", ["draw 2 say ab c"]),
        ("draw 2</ resign><!resign><? resign ><![CDATA[resign]]>", ["draw 2"]),
        ("<s>resign<p>resign</s>draw 2", ["draw 2"]),
        ("<div><s>resign</div>resign</s>draw 2", ["draw 2"]),
        ("<p hidden>resign<div>draw 2</div>", ["draw 2"]),
        ("<div hidden><span>resign</div>draw 2</span>", ["draw 2"]),
        ("<span hidden>resign<div>resign</span>resign</div></span>draw 2", ["draw 2"]),
        ("<table><tr><td hidden>resign<td>draw 2<tr><td>end</table>", ["draw 2", "end"]),
        ("<table><tr><td><s>resign</td><td>draw 2</td></tr></table>", ["draw 2"]),
        ("<svg><title>resign</svg>draw 2", ["draw 2"]),
        ("<svg><p>draw 2", ["draw 2"]),
        ("<script>resign<!-- <script>resign</script>resign --></script>draw 2", ["draw 2"]),
        ("<textarea>resign</textareax>resign</textarea>draw 2", ["draw 2"]),
        ("<div style='white-space:pre-wrap'>draw 2\nsay a  b</div>", ["draw 2", "say a  b"]),
        ("<span style='display: block'>draw 2</span>end", ["draw 2", "end"]),
        ("<!DOCTYPE html><?xml version='1.0' encoding='utf-7'?>draw 2", ["draw 2"]),
        ("draw 2<!-- never closed", ["draw 2"]),
        ("draw 2<script>never closed", ["draw 2"]),
        ("draw 2<scr<script></script>ipt>end", ["draw 2ipt>end"]),
    ],
)
def test_html_as_lines(body: str, lines: list[str]) -> None:
    """Row 38: blocks stand on lines of their own, runs of blanks become one, broken HTML is read as far as possible."""
    assert [text for _, text in html(body).lines] == lines


def test_the_signature_of_html_is_cut() -> None:
    """A signature marked as one is cut, and nothing else."""
    mail = html("<div>draw 2</div><div class=gmail_signature>Anna</div><div>end</div>")
    assert texts(mail) == ["draw 2", "end"]
    assert [(cut.text, cut.why) for cut in mail.cut] == [("Anna", "signature")]


TREES: st.SearchStrategy[Any] = st.recursive(
    st.just("word"),
    lambda below: st.tuples(
        st.sampled_from(["<div>", "<blockquote>", "<p hidden>", "<ul><li>", "<table><tr><td>"]),
        st.lists(below, max_size=4),
    ),
    max_leaves=12,
)


def rendered(tree: Any, state: str, words: dict[str, list[str]]) -> str:
    """A tree as HTML; its words are numbered, and noted by what should happen to each."""
    if isinstance(tree, str):
        word = f"w{sum(map(len, words.values()))}"
        words[state].append(word)
        return f"<div>{word}</div>"
    opening, below = tree
    inner = {"<blockquote>": "quoted", "<p hidden>": "hidden"}.get(opening, "own")
    state = state if state == "hidden" or inner == "own" else inner
    opening = opening.replace("<p hidden>", "<div hidden>")
    closing = "".join(f"</{name[:-1].split()[0]}>" for name in reversed(opening.split("<")[1:]))
    return "".join([opening, *(rendered(one, state, words) for one in below), closing])


@pytest.mark.slow
@given(TREES)
def test_every_word_of_any_html_goes_where_it_belongs(tree: Any) -> None:
    """In any nesting of elements, hidden words are nowhere, quoted ones in `cut`, all others in `lines`."""
    words: dict[str, list[str]] = {"own": [], "quoted": [], "hidden": []}
    mail = html(rendered(tree, "own", words))
    assert " ".join(texts(mail)).split() == words["own"]
    assert " ".join(cut.text for cut in mail.cut).split() == words["quoted"]


@given(st.text(st.sampled_from("<>/!-='ab &;"), max_size=80))
def test_any_noise_is_some_html(noise: str) -> None:
    """Any HTML gives lines without line ends, and only text that stands in it."""
    lines = texts(html(noise))
    assert all("\n" not in text for text in lines)
    assert set("".join(lines)) <= set(noise) | {"\xa0"}


def test_armour_is_taken_off() -> None:
    """Row 47: an inline signature and its headers go, dashes are unescaped; a sealed block is noted."""
    mail = read(part("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\ndraw 2\n"))
    assert (mail.lines, mail.notes) == (((5, "draw 2"),), ("encrypted",))
    assert {cut.why for cut in mail.cut} == {"footer"}
    quoted = read(part("> -----BEGIN PGP SIGNED MESSAGE-----\n> Hash: SHA256\n\n- draw 2\n"))
    assert quoted.lines == ((4, "- draw 2"),)


def test_a_text_too_long_is_read_from_its_beginning() -> None:
    """Row 26: whole lines up to the limit count, the rest is noted; a letter of many lines likewise."""
    mail = read(part("draw 2\n" + "x" * 80_000 + "\nend\n"))
    assert (texts(mail), mail.notes) == (["draw 2"], ("text-too-long",))
    mail = read(part("draw 2\n" + "\n" * 10_000 + "end\n"))
    assert (texts(mail), mail.notes) == (["draw 2"], ("text-too-long",))


@pytest.mark.parametrize("body", ["a<br>" * 5_000, "a " * 200_000])
def test_html_too_long_is_noted(body: str) -> None:
    """If the end of an HTML text had to be left off, a note says so."""
    assert "text-too-long" in html(f"draw 2<br>{body}").notes
    assert texts(html(f"draw 2<br>{body}"))[0] == "draw 2"


def test_html_within_its_limits_is_not_noted() -> None:
    """A letter of ordinary size is complete."""
    assert html("<div>a" * 100 + "b<br>" * 1_000).notes == ("html-only",)


def test_html_may_be_as_deep_as_it_likes() -> None:
    """Text within three thousand boxes is read like text within one."""
    assert texts(html("<div>" * 3_000 + "draw 2" + "</div>" * 3_000 + "end")) == ["draw 2", "end"]


@pytest.mark.parametrize(
    "style",
    ["min-width:0", "border-width:0;margin:0", "line-height:0", "width:100%;height:0.5em", "max-width:0.9em"],
)
def test_a_box_with_some_zero_in_its_style_is_not_hidden(style: str) -> None:
    """Mail programs write many zeros into their styles; visible text still counts."""
    html = f'<div style="{style}">draw</div>'.encode()
    mail = read_mail(b"From: a@example.org\nContent-Type: text/html\n\n" + html)
    assert [text for _, text in mail.lines] == ["draw"]


@pytest.mark.parametrize("body", ["<br>" * 9_000, f"<pre>{chr(10) * 240_000}</pre>", "<p>a" * 9_000])
def test_no_html_gives_more_lines_than_are_read(body: str) -> None:
    """Row 29: one line over the limit at most, however the lines are made; lines of `pre` too."""
    assert len(lines_of_html(body)[0]) <= LINES_LIMIT + 1
