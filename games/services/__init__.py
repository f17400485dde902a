"""What changes a game. One public service is one transaction: lock the game, check, write, announce after
commit.
"""
