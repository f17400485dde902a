"""Pages of events. A view asks a query and renders, or calls a service and redirects: it decides nothing."""
