"""Headings of quotes, in forms that no table covers completely: unmarked text after them never counts."""

# ruff: noqa: RUF001  (other alphabets and dashes are what it is about)

import pytest

from referee.post.reading import read_mail

HEADS = {
    # Attributions between dashes, without a colon, in other alphabets, in the other direction.
    "zoho": "---- On Wed, 24 Feb 2021 14:02:50 +0530 a@b.example wrote ----",
    "zoho-name": "---- On Wed, 24 Feb 2021 14:02:50 +0530 Referee <r@b.example> wrote ---",
    "zoho-es": "---- El mié, 24 feb. 2021 14:02:50 +0530 Referee <r@b.example> escribió ----",
    "zoho-de": "---- Am Mi, 24 Feb 2021 14:02:50 +0530 schrieb Referee <r@b.example> ----",
    "zoho-hu": "---- K, 24 febr. 2021 14:02:50 +0530 Referee <r@b.example> írta ----",
    "notes": "-----Referee/Games/Example wrote: -----",
    "notes-address": '-----"Referee" <r@b.example> wrote: -----',
    "no-colon": "On Wed, Feb 24, 2021 at 2:02 PM Referee <r@b.example> wrote",
    "no-colon-two-lines": "On Wed, Feb 24, 2021 at 2:02 PM Referee\n<r@b.example> wrote",
    "groupwise": ">>> Referee <r@b.example> 24.02.2021 14:02 >>>",
    "pine": "On Wed, 24 Feb 2021, Referee wrote:",
    "bold": "*On Wed, Feb 24, 2021 at 2:02 PM Referee <r@b.example> wrote:*",
    "aol": "In a message dated 2/24/2021 2:02:50 PM GMT, r@b.example writes:",
    "netease": 'At 2021-02-24 14:02:50, "Referee" <r@b.example> wrote:',
    "netease-zh": '在 2021-02-24 14:02:50，"Referee" <r@b.example> 写道：',
    "apple-zh": "在 2021年2月24日，14:02，Referee <r@b.example> 写道：",
    "yahoo-zh-tw": "Referee <r@b.example> 於 2021年2月24日 週三 下午2:02寫道：",
    "gmail-ja": "2021年2月24日(水) 14:02 Referee <r@b.example>:",
    "apple-ja": "2021/02/24 14:02、Referee <r@b.example>のメール:",
    "gmail-ko": "2021년 2월 24일 (수) 오후 2:02, Referee <r@b.example>님이 작성:",
    "gmail-ar": "\u202bفي الأربعاء، 24 فبراير 2021 في 2:02 م تمت كتابة ما يلي بواسطة \u202aReferee\u202c\u200f <\u202ar@b.example\u202c\u200f>:\u202c",
    "gmail-ar-digits": "في الأربعاء، ٢٤ فبراير ٢٠٢١ في ٢:٠٢ م كتب Referee <r@b.example>:",
    "gmail-he": "\u202bבתאריך יום ד׳, 24 בפבר׳ 2021 ב-14:02 מאת \u202aReferee\u202c\u200f <\u202ar@b.example\u202c\u200f>:\u202c",
    "gmail-fa": "در چهارشنبه 24 فوریه 2021 ساعت 14:02 Referee <r@b.example> نوشت:",
    "gmail-th": "เมื่อ วันพุธที่ 24 ก.พ. 2021 เวลา 14:02 น. Referee <r@b.example> เขียนว่า:",
    "gmail-vi": "Vào Th 4, 24 thg 2, 2021 vào lúc 14:02 Referee <r@b.example> đã viết:",
    "gmail-tr": "Referee <r@b.example>, 24 Şub 2021 Çar, 14:02 tarihinde şunu yazdı:",
    "gmail-id": "Pada tanggal Rab, 24 Feb 2021 pukul 14.02 Referee <r@b.example> menulis:",
    "gmail-hi": "बुध, 24 फ़र॰ 2021 को 2:02 pm बजे को Referee <r@b.example> ने लिखा:",
    "gmail-el": "Στις Τετ, 24 Φεβ 2021 στις 2:02 μ.μ., ο χρήστης Referee <r@b.example> έγραψε:",
    "gmail-bg": "На ср, 24.02.2021 г. в 14:02 Referee <r@b.example> написа:",
    "gmail-sr": "сре, 24. феб 2021. у 14:02 Referee <r@b.example> је написао/ла:",
    "gmail-sl": "V V sre., 24. feb. 2021 ob 14:02 je oseba Referee <r@b.example> napisala:",
    "gmail-lt": "2021-02-24, tr, 14:02 Referee <r@b.example> rašė:",
    "gmail-lv": "trešd., 2021. g. 24. febr., plkst. 14:02 — lietotājs Referee (<r@b.example>) rakstīja:",
    "gmail-et": "Kuupäev K, 24. veebruar 2021 kell 14:02 kirjutas Referee <r@b.example>:",
    "gmail-ca": "Missatge de Referee <r@b.example> del dia dc., 24 de febr. 2021 a les 14:02:",
    "gmail-is": "Þann mið., 24. feb. 2021 kl. 14:02 skrifaði Referee <r@b.example>:",
    "any-language": "Tlhingan 24/02/2021 14:02 Referee <r@b.example> ghItlhta':",
    # Blocks of fields.
    "outlook-zh": "发件人: Referee <r@b.example>\n发送时间: 2021年2月24日 14:02\n收件人: Bert\n主题: Thunder",
    "outlook-zh-wide": "发件人：Referee\n发送时间：2021年2月24日 14:02\n收件人：Bert\n主题：Thunder",
    "outlook-zh-spaced": "发 件 人：Referee\n日 期：2021年2月24日 14:02\n主  题：Thunder",
    "outlook-zh-tw": "寄件者: Referee <r@b.example>\n寄件日期: 2021年2月24日 14:02\n收件者: Bert\n主旨: Thunder",
    "outlook-ja": "差出人: Referee <r@b.example>\n送信日時: 2021年2月24日 14:02\n宛先: Bert\n件名: Thunder",
    "outlook-ko": "보낸 사람: Referee <r@b.example>\n보낸 날짜: 2021년 2월 24일 수요일 오후 2:02\n받는 사람: Bert\n제목: Thunder",
    "outlook-ar": "من: Referee <r@b.example>\nتم الإرسال: 24/فبراير/2021 14:02\nإلى: Bert\nالموضوع: Thunder",
    "outlook-he": "\u200fמאת: Referee\n\u200fנשלח: יום רביעי 24 פברואר 2021 14:02\n\u200fאל: Bert\n\u200fנושא: Thunder",
    "outlook-tr": "Kimden: Referee\nGönderildi: 24 Şubat 2021 Çarşamba 14:02\nKime: Bert\nKonu: Thunder",
    "outlook-hu": "Feladó: Referee\nElküldve: 2021. február 24. 14:02\nCímzett: Bert\nTárgy: Thunder",
    "outlook-el": "Από: Referee\nΣτάλθηκε: Τετάρτη, 24 Φεβρουαρίου 2021 14:02\nΠρος: Bert\nΘέμα: Thunder",
    "outlook-th": "จาก: Referee <r@b.example>\nส่ง: 24 กุมภาพันธ์ 2021 14:02\nถึง: Bert\nเรื่อง: Thunder",
    "outlook-vi": "Từ: Referee\nĐã gửi: 24 Tháng Hai 2021 14:02\nĐến: Bert\nChủ đề: Thunder",
    "outlook-uk": "Від: Referee\nНадіслано: 24 лютого 2021 р. 14:02\nКому: Bert\nТема: Thunder",
    "outlook-any-language": "vo': Referee <r@b.example>\npoH: 24.2.2021 14:02\nDaq: Bert\nqech: Thunder",
    "outlook-two-fields": "Von: Referee <r@b.example>\nGesendet: Mittwoch, 24. Februar 2021 14:02",
    "qq": '------------------ 原始邮件 ------------------\n发件人: "Referee" <r@b.example>;\n发送时间: 2021年2月24日(星期三) 下午2:02\n收件人: "Bert"<bert@b.example>;\n主题: Thunder',
    "qq-bare": "------------------ 原始邮件 ------------------",
    "qq-en": "------------------ Original ------------------",
    "alibaba": "------------------------------------------------------------------\n发件人：Referee <r@b.example>\n发送时间：2021年2月24日(星期三) 14:02\n收件人：Bert",
    "one-line-de": "-------- Ursprüngliche Nachricht --------Von: Referee <r@b.example> Datum: 24.02.21  14:02  (GMT+01:00) An: Bert Betreff: Thunder",
    "one-line-pl": "Temat: Thunder Data: 2021-02-24 14:02 Nadawca: Referee <r@b.example> Adresat: Bert;",
    "one-line-en": "From: Referee Sent: Wednesday, February 24, 2021 2:02 PM To: Bert Subject: Thunder",
    "fields-parted": "From: Referee <r@b.example>\n\nSent: Wednesday, February 24, 2021 2:02 PM\n\nTo: Bert\n\nSubject: Thunder",
    "raw-mail": "Return-Path: <r@b.example>\nReceived: from x\n\tby y; Wed, 24 Feb 2021 14:02:50 +0000\nReceived: from z",
    "exim": "------ This is a copy of the message, including all the headers. ------",
    "words-between-dashes": "----- jatkI' QIn -----\nFrom: Referee\nSubject: Thunder",
}  # fmt: skip
OWN, OLD = ("draw 2", "lay hel A1"), ("It is your turn.", "", "resign g1", "draw 3", "", "Goodbye")


def own(*lines: str) -> list[str]:
    """The lines that count of a letter."""
    raw = "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n" + "\n".join(lines) + "\n"
    return [text for _, text in read_mail(raw.encode()).lines if text]


@pytest.mark.parametrize("head", HEADS)
def test_a_head_announces_a_quote(head: str) -> None:
    """Right below the orders or after a blank line: nothing below it counts, nothing above it is lost."""
    for between in ((), ("",), ("", "Bert", "")):
        written = [*OWN, *(text for text in between if text)]
        assert own(*OWN, *between, HEADS[head], "", *OLD) == written
        assert own(*OWN, *between, HEADS[head], *OLD) == written


@pytest.mark.parametrize("head", HEADS)
def test_below_a_head_only_what_is_marked_is_quoted(head: str) -> None:
    """An answer below quote marks, or between them, counts."""
    if "Received" in HEADS[head] or head == "exim":
        pytest.skip("no program marks what it puts below these")
    marked = [f"> {line}" for line in OLD]
    assert own(HEADS[head], "", *marked, "", *OWN) == list(OWN)
    assert own(*OWN[:1], "", HEADS[head], *marked, "", *OWN[1:]) == list(OWN)


@pytest.mark.parametrize(
    "text",
    [
        "On Friday I wrote to him at 14:02 on 24.2.2021",
        "---- draw 2 ----",
        "---- my orders ----",
        "Anna: lay hel A1",
        "A: hel\nB: tyr",
        "Subject: I do not know\nTime: 14:02",
        "say From: me To: you Subject: peace",
        "1. draw 2\n2. lay hel A1",
        "I was told by r@b.example on 24.2.2021 at 14:02 that you wrote",
        "From here on I shall attack",
        "to: be or not to be",
    ],
)
def test_words_of_ones_own_announce_nothing(text: str) -> None:
    """Whatever their wording, the lines below them count."""
    assert own(*text.split("\n"), "", *OWN)[-2:] == list(OWN)
