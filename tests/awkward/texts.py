"""Letters with awkward encodings, line ends or spellings. Bert may draw, or lay one of his ravens, hel, frigg."""

import quopri

from awkward.case import crlf, in_base64, in_base64_raw, mail, plain
from awkward.world import BERT, PRIVATE, Came, World

ORDERS = "draw\nlay ravens A1\n"
BOTH = ("played: draw", "played: lay ravens A1")


@mail(*BOTH)
def latin_1_in_quoted_printable(w: World) -> bytes:
    """A German letter in iso-8859-1, quoted-printable."""
    body = quopri.encodestring(f"Schöne Grüße,\n\n{ORDERS}\nJürgen\n".encode("latin-1"))
    return plain(w, body, kind="text/plain; charset=iso-8859-1", code="quoted-printable")


@mail("said: say It\u2019s your \u201cturn\u201d now", "played: draw", shared="turn")
def windows_1252_with_smart_quotes(w: World) -> bytes:
    """A quotation mark of a Windows program reaches the table as one."""
    body = b"say It\x92s your \x93turn\x94 now\r\n\r\ndraw\r\n"
    return plain(w, body, kind="text/plain; charset=windows-1252")


@mail("said: say It\u2019s your turn", "played: draw", shared="turn")
def windows_1252_that_says_latin_1(w: World) -> bytes:
    """Old programs call windows-1252 iso-8859-1; 0x92 is still an apostrophe."""
    return plain(w, b"say It\x92s your turn\r\n\r\ndraw\r\n", kind="text/plain; charset=iso-8859-1")


@mail(*BOTH, notes=("charset-guessed",))
def utf_8_without_a_word_about_it(w: World) -> bytes:
    """A program that names no charset and writes utf-8."""
    return plain(w, f"Grüße\n{ORDERS}", kind=None, code=None)


@mail(*BOTH, notes=("charset-guessed",))
def latin_1_without_a_word_about_it(w: World) -> bytes:
    """A program that names no charset and writes windows-1252: it must be guessed."""
    return plain(w, f"Grüße\r\n{ORDERS}".encode("cp1252").replace(b"\n", b"\r\n"), kind=None, code=None)


@mail(*BOTH)
def utf_16_with_a_mark(w: World) -> bytes:
    """utf-16 with its byte order mark can be read."""
    body = in_base64_raw(crlf(ORDERS).decode().encode("utf-16"))
    return plain(w, body, kind="text/plain; charset=utf-16", code="base64")


@mail("played: draw")
def utf_16_without_a_mark(w: World) -> bytes:
    """The order of utf-16 is known by the zeros in its letters, or it is not read."""
    body = in_base64_raw("draw\r\n".encode("utf-16-be"))
    return plain(w, body, kind="text/plain; charset=utf-16", code="base64")


@mail(notes=("undecodable", "no-order"))
def utf_7(w: World) -> bytes:
    """utf-7 hides orders in harmless text: it is not decoded."""
    return plain(
        w, b"+AGQAcgBhAHc-\r\n+AGwAYQB5- ravens A1\r\n", kind="text/plain; charset=utf-7", code="7bit"
    )


@mail(*BOTH, notes=("charset-guessed",))
def an_unknown_charset(w: World) -> bytes:
    """An unknown charset, and a text that is utf-8."""
    return plain(w, f"Grüße\n{ORDERS}", kind="text/plain; charset=x-klingon")


@mail(*BOTH)
def a_charset_with_quirks(w: World) -> bytes:
    """The name of a charset in quotes, in capitals, with a blank."""
    return plain(w, ORDERS, kind="text/plain; charset=' UTF8 '; format=fixed")


@mail(*BOTH)
def base64_text(w: World) -> bytes:
    """A text in base64."""
    return plain(w, in_base64(ORDERS), code="base64")


@mail(*BOTH)
def base64_without_its_end(w: World) -> bytes:
    """Base64 without its padding, followed by a line of a footer, is read as far as it goes."""
    return plain(w, in_base64(ORDERS).replace(b"=", b"").rstrip() + b"\r\n", code="base64")


@mail(notes=("charset-guessed", "no-order"))
def base64_that_is_none(w: World) -> bytes:
    """Text falsely declared as base64 is not an order, even in plain words."""
    return plain(w, b"\x80!draw!\x81\r\n", code="base64")


@mail(*BOTH)
def quoted_printable_soft_breaks(w: World) -> bytes:
    """Soft line breaks within an order, and a lone = that is not one."""
    body = b"dr=\r\naw\r\nlay ravens A=31\r\n2 + 2 = 4 =ZZ\r\n"
    return plain(w, body, code="quoted-printable")


@mail("misread: drаw")  # noqa: RUF001
def a_letter_of_another_alphabet(w: World) -> bytes:
    """A Cyrillic a within an order is reported with its place, not guessed."""
    return plain(w, "drаw\n")  # noqa: RUF001


@mail(*BOTH)
def flowed_with_delsp(w: World) -> bytes:
    """format=flowed with DelSp: the blank at the end of a line is not part of the text (RFC 3676)."""
    text = "I have thought about it for a long time, and now I shall \n draw\n\ndraw \nlay ravens A1\n"
    return plain(w, text, kind="text/plain; charset=utf-8; format=flowed; delsp=yes")


@mail(*BOTH)
def flowed(w: World) -> bytes:
    """format=flowed: a long line that ends in a blank goes on in the next; a short one was ended by its writer."""
    text = "I have thought about it for a long time, and now I shall \ndraw\n\ndraw \nlay ravens A1\n"
    return plain(w, text, kind="text/plain; charset=utf-8; format=flowed")


@mail(*BOTH)
def line_ends_of_old_macs(w: World) -> bytes:
    """Lines that end in CR alone."""
    return plain(w, b"Hello\rdraw\rlay ravens A1\r")


@mail(*BOTH)
def line_ends_of_old_macs_in_the_head_too(w: World) -> bytes:
    """A whole mail with CR alone, from its first field on."""
    return plain(w, ORDERS).replace(b"\r\n", b"\r")


@mail(*BOTH)
def line_ends_of_unix(w: World) -> bytes:
    """A whole mail with LF alone, as a pipe gives it."""
    return plain(w, ORDERS).replace(b"\r\n", b"\n")


@mail(*BOTH)
def nul_bytes(w: World) -> bytes:
    """NUL bytes within the text are dropped."""
    return plain(w, b"dr\0aw\r\n\0\r\nlay \0ravens A1\r\n")


@mail(*BOTH)
def line_separators(w: World) -> bytes:
    """A sign that is shown as the end of a line is one, except behind the mark of a quote."""
    return plain(
        w,
        f"draw\u2028lay ravens A1\n\nOn 20 Nov 2026, at 09:25, Referee <{BERT}> wrote:\n> Your turn.\u2028resign\n",
    )


@mail("played: draw")
def no_final_newline(w: World) -> bytes:
    """A letter that ends within its last line."""
    return plain(w, b"draw")


@mail(notes=("no-text",))
def empty(w: World) -> bytes:
    """A letter without a text."""
    return plain(w, b"")


@mail(notes=("no-text",))
def blank(w: World) -> bytes:
    """A letter of blanks."""
    return plain(w, " \r\n\t\r\n\xa0\r\n")


@mail(*BOTH)
def capitals_and_points(w: World) -> bytes:
    """A telephone begins with a capital; people end with a full stop or an exclamation mark."""
    return plain(w, "Draw!\nLay ravens A1.\n")


@mail(*BOTH)
def full_width_letters(w: World) -> bytes:
    """Letters of an East Asian keyboard count as ours."""
    return plain(w, "ｄｒａｗ\nｌａｙ　ｒａｖｅｎｓ　Ａ１\n")  # noqa: RUF001


@mail(*BOTH)
def blanks_that_do_not_break(w: World) -> bytes:
    """NBSP, narrow blanks, soft hyphens, zero-width blanks and a byte order mark change nothing."""
    return plain(w, "\ufeffdraw\nlay\xa0ra\xadvens\u202f\u200bA1\n")


@mail(*BOTH)
def indented(w: World) -> bytes:
    """Blanks and tabs around an order change nothing."""
    return plain(w, "    draw   \n\tlay   ravens\t A1\n")


@mail(*BOTH)
def orders_in_quotation_marks(w: World) -> bytes:
    """Orders in quotation marks, straight and curly."""
    return plain(w, '"draw"\n\u201clay ravens A1\u201d\n')


@mail(*BOTH)
def rules_between_orders(w: World) -> bytes:
    """Lines of hyphens and stars between orders are neither a signature nor a quote."""
    return plain(w, "-----\ndraw\n*****\nlay ravens A1\n=====\n")


@mail(*BOTH)
def words_like_a_quotation(w: World) -> bytes:
    """Words like the heading of a quotation, with nothing quoted below."""
    return plain(w, "As he wrote:\ndraw\nFrom: here on\nlay ravens A1\nTo: the winner\n")


@mail(*BOTH)
def bullets(w: World) -> bytes:
    """A list of orders: its bullets are not part of them."""
    return plain(w, "- draw\n• lay ravens A1\n")


@mail(*BOTH)
def numbered(w: World) -> bytes:
    """A numbered list of orders."""
    return plain(w, "1. draw\n2) lay ravens A1\n")


@mail(*BOTH)
def stars_for_bold(w: World) -> bytes:
    """A text made of HTML by a program, with stars around what was bold."""
    return plain(w, "*draw*\n_lay ravens A1_\n")


NOVEL = tuple(f"It was night {n} of the winter at sea, and {PRIVATE} was all we ate." for n in range(1, 301))


@mail("played: draw")
def a_long_story(w: World) -> bytes:
    """A hundred and fifty lines of prose, and one order among them."""
    return plain(w, "\n".join((*NOVEL[:120], "", "draw", "", *NOVEL[120:150])))


@mail("played: draw", f"misread: {NOVEL[199]}")
def a_novel(w: World) -> bytes:
    """Three hundred lines: nothing after the two hundredth is read, and the answer says so."""
    return plain(w, "\n".join((*NOVEL[:100], "", "draw", "", *NOVEL[100:], "lay ravens A1")))


def _stopped_early(_w: World, came: Came) -> None:
    assert came.lines[:4] == (*["played: draw"] * 3, came.lines[3])
    assert not [line for line in came.lines[3:] if line.startswith("played")]
    assert len(came.to("loki")[0].raw) < 200_000


@mail(check=_stopped_early)
def two_thousand_orders(w: World) -> bytes:
    """Two thousand orders: as many as there are action points are played, and the answer stays short."""
    return plain(w, "draw\n" * 2000)


@mail("played: draw")
def a_line_of_five_thousand_characters(w: World) -> bytes:
    """A very long line of prose is prose."""
    return plain(w, "o" * 5000 + "\ndraw\n")


@mail(f"misread: draw {'o' * 5000}", "not-played: lay ravens A1 (stopped)")
def an_order_of_five_thousand_characters(w: World) -> bytes:
    """A very long line that begins as an order is misread, and stops the letter."""
    return plain(w, f"draw {'o' * 5000}\nlay ravens A1\n")
