"""The pure core of tournaments: no Django, no clock, no I/O, no text for people."""
