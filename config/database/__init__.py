"""The database as Django's settings name it (`ENGINE`)."""
