"""What a program sends because its reader was shown a letter or pressed a button: no letter that somebody wrote.

Answers to a calendar entry (RFC 5546), reactions, and receipts in words, where no field says that a program wrote them.
"""

# ruff: noqa: RUF001  (other alphabets are what is looked for)

import re
from collections.abc import Iterable, Sequence

from referee.post.reading.attributions import DATE, TIME
from referee.post.reading.mime import Part

CALENDARS = frozenset({"text/calendar", "application/ics"})
METHOD = re.compile(rb"^METHOD:(\w{1,20})[ \t]*$", re.IGNORECASE | re.MULTILINE)
ATTENDEES = frozenset({"reply", "counter", "declinecounter", "refresh"})
"""The methods by which those who were invited answer (RFC 5546 1.4)."""
MOST_CALENDAR = 64 * 1024
REACTION = re.compile(r"text/vnd\.[a-z.]{1,40}-reaction\+json")
REACTED = re.compile(
    r"""https?://\S{1,200}emojireactionemail\S*
    | .{1,80}\b(?:reacted|reagiert|r[ée]agi|ha\ reaccionado|reaccion[óo]|reagito|gereageerd|reagiu|zareagowa[łl]\w{0,3}|reagerade|reagerede|reagerte
        |reagoi|reagoval\w?|отреагировал\w{0,3})\b.{0,12}\bGmail\w{0,2}
    | .{1,80}\bGmail\w{0,2}\ (?:reagiert|gereageerd)
    | .{1,80}\breacted\ to\ your\ (?:message|e-?mail)\W{0,3} | .{1,80}\bhat\ auf\ (?:Ihre|deine)\ (?:Nachricht|E-?Mail)\ reagiert\W{0,3}
    | .{1,80}\ba\ r[ée]agi\ à\ (?:votre|ton)\ (?:message|e-?mail)\W{0,3}
    | (?:Liked|Loved|Disliked|Laughed\ at|Emphasi[sz]ed|Questioned)\ [“"„«].{1,400}[”"“»] | (?:Hat\ )?[„“"].{1,400}[“”"]\ mit\ [„“"].{1,20}[“”"]\ markiert""",
    re.IGNORECASE | re.VERBOSE,
)
"""A line by which a program tells that somebody pressed a sign below a letter."""
RECEIPTS = re.compile(
    r"""(?: (?:not\ )?read | (?:return|read|delivery)\ receipt | (?:nicht\ |un)?gelesen | lesebestätigung | empfangsbestätigung
      | (?:non\ )?lue? | accusé\ de\ (?:lecture|réception) | (?:no\ )?le[íi]d[oa] | confirmaci[óo]n\ de\ lectura
      | (?:non\ )?lett[oa] | conferma\ di\ lettura | (?:niet\ |on)?gelezen | leesbevestiging | (?:nie)?(?:przeczytano|przeczytane|odczytano)
      | potwierdzenie\ (?:przeczytania|odczytu) | (?:não\ )?lid[oa] | (?:confirmação|recibo)\ de\ leitura | (?:ej\ |inte\ )?läst | läskvitto
      | (?:ikke\ )?læst | (?:ikke\ |u)?lest | (?:kvittering|bekræftelse)\ .{1,20} | (?:ei\ )?luettu | lukukuittaus | (?:ne)?p[řr]e[čc]teno | (?:не\ )?про(?:чтено|читано)
      | elolvasva | okundu | 已[读讀](?:回执|回條)? | 既読 | 開封(?:済み|確認) | 읽음 )\s?[:：]
    | (?:return|read)\ receipt\b | (?:lese|empfangs)bestätigung\b | accusé\ de\ (?:lecture|réception)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""How the subject of a receipt begins; below it stands when the letter was read."""
TOP, LONGEST = 12, 400
"""How many lines at the top are looked at, and how much of each."""


def pressed(subject: str, parts: Iterable[Part], texts: Sequence[str]) -> bool:
    """Whether a mail tells only what its sender pressed or was shown. `texts` are its lines that are not blank."""
    top = [text.strip()[:LONGEST] for text in texts[:TOP]]
    return (
        any(map(_answers, parts))
        or any(REACTED.fullmatch(text.strip("<>")) for text in top)
        or bool(RECEIPTS.match(subject) and any(DATE.search(text) and TIME.search(text) for text in top))
    )


def _answers(part: Part) -> bool:
    """Whether a part is an answer to a calendar entry, or a reaction."""
    if part.kind in CALENDARS:
        found = METHOD.search(part.decoded(MOST_CALENDAR).replace(b"\r", b""))
        return (found[1].decode() if found else part.param("method")).lower() in ATTENDEES
    return REACTION.fullmatch(part.kind) is not None
