"""Text for moves, deals and games: what PGN is to chess."""

from __future__ import annotations

from games.engine.moves import format_move, parse_move

__all__ = ["format_move", "parse_move"]
