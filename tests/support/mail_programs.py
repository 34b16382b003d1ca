"""How mail programs put the answered letter below, above or between the answer, for tests of letters in."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from referee.util.values import Value

ADDRESS = "referee+k3jq7d2mzp5xw4vt6ynb8chsra@example.org"
HEADERS = {
    "en": (
        "From: Referee <referee@example.org>",
        "Sent: Friday, November 20, 2026 10:00 AM",
        "To: anna@example.net",
        "Subject: g17.thor.9",
    ),
    "de": (
        "Von: Referee <referee@example.org>",
        "Gesendet: Freitag, 20. November 2026 10:00",
        "An: anna@example.net",
        "Betreff: g17.thor.9",
    ),
}


class Style(Value, dict=True):
    """One style of one program: what it adds to the answer, what it puts before the quoted text, how it marks that.

    Without a `mark` the quoted text stands as it is, and nobody can answer between its lines.
    """

    head: tuple[str, ...]
    mark: str | None = "> "
    added: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    head_marked: bool = False

    def quote(self, lines: Sequence[str]) -> list[str]:
        """These lines as the program quotes them."""
        if self.mark is None:
            return list(lines)
        return [(self.mark + line).rstrip() for line in lines]

    def before(self) -> list[str]:
        """The heading as the program writes it."""
        return self.quote(self.head) if self.head_marked else list(self.head)


STYLES: dict[str, Style] = {
    "gmail-en": Style(("On Fri, Nov 20, 2026 at 10:00 AM Referee <", f"{ADDRESS}> wrote:", "")),
    "gmail-en-one-line": Style(("On Fri, Nov 20, 2026 at 10:00 AM Referee <r@example.org> wrote:", "")),
    "gmail-de": Style(("Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Referee <", f"{ADDRESS}>:", "")),
    "apple-en": Style((f"On 20. Nov 2026, at 10:00, Referee <{ADDRESS}> wrote:", "")),
    "apple-de": Style((f"Am 20.11.2026 um 10:00 schrieb Referee <{ADDRESS}>:", "")),
    "ios-en": Style(
        (f"On Nov 20, 2026, at 10:00\u202fAM, Referee <{ADDRESS}> wrote:", "", "\ufeff"),
        added=("", "Sent from my iPhone"),
        head_marked=True,
    ),
    "ios-de": Style(
        (f"Am 20.11.2026 um 10:00 schrieb Referee <{ADDRESS}>:", "", "\ufeff"),
        added=("", "Von meinem iPhone gesendet"),
        head_marked=True,
    ),
    "thunderbird-en": Style(("On 20/11/2026 10:00, Referee wrote:",)),
    "thunderbird-de": Style(("Am 20.11.26 um 10:00 schrieb Referee:",)),
    "outlook-en": Style((*HEADERS["en"], ""), mark=None),
    "outlook-de": Style((*HEADERS["de"], ""), mark=None),
    "outlook-es": Style(
        ("De: Referee", "Enviado el: viernes, 20 de noviembre de 2026 10:00", "Para: Anna", "", ""), mark=None
    ),
    "outlook-fr": Style(
        ("De : Referee", "Envoyé : vendredi 20 novembre 2026 10:00", "À : Anna", "Objet : g17", ""), mark=None
    ),
    "outlook-old-en": Style(("-----Original Message-----", *HEADERS["en"], ""), mark=None),
    "outlook-old-de": Style(("-----Ursprüngliche Nachricht-----", *HEADERS["de"], ""), mark=None),
    "outlook-old-de-marked": Style(("-----Ursprüngliche Nachricht-----", *HEADERS["de"], "")),
    "outlook-web-en": Style(("_" * 32, *HEADERS["en"], ""), mark=None),
    "outlook-app-en": Style(
        ("_" * 32, *HEADERS["en"], ""), mark=None, added=("", "Get Outlook for iOS<https://aka.ms/o0ukef>")
    ),
    "outlook-app-de": Style(
        ("_" * 32, *HEADERS["de"], ""),
        mark=None,
        added=("", "Outlook für Android<https://aka.ms/AAb9ysg> herunterladen"),
    ),
    "outlook-bold-en": Style(
        (*(f"*{line.replace(': ', ':* ', 1)}" for line in HEADERS["en"]), ""), mark=None
    ),
    "k9-en": Style(
        (f"On November 20, 2026 10:00:00 AM GMT+01:00, Referee <{ADDRESS}> wrote:",),
        mark=">",
        added=("-- ", "Sent from my Android device with K-9 Mail. Please excuse my brevity."),
    ),
    "k9-de": Style(
        (f"Am 20. November 2026 10:00:00 MEZ schrieb Referee <{ADDRESS}>:",),
        mark=">",
        added=("-- ", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."),
    ),
    "mutt-en": Style(("On Fri, Nov 20, 2026 at 10:00:00AM +0100, Referee wrote:",)),
    "mutt-de": Style(("Am Fri, Nov 20, 2026 at 10:00:00AM +0100 schrieb Referee:",)),
    "mutt-old": Style((f"* Referee <{ADDRESS}> [2026-11-20 10:00]:", "")),
    "yahoo-en": Style(
        (f"    On Friday, November 20, 2026 at 10:00:00 AM GMT+1, Referee <{ADDRESS}> wrote:  ", " "),
        mark=None,
    ),
    "yahoo-de": Style(
        (
            f"    Am Freitag, 20. November 2026 um 10:00:00 MEZ hat Referee <{ADDRESS}> Folgendes geschrieben:  ",
            " ",
        ),
        mark=None,
    ),
    "yahoo-app-en": Style(
        (f"  On Fri, Nov 20, 2026 at 10:00, Referee<{ADDRESS}> wrote:  ",),
        mark=None,
        added=("", "Sent from Yahoo Mail on Android"),
    ),
    "proton-en": Style(
        (f"On Friday, November 20th, 2026 at 10:00 AM, Referee <{ADDRESS}> wrote:", ""),
        added=("", "Sent with [Proton Mail](https://proton.me/mail/home) secure email."),
    ),
    "proton-de": Style(
        (f"Am Freitag, 20. November 2026 um 10:00, schrieb Referee <{ADDRESS}>:", ""),
        added=("", "Gesendet mit Proton Mail E-Mail-Verschlüsselung."),
    ),
    "proton-old": Style(
        (
            "\u2010\u2010\u2010 Original Message \u2010\u2010\u2010",
            f"On Friday, November 20, 2026 10:00 AM, Referee <{ADDRESS}> wrote:",
            "",
        )
    ),
    "gmx-de": Style(
        (
            "Gesendet: Freitag, 20. November 2026 um 10:00",
            'Von: "Referee" <referee@example.org>',
            "An: anna@example.net",
            "Betreff: g17.thor.9",
        ),
        mark=None,
        added=("", "\xa0"),
    ),
    "gmx-en": Style(
        (
            "Sent: Friday, November 20, 2026 at 10:00 AM",
            'From: "Referee" <referee@example.org>',
            "To: anna@example.net",
            "Subject: g17.thor.9",
            "",
        ),
        mark=None,
    ),
    "webde-app-de": Style(
        (f'Am 20.11.26, 10:00 schrieb "Referee" <{ADDRESS}>:', ""),
        mark=">  ",
        added=("", "--", "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet."),
    ),
    "evolution-en": Style(("On Fri, 2026-11-20 at 10:00 +0100, Referee wrote:",)),
    "evolution-de": Style(("Am Freitag, dem 20.11.2026 um 10:00 +0100 schrieb Referee:",)),
    "evolution-old-en": Style(
        ("-------- Original Message --------", "From: Referee", "To: anna", "Subject: g17", "")
    ),
    "openxchange-de": Style((f"Referee <{ADDRESS}> hat am 20.11.2026 10:00 CET geschrieben:", "", " ")),
    "horde-de": Style((f"Zitat von Referee <{ADDRESS}>:", "")),
    "gnus": Style((f"Referee <{ADDRESS}> writes:", "")),
    "pine": Style(("On Fri, 20 Nov 2026, Referee wrote:", "")),
    "old-gmail": Style((f"2026-11-20 10:00 GMT+01:00 Referee <{ADDRESS}>:", "")),
    "gmail-fr": Style((f"Le ven. 20 nov. 2026 à 10:00, Referee <{ADDRESS}> a écrit :", "")),
    "gmail-es": Style((f"El vie, 20 nov 2026 a las 10:00, Referee (<{ADDRESS}>) escribió:", "")),
    "gmail-it": Style((f"Il giorno ven 20 nov 2026 alle ore 10:00 Referee <{ADDRESS}> ha scritto:", "")),
    "gmail-nl": Style((f"Op vr 20 nov 2026 om 10:00 schreef Referee <{ADDRESS}>:", "")),
    "gmail-pl": Style((f"pt., 20 lis 2026 o 10:00 Referee <{ADDRESS}> napisał(a):", "")),
    "gmail-pt": Style((f"Em sex., 20 de nov. de 2026 às 10:00, Referee <{ADDRESS}> escreveu:", "")),
    "gmail-sv": Style((f"Den fre 20 nov. 2026 kl 10:00 skrev Referee <{ADDRESS}>:", "")),
    "gmail-da": Style((f"Den fre. 20. nov. 2026 kl. 10.00 skrev Referee <{ADDRESS}>:", "")),
    "gmail-nb": Style((f"fre. 20. nov. 2026 kl. 10:00 skrev Referee <{ADDRESS}>:", "")),
    "gmail-fi": Style((f"pe 20. marrask. 2026 klo 10.00 Referee ({ADDRESS}) kirjoitti:", "")),
    "unknown-tongue": Style(("Ar 20 Tach 2026 am 10:00 ysgrifennodd Referee:", "")),
    "no-heading": Style(()),
    "bars": Style(("Am 20.11.26 um 10:00 schrieb Referee:",), mark="| "),
    "deep": Style(("On 20/11/2026 10:00, Referee wrote:",), mark=">>> "),
    "list-en": Style(
        ("On 20/11/2026 10:00, Referee wrote:",),
        foot=("_" * 47, "Players mailing list", "https://lists.example.org/listinfo/players"),
    ),
    "scanner-de": Style(
        ("Am 20.11.26 um 10:00 schrieb Referee:",),
        foot=("--- ", "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft."),
    ),
}
MARKED = tuple(name for name, style in STYLES.items() if style.mark is not None)
BARE = tuple(name for name, style in STYLES.items() if style.mark is None)


class Written(Value, dict=True):
    """A body put together: its lines, and for each whether the sender wrote it."""

    lines: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The body."""
        return "".join(f"{line}\n" for line, _ in self.lines)

    def own(self) -> list[tuple[int, str]]:
        """What the sender wrote that is not blank, with its numbers."""
        return [(at, line.rstrip()) for at, (line, own) in enumerate(self.lines, 1) if own and line.strip()]

    def others(self) -> list[tuple[int, str]]:
        """The other lines that are not blank, with their numbers."""
        return [
            (at, line.rstrip()) for at, (line, own) in enumerate(self.lines, 1) if not own and line.strip()
        ]


def _tagged(lines: Sequence[str], own: bool) -> Iterator[tuple[str, bool]]:
    return ((line, own) for line in lines)


def above(style: Style, own: Sequence[str], quoted: Sequence[str]) -> Written:
    """The answer above what it answers."""
    there = [*style.added, "", *style.before(), *style.quote(quoted), *style.foot]
    return Written((*_tagged(own, True), *_tagged(there, False)))


def below(style: Style, own: Sequence[str], quoted: Sequence[str]) -> Written:
    """The answer below what it answers."""
    before = [*style.before(), *style.quote(quoted), ""]
    return Written(
        (*_tagged(before, False), *_tagged(own, True), *_tagged([*style.added, *style.foot], False))
    )


def between(style: Style, own: Sequence[str], quoted: Sequence[str]) -> Written:
    """The answer line by line between what it answers, a blank line before each and after it."""
    lines = list(_tagged(style.before(), False))
    pieces = [
        list(piece)
        for _, piece in groupby(range(len(quoted)), key=lambda at: at * (len(own) + 1) // len(quoted))
    ]
    for at, piece in enumerate(pieces):
        lines += _tagged(style.quote([quoted[line] for line in piece]), False)
        lines += _tagged(["", *own[at : at + 1], ""], True)
    lines += _tagged(own[len(pieces) :], True)
    return Written((*lines, *_tagged([*style.added, *style.foot], False)))


PLACES: dict[str, Callable[[Style, Sequence[str], Sequence[str]], Written]] = {
    "above": above,
    "below": below,
    "between": between,
}
