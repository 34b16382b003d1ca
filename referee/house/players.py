"""Who plays in a seat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays in a seat: address, name, how often the seat was given a new secret, language; "" for what was not given."""

    address: str
    name: str = ""
    key: int = 0
    language: str = ""
