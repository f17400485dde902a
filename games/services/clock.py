"""The database's clock, for services and those above them; read where queries can read it too."""

from games.queries.clock import database_now

__all__ = ["database_now"]
