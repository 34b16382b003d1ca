"""How mail programs announce what they quote, "On Friday X wrote:", in many languages: tables, no code.

Fourteen languages are tested against a table of what programs write (tests/support/quoting.py); others are
listed here as well.
"""

# ruff: noqa: RUF001  (other alphabets and colons are what is looked for)

import re
from typing import Final

DATE = re.compile(
    r"\b(?:19|20|25)\d\d(?!\d)|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{2,4}\s?[年년]|\b\d{4}-\d\d-\d\d|[۱١][۴٤٣۳]\d\d|[۲٢][۰٠]\d\d"
)
TIME = re.compile(r"(?<!\d)\d{1,2} ?[:.h時时시] ?\d{2}(?!\d)")
ADDRESS = re.compile(r"[^\s<>@]{1,100}@[^\s<>@]{1,100}")
BRACKETED = re.compile(r"[<(\[][^\s<>()@]{1,100}@[^\s<>()@]{1,100}[>)\]]")

_VERBS: Final = {
    "en": r"wrote|writes|said",
    "de": r"schrieb|schreibt|geschrieben",
    "fr": r"a [ée]crit|[ée]crit",
    "es": r"escribi[óo]|escribe",
    "it": r"ha scritto|scrive",
    "nl": r"schreef|geschreven",
    "pl": r"napisa[łl](?:\(a\)|a|/a)?|pisze|napisana przez",
    "pt": r"escreveu",
    "sv da nb": r"skrev",
    "fi": r"kirjoitti",
    "cs sk": r"nap[sí]{1,2}al(?:\(a\)|a)?",
    "hu": r"[íi]rta",
    "tr": r"yazd[ıi]",
    "ro": r"a scris",
    "hr sr sl": r"(?:je )?napisa[ol](?:/la|la)?|је написа[ол](?:/ла|ла)?",
    "ru": r"(?:на)?писал(?:\(а\)|а)?|пишет",
    "uk": r"(?:на)?писав(?:\(ла\)|ла)?|пише",
    "bg": r"написа(?:\(а\))?",
    "el": r"έγραψε",
    "lt lv et is": r"ra[šs][ėe]|rakst[īi]ja|kirjutas|skrifa[ðd]i",
    "ca gl eu": r"va escriure|ha escrit|escribiu|idatzi du",
    "id ms vi": r"menulis|đã viết|viết",
    "ar fa he": r"كتبت?|تمت كتابة|نوشت(?:ه است)?|כתבה?",
    "hi": r"ने लिखा",
}
_UNSPACED: Final = r"写道|寫道|のメール|のメッセージ|さんは書きました|작성|님이 썼습니다|เขียนว่า|เขียน"
"""The verbs in languages that put no blanks between words."""
WRITTEN = re.compile(rf"(?<!\w)(?:{'|'.join(_VERBS.values())})(?!\w)|{_UNSPACED}", re.IGNORECASE)
""""Somebody else wrote": the verbs of a single past act. The first person has other forms, or stands below."""
WROTE = re.compile(rf"(?:{WRITTEN.pattern}).{{0,160}}:$", re.IGNORECASE)
ENDS_WRITTEN = re.compile(rf"(?:{WRITTEN.pattern})\W{{0,4}}$", re.IGNORECASE)
"""The same without a colon, as some programs leave it out."""

IN_PERSON = re.compile(
    r"""\b(?:i|you|we|he|she|they|ich|du|wir|ihr|er|sie|man)\ (?:wrote|write|said|schrieb|schreibe|schrieben|skrev)\b
    | \b(?:schrieb|schreef|skrev)\ (?:ich|er|sie|man|ik|hij|zij|jeg|jag|han|hun|hon)\b[^<@]*$
    | \b(?:ich|du|wir|er|sie)\ (?:habe|hast|haben|hat)\b.{0,60}\bgeschrieben
    | \b(?:j['\u2019]ai|tu\ as|nous\ avons|vous\ avez|il\ a|elle\ a|on\ a)\ [ée]crit
    | \b(?:ho|hai|abbiamo|avete)\ scritto | \b(?:ik|jij|je|hij|zij|we|wij)\ (?:schreef|heb|hebt|heeft)\b
    | \b(?:yo|t[úu]|[ée]l|ella)\ escrib | \b(?:eu|ele|ela|voc[êe])\ escrev | \b(?:jag|jeg|han|hun|hon)\ skrev
    | \b(?:jsem|jsi|jsme)\ napsal | \bnapsal(?:a)?\ jsem | \b(?:я|ты|мы|вы|он|она)\ (?:на)?пи[сш]""",
    re.IGNORECASE | re.VERBOSE,
)
"""A person telling who wrote what: no program writes so."""

CITES = re.compile(
    r"""(?:quoting|citing|quote\ from|zitat\ von|citation\ de|citando|mensaje\ citado\ por|citeren|cytat|cytowanie
      | citerar|citat(?:\ fra)?|sitat|siterer|lainaus|cituji|citace|цитирование|цитирую)\b.{1,160}:$""",
    re.IGNORECASE | re.VERBOSE,
)
BEGINS = re.compile(
    r"""(?:on|at|am|le|el|il(?:\ giorno)?|op|em|no\ dia|[àa]s|den|w\ dniu|dnia|dne|dana|în\ data|la\ data|în|на|в|le\ jeu|vào)\b[^\d]{0,40}\d
      | wiadomo[śs][ćc]\ napisana\ przez\b""",
    re.IGNORECASE | re.VERBOSE,
)
BEGINS_WEAKLY = re.compile(
    r"[^\W\d_]{2,12}\.?,? ?(?:den |kl )?\d|\d{1,4}[-./年]|\d{1,2}\.? [^\W\d_]{3,12}\.? \d{4}|\* ?\S",
    re.IGNORECASE,
)
BEGINS_WITH_SENDER = re.compile(r"\W{0,2}\w[^<>@:]{0,60}[<(][^\s<>@]{1,100}@[^\s<>@]{1,100}[>)].{0,12}$")
UNCLOSED = re.compile(r"<[^<>]{0,100}$")
