"""Mail that was returned: what a delivery report says (RFC 3464, or in words), and about which mail (RFC 6522).

Only a few of its fields are read, and only the header of the returned letter: a part of its own, or quoted in the text.
"""

# ruff: noqa: RUF001  (other alphabets are what is looked for)

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from referee.post.reading import charsets
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, read_fields
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import Part, leaves
from referee.post.reading.senders import subject_of

# How servers say in words that a mail was not delivered, in many languages: tables, and how they are read.


HARD, SOFT, LATE, WELL = "hard", "soft", "late", "well"
STATUS = re.compile(r"(?<![\d.])([245])\.([0-9]{1,3})\.([0-9]{1,3})(?![\d.]*\d)", re.ASCII)
_LIKE_A_CODE = r"(?![ -]*(?:k?bytes?|kb|mb|gb|users|messages|mails|e-?mails|recipients|characters|words|lines|days|hours|x)\b)"
IN_WORDS = re.compile(
    r"(?:#|[(\[<:;,\s]|^)([45]\.[0-79]\.[0-9]{1,3})(?!\d|\.\d)"
    rf"|(?<![\w.:/$€£@+-])([45](?:[0-5][0-9]|7[0-9]))(?=[ \t:;,.)\]>-]|$){_LIKE_A_CODE}",
    re.ASCII | re.MULTILINE | re.IGNORECASE,
)
"""A status in a report without fields (RFC 3463), or a bare code of three digits (RFC 5321, 4.2)."""
_WHO: Final = r"(?:user|users|mailbox|mail\s?box|account|recipient|address|addressee|person|e-?mail(?:\s?id)?|destination|name|alias|local[\s-]?part|userid)s?"
_BE: Final = r"(?:(?:is|was|are|has\sbeen|have\sbeen|could|can|does|do|did|appears\sto\sbe|seems\sto\sbe|account|name|address|you\s(?:tried|are\strying|attempted)\sto\s(?:reach|contact|send\sto))\s)*"
_GONE: Final = (
    r"(?:not\s(?:be\s)?(?:found|known|exist|valid|recogni[sz]ed|available|listed|active|registered|accept\w*|belong)|unknown|unavailable|disabled|inactive|invalid|rejected|closed|suspended|deactivated"
    r"|no\slonger|not?\s(?:a\s)?valid|not\sexist|non-?existent|cancell?ed|terminated|expired|incorrect|misspelled|bogus)"
)
HARD_WORDS: Final = re.compile(
    rf"""\b(?:no|not an?|unknown|invalid|bad|illegal|bogus|unrouteable|unroutable|undeliverable|nonexistent|non-existent|unresolvable|inactive|incorrect)
      \s(?:such\s)?(?:destination\s|e-?mail\s|mail\s|local\s|remote\s|valid\s|delivery\s|recipient\s|virtual\s|matching\s|target\s|final\s|or\s\w+\s)*
      (?:{_WHO}|host|domain|mail\s?server|mx|dns|here)\b
    | \b{_WHO}['">\s:,.()<\w@-]{{0,60}}?\s{_BE}{_GONE}
    | \b(?:host|domain)(?:\sname)?['">\s:<\w@.-]{{0,60}}?\s(?:not\sfound|unknown|does\sn.t\sexist|does\snot\sexist|lookup\sfailed|invalid)
    | not\slisted\sin\b | no\smatch(?:es|ing)?\b | did\snot\s(?:exactly\s)?match | could\snot\sfind\sa\b | command\sdied | (?:seems\sto\sbe|identified\sas|considered|looks\slike|classified\sas|detected\sas)\s(?:spam|junk|uce|ube)
    | mailbox\snot\s| does(?:\snot|n['\u2019]t)\s(?:have|like|accept|exist) | doesn['\u2019]?t\shave\sa
    | relay(?:ing)?\s(?:access\s)?(?:denied|not\s(?:allowed|permitted)|is\sprohibited) | unable\sto\srelay | not\sa\srelay
    | (?:no|couldn['\u2019]t\sfind\sany)\shost\snamed | did\snot\slike\sour | there\sis\sno\sone\b | no\sexiste\b | ディレクトリのリストにありません | (?:has|have)\s(?:exceeded|been)\s.{0, 20}hop\scount | name\sor\sservice\snot\sknown | no\s(?:route|mx)\b
    | (?:message|mail|e-?mail|content|transaction)\s(?:content\s)?(?:was\s|has\sbeen\s|is\s)?(?:rejected|refused|blocked|denied)\b | access\sdenied | (?:rejected|blocked|refused)\s(?:by|for|due|because)
    | message\s(?:is\s)?(?:too\s(?:large|big)|exceeds) | (?:i['\u2019]m|am)\snot\sgoing\sto\stry\sagain | giv(?:en|ing)\sup\b
    | (?:recipient|address)\s(?:address\s)?rejected | retry\stime(?:out)?\s(?:not\sreached|exceeded) | (?:too\smany\shops|mail\sloop(?:s|ing)?) | no\slonger\s(?:with|works|valid|in\suse|active|here|exists)
    | unbekannte[rn]?\s(?:empf|benutzer|adress|nutzer) | (?:empf[a\xe4]nger|adresse|postfach|benutzer|mailbox)\w*.{{0,60}}\b(?:unbekannt|existiert\snicht|nicht\s(?:gefunden|bekannt|vorhanden|existent|erreichbar)|ung[u\xfc]ltig|gesperrt|deaktiviert|abgelehnt)
    | (?:utilisateur|destinataire|adresse|bo[i\xee]te)\b.{{0,60}}\b(?:inconnue?|introuvable|invalide|n['\u2019]existe|inexistante?|refus[e\xe9]e?|d[e\xe9]sactiv[e\xe9]e?)
    | (?:usuario|destinatario|direcci[o\xf3]n|buz[o\xf3]n|cuenta|casilla)\b.{{0,60}}\b(?:desconocid[oa]|no\sexiste|inv[a\xe1]lid[oa]|inexistente|rechazad[oa]|no\sse\s(?:encontr|ha\sencontrado)\w*)
    | (?:utente|destinatario|indirizzo|casella)\b.{{0,60}}\b(?:sconosciut[oa]|non\s(?:esiste|trovat[oa]|valid[oa])|inesistente|rifiutat[oa]|disabilitat[oa])
    | (?:usu[a\xe1]rio|destinat[a\xe1]rio|endere[c\xe7]o|caixa)\b.{{0,60}}\b(?:desconhecid[oa]|n[a\xe3]o\s(?:existe|encontrad[oa])|inv[a\xe1]lid[oa]|inexistente|rejeitad[oa])
    | (?:gebruiker|ontvanger|adres|postvak|mailbox)\b.{{0,60}}\b(?:onbekend|bestaat\sniet|ongeldig|niet\s(?:gevonden|geaccepteerd))
    | (?:u[z\u017c]ytkownik\w*|adres\w*|skrzynk\w*|konto|odbiorc\w*)\b.{{0,60}}\b(?:nie\s(?:istnieje|znaleziono|ma)|nieznan\w+|nieprawid\w+|zablokowan\w+) | brak\s(?:takiego|u[z\u017c]ytkownika)
    | (?:mottagaren|anv[a\xe4]ndaren|adressen|modtageren|mottakeren|brugeren)\b.{{0,60}}\b(?:ok[a\xe4]nd|ukendt|ukjent|finns\sinte|findes\sikke|finnes\sikke|avvisad)
    | (?:пользовател|получател|адрес|ящик)\w*.{{0,60}}(?:не\s(?:существует|найден|зарегистрирован)|неизвест|неверн|отключен|заблокирован) | нет\sтакого
    | (?:用户|用戶|收件人|邮箱|郵箱|地址|账号|帳號|信箱).{{0,20}}(?:不存在|未找到|无效|無效|拒绝|拒絕|停用|禁用|错误) | (?:宛先|アドレス|ユーザ|メールボックス|宛て).{{0,30}}(?:存在しま|見つか|不明|無効|拒否|受信できません)
    | (?:사용자|수신자|주소|메일함|계정).{{0,20}}(?:없|존재하지|알\s?수\s?없|거부|휴면)
    """,
    re.IGNORECASE | re.VERBOSE,
)
FOR_GOOD: Final = re.compile(
    r"""(?:permanent|fatal)(?:\sfatal)?\s(?:delivery\s)?(?:error|failure)s? | failed\spermanently | permanently\s(?:failed|rejected|undeliverable)
    | dauerhaft | endg(?:\xfc|ue)ltig | d[e\xe9]finiti(?:f|ve) | permanente | trwa[l\u0142]y | постоянн | 永久""",
    re.IGNORECASE | re.VERBOSE,
)
SOFT_WORDS: Final = re.compile(
    r"""(?:mailbox|mail\s?box|inbox|account|user|recipient|quota|disk|folder)\b.{0,60}\b(?:full|over\s?quota|over\sthe\squota|exceed(?:s|ed|ing)|out\sof\s(?:space|storage)|storage)
    | over\s?quota | quota\s(?:exceeded|violation) | exceed(?:s|ed|ing)\s(?:\w+\s){0,3}(?:quota|storage|space|size) | insufficient\s(?:system\s)?(?:storage|disk|space|resources)
    | tempor(?:arily|ary)\b | try\s(?:it\s)?again\slater | greylist | connection\s(?:timed\sout|refused|dropped|lost) | timed?\s?out
    | (?:postfach|mailbox|speicherplatz).{0,40}\b(?:voll|[u\xfc]berschritten|ersch[o\xf6]pft) | bo[i\xee]te.{0,40}\bpleine | (?:buz[o\xf3]n|casilla|cuenta).{0,40}\b(?:llen[oa]|excedid)
    | casella.{0,40}\bpiena | caixa.{0,40}\bcheia | postvak.{0,40}\bvol\b | skrzynka.{0,40}\bpe[\u0142l]na | переполнен | (?:邮箱|郵箱|信箱).{0,12}(?:已满|滿|空间不足) | (?:容量|メールボックス).{0,20}(?:超|一杯)""",
    re.IGNORECASE | re.VERBOSE,
)
LATE_WORDS: Final = re.compile(
    r"""\b(?:you\s(?:do\snot|don['\u2019]t)\sneed\sto\s(?:re-?send|retry|do\sanything)|no\s(?:further\s)?action\s(?:is\srequired|required)|nothing\sto\sdo\sfor\syou
      | (?:will|would)\s(?:be\s|continue\s(?:to\sbe\s|to\s|trying|attempting)?|keep\s|still\s|automatically\s)(?:re-?tri|try|attempt|re-?attempt|trying|attempting|re-?send|retried)\w*
      | postponed | will\scontinue\sto\s(?:be\s)?(?:tr|attempt|deliver|re-?try)\w* | (?:delivery\s)?attempts?\s(?:to\sdeliver\s(?:the\s|this\s|your\s)?(?:message|mail)\s)?will\s(?:continue|be\smade) | will\sbe\s(?:retried|re-?queued|re-?attempted|attempted\sagain)
      | (?:has|have)\snot\syet\sbeen\sdelivered | not\s(?:yet\s)?been\sdelivered\s(?:yet|to\sall|after|within)?.{0,80}\b(?:delayed|queue|yet)\b | (?:still|being)\s(?:being\s)?(?:trying|attempting|attempted|queued|retried)
      | (?:this\sis\s(?:just\s)?a\s)?(?:warning|notice|notification)\s(?:message\s)?only | (?:delivery|message|mail|e-?mail)\s(?:to\s\S+\s)?(?:has\sbeen|is|was)\s(?:temporarily\s)?(?:delayed|deferred|being\sdelayed) | delayed\s24\shours
      | delivery\s(?:status\snotification\s\(delay\)|delayed) | delayed\smail | could\snot\ssend\smessage\sfor\spast | transient\snon-?fatal)
    | (?:wird|werden)\s(?:weiterhin|erneut)\sversucht | verz[o\xf6]gert | retard[e\xe9]e? | (?:en|est)\sretard | demorad[oa] | retrasad[oa] | in\sritardo | vertraagd | op[o\xf3][\u017az]nion | задерж | 延迟 | 遅延""",
    re.IGNORECASE | re.VERBOSE,
)
NO_MORE: Final = re.compile(
    r"""(?:\b(?:not?|never|neither|nor|without|cannot|nicht|keine?) | n['\u2019]t)\s
      (?:(?:any|further|more|additional|other|new|longer|subsequent|again|automatic(?:ally)?|be|is|are|being|delivery|re-?delivery)\s){0,4}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
"""What stands before words by which a delivery would be tried again, and denies them."""
ORIGINAL_BEGINS: Final = re.compile(
    r"^(?:---+[ ](?=(?:below|original|the|this|enclosed|begin|copy|message|returned|your)\b).*|-{3,}\s*(?:this\sis\sa\scopy|original\smessage|returned\s(?:mail|message)|message\sheader|the\sheader|the\smessage|unsent\smessage|begin|enclosed).*"
    r"|(?:received|return-path|message-id|dkim-signature|x-originating-ip|mime-version)\s*:.*)",
    re.IGNORECASE | re.MULTILINE,
)
"""Where a report begins to show the mail that it is about."""
SUBJECTS: Final = re.compile(
    r"""\W{0,4}(?:\[[^\]]{1,30}\]\s*)?(?:\*+\w+\*+\s*)?(?:undeliver(?:ed|able)|non[ -]?deliver|not?\s(?:deliverable|delivered)\b|delivery\s(?:status|failure|failed|report|error|warning|problem|delayed|notification|has\sfailed|unsuccessful|incomplete|subsystem|disabled)
      | (?:mail|message|e-?mail)\s(?:delivery|system|transport|server)\s?(?:failed|warning|failure|error|problem|subsystem|report|status|system|notification|delayed|:|$)
      | (?:mail|message|e-?mail)\s(?:could\snot|cannot|can't|was\snot|not|undeliver\w*|returned|failed|failure|status|delayed|rejected|bounced)
      | return(?:ed|ing)?\s(?:to\ssender|mail|message|e-?mail)|failure\s(?:notice|delivery)|mail\s(?:bounced?|bouncing)\b|delayed\smail|unable\sto\sdeliver|could\snot\s(?:send|deliver)|user\sunknown|unknown\s(?:user|recipient|address)
      | warning:\s(?:could|message|e-?mail|mail)|error\ssending|permanent\sdelivery|rejected\s(?:mail|message)|nondeliverable|problem\sdelivering|(?:inbound|outbound)\smessage\s(?:was|rejected)|postmaster\snotify|dsn:
      | unzustellbar|nicht\szustellbar|nachricht\skonnte\snicht|mail\skonnte\snicht|zustell(?:ung|bericht|fehler)|zur(?:ü|ue)ck\san\sabsender|fehler\sbei\sder\s(?:zustellung|(?:ü|ue)bermittlung)
      | non\s?remis|(?:message|courrier)\snon\s(?:remis|distribu)|[ée]chec\sde\s(?:la\s)?(?:remise|distribution|livraison)|avis\sde\snon|no\sentregad|no\sse\s(?:puede|pudo|ha\spodido)\sentregar|(?:error|fallo)\s(?:de|en\sla)\sentrega|notificaci[óo]n\sdel?\sestado
      | mancat[oa]\s(?:recapito|consegna)|non\s(?:recapitabile|consegnat)|notifica\sdi\smancat|n[ãa]o\sentregue|falha\sna\sentrega|mensagem\sn[ãa]o|onbestelbaar|niet\s(?:bezorgd|afgeleverd)|niedostarcz|nie\sdostarczon|zwrot\s(?:wiadomo|poczty)
      | (?:kunde|kunne)\s(?:inte|ikke)\s(?:levereres|leveras)|ikke\slevert|toimittamatta|недоставл|не\s?доставлен|не\sудается\sдоставить|возврат\sпочты|退信|系统退信|投递失败|未送达|無法傳遞|配信(?:不能|できません)|未配信|送信エラー|반송)""",
    re.IGNORECASE | re.VERBOSE,
)
"""How the subject of a report begins; an answer to one begins with `Re:`."""


def judged(text: str) -> tuple[str, str]:
    """What the text of a report without fields says, and the status it names, or "".

    A warning says that the server will try again; that it will not is no warning. A code counts more than words, a
    permanent code more than a temporary one.
    """
    said = ORIGINAL_BEGINS.split(text, maxsplit=1)[0] or text
    codes = [found[1] or found[2] for found in IN_WORDS.finditer(said)]
    hard = [code for code in codes if code.startswith("5")]
    statuses = [code for code in hard if "." in code]
    tries = [
        NO_MORE.search(said, max(found.start() - 80, 0), found.start()) for found in LATE_WORDS.finditer(said)
    ]
    if None in tries and not statuses:
        return LATE, ""
    if hard or FOR_GOOD.search(said):
        return HARD, (statuses or [""])[0]
    if SOFT_WORDS.search(said) or codes:
        return SOFT, next((code for code in codes if "." in code), "")
    return (HARD, "") if HARD_WORDS.search(said) or any(tries) else ("", "")


STATUSES = re.compile(r"message/(?:x-?|global-)?delivery-status")
ORIGINALS = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})
FIELD = re.compile(r"([!-9;-~]{1,60})[ \t]*:(.*)")
MESSAGE_ID = re.compile(r"^((?:[ \t]|[>|])*)message-id[ \t]*:", re.IGNORECASE | re.MULTILINE)
WORD = re.compile(r"[a-z]+")
MOST_GROUPS = 20
MOST_PARTS = 3
LONGEST_TEXT = 8 * 1024
LONGEST_STATUSES = 64 * 1024

__all__ = ["HARD", "LATE", "SOFT", "WELL", "Returned", "read_return"]


@dataclass(frozen=True, slots=True)
class Returned:
    """What a mail says about the delivery of another.

    Attributes:
        kind: hard (given up for good), soft (given up, but not said to be for good), late (will be tried again),
            well (delivered), or "" (nothing that we understand).
        status: The code (RFC 3463), or "".
        original: The header of the mail it is about, as far as it was returned.
    """

    kind: str
    status: str
    original: Fields


def read_return(raw: bytes) -> Returned:
    """What a mail says about the delivery of another. Raises `Unreadable`, and nothing else, whatever the bytes."""
    data = lines_of_mail(raw)
    fields, body = read_fields(data)
    parts = leaves(data, fields, body)
    groups = [group for part in parts if STATUSES.fullmatch(part.kind) for group in _groups(_body(part))]
    texts = list(_texts(data, body, parts))
    heads = [_head(part) for part in parts if part.kind in ORIGINALS]
    original = next((one for one in (*heads, *map(_quoted_head, texts)) if one.pairs), Fields())
    said = [_judged(group) for group in groups]
    if not any(kind for kind, _ in said):
        said = [judged("\n".join((subject_of(fields), *(text[:LONGEST_TEXT] for text in texts))))]
    for wanted in (HARD, SOFT, LATE, WELL):
        if found := [status for kind, status in said if kind == wanted]:
            return Returned(wanted, found[0], original)
    return Returned("", "", original)


def _body(part: Part) -> bytes:
    return part.decoded().replace(b"\r\n", b"\n")


def _groups(body: bytes) -> Iterator[dict[str, str]]:
    """The groups of fields, separated by blank lines: the first is about the mail, each other about a recipient.

    A line that is not a field is skipped: servers write long reasons on several lines and forget to fold
    them.
    """
    text = body[:LONGEST_STATUSES].decode("ascii", "replace")
    for group in re.split(r"\n[ \t]*\n", text)[:MOST_GROUPS]:
        found: dict[str, str] = {}
        for line in group.split("\n"):
            if match := FIELD.match(line):
                found.setdefault(match[1].lower(), match[2].strip())
        if found:
            yield found


def _judged(group: dict[str, str]) -> tuple[str, str]:
    """What a group says about one recipient. A failed delivery is given up, whatever its status (RFC 3464, 2.3.3)."""
    word = WORD.match(group.get("action", "").lower())
    action = word[0] if word else ""
    found = STATUS.search(group.get("status", "")) or STATUS.search(group.get("diagnostic-code", ""))
    status = found[0] if found else ""
    match action, status[:1]:
        case (("failed" | "failure" | "fail"), _):
            return HARD, status
        case "delayed", _:
            return LATE, status
        case (("delivered" | "relayed" | "expanded"), _):
            return WELL, status
        case _, "5":
            return HARD, status
        case _, "4":
            return LATE, status
    return "", status


def _texts(data: bytes, body: int, parts: list[Part]) -> Iterator[str]:
    """A report in words: its first texts, else its HTML; all of it if its parts are broken."""
    texts = [part for part in parts if part.kind == "text/plain"] or [
        part for part in parts if part.kind == "text/html"
    ]
    if not parts:
        yield data[body : body + LONGEST_STATUSES].decode("ascii", "replace")
    for part in texts[:MOST_PARTS]:
        text = charsets.text_of(_body(part)[:LONGEST_STATUSES], part.param("charset"))[0]
        yield "\n".join(line.text for line in lines_of_html(text)[0]) if part.kind == "text/html" else text


def _quoted_head(text: str) -> Fields:
    """The header that a text quotes: the fields around the first Message-ID, without the marks of a quote."""
    found = MESSAGE_ID.search(text)
    if found is None:
        return Fields()
    quote, lines = found[1], text.split("\n")
    first = last = text.count("\n", 0, found.start())
    while first and _is_field(lines[first - 1], quote):
        first -= 1
    while last < len(lines) and _is_field(lines[last], quote):
        last += 1
    return _fields("\n".join(line[len(quote) :] for line in lines[first:last]).encode("utf-8", "replace"))


def _is_field(line: str, quote: str) -> bool:
    """Whether a quoted line is a field, or goes on with one."""
    rest = line.removeprefix(quote)
    return line.startswith(quote) and bool(FIELD.match(rest) or (rest[:1] in " \t" and rest.strip()))


def _head(part: Part) -> Fields:
    return _fields(_body(part).lstrip(b"\n"))


def _fields(head: bytes) -> Fields:
    try:
        return read_fields(head)[0]
    except Unreadable:
        return Fields()
