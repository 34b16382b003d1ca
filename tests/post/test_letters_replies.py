"""Replies of mail programs: quoted text never counts; written text always counts, or is reported."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.mail_programs import BARE, HEADERS, MARKED, PLACES, STYLES, Written
from support.tongues import headings

from referee.post.reading import Mail, read_mail

HEADINGS = dict(headings())
ORDERS = ("draw 2", "place tyr at A", "use ravens loki.hel", "@7.2 challenge b", "end")
REPORT = (
    "It is your turn, Thor. You may",
    "",
    "  draw 2",
    "  place hel at B",
    "challenge c",
    "On the table: A 3, B 0 (at 10:00).",
    "From: nobody",
    "end",
    "-- ",
    "The referee",
    "resign",
)


def read(body: str) -> Mail:
    """A letter with this body."""
    head = (
        "From: anna@example.net\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    )
    return read_mail((head + body).encode())


def own(mail: Mail) -> list[tuple[int, str]]:
    """The lines of a letter that are not blank."""
    return [line for line in mail.lines if line[1]]


def gone(mail: Mail) -> list[tuple[int, str]]:
    """The lines that were cut."""
    return [(cut.number, cut.text.rstrip()) for cut in mail.cut]


def whys(mail: Mail) -> dict[str, str]:
    """Why each line was cut."""
    return {cut.text.strip(): cut.why for cut in mail.cut}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("style", MARKED)
def test_where_quotes_are_marked_every_own_line_counts_and_no_other(style: str, place: str) -> None:
    """Above, below or between: `lines` are exactly what was typed, `cut` exactly the rest, with their numbers."""
    written = PLACES[place](STYLES[style], ORDERS, REPORT)
    mail = read(written.text)
    assert own(mail) == written.own()
    assert gone(mail) == written.others()


@pytest.mark.parametrize("style", BARE)
def test_where_quotes_bear_no_marks_everything_below_the_heading_is_cut(style: str) -> None:
    """Under the heading of Outlook, Yahoo or GMX the whole original is cut, though nothing marks its lines."""
    written = PLACES["above"](STYLES[style], ORDERS, REPORT)
    mail = read(written.text)
    assert own(mail) == written.own()
    assert gone(mail) == written.others()


@pytest.mark.parametrize("style", BARE)
def test_below_an_original_without_marks_nothing_counts_but_all_is_named(style: str) -> None:
    """An answer below an original without marks cannot be told from it: each line is in `cut`."""
    written = PLACES["below"](STYLES[style], ORDERS, REPORT)
    mail = read(written.text)
    assert own(mail) == []
    assert gone(mail) == sorted([*written.own(), *written.others()])


def prose(text: str) -> st.SearchStrategy[str]:
    """Lines of these characters, not blank."""
    return st.text(st.sampled_from(text), min_size=1, max_size=30).filter(str.strip)


ANY_LINE = st.one_of(
    st.sampled_from(
        (*ORDERS, *REPORT, *HEADERS["de"], "> draw 2", "| end", "Am 20.11.26 um 10:00 schrieb X:", "_" * 20)
    ),
    prose("abc dre:2@.<>-_|*\t\xa0"),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30),
)
TYPED = st.lists(
    st.sampled_from((*ORDERS, "", "Hello there,", "move on: please!", "challenge a ")), min_size=1, max_size=6
)


@pytest.mark.slow
@given(
    st.sampled_from(MARKED),
    st.sampled_from(sorted(PLACES)),
    TYPED,
    st.lists(ANY_LINE, min_size=1, max_size=8),
)
def test_quoting_any_text_changes_nothing_of_what_was_written(
    style: str, place: str, typed: list[str], quoted: list[str]
) -> None:
    """For any text quoted with marks, in every style and place: own lines count, quoted ones never."""
    written: Written = PLACES[place](STYLES[style], typed, quoted)
    mail = read(written.text)
    numbers = {number for number, _ in own(mail)}
    assert numbers.isdisjoint(number for number, _ in written.others())
    assert own(mail) == written.own()


@pytest.mark.slow
@example("gmx-de", ["draw 2"], ["Von: Referee <referee@example.org>", "> draw 2", "draw 2"])
@example("gmx-de", ["draw 2"], ["Cc: Referee <referee@example.org>", "> draw 2", "draw 2"])
@given(st.sampled_from(BARE), TYPED, st.lists(ANY_LINE, min_size=1, max_size=8))
def test_an_original_without_marks_never_counts(style: str, typed: list[str], quoted: list[str]) -> None:
    """For any original whose first line bears no mark: none of its lines counts, and the answer above it does."""
    written = PLACES["above"](STYLES[style], typed, ["It is your turn.", *quoted])
    mail = read(written.text)
    assert own(mail) == written.own()


@pytest.mark.slow
@given(st.lists(ANY_LINE, max_size=20))
def test_every_line_is_own_or_cut_and_never_both(lines: list[str]) -> None:
    """Each line of any text that is not blank stands once in `lines` or in `cut`, unchanged."""
    lines = ["Hello,", *lines]
    mail = read("".join(f"{line}\n" for line in lines))
    expected = [(at, line.rstrip()) for at, line in enumerate(lines, 1) if line.strip()]
    assert sorted([*own(mail), *gone(mail)]) == expected


@pytest.mark.slow
@given(st.lists(ANY_LINE, max_size=12))
def test_blank_lines_stand_only_between_own_lines(lines: list[str]) -> None:
    """`lines` neither begins nor ends with a blank, and its numbers rise."""
    found = read("".join(f"{line}\n" for line in lines)).lines
    assert not found or (found[0][1] and found[-1][1])
    assert [number for number, _ in found] == sorted({number for number, _ in found})


def test_what_was_cut_out_leaves_a_blank_line() -> None:
    """Blank lines stay; one is added where lines were cut and none is blank."""
    mail = read("say hello\n\n\nthere\n> a\n> b\nfor you\n> a\n\n> b\n\ndraw 2\n\n")
    blanks = [number for number, text in mail.lines if not text]
    assert own(mail) == [(1, "say hello"), (4, "there"), (7, "for you"), (12, "draw 2")]
    assert blanks == [2, 3, 5, 9, 11]


def test_a_letter_that_only_quotes_has_no_lines() -> None:
    """A letter without one own word has no lines at all."""
    assert read("> draw 2\n\n").lines == ()


@pytest.mark.parametrize(
    "line",
    [
        "My orders:",
        "Here is what I do on 20.11.2026:",
        "At 10:30 you wrote:",
        "On the 20th of November 2026 at 10:30 you wrote:",
        "Am 20.11.2026 um 10:30 schrieb er:",
        "Dear Loki, as I wrote:",
        "To: Loki",
        "Note to referee@example.org:",
    ],
)
def test_a_line_of_prose_with_a_colon_swallows_nothing(line: str) -> None:
    """A line that ends in a colon, or has one, does not make an original of the orders below it."""
    assert own(read(f"{line}\ndraw 2\nend\n")) == [(1, line), (2, "draw 2"), (3, "end")]


@pytest.mark.parametrize(
    "head",
    [
        "Zitat von Referee <referee@example.org>:",
        "Quoting Referee <referee@example.org>:",
        "Referee <referee@example.org> wrote:",
        "Referee <\nreferee@example.org> wrote:",
        "On 20/11/2026 10:00, Referee wrote:",
        "On Friday, November 20, 2026 at 10:00 AM the Referee of the\nlong table wrote:",
        "Am 20.11.26 um 10:00 schrieb Referee:",
        "2026-11-20 10:00 GMT+01:00 Referee <referee@example.org>:",
        "Le 20/11/2026 à 10h00, Referee a écrit :",
    ],
)
def test_an_attribution_that_is_sure_cuts_an_original_without_marks(head: str) -> None:
    """It says who wrote, with a date, and a time or an address: everything after it is cut."""
    mail = read(f"draw 2\n\n{head}\n\nIt is your turn.\nend\n")
    assert mail.lines == ((1, "draw 2"),)
    assert [cut.why for cut in mail.cut][-2:] == ["original"] * 2
    assert {cut.why for cut in mail.cut} == {"attribution", "original"}


def test_a_long_paragraph_is_no_attribution() -> None:
    """A line longer than any program writes by itself stays, whatever it ends in."""
    line = f"say {'so ' * 100}on 20.11.2026 at 10:00 Referee wrote:"
    assert own(read(f"{line}\n> end\n")) == [(1, line)]
    assert own(read(f"{line}\nend\n")) == [(1, line), (2, "end")]


def test_an_order_right_above_an_attribution_is_none_of_it() -> None:
    """With no blank line between them, the order stays, whether the attribution is broken or not."""
    for head in (
        "On Fri, Nov 20, 2026 at 10:00 AM Referee <\nr@example.org> wrote:",
        "Referee <r@example.org> wrote:",
    ):
        mail = read(f"draw 2\n{head}\n> end\n")
        assert mail.lines == ((1, "draw 2"),)
        assert {cut.why for cut in mail.cut} == {"attribution", "quoted"}


def test_each_reason_is_named() -> None:
    """Each of the seven reasons stands beside the lines it is about."""
    mail = read(
        "[EXTERNAL] This mail came from outside.\n\ndraw 2\nSent from my iPhone\n-- \nAnna\n\n"
        "Am 20.11.26 um 10:00 schrieb Referee:\n> end\n\nplace tyr at A\n\n---------- Forwarded message ---------\n"
        "From: B <b@example.org>\nDate: Fri, 20 Nov 2026\nSubject: mine\n\nresign\n"
    )
    assert own(mail) == [(3, "draw 2"), (11, "place tyr at A")]
    assert whys(mail) == {
        "[EXTERNAL] This mail came from outside.": "banner",
        "Sent from my iPhone": "footer",
        "--": "signature",
        "Anna": "signature",
        "Am 20.11.26 um 10:00 schrieb Referee:": "attribution",
        "> end": "quoted",
        "---------- Forwarded message ---------": "forwarded",
        "From: B <b@example.org>": "forwarded",
        "Date: Fri, 20 Nov 2026": "forwarded",
        "Subject: mine": "forwarded",
        "resign": "forwarded",
    }
    assert whys(read("-----Original Message-----\nend\n")) == {
        "-----Original Message-----": "original",
        "end": "original",
    }


@pytest.mark.parametrize(
    "head",
    [
        "---------- Forwarded message ---------",
        "-------- Forwarded Message --------",
        "Begin forwarded message:",
        "-------- Weitergeleitete Nachricht --------",
        "---------- Weitergeleitete Nachricht ----------",
        "Anfang der weitergeleiteten Nachricht:",
        "-------- Message transféré --------",
        "---------- Mensaje reenviado ---------",
    ],
)
def test_what_is_forwarded_does_not_count(head: str) -> None:
    """A forwarded mail holds no orders of its sender; the text above it does."""
    mail = read(f"draw 2\n\n{head}\nVon: B\nAn: C\nBetreff: D\n\nresign\n")
    assert mail.lines == ((1, "draw 2"),)
    assert {cut.why for cut in mail.cut} == {"forwarded"}


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPad",
        "Sent from my Samsung Galaxy smartphone.",
        "Sent from Outlook for Android",
        "Sent from Mail for Windows",
        "Sent with Proton Mail secure email.",
        "Get Outlook for Android",
        "Von meinem iPad gesendet",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Gesendet von Outlook für Android",
        "Gesendet mit der GMX Mail App",
        "Gesendet mit der WEB.DE Mail App",
        "Gesendet von meinem Android-Mobiltelefon mit K-9 Mail.",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Outlook für iOS beziehen",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Skickat från min iPhone",
        "Virus-free.www.avast.com",
        "Sent from my smart fridge",
        "Sent from my Fairphone",
        "Enviado desde mi nevera",
        "iPhoneから送信",
        "发自我的 iPhone",
        "從我的 iPhone 傳送",
        "나의 iPhone에서 보냄",
        "iPhone'umdan gönderildi",
        "iPhone-omról küldve",
        "Εστάλη από το iPhone μου",
        "Надіслано з iPhone",
        "Изпратено от моя iPhone",
        "Trimis de pe iPhone-ul meu",
        "Poslano s mog iPhonea",
        "Odoslané z iPhonu",
        "Išsiųsta iš mano „iPhone“",
        "Dikirim dari iPhone saya",
        "Đã gửi từ iPhone của tôi",
        "ส่งจาก iPhone ของฉัน",
        "تم الإرسال من الـ iPhone",
        "נשלח מה-iPhone שלי",
        "मेरे iPhone से भेजा गया",
        "Enviat des del meu iPhone",
        "获取 Outlook for iOS",
        "Outlook for Android を入手",
    ],
)
def test_footers_of_programs_do_not_count(footer: str) -> None:
    """A program's line is cut and reported, and so is everything below it, except what follows a later quote."""
    mail = read(f"draw 2\n\n{footer}\n\nend\n")
    assert own(mail) == [(1, "draw 2")]
    assert [(cut.why, cut.text) for cut in mail.cut] == [("footer", footer), ("footer", "end")]
    assert own(read(f"draw 2\n\n{footer}\n\n> resign\n\nend\n")) == [(1, "draw 2"), (7, "end")]


@pytest.mark.parametrize(
    "notice",
    [
        "This e-mail and any attachments are confidential and may be privileged.",
        "CONFIDENTIALITY NOTICE: for the addressee only.",
        "Diese E-Mail enthält vertrauliche und rechtlich geschützte Informationen.",
    ],
)
def test_notices_of_firms_do_not_count(notice: str) -> None:
    """Only the added lines are cut: the order above and the one below stay."""
    mail = read(f"draw 2\n\n{notice}\n\nend\n")
    assert own(mail) == [(1, "draw 2"), (5, "end")]
    assert [cut.why for cut in mail.cut] == ["footer"]


@pytest.mark.parametrize(
    "banner",
    [
        "[EXTERNAL]",
        "[EXT] ",
        "*** EXTERNAL EMAIL ***",
        "CAUTION: This email originated from outside of the organization. Do not click links.",
        "CAUTION: This email originated from outside of the organization. Do not click\nlinks unless you know the sender.",
        "ACHTUNG: Diese E-Mail kommt von außerhalb. Klicken Sie nicht auf Links.",
        "You don't often get email from referee@example.org. Learn why this is important",
    ],
)
def test_a_banner_of_a_filter_does_not_count_and_takes_nothing_with_it(banner: str) -> None:
    """Only the banner's own lines are cut: the order right below a short one stays."""
    mail = read(f"{banner}\n\ndraw 2\n")
    assert [text for _, text in own(mail)] == ["draw 2"]
    assert {cut.why for cut in mail.cut} == {"banner"}


def test_a_signature_within_a_quote_ends_nothing() -> None:
    """A `-- ` among quoted lines is quoted; the answer below still counts."""
    mail = read("> hello\n> -- \n> Referee\n\ndraw 2\n-- \nAnna\nend\n")
    assert mail.lines == ((5, "draw 2"),)
    assert [cut.why for cut in mail.cut][-3:] == ["signature"] * 3


def test_what_stands_behind_a_quote_counts_though_a_signature_stood_before_it() -> None:
    """A program that puts the signature above the quote does not hide an answer below the quote."""
    mail = read("draw 2\n-- \nAnna\nOn 20/11/2026 10:00, Referee wrote:\n> what now?\n\nend\n")
    assert own(mail) == [(1, "draw 2"), (7, "end")]


def test_a_line_of_underscores_is_only_a_footer_with_a_list_below_it() -> None:
    """A line of underscores between orders cuts nothing."""
    assert own(read("draw 2\n____________\nend\n")) == [(1, "draw 2"), (2, "____________"), (3, "end")]
    mail = read("draw 2\n____________\nplayers mailing list\nhttps://lists.example.org\n")
    assert mail.lines == ((1, "draw 2"),)


def test_quotes_within_an_original_end_it_not() -> None:
    """An original without marks that is itself an answer, with its own heading and quotes, is cut to its end."""
    mail = read(
        "draw 2\n\n-----Original Message-----\nFrom: A\nTo: B\nSubject: C\n\nIt is your turn.\n"
        "Am 20.11.26 um 10:00 schrieb X:\n> resign\n\nend\n"
    )
    assert mail.lines == ((1, "draw 2"),)


def test_below_a_separator_an_attribution_belongs_to_the_heading() -> None:
    """Proton writes both, broken or not.

    Any other text right below a separator is the original, with or without quotes.
    """
    head = "----- Original Message -----\nOn Friday, November 20, 2026 10:00 AM, Referee <\nr@example.org> wrote:\n\n"
    assert own(read(f"{head}> resign\n\ndraw 2\n")) == [(7, "draw 2")]
    assert own(read("draw 2\n----- Original Message -----\nHello.\n> resign\nend\n")) == [(1, "draw 2")]


def test_two_header_lines_are_no_original() -> None:
    """From and To alone may be prose; with a subject they are the head of a mail."""
    assert len(own(read("From: A\nTo: B\n\nend\n"))) == 3
    assert own(read("From: A\nTo: B\nSubject: C\n\nend\n")) == []


def test_a_long_list_of_names_in_a_heading_is_part_of_it() -> None:
    """A header line broken once does not end the heading of the original."""
    mail = read(
        "draw 2\n\nFrom: A\nSent: now\nTo: B <b@example.org>;\nC <c@example.org>\nSubject: D\n\nend\n"
    )
    assert mail.lines == ((1, "draw 2"),)


def test_an_original_that_is_marked_leaves_what_is_written_below_it() -> None:
    """If quote marks follow a heading, only the marked lines are quoted: an unmarked original is another case."""
    mail = read("-----Original Message-----\nFrom: A\nTo: B\nSubject: C\n\n> resign\n\ndraw 2\n")
    assert own(mail) == [(8, "draw 2")]


@pytest.mark.parametrize("rule", ["__", "____________________", "__._,_.___"])
def test_below_the_rule_of_a_list_nothing_counts(rule: str) -> None:
    """At any length, if the words of a mailing list stand below it; alone it is an ordinary line."""
    assert own(read(f"draw 2\n\n{rule}\nTo unsubscribe go to https://lists.example.org/\nresign\n")) == [
        (1, "draw 2")
    ]
    assert [text for _, text in own(read(f"draw 2\n\n{rule}\nend\n"))] == ["draw 2", rule, "end"]


UNKNOWN_HEADINGS = {
    "fields of which the first is unknown": (
        "---------- Replied message ----------\nSender: A <a@b.example>\nDate: May 2 2026 17:07\nSubject: x\nReceiver: r@b.example"
    ),
    "Malay": "Daripada: A <a@b.example>\nDihantar: Sabtu, 2 Mei 2026 17:41\nKepada: c@b.example\nSubjek: x",
    "a table": "| From | A <a@b.example> |\n| --- | --- |\n| Date | Sat, 2 May 2026 17:41 |\n| Subject | x |",
    "torn before the verb": "---- On Sat, 2 May 2026 17:41:51 +0100 A <a@b.example>\nwrote ---",
    "torn twice": "---- On Sat, 2 May 2026 17:41:51 +0100\nA <a@b.example>\n\nwrote ---",
    "a rule with words": "----- Kvotita letero -----",
    "an address with a date": "Sabtu, 2 Mei 2026 17.41 A <a@b.example>",
    "other digits": "\u0662 Mei \u0662\u0660\u0662\u0666 \u0661\u0667:\u0664\u0661 <a@b.example>",
}


@pytest.mark.parametrize("name", UNKNOWN_HEADINGS)
def test_a_heading_that_stands_in_no_table(name: str) -> None:
    """Two known fields among others, a table, a line that was torn, words between rules, an address with a date."""
    assert own(read(f"draw 2\n\n{UNKNOWN_HEADINGS[name]}\n\nresign\n")) == [(1, "draw 2")]


@pytest.mark.parametrize("name", [name for name in HEADINGS if name not in {"xx-none", "te-line"}])
def test_headings_of_fifty_languages(name: str) -> None:
    """Below each, without marks, nothing counts."""
    head = "\n".join(HEADINGS[name])
    assert [text for _, text in own(read(f"draw 2\n\n{head}\n\nresign\n"))] == ["draw 2"]


def test_a_colon_that_stands_alone_below_an_attribution() -> None:
    """It belongs to it: what is written below the marks counts."""
    head = "Le samedi 28 novembre 2026 à 17:41, A <a@b.example> a écrit\n:"
    assert [text for _, text in own(read(f"{head}\n\n> resign\n\ndraw 2\n"))] == ["draw 2"]


def test_words_between_rules_above_all_else_are_the_writers() -> None:
    """Nobody has written anything above them to which an original could be added."""
    assert len(own(read("----- my moves -----\ndraw 2\n"))) == len(("rule", "order"))
