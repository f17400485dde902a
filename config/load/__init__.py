"""`manage.py load`: many tables at once against a private installation, measured from outside.

`tables` fills the installation, `players` are its people, `listeners` its open pages, `watch` reads what its processes
cost, `report` says how it went and compares with a recorded run. Nothing here runs in an installation that people use.
"""
