"""Live pages: streams that say "topic T is now at version V" and never what it holds (stack: live updates).

`hub` keeps the open streams of this process, `listener` hears PostgreSQL's notifications, `app` speaks HTTP.
Tickets and pokes are made in games.services.live.
"""
