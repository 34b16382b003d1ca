"""Letters with awkward headers: subjects, ids, dates, and what an attacker would like to see in ours."""

from awkward.case import mail, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import BERT, PRIVATE, Came, World

EVIL = "evil@elsewhere.example"


def _answers(came: Came) -> list[str | None]:
    return [one.mail["In-Reply-To"] for one in came.to("loki")]


def _to_nobody_else(_w: World, came: Came) -> None:
    assert EVIL not in "".join(one.all for one in came.out)


def _answers_no_id(_w: World, came: Came) -> None:
    assert _answers(came) == [None]
    _to_nobody_else(_w, came)


def _answers_the_id(_w: World, came: Came) -> None:
    assert _answers(came) == [f"<{PRIVATE}.1@mail.example.org>"]


@mail(notes=("no-order",))
def orders_in_the_subject(w: World) -> bytes:
    """A subject never carries orders."""
    return plain(w, "Hello there,\n", Subject="draw")


@mail("played: draw")
def other_orders_in_the_subject(w: World) -> bytes:
    """Orders in the subject are not played beside those in the text."""
    return plain(w, "draw\n", Subject="resign g1")


@mail(*BOTH, check=_to_nobody_else)
def line_ends_within_a_subject(w: World) -> bytes:
    """Line ends in an encoded word of the subject reach no header of ours."""
    return plain(w, ORDERS, Subject=f"=?utf-8?Q?Re:_[g1.loki.6]=0D=0ABcc:_{EVIL}?=")


@mail(*BOTH, check=_to_nobody_else)
def line_ends_within_a_name(w: World) -> bytes:
    """Line ends in an encoded word of the sender's name reach no header of ours."""
    return plain(w, ORDERS, From=f"=?utf-8?B?QmVydA0KQmNjOiBldmls?= <{BERT}>")


@mail(*BOTH, check=_answers_the_id)
def an_encoded_subject(w: World) -> bytes:
    """A German answer to our subject, encoded in two ways."""
    return plain(w, ORDERS, Subject=f"=?iso-8859-1?Q?AW:_[{w.last('loki')}]_Gr=FC=DFe?= =?utf-8?B?8J+YgA==?=")


@mail(*BOTH)
def a_broken_subject(w: World) -> bytes:
    """Encoded words that end too early, in an unknown charset, with invalid bytes."""
    return plain(w, ORDERS, Subject=b"=?x-klingon?Q?=FF?= =?utf-8?B?8J+?= \xff\xfe =?utf-8?Q?")


@mail(*BOTH, check=_answers_no_id)
def no_message_id(w: World) -> bytes:
    """A mail without an id is played; our answer has nothing to refer to."""
    return plain(w, ORDERS, Message_ID=None)


@mail(*BOTH, check=_answers_no_id)
def an_empty_message_id(w: World) -> bytes:
    """An empty id does not count."""
    return plain(w, ORDERS, Message_ID="")


@mail(*BOTH, check=_answers_no_id)
def a_message_id_that_is_none(w: World) -> bytes:
    """A malformed id does not get into our headers."""
    return plain(w, ORDERS, Message_ID=f"{EVIL}, <a b@c> (d)")


@mail(*BOTH, check=_answers_no_id)
def a_message_id_of_two_thousand_characters(w: World) -> bytes:
    """An id that is too long does not count."""
    return plain(w, ORDERS, Message_ID=f"<{'a' * 2000}@mail.example>")


@mail(*BOTH, check=_answers_no_id)
def a_message_id_with_a_field_in_it(w: World) -> bytes:
    """An id that is folded, with a field of ours after the fold."""
    return plain(w, ORDERS, Message_ID=f"<a@b\r\n Bcc: {EVIL}>")


@mail(*BOTH, check=_answers_the_id)
def an_answer_with_a_field_in_it(w: World) -> bytes:
    """The ids that the letter says it answers are never copied."""
    return plain(w, ORDERS, In_Reply_To=f"<g1.loki.6@games.example>\r\n Bcc: {EVIL}\r\n X: <{EVIL}>")


@mail(*BOTH, check=_to_nobody_else)
def an_answer_with_line_ends(w: World) -> bytes:
    """Lone CRs, vertical tabs and U+2028 in the fields that name ids."""
    return plain(
        w, ORDERS, References=f"<a@b>\x0bBcc: {EVIL}\rX: y\u2028<c@d>", Message_ID=f"<a@b>\rBcc: {EVIL}"
    )


@mail(*BOTH)
def no_date(w: World) -> bytes:
    """A mail without a date: the time of its arrival counts."""
    return plain(w, ORDERS, Date=None)


@mail(*BOTH)
def an_absurd_date(w: World) -> bytes:
    """A malformed date."""
    return plain(w, ORDERS, Date="Fri, 99 Foo 99999999999 25:61:61 +9999")


@mail(*BOTH)
def a_date_long_ago(w: World) -> bytes:
    """A date of 1904, from a machine without a battery: the sender's clock decides nothing."""
    return plain(w, ORDERS, Date="Fri, 01 Jan 1904 00:00:00 +0000")


@mail(*BOTH, check=_to_nobody_else)
def reply_to_somebody_else(w: World) -> bytes:
    """The letter's Reply-To does not matter."""
    fields = dict.fromkeys(
        ("Reply_To", "Sender", "Errors_To", "Disposition_Notification_To"), f"Bert <{EVIL}>"
    )
    return plain(w, ORDERS, Return_Path=f"<{EVIL}>", Mail_Followup_To=EVIL, **fields)


@mail(*BOTH)
def forwarded_by_a_server(w: World) -> bytes:
    """A letter that was forwarded from another mailbox of the same player."""
    fields = {"X_Forwarded_To": w.reply_to("loki"), "X_Forwarded_For": f"{BERT} {w.reply_to('loki')}"}
    return plain(w, ORDERS, Resent_From=BERT, X_Original_To=w.reply_to("loki"), **fields)


@mail(held="robot")
def two_hundred_received(w: World) -> bytes:
    """A mail that passed two hundred servers is in a loop: the keeper looks at it."""
    return plain(
        w, ORDERS, Received=[f"from a{n}.example by b{n}.example; Fri, 20 Nov 2026" for n in range(200)]
    )


@mail(*BOTH)
def thirty_received(w: World) -> bytes:
    """A mail may pass thirty servers."""
    return plain(
        w, ORDERS, Received=[f"from a{n}.example by b{n}.example; Fri, 20 Nov 2026" for n in range(30)]
    )


@mail(*BOTH)
def our_own_fields_in_a_letter(w: World) -> bytes:
    """Fields that only our own server may write mean nothing in a letter."""
    return plain(w, ORDERS, Authentication_Results="games.example; dmarc=fail", X_Spam_Flag="YES", Bcc=EVIL)


@mail(*BOTH)
def what_exchange_adds(w: World) -> bytes:
    """Exchange asks for no automatic answers to what people write: they are still people."""
    return plain(
        w, ORDERS, X_Auto_Response_Suppress="DR, OOF, AutoReply", Thread_Topic="x", Precedence="normal"
    )


@mail(*BOTH)
def a_folded_recipient(w: World) -> bytes:
    """Our address on the second line of its field, within a group, after a comment."""
    return plain(
        w, ORDERS, To=f"friends of (many)\r\n\tours: (the referee)\r\n <{w.reply_to('loki')}>, a@b.example;"
    )


@mail(*BOTH)
def two_subjects(w: World) -> bytes:
    """Two subjects, the first of which is an answer to our last letter."""
    return plain(w, ORDERS, Subject=[f"Re: [{w.last('loki')}] x", "Re: [g1.loki.1] y"])


@mail("refused: draw (stale-reply)", "not-played: lay ravens A1 (stopped)")
def an_answer_to_an_old_letter(w: World) -> bytes:
    """The table has changed since the letter that is answered: the orders are refused, with today's report."""
    return plain(w, ORDERS, In_Reply_To="<g1.loki.3@games.example>", Subject="Re: [g1.loki.3] Thunder")


@mail(*BOTH)
def an_answer_to_an_old_letter_that_knows_it(w: World) -> bytes:
    """`@now` plays an order whatever has happened since."""
    return plain(
        w, "@now draw\n@now lay ravens A1\n", In_Reply_To="<g1.loki.3@games.example>", Subject="Re: x"
    )


@mail("refused: draw (stale-reply)", "not-played: lay ravens A1 (stopped)")
def a_subject_of_an_old_letter(w: World) -> bytes:
    """From a program that sends no ids: the number in the subject says which letter is answered."""
    return plain(w, ORDERS, In_Reply_To=None, Subject="Re: AW: [g1.loki.3] Thunder & Lightning")


@mail(*BOTH)
def an_answer_to_somebody_elses_letter(w: World) -> bytes:
    """An id of a letter to the other seat, or of another game, means nothing for this one."""
    return plain(w, ORDERS, In_Reply_To="<g1.thor.2@games.example>", Subject="Re: [g9.loki.1] x")
