"""The demo evening: a club, 25 people and a spreadsheet, played on the running parts while one watches.

`people` makes who is there, `play` opens the event and waits for it, `show` prints. Everything that happens is done by
the same services, tasks and sweeps as on any other evening; nothing here plays a card.
"""
