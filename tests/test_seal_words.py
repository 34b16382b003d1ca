"""Seals in words: every letter tells the first four bytes of its seal as four words, each of which means one byte."""

import re
from itertools import combinations

import pytest
from letters_out import invitations, letters

from referee.seal_words import in_words, seal_words


def close(one: str, other: str) -> bool:
    """Whether a single letter changed, left out, put in, or exchanged with its neighbour makes one word of the other."""
    if len(one) > len(other):
        one, other = other, one
    if len(one) < len(other):
        return any(one == other[:at] + other[at + 1 :] for at in range(len(other)))
    apart = [at for at in range(len(one)) if one[at] != other[at]]
    turned = len(apart) == 2 and (one[apart[0]], one[apart[1]]) == (other[apart[1]], other[apart[0]])
    return len(apart) < 2 or (turned and apart[1] == apart[0] + 1)


def test_there_is_a_word_for_each_byte() -> None:
    """256 plain words of four to seven letters, in the order of the alphabet, none twice."""
    words = seal_words()
    assert len(words) == len(set(words)) == 256
    assert list(words) == sorted(words)
    assert all(re.fullmatch(r"[a-z]{4,7}", word) for word in words)


def test_no_slip_of_one_letter_makes_one_word_of_another() -> None:
    """No two words are within edit distance 1, nor two neighbouring letters exchanged."""
    assert [pair for pair in combinations(seal_words(), 2) if close(*pair)] == []
    assert close("apple", "aple")
    assert close("aple", "apple")
    assert close("apple", "applf")
    assert close("apple", "appel")
    assert not close("apple", "axxle")


def test_the_words_of_a_seal_are_those_of_its_first_four_bytes() -> None:
    """They are the words at the places that the bytes name, and the rest of the seal does not count."""
    words = seal_words()
    assert in_words("00017fff" + "ab" * 28) == " ".join((words[0], words[1], words[127], words[255]))
    assert in_words("00017fff" + "cd" * 28) == in_words("00017fff")
    assert in_words("") == ""
    with pytest.raises(ValueError, match="hexadecimal"):
        in_words("no seal")


def test_every_letter_tells_its_seal_in_full_and_in_words() -> None:
    """Reports and invitations, as text and as HTML, have both, the words below the seal."""
    told = [(one.seal, made) for one, made in letters(5, 40)]
    told += [(one.seal, made) for one, made in invitations()]
    assert len(told) > 5
    for seal, made in told:
        assert f"\nSeal {seal}\nIn words: {in_words(seal)}\n" in f"{made.text}\n"
        assert f"Seal {seal}<br>In words: {in_words(seal)}</p>" in made.html
