"""How mail programs mark what is not their user's own text, in many languages: tables, no code.

Gathered from what the programs write; a row more never hurts, as everything cut is told to the writer.
"""

# ruff: noqa: RUF001  (other alphabets, dashes and colons are what is looked for)

import re
from typing import Final

LONGEST = 300
"""Longer lines are prose: no pattern is tried on them."""

COLONS = (":", "：")
QUOTED = re.compile(r"[ \t\xa0]{0,3}(?:>|\||[A-Z]{1,3}>)")
DASH = "-‐‑‒–—―−"

# --- Attribution lines -----------------------------------------------------------------------------------------------

DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|[０-９\d]{2,4}\s?年|\b\d{4}-\d\d-\d\d"
)
TIME = re.compile(r"\b\d{1,2} ?[:.h] ?\d{2}(?!\d)")
ADDRESS = re.compile(r"[^\s<>@]{1,100}@[^\s<>@]{1,100}")
WROTE_LAST = re.compile(
    r"""(?: wrote | writes | said | schrieb | geschrieben | a\ [ée]crit | [ée]crit | escribi[óo] | escribe | ha\ scritto | scrive
      | schreef(?:\ het\ volgende)? | heeft\ geschreven | napisa[łl](?:\(a\)|a|/a)? | pisze | escreveu | kirjoitti | skrev(?:\ følgende)?
      | napsal(?:\(a\)|a)? | nap[íi]sal(?:\(a\)|a)? | [íi]rta(?:\ \(.{1,40}\))? | [şs]unu\ yazd[ıi] | yazd[ıi] | a\ scris | je\ napisao(?:/la)?
      | написал(?:\(а\)|а)? | пишет | пише | έγραψε | 写道 | のメール | 작성 )\ ?[:：]$""",
    re.IGNORECASE | re.VERBOSE,
)
WROTE_BETWEEN = re.compile(
    r"\b(?:schrieb|schreef|skrev|ezt [íi]rta|escribi[óo]|a [ée]crit|ha scritto|escreveu)\b.{0,160}[:：]$",
    re.IGNORECASE,
)
IN_PERSON = re.compile(
    r"\b(?:i|you|we|he|she|they|ich|du|wir|ihr|er|sie|man) (?:wrote|write|said|schrieb|schreibe|schrieben|skrev)\b"
    r"|\b(?:schrieb|schreef|skrev) (?:ich|er|sie|man|ik|hij|zij|jeg|jag|han|hun|hon)\b[^<@]*$",
    re.IGNORECASE,
)
CITES = re.compile(
    r"(?:quoting|citing|zitat von|citation de|citando|cytat|quote from)\b.{1,160}[:：]$", re.IGNORECASE
)
BEGINS = re.compile(
    r"(?:on|at|am|le|el|il(?: giorno)?|op|em|den|w dniu|dnia|dne|dana|în data|la data|în|на|в|le jeu|vào)\b[^\d]{0,40}\d",
    re.IGNORECASE,
)
BEGINS_WEAKLY = re.compile(r"[^\W\d_]{2,12}\.?,? ?(?:den |kl )?\d|\d{1,4}[-./年]|\* ?\S", re.IGNORECASE)
ENDS_IN_ADDRESS = re.compile(r"[<(\[][^\s<>@]{1,100}@[^\s<>@]{1,100}[>)\]].{0,40}[:：]$")
UNCLOSED = re.compile(r"<[^<>]{0,100}$")

# --- Separators, forwards, blocks of header lines --------------------------------------------------------------------

_ORIGINAL = r"""
    original[ ](?:message|e-?mail|mail|nachricht) | urspr(?:ü|ue)ngliche[ ](?:nachricht|e-?mail|mail|message) | original-?nachricht
  | originalnachricht | orig(?:inal)?\.?[ ]?nachricht | message[ ]d['’]origine | message[ ]original | mensaje[ ]original
  | messaggio[ ]originale | oorspronkelijk(?:e)?[ ]bericht | wiadomo[śs][ćc][ ]oryginalna | oryginalna[ ]wiadomo[śs][ćc]
  | mensagem[ ]original | ursprungligt[ ]meddelande | originalmeddelande | oprindelig[ ]meddelelse | opprinnelig[ ]melding
  | alkuper[äa]inen[ ]viesti | reply[ ]message | p[ůu]vodn[íi][ ]zpr[áa]va | исходное[ ]сообщение | antwort[ ]nachricht
"""
_FORWARDED = r"""
    forwarded[ ](?:message|mail|e-?mail)(?:[ ]from.{1,80})? | forwarded[ ]by.{1,80} | fwd[ ]message
  | weitergeleitete[ ](?:nachricht|e-?mail|mail) | message[ ](?:transf[ée]r[ée]|r[ée]exp[ée]di[ée]) | mensaje[ ]reenviado
  | messaggio[ ]inoltrat[oa]|doorgestuurd[ ]bericht | (?:przekazana|przes[łl]ana)[ ]wiadomo[śs][ćc] | mensagem[ ](?:reencaminhada|encaminhada)
  | vidarebefordrat[ ]meddelande | videresendt[ ](?:meddelelse|melding|besked) | v[äa]litetty[ ]viesti | пересылаемое[ ]сообщение
"""
ORIGINAL = re.compile(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:{_ORIGINAL})\s*[{DASH}_=]*\W{{0,3}}", re.IGNORECASE | re.VERBOSE
)
FORWARDED = re.compile(
    rf"""\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:{_FORWARDED})\s*[{DASH}_=:]*\W{{0,3}}
    | (?: begin\ forwarded\ message | anfang\ der\ weitergeleiteten\ (?:nachricht|e-?mail) | d[ée]but\ du\ message\ (?:r[ée]exp[ée]di[ée]|transf[ée]r[ée])
      | inicio\ del\ mensaje\ reenviado | inizio\ (?:del\ )?messaggio\ inoltrato | begin\ doorgestuurd\ bericht | pocz[ąa]tek\ przekazywanej\ wiadomo[śs]ci
      | in[íi]cio\ da\ mensagem\ (?:re)?encaminhada | vidarebefordrat\ brev | start\ p[åa]\ videresendt\ (?:besked|melding) | v[äa]litetty\ viesti\ alkaa
      )\s?:""",
    re.IGNORECASE | re.VERBOSE,
)
RULE = re.compile(rf"\s*[{DASH}_=*]{{5,}}\s*")
SMALL_RULE = re.compile(rf"\s*[{DASH}_=*]{{2,}}\s*")
UNDERSCORES = re.compile(r"\s*_{10,}\s*")
HEADER = re.compile(
    r"[\s*]{0,3}([^\W\d_][^\W\d_'-]{0,13}(?: [^\W\d_'-]{1,12})?)[\s*]{0,2}[:：][*]?(?:\s|$|[<\"\w])"
)
_ROLES: Final = {
    "from": "from von de da van od från fra lähettäjä expéditeur mittente remitente afzender afsender od-kogo nadawca от",
    "date": "sent date gesendet datum envoyé enviado fecha data inviato verzonden wysłano skickat sendt dato lähetetty"
    " päivämäärä päiväys odesláno дата enviada",
    "to": "to an à a para aan do till til vastaanottaja destinataire komu ad кому empfänger",
    "copy": "cc kopie copie kopia kopio bcc reply-to copia",
    "subject": "subject betreff objet asunto oggetto onderwerp temat assunto ämne emne aihe předmět тема betr",
}
ROLES: Final = {word: role for role, words in _ROLES.items() for word in words.split()}
TWO_WORDS: Final = {
    "enviado el": "date",
    "inviato il": "date",
    "envoyé le": "date",
    "sent at": "date",
    "antwort an": "copy",
}

# --- Signatures and footers ------------------------------------------------------------------------------------------

SIGNATURE = re.compile(r"(?:--|—|――)[ \t\xa0]{0,3}")
_DEVICE = (
    r"(?:i ?phone|i ?pad|i ?pod|android|samsung|galaxy|huawei|xiaomi|nokia|blackberry|windows phone|lumia|oneplus|sony|motorola|pixel"
    r"|handy|mobil|mobile|smartphone|telefon|tablet|phone|k-9|outlook|yahoo|gmx|web\.de|proton|mail|t-online|1&1|ionos|posteo|tutanota"
    r"|tuta|fairemail|thunderbird|aquamail|bluemail|spark|spike|fastmail|airmail|posta)"
)
FOOTERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:sent|send|written|typed|composed) (?:from|with|via|using|by|on)\b.{{0,60}}\b{_DEVICE}.{{0,80}}",
        rf"(?:diese (?:nachricht|e-?mail|mail) wurde )?(?:von|vom|mit|aus|per|über|unterwegs)\b.{{0,60}}{_DEVICE}.{{0,60}}\b(?:gesendet|geschickt|geschrieben|verschickt)\b.{{0,20}}",
        rf"(?:gesendet|geschickt|geschrieben|verschickt) (?:von|vom|mit|aus|über|via|per)\b.{{0,60}}{_DEVICE}.{{0,80}}",
        rf"(?:envoy[ée]|enviado|inviato|verstuurd|verzonden|wys[łl]an[eo]|skickat|sendt|l[äa]hetetty|odesl[áa]no|отправлено)\b.{{0,60}}{_DEVICE}.{{0,80}}",
        r"get outlook for \w+.{0,120}",
        r"(?:holen sie sich |laden sie )?outlook f(?:ü|ue)r (?:ios|android|mac|windows)\b.{0,120}",
        r"(?:obtenir|obtenga|scarica|pobierz|skaffa|h[äa]mta) outlook \w+ .{0,120}",
        r"yahoo mail:? .{0,80}",
        r"(?:please )?(?:excuse|forgive|pardon) (?:my |the |any )?(?:brevity|typos?|spelling)\b.{0,60}",
        r"bitte entschuldigen sie (?:die |meine )?(?:kürze|kuerze|tippfehler|evtl|eventuelle)\b.{0,60}",
        r"virus-?free\W{1,4}.{0,20}avast\.com.{0,120}",
        r"virenfrei\W{1,4}.{0,20}avast\.com.{0,120}",
    )
)
"""Lines that a program adds by itself: only the line goes."""

NOTICES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"this (?:e-?mail|message|communication|mail) (?:and any |and its |has been (?:checked|scanned)|contains (?:conf|priv|info)|may contain|is (?:conf|priv|intended|only intended))",
        r"diese (?:e-?mail|nachricht|mail) (?:und (?:alle|etwaige|ihre)|wurde (?:von|auf|mit)|ist (?:vertr|nur|ausschl)|enth|kann vertr)",
        r"\W{0,3}(?:confidentiality notice|confidentiality note|legal notice|disclaimer|privileged and confidential|vertraulichkeitshinweis|rechtlicher hinweis|haftungsausschluss)\b",
        r"the (?:information|content|contents) (?:contained )?(?:in|of) this (?:e-?mail|message|communication)",
        r"(?:der inhalt|die informationen?|die in) (?:in )?dieser (?:e-?mail|nachricht)",
        r"if you (?:are not|have received) (?:the intended|this (?:e-?mail|message) in error)",
        r"(?:wenn|falls|sollten) sie nicht der (?:richtige|beabsichtigte|vorgesehene) (?:adressat|empf)",
        r"(?:please )?(?:consider|think of) the environment before printing",
        r"(?:checked|scanned) (?:by|for viruses)|no virus found in",
    )
)
"""How a notice begins that goes to the end of its paragraph."""

_OUTSIDE = r"(?:outside|external|extern|unknown|außerhalb|ausserhalb|externe[nrs]?|nicht vertraut)"
BANNERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\W{0,3}\[?\W?(?:external|extern|ext)\W?\]\W{0,3}.{0,200}",
        rf"\W{{0,6}}(?:caution|warning|attention|notice|achtung|vorsicht|warnung|hinweis)\W{{1,6}}.{{0,160}}{_OUTSIDE}.{{0,200}}",
        r"\W{0,6}external (?:e-?mail|sender|message)\b.{0,200}",
        r"\W{0,6}externe (?:e-?mail|nachricht|absender)\b.{0,200}",
        rf"\W{{0,3}}(?:this|diese) (?:e-?mail|message|nachricht|mail) (?:originated|came|was sent|comes|is|kommt|stammt|wurde) .{{0,80}}{_OUTSIDE}.{{0,200}}",
        r"\W{0,3}you don['’]t often get email from .{0,250}",
        r"\W{0,3}sie erhalten nicht (?:häufig|oft) e-?mails? von .{0,250}",
        r"\W{0,3}(?:some people who received this message|einige personen, die diese nachricht) .{0,250}",
        r"(?:do not|don['’]t|never) click (?:on )?(?:any )?links? .{0,250}",
        r"(?:klicken sie (?:nicht|nur|keine)|öffnen sie keine) .{0,250}",
    )
)
"""What a filter puts before a mail from outside; the tag alone, or sentences that may be wrapped."""

LISTS = re.compile(
    r"mailing ?list|unsubscribe|abmelden|abbestellen|verteiler|listinfo|https?://|list-?info|@\S+\.\S|google ?groups|checked for viruses|antivirus|avast|avg\.com|viren",
    re.IGNORECASE,
)
"""What stands somewhere below a line of underscores if it is the footer of a list or of a scanner."""
WRAPPED = 50
"""A line of a notice this long may have been broken by a program, so that the next belongs to it."""
