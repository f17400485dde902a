"""The read side of `/api/v1/` for tournaments: serializers only format what the queries answer."""
