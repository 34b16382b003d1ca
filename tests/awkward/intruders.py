"""Letters that try what no letter may: to count twice, to reach files, commands, records or other letters.

And half letters.
"""

from awkward.case import TEXT, mail, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import ADDRESS, BERT, PRIVATE, Came, World

OTHER = ("other-address",)


def _once(w: World) -> None:
    """The same letter came before."""
    raw = plain(w, ORDERS)
    w.old = raw.decode()
    w.post(raw)


@mail(aside=True, prepare=_once)
def the_same_letter_again(w: World) -> bytes:
    """A letter that was delivered twice counts once, and is answered once."""
    return w.old.encode()


@mail(aside=True, prepare=_once)
def the_same_letter_on_another_way(w: World) -> bytes:
    """Traces of another way do not make it another letter."""
    trace = f"Received: from mx2.example by mx3.example; Sat, 21 Nov 2026\r\nDelivered-To: {w.reply_to('loki')}\r\nX-Spam-Score: 0\r\n"
    return trace.encode() + w.old.encode()


@mail("played: draw", notes=("same-id",), prepare=_once)
def an_id_that_came_before(w: World) -> bytes:
    """A broken program gives two letters one id: the second counts, and its writer is told."""
    return plain(w, "draw\n")


@mail("played: draw", prepare=_once)
def a_letter_that_was_written_before(w: World) -> bytes:
    """Letters count in the order in which they came, whatever their dates."""
    return plain(w, "draw\n", Date="Fri, 20 Nov 2026 08:00:00 +0100", Message_ID="<early@mail.example>")


def _an_order_with_a_hole(_w: World, came: Came) -> None:
    assert came.lines == ("misread: lay rav\ufffdns A1", "not-played: draw (stopped)")


@mail(notes=("undecodable",), check=_an_order_with_a_hole)
def a_byte_that_is_no_letter(w: World) -> bytes:
    """An order with an unreadable byte is not guessed: it is reported as it stands, and stops the letter."""
    return plain(w, "Schöne Grüße\nlay rav@ns A1\ndraw\n".encode().replace(b"@", b"\xff"), kind=TEXT)


def _no_marks(_w: World, came: Came) -> None:
    found = "".join(one.raw.decode("latin-1") + one.text + one.html for one in came.out)
    assert not set(found) & set("\u202e\u2066\x1b\x07")


@mail(*BOTH, check=_no_marks)
def a_name_that_runs_backwards(w: World) -> bytes:
    """Marks of direction in a name and in a subject are dropped."""
    return plain(
        w, ORDERS, From=f"=?utf-8?Q?=E2=80=AEtreB?= <{BERT}>", Subject="=?utf-8?Q?=E2=80=AE=E2=81=A6x?="
    )


@mail(*BOTH, check=_no_marks)
def codes_of_terminals(w: World) -> bytes:
    """Terminal codes in the subject, in a name, and in prose."""
    return plain(
        w,
        f"\x1b[2Jhello \x07there\n{ORDERS}",
        Subject="\x1b]0;evil\x07 x",
        From=f"=?utf-8?Q?=1B[2J?= <{BERT}>",
    )


@mail(*BOTH, notes=OTHER)
def an_address_like_an_option(w: World) -> bytes:
    """An address that a careless program would take for an option of sendmail."""
    return plain(w, ORDERS, From="<-oQ/tmp/x@elsewhere.example>", Reply_To="-f@elsewhere.example")


@mail(*BOTH, notes=OTHER)
def an_address_like_a_command(w: World) -> bytes:
    """An address that a careless script would run."""
    return plain(w, ORDERS, From="$IFS|{id}&`x`@elsewhere.example")


def _nothing_beside(w: World, _came: Came) -> None:
    assert sorted(path.name for path in w.path.parent.iterdir()) == ["home"]
    assert sorted(path.name for path in (w.path / "games").iterdir()) == ["g1"]


@mail(*BOTH, check=_nothing_beside)
def ids_like_paths(w: World) -> bytes:
    """Ids and numbers made like paths reach no file."""
    return plain(
        w,
        ORDERS,
        Message_ID="</../../etc/passwd@x>",
        In_Reply_To="<../../games/g9.loki.1@games.example>",
        Subject="Re: [../../etc.loki.1] [g1/../../x.loki.2]",
        From=f"../../../etc/passwd <{BERT}>",
    )


@mail(held="no-seat", check=_nothing_beside)
def a_secret_like_a_path(w: World) -> bytes:
    """Text in the place of a secret is looked up by its hash, and is never a file name."""
    return plain(
        w, ORDERS, To="referee+../../../../../../etc/x@games.example, referee+%00%2e%2e@games.example"
    )


@mail(held="no-seat")
def fifty_guesses(w: World) -> bytes:
    """Guessed secrets, as many as recipients are looked at, open nothing, and no answer says how near they were."""
    secret = w.secret("loki")
    guesses = (secret[:at] + ("a" if secret[at] != "a" else "b") + secret[at + 1 :] for at in range(26))
    return plain(w, ORDERS, To=", ".join(f"referee+{guess}@games.example" for guess in guesses))


def _not_told(w: World, came: Came) -> None:
    (answer,) = came.to("loki")
    assert "misread" in came.lines[0]
    assert f"lay {'*' * 26} A1" in " ".join(answer.text.split())
    assert w.secret("loki").encode() not in w.record()


@mail(check=_not_told)
def a_secret_within_an_order(w: World) -> bytes:
    """An order that cannot be read is told without the secret that stands in it."""
    return plain(w, f"lay {w.secret('loki')} A1\n")


YAML = """---
...
- !!python/object/apply:os.system [id]
&a [*a, *a]
<<: *a
entry: 99
%YAML 1.1
? {a: b}
"quoted\\x00" # 0123456789abcdef
key: |
  text
\u0085winter: line
other: line
\ufeffbom: line
"""


@mail("played: draw")
def lines_like_a_record(w: World) -> bytes:
    """What means something in YAML is text in the record, which stays whole."""
    return plain(w, f"{YAML}\ndraw\n")


@mail(f"said: say {YAML.strip()}", shared="entry")
def words_like_a_record(w: World) -> bytes:
    """The same said to the table."""
    return plain(w, f"say {YAML}")


@mail("played: draw", "refused: lay thor B1 (not-held)", "not-played: lay ravens A1 (stopped)")
def half_of_it_is_wrong(w: World) -> bytes:
    """What stands before the first order that is refused is played; what stands after it is told, and not played."""
    return plain(w, "draw\nlay thor B1\nlay ravens A1\n")


@mail(*BOTH)
def two_content_types(w: World) -> bytes:
    """Of two content types the first counts: nobody hides a text after the second."""
    return plain(w, ORDERS).replace(
        b"MIME-Version", b"Content-Type: text/plain; charset=utf-8\r\nMIME-Version", 1
    )


@mail(*BOTH)
def two_to_fields(w: World) -> bytes:
    """Our address in the second of two fields To."""
    return plain(w, ORDERS, To=["x@y.example", w.reply_to("loki")])


@mail("refused: draw (stale-reply)", "not-played: lay ravens A1 (stopped)")
def marks_of_answers_in_all_tongues(w: World) -> bytes:
    """The number of an old letter is found in the subject, whatever marks of answers stand before it."""
    marks = "Antw: SV: VS: RE[2]: Odp: RV: R: Ha: =?utf-8?Q?=D0=9E=D1=82=D0=B2:?= AW: FW: [EXTERNAL] "
    return plain(w, ORDERS, In_Reply_To=None, Subject=f"{marks}[g1.loki.3] Thunder & Lightning")


@mail(*BOTH)
def a_signature_without_a_mark(w: World) -> bytes:
    """A greeting and a name that is a card's are prose."""
    return plain(w, f"Hold on!\n\n{ORDERS}\nThanks,\nFreya\n")


@mail(held="no-seat")
def a_stranger_with_a_book(w: World) -> bytes:
    """Who bears no secret gets no answer, and nothing of what was written goes out again."""
    return plain(w, f"{PRIVATE}\n" * 3_000, To=ADDRESS, From="Eve <eve@elsewhere.example>")


@mail(held="no-seat")
def a_forged_pass(w: World) -> bytes:
    """Who writes a server's verdict into the letter has no seat by it."""
    verdict = "games.example; dkim=pass header.d=example.org; spf=pass; dmarc=pass header.from=example.org"
    return plain(
        w,
        ORDERS,
        To=ADDRESS,
        Authentication_Results=[verdict, verdict],
        ARC_Authentication_Results=f"i=1; {verdict}",
    )


@mail("played: draw")
def everybody_is_written_to(w: World) -> bytes:
    """An answer to all (the referee, the other player, a list): we pass on nothing of it."""
    return plain(w, "draw\n", To=w.reply_to("loki"), Cc="Anna <anna@example.org>, players@lists.example")
