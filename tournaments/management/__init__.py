"""Commands for directors and developers."""
