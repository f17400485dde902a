"""What the games app announces. Sent after commit, with ids only; receivers are one line each.

turn_started: game_id, ply, due_now. A seat is to act, or something is due; `due_now` says that a bot goes
on at once. game_finished: game_id. The game has its result (or was cancelled).
event_asked: game, user. Not an announcement but a question, sent while a table's page is made: an app above
that the game belongs to answers with `games.queries.table_view.EventFacts`, others with None.
analysis_asked: deal_id. Somebody wants to know what the expert would have done in a finished deal.
stepped_in: the sweep that needs no broker did the workers' work just now; apps above do their own lost work.
"""

from django.dispatch import Signal

turn_started = Signal()
game_finished = Signal()
event_asked = Signal()
analysis_asked = Signal()
stepped_in = Signal()
