"""Forms of the tournaments app: they check the shape of what comes in and call one service."""
