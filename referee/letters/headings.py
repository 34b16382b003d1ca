"""What mail programs put between an answer and the letter below it, in many languages: separators, blocks of fields; tables, no code."""

# ruff: noqa: RUF001  (other alphabets, dashes and colons are what is looked for)

import re
from typing import Final

DASH = "-‐‑‒–—―−"

_ORIGINAL = r"""
    original[ ](?:message|e-?mail|mail|nachricht|melding) | urspr(?:ü|ue)ngliche[ ](?:nachricht|e-?mail|mail|message) | original-?nachricht
  | originalnachricht | orig(?:inal)?\.?[ ]?nachricht | antwort[ ]nachricht | reply[ ]message
  | message[ ]d['’]origine | (?:message|mail)[ ](?:original|initial) | mensaje[ ]original | messaggio[ ]originale
  | (?:oorspronkelijke?|origineel)[ ]bericht | wiadomo[śs][ćc][ ]oryginalna | oryginalna[ ]wiadomo[śs][ćc]
  | mensagem[ ]original | ursprungligt[ ]meddelande | original-?meddelande | oprindelig[ ](?:meddelelse|besked)
  | opprinnelig[ ]melding | alkuper[äa]inen[ ]viesti | p[ůu]vodn[íi][ ](?:zpr[áa]va|e-?mail) | p[ôo]vodn[áa][ ]spr[áa]va
  | (?:исходное|оригинальное|первоначальное)[ ]сообщение
"""
_FORWARDED = r"""
    forwarded[ ](?:message|mail|e-?mail)(?:[ ]from.{1,80})? | forwarded[ ]by.{1,80} | fwd[ ]message
  | weitergeleitete[ ](?:nachricht|e-?mail|mail) | message[ ](?:transf[ée]r[ée]|transmis|r[ée]exp[ée]di[ée]) | mensaje[ ]reenviado
  | messaggio[ ]inoltrat[oa] | doorgestuurd[ ]bericht | (?:tre[śs][ćc][ ])?(?:przekazan[ae]j?|przes[łl]an[ae]j?)[ ]wiadomo[śs](?:[ćc]|ci)
  | wiadomo[śs][ćc][ ]przekazana(?:[ ]dalej)? | mensagem[ ](?:reencaminhada|encaminhada)
  | vidarebefordrat[ ](?:meddelande|brev|mejl) | videresendt[ ](?:meddelelse|melding|besked) | (?:v[äa]litetty|edelleenl[äa]hetetty)[ ]viesti
  | (?:p[řr]epos(?:lan|[íi]lan)[áa]|p[řr]edan[áa])[ ]zpr[áa]va | (?:пересылаемое|пересланное|перенаправленное|переадресованное)[ ]сообщение
"""
_BEGUN = r"""
    begin[ ]forwarded[ ]message | anfang[ ]der[ ]weitergeleiteten[ ](?:nachricht|e-?mail) | d[ée]but[ ]du[ ]message[ ](?:r[ée]exp[ée]di[ée]|transf[ée]r[ée])
  | inicio[ ]del[ ]mensaje[ ]reenviado | inizio[ ](?:del[ ])?messaggio[ ]inoltrato | begin[ ]doorgestuurd[ ]bericht
  | pocz[ąa]tek[ ](?:przekazywanej|przekazanej)[ ]wiadomo[śs]ci | in[íi]cio[ ]da[ ]mensagem[ ](?:re)?encaminhada
  | (?:p[åa]b[öo]rja[ ])?vidarebefordrat[ ](?:brev|mejl|meddelande) | (?:start|begynnelse)[ ]p[åa][ ]videresendt[ ](?:besked|melding|meddelelse)
  | videresendt[ ](?:besked|melding|meddelelse) | v[äa]litetty[ ]viesti[ ]alkaa | alku[ ]v[äa]litetylle[ ]viestille
  | za[čc][áa]tek[ ](?:p[řr]epos[íi]lan[ée]|p[řr]ed[áa]van[ée])[ ]zpr[áa]vy
  | начало[ ](?:переадресованного|пересылаемого|пересланного)[ ]сообщения
"""
ORIGINAL = re.compile(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:{_ORIGINAL})\s*[{DASH}_=]*\W{{0,3}}", re.IGNORECASE | re.VERBOSE
)
FORWARDED = re.compile(
    rf"\W{{0,3}}[{DASH}_=]{{2,}}\s*(?:{_FORWARDED})\s*[{DASH}_=:]*\W{{0,3}} | (?:{_BEGUN})\s?:",
    re.IGNORECASE | re.VERBOSE,
)
RULE = re.compile(rf"\s*[{DASH}_=*]{{5,}}\s*|\s*message du \d.{{5,40}}", re.IGNORECASE)
"""What stands above a block of fields and means nothing alone: a rule, or the first words of Orange and La Poste."""

HEADER = re.compile(
    r"[\s*]{0,3}([^\W\d_](?:[^\W\d_]|['-]){0,13}(?: [^\W\d_]{1,12})?)[\s*]{0,2}[:：][*]?(?:\s|$|[<\"\w])"
)
_ROLES: Final = {
    "from": "from von de da van od från fra lähettäjä expéditeur mittente remitente remetente afzender afsender avsändare avsender"
    " od-kogo nadawca odesílatel от отправитель",
    "date": "sent date gesendet datum envoyé enviado enviada fecha data inviato verzonden wysłano wysłane skickat sendt dato lähetetty"
    " päivämäärä päiväys odesláno дата отправлено",
    "to": "to an à a para aan do till til vastaanottaja destinataire destinatario destinatário komu ad кому empfänger получатель",
    "copy": "cc kopie copie kopia kopio kopi dw udw bcc reply-to copia cópia копия",
    "subject": "subject betreff objet asunto oggetto ogg onderwerp temat assunto ämne emne aihe předmět тема betr",
}
ROLES: Final = {word: role for role, words in _ROLES.items() for word in words.split()}
TWO_WORDS: Final = {
    "enviado el": "date",
    "enviada em": "date",
    "enviado em": "date",
    "inviato il": "date",
    "envoyé le": "date",
    "sent at": "date",
    "copie à": "copy",
    "antwort an": "copy",
    "répondre à": "copy",
    "odpowiedz do": "copy",
    "от кого": "from",
}
