"""Mail from machines: never answered; anything that looks like an order in it is for the keeper."""

from awkward.case import HTML, REFEREE, TEXT, crlf, mail, part, parts, plain
from awkward.texts import ORDERS
from awkward.world import ADDRESS, BERT, World

AWAY = "I am away until Monday.\nIn urgent cases please write to Anna.\n"


def _our_letter(w: World) -> bytes:
    return w.letter(w.last("loki")).raw


@mail(aside=True)
def out_of_office(w: World) -> bytes:
    """An out-of-office note with a secret is put away."""
    return plain(w, AWAY, Auto_Submitted="auto-replied", Subject="Out of Office: [g1.loki.6]")


@mail(aside=True)
def out_of_office_to_nobody(w: World) -> bytes:
    """An out-of-office note without a secret is put away."""
    return plain(w, AWAY, To=ADDRESS, Auto_Submitted="auto-replied")


@mail(aside=True)
def out_of_office_of_exchange(w: World) -> bytes:
    """Exchange says it in the subject, and in a field of its own."""
    return plain(w, AWAY, Subject="Automatic reply: [g1.loki.6]", X_Auto_Response_Suppress="All")


@mail(aside=True)
def out_of_office_in_german(w: World) -> bytes:
    """A server that says it in a German subject and nowhere else."""
    return plain(w, "Ich bin bis Montag nicht im Büro.\n", Subject="Abwesenheitsnotiz: [g1.loki.6] Thunder")


@mail(held="robot")
def out_of_office_with_orders(w: World) -> bytes:
    """An automatic note with a secret and an order in it is for the keeper."""
    return plain(w, f"{AWAY}{ORDERS}", Auto_Submitted="auto-replied")


@mail(aside=True)
def out_of_office_with_our_letter(w: World) -> bytes:
    """A note that quotes our letter without marks: no line of our letters reads as an order."""
    text = w.letter(w.last("loki")).text
    return plain(w, f"{AWAY}\n{text}", Auto_Submitted="auto-replied (vacation)")


@mail(aside=True)
def an_old_vacation_program(w: World) -> bytes:
    """A vacation program that knows only the old field."""
    return plain(w, AWAY, Precedence="bulk", X_Autoreply="yes")


@mail(aside=True)
def a_bounce(w: World) -> bytes:
    """Our own letter is returned as undeliverable, complete, with its secret."""
    report = "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; bert@example.org\nAction: failed\nStatus: 5.1.1\n"
    told = "This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n"
    return parts(
        w,
        "multipart/report; report-type=delivery-status",
        part('text/plain; charset="us-ascii"', told, "Content-Description: Notification"),
        part("message/delivery-status", report),
        b"Content-Type: message/rfc822\r\n\r\n" + _our_letter(w),
        Return_Path="<>",
        From="Mail Delivery System <MAILER-DAEMON@mx.example>",
        Subject="Undelivered Mail Returned to Sender",
        Auto_Submitted="auto-replied",
    )


@mail(aside=True)
def a_bounce_as_plain_text(w: World) -> bytes:
    """A server that writes no reports puts our letter below its own words."""
    text = _our_letter(w).decode()
    body = f"The following message could not be delivered:\n\n--- Below this line is a copy of the message.\n\n{text}"
    return plain(w, crlf(body), Return_Path="<>", From="MAILER-DAEMON@mx.example", Subject="failure notice")


@mail(aside=True)
def a_bounce_from_a_mailer_daemon(w: World) -> bytes:
    """Only the name of the sender shows that it is a machine."""
    return plain(w, "User unknown.\n", From="Mail Delivery Subsystem <mailer-daemon@mx.example>")


@mail(held="robot")
def a_list(w: World) -> bytes:
    """A letter through a mailing list has orders: the keeper checks whether a player wrote it."""
    return plain(
        w,
        ORDERS,
        List_Id="<players.lists.example>",
        List_Post="<mailto:players@lists.example>",
        Precedence="list",
    )


@mail(aside=True)
def a_newsletter(w: World) -> bytes:
    """A newsletter that has got our address."""
    return plain(
        w, "Great offers this week!\n", To=ADDRESS, List_Unsubscribe="<mailto:u@x.example>", Precedence="bulk"
    )


@mail(aside=True)
def our_own_letter(w: World) -> bytes:
    """Our own letter is returned as it went out."""
    return b"Delivered-To: " + w.reply_to("loki").encode() + b"\r\n" + _our_letter(w)


@mail(aside=True)
def our_own_letter_without_marks(w: World) -> bytes:
    """Our own letter, its marks of a machine lost, is sent on to its reply address."""
    raw = _our_letter(w)
    lines = [
        line for line in raw.split(b"\r\n") if not line.startswith((b"Auto-Submitted", b"X-Auto", b"To:"))
    ]
    return b"To: " + w.reply_to("loki").encode() + b"\r\n" + b"\r\n".join(lines)


@mail(held="robot")
def from_ourselves(w: World) -> bytes:
    """A letter that says it is from us, with orders."""
    return plain(w, ORDERS, From=REFEREE)


@mail(held="robot")
def two_from_and_one_is_ours(w: World) -> bytes:
    """The second of two senders is the referee, who would answer itself."""
    return plain(w, ORDERS, From=[f"Bert <{BERT}>", REFEREE])


@mail(held="robot")
def a_group_with_a_robot(w: World) -> bytes:
    """One of a group of senders is a machine."""
    return plain(w, ORDERS, From=f"all: {BERT}, noreply@shop.example;")


@mail(held="robot")
def a_mail_server_as_sender_alone(w: World) -> bytes:
    """No From tells who writes, and Sender is a mail server."""
    return plain(w, ORDERS, From=None, Sender="mailer-daemon@mx.example")


@mail(held="robot")
def a_list_in_guillemets(w: World) -> bytes:
    """The list that sends it cannot be read as one mailbox."""
    return plain(w, ORDERS, From="«Chess» «owner-chess@lists.example»".encode())


@mail(held="robot")
def from_our_address_with_a_secret(w: World) -> bytes:
    """A letter that says it is from an address of ours, after a plus."""
    return plain(w, ORDERS, From=f"Bert <{w.reply_to('loki')}>")


@mail(aside=True)
def a_read_receipt(w: World) -> bytes:
    """A note that our letter was read."""
    note = "Final-Recipient: rfc822; bert@example.org\nDisposition: automatic-action/MDN-sent-automatically; displayed\n"
    return parts(
        w,
        "multipart/report; report-type=disposition-notification",
        part(TEXT, "Your message was displayed.\n"),
        part("message/disposition-notification", note),
        Subject="Read: [g1.loki.6]",
    )


@mail(aside=True)
def a_meeting_answer(w: World) -> bytes:
    """A machine answers with a null sender."""
    return plain(w, "Accepted by the calendar.\n", Return_Path="<>")


READ = "Your message\n\n   To: bert@example.org\n   Subject: x\n   Sent: Saturday, November 28, 2026 5:41:51 PM\n\n"
ENTRY = "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:{}\nEND:VCALENDAR\n"


@mail(aside=True)
def a_read_receipt_in_words(w: World) -> bytes:
    """A program that writes no reports says in a plain letter that ours was read."""
    return plain(w, f"{READ}was read on 28.11.2026 17:43.\n", Subject="Gelesen: [g1.loki.6]")


@mail(aside=True)
def a_calendar_that_accepts(w: World) -> bytes:
    """Somebody accepted the deadline in a calendar: that accepts nothing here."""
    said = part(TEXT, f"Bert <{BERT}> has accepted this invitation.\n")
    answer = part("text/calendar; method=REPLY", ENTRY.format("REPLY"))
    return parts(w, "multipart/alternative", said, answer, Subject="Accepted: Deadline of g1")


@mail(held="robot")
def a_calendar_that_answers_with_an_order(w: World) -> bytes:
    """Words may be written beside such an answer: with an order among them it is for the keeper."""
    file = part(
        "application/ics; name=invite.ics", ENTRY.format("Counter"), "Content-Disposition: attachment"
    )
    return parts(w, "multipart/mixed", part(TEXT, ORDERS), file)


@mail("played: draw")
def a_calendar_beside_an_order(w: World) -> bytes:
    """An entry that is sent on is a file like any other."""
    file = part("text/calendar; method=PUBLISH; name=g1.ics", ENTRY.format("PUBLISH"))
    return parts(w, "multipart/mixed", part(TEXT, "draw\n"), file)


@mail(aside=True)
def a_reaction(w: World) -> bytes:
    """A sign pressed below our letter in Gmail."""
    sign = part(
        'text/vnd.google.email-reaction+json; charset="UTF-8"', '{"emoji": "\U0001f44d", "version": 1}'
    )
    pages = part(TEXT, "\U0001f44d\n"), sign, part(HTML, "<div>\U0001f44d</div>")
    return parts(w, "multipart/alternative", *pages)


@mail(aside=True)
def a_reaction_in_words(w: World) -> bytes:
    """The same, with nothing left of it on its way but its text."""
    return plain(w, "\U0001f44d\n\nBert Tal reacted via Gmail\n")


@mail("played: draw")
def a_player_who_says_no_robot(w: World) -> bytes:
    """`Auto-Submitted: no` is allowed in a person's mail (RFC 3834)."""
    return plain(w, "draw\n", Auto_Submitted="no", From=f"Bert <{BERT}>")
