"""What the tournaments app announces. Sent after commit, with ids only; receivers are one line each.

table_confirmed: table_id. The table's result counts.
round_completed: round_id. All tables of the round are confirmed.
"""

from django.dispatch import Signal

table_confirmed = Signal()
round_completed = Signal()
