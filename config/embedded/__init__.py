"""PostgreSQL, Valkey and the program's own processes on one machine, started and watched by the program
itself.

`stack.Stack` runs all of it; `command` lends a database to a management command; `layout.Layout` says where
things are. Nothing here needs Django, and nothing here is used where DATABASE_URL and BROKER_URL name real
servers.
"""
