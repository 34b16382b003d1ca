"""What mail programs write around an answered or forwarded letter, in fourteen languages, for tests of letters in."""

# ruff: noqa: RUF001  (other alphabets are what it is about)

import textwrap
from collections.abc import Iterator, Mapping

from referee.util.values import Value

WHO = "Referee <referee+k3jq7d2mzp5xw4vt6ynb8chsra@games.example>"
BRIEF = "Referee <r@games.example>"


class Tongue(Value, dict=True):
    """The forms of one language: of each program, or of several.

    Attributes:
        heads: Announce a quote, one line each; `{0}` is the sender with an address.
        blocks: Headings of several fields, separated by `|`.
        originals: Stand between hyphens or before a colon; so do `forwards`.
        away: Beginnings of robots' subjects.
        feet: Footers.
    """

    heads: Mapping[str, str]
    blocks: Mapping[str, str]
    originals: tuple[str, ...]
    forwards: tuple[str, ...]
    away: tuple[str, ...]
    feet: tuple[str, ...]


TONGUES: Mapping[str, Tongue] = {
    "en": Tongue(
        heads={
            "gmail": "On Fri, Nov 20, 2026 at 9:25 AM {0} wrote:",
            "gmail-gb": "On Fri, 20 Nov 2026 at 09:25, {0} wrote:",
            "apple": "On 20 Nov 2026, at 09:25, {0} wrote:",
            "ios": "On Nov 20, 2026, at 9:25\u202fAM, {0} wrote:",
            "thunderbird": "On 20/11/2026 09:25, Referee wrote:",
            "thunderbird-author": "Referee wrote on 20/11/2026 09:25:",
            "outlook-mac": "On 20/11/2026, 09:25, \u201cReferee\u201d <r@games.example> wrote:",
            "yahoo": "On Friday, November 20, 2026 at 09:25:00 AM GMT, {0} wrote:",
            "proton": "On Friday, November 20th, 2026 at 9:25 AM, {0} wrote:",
            "roundcube": "On 2026-11-20 09:25, Referee wrote:",
            "fastmail": "On Fri, 20 Nov 2026, at 9:25 AM, Referee wrote:",
            "horde": "Quoting {0}:",
        },
        blocks={
            "outlook": "From: {0}|Sent: Friday, November 20, 2026 9:25 AM|To: Bert|Cc: Anna|Subject: Thunder",
            "outlook-mac": "From: {0}|Date: Friday, 20 November 2026 at 09:25|To: Bert|Subject: Thunder",
            "apple": "From: {0}|Subject: Thunder|Date: 20 November 2026 at 09:25:00 GMT|To: Bert|Reply-To: x",
        },
        originals=(
            "-----Original Message-----",
            "-------- Original message --------",
            "----- Original Message -----",
        ),
        forwards=(
            "---------- Forwarded message ---------",
            "-------- Forwarded Message --------",
            "Begin forwarded message:",
        ),
        away=("Automatic reply:", "Out of Office AutoReply:", "Auto:", "Out of office:", "Autoreply:"),
        feet=(
            "Sent from my iPhone",
            "Sent from my Galaxy",
            "Get Outlook for iOS",
            "Get Outlook for Android<https://aka.ms/AAb9ysg>",
            "Sent from Outlook for Android",
            "Sent from Mail for Windows",
            "Sent from Yahoo Mail on Android",
            "Sent with Proton Mail secure email.",
            "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
        ),
    ),
    "de": Tongue(
        heads={
            "gmail": "Am Fr., 20. Nov. 2026 um 09:25 Uhr schrieb {0}:",
            "apple": "Am 20.11.2026 um 09:25 schrieb {0}:",
            "thunderbird": "Am 20.11.26 um 09:25 schrieb Referee:",
            "thunderbird-author": "Referee schrieb am 20.11.2026 um 09:25:",
            "outlook-mac": "Am 20.11.26, 09:25 schrieb \u201eReferee\u201c <r@games.example>:",
            "yahoo": "Am Freitag, 20. November 2026 um 09:25:00 MEZ hat {0} Folgendes geschrieben:",
            "proton": "Am Freitag, 20. November 2026 um 09:25, schrieb {0}:",
            "roundcube": "Am 2026-11-20 09:25, schrieb Referee:",
            "k9": "Am 20. November 2026 09:25:00 MEZ schrieb {0}:",
            "openxchange": "{0} hat am 20.11.2026 09:25 CET geschrieben:",
            "horde": "Zitat von {0}:",
        },
        blocks={
            "outlook": "Von: {0}|Gesendet: Freitag, 20. November 2026 09:25|An: Bert|Cc: Anna|Betreff: Thunder",
            "outlook-mac": "Von: {0}|Datum: Freitag, 20. November 2026 um 09:25|An: Bert|Betreff: Thunder",
            "gmx": 'Gesendet: Freitag, 20. November 2026 um 09:25|Von: "Referee" <r@games.example>|An: Bert|Betreff: Thunder',
            "t-online": "Betreff: Thunder|Datum: 2026-11-20T09:25:00+0100|Von: {0}|An: Bert",
        },
        originals=(
            "-----Ursprüngliche Nachricht-----",
            "-------- Ursprüngliche Nachricht --------",
            "-------- Originalnachricht --------",
            "-----Original-Nachricht-----",
            "----- Ursprüngliche Mail -----",
        ),
        forwards=(
            "---------- Weitergeleitete Nachricht ----------",
            "-------- Weitergeleitete Nachricht --------",
            "Anfang der weitergeleiteten Nachricht:",
        ),
        away=(
            "Automatische Antwort:",
            "Abwesenheitsnotiz:",
            "Abwesend:",
            "Abwesenheitsnachricht:",
            "Nicht im Büro:",
        ),
        feet=(
            "Von meinem iPhone gesendet",
            "Von meinem Samsung Galaxy Smartphone gesendet.",
            "Von meinem Galaxy gesendet",
            "Outlook für iOS beziehen",
            "Holen Sie sich Outlook für Android",
            "Outlook für Android<https://aka.ms/AAb9ysg> herunterladen",
            "Gesendet von Outlook für Android",
            "Gesendet von Mail für Windows",
            "Gesendet mit der GMX Mail App",
            "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
            "Gesendet von Yahoo Mail auf Android",
        ),
    ),
    "fr": Tongue(
        heads={
            "gmail": "Le ven. 20 nov. 2026 à 09:25, {0} a écrit :",
            "apple": "Le 20 nov. 2026 à 09:25, {0} a écrit :",
            "thunderbird": "Le 20/11/2026 à 09:25, Referee a écrit\u00a0:",
            "thunderbird-author": "Referee a écrit le 20/11/2026 à 09:25 :",
            "outlook-mac": "Le 20/11/2026 09:25, « Referee » <r@games.example> a écrit :",
            "yahoo": "Le vendredi 20 novembre 2026 à 09:25:00 UTC+1, {0} a écrit :",
            "roundcube": "Le 2026-11-20 09:25, Referee a écrit :",
            "free": "{0} a écrit :",
            "horde": "{0} a écrit :",
        },
        blocks={
            "outlook": "De : {0}|Envoyé : vendredi 20 novembre 2026 09:25|À : Bert|Cc : Anna|Objet : Thunder",
            "outlook-nbsp": "De\u00a0: {0}|Envoyé\u00a0: vendredi 20 novembre 2026 09:25|À\u00a0: Bert|Objet\u00a0: Thunder",
            "outlook-mac": "De : {0}|Date : vendredi 20 novembre 2026 à 09:25|À : Bert|Objet : Thunder",
            "zimbra": 'De: "Referee" <r@games.example>|À: "Bert" <bert@example.org>|Envoyé: Vendredi 20 Novembre 2026 09:25:00|Objet: Thunder',
        },
        originals=(
            "-----Message d'origine-----",
            "-------- Message d'origine --------",
            "----- Mail original -----",
            "-------- Message original --------",
        ),
        forwards=(
            "---------- Message transféré ----------",
            "-------- Message transféré --------",
            "Début du message réexpédié :",
            "Début du message transféré :",
        ),
        away=("Réponse automatique :", "Réponse automatique:", "Absence du bureau :", "Absent du bureau :"),
        feet=(
            "Envoyé de mon iPhone",
            "Envoyé depuis mon smartphone Samsung Galaxy.",
            "Télécharger Outlook pour iOS",
            "Obtenir Outlook pour Android",
            "Obtenez Outlook pour iOS",
            "Envoyé à partir de Outlook pour Android",
            "Envoyé à partir de Courrier pour Windows",
            "Envoyé depuis Yahoo Mail pour Android",
            "Envoyé depuis l'application Mail Orange",
        ),
    ),
    "es": Tongue(
        heads={
            "gmail": "El vie, 20 nov 2026 a las 9:25, Referee (<r@games.example>) escribió:",
            "apple": "El 20 nov 2026, a las 9:25, {0} escribió:",
            "thunderbird": "El 20/11/2026 a las 9:25, Referee escribió:",
            "thunderbird-author": "Referee escribió el 20/11/2026 a las 9:25:",
            "outlook-mac": "El 20/11/26 9:25, \u201cReferee\u201d <r@games.example> escribió:",
            "yahoo": "El viernes, 20 de noviembre de 2026, 09:25:00 CET, {0} escribió:",
            "roundcube": "El 2026-11-20 09:25, Referee escribió:",
            "horde": "{0} escribió:",
        },
        blocks={
            "outlook": "De: {0}|Enviado el: viernes, 20 de noviembre de 2026 9:25|Para: Bert|CC: Anna|Asunto: Thunder",
            "outlook-web": "De: {0}|Enviado: viernes, 20 de noviembre de 2026 9:25|Para: Bert|Asunto: Thunder",
            "outlook-mac": "De: {0}|Fecha: viernes, 20 de noviembre de 2026, 9:25|Para: Bert|Asunto: Thunder",
        },
        originals=(
            "-----Mensaje original-----",
            "-------- Mensaje original --------",
            "----- Mensaje original -----",
        ),
        forwards=(
            "---------- Mensaje reenviado ----------",
            "-------- Mensaje reenviado --------",
            "Inicio del mensaje reenviado:",
        ),
        away=("Respuesta automática:", "Fuera de la oficina:", "Fuera de oficina:", "Ausente:"),
        feet=(
            "Enviado desde mi iPhone",
            "Enviado desde mi smartphone Samsung Galaxy.",
            "Obtener Outlook para iOS",
            "Obtenga Outlook para Android",
            "Descargar Outlook para iOS",
            "Enviado desde Outlook para Android",
            "Enviado desde Correo para Windows",
            "Enviado desde Yahoo Mail para Android",
        ),
    ),
    "it": Tongue(
        heads={
            "gmail": "Il giorno ven 20 nov 2026 alle ore 09:25 {0} ha scritto:",
            "apple": "Il giorno 20 nov 2026, alle ore 09:25, {0} ha scritto:",
            "thunderbird": "Il 20/11/2026 09:25, Referee ha scritto:",
            "thunderbird-author": "Referee ha scritto il 20/11/2026 alle 09:25:",
            "outlook-mac": "Il 20/11/26, 09:25, \u201cReferee\u201d <r@games.example> ha scritto:",
            "yahoo": "Il venerdì 20 novembre 2026 alle ore 09:25:00 CET, {0} ha scritto:",
            "libero": "Il 20/11/2026 09:25 CET {0} ha scritto:",
            "roundcube": "Il 2026-11-20 09:25 Referee ha scritto:",
            "horde": "Citando {0}:",
        },
        blocks={
            "outlook": "Da: {0}|Inviato: venerdì 20 novembre 2026 09:25|A: Bert|Cc: Anna|Oggetto: Thunder",
            "outlook-old": "Da: {0}|Inviato il: venerdì 20 novembre 2026 09:25|A: Bert|Oggetto: Thunder",
            "outlook-mac": "Da: {0}|Data: venerdì 20 novembre 2026 alle ore 09:25|A: Bert|Oggetto: Thunder",
            "tiscali": "Da: r@games.example|Data: 20-nov-2026 9.25|A: <bert@example.org>|Ogg: Thunder",
        },
        originals=(
            "-----Messaggio originale-----",
            "-------- Messaggio originale --------",
            "----Messaggio originale----",
        ),
        forwards=(
            "---------- Messaggio inoltrato ----------",
            "-------- Messaggio Inoltrato --------",
            "Inizio messaggio inoltrato:",
        ),
        away=("Risposta automatica:", "Fuori sede:", "Fuori ufficio:", "Assenza:", "Assente:"),
        feet=(
            "Inviato da iPhone",
            "Inviato dal mio smartphone Samsung Galaxy.",
            "Scarica Outlook per iOS",
            "Ottieni Outlook per Android",
            "Inviato da Outlook per Android",
            "Inviato da Posta per Windows",
            "Inviato da Yahoo Mail su Android",
            "Inviato da Libero Mail per Android",
        ),
    ),
    "nl": Tongue(
        heads={
            "gmail": "Op vr 20 nov 2026 om 09:25 schreef {0}:",
            "apple": "Op 20 nov. 2026, om 09:25 heeft {0} het volgende geschreven:",
            "thunderbird": "Op 20-11-2026 om 09:25 schreef Referee:",
            "thunderbird-author": "Referee schreef op 20-11-2026 om 09:25:",
            "outlook-mac": "Op 20-11-2026 09:25 heeft \u201cReferee\u201d <r@games.example> geschreven:",
            "yahoo": "Op vrijdag 20 november 2026 09:25:00 CET schreef {0}:",
            "ziggo": "Op 20-11-2026 09:25 schreef {0}:",
            "roundcube": "Referee schreef op 2026-11-20 09:25:",
            "horde": "Citeren {0}:",
        },
        blocks={
            "outlook": "Van: {0}|Verzonden: vrijdag 20 november 2026 09:25|Aan: Bert|CC: Anna|Onderwerp: Thunder",
            "outlook-mac": "Van: {0}|Datum: vrijdag 20 november 2026 om 09:25|Aan: Bert|Onderwerp: Thunder",
        },
        originals=(
            "-----Oorspronkelijk bericht-----",
            "-------- Oorspronkelijk bericht --------",
            "-------- Origineel bericht --------",
        ),
        forwards=(
            "---------- Doorgestuurd bericht ----------",
            "-------- Doorgestuurd bericht --------",
            "Begin doorgestuurd bericht:",
        ),
        away=(
            "Automatisch antwoord:",
            "Afwezig:",
            "Afwezigheidsbericht:",
            "Afwezigheidsassistent:",
            "Niet aanwezig:",
        ),
        feet=(
            "Verstuurd vanaf mijn iPhone",
            "Verzonden vanaf mijn Galaxy",
            "Outlook voor iOS downloaden",
            "Download Outlook voor Android",
            "Verzonden vanuit Outlook voor Android",
            "Verzonden vanuit Mail voor Windows",
            "Verzonden met Yahoo Mail op Android",
        ),
    ),
    "pl": Tongue(
        heads={
            "gmail": "pt., 20 lis 2026 o 09:25 {0} napisał(a):",
            "apple": "Wiadomość napisana przez {0} w dniu 20 lis 2026, o godz. 09:25:",
            "ios": "W dniu 20 lis 2026, o godz. 09:25, {0} napisał(a):",
            "thunderbird": "W dniu 20.11.2026 o 09:25, Referee pisze:",
            "thunderbird-author": "Referee pisze dnia 20.11.2026 o 09:25:",
            "outlook-mac": "20.11.2026, 09:25, \u201eReferee\u201d <r@games.example> napisał(a):",
            "yahoo": "W dniu piątek, 20 listopada 2026 09:25:00 CET użytkownik {0} napisał:",
            "wp": "Dnia 20 listopada 2026 09:25 {0} napisał(a):",
            "onet": "W dniu 2026-11-20 09:25:00 użytkownik {0} napisał:",
            "roundcube": "W dniu 2026-11-20 09:25, Referee napisał(a):",
            "horde": "Cytowanie {0}:",
        },
        blocks={
            "outlook": "Od: {0}|Wysłano: piątek, 20 listopada 2026 09:25|Do: Bert|DW: Anna|Temat: Thunder",
            "outlook-web": "Od: {0}|Wysłane: piątek, 20 listopada 2026 09:25|Do: Bert|Temat: Thunder",
            "outlook-mac": "Od: {0}|Data: piątek, 20 listopada 2026 09:25|Do: Bert|Temat: Thunder",
            "interia": 'Od: "Referee" <r@games.example>|Do: bert@example.org;|Wysłane: 9:25 Piątek 2026-11-20|Temat: Thunder',
        },
        originals=(
            "-----Wiadomość oryginalna-----",
            "-------- Oryginalna wiadomość --------",
            "-----Oryginalna wiadomość-----",
            "-------- Wiadomość oryginalna --------",
        ),
        forwards=(
            "---------- Wiadomość przekazana dalej ----------",
            "---------- Przekazana wiadomość ----------",
            "-------- Treść przekazanej wiadomości --------",
            "Początek przekazywanej wiadomości:",
            "Początek przekazanej wiadomości:",
        ),
        away=(
            "Odpowiedź automatyczna:",
            "Automatyczna odpowiedź:",
            "Nieobecność:",
            "Poza biurem:",
            "Autoodpowiedź:",
        ),
        feet=(
            "Wysłane z iPhone'a",
            "Wysłane z mojego iPhone'a",
            "Wysłane z telefonu Samsung Galaxy",
            "Wysłano z mojego urządzenia Galaxy",
            "Pobierz aplikację Outlook dla systemu iOS",
            "Pobierz program Outlook dla systemu Android",
            "Wysłane z programu Outlook dla systemu Android",
            "Wysłane z aplikacji Poczta dla systemu Windows",
            "Wysłane z Yahoo Mail na Androidzie",
        ),
    ),
    "pt": Tongue(
        heads={
            "gmail": "Em sex., 20 de nov. de 2026 às 09:25, {0} escreveu:",
            "gmail-pt": "Referee <r@games.example> escreveu (sexta, 20/11/2026 à(s) 09:25):",
            "apple": "Em 20 de nov. de 2026, à(s) 09:25, {0} escreveu:",
            "ios-pt": "No dia 20/11/2026, às 09:25, {0} escreveu:",
            "thunderbird": "Em 20/11/2026 09:25, Referee escreveu:",
            "thunderbird-pt": "Às 09:25 de 20/11/2026, Referee escreveu:",
            "thunderbird-author": "Referee escreveu em 20/11/2026 09:25:",
            "outlook-mac": "Em 20/11/2026 09:25, \u201cReferee\u201d <r@games.example> escreveu:",
            "yahoo": "Em sexta-feira, 20 de novembro de 2026 09:25:00 BRT, {0} escreveu:",
            "roundcube": "Em 2026-11-20 09:25, Referee escreveu:",
            "sapo": "Citando {0}:",
        },
        blocks={
            "outlook": "De: {0}|Enviada em: sexta-feira, 20 de novembro de 2026 09:25|Para: Bert|Cc: Anna|Assunto: Thunder",
            "outlook-web": "De: {0}|Enviado: sexta-feira, 20 de novembro de 2026 09:25|Para: Bert|Assunto: Thunder",
            "outlook-mac": "De: {0}|Data: sexta-feira, 20 de novembro de 2026 às 09:25|Para: Bert|Assunto: Thunder",
            "outlook-pt": "De: {0}|Enviado: 20 de novembro de 2026 09:25|Para: Bert|Assunto: Thunder",
            "uol": "De: {0}|Enviada: 2026/11/20 09:25:00|Para: bert@example.org|Assunto: Thunder",
        },
        originals=(
            "-----Mensagem original-----",
            "-------- Mensagem original --------",
            "----- Mensagem original -----",
        ),
        forwards=(
            "---------- Mensagem encaminhada ----------",
            "-------- Mensagem reencaminhada --------",
            "Início da mensagem encaminhada:",
            "Início da mensagem reencaminhada:",
        ),
        away=(
            "Resposta automática:",
            "Fora do escritório:",
            "Ausência temporária:",
            "Ausente do escritório:",
        ),
        feet=(
            "Enviado do meu iPhone",
            "Enviado do meu smartphone Samsung Galaxy.",
            "Enviado a partir do meu iPhone",
            "Obter o Outlook para iOS",
            "Obter Outlook para Android",
            "Baixar o Outlook para iOS",
            "Enviado do Outlook para Android",
            "Enviado do Email para Windows",
            "Enviado do Yahoo Mail no Android",
        ),
    ),
    "sv": Tongue(
        heads={
            "gmail": "Den fre 20 nov. 2026 kl 09:25 skrev {0}:",
            "apple": "20 nov. 2026 kl. 09:25 skrev {0}:",
            "thunderbird": "Den 2026-11-20 kl. 09:25, skrev Referee:",
            "thunderbird-author": "Referee skrev den 2026-11-20 09:25:",
            "outlook-mac": "Den 2026-11-20 09:25 skrev \u201dReferee\u201d <r@games.example>:",
            "yahoo": "Den fredag 20 november 2026 09:25:00 CET, {0} skrev:",
            "roundcube": "Den 2026-11-20 09:25, skrev Referee:",
            "horde": "Citerar {0}:",
        },
        blocks={
            "outlook": "Från: {0}|Skickat: den 20 november 2026 09:25|Till: Bert|Kopia: Anna|Ämne: Thunder",
            "outlook-mac": "Från: {0}|Datum: fredag, 20 november 2026 09:25|Till: Bert|Ämne: Thunder",
            "telia": "Från : r@games.example|Datum : 20/11/2026 - 09:25 (V)|Till : bert@example.org|Ämne : Thunder",
        },
        originals=(
            "-----Ursprungligt meddelande-----",
            "-------- Originalmeddelande --------",
            "----Ursprungligt meddelande----",
        ),
        forwards=(
            "---------- Vidarebefordrat meddelande ----------",
            "-------- Vidarebefordrat meddelande --------",
            "Vidarebefordrat brev:",
            "Vidarebefordrat mejl:",
        ),
        away=("Automatiskt svar:", "Autosvar:", "Frånvaro:", "Frånvarande:", "Inte på kontoret:"),
        feet=(
            "Skickat från min iPhone",
            "Skickat från min Samsung Galaxy-smartphone.",
            "Hämta Outlook för iOS",
            "Skaffa Outlook för Android",
            "Skickat från Outlook för Android",
            "Skickades från E-post för Windows",
            "Skickat från Yahoo Mail på Android",
        ),
    ),
    "da": Tongue(
        heads={
            "gmail": "Den fre. 20. nov. 2026 kl. 09.25 skrev {0}:",
            "apple": "Den 20. nov. 2026 kl. 09.25 skrev {0}:",
            "thunderbird": "Den 20.11.2026 kl. 09.25 skrev Referee:",
            "thunderbird-author": "Referee skrev den 20.11.2026 kl. 09.25:",
            "outlook-mac": "Den 20.11.2026 09.25 skrev \u201dReferee\u201d <r@games.example>:",
            "yahoo": "Den fredag den 20. november 2026 09.25.00 CET skrev {0}:",
            "roundcube": "Den 2026-11-20 09:25, skrev Referee:",
            "horde": "Citat {0}:",
        },
        blocks={
            "outlook": "Fra: {0}|Sendt: 20. november 2026 09:25|Til: Bert|Cc: Anna|Emne: Thunder",
            "outlook-mac": "Fra: {0}|Dato: fredag den 20. november 2026 kl. 09.25|Til: Bert|Emne: Thunder",
        },
        originals=(
            "-----Oprindelig meddelelse-----",
            "-------- Oprindelig besked --------",
            "-----Oprindelig meddelelse-----",
        ),
        forwards=(
            "---------- Videresendt meddelelse ----------",
            "-------- Videresendt besked --------",
            "Start på videresendt besked:",
            "Videresendt meddelelse:",
        ),
        away=("Automatisk svar:", "Autosvar:", "Ikke til stede:", "Fraværende:", "Fravær:"),
        feet=(
            "Sendt fra min iPhone",
            "Sendt fra min Samsung Galaxy-smartphone.",
            "Hent Outlook til iOS",
            "Få Outlook til Android",
            "Sendt fra Outlook til Android",
            "Sendt fra Mail til Windows",
            "Sendt fra Yahoo Mail på Android",
        ),
    ),
    "nb": Tongue(
        heads={
            "gmail": "fre. 20. nov. 2026 kl. 09:25 skrev {0}:",
            "apple": "20. nov. 2026 kl. 09:25 skrev {0}:",
            "thunderbird": "Den 20.11.2026 09:25, skrev Referee:",
            "thunderbird-author": "Referee skrev den 20.11.2026 09:25:",
            "outlook-mac": "Den 20.11.2026, 09:25, skrev \u00abReferee\u00bb <r@games.example>:",
            "yahoo": "Fredag 20. november 2026 kl. 09:25:00 CET skrev {0}:",
            "roundcube": "Referee skrev 2026-11-20 09:25:",
            "horde": "Siterer {0}:",
        },
        blocks={
            "outlook": "Fra: {0}|Sendt: fredag 20. november 2026 09:25|Til: Bert|Kopi: Anna|Emne: Thunder",
            "outlook-mac": "Fra: {0}|Dato: fredag 20. november 2026 kl. 09:25|Til: Bert|Emne: Thunder",
        },
        originals=(
            "-----Opprinnelig melding-----",
            "-------- Opprinnelig melding --------",
            "-------- Original melding --------",
        ),
        forwards=(
            "---------- Videresendt melding ----------",
            "-------- Videresendt melding --------",
            "Videresendt melding:",
            "Begynnelse på videresendt melding:",
        ),
        away=("Automatisk svar:", "Fraværsmelding:", "Fravær:", "Ikke på kontoret:", "Autosvar:"),
        feet=(
            "Sendt fra min iPhone",
            "Sendt fra min Samsung Galaxy-smarttelefon.",
            "Skaff deg Outlook for iOS",
            "Last ned Outlook for Android",
            "Få Outlook for iOS",
            "Sendt fra Outlook for Android",
            "Sendt fra E-post for Windows",
        ),
    ),
    "fi": Tongue(
        heads={
            "gmail": "pe 20. marrask. 2026 klo 9.25 Referee (r@games.example) kirjoitti:",
            "apple": "{0} kirjoitti 20.11.2026 kello 9.25:",
            "thunderbird": "Referee kirjoitti 20.11.2026 klo 9.25:",
            "thunderbird-date": "20.11.2026 9.25, Referee kirjoitti:",
            "outlook-mac": "20.11.2026, 9.25, \u201dReferee\u201d <r@games.example> kirjoitti:",
            "yahoo": "perjantai 20. marraskuuta 2026 klo 9.25.00 UTC+2 {0} kirjoitti:",
            "roundcube": "Referee kirjoitti 2026-11-20 09:25:",
            "horde": "Lainaus {0}:",
        },
        blocks={
            "outlook": "Lähettäjä: {0}|Lähetetty: perjantai 20. marraskuuta 2026 9.25|Vastaanottaja: Bert|Kopio: Anna|Aihe: Thunder",
            "outlook-mac": "Lähettäjä: {0}|Päivämäärä: perjantai 20. marraskuuta 2026 klo 9.25|Vastaanottaja: Bert|Aihe: Thunder",
        },
        originals=("-----Alkuperäinen viesti-----", "-------- Alkuperäinen viesti --------"),
        forwards=(
            "---------- Välitetty viesti ----------",
            "-------- Välitetty viesti --------",
            "---------- Edelleenlähetetty viesti ----------",
            "Välitetty viesti alkaa:",
        ),
        away=("Automaattinen vastaus:", "Poissa:", "Poissaolo:", "Poissa toimistosta:", "Poissaoloilmoitus:"),
        feet=(
            "Lähetetty iPhonesta",
            "Lähetetty Galaxy-laitteestani",
            "Lähetetty Samsung Galaxy -älypuhelimesta.",
            "Hanki Outlook for iOS",
            "Hanki Outlook Androidille",
            "Lähetetty Outlook for Androidista",
            "Lähetetty Windowsin sähköpostista",
        ),
    ),
    "cs": Tongue(
        heads={
            "gmail": "pá 20. 11. 2026 v 9:25 odesílatel {0} napsal:",
            "apple": "20. 11. 2026 v 9:25, {0}:",
            "thunderbird": "Dne 20. 11. 26 v 9:25 Referee napsal(a):",
            "thunderbird-author": "Referee napsal(a) dne 20. 11. 2026 v 9:25:",
            "outlook-mac": "Dne 20.11.2026 9:25, \u201eReferee\u201c <r@games.example> napsal(a):",
            "yahoo": "Dne pátek 20. listopadu 2026 9:25:00 SEČ, {0} napsal(a):",
            "roundcube": "Dne 2026-11-20 09:25, Referee napsal:",
            "horde": "Cituji {0}:",
        },
        blocks={
            "outlook": "Od: {0}|Odesláno: pátek 20. listopadu 2026 9:25|Komu: Bert|Kopie: Anna|Předmět: Thunder",
            "outlook-mac": "Od: {0}|Datum: pátek 20. listopadu 2026 9:25|Komu: Bert|Předmět: Thunder",
            "seznam": "Od: {0}|Komu: bert@example.org|Datum: 20. 11. 2026 9:25:00|Předmět: Thunder",
        },
        originals=(
            "-----Původní zpráva-----",
            "-------- Původní zpráva --------",
            "---------- Původní e-mail ----------",
            "---------- Původní zpráva ----------",
        ),
        forwards=(
            "---------- Přeposlaná zpráva ----------",
            "-------- Přeposlaná zpráva --------",
            "Začátek přeposílané zprávy:",
            "Začátek předávané zprávy:",
        ),
        away=("Automatická odpověď:", "Nepřítomnost:", "Mimo kancelář:", "Mimo kancelář -"),
        feet=(
            "Odesláno z iPhonu",
            "Odesláno z mého iPhonu",
            "Odesláno z telefonu Samsung Galaxy",
            "Odesláno z mého telefonu Galaxy",
            "Získat Outlook pro iOS",
            "Stáhnout Outlook pro Android",
            "Odesláno z Outlooku pro Android",
            "Odesláno z Pošty pro Windows",
            "Odesláno z aplikace Email.cz",
        ),
    ),
    "ru": Tongue(
        heads={
            "gmail": "пт, 20 нояб. 2026 г. в 09:25, {0}:",
            "apple": "20 нояб. 2026 г., в 09:25, {0} написал(а):",
            "thunderbird": "20.11.2026 09:25, Referee пишет:",
            "thunderbird-author": "Referee пишет 20.11.2026 09:25:",
            "outlook-mac": "20.11.2026, 09:25, пользователь «Referee» <r@games.example> написал:",
            "yahoo": "пятница, 20 ноября 2026 г., 09:25:00 GMT+3, {0} написал(а):",
            "mailru": "Пятница, 20 ноября 2026, 9:25 +03:00 от {0}:",
            "yandex": '20.11.2026, 09:25, "Referee" <r@games.example>:',
            "roundcube": "Referee писал 2026-11-20 09:25:",
            "horde": "Цитирование {0}:",
        },
        blocks={
            "outlook": "От: {0}|Отправлено: 20 ноября 2026 г. 9:25|Кому: Bert|Копия: Anna|Тема: Thunder",
            "outlook-mac": "От: {0}|Дата: пятница, 20 ноября 2026 г. в 09:25|Кому: Bert|Тема: Thunder",
            "apple": "Отправитель: {0}|Тема: Thunder|Дата: 20 ноября 2026 г. в 09:25:00|Кому: Bert",
            "mailru": "От кого: {0}|Кому: bert@example.org|Дата: Пятница, 20 ноября 2026, 9:25 +03:00|Тема: Thunder",
        },
        originals=(
            "-----Исходное сообщение-----",
            "-------- Исходное сообщение --------",
            "-------- Оригинальное сообщение --------",
            "-----Первоначальное сообщение-----",
        ),
        forwards=(
            "---------- Пересылаемое сообщение ----------",
            "-------- Пересылаемое сообщение --------",
            "-------- Перенаправленное сообщение --------",
            "---------- Пересланное сообщение ----------",
            "-------- Пересылаемое сообщение--------",
            "Начало переадресованного сообщения:",
            "Начало пересылаемого сообщения:",
        ),
        away=("Автоматический ответ:", "Автоответ:", "Нет на рабочем месте:", "Отсутствую:", "Вне офиса:"),
        feet=(
            "Отправлено с iPhone",
            "Отправлено с моего iPhone",
            "Отправлено со смартфона Samsung Galaxy.",
            "Отправлено с моего Galaxy",
            "Скачать Outlook для iOS",
            "Получить Outlook для Android",
            "Отправлено из Outlook для Android",
            "Отправлено из приложения «Почта» для Windows",
            "Отправлено из мобильной Почты Mail.ru",
            "Отправлено из мобильного приложения Яндекс Почты",
        ),
    ),
}
BANNERS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "[EXTERNAL]",
        "[EXTERNAL] This message comes from outside.",
        "CAUTION: This email originated from outside of the organization. Do not click links or open",
        "*** EXTERNAL EMAIL ***",
        "You don't often get email from referee@games.example. Learn why this is important",
    ),
    "de": (
        "[EXTERN]",
        "ACHTUNG: Diese E-Mail kommt von außerhalb der Organisation.",
        "Sie erhalten nicht häufig E-Mails von referee@games.example. Erfahren Sie, warum dies wichtig ist",
    ),
    "fr": (
        "[EXTERNE]",
        "ATTENTION : Cet e-mail provient de l'extérieur de l'organisation.",
        "Vous n'obtenez pas souvent d'e-mail à partir de referee@games.example. Pourquoi c'est important",
    ),
    "es": (
        "[EXTERNO]",
        "PRECAUCIÓN: Este correo electrónico se originó fuera de la organización.",
        "No suele recibir correo electrónico de referee@games.example. Por qué es esto importante",
    ),
    "it": (
        "[ESTERNO]",
        "ATTENZIONE: questa e-mail proviene dall'esterno dell'organizzazione.",
        "Non si ricevono spesso messaggi di posta elettronica da referee@games.example.",
    ),
    "nl": (
        "[EXTERN]",
        "LET OP: deze e-mail is afkomstig van buiten de organisatie.",
        "U ontvangt niet vaak e-mail van referee@games.example. Ontdek waarom dit belangrijk is",
    ),
    "pl": (
        "[ZEWNĘTRZNA]",
        "UWAGA: Ta wiadomość pochodzi spoza organizacji.",
        "Nie otrzymujesz często wiadomości e-mail z adresu referee@games.example.",
    ),
    "pt": (
        "[EXTERNO]",
        "ATENÇÃO: Este e-mail veio de fora da organização.",
        "Você não costuma receber emails de referee@games.example. Saiba por que isso é importante",
    ),
    "sv": (
        "[EXTERN]",
        "VARNING: Detta e-postmeddelande kommer utanför organisationen.",
        "Du får inte ofta e-post från referee@games.example.",
    ),
    "da": (
        "[EKSTERN]",
        "ADVARSEL: Denne e-mail kommer uden for organisationen.",
        "Du får ikke ofte mails fra referee@games.example.",
    ),
    "nb": (
        "[EKSTERN]",
        "ADVARSEL: Denne e-posten kommer utenfor organisasjonen.",
        "Du får ikke ofte e-post fra referee@games.example.",
    ),
    "fi": (
        "[ULKOINEN]",
        "VAROITUS: Tämä viesti on lähetetty organisaation ulkopuolelta.",
        "Et saa usein sähköpostia osoitteesta referee@games.example.",
    ),
    "cs": (
        "[EXTERNÍ]",
        "UPOZORNĚNÍ: Tento e-mail byl odeslán mimo organizaci.",
        "Nedostáváte často e-maily z adresy referee@games.example.",
    ),
    "ru": (
        "[ВНЕШНЕЕ]",
        "ВНИМАНИЕ: Это письмо отправлено извне организации.",
        "Вы нечасто получаете письма от referee@games.example.",
    ),
}
"""What filters put before a letter."""

HEADS: Mapping[str, str] = {
    f"{tongue}-{program}": head for tongue, one in TONGUES.items() for program, head in one.heads.items()
}
BLOCKS: Mapping[str, tuple[str, ...]] = {
    f"{tongue}-{program}": tuple(block.format(WHO).split("|"))
    for tongue, one in TONGUES.items()
    for program, block in one.blocks.items()
}


def wraps(head: str) -> Iterator[tuple[str, ...]]:
    """The heading on one line, and as programs break it: at a width, or around the address.

    It has at most three lines, and the first is not too short.
    """
    seen = set()
    for who in (BRIEF, WHO):
        whole = head.format(who)
        at = whole.find("<") + 1
        ways = [
            (whole,),
            *(
                tuple(textwrap.wrap(whole, width, break_long_words=False, break_on_hyphens=False))
                for width in (78, 72, 60, 45)
            ),
        ]
        if at and "@" in whole[at:]:
            ways += [(whole[:at], whole[at:]), (whole[: at - 1].rstrip(), whole[at - 1 :])]
        for way in ways:
            if len(way) <= 3 and way not in seen and (len(way) == 1 or len(way[0]) >= 20):
                seen.add(way)
                yield way
