"""What the whole API shares: reading bodies, answering errors, paging. Its resources live in the apps."""
