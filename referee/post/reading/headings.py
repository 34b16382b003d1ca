"""What mail programs put between an answer and the letter below it, in many languages: tables, no code.

The tables hold separators and blocks of fields. Texts are compared in one form of their characters
(`referee.post.reading.mail`): no wide colons, no marks of direction.
"""

# ruff: noqa: RUF001  (other alphabets and dashes are what is looked for)

import re
from typing import Final

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
