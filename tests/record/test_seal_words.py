"""Seals in words: every letter tells the first half of its seal as eight words, each of which means two bytes."""

import re
from itertools import product

import pytest
from support.letters_out import invitations, letters

from referee.record.seals import CONSONANTS, VOWELS, in_words


@pytest.mark.slow
def test_each_two_bytes_have_one_word() -> None:
    """65,536 words of five letters, none twice: what two people compare holds 128 bits."""
    words = {in_words(f"{number:04x}") for number in range(2**16)}
    assert len(words) == 2**16
    form = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS]
    assert words == {"".join(letters) for letters in product(*form)}


def test_the_words_of_a_seal_are_those_of_its_first_half() -> None:
    """Eight of them, the highest bits first; the second half of the seal does not count."""
    seal = "00000001fffe1234" + "ab" * 8
    assert in_words(seal + "cd" * 16) == in_words(seal)
    assert in_words(seal).split()[:4] == ["babab", "babad", "zozov", "damoh"]
    assert len(in_words(seal).split()) == 8
    assert in_words("") == ""
    with pytest.raises(ValueError, match="hexadecimal"):
        in_words("no seal")


@pytest.mark.slow
def test_every_letter_tells_its_seal_in_full_and_in_words() -> None:
    """Reports and invitations, as text and as HTML, have both, the words below the seal."""
    told = [(one.seal, made) for one, made in letters(5, 40)]
    told += [(one.seal, made) for one, made in invitations()]
    assert len(told) > 5
    for seal, made in told:
        assert re.search(rf"\nSeal {seal}\nIn words: ((?:[a-z]{{5}} ){{7}}[a-z]{{5}})\n", f"{made.text}\n")
        assert f"\nSeal {seal}\nIn words: {in_words(seal)}\n" in f"{made.text}\n"
        assert f"Seal {seal}<br>In words: {in_words(seal)}</p>" in made.html
