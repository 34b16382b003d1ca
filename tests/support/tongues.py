"""What mail programs write above an answered letter in 36 languages besides those of `support.quoting`."""

# ruff: noqa: RUF001  (other alphabets and colons are what it is about)

from collections.abc import Iterator, Mapping

from support.quoting import BLOCKS, HEADS, WHO

DAY = "28.11.2026 17:41"
OTHERS: Mapping[str, tuple[str, str]] = {
    "ms": ("Pada Sab, 28 Nov 2026 pada 17:41 {0} menulis:", "Daripada Dihantar Kepada Subjek"),
    "id": ("Pada tanggal Sab, 28 Nov 2026 pukul 17.41 {0} menulis:", "Dari Dikirim Kepada Perihal"),
    "tl": ("Noong Sab, Nob 28, 2026 nang 5:41 PM si {0} ay sumulat:", "Mula_kay Ipinadala Para_kay Paksa"),
    "vi": ("Vào Th 7, 28 thg 11, 2026 vào lúc 17:41 {0} đã viết:", "Từ Đã_gửi Tới Chủ_đề"),
    "th": ("ในวันที่ ส. 28 พ.ย. 2026 เวลา 17:41 {0} เขียนว่า:", "จาก ส่ง ถึง เรื่อง"),
    "lo": ("ໃນວັນທີ 28 ພ.ຈ. 2026 ເວລາ 17:41 {0} ຂຽນວ່າ:", "ຈາກ ສົ່ງ ຫາ ຫົວຂໍ້"),
    "km": ("នៅថ្ងៃទី 28 វិច្ឆិកា 2026 ម៉ោង 17:41 {0} បានសរសេរ៖", "ពី បានផ្ញើ ទៅ ប្រធានបទ"),
    "my": ("၂၀၂၆ နိုဝင်ဘာ ၂၈ ၁၇:၄၁ တွင် {0} က ရေးခဲ့သည်-", "မှ ပို့ခဲ့သည် သို့ အကြောင်းအရာ"),
    "hi": ("शनि, 28 नव॰ 2026 को 17:41 बजे {0} ने लिखा:", "प्रेषक भेजा_गया प्रति विषय"),
    "bn": ("শনি, ২৮ নভে, ২০২৬ তারিখে ১৭:৪১ টায় {0} লিখেছেন:", "থেকে পাঠানো প্রতি বিষয়"),
    "ta": ("சனி., 28 நவ., 2026, பிற்பகல் 5:41 அன்று, {0} எழுதியது:", "அனுப்புநர் அனுப்பிய_தேதி பெறுநர் பொருள்"),
    "te": ("శని, 28 నవం, 2026న 5:41 PMకి {0} ఇలా రాసారు:", "నుండి పంపినది వీరికి విషయం"),
    "ur": ("ہفتہ، 28 نومبر، 2026 کو 17:41 بجے {0} نے لکھا:", "منجانب ارسال_کردہ بنام موضوع"),
    "fa": ("در تاریخ شنبه ۲۸ نوامبر ۲۰۲۶، ۱۷:۴۱ {0} نوشت:", "از ارسال به موضوع"),
    "ar": ("في السبت، ٢٨ نوفمبر ٢٠٢٦ في ١٧:٤١ كتب {0}:", "من تم_الإرسال إلى الموضوع"),
    "he": ("\u200fבתאריך שבת, 28 בנוב׳ 2026 ב-17:41 מאת {0}:", "מאת נשלח אל נושא"),
    "tr": ("{0}, 28 Kas 2026 Cmt, 17:41 tarihinde şunu yazdı:", "Kimden Gönderildi Kime Konu"),
    "az": ("28 noy 2026, Şənbə, 17:41 tarixində {0} yazdı:", "Kimdən Göndərildi Kimə Mövzu"),
    "kk": ("сб, 28 қар. 2026 ж., 17:41 {0} деп жазды:", "Жіберуші Жіберілді Алушы Тақырыбы"),
    "uz": ("2026-yil 28-noyabr, shanba 17:41 kuni {0} yozdi:", "Kimdan Yuborildi Kimga Mavzu"),
    "ka": ("შაბ, 28 ნოე. 2026, 17:41 საათზე {0} წერდა:", "გამომგზავნი გაგზავნილია ადრესატი თემა"),
    "hy": ("շբթ, 28 նոյ, 2026 թ․, 17:41-ին {0} գրել է․", "Ում_կողմից Ուղարկվել_է Ում Թեմա"),
    "el": ("Στις Σάβ 28 Νοε 2026 στις 5:41 μ.μ., ο/η {0} έγραψε:", "Από Στάλθηκε Προς Θέμα"),
    "bg": ("На сб, 28.11.2026 г. в 17:41 {0} написа:", "От Изпратено До Относно"),
    "sr": ("суб, 28. нов 2026. у 17:41 {0} је написао/ла:", "Шаље Послато За Наслов"),
    "hr": ("sub, 28. stu 2026. u 17:41 {0} napisao je:", "Od Poslano Prima Predmet"),
    "sl": ("V sob., 28. nov. 2026 ob 17:41 je oseba {0} napisala:", "Od Poslano Za Zadeva"),
    "hu": ("{0} ezt írta (időpont: 2026. nov. 28., Szo, 17:41):", "Feladó Elküldve Címzett Tárgy"),
    "ro": ("În sâm., 28 nov. 2026 la 17:41, {0} a scris:", "De_la Trimis Către Subiect"),
    "lt": ("2026-11-28, št, 17:41 {0} rašė:", "Nuo Išsiųsta Kam Tema"),
    "lv": ("Sestd., 2026. g. 28. nov., plkst. 17:41 — lietotājs {0} rakstīja:", "No Nosūtīts Kam Tēma"),
    "et": (
        "Kontakt {0} kirjutas kuupäeval L, 28. november 2026 kell 17:41:",
        "Saatja Saadetud Adressaat Teema",
    ),
    "is": ("lau., 28. nóv. 2026 kl. 17:41 skrifaði {0}:", "Frá Sent Til Efni"),
    "ga": ("Ar Sath 28 Samh 2026 ag 17:41, scríobh {0}:", "Ó Seolta Chuig Ábhar"),
    "cy": ("Ar Sad, 28 Tach 2026 am 17:41 ysgrifennodd {0}:", "Oddi_wrth Anfonwyd At Pwnc"),
    "eu": ("{0} igorleak hau idatzi du (2026 aza. 28, lr. (17:41)):", "Nork Bidalita Nori Gaia"),
    "ca": ("El ds., 28 de nov. 2026 a les 17:41, {0} va escriure:", "De Enviat Per_a Assumpte"),
    "sq": ("Më sht, 28 nën 2026 në 17:41, {0} shkroi:", "Nga Dërguar Për Subjekti"),
    "mk": ("саб., 28 ноем. 2026 г., во 17:41 {0} напиша:", "Од Испратено До Предмет"),
    "uk": ("сб, 28 лист. 2026 р. о 17:41 {0} пише:", "Від Надіслано Кому Тема"),
    "sw": ("Mnamo Jmo, 28 Nov 2026 saa 17:41 {0} aliandika:", "Kutoka Ilitumwa Kwa Mada"),
    "af": ("Op Sa. 28 Nov. 2026 om 17:41 het {0} geskryf:", "Van Gestuur Aan Onderwerp"),
    "zu": ("Ngo-Mgq, Nov 28, 2026, 17:41 u-{0} ubhale:", "Kusuka Kuthunyelwe Ku Isihloko"),
    "am": ("ቅዳሜ 28 ኖቬም 2026 17:41 ላይ {0} ጻፈ፦", "ከ ተልኳል ለ ርዕሰ_ጉዳይ"),
    "mn": ("2026 оны 11-р сарын 28, Бя, 17:41 цагт {0} бичсэн:", "Хэнээс Илгээсэн Хэнд Гарчиг"),
    "ko": ("2026년 11월 28일 (토) 오후 5:41, {0}님이 작성:", "보낸사람 보낸날짜 받는사람 제목"),
    "ja": ("2026年11月28日(土) 17:41 {0}:", "差出人 送信日時 宛先 件名"),
    "zh": ("{0} 于2026年11月28日周六 17:41写道：", "发件人 发送时间 收件人 主题"),
}
"""By language: how an answered letter is announced, and the names of a block's fields."""


def headings() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every heading, with a name that begins with its language: in 50 languages and more, of a line or of fields."""
    yield from ((name, (head.format(WHO),)) for name, head in HEADS.items())
    yield from ((f"{name}-block", block) for name, block in BLOCKS.items())
    for tongue, (head, fields) in OTHERS.items():
        yield f"{tongue}-line", (head.format(WHO),)
        names = [name.replace("_", " ") for name in fields.split()]
        yield (
            f"{tongue}-block",
            tuple(f"{name}: {said}" for name, said in zip(names, (WHO, DAY, "Bert", "Thunder"), strict=True)),
        )
    yield "xx-table", ("| From | Referee |", "| --- | --- |", f"| Date | {DAY} |", "| Subject | x |")
    yield "xx-torn", (f"---- On {DAY}", WHO, "wrote ---")
    yield "xx-rule", ("-------- Kvotita letero --------",)
    yield "xx-none", ("",)
