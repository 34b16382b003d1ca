"""What programs write around a letter, in fourteen languages: headings, originals, forwards, footers, subjects."""

from collections.abc import Iterator
from unicodedata import normalize

import pytest
from support.quoting import BANNERS, BLOCKS, BRIEF, HEADS, TONGUES, wraps
from support.tongues import headings

from referee.post.reading import Mail, read_mail

OWN = ("draw 2", "place tyr at A")
OLD = ("It is your turn, Thor.", "", "  lay hel B", "resign g1", "end")
ENDED = {
    name: head[0] for name, head in headings() if len(head) == 1 and normalize("NFKC", head[0]).endswith(":")
}
LANGUAGES = {"en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "nb", "fi", "cs", "ru"}


def read(*lines: str, subject: str = "x") -> Mail:
    """A letter of these lines."""
    top = f"From: anna@example.net\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    return read_mail((top + "".join(f"{line}\n" for line in lines)).encode())


def own(mail: Mail) -> list[str]:
    """The lines that are not blank."""
    return [text for _, text in mail.lines if text]


def marked(lines: tuple[str, ...]) -> list[str]:
    """Lines after marks."""
    return [f"> {line}".rstrip() for line in lines]


def test_the_languages_are_those_that_are_promised() -> None:
    """Fourteen; each has eight headings, two blocks, two separators of each kind, four subjects, seven footers."""
    assert set(TONGUES) == LANGUAGES
    for tongue in TONGUES.values():
        assert len(tongue.heads) >= 8
        assert len(tongue.blocks) >= 2
        assert min(len(tongue.originals), len(tongue.forwards)) >= 2
        assert len(tongue.away) >= 4
        assert len(tongue.feet) >= 7


@pytest.mark.share(5)
@pytest.mark.parametrize("name", HEADS)
def test_a_head_announces_what_bears_no_marks(name: str) -> None:
    """Broken or not: below a heading that says who wrote, and when or from where, everything is cut."""
    for way in wraps(HEADS[name]):
        mail = read(*OWN, "", *way, "", *OLD)
        assert own(mail) == list(OWN), way
        assert {cut.why for cut in mail.cut} == {"attribution", "original"}


@pytest.mark.share(5)
@pytest.mark.parametrize("name", HEADS)
def test_a_head_above_marks(name: str) -> None:
    """The heading is cut, even with marks before it; text written below or within the quote counts."""
    for way in wraps(HEADS[name]):
        for head in (way, marked(way)):
            mail = read(*head, *marked(OLD), "", OWN[0], "", *marked(OLD), "", OWN[1])
            assert own(mail) == list(OWN), head
            mail = read(*OWN, *head, "", *marked(OLD))
            assert own(mail) == list(OWN), head


def torn(head: str) -> Iterator[tuple[str, ...]]:
    """A heading broken before its colon, before its last word, and before both."""
    said, colon = head[:-1].rstrip(), head[-1]
    yield said, colon
    above, _, word = said.replace("\u00a0", " ").rpartition(" ")
    if above and "@" not in word:
        yield above, f"{word}{colon}"
        yield above, word, colon


@pytest.mark.share(5)
@pytest.mark.parametrize("name", ENDED)
def test_a_head_that_is_broken_before_its_colon_or_its_verb(name: str) -> None:
    """D7: what is left of it on lines of its own belongs to it: text below the quote counts, unmarked text does not."""
    for way in torn(ENDED[name]):
        for gap in ((), ("",)):
            mail = read(OWN[0], "", *way, *gap, *marked(OLD), "", OWN[1])
            assert own(mail) == list(OWN), way
            assert {cut.why for cut in mail.cut} == {"attribution", "quoted"}
            assert own(read(*OWN, "", *way, *gap, *OLD)) == list(OWN), way


@pytest.mark.share(5)
@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("rule", ["", "_" * 32, "-" * 20], ids=["bare", "underscores", "hyphens"])
@pytest.mark.parametrize("bold", [False, True], ids=["plain", "bold"])
def test_a_block_of_fields_announces_an_original(name: str, rule: str, bold: bool) -> None:
    """As in Outlook: the block and all below it, with or without a rule above, with or without stars for bold type."""
    block = BLOCKS[name]
    if bold:
        block = tuple(f"*{line.replace(':', ':*', 1)}" for line in block)
    mail = read(*OWN, "", *[rule] * bool(rule), *block, "", *OLD)
    assert own(mail) == list(OWN)
    assert {cut.why for cut in mail.cut} == {"original"}
    wrapped = tuple(line for field in block for line in (field.replace(" <", "\n<", 1).split("\n")))
    assert own(read(*OWN, "", *wrapped, "", *OLD)) == list(OWN)


def test_the_block_of_orange_begins_with_words() -> None:
    """Orange and La Poste write the letter's date above its fields, as a sentence, marked as a rule or not."""
    block = (
        "Message du 20/11/26 09:25",
        "De : r@games.example",
        "A : bert@example.org",
        "Copie à :",
        "Objet : Thunder",
    )
    assert own(read(*OWN, "", *block, "", *OLD)) == list(OWN)
    assert own(read(*OWN, "", *marked(block), ">", *marked(OLD))) == list(OWN)


SEPARATORS = [(key, text) for key, one in TONGUES.items() for text in one.originals]
FORWARDS = [(key, text) for key, one in TONGUES.items() for text in one.forwards]


@pytest.mark.share(4)
@pytest.mark.parametrize(("tongue", "text"), SEPARATORS)
def test_a_separator_announces_an_original(tongue: str, text: str) -> None:
    """With a block of fields below it or none, an attribution or none."""
    blocks = [block for name, block in BLOCKS.items() if name.startswith(tongue)]
    heads = [(head.format(BRIEF),) for name, head in HEADS.items() if name.startswith(tongue)]
    for below in ((), *blocks, *heads):
        mail = read(*OWN, "", text, *below, "", *OLD)
        assert own(mail) == list(OWN)
        mail = read(text, *below, "", *marked(OLD), "", *OWN)
        assert own(mail) == list(OWN), below


@pytest.mark.parametrize(("tongue", "text"), FORWARDS)
def test_a_separator_announces_a_forwarded_letter(tongue: str, text: str) -> None:
    """Every line of it is reported as forwarded."""
    blocks = [block for name, block in BLOCKS.items() if name.startswith(tongue)]
    for below in ((), *blocks):
        mail = read(*OWN, "", text, "", *below, "", *OLD)
        assert own(mail) == list(OWN)
        assert {cut.why for cut in mail.cut} == {"forwarded"}


@pytest.mark.parametrize(
    "foot", [(key, text) for key, one in TONGUES.items() for text in one.feet], ids=" ".join
)
def test_a_footer_of_a_program(foot: tuple[str, str]) -> None:
    """It is cut with what stands below it, up to a quote, also with a link after it; the order above stays."""
    for text in (foot[1], f"{foot[1]} <https://aka.ms/x>"):
        mail = read(OWN[0], "", text, "", OWN[1], "", "> resign", "", OWN[1])
        assert own(mail) == list(OWN), text
        assert [cut.why for cut in mail.cut] == ["footer", "footer", "quoted"]


@pytest.mark.parametrize(
    "away", [(key, text) for key, one in TONGUES.items() for text in one.away], ids=" ".join
)
def test_a_subject_of_a_robot(away: tuple[str, str]) -> None:
    """An absence note is recognized by its subject alone, encoded or not, as an answer or not."""
    for subject in (f"{away[1]} [g1.loki.6]", f"Re: {away[1]} x"):
        assert read("I am away.", subject=subject).robot == "out-of-office", subject


@pytest.mark.parametrize(
    "banner", [(key, text) for key, all_ in BANNERS.items() for text in all_], ids=" ".join
)
def test_a_banner_of_a_filter(banner: tuple[str, str]) -> None:
    """It stands before the text or after it, and no order is cut with it."""
    assert set(BANNERS) == LANGUAGES
    for lines in ((banner[1], "", *OWN), (*OWN, "", banner[1])):
        mail = read(*lines)
        assert own(mail) == list(OWN)
        assert {cut.why for cut in mail.cut} == {"banner"}


WRITTEN = (
    "On 20 Nov 2026 I wrote:",
    "Am 20.11.2026 schrieb ich:",
    "Le 20 nov. 2026 j'ai écrit :",
    "El 20/11/2026 a las 9:25 escribí:",
    "Il 20/11/2026 alle 9:25 ho scritto:",
    "Op 20-11-2026 om 9:25 schreef ik:",
    "W dniu 20.11.2026 o 9:25 napisałem:",
    "Em 20/11/2026 às 9:25 escrevi:",
    "Den 20.11.2026 kl. 9:25 skrev jag:",
    "Den 20.11.2026 kl. 9:25 skrev jeg:",
    "Kirjoitin 20.11.2026 klo 9:25:",
    "Dne 20. 11. 2026 v 9:25 jsem napsal:",
    "20.11.2026 в 9:25 я написал:",
    "Me 20.11.2026 9:25:",
    "From: here",
    "De: aquí",
    "Sent from the heart",
    "Get on with it",
    "Original message",
    "Auto: nein danke",
    "Absent friends, present foes:",
    "Lähetetty viesti:",
    "Enviado el mensaje",
)


@pytest.mark.parametrize("line", WRITTEN)
def test_what_a_person_writes_swallows_no_order(line: str) -> None:
    """A line with the same words that a person wrote cuts no order."""
    assert own(read(line, *OWN)) == [line, *OWN]
