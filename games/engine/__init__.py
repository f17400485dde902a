"""The rules of Knock Rummy and Gin Rummy in pure Python.

No Django, no clock, no input or output and no text for people. Import the
module you need (`games.engine.cards`, `games.engine.melds`, ...): this package
imports nothing by itself, so a caller pays only for what is used.
"""
