"""Competitions of games: entries, seating, rounds, standings."""
