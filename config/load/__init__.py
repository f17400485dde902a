"""`manage.py load`: many tables at once against a private installation, measured from outside.

`tables` fills the installation, `players` are its people, `listeners` its open pages, `watch` reads what its processes
cost, `report` says how it went beside a recorded run, `judge` whether that is good enough. Nothing here runs in an
installation that people use.
"""
