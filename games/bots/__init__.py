"""Bots: policies on an `Observation`. Pure like the engine, and importing nothing but the engine.

`registry` maps names to bots, `arena` plays them against each other.
"""
