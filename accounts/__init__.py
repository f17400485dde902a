"""Users, clubs, memberships and players: the lowest app, which knows nothing of games or tournaments."""
