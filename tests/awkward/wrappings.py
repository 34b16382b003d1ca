"""Letters in wrappings: HTML, several parts, attachments, signed and encrypted mail, bombs."""

from awkward.case import HTML, TEXT, crlf, in_base64, mail, nested, part, parts, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import PRIVATE, World

SIGNED = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEEZm9v\n=aBcD\n-----END PGP SIGNATURE-----\n"


@mail("played: draw", "played: lay ravens A1", notes=("html-only",))
def html_alone(w: World) -> bytes:
    """HTML with blocks, breaks, entities and marks within words."""
    html = "<html><body><p>Hello&nbsp;there,</p><div>&#100;r<b>a</b>w</div>lay <i>ravens</i>&nbsp;A1<br></body></html>"
    return plain(w, html, kind=HTML)


@mail("played: draw", notes=("html-only",))
def html_with_hidden_orders(w: World) -> bytes:
    """Text that a mail program does not show does not count: styles, scripts, comments, hidden and tiny boxes."""
    hidden = "resign g1"
    boxes = (
        f'<div style="display:none">{hidden}</div>',
        f'<div style="DISPLAY : None !important">{hidden}</div>',
        f'<div style="visibility:hidden">{hidden}</div>',
        f"<div hidden>{hidden}</div>",
        f'<div style="font-size:0px;line-height:0">{hidden}</div>',
        f'<p style="mso-hide:all">{hidden}</p>',
        f"<!--\n{hidden}\n--><!--[if mso]><p>{hidden}</p><![endif]-->",
        f"<style>\n{hidden}\n</style><script>\n{hidden}\n</script><template><p>{hidden}</p></template>",
        f"<textarea>{hidden}</textarea><svg><text>{hidden}</text></svg><p style='opacity:0'>{hidden}</p>",
    )
    return plain(
        w, f"<head><title>{hidden}</title></head><body>{''.join(boxes)}<p>draw</p></body>", kind=HTML
    )


@mail("played: draw", notes=("html-only",))
def html_in_boxes_of_no_size(w: World) -> bytes:
    """How newsletters hide their first lines: boxes without height or width, far off the page."""
    ways = (
        "max-height:0;overflow:hidden",
        "width:0;height:0;overflow:hidden",
        "position:absolute;left:-9999px",
    )
    boxes = "".join(f'<div style="{way}">resign g1</div>' for way in (*ways, "text-indent:-9999px"))
    return plain(w, f"<body>{boxes}<p>draw</p></body>", kind=HTML)


@mail("played: draw", notes=("html-only",))
def html_that_is_struck_out(w: World) -> bytes:
    """Struck-out text does not count."""
    return plain(w, "<p><s>resign g1</s></p><p><del>resign g1</del></p><p>draw</p>", kind=HTML)


@mail("played: draw", notes=("html-only",))
def html_with_a_quote_in_it(w: World) -> bytes:
    """A block quote is a quote, wherever it stands."""
    html = "<blockquote><p>resign g1</p></blockquote><p>draw</p><blockquote>lay ravens A1</blockquote>"
    return plain(w, html, kind=HTML)


@mail("played: draw", "played: lay ravens A1", notes=("html-only",))
def html_that_never_ends(w: World) -> bytes:
    """Tags that are never closed, and one that is cut off."""
    return plain(w, "<div><table><tr><td>draw<tr><td>lay ravens A1<div><b><a href='", kind=HTML)


@mail(*BOTH)
def text_and_html_that_disagree(w: World) -> bytes:
    """Where text and HTML differ, the text counts."""
    return parts(w, "multipart/alternative", part(TEXT, ORDERS), part(HTML, "<p>resign g1</p>"))


@mail(*BOTH, notes=("html-only",))
def an_empty_text_beside_html(w: World) -> bytes:
    """A program that leaves the text empty and puts everything into HTML."""
    return parts(
        w, "multipart/alternative", part(TEXT, "\n \n"), part(HTML, "<p>draw</p><p>lay ravens A1</p>")
    )


@mail(*BOTH)
def html_with_pictures(w: World) -> bytes:
    """Parts in parts: a text and HTML with a picture, and a file beside them."""
    pages = nested("multipart/related", part(HTML, "<p>draw</p><img src=cid:a>"), boundary="=-pages")
    both = nested("multipart/alternative", part(TEXT, ORDERS), pages)
    file = part("image/png; name=a.png", in_base64("no picture"), "Content-Transfer-Encoding: base64")
    return parts(w, "multipart/mixed", both, file)


@mail("played: draw")
def orders_in_an_attachment(w: World) -> bytes:
    """A file is not the letter, whatever is in it."""
    file = part(TEXT, "resign g1\n", 'Content-Disposition: attachment; filename="orders.txt"')
    named = part(
        'text/plain; name="more.txt"', "lay ravens A1\n", 'Content-Disposition: inline; filename="more.txt"'
    )
    return parts(w, "multipart/mixed", part(TEXT, "draw\n"), file, named)


@mail(*BOTH, notes=("several-texts",))
def two_texts(w: World) -> bytes:
    """Apple Mail cuts its text in two where a picture stands; both are written."""
    image = part(
        "image/png",
        in_base64("no picture"),
        "Content-Transfer-Encoding: base64",
        "Content-Disposition: inline",
    )
    return parts(w, "multipart/mixed", part(TEXT, "draw\n"), image, part(TEXT, "lay ravens A1\n"))


@mail(*BOTH)
def a_zip_file(w: World) -> bytes:
    """An archive is not opened."""
    file = part("application/zip; name=42.zip", in_base64("PK\x03\x04"), "Content-Transfer-Encoding: base64")
    return parts(w, "multipart/mixed", part(TEXT, ORDERS), file)


@mail(*BOTH)
def winmail_dat(w: World) -> bytes:
    """What Exchange wraps in winmail.dat is not opened."""
    file = part("application/ms-tnef; name=winmail.dat", in_base64("x"), "Content-Transfer-Encoding: base64")
    return parts(w, "multipart/mixed", part('text/plain; charset="us-ascii"', ORDERS), file)


@mail(notes=("no-text",))
def a_picture_alone(w: World) -> bytes:
    """A photograph of the orders is not a text."""
    return plain(w, in_base64("no picture"), kind="image/jpeg; name=orders.jpg", code="base64")


@mail("played: draw", "played: lay ravens A1")
def clearsigned(w: World) -> bytes:
    """PGP within the text: the signed part is read, its dashes unescaped; the text around it is not."""
    body = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\ndraw\n- --- {PRIVATE} ---\nlay ravens A1\n{SIGNED}"
    return plain(w, body)


@mail(*BOTH)
def signed_with_pgp(w: World) -> bytes:
    """PGP/MIME: the first part is the letter."""
    sign = part("application/pgp-signature; name=signature.asc", SIGNED)
    kind = 'multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"'
    return parts(w, kind, part(TEXT, ORDERS), sign)


@mail(*BOTH)
def signed_with_smime(w: World) -> bytes:
    """S/MIME, signed in the open."""
    sign = part(
        "application/pkcs7-signature; name=smime.p7s", in_base64("x"), "Content-Transfer-Encoding: base64"
    )
    kind = 'multipart/signed; micalg=sha-256; protocol="application/pkcs7-signature"'
    return parts(
        w, kind, nested("multipart/alternative", part(TEXT, ORDERS), part(HTML, "<p>draw</p>")), sign
    )


@mail(notes=("encrypted",))
def encrypted_with_pgp(w: World) -> bytes:
    """PGP/MIME, encrypted: the answer says that it cannot be read."""
    kind = 'multipart/encrypted; protocol="application/pgp-encrypted"'
    body = part(
        "application/octet-stream", "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"
    )
    return parts(w, kind, part("application/pgp-encrypted", "Version: 1\n"), body)


@mail(notes=("encrypted",))
def encrypted_within_the_text(w: World) -> bytes:
    """PGP within the text, encrypted."""
    return plain(w, "-----BEGIN PGP MESSAGE-----\n\nhQEMA9draw\nlay\n=abcd\n-----END PGP MESSAGE-----\n")


@mail(notes=("encrypted",))
def encrypted_with_smime(w: World) -> bytes:
    """S/MIME, encrypted."""
    return plain(
        w,
        in_base64("x"),
        kind="application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        code="base64",
    )


@mail("played: draw")
def a_letter_as_an_attachment(w: World) -> bytes:
    """A forwarded letter, attached whole, holds no orders."""
    inner = plain(w, "resign g1\n").decode()
    return parts(w, "multipart/mixed", part(TEXT, "draw\n"), part("message/rfc822", inner))


@mail(notes=("no-text",))
def a_letter_as_an_attachment_alone(w: World) -> bytes:
    """Nothing but a forwarded letter."""
    inner = plain(w, "resign g1\n").decode()
    return parts(w, "multipart/mixed", part("message/rfc822", inner))


@mail(*BOTH, notes=("several-texts",))
def a_list_footer_as_a_part(w: World) -> bytes:
    """A list that puts its footer into a part of its own: nothing in it is an order."""
    foot = f"{'_' * 47}\nPlayers mailing list\nPlayers@lists.example\nhttps://lists.example/players\n"
    return parts(w, "multipart/mixed", part(TEXT, ORDERS), part(TEXT, foot, "Content-Disposition: inline"))


@mail(*BOTH)
def words_around_the_parts(w: World) -> bytes:
    """Text before the first boundary and after the last is not part of the letter."""
    whole = parts(w, "multipart/mixed", b"\r\n" + crlf(ORDERS))
    return whole.replace(b"\r\n\r\n--", b"\r\n\r\nresign g1\r\n--", 1) + b"\r\nresign g1\r\n"


@mail(*BOTH, notes=("html-only",))
def html_with_a_list(w: World) -> bytes:
    """Orders as the points of a list."""
    return plain(w, "<ol><li>draw</li><li><p>lay\n ravens A1</p></li></ol>", kind=HTML)


@mail("played: draw", "not-played: lay ravens A1 (left-signature)", notes=("html-only",))
def html_with_a_signature(w: World) -> bytes:
    """Gmail marks its signature in HTML."""
    html = "<div>draw</div><div class='gmail_signature'>Freya<br>lay ravens A1</div>"
    return plain(w, html, kind=HTML)


@mail(*BOTH)
def parts_without_an_end(w: World) -> bytes:
    """A mail that was cut off before its last boundary."""
    whole = parts(w, "multipart/alternative", part(TEXT, ORDERS), part(HTML, "<p>draw</p>"))
    return whole[: whole.rindex(b"<p>")]


@mail(notes=("no-text",))
def parts_without_a_boundary(w: World) -> bytes:
    """A mail that says it has parts, and has none: no order is guessed."""
    return plain(w, "draw\n", kind="multipart/mixed")


@mail(held="mail-too-deep")
def parts_in_parts_in_parts(w: World) -> bytes:
    """Parts nested sixty deep."""
    inner = part(TEXT, ORDERS)
    for depth in range(60):
        inner = nested("multipart/mixed", inner, boundary=f"=-{depth}.")
    return parts(w, "multipart/mixed", inner)


@mail(held="mail-too-many-parts")
def a_thousand_parts(w: World) -> bytes:
    """More parts than anybody writes."""
    return parts(w, "multipart/mixed", *[part(TEXT, "draw\n")] * 1000)


@mail(held="mail-too-many-fields")
def three_thousand_fields(w: World) -> bytes:
    """More fields than any mail has."""
    return plain(w, ORDERS, X_A=["b"] * 3000)


@mail(held="mail-header-too-large")
def a_head_of_a_megabyte(w: World) -> bytes:
    """A field as long as a book."""
    return plain(w, ORDERS, X_A="b" * 1_000_000)


@mail("played: draw")
def a_great_file_beside_it(w: World) -> bytes:
    """A photograph of half a megabyte does no harm."""
    file = part("image/jpeg; name=a.jpg", in_base64(b"x" * 400_000), "Content-Transfer-Encoding: base64")
    return parts(w, "multipart/mixed", part(TEXT, crlf("draw\n")), file)
