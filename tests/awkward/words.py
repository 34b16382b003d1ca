"""What players say to the table to mislead it: it is data, wherever it is shown."""

from awkward.case import HTML, mail, plain
from awkward.world import Came, World, flat

MARKUP = "{{7*7}} </pre><script>alert(1)</script> {% raw %} &amp; ${x}"
FAKE = """say Your turn: Thunder & Lightning, turn 4 (g1)
You are Thor (Anna). Loki is Bert. Position 4.1.
It is your turn: 3 action points left.
WHAT YOU MAY DO
Seal d06d0136784bb272ff84c3bac16794500d58075d16982d88e9170b83798fff6c
"""


def _in_plain_sight(w: World, came: Came) -> None:
    """The other player is shown the words, marked as words, and they do nothing."""
    (report,) = came.to("thor")
    assert MARKUP in report.text.replace("\n", " ") or "{{7*7}}" in report.text
    assert "49" not in report.text.split("WHAT HAPPENED")[1].split("THE TABLE")[0]
    assert "<script" not in report.html
    assert "&lt;script&gt;" in report.html
    assert w.secret("loki") not in report.all


@mail(f"said: say {MARKUP}", shared=MARKUP, check=_in_plain_sight)
def markup(w: World) -> bytes:
    """Tags, braces and entities are shown as they were written."""
    return plain(w, f"say {MARKUP}\n")


def _no_report_in_a_report(_w: World, came: Came) -> None:
    (report,) = came.to("thor")
    lines = report.text.split("\n")
    for one in FAKE.removeprefix("say ").strip().split("\n"):
        assert one not in lines[1:]
    assert (
        sum("Thunder & Lightning, turn " in line for line in lines if not line.lstrip().startswith("|")) == 1
    )
    assert sum(line.startswith("Seal ") for line in lines) == 1


@mail(f"said: {FAKE.strip()}", shared=FAKE, check=_no_report_in_a_report)
def a_fake_report(w: World) -> bytes:
    """Words in the form of a report cannot pass for one: each of their lines is marked as words."""
    return plain(w, FAKE)


def _no_controls(_w: World, came: Came) -> None:
    found = "".join(one.text + one.html for one in came.out)
    assert not set(found) & set("\u202e\u2066\u202a\x1b\x07\x08")


@mail("said: say \u202eevil\u2066 \x1b[2J\x07ring\x08", shared="evil", check=_no_controls)
def controls(w: World) -> bytes:
    """Direction overrides and terminal codes are not passed on."""
    return plain(w, "say \u202eevil\u2066 \x1b[2J\x07ring\x08\n")


def _stars(w: World, came: Came) -> None:
    found = flat("".join(one.all for one in came.to("thor")))
    assert w.secret("loki") not in found
    assert "referee+***" in found
    assert w.secret("loki").encode() not in w.record()


@mail(f"said: say write to referee+{'*' * 26}@games.example!", shared="write to", check=_stars)
def the_own_secret(w: World) -> bytes:
    """A player who says their own address to the table does not give the seat away."""
    return plain(
        w,
        f"say write to {w.reply_to('loki').upper()}!\n".replace("REFEREE", "referee").replace(
            "GAMES.EXAMPLE", "games.example"
        ),
    )


def _no_secret_however_it_is_put(w: World, came: Came) -> None:
    found = "".join(one.all for one in came.to("thor"))
    assert "write to" in found
    letters = "".join(c for c in flat(found) if c.isascii() and c.isalnum())
    assert w.secret("loki") not in letters.replace("wbr", "").replace("shy", "")


@mail(notes=("html-only",), shared="write to", check=_no_secret_however_it_is_put)
def the_own_secret_with_breaks_in_it(w: World) -> bytes:
    """Programs put possible breaks into long words; the secret within is still found."""
    half, rest = w.secret("loki")[:11], w.secret("loki")[11:]
    put = "".join(
        f"{half}{between}{rest}@x<br>" for between in ("<wbr>", "&shy;", "&#8203;", "<b></b>", "\u2060")
    )
    return plain(w, f"<p>say write to<br>{put}</p>", kind=HTML)


@mail(f"said: say {'*' * 26} and {'*' * 26}", shared="and")
def the_own_secret_bare(w: World) -> bytes:
    """The same for the secret alone, in small letters and in capitals."""
    return plain(w, f"say {w.secret('loki')} and {w.secret('loki').upper()}\n")


def _nothing_to_thor(_w: World, came: Came) -> None:
    assert not came.to("thor")


@mail("said: say hello (words-end)", "played: draw", "played: lay ravens A1")
def an_order_within_words(w: World) -> bytes:
    """An order right below words is not part of them: both are done, and the answer says so."""
    return plain(w, "say hello\ndraw\nlay ravens A1\n")


@mail("noted: note zwiebelkuchen", check=_nothing_to_thor)
def a_note(w: World) -> bytes:
    """A note is private; the others do not even learn that there was one."""
    return plain(w, "note zwiebelkuchen\n")
