"""Replay: a game step by step in one HTML file, each side as it knew it then."""

from referee.archive.replay.html import page

__all__ = ["page"]
