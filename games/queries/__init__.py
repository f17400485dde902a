"""Reads of the games app: querysets in, frozen read models out. Nothing here writes."""
