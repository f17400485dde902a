"""Games in `/api/v1/`: the same services and queries as the pages, formatted as JSON. No rule is decided
here.
"""
