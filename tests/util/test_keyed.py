"""HMAC-SHA-256 of short texts."""

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.lots import keyed


@given(st.binary(max_size=64), st.binary(max_size=300))
def test_it_is_what_the_standard_library_makes(key: bytes, text: bytes) -> None:
    """For every key that fits a block of SHA-256, and every text."""
    assert keyed(key, text) == hmac.digest(key, text, "sha256")


def test_a_longer_key_is_refused() -> None:
    """HMAC would hash it first; no key of ours is longer than a block."""
    with pytest.raises(ValueError, match="65 bytes"):
        keyed(bytes(65), b"")
