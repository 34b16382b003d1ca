"""Parts of a page that are drawn once where many pages are drawn."""

from collections.abc import Callable
from typing import Any

from referee.archive.replay.boards import Boards, Kept
from referee.telling.catalog import catalog
from referee.telling.voice import PERSON

TEMPLATE = "{% for one in some %}{% part 'line', one, words[0] %}<p>{{ words }} {{ one }}</p>{% endpart %}{% endfor %}"


def drawn(some: list[int], words: str, kept: Callable[..., str] | None = None) -> str:
    """The template rendered."""
    return catalog("thunder").pages.from_string(TEMPLATE).render(some=some, words=words, kept=kept)


def test_in_a_letter_the_tag_changes_nothing() -> None:
    """What stands between the tags is drawn where it stands, escaped as ever."""
    assert drawn([1, 2], "a&") == "<p>a&amp; 1</p><p>a&amp; 2</p>"


def test_who_keeps_parts_is_given_the_name_the_values_and_what_draws() -> None:
    """And what it gives stands in place of the part."""
    asked = []

    def kept(name: str, values: tuple[Any, ...], draw: Callable[[], str]) -> str:
        asked.append((name, values, str(draw())))
        return "-"

    assert drawn([7], "ab", kept) == "-"
    assert asked == [("line", (7, "a"), "<p>ab 7</p>")]


def test_a_part_with_the_same_values_is_not_drawn_again() -> None:
    """Whatever else there is: so a template must name all on which a part depends; other options are others."""
    boards = Boards()
    kept = Kept(boards)

    def board(some: list[int], words: str, options: int = 1) -> str:
        return boards.html(boards.add(drawn(some, words, kept.begin("thor", options))))

    assert board([1, 2], "ab") == "<p>ab 1</p><p>ab 2</p>"
    assert board([2, 3], "ac") == "<p>ab 2</p><p>ac 3</p>"
    assert board([2], "bc") == "<p>bc 2</p>"
    assert board([2], "ac", 2) == "<p>ac 2</p>"


def test_a_part_whose_words_hang_on_what_is_before_it_is_drawn_where_it_stands() -> None:
    """A pronoun has a capital at the beginning of a sentence, which shows only in the whole page."""
    boards = Boards()
    assert str(Kept(boards).begin(None, 1)("name", (), lambda: f"{PERSON}you")) == f"{PERSON}you"
    assert boards.packed == []
