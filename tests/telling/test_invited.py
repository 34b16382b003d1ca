"""An invitation says how the game is won and what a turn is, then how to accept; the small print comes last."""

import re
from urllib.parse import quote

import pytest
from support.letters_out import everything, letters

from referee.api import Table
from referee.house.games import find
from referee.house.lots import DeckFixed, WordsCounted
from referee.notation.reader import Reader
from referee.table.legality import Sitting, rule_line
from referee.table.points import Told
from referee.telling.catalog import catalog, languages
from referee.telling.invited import Invitation, invitation
from referee.telling.letter import bodies
from referee.util.values import replace

MOST = 9
"""Lines of a phone for how one wins and what a turn is."""
WON = {
    "thunder": {
        "en": {
            "thor": "YOU WIN when Loki loses Odin's Crown,",
            "loki": "YOU WIN when Thor loses Odin's Ring,",
        },
        "de": {"thor": "DU GEWINNST, wenn Loki Odins Krone", "loki": "DU GEWINNST, wenn Thor Odins Ring"},
    },
    "odins_table": {
        "en": dict.fromkeys(("odin", "thor"), "YOU WIN with three pieces in the enemy fortress"),
        "de": dict.fromkeys(("odin", "thor"), "DU GEWINNST mit drei Steinen in der feindlichen Festung"),
    },
    "hammer_of_thor": {"en": {"red": "IT IS ABOUT REPUTATION."}, "de": {"red": "ES GEHT UM RUHM."}},
}
CASES = [(game, code, seat) for game, codes in WON.items() for code in languages() for seat in codes[code]]


@pytest.mark.parametrize(("name", "language", "seat"), CASES)
def test_how_one_wins_then_how_to_accept_then_the_rest(name: str, language: str, seat: str) -> None:
    """In every game and language, in text and page, in a few lines."""
    game, says = find(name), catalog(name, language).entries["texts"]
    content = game.options({"players": "red:A,blue:B,master:C"} if name == "hammer_of_thor" else {})
    made = invitation(
        Invitation(
            game=game, content=content, seat=seat, number="g1.x.1", commit="cd" * 32, language=language
        )
    )
    won = WON[name][language][seat]
    order = [won, says["answer"], says["in-force"], says["terms"], says["the-handbook"], says["shuffle"]]
    for text in (made.text, made.html):
        places = [" ".join(text.replace("| ", "").replace("&#39;", "'").split()).find(part) for part in order]
        assert -1 not in places
        assert places == sorted(places)
    lines = made.text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(won[:20]))
    assert lines.index("", first) - first <= MOST + 3 * (name == "hammer_of_thor")


@pytest.mark.parametrize(("name", "language", "seat"), CASES)
def test_the_page_of_an_invitation_shows_no_backticks(name: str, language: str, seat: str) -> None:
    """The short names of options stand in bold there; a text has no other means."""
    game = find(name)
    content = game.options({"players": "red:A,blue:B,master:C"} if name == "hammer_of_thor" else {})
    made = invitation(
        Invitation(
            game=game, content=content, seat=seat, number="g1.x.1", commit="cd" * 32, language=language
        )
    )
    assert "`" not in made.html
    short = set(re.findall(r"`([^`\n]+)`", made.text))
    assert all(f"<strong>{one}</strong>" in made.html for one in short)
    assert short or (name, language) != ("odins_table", "de")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", [1, 2])
def test_who_has_accepted_is_not_told_the_small_print_again(language: str, number: int) -> None:
    """A later letter says who has answered, and no more; the first one to a seat tells all, whoever accepted for it."""
    game, says = find("odins_table"), catalog("odins_table", language).entries["texts"]
    made = invitation(
        Invitation(
            game=game,
            content=game.options({}),
            seat="thor",
            accepted=("thor",),
            number=f"g1.thor.{number}",
            commit="cd" * 32,
            language=language,
        )
    )
    for text in (made.text, made.html):
        assert says["invited-seats"] in text
        for part in ("in-force", "terms", "disputes", "the-handbook", "shuffle"):
            assert (says[part] in text) == (number == 1)
    assert len(made.text.split()) < 60 or number == 1


def test_the_roots_of_decks_are_small_print() -> None:
    """H19 The first letter in play tells them at the foot, in both its forms; nothing of what happened stands there."""
    first = next(letter for letter, _ in letters(0, 11) if letter.view.seat)
    told = [Told("0.0", everything(DeckFixed("thor", 50, "ab" * 32)))]
    told += [Told("0.0", everything(WordsCounted((), ("thor", "loki"))))]
    shown = bodies(replace(first, told=[*first.told, *told]))
    for text in (shown.text, shown.html):
        places = [
            text.find(part) for part in ("THE TABLE", "THE SHUFFLE", "ab" * 32, "Without words", "Letter ")
        ]
        assert -1 not in places
        assert places == sorted(places)
        assert text.count("ab" * 32) == 1
    assert re.search(
        rf'<p class="quiet" style="[^"]*font-size:13px[^>]*>[^<]*(<[^p][^<]*)*{"ab" * 32}', shown.html
    )


@pytest.mark.parametrize("accepted", [(), ("loki",)])
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Nothing can be played yet: the game begins when all have accepted. Not answered yet: Thor"),
        (
            "de",
            "Noch kann nichts gespielt werden: Die Partie beginnt, wenn alle zugesagt haben. Noch nicht geantwortet",
        ),
    ],
)
@pytest.mark.parametrize(
    "line", ["hint", "moves", "score", "status", "table", "Hi, hint please", "Wie steht es?"]
)
def test_who_asks_how_it_stands_before_the_start_is_told_what_is_waited_for(
    line: str, language: str, told: str, accepted: tuple[str, ...]
) -> None:
    """Alone or below a greeting: who has not answered, and how one does; to who has accepted not how."""
    game = find("thunder")
    content = game.options({})
    now = Sitting(game, "loki", game.view(game.blank("g1", content), "loki"), invited=True)
    lines = Reader(game, content, (language,), invited=True).read_letter(f"Hi Anna!\n{line}")
    made = invitation(
        Invitation(
            game=game,
            content=content,
            seat="loki",
            accepted=accepted,
            number="g1.loki.2",
            commit="cd" * 32,
            language=language,
            words="blue fox",
            verdicts=[rule_line(one, now) for one in lines],
        )
    )
    how = {"en": "by: accept blue fox / decline", "de": "mit: annehmen blue fox / ablehnen"}[language]
    for text in (made.text, made.html):
        flat = " ".join(re.sub(r"<[^>]*>|^\|", " ", text, flags=re.MULTILINE).split())
        assert told in flat
        assert (how.partition(":")[0] + ":" in flat) == (not accepted)
    assert (how in " ".join(made.text.split())) == (not accepted)


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "I would love to, but what is this?", "accept wolf"),
        ("en", "Yes, but can we start on Monday?", "accept wolf"),
        ("de", "Gern, aber geht das auch langsam?", "annehmen wolf"),
    ],
)
def test_h4_what_may_be_meant_for_consent_is_offered_with_its_link(
    language: str, line: str, order: str
) -> None:
    """Below the line itself, in text and page; nothing is accepted by it. Below other lines there is no such link."""
    for written in (line, "Is that a game of cards?"):
        table = Table.open("thunder", seed="07", invite=True, languages={"thor": language})
        ruled = table.play("thor", written).ruled.verdicts
        assert [one.kind for one in ruled] == ["prose"]
        asked = Invitation(
            game=table.game,
            content=table.content,
            seat="thor",
            number="g1.thor.2",
            commit="cd" * 32,
            verdicts=ruled,
            notes=(("no-answer", {}),),
            address="referee+secret@games.example",
            words="wolf",
            language=language,
        )
        made = invitation(asked)
        receipt = made.text.partition(catalog("thunder", language).entries["texts"]["invited-seats"])[0]
        assert (f"| {order}\n" in receipt) == (written == line)
        assert made.html.count(f"body={quote(order)}") == 1 + (written == line)
