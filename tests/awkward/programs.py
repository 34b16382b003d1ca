"""Letters as mail programs send them: what they quote, what they add, what a mail server puts before or after."""

from awkward.case import HTML, TEXT, mail, part, parts, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import ADDRESS, PRIVATE, World

OLD = ("Thunder & Lightning, g1.loki.6", "draw", "lay ravens B1", "challenge A", "resign g1")
HEAD = f"On Fri, Nov 20, 2026 at 9:25 AM Referee <{ADDRESS}> wrote:"
KOPF = f"Am Fr., 20. Nov. 2026 um 09:25 Uhr schrieb Referee <{ADDRESS}>:"


def marked(mark: str = "> ") -> str:
    """The old letter, each line after a mark."""
    return "".join(f"{mark}{line}\n" for line in OLD)


def bare() -> str:
    """The old letter as it is."""
    return "".join(f"{line}\n" for line in OLD)


def left(*lines: str, why: str) -> tuple[str, ...]:
    """What is reported of orders in a part of the mail that is not the writer's."""
    return tuple(f"not-played: {line} ({why})" for line in lines)


IN_THE_ORIGINAL = left(*OLD[1:], why="left-original")


@mail(notes=("no-order",))
def only_a_quote(w: World) -> bytes:
    """Nothing but the letter that is answered."""
    return plain(w, f"{HEAD}\n\n{marked()}")


@mail(*left("lay ravens B1", why="left-signature"))
def only_a_signature(w: World) -> bytes:
    """Nothing but a signature; lines in it that read as orders are reported."""
    return plain(w, "-- \nFreya\nlay ravens B1\n")


@mail(*BOTH, *left("lay ravens B1", "resign g1", why="left-signature"))
def orders_in_a_signature(w: World) -> bytes:
    """What stands below two hyphens and a blank is the signature."""
    return plain(w, f"{ORDERS}\n-- \nBert, {PRIVATE}\nlay ravens B1\nresign g1\n")


@mail(*BOTH, *left("lay ravens B1", why="left-signature"))
def a_signature_that_lost_its_blank(w: World) -> bytes:
    """Many programs lose the blank after the two hyphens."""
    return plain(w, f"{ORDERS}\n--\nBert\nlay ravens B1\n")


@mail(*BOTH)
def above_the_quote(w: World) -> bytes:
    """Gmail, the answer on top."""
    return plain(w, f"{ORDERS}\n{HEAD}\n\n{marked()}")


@mail(*BOTH)
def below_the_quote(w: World) -> bytes:
    """mutt, the answer at the end, with a signature."""
    return plain(
        w, f"On Fri, Nov 20, 2026 at 09:25:00AM +0000, Referee wrote:\n{marked()}\n{ORDERS}\n-- \nBert\n"
    )


@mail(*left(*OLD[1:], "draw", "lay ravens A1", why="left-original"))
def below_the_quote_of_outlook(w: World) -> bytes:
    """An answer below an original without marks cannot be told from it: nothing is played, each order is reported."""
    top = f"From: Referee <{ADDRESS}>\nSent: Friday, November 20, 2026 9:25 AM\nTo: Bert\nSubject: [g1.loki.6]\n\n"
    return plain(w, f"{top}{bare()}\n{ORDERS}")


@mail(*BOTH, notes=("html-only",))
def below_the_quote_in_html(w: World) -> bytes:
    """Thunderbird in HTML, the answer below the cited block."""
    html = f'<div class="moz-cite-prefix">{KOPF.replace("<", "&lt;")}</div><blockquote type="cite">{"<br>".join(OLD)}</blockquote><p>draw<br>lay ravens A1</p>'
    return plain(w, html, kind=HTML)


@mail(*BOTH)
def between_the_quotes(w: World) -> bytes:
    """Thunderbird, the answer between what it answers."""
    body = f"Am 20.11.26 um 09:25 schrieb Referee:\n{marked()}\ndraw\n\n{marked()}\nlay ravens A1\n\n{marked('>> ')}"
    return plain(w, body)


@mail(*BOTH)
def between_the_quotes_with_no_blank_line(w: World) -> bytes:
    """An answer directly between two quotes."""
    return plain(w, f"{HEAD}\n{marked()}draw\n{marked()}lay ravens A1\n{marked()}")


@mail(*BOTH)
def quotes_of_quotes(w: World) -> bytes:
    """Marks of several depths, with and without blanks."""
    return plain(w, f"{ORDERS}\n{HEAD}\n{marked('>')}{marked('>>')}{marked('> > ')}{marked('>>> > ')}")


@mail(*BOTH)
def quotes_with_a_name(w: World) -> bytes:
    """Programs that mark a quote with the initials of its writer."""
    return plain(w, f"{ORDERS}\n{HEAD}\n{marked('RF> ')}")


@mail(*BOTH, *IN_THE_ORIGINAL)
def quotes_with_a_bar(w: World) -> bytes:
    """Programs that mark a quote with a bar, as we mark orders: what was not in our letter is told."""
    return plain(w, f"{ORDERS}\n{HEAD}\n{marked('| ')}")


@mail(*BOTH, *IN_THE_ORIGINAL)
def outlook_in_english(w: World) -> bytes:
    """Outlook puts the original below a heading of its own, and marks nothing."""
    top = f"From: Referee <{ADDRESS}>\nSent: Friday, November 20, 2026 9:25 AM\nTo: Bert\nSubject: [g1.loki.6]\n\n"
    return plain(w, f"{ORDERS}\n{'_' * 32}\n{top}{bare()}")


@mail(*BOTH, *IN_THE_ORIGINAL)
def outlook_in_german(w: World) -> bytes:
    """The same in German, with the old rule above."""
    top = f"Von: Referee <{ADDRESS}>\nGesendet: Freitag, 20. November 2026 09:25\nAn: Bert\nBetreff: [g1.loki.6]\n\n"
    return plain(w, f"{ORDERS}\n-----Ursprüngliche Nachricht-----\n{top}{bare()}")


@mail(*BOTH, *IN_THE_ORIGINAL)
def outlook_with_bold_heads(w: World) -> bytes:
    """Outlook on the web turns its bold headings into stars."""
    top = f"*From:* Referee <{ADDRESS}>\n*Sent:* Friday, November 20, 2026 9:25 AM\n*To:* Bert\n*Subject:* [g1.loki.6]\n\n"
    return plain(w, f"{ORDERS}\n{top}{bare()}")


@mail(*BOTH, *IN_THE_ORIGINAL)
def samsung_mail(w: World) -> bytes:
    """A telephone that announces the original between hyphens, with a line of advertising."""
    top = f"-------- Original message --------\nFrom: Referee <{ADDRESS}>\nDate: 20/11/2026  09:25  (GMT+00:00)\nTo: Bert\n"
    return plain(w, f"{ORDERS}\n\nSent from my Galaxy\n\n{top}Subject: [g1.loki.6]\n\n{bare()}")


@mail(*BOTH)
def ios(w: World) -> bytes:
    """An iPhone marks its heading as well, and says what it is."""
    quote = f"\n> On Nov 20, 2026, at 9:25\u202fAM, Referee <{ADDRESS}> wrote:\n> \n> \ufeff\n{marked()}"
    return plain(w, f"{ORDERS}\nSent from my iPhone\n{quote}")


@mail(*BOTH)
def ios_in_german(w: World) -> bytes:
    """The same in German."""
    quote = f"\n> Am 20.11.2026 um 09:25 schrieb Referee <{ADDRESS}>:\n> \n> \ufeff\n{marked()}"
    return plain(w, f"{ORDERS}\nVon meinem iPhone gesendet\n{quote}")


@mail(*BOTH)
def gmail_in_both(w: World) -> bytes:
    """Gmail sends a text and HTML; its heading is broken over two lines."""
    text = f"{ORDERS}\nOn Fri, Nov 20, 2026 at 9:25 AM Referee <\n{ADDRESS}> wrote:\n\n{marked()}"
    html = f'<div dir="ltr">draw<div>lay ravens A1</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{HEAD}<br></div><blockquote class="gmail_quote">{"<br>".join(OLD)}</blockquote></div>'
    return parts(w, "multipart/alternative", part(TEXT, text), part(HTML, html))


@mail(*BOTH, notes=("html-only",))
def gmail_in_html_alone(w: World) -> bytes:
    """The quote of Gmail in HTML is not the writer's."""
    html = f'<div dir="auto">draw<div dir="auto">lay ravens A1</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{HEAD}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">{"<br>".join(OLD)}</blockquote></div>'
    return plain(w, html, kind=HTML)


@mail(*BOTH, *IN_THE_ORIGINAL, notes=("html-only",))
def outlook_in_html_alone(w: World) -> bytes:
    """Outlook's original in HTML stands below a line, and is not marked as a quote."""
    old = "".join(f"<p class=MsoNormal>{line.replace('&', '&amp;')}<o:p></o:p></p>" for line in OLD)
    html = f'<html><body lang=EN-GB><div class=WordSection1><p class=MsoNormal>draw<o:p></o:p></p><p class=MsoNormal>lay ravens A1<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class=MsoNormal><b>From:</b> Referee &lt;{ADDRESS}&gt; <br><b>Sent:</b> 20 November 2026 09:25<br><b>To:</b> Bert<br><b>Subject:</b> [g1.loki.6]<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>{old}</div></body></html>'
    return plain(w, html, kind=HTML)


@mail(*left("draw", "lay ravens A1", why="left-original"), notes=("html-only",))
def gmail_in_html_answered_between(w: World) -> bytes:
    """Gmail puts answers between quotes into the box of the quotes: they are not played, and their writer is told."""
    old = f'<blockquote class="gmail_quote">{"<br>".join(OLD)}</blockquote>'
    html = f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{HEAD}<br></div>{old}<div>draw</div>{old}<div>lay ravens A1</div></div>'
    return plain(w, html, kind=HTML)


@mail(*BOTH, *IN_THE_ORIGINAL, notes=("html-only",))
def yahoo_in_html_alone(w: World) -> bytes:
    """Yahoo's quote in HTML is a box with a name."""
    html = f'<div class="yahoo-style-wrap"><div dir="ltr">draw</div><div dir="ltr">lay ravens A1</div></div><div id="ydp1yahoo_quoted_1" class="yahoo_quoted"><div>{HEAD.replace("<", "&lt;")}</div><div>{"<br>".join(OLD)}</div></div>'
    return plain(w, html, kind=HTML)


@mail(*BOTH, notes=("html-only",))
def apple_in_html_alone(w: World) -> bytes:
    """Apple's quote in HTML is a cited block, with its heading within."""
    html = f'<html><body>draw<div>lay ravens A1</div><div><br><blockquote type="cite"><div>{HEAD.replace("<", "&lt;")}</div><br><div>{"<br>".join(OLD)}</div></blockquote></div></body></html>'
    return plain(w, html, kind=HTML)


@mail(*BOTH, *IN_THE_ORIGINAL)
def yahoo_in_text(w: World) -> bytes:
    """Yahoo's text does not mark what it quotes."""
    return plain(
        w,
        f"{ORDERS}\n    On Friday, November 20, 2026 at 09:25:00 AM GMT, Referee <{ADDRESS}> wrote:  \n \n {bare()}",
    )


@mail(*BOTH)
def proton(w: World) -> bytes:
    """Proton adds where it comes from, and marks quotes."""
    foot = "Sent with [Proton Mail](https://proton.me/mail/home) secure email."
    return plain(
        w,
        f"{ORDERS}\n{foot}\n\nOn Friday, November 20th, 2026 at 9:25 AM, Referee <{ADDRESS}> wrote:\n\n{marked()}",
    )


@mail(*BOTH, *left(*OLD[1:], why="left-forwarded"))
def forwarded_below(w: World) -> bytes:
    """An answer with an old letter forwarded below it."""
    top = f"---------- Forwarded message ---------\nFrom: Referee <{ADDRESS}>\nDate: Fri, 20 Nov 2026 at 09:25\nSubject: [g1.loki.6]\nTo: <bert@example.org>\n\n\n"
    return plain(w, f"{ORDERS}\n{top}{bare()}")


@mail(*left(*OLD[1:], why="left-forwarded"))
def forwarded_with_orders_in_it(w: World) -> bytes:
    """'See my orders below': a forwarded letter holds no orders, and the answer says so."""
    top = "Anfang der weitergeleiteten Nachricht:\n\nVon: Bert <bert@example.org>\nBetreff: orders\nDatum: 19. November 2026 um 22:10:00 MEZ\nAn: me\n\n"
    return plain(w, f"See my orders below, {PRIVATE}.\n\n{top}{bare()}")


@mail(*BOTH)
def a_mobile_footer(w: World) -> bytes:
    """A telephone says what it is, in German."""
    return plain(w, f"{ORDERS}\nVon meinem Samsung Galaxy Smartphone gesendet.\n")


@mail(*BOTH)
def outlook_for_android(w: World) -> bytes:
    """A telephone puts a link below."""
    return plain(w, f"{ORDERS}\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n")


@mail(*BOTH)
def a_legal_footer(w: World) -> bytes:
    """A legal footer without a line that begins as an order."""
    foot = "This e-mail and any files with it are confidential and meant for the person it is addressed to.\nIf you are not that person, please delete it. Thank you.\n"
    return plain(w, f"{ORDERS}\n{'_' * 40}\n{foot}")


@mail(
    *BOTH,
    "misread: order to pass it on, and do not",
    "noted: note that nothing in it binds anybody.",
)
def a_legal_footer_with_words_of_ours(w: World) -> bytes:
    """A legal footer whose lines begin with our words spoils no letter above it."""
    foot = "DISCLAIMER: This message is confidential. Any other\nuse of it is forbidden. Do not copy it in\norder to pass it on, and do not\ntry to read it. Please\nnote that nothing in it binds anybody.\n"
    return plain(w, f"{ORDERS}\n{'_' * 40}\n{foot}")


@mail(*BOTH)
def a_banner_before_the_text(w: World) -> bytes:
    """A server of the writer's company warns about our letters; the orders come after it."""
    banner = "CAUTION: This email originated from outside of the organization. Do not click links or open\nattachments unless you recognize the sender and know the content is safe.\n\n"
    return plain(w, f"{banner}{ORDERS}")


@mail(*BOTH)
def a_banner_in_brackets(w: World) -> bytes:
    """Another kind of warning, on one line."""
    return plain(w, f"[EXTERNAL] This message comes from an external sender.\n\n{ORDERS}")


@mail(*BOTH)
def a_list_footer(w: World) -> bytes:
    """A mailing list through which the answer went put its footer below."""
    foot = (
        f"{'_' * 47}\nPlayers mailing list\nplayers@lists.example\nhttps://lists.example/listinfo/players\n"
    )
    return plain(w, f"{ORDERS}\n{foot}")


@mail(*BOTH)
def a_scanner_footer(w: World) -> bytes:
    """A virus scanner says that it was there."""
    return plain(
        w,
        f"{ORDERS}\n-- \nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com\n",
    )


@mail(*BOTH, "answered: end")
def the_end_of_the_letter(w: World) -> bytes:
    """After `end` nothing is read, whatever it is."""
    return plain(w, f"{ORDERS}end\nresign g1\nlay ravens B1\n")
