"""HTML alone: everything after an element that announces a quote is quoted; own text begins where a quote ends."""

from html import escape

import pytest

from referee.post.reading import Mail, read_mail

EN = "On Fri, 20 Nov 2026 at 09:25, Referee &lt;r@games.example&gt; wrote:"
THAI = "เมื่อ วันศุกร์ 20 พฤศจิกายน 2026 เวลา 09:25 น. Referee &lt;r@games.example&gt; ได้กล่าว:"
FIELDS = "<b>From:</b> Referee &lt;r@games.example&gt;<br><b>Sent:</b> Friday, November 20, 2026 9:25 AM<br><b>To:</b> Bert<br><b>Subject:</b> x"
KLINGON = "<b>vo':</b> Referee &lt;r@games.example&gt;<br><b>poH:</b> 20.11.2026 09:25<br><b>Daq:</b> Bert<br><b>qech:</b> x"
WORD = "border:none;border-top:solid {} 1.0pt;padding:3.0pt 0{} 0{} 0{}"
ANNOUNCING = {
    "outlook-2003": f'<div class="OutlookMessageHeader" dir="ltr">{FIELDS}</div>',
    "outlook-2003-klingon": f'<div class="OutlookMessageHeader">{KLINGON}</div>',
    "outlook-mac": f'<span id="OLK_SRC_BODY_SECTION"><div>{FIELDS}</div></span>',
    "outlook-mac-klingon": f'<span id="OLK_SRC_BODY_SECTION"><div>{KLINGON}</div></span>',
    "outlook-mobile": f'<div class="ms-outlook-mobile-reference-message skipProofing">{KLINGON}</div>',
    "outlook-mobile-container": f'<div id="mail-editor-reference-message-container"><div>{KLINGON}</div></div>',
    "outlook-2007": f'<div style="{WORD.format("#B5C4DF", "cm", "cm", "cm")}"><p class=MsoNormal>{KLINGON}</p></div>',
    "outlook-2013": f"<div><div style='{WORD.format('#E1E1E1', 'in', 'in', 'in')}'><p class=MsoNormal>{KLINGON}</p></div></div>",
    "windows-mail": f'<div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;">{KLINGON}</div>',
    "outlook-web": f'<hr tabindex="-1"><div id="divRplyFwdMsg">{KLINGON}</div>',
    "outlook-web-2010": f'<div id="divRpF123456" style="direction:ltr">{KLINGON}</div>',
    "outlook-web-rule": f'<hr style="display:inline-block;width:98%" tabindex="-1"><div>{KLINGON}</div>',
    "outlook-bookmark": f'<a name="_MailOriginal"><b>vo:</b> Referee</a><p>{KLINGON}</p>',
    "hotmail": '<hr id="stopSpelling">Date: Fri, 20 Nov 2026',
    "zimbra": f'<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{KLINGON}</div>',
    "thunderbird": f'<div class="moz-cite-prefix">{THAI}<br></div>',
    "thunderbird-forward": '<table class="moz-email-headers-table"><tr><th>vo:</th><td>Referee</td></tr></table>',
    "thunderbird-as-outlook-shows-it": f'<div class="x_moz-cite-prefix">{THAI}</div>',
    "thunderbird-as-gmail-shows-it": f'<div class="gmail-moz-cite-prefix">{THAI}</div>',
    "thunderbird-as-hotmail-shows-it": f'<div class="ecxmoz-cite-prefix">{THAI}</div>',
    "gmail": f'<div dir="ltr" class="gmail_attr">{THAI}<br></div>',
    "gmail-as-yahoo-shows-it": f'<div class="yiv1234567890gmail_attr">{THAI}<br></div>',
    "gmail-as-mail.ru-shows-it": f'<div class="gmail_attr_mr_css_attr">{THAI}<br></div>',
    "gmail-box-round-the-head": f'<div class="gmail_quote">{THAI}</div>',
    "apple-box-round-the-head": f'<div class="mail-quote-header">{EN}</div>',
    "yahoo": f'<div id="qtdSeparateBR"><br><br></div><div>{THAI}</div>',
    "yahoo-android": f'<p class="yahoo-quoted-begin">{THAI}</p>',
    "roundcube": f'<p id="reply-intro">{THAI}</p>',
    "zoho": f'<div class="zmail_extra_hr"></div><div class="zmail_extra">---- {EN[:-1]} ----</div>',
    "zoho-title": '<div title="beforequote:::"></div><div>---- x ----</div>',
    "qq": '<div class="xm_mail_oringinal_describe"><div>vo: Referee</div></div>',
    "postbox": f'<div class="__pbConvHr"></div><p>{THAI}</p>',
    "airmail": f'<p class="airmail_on">{THAI}</p>',
    "words": f"<div>{EN}</div>",
    "words-in-any-language": f"<div>{THAI}</div>",
    "fields": f"<div>{FIELDS}</div>",
    "fields-in-paragraphs": "".join(f"<p>{field}</p>" for field in FIELDS.split("<br>")),
    "fields-in-any-language": f"<div>{KLINGON}</div>",
}  # fmt: skip
BARE = {
    "paragraphs": "<p>It is your turn.</p><p>resign</p><p>draw 3</p>",
    "one element": "<div>It is your turn.<br>resign<br>draw 3</div>",
    "nothing": "It is your turn.<br>resign<br>draw 3",
    "table": "<table><tr><td>It is your turn.</td></tr><tr><td>resign</td></tr></table><p>draw 3</p>",
    "deeper and out": "<div><div>It is your turn.</div></div></div></div><div>resign</div><p>draw 3",
    "with a quote in it": "<div>It is your turn.</div><blockquote>resign</blockquote><div>draw 3</div>",
    "with an announcement in it": f"<div>It is your turn.</div><div class=gmail_attr>{EN}</div><div>resign</div><p>draw 3</p>",
}
STRICT = {
    name
    for name, html in ANNOUNCING.items()
    if any(mark in html for mark in ("hr ", "divRp", "_MailO", "qtdS", "beforeq", "OLK", "ConvHr"))
}
"""Lines drawn where the quote begins: no own text follows them."""


def html(body: str) -> Mail:
    """A letter in HTML alone."""
    return read_mail(f"From: a@b.example\nContent-Type: text/html; charset=utf-8\n\n{body}".encode())


def own(mail: Mail) -> list[str]:
    """The lines that count."""
    return [text for _, text in mail.lines if text]


@pytest.mark.share(4)
@pytest.mark.parametrize(
    "wrapped", ["{}{}{}", "<html><body><div>{}</div><div><div>{}</div></div>{}</body></html>"]
)
@pytest.mark.parametrize("name", ANNOUNCING)
def test_what_follows_an_announcement_is_quoted(name: str, wrapped: str) -> None:
    """Without marks, in its own elements, deeper or further out: none of it counts, and all of it is reported."""
    for kind, quote in BARE.items():
        mail = html(wrapped.format("<div>draw 2</div>", ANNOUNCING[name], quote))
        assert own(mail) == ["draw 2"], kind
        assert {"resign", "draw 3"} <= {cut.text for cut in mail.cut}, kind
        assert next(cut.why for cut in mail.cut if cut.text == "draw 3") != "quoted"


@pytest.mark.parametrize("name", sorted(ANNOUNCING.keys() - STRICT))
@pytest.mark.parametrize("box", ["blockquote", "div class=gmail_quote"])
def test_own_text_below_the_box_of_a_quote_counts(name: str, box: str) -> None:
    """If the quote stands in a box, the text after that box is the writer's own."""
    quote = f"<{box}><p>It is your turn.</p><p>resign</p></{box.split(maxsplit=1)[0]}>"
    assert own(html(f"{ANNOUNCING[name]}{quote}<div>draw 2</div>")) == ["draw 2"]
    assert own(html(f"<p>draw 2</p>{ANNOUNCING[name]}{quote}<div>draw 3</div>")) == ["draw 2", "draw 3"]


@pytest.mark.parametrize("name", ANNOUNCING)
def test_an_announcement_within_a_quote_says_nothing_of_what_follows_it(name: str) -> None:
    """A quote that holds an older quote ends where its own box ends."""
    mail = html(f"<blockquote><p>resign</p>{ANNOUNCING[name]}<p>draw 3</p></blockquote><p>draw 2</p>")
    assert own(mail) == ["draw 2"]


@pytest.mark.parametrize(
    "name",
    [
        "<div class=gmail_quote>{}</div>",
        "<div id=yahoo_quoted_7>{}</div>",
        "<div class=x_protonmail_quote>{}</div>",
    ],
)
def test_a_box_that_holds_its_quote_is_no_announcement(name: str) -> None:
    """Both the heading and the quote stand in it: what follows is the writer's own."""
    assert own(html(name.format(f"{EN}<br>resign") + "<div>draw 2</div>")) == ["draw 2"]


@pytest.mark.parametrize(
    "text",
    ["At 18:00 I shall be home:", "my moves:", "draw 2", "say On Friday I wrote:", "A: hel", "Note 1: x"],
)
def test_no_words_of_ones_own_announce(text: str) -> None:
    """Orders below a person's own words still count."""
    assert own(html(f"<p>{escape(text)}</p><p>draw 2</p>")) == [text, "draw 2"]


@pytest.mark.parametrize(
    "box",
    [
        "<div>{}</div>",
        "<div id=AppleMailSignature>{}</div>",
        "<div class=ms-outlook-mobile-signature>{}</div>",
    ],
)
def test_below_the_line_of_a_device_nothing_counts(box: str) -> None:
    """In HTML too, in the element of a signature or not; below a quote the writer's text counts again."""
    foot = box.format("Sent from my iPhone")
    mail = html(f"<div>draw 2</div>{foot}<div>resign</div>")
    assert own(mail) == ["draw 2"]
    assert "resign" in [cut.text for cut in mail.cut if cut.why == "footer"]
    assert own(html(f"<div>draw 2</div>{foot}<blockquote>resign</blockquote><div>draw 3</div>")) == [
        "draw 2",
        "draw 3",
    ]


@pytest.mark.parametrize(
    "attributes",
    [
        "title='Quoted text'",
        "class=WordSection1",
        "class=elementToProof",
        "dir=ltr",
        "style='border-top:solid windowtext 1.0pt'",
    ],
)
def test_elements_of_ones_own_are_ones_own(attributes: str) -> None:
    """The elements that programs put around new text cut nothing."""
    assert own(html(f"<div {attributes}>draw 2</div><div>draw 3</div>")) == ["draw 2", "draw 3"]
