"""Everything that writes tournaments. One public service is one transaction: lock, check, write, announce.

Locks are taken from the tournament downwards (tournament, round, tables by id, results), so that no two
services can wait for each other. `actor` is the user who acts; None is the program itself, which may do
everything.
"""
