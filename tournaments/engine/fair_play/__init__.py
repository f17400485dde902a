"""Statistics of fair play: pairs of people whose games together differ from their games with everybody else."""
