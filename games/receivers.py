"""What follows when the games app announces something: one line each, a task."""
