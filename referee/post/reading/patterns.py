"""What mail programs, filters and firms put around a text, in many languages: tables, no code.

Collected from what the programs write. An additional row does no harm, because the writer is told about every
line that is cut.
"""

# ruff: noqa: RUF001  (other alphabets, dashes and colons are what is looked for)

import re
from typing import Final

# What stands between an answer and the letter below it: separators and blocks of fields.
#
# Texts are compared in one form of their characters
# (`referee.post.reading.mail`): no wide colons, no marks of direction.

DASH = "-‐‑‒–—―−─━"

_ORIGINAL = r"""
    original(?:[ ](?:message|e-?mail|mail|text|nachricht|melding))? | urspr(?:ü|ue)ngliche[ ](?:nachricht|e-?mail|mail|message) | original-?nachricht
  | originalnachricht | orig(?:inal)?\.?[ ]?nachricht | antwort[ ]nachricht | (?:reply|quoted|previous|initial)[ ]message
  | message[ ]d['’]origine | (?:message|mail)[ ](?:original|initial) | mensaje[ ]original | missatge[ ]original | messaggio[ ]originale
  | (?:oorspronkelijke?|origineel)[ ]bericht | originalbericht | wiadomo[śs][ćc][ ]oryginalna | oryginalna[ ]wiadomo[śs][ćc]
  | mensagem[ ]original | mesaj(?:ul)?[ ]original | ursprungligt[ ]meddelande | original[ts]?-?[ ]?(?:meddelande|meddelelse|besked|melding)
  | oprindelig[ ](?:meddelelse|besked) | opprinnelig[ ]melding | alkuper[äa]inen[ ]viesti | p[ůu]vodn[íi][ ](?:zpr[áa]va|e-?mail) | p[ôo]vodn[áa][ ]spr[áa]va
  | origin[áa]ln[íiaá][ ](?:zpr[áa]va|spr[áa]va|poruka) | izvorn[ao][ ](?:poruka|sporo[čc]ilo) | eredeti[ ](?:üzenet|lev[ée]l)
  | (?:orijinal|özgün)[ ](?:mesaj|ileti|e-?posta) | (?:исходное|оригинальное|первоначальное)[ ](?:сообщение|письмо)
  | (?:вихідне|оригінальне|початкове)[ ]повідомлення | оригинално[ ](?:писмо|съобщение) | αρχικό[ ]μήνυμα | pesan[ ]asli | thư[ ]gốc
  | 原始(?:邮件|郵件|信件|消息)|原(?:邮件|郵件|信)|邮件原件|元の(?:メッセージ|メール)|원본[ ]?(?:메일|메시지|이메일)|الرسالة[ ]الأصلية|ההודעה[ ]המקורית
"""
_FORWARDED = r"""
    forwarded[ ](?:message|mail|e-?mail)(?:[ ]from.{1,80})? | forwarded[ ]by.{1,80} | fwd[ ]message
  | weitergeleitete[ ](?:nachricht|e-?mail|mail) | message[ ](?:transf[ée]r[ée]|transmis|r[ée]exp[ée]di[ée]) | mensaje[ ]reenviado
  | messaggio[ ]inoltrat[oa] | doorgestuurd[ ]bericht | (?:tre[śs][ćc][ ])?(?:przekazan[ae]j?|przes[łl]an[ae]j?)[ ]wiadomo[śs](?:[ćc]|ci)
  | wiadomo[śs][ćc][ ]prze(?:kazana|s[łl]ana)(?:[ ]dalej)? | mensagem[ ](?:reencaminhada|encaminhada) | tov[áa]bb[íi]tott[ ](?:üzenet|lev[ée]l)
  | vidarebefordrat[ ](?:meddelande|brev|mejl) | videresendt[ ](?:meddelelse|melding|besked) | (?:v[äa]litetty|edelleenl[äa]hetetty)[ ]viesti(?:.{0,3}fwd.?msg)?
  | (?:p[řr]epos(?:lan|[íi]lan)[áa]|p[řr]edan[áa])[ ](?:zpr[áa]va|spr[áa]va) | proslije[đd]ena[ ]poruka | mesaj(?:ul)?[ ]redirec[țt]ionat
  | iletil(?:en|mi[şs])[ ](?:ileti|mesaj) | (?:пересылаемое|пересланное|перенаправленное|переадресованное)[ ]сообщение
  | (?:переслане|перенаправлене)[ ]повідомлення | 转发(?:的)?(?:邮件|消息)|轉寄(?:的)?(?:郵件|訊息)|(?:転送(?:された)?メッセージ|メッセージを転送)|전달된[ ]?(?:메일|메시지)
"""
_BEGUN = r"""
    begin[ ]forwarded[ ]message | anfang[ ]der[ ]weitergeleiteten[ ](?:nachricht|e-?mail) | d[ée]but[ ]du[ ]message[ ](?:r[ée]exp[ée]di[ée]|transf[ée]r[ée])
  | inicio[ ]del[ ]mensaje[ ]reenviado | inizio[ ](?:del[ ])?messaggio[ ]inoltrato | begin[ ]doorgestuurd[ ]bericht
  | pocz[ąa]tek[ ](?:przekazywanej|przekazanej)[ ]wiadomo[śs]ci | in[íi]cio[ ]da[ ]mensagem[ ](?:re)?encaminhada
  | (?:p[åa]b[öo]rja[ ])?vidarebefordrat[ ](?:brev|mejl|meddelande) | (?:start|begynnelse)[ ]p[åa][ ]videresendt[ ](?:besked|melding|meddelelse)
  | videresendt[ ](?:besked|melding|meddelelse) | v[äa]litetty[ ]viesti[ ]alkaa | alku[ ]v[äa]litetylle[ ]viestille
  | za[čc][áa]tek[ ](?:p[řr]epos[íi]lan[ée]|p[řr]ed[áa]van[ée])[ ]zpr[áa]vy | za[čc]iatok[ ]preposlanej[ ]spr[áa]vy
  | zapo[čc]ni[ ]proslije[đd]enu[ ]poruku | tov[áa]bb[íi]tott[ ]lev[ée]l[ ]kezdete | începe[ ]mesajul[ ]redirec[țt]ionat | i̇?leti[ ]ba[şs]lang[ıi]c[ıi]
  | начало[ ](?:переадресованного|пересылаемого|пересланного)[ ]сообщения | початок[ ]листа,[ ]що[ ]пересилається
  | forwarded[ ]message | 开始转发(?:的)?邮件|转发的邮件开始|転送されたメッセージ|전달된[ ]메시지[ ]시작
"""
ORIGINAL = re.compile(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:(?!end)(?:[a-z]+[ ]){{0,6}}(?:original|returned|included)[ ](?:message|e-?mail|mail)(?:[ ][a-z]+){{0,3}}\.?|this[ ]is[ ]a[ ]copy[ ]of[ ]the[ ]message.{{0,40}}?|message[ ]headers?[ ]follows?|{_ORIGINAL})\s*(?:[{DASH}_=]*\W{{0,3}}$|[{DASH}_=]{{2,}})",
    re.IGNORECASE | re.VERBOSE,
)
"""How a separator begins; text after its closing dashes belongs to the original."""
FORWARDED = re.compile(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:{_FORWARDED})\s*(?:[{DASH}_=:]*\W{{0,3}}$|[{DASH}_=]{{2,}}) | (?:{_BEGUN})\s?:$",
    re.IGNORECASE | re.VERBOSE,
)
RULE = re.compile(
    rf"\s*[{DASH}_=*]{{5,}}\s*|\s*message du \d.{{5,40}}|\s*[{DASH}_=*]{{3,}}[^{DASH}_=*].{{0,60}}?[{DASH}_=*]{{3,}}\s*",
    re.IGNORECASE,
)
"""Lines above a block of fields that mean nothing alone: a rule, words between two, or as Orange and La Poste begin."""
DASHED = re.compile(
    rf"\W{{0,3}}[{DASH}]{{2,}}\s*([^{DASH}\s].*?)\s*[{DASH}]{{2,}}\W{{0,3}}|>{{2,3}} ([^>\s].*?) ?>{{2,3}}"
)
"""Words between dashes, as Zoho and Notes write them around an attribution; GroupWise uses quote marks instead."""

OPENS = re.compile(rf"\W{{0,3}}[{DASH}]{{2,}}|>>")
"""How words between dashes begin, which may be broken into several lines."""
WORDED = re.compile(rf"\s*[{DASH}]{{5,}}\s*[^\W\d_][^{DASH}]{{0,58}}[^\W\d_]\s*[{DASH}]{{5,}}\s*")
"""Words between two long rules, in any language."""
CELLS = re.compile(r"\|[\s*]*([^|:\d@<>]{1,30}?)[\s*]*:?[\s*]*\|[^|]*\|?")
"""A row of a table that is a field."""
CELLS_RULE = re.compile(r"\|[\s:]*-[\s:-]*\|[\s|:-]*")

FIELD = re.compile(r"[\s*]{0,3}([^:\d@<>]{1,30}?)[\s*]{0,3}:[*]{0,2}(?:\s|$|[<\"'\w+(\[‘“«])")
"""A line of a block of fields: its name, a colon, and a value, which may be empty."""
ROLES: Final = {
    "from": "from von de da van od från fra lähettäjä expéditeur mittente remitente remetente afzender afsender avsändare avsender"
    " od-kogo nadawca odesílatel odosielateľ от отправитель від kimden gönderen feladó από αποστολέας šalje pošiljatelj pošiljalac"
    " saatja kellelt nuo sūtītājs expeditor expeditorul dari pengirim từ người_gửi จาก ผู้ส่ง من المرسل מאת از فرستنده प्रेषक"
    " 发件人 发信人 發件人 寄件者 寄件人 發信人 差出人 送信者 送信元 from 보낸사람 보낸이 发送人 frá per_conto_di de_la від_кого от_кого",
    "date": "sent date gesendet datum envoyé enviado enviada enviat fecha data inviato verzonden wysłano wysłane skickat sendt dato"
    " lähetetty päivämäärä päiväys odesláno odoslané дата отправлено надіслано відправлено изпратено tarih gönderilme gönderildi"
    " gönderilme_tarihi gönderme_tarihi dátum elküldve küldve στάλθηκε αποστολή ημερομηνία poslano poslato saadetud kuupäev išsiųsta"
    " nosūtīts datums trimis dikirim tanggal đã_gửi ngày gửi ส่ง วันที่ ส่งเมื่อ تم_الإرسال التاريخ تاريخ أرسلت נשלח תאריך ارسال تاریخ"
    " भेजा_गया दिनांक 发送时间 发送日期 发件时间 發送時間 寄件日期 傳送時間 日期 时间 時間 送信日時 送信日 日時 日付 보낸날짜 보낸시간 날짜"
    " enviado_el enviada_em enviado_em inviato_il envoyé_le sent_at date_sent enviados",
    "to": "to an à a para aan do till til vastaanottaja destinataire destinatario destinatário destinatari komu ad кому empfänger"
    " получатель adresat pour per_a alla pre prima za kime alıcı címzett προς παραλήπτης до до_кого kellele kam către destinatarul kepada"
    " ke tới đến ถึง إلى الى אל به प्रति 收件人 收件者 收信人 宛先 送信先 받는사람 받는이 发送至",
    "copy": "cc kopie copie kopia kopio kopi dw udw bcc cco reply-to copia cópia còpia копия копія másolat másolatot_kap bilgi κοιν"
    " κοινοποίηση kópia copie_à antwort_an répondre_à responder_a rispondi_a antwoord_aan svar_til svara_till odpowiedz_do odpowiedź-do"
    " ответ-кому odgovori_na odpověď_na 抄送 抄送人 副本 密件抄送 写し 참조 نسخة עותק รายละเอียด สำเนา đồng_kính_gửi",
    "trace": "return-path received delivered-to message-id mime-version content-type content-transfer-encoding in-reply-to references"
    " organization organisation importance priority x-mailer user-agent envelope-to",
    "subject": "subject betreff objet sujet asunto assumpte oggetto ogg onderwerp temat assunto ämne emne aihe předmět predmet тема betr"
    " konu tárgy θέμα naslov zadeva относно teema tema tēma subiect subiectul perihal subjek subyek chủ_đề tiêu_đề เรื่อง หัวเรื่อง"
    " الموضوع נושא موضوع विषय 主题 主題 主旨 件名 题目 標題 标题 제목 efni",
}
"""What stands before the colon, by its role; `_` stands for a blank."""
BY_NAME: Final = {name.replace("_", " "): role for role, names in ROLES.items() for name in names.split()}
_LONGEST_FIRST = sorted(BY_NAME, key=len, reverse=True)
IN_ONE_LINE = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, _LONGEST_FIRST))})\s?:", re.IGNORECASE)
"""The fields of a block that was joined into one line."""

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


# How mail programs announce what they quote: "On Friday X wrote:".
#
# Fourteen languages are tested against a table of what programs write (tests/support/quoting.py); others are
# listed here as well.

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
