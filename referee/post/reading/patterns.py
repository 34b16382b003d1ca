"""What mail programs, filters and firms put around a text, in many languages: tables, no code.

Collected from what the programs write. An additional row does no harm, because the writer is told about every
line that is cut.
"""

# ruff: noqa: RUF001  (other alphabets, dashes and colons are what is looked for)

import re
from typing import Final

from referee.post.reading.headings import DASH

LONGEST = 300
"""Longer lines are prose: no pattern is tried on them."""

QUOTED = re.compile(r"[ \t\xa0]{0,3}(?:>|\||[A-Z]{1,3}>)")
# --- Signatures and footers ------------------------------------------------------------------------------------------

SMALL_RULE = re.compile(rf"\s*[{DASH}_=*]{{2,}}\s*")
UNDERSCORES = re.compile(r"\s*__[_.,]*\s*")
SIGNATURE = re.compile(r"(?:--|—|――)[ \t\xa0]{0,3}")
_DEVICE = (
    r"(?:i ?phon|i ?pad|i ?pod|android|samsung|galaxy|huawei|xiaomi|nokia|blackberry|windows|lumia|oneplus|sony|motorola|pixel"
    r"|handy|mobil|smartphone|telefon|tablet|phone|k-9|outlook|yahoo|gmx|web\.de|proton|mail|t-online|1&1|ionos|posteo|tutanota"
    r"|tuta|fairemail|thunderbird|aquamail|bluemail|spark|spike|fastmail|airmail|posta|poczt|pošt|почт|courrier|correo|e-post)"
)
_MY = r"\b(?:my|mi|mon|ma|mio|mia|mijn|min|mit|mitt|mein\w*|moj\w*|mého|mej|meu|minha|meva|mul|minu|mano|mana|saya|tôi|mobil\w*|мо\w+|мій|μου)\b"
_SENT = r"""(?:(?:
    (?:sent|send|written|typed|composed)\s(?:from|with|via|using|by|on)\s
  | (?:gesendet|geschickt|geschrieben|verschickt)\s(?:von|vom|mit|aus|über|via|per|durch)\s | envoy[ée]e?s?\s(?:de|d['’]|depuis|à\spartir|avec|par|via|grâce)
  | envia(?:d[oa]|t)\s(?:desde|con|por|a\spartir|do|da|com|pelo|pela|via|de|des|amb|per|mediante|usando)\s | inviat[oa]\s(?:da|dal|dall['’]|con|tramite|via|mediante)\s?
  | (?:verstuurd|verzonden)\s(?:vanaf|met|via|van|vanuit|door|uit)\s | wys[łl]an[eoya]\s(?:z|ze|za|przy|przez|od)\s | skicka(?:t|des|d)\s(?:fr[åa]n|via|med)\s
  | sendt\s(?:fra|via|med)\s | l[äa]hetetty\s | (?:odesl[áa]n[oaé]|odoslan[ée]|poslan[oe]|poslato)\s(?:z|ze|zo|s|so|sa|iz|pomoc[íi]|prost[řr]ednictv[íi]m|preko)\s
  | (?:отправлено|отправлен|отправлена|надіслано|відправлено|изпратено|послато|послано)\s(?:с|со|из|з|із|від|от|через|при|за|са)\s | trimis\s(?:de|din|prin|cu)\s
  | (?:εστάλη|στάλθηκε|απεστάλη)\s(?:από|με|μέσω)\s | saadetud\s | išsiųsta\s(?:iš|naudojant)\s | nosūtīts\s(?:no|ar)\s | sent\súr\s | dikirim\s(?:dari|melalui)\s
  | (?:đã\s)?gửi\stừ\s )(?=.{0,80}(?:_DEVICE_|_MY_))
  | (?:تم\sالإرسال|تم\sإرسالها?|أ?رسلت|مرسل|ارسال\sشده)\s(?:من|عبر|باستخدام|از)\s? | נשלח\s(?:מ|באמצעות|דרך)
  | ส่งจาก | 发自 | 發自 | 发送自 | 發送自 | 来自我的 | 來自我的 | (?:从|從|使用|通过|透過).{1,60}(?:发送|發送|傳送|寄出|寄送)
)"""
_SENT_LAST = r"""(?:
    (?:diese\s(?:nachricht|e-?mail|mail)\swurde\s)?(?:von|vom|mit|aus|per|über|unterwegs)\b.{0,60}(?:_DEVICE_|mein(?:em|er)\b).{0,60}\b(?:gesendet|geschickt|geschrieben|verschickt)\b.{0,20}
  | .{2,60}(?:から送信(?:されました)?|より送信|で送信|에서\s?보냄|에서\s?보냈습니다|에서\s?보낸\s?메일|를\s?사용하여\s?보냄|से\sभेजा\sगया)\W{0,3}
  | .{2,60}(?:[dt][ae]n|[ıi]mdan|[uü]mdan|[üi]mden|ile)\sgönderildi\W{0,3} | .{2,60}(?:r[óo]l|r[őo]l|val|vel|b[óo]l|b[őo]l)\s(?:el)?küldve\W{0,3} | (?:el)?küldve\s.{2,60} | .{2,60}\sbidalia\W{0,3}
)"""
_GET = (
    r"(?:get|obtenir|obtenez|t[ée]l[ée]charge[rz]|obtenga|obtener|descarga[r]?|consigue|scarica|ottieni|download|haal|pobierz|obter|obtenha|baixar|baixe"
    r"|transferir|skaffa|h[äa]mta|ladda ned|hent|f[åa]|skaff(?: deg)?|last ned|hanki|lataa|z[íi]sk(?:at|ejte)|st[áa]hn(?:out|[ěe]te)|скачать|получить|скачайте)"
)
FOOTERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r".{0,40}\boutlook\b.{1,20}\b(?:ios|android)\b.{0,120}",
        rf"{_GET} (?:o |de |le |l['’])?(?:aplikacj[ęe] |program )?outlook\b.{{0,120}}",
        r"outlook voor \w+ downloaden.{0,120}",
        r"provenance\s?: (?:courrier|outlook)\b.{0,80}",
        r"(?:holen sie sich |laden sie )?outlook f(?:ü|ue)r (?:ios|android|mac|windows)\b.{0,120}",
        r"yahoo mail:? .{0,80}",
        r"(?:please )?(?:excuse|forgive|pardon) (?:my |the |any )?(?:brevity|typos?|spelling)\b.{0,60}",
        r"bitte entschuldigen sie (?:die |meine )?(?:kürze|kuerze|tippfehler|evtl|eventuelle)\b.{0,60}",
        r"virus-?free\W{1,4}.{0,20}avast\.com.{0,120}",
        r"virenfrei\W{1,4}.{0,20}avast\.com.{0,120}",
    )
)
"""Lines that a program adds by itself."""

FEET: Final = (
    re.compile(
        rf"\W{{0,4}}{_SENT.replace('_DEVICE_', _DEVICE.replace(' ', '[ ]')).replace('_MY_', _MY)}.{{0,120}}(?<!:)",
        re.IGNORECASE | re.VERBOSE,
    ),
    re.compile(
        rf"\W{{0,4}}{_SENT_LAST.replace('_DEVICE_', _DEVICE.replace(' ', '[ ]'))}", re.IGNORECASE | re.VERBOSE
    ),
    *FOOTERS,
)
"""The same, and lines that tell from what device or program a mail was sent, by the words for "sent from"."""

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

_OUTSIDE = (
    r"(?:outside|external|extern|unknown|au(?:ß|ss)erhalb|nicht vertraut|ext[ée]rieur|extérieure|fuera de|externo|esterno|esterna"
    r"|dall['’]esterno|buiten de|spoza|zewn[ęe]trzn|de fora|utanf[öo]r|uden ?for|utenfor|ulkopuoli|ulkopuolelta|mimo organizac"
    r"|извне|внешн)"
)
_BEWARE = (
    r"(?:caution|warning|attention|notice|achtung|vorsicht|warnung|hinweis|avertissement|prudence|precauci[óo]n|atenci[óo]n|advertencia|aviso"
    r"|attenzione|avviso|let op|waarschuwing|uwaga|ostrze[żz]enie|cuidado|aten[çc][ãa]o|varning|obs|advarsel|bem[æa]rk|varoitus|huomio"
    r"|upozorn[ěe]n[íi]|pozor|varov[áa]n[íi]|внимание|осторожно|предупреждение)"
)
_SELDOM = (
    r"(?:you don['’]t often get email from|sie erhalten nicht (?:häufig|oft) e-?mails? von|vous n['’](?:obtenez|recevez) pas souvent"
    r"|no suele recibir correo|non si ricevono spesso|u ontvangt niet vaak e-?mail|nie otrzymujesz cz[ęe]sto|(?:voc[êe] )?n[ãa]o costuma receber"
    r"|du f[åa]r (?:inte|ikke) oft[ae]|et saa usein s[äa]hk[öo]postia|nedost[áa]v[áa]te [čc]asto|вы нечасто получаете)"
)
BANNERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\W{0,3}\[?\W?(?:external|externe?|ext|externo|esterno|zewn[ęe]trzn[ay]|ekstern|ulkoinen|extern[íi]|внешнее)\W?\]\W{0,3}.{0,200}",
        rf"\W{{0,6}}{_BEWARE}\W{{1,6}}.{{0,160}}{_OUTSIDE}.{{0,200}}",
        r"\W{0,6}external (?:e-?mail|sender|message)\b.{0,200}",
        r"\W{0,6}externe (?:e-?mail|nachricht|absender)\b.{0,200}",
        rf"\W{{0,3}}(?:this|diese) (?:e-?mail|message|nachricht|mail) (?:originated|came|was sent|comes|is|kommt|stammt|wurde) .{{0,80}}{_OUTSIDE}.{{0,200}}",
        rf"\W{{0,3}}{_SELDOM}.{{0,250}}",
        r"\W{0,3}(?:some people who received this message|einige personen, die diese nachricht) .{0,250}",
        r"(?:do not|don['’]t|never) click (?:on )?(?:any )?links? .{0,250}",
        r"(?:klicken sie (?:nicht|nur|keine)|öffnen sie keine) .{0,250}",
    )
)
"""What a filter puts before a mail from outside: the tag alone, or sentences that may be wrapped."""

LISTS = re.compile(
    r"mailing ?list|unsubscribe|abmelden|abbestellen|verteiler|listinfo|https?://|list-?info|@\S+\.\S|google ?groups|checked for viruses|antivirus|avast|avg\.com|viren",
    re.IGNORECASE,
)
"""Words somewhere below a line of underscores that make it the footer of a mailing list or of a scanner."""
WRAPPED = 50
"""A line of a notice this long may have been broken by a program, so that the next belongs to it."""
