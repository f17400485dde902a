"""What pages, API and services read of tournaments: querysets and frozen read models. Nothing here writes."""
