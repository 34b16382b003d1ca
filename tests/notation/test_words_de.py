"""German orders: lines of both games, slips, prose, and that each form of each word reads as its token."""

import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.moves import Accept, Decline
from referee.house.games import find
from referee.notation import several, words
from referee.notation.folding import fold, key
from referee.notation.reader import Misread, Order, Prose, Reader, Text
from referee.notation.readings import Table
from referee.util import plainyaml
from referee.util.values import replace

GAMES = ("thunder", "odins_table")

THUNDER = """
    aufstellen Raben, Bogensch\u00fctzin, Wikinger      | deploy ravens, female-archer, viking-warriors
    Aufstellung: Tyr, Rabe und Schildwall               | deploy tyr, ravens, shield-wall
    ziehe                                               | draw
    Zieh!                                               | draw
    ziehen                                              | draw
    Ziehe eine Karte.                                   | draw
    ziehe Karte                                         | draw
    1. ziehe                                            | draw
    lege Nachtmahr B2                                   | lay nightmare B2
    Lege Nachtmahr auf B2                               | lay nightmare B2
    leg Nachtmahr nach B                                | lay nightmare B
    legen Wikingerkrieger in die Spalte A               | lay viking-warriors A
    lege eigene Bogensch\u00fctzin an C1                | lay own female-archer C1
    lege die                                            | ?
    lege Frostriesen B                                  | lay frost-giant B
    lege Eisriese b1                                    | lay frost-giant B1
    lege Hirdm\u00e4nner b1                             | lay hirdman B1
    lege Odins Krone A3                                 | lay odins-crown A3
    lege Ring A3                                        | lay odins-ring A3
    lege Odins-Ring A3                                  | lay odins-ring A3
    fordere B                                           | challenge B
    Fordere Spalte b                                    | challenge B
    f\u00f6rdere B                                      | challenge B
    fordern c                                           | challenge C
    ford c                                              | challenge C
    fordere heraus A                                    | challenge A
    greife an A                                         | challenge A
    Greif an: A                                         | challenge A
    angreifen A                                         | challenge A
    attackiere A                                        | challenge A
    fordere B Ordnung Nachtmahr, Raben                  | challenge B order nightmare, ravens
    fordere B, Reihenfolge Nachtmahr                    | ?
    nutze Raben B                                       | use ravens B
    nutze Raben gegen B                                 | use ravens B
    nutze eigenen Raben auf die Hand                    | use own ravens hand
    nutze Raben Hand nach C                             | use ravens hand to C
    nutze erbeutete Raben eigene                        | use captured ravens own
    setze ein Hel Tyr                                   | use hel tyr
    einsetzen Hel eigenen Tyr                           | use hel own tyr
    verwende Hel erbeutete Wikinger                     | use hel captured viking-warriors
    benutze Freyja                                      | use freya
    nutze Frigg auf die Hand                            | use frigg hand
    nutze Frigg in Spalte B                             | use frigg B
    nutze Langschiffe 2 Wikinger und Bogensch\u00fctzin | use longships female-archer, viking-warriors, viking-warriors
    nutze Langschiffe keine                             | use longships none
    nutze Langschiffe nichts                            | use longships none
    nutze Odin 3                                        | use odin 3
    nutze Odin 2 mal Raben                              | use odin 2
    nutze Odin 2 x eigene Raben                         | use odin own ravens, own ravens
    nutze Mj\u00f6lnir C3                               | use mjolnir C3
    nutze Mjoelnir auf C3                               | use mjolnir C3
    nutze Gungnir gegen C3                              | use gungnir C3
    nutze Baldur von A2 nach C1                         | use baldr A2 C1
    nutze Walk\u00fcren A1 B2                           | use valkyries A1 B2
    nutze Walkuere aus A1 in B2                         | use valkyries A1 B2
    nutze Vidar von A nach A3                           | use vidarr A A3
    nutze Seherin                                       | use seer
    nutze Seherin B, C                                  | use seer to B, C
    nutze Berserker                                     | use berserker
    nutze Iduna                                         | use idunn
    nutze Nachtmahr                                     | use nightmare
    stelle B                                            | place B
    stell in Spalte B                                   | place B
    platziere auf B                                     | place B
    weiter                                              | next
    halt                                                | stop
    Stopp.                                              | stop
    ordnung Nachtmahr, Raben und Frigg                  | order nightmare, ravens, frigg
    Reihenfolge: Nachtmahr, Raben                       | order nightmare, ravens
    ordnung Standard                                    | order default
    dauerauftrag ordnung Nachtmahr, Raben               | standing order nightmare, ravens
    Dauerauftrag Reihenfolge Standard                   | standing order default
    dauerauftrag lege B, A                              | standing lay B, A
    Dauerauftrag: lege nie                              | standing lay never
    probiere fordere B                                  | try challenge B
    versuche: lege Raben A2                             | try lay ravens A2
    warum fordere B?                                    | why challenge B
    lay Nachtmahr auf B2                                | lay nightmare B2
    lege frost giant to B2                              | lay frost-giant B2
    use Hel eigenen Tyr                                 | use hel own tyr
    challenge B ordnung Raben                           | challenge B order ravens
    nutze Hel tyr \u2013                                | ?
    \u201eziehe\u201c                                   | draw
    lege Bogen B {h\u00e4lt}                            | lay female-archer B
"""
"""Lines of Thunder & Lightning as a German writes them, and as the record holds them; `?` for a misreading."""

ODIN = """
    stelle 9 4 0 7 1 3                                  | place 9 4 0 7 1 3
    stelle 9, 4, 0, 7, 1, 3                             | place 9 4 0 7 1 3
    lege 9 4 0 7 1 und 3                                | place 9 4 0 7 1 3
    platziere Odin Hel Hugin Thor Loki Freyja           | place 9 4 0 7 1 3
    lege Odin, Hel, Hugin & Munin, Thor, Loki, Freya    | place 9 4 0 7 1 3
    stell Odin, Hel, Hugin und Munin, Thor, Loki, Freya | place 9 4 0 7 1 3
    Aufstellung: 8 8 6 5 2 Raben                        | place 8 8 6 5 2 0
    b1-b2                                               | b1-b2
    B1 \u2013 B2                                        | b1-b2
    b2xc3                                               | b2xc3
    ziehe b1-b2                                         | b1-b2
    ziehe von b1 nach b2                                | b1-b2
    zieh b1 auf b2                                      | b1-b2
    bewege b1 b2                                        | b1-b2
    ziehe b2xc3                                         | b2xc3
    greife an b2 c3                                     | b2xc3
    angreifen von b2 nach c3                            | b2xc3
    schlage b2xc3                                       | b2xc3
    zur\u00fcck a1                                      | return a1
    zurueck auf a1                                      | return a1
    bringe a1                                           | return a1
    Bring zur\u00fcck a1                                | return a1
    hole zur\u00fcck f5                                 | return f5
    setze ein a1                                        | return a1
    sp\u00e4he d                                        | scout d
    Spaehe D.                                           | scout d
    sp\u00e4h in Spalte d                               | scout d
    erkunde d                                           | scout d
    erkunden d                                          | scout d
    passe                                               | pass
    dauerauftrag sp\u00e4he d, a, f                     | standing scout d, a, f
    Dauerauftrag: erkunde d, a und f                    | standing scout d, a, f
    dauerauftrag sp\u00e4he nie                         | standing scout never
    dauerauftrag sp\u00e4he niemals                     | standing scout never
    probiere ziehe b1-b2                                | try b1-b2
    warum sp\u00e4he d                                  | why scout d
    scout d                                             | scout d
    return a1                                           | return a1
    passe heute                                         | ?
    zur\u00fcck zum Spiel                               | -
"""
"""Lines of Odin's Table, in the same form."""

BOTH = """
    aufgeben g17                                        | resign g17
    gebe auf g17                                        | resign g17
    gib auf G17.                                        | resign g17
    biete Remis                                         | offer draw
    Biete Remis an!                                     | offer draw
    biete ein Unentschieden an                          | offer draw
    biete unentschieden                                 | offer draw
    anbieten remis                                      | offer draw
    annehmen                                            | accept draw
    nehme an                                            | accept draw
    Nehme Remis an.                                     | accept draw
    akzeptiere remis                                    | accept draw
    annehmen unentschieden                              | accept draw
    beanspruche remis                                   | claim draw
    reklamiere Remis                                    | claim draw
    beanspruche Sieg                                    | claim win
    beanspruche den Sieg                                | claim win
    z\u00fcge                                           | moves
    Zuege?                                              | moves
    verlauf                                             | history
    regeln                                              | rules
    regeln 6.5                                          | rules 6.5
    Regel 15                                            | rules 15
    hilfe                                               | help
    Hilfe!                                              | help
    sage Hallo, Thor                                    | say Hallo, Thor
    Sag: guten Zug!                                     | say guten Zug!
    notiz er hat Hel                                    | note er hat Hel
    Notiere: B ist schwach                              | note B ist schwach
    Einspruch 7.2: so nicht                             | dispute 7.2: so nicht
    Einspruch zurückziehen                              | withdraw dispute
    Stellungnahme: nein                                 | statement nein
    Ich nehme an, die Entscheidung fällt bald.          | -
    nehme die Entscheidung an                           | accept ruling
    ende                                                | end
    Ende.                                               | end
    sprache de                                          | language de
    neuer Schlüssel                                     | newkey
    Neues Geheimnis!                                    | newkey
    Neuer Schlüssel für die Haustür                     | -
    Adresse cleo@neu.example                            | address cleo@neu.example
    Adresse: cleo@neu.example                           | address
    Adresse habe ich noch keine                         | -
    Sprache Deutsch                                     | language Deutsch
    Sprache: Deutsch                                    | language
    @jetzt biete remis                                  | offer draw
    resign g17                                          | resign g17
    offer draw                                          | offer draw
    accept                                              | accept draw
    moves                                               | moves
    say Hallo                                           | say Hallo
    end                                                 | end
"""
"""Lines of every game, in the same form."""


def table(text: str) -> list[tuple[str, str]]:
    """The lines of a table and what they are."""
    rows = (row.rpartition("|") for row in text.strip().split("\n"))
    return [(line.strip(), said.strip()) for line, _, said in rows]


@cache
def reader(game: str, language: str = "de") -> Reader:
    """A reader for a seat that writes this language."""
    return Reader(find(game), find(game).options({}), (language,))


def said(game: str, line: str, language: str = "de") -> str:
    """A line in canonical notation; `-` for prose, `?` for a line that cannot be read."""
    match reader(game, language).read(line):
        case Order(move=move):
            return move.written
        case Table(verb=verb, argument=argument):
            return f"{verb} {argument}".strip()
        case Text(verb=verb, text=text):
            return f"{verb} {text}"
        case Misread():
            return "?"
    return "-"


LINES = {"thunder": (*table(THUNDER), *table(BOTH)), "odins_table": (*table(ODIN), *table(BOTH))}


@pytest.mark.share(5)
@pytest.mark.parametrize(
    ("game", "line", "order"), [(game, line, order) for game in GAMES for line, order in LINES[game]]
)
def test_german_lines(game: str, line: str, order: str) -> None:
    """What a German writes on a phone is the intended move, and English is read as well."""
    assert said(game, line) == order


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_is_declined_in_german(game: str) -> None:
    """One word declines an invitation."""
    for line in ("ablehnen", "Lehne ab.", "decline"):
        assert reader(game).read(line) == Order(Decline())


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("zeihe", Misread(1, ("ziehe",), "draw", "near-verb", found="zeihe")),
        ("fodere b", Misread(1, ("fordere",), "challenge B", "near-verb", found="fodere")),
        ("anehmen", Misread(1, ("annehmen",), "accept draw", "near-verb", found="anehmen")),
        ("aufgebn g17", Misread(1, ("aufgeben",), "resign g17", "near-verb", found="aufgebn")),
        ("aufgeben", Misread(9, ("NAME",), key="unfinished")),
        ("biete", Misread(6, ("remis", "rücknahme"), key="unfinished")),
        ("beanspruche", Misread(12, ("remis", "sieg"), key="unfinished")),
        ("beanspruche rmeis", Misread(13, ("remis", "sieg"), "claim draw", found="rmeis")),
        ("kapituliere g17", Misread(1, ("aufgeben",), "resign g17", "unclear-verb", found="kapituliere")),
        ("lege Nachtmar B", Misread(6, ("CARD",), "lay nightmare B", found="Nachtmar")),
        ("lege dort Nachtmahr B", Misread(6, ("CARD",), "lay nightmare B", found="dort")),
        (
            "spiele Raben gegen B",
            Misread(1, ("lege", "nutze"), "use ravens B", "unclear-verb", found="spiele"),
        ),
        ("fordere B C heraus", Misread(11, ("NOTHING-MORE", "reihenfolge"), found="C")),
        ("fordere Q heraus", Misread(9, ("COLUMN",), found="Q")),
        ("setze Hel", Misread(1, ("lege", "nutze", "stelle"), "", "unclear-verb", found="setze")),
        ("nutze Raben", Misread(12, ("COLUMN", "eigene", "hand"), key="unfinished")),
        ("dauerauftrag", Misread(13, ("lege", "reihenfolge"), key="unfinished")),
        ("dauerauftrag lege", Misread(18, ("COLUMN", "nie"), key="unfinished")),
        ("ordnung", Misread(8, ("CARD", "standard"), key="unfinished")),
        ("nutze Langschiffe", Misread(18, ("CARD", "NUMBER", "keine"), key="unfinished")),
        ("@jetz ziehe", Misread(1, ("GUARD",), key="guard")),
        ("@jetzt bitte ziehe", Misread(8, ("VERB",), "@now draw", found="bitte")),
        ("ziehe, lege Raben B", Misread(6, ("NOTHING-MORE",), found=",")),
        ("probiere ziehr", Misread(10, ("ziehe",), "try draw", "near-verb", found="ziehr")),
        ("zi\u0435he", Misread(3, ("LATIN",), key="foreign-letter")),
    ],
)
def test_misreadings_are_told_in_german(line: str, reading: Misread) -> None:
    """The expected words are German, and the nearest line is in canonical notation."""
    assert reader("thunder").read(line) == reading


PARTED = {
    "odins_table": """
    lehne remis ab                  | decline draw
    Lehne das Remis ab.             | decline draw
    lehne die Rücknahme ab          | decline undo
    nimm remis an                   | accept draw
    Nehme das Remis an!             | accept draw
    nehme die Entscheidung an       | accept ruling
    biete remis an                  | offer draw
    gebe g17 auf                    | resign g17
    Bringe a1 zurück!               | return a1
    bringe a1 zurück {endlich} !?   | return a1
    hole a1 zurück                  | return a1
    setze a1 ein                    | return a1
    greife c3 an                    | attack c3
    greife b2 c3 an                 | b2xc3
    Greif von b2 nach c3 an.        | b2xc3
    1. greife b2 c3 an              | b2xc3
    @7.2 greife b2 c3 an            | b2xc3
    probiere greife b2 c3 an        | try b2xc3
    warum greife c3 an?             | why attack c3
    kundschafte d aus               | scout d
    kundschafte die Spalte d aus    | scout d
    dauerauftrag nie                | standing scout never
    dauerauftrag d, a               | standing scout d, a
    passen                          | pass
    passen wir auf                  | -
    Lehne mich zurück               | -
    Lehne dich an                   | -
    ziehe b1 an                     | ?
    """,
    "thunder": """
    fordere B heraus                | challenge B
    fordere B Ordnung Raben heraus  | challenge B order ravens
    greife B an                     | challenge B
    setze Hel Tyr ein               | use hel tyr
    biete ein Unentschieden an      | offer draw
    """,
}
"""Verbs that German splits: their second piece stands at the end of the order."""


@pytest.mark.parametrize(
    ("game", "line", "order"), [(g, *row) for g, text in PARTED.items() for row in table(text)]
)
def test_verbs_in_two_pieces(game: str, line: str, order: str) -> None:
    """The particle at the end belongs to the verb; remarks, marks, guards and questions around it change nothing."""
    assert said(game, line) == order


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_with_a_particle_may_stand_apart(game: str) -> None:
    """Whatever stands between the two pieces is read as if it stood after both."""
    for stem, particle in words.of_language("de", game).parted:
        for rest in ("c3", "B", "g17", "remis", "Hel Tyr", "etwas anderes", "xx {y} !"):
            body, _, tail = rest.partition(" {")
            together = f"{' '.join(stem)} {particle} {body}"
            apart = f"{' '.join(stem)} {body} {particle}{' {' + tail if tail else ''}"
            here, there = reader(game).read(apart), reader(game).read(together)
            if isinstance(there, Order | Table):
                assert (
                    replace(here, remark="", mark="") == there if isinstance(here, Order) else here == there
                )
            else:
                assert type(here) is type(there), apart


def test_a_place_in_a_parted_line_is_told_as_written() -> None:
    """The caret stands under the column of the line as written."""
    misread = reader("odins_table").read("greife b2 kk an")
    assert isinstance(misread, Misread)
    assert (misread.column, misread.found) == (11, "kk")


def test_words_behind_an_acceptance_end_before_the_particle() -> None:
    """The player's words for the lots (H4) are those between the two pieces."""
    invited = Reader(find("thunder"), find("thunder").options({}), ("de",), invited=True)
    assert invited.read("nehme die Einladung gern an!") == Order(Accept("die Einladung gern"))


OPENINGS = """
    Hallo Anna,|Hallo|Hi Bert|Hey|Moin|Moin moin|Servus|Gr\u00fc\u00df Gott|Gr\u00fc\u00df dich|Guten Morgen|Guten Tag|Guten Abend|Gute Nacht
    Liebe Anna,|Lieber Bert,|Liebe Gr\u00fc\u00dfe, Thor|Liebe Gr\u00fc\u00dfe|Viele Gr\u00fc\u00dfe|Viele liebe Gr\u00fc\u00dfe|Herzliche Gr\u00fc\u00dfe|Sch\u00f6ne Gr\u00fc\u00dfe
    Beste Gr\u00fc\u00dfe|Mit freundlichen Gr\u00fc\u00dfen|Gru\u00df|Gru\u00df Anna|Gr\u00fc\u00dfe|Viele Gruesse|LG|VG|MfG|Bis bald|Bis morgen|Tsch\u00fcss|Tsch\u00fc\u00df|Ciao|Tsch\u00f6
    Danke f\u00fcr den Zug|Danke|Danke dir|Vielen Dank|Dank dir|Dankesch\u00f6n|Besten Dank|Bitte|Bitte sch\u00f6n|Bitte ziehe|Gerne|Gern geschehen
    Montag passt|Dienstag|Mittwoch bin ich weg|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag spielen wir|Heute|Heute abend|Morgen|Gestern|\u00dcbermorgen
    Januar|Februar|M\u00e4rz|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|N\u00e4chste Woche|N\u00e4chsten Montag|N\u00e4chstes Mal|Letzte Woche|Diese Woche
    Ich lege gleich nach|Ich|Ich ziehe morgen|Ich gebe auf|Ich nehme an|Du|Er|Sie|Es tut mir leid|Wir|Ihr|Mir|Dir|Mich|Dich|Man|Mein|Meine|Dein|Deine|Unser
    Das war ein guter Zug|Das|Der Drache|Die Raben|Den|Dem|Des|Ein|Eine|Einen|Einer|Dies|Diese|Dieser|Dieses|Diesmal|Dieses Mal|Jener|Jede|Jeder|Jedes Mal
    Also|Also gut|Leider|Leider nicht|Schade|Sch\u00f6n|Sch\u00f6ner Zug|Toll|Toller Zug|Super|Klasse|Klasse Zug|Prima|Spitze|Stark|Gut|Gut gespielt|Gutes Spiel|Sehr gut|Bravo
    Wann spielst du|Wann|Wer|Was|Was nun|Wie|Wie geht es dir|Wo|Wohin|Woher|Welche Karte|Welcher|Wessen|Wem|Wen|Wenn|Weil|Wobei|Wozu|Womit|Warum so langsam?|Wieso nicht|Weshalb denn
    Zug um Zug|Zug|Zum Gl\u00fcck|Zu sp\u00e4t|Zur Sache|Zwar|Zuerst|Zun\u00e4chst|Zuletzt|Zeit|Ziel|Zehn|Zwei|Drei|Vier|Eins
    Aber|Aber nein|Ach|Ach so|Ah|Aha|Oh|Oje|Na ja|Na gut|Naja|Nun|Nun ja|Nein|Ja|Jawohl|Okay|OK|Ok dann|Doch|Vielleicht|Hoffentlich|Wahrscheinlich|Nat\u00fcrlich|Klar
    Alles|Alles klar|Alles Gute|Alle|Allerdings|Als|Am|An|Andere|Anders|Auch|Auf|Aus|Au\u00dferdem|Bald|Bei|Beide|Beim|Bevor|Bin|Bist|Bisher|Da|Dabei|Dadurch|Daf\u00fcr|Dagegen|Damals
    Damit|Danach|Dann|Daran|Darauf|Darum|Dass|Denn|Dennoch|Deshalb|Deswegen|Dort|Durch|Eben|Eigentlich|Eigene Karten|Endlich|Entschuldige|Entschuldigung|Erst|Erstens|Etwas|Fast|Falls|F\u00fcr
    Ganz|Gegen|Gegner|Genau|Genug|Gibt es|Gib mir Zeit|Gleich|Gl\u00fcck|Gl\u00fcckwunsch|Gratuliere|Gro\u00df|Habe|Haben|Hat|Hast|Hatte|Hattest du|H\u00e4tte|Hand|Hier|Hilft nichts|Helfe gern|Hinter|Hoffe
    Im|Immer|In|Indem|Inzwischen|Ist|Ja ja|Jedenfalls|Jetzt|Jetzt aber|Kann|Kannst du|Karte|Karten|Kaum|Kein|Keine|Keine Zeit|Kennst du|Komme|K\u00f6nnen|K\u00f6nnte|Lass|Lass uns|Lasse|Lange|Langsam
    Lese|Liege|Liest du|Lage|L\u00fcge|Leben|Leute|Los|Mach|Mach weiter|Mache|Macht nichts|Mal|Mal sehen|Manchmal|Mehr|Meist|Melde mich|Mit|M\u00f6glich|M\u00f6chtest du|Muss|M\u00fcssen|M\u00f6gen|Nach|Nachher
    Nachtmahr|Nat\u00fcrlich|Neben|Nehme|Nehmen wir an|Neu|Neue Karten|Nicht|Nichts|Nie|Niemals|Noch|Nochmal|Nur|Ob|Oben|Oder|Ohne|Odin|Opfer|Ort|Paar|Passt|Pech|Platz|Pl\u00f6tzlich|Punkt
    Rabe|Raben|Raus|Recht|Reicht|Reihe|Remis|Richtig|Ring|Ruhe|Ruf mich an|Sache|Sah|Sagen wir|Sagt|Sagte|Schau|Schlecht|Schlie\u00dflich|Schnell|Schon|Schreib|Seit|Seite|Selbst|Selten|Seltsam|Setzen
    Siehe|Siehst du|Sieh|Sind|Siegst du|So|Sobald|Sofort|Sogar|Soll|Sollen|Sollte|Somit|Sondern|Sonne|Sonst|Sp\u00e4ter|Sp\u00e4t|Spa\u00df|Spiel|Spielen|Spielst du|Spielt|Spieler|Steht|Stehe|Stein|Stelltest
    Stille|Still|Stimmt|Stolz|Tage|Tag|Teil|Thor|Tja|Trotz|Trotzdem|\u00dcber|\u00dcberhaupt|\u00dcbrigens|Um|Und|Und du|Ungern|Uns|Unten|Unter|Verkauft|Verlag|Versucht|Versuchen|Verstehe|Verzeih|Viel
    Viel Gl\u00fcck|Viel Spa\u00df|Viele|Voll|Vom|Von|Vor|Vorher|Vorsicht|Waren|War|W\u00e4re|Warte|Warten|Wege|Wegen|Weit|Weite|Weitere|Weitermachen|Weg|Welch|Wenig|Wenigstens|Werde|Werden|Wetter
    Wieder|Wiese|Wirklich|Will|Willst du|Wird|Wirst du|Wohl|Wollen|Wollte|Worum|W\u00fcrde|Woche|Wochenende|Ziege|Ziele|Zieht|Ziehst du|Zeigt|Zunge|Zeuge|Zufall|Zum|Zusammen|Zweite|Zwischen
    Jule|Lena|Lara|Nele|Anna|Bert|Lutz|Ute|Uwe|Claus|Klaus|Heiner|Helge|Hilde|Inge|Ole|Rufus|Stella|Till|Walter|Dieter|Beate|Birte|Rene|Wolfgang|Grete|Silke
    Opfern|Erde|Ente|Bruder|Jeder|Ordentlich|Weder|Wieder ich|Lieder|Bilder|Leben wir|Sehen wir|Gehen wir|Geben wir|Reden wir|Stehen|Stellen wir|Bringen wir|Legte|Legst du|Fordert
    Aufgabe|Aufgaben|Ausgeben|Ansehen|Aufnehmen|Abnehmen|Arbeiten|Bieten|Besuche|Probleme|Problem|Sprechen|Sprich|Sprach|Sp\u00fcre|Runde|Kunde|Freunde|Druck|Z\u00fcrich|Hunde|Masse|Kasse|Tasse|Gasse
"""
"""Beginnings of lines in letters between Germans, separated by `|`."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_german_prose_is_prose(game: str) -> None:
    """Greetings, closings, days, names and everyday words begin no order and are no misspelling of one."""
    lines = [line.strip() for row in OPENINGS.strip().split("\n") for line in row.split("|")]
    assert len(lines) >= 150
    wrong = [line for line in lines if reader(game).read(line) != Prose()]
    assert not wrong


COMMON_PLACES = {
    "resign": "{} g17",
    "offer": "{} tie",
    "accept": "{}",
    "claim": "{} win",
    "moves": "{}",
    "history": "{}",
    "rules": "{} 8.5",
    "try": "{} offer tie",
    "why": "{} offer tie",
    "help": "{}",
    "language": "{} x",
    "timezone": "{} x",
    "calendar": "{}",
    "letters": "{}",
    "reminders": "{}",
    "vacation": "{}",
    "pause": "{}",
    "resume": "{}",
    "newkey": "{}",
    "dispute": "{} 7.2: x",
    "statement": "{}: x",
    "withdraw dispute": "{}",
    "appeal": "{}: x",
    "accept ruling": "{}",
    "address": "{} x@y.example",
    "say": "{} x",
    "note": "{} x",
    "end": "{}",
    "decline": "{}",
    "now": "@{} resign g17",
    "tie": "offer {}",
    "undo": "offer {}",
    "win": "claim {}",
    "line": "why g1.thor.9 {} 2",
    "annotate": "{} 7.2: a trap",
    "variation": "{} 7.2: draw",
    "open notes": "{}",
    "rematch": "{}",
    "replace player": "{} loki",
    "json": "{} no",
    "confirm": "{} no",
    "withdraw note": "{} 7.2",
    "publish": "{} no",
    "notes": "{}",
    "replay": "{}",
    **dict.fromkeys(several.WORDS, ""),  # between orders: see test_several_orders
}
PLACES = {
    "thunder": {
        **COMMON_PLACES,
        "deploy": "{} thor, loki, tyr",
        "draw": "{}",
        "lay": "{} tyr B2",
        "challenge": "{} B",
        "use": "{} freya",
        "place": "{} B",
        "next": "{}",
        "stop": "{}",
        "order": "{} default",
        "standing": "{} order default",
        "own": "use hel {} tyr",
        "captured": "use hel {} tyr",
        "column-word": "challenge {} B",
        "hand": "use frigg {}",
        "none": "use odin {}",
        "default": "order {}",
        "never": "standing lay {}",
        "in-order": "standing {} tyr",
        "laying": "standing {} B",
        "to": "lay tyr {} B2",
        "from": "use baldr {} A2 B1",
        "and": "order tyr {} hel",
        "times": "use odin 2 {} own ravens",
    },
    "odins_table": {
        **COMMON_PLACES,
        "place": "{} 9 4 0 7 1 3",
        "step": "{} b1-b2",
        "attack": "{} b2xc3",
        "return": "{} a1",
        "pass": "{}",
        "scout": "{} d",
        "standing": "{} scout never",
        "scouting": "standing {} d",
        "never": "standing scout {}",
        "takes": "step b2 {} c3",
        "piece": "return {} f1",
        "back": "return {} f1",
        "column-word": "scout {} d",
        "to": "step b1 {} b2",
        "from": "step {} b1 b2",
        "and": "standing scout d {} e",
        "times": "",
    },
}
"""Lines in which each verb and word has its place, in English. (`times` has none in Odin's Table.)"""
CARD_PLACES = {"thunder": "lay {} B2", "odins_table": "place {} 4 0 7 1 3"}


def forms(game: str, sections: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Section, name and form of all German words of a game; the section of abbreviations is `short`."""
    found = []
    for text, file in words.sources("de", game):
        content = plainyaml.read_text(text, file).value
        for section in sections:
            found += [
                (section, name, form) for name, some in content.get(section, {}).items() for form in some
            ]
    return found


def place(game: str, section: str, name: str, form: str) -> str:
    """A line with a verb, word or card in its place."""
    titles = words.of_language("de", game).titles
    is_card = section == "cards" or (section == "short" and name in titles)
    return (CARD_PLACES[game] if is_card else PLACES[game][name]).format(form)


def english(game: str, section: str, name: str) -> str:
    """The first form of a word in English."""
    known = words.of_language("en", game)
    return known.titles[name] if name in known.titles and section != "words" else known.printed[name]


ALL = {game: forms(game, ("verbs", "words", "cards", "short")) for game in GAMES}


@pytest.mark.share(5)
@pytest.mark.parametrize(
    ("game", "section", "name", "form"), [(game, *entry) for game in GAMES for entry in ALL[game]]
)
def test_every_form_reads_as_its_word(game: str, section: str, name: str, form: str) -> None:
    """Each German form, even an abbreviation, means to a German seat what the English word means to an English one."""
    if line := place(game, section, name, form):
        meant = reader(game, "en").read(place(game, section, name, english(game, section, name)))
        assert not isinstance(meant, Prose | Misread)
        assert reader(game).read(line) == meant


@pytest.mark.parametrize("game", GAMES)
def test_the_same_words_are_known_in_german_and_english(game: str) -> None:
    """This test fails for a word of a grammar that has English forms and no German ones."""
    german, known = words.of_language("de", game), words.of_language("en", game)
    assert german.printed.keys() == known.printed.keys()
    assert german.titles.keys() == known.titles.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_english_form_reads_as_before(game: str) -> None:
    """A German seat may write all that an English one may, except abbreviations that are German words (`ein`)."""
    known, german = words.of_language("en", game), words.of_language("de", game)
    for meaning in (*known.verbs, *known.words, *known.cards):
        if meaning.brief and "".join(meaning.parts) in german.prose:
            continue
        kind = "cards" if meaning in known.cards else "words"
        if line := place(game, kind, meaning.value, " ".join(meaning.parts)):
            assert reader(game).read(line) == reader(game, "en").read(line), line


@st.composite
def spellings(draw: st.DrawFn, text: str) -> str:
    """A text with each umlaut as it is, with e, without dots, or of two characters."""
    return "".join(
        draw(
            st.sampled_from([letter, f"{plain}e", plain, f"{plain}\u0308"])
            if (plain := unicodedata.normalize("NFD", letter)[0]) in set("aouAOU") - {letter}
            else st.just(letter)
        )
        for letter in text
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@given(st.data())
def test_umlauts_may_be_written_in_four_ways(game: str, data: st.DataObject) -> None:
    """A form reads the same with umlauts, with e, without dots, with combining dots, and in capitals."""
    section, name, form = data.draw(st.sampled_from([entry for entry in ALL[game] if not entry[2].isascii()]))
    variant = data.draw(spellings(form).flatmap(lambda text: st.sampled_from([text, text.upper()])))
    assert reader(game).read(place(game, section, name, variant)) == reader(game).read(
        place(game, section, name, form)
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_german_form_stands_twice(game: str) -> None:
    """A form is given once: as a word, or as an abbreviation, which no misspelling is taken for."""
    for sections in (("verbs",), ("words", "cards")):
        there = forms(game, sections)
        own = {name for _, name, _ in there}
        there += [entry for entry in forms(game, ("short",)) if entry[1] in own]
        keys = [key(fold(form.replace(" ", "")).text) for _, _, form in there]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("game", GAMES)
def test_listed_prose_is_kept_in_order(game: str) -> None:
    r"""Prose is folded, sorted, listed once; only the second half of `bringe ... zur\u00fcck` also begins an order."""
    house, own = (plainyaml.read_text(text, file).value["prose"] for text, file in words.sources("de", game))
    for listed in (house, own):
        assert listed == sorted(set(listed))
        assert all(fold(word).text == word for word in listed)
    known = [key(word) for word in (*house, *own)]
    assert len(known) == len(set(known))
    begin = words.Vocabulary([words.of_language("de", game)]).verb
    assert {word for word in known if begin([word])} <= {"zuruck"}
