"""Pages of events. A view asks one query and renders, or calls one service and redirects: it decides nothing."""
