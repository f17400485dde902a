"""Games of rummy: the pure rules engine, the bots, and (in the Django app) the records of play."""
