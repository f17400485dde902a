"""Pages of a person's own account, beside those of the library."""
