"""What follows when the apps announce something: one line each, a task."""
