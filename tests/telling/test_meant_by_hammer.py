"""What The Hammer of Thor offers in the place of an order that was refused: a way, and what the letter goes on with."""

import pytest
from support.meant import offered
from test_meant_now import table_of


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [("en", "move odin 55", "move odin 1 55"), ("de", "ziehe odin 55", "ziehe odin 1 55")],
)
def test_4_2a_a_letter_offers_the_way(language: str, line: str, meant: str) -> None:
    """In the place of orders that are only written alike."""
    orders = (
        "choose odin; start 4; choose loki; start 1"
        if language == "en"
        else "wähle odin; beginne 4; wähle loki; beginne 1"
    )
    verdicts, links = offered(table_of("hammer_of_thor", language, orders), line)
    assert verdicts == ["refused"]
    assert links == [meant]


@pytest.mark.parametrize(("language", "ends"), [("en", "end turn"), ("de", "zugende")])
def test_what_could_be_played_instead_is_not_offered_twice(language: str, ends: str) -> None:
    """4.0 A turn that is over can only be ended, which the letter goes on with."""
    words = {"en": ("choose", "start", "halt", "roll"), "de": ("wähle", "beginne", "halt", "würfle")}[
        language
    ]
    orders = f"{words[0]} odin; {words[1]} 5; {words[0]} loki; {words[1]} 1; {words[2]}"
    take = {"en": "take bronze-shield for odin", "de": "nimm Bronzeschild für odin"}[language]
    table = table_of("hammer_of_thor", language, f"{orders}; {take}")
    verdicts, links = offered(table, f"{words[3]} odin\n{ends}")
    assert verdicts == ["refused", "not-played"]
    assert links[0] == ends


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "move to Alfheim", ["card Alfheim"]),
        ("en", "I want to go to Alfheim", ["card Alfheim"]),
        ("de", "ziehe Odin nach Alfheim", ["karte Alfheim"]),
        ("en", "Alfheim is lovely", []),
        ("en", "> move to Alfheim", []),
    ],
)
def test_4_2a_whoever_wants_to_go_to_a_realm_is_offered_what_tells_the_way(
    language: str, line: str, meant: list[str]
) -> None:
    """No order can name a realm: the answer to the question has the way to its nearest place, as an order."""
    table = table_of("hammer_of_thor", language, "choose odin; start 1; choose loki; start 4")
    verdicts, links = offered(table, line)
    assert (set(verdicts) <= {"prose", "misread"}, links) == (True, meant)
