"""Semifinals and final as the records have them: which cut was made when, and which is to be made next.

Who passed a cut is who was seated in the first round after it, and never worked out again: a later correction
shows who would have passed, and changes nobody's seat (docs/standings.md, "Finals").
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.extra_rounds import Tie
from tournaments.engine.standings import Cut
from tournaments.enums import RoundKind
from tournaments.stage_format import StageOptions


@dataclass(frozen=True, slots=True)
class RoundFact:
    """A round that wasn't cancelled: its number, kind, whether it is completed, an extra round's ties, and who
    was to play a semifinal or final.
    """

    number: int
    kind: RoundKind
    is_completed: bool
    ties: tuple[Tie, ...] = ()
    field: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A semifinal or final of the format, and how many of its rounds were made and played up to a round.

    `cut` is None before its first round was published.
    """

    kind: RoundKind
    options: StageOptions
    cut: Cut | None
    completed: int

    @property
    def is_over(self) -> bool:
        return self.completed >= self.options.rounds


@dataclass(frozen=True, slots=True)
class StageRound:
    """The coming round of a stage: who plays it, best first. `played` are the rounds of the stage so far.

    `drawn` are those whom a lot let through, where a tie at the line was left to it.
    """

    kind: RoundKind
    options: StageOptions
    order: tuple[int, ...]
    played: int = 0
    drawn: tuple[int, ...] = ()

    @property
    def field(self) -> tuple[int, ...]:
        return tuple(sorted(self.order))


def stage_kinds(stages: int) -> tuple[RoundKind, ...]:
    """The last stage is the final, one before it the semifinals."""
    return (RoundKind.SEMI, RoundKind.FINAL)[2 - stages :] if stages else ()


def stages_at(
    options: Sequence[StageOptions], facts: Sequence[RoundFact], after_round: int | None = None
) -> tuple[Stage, ...]:
    """The stages of the format in order, as they stood after that round (None: as they stand now)."""
    found: list[Stage] = []
    for kind, chosen in zip(stage_kinds(len(options)), options, strict=True):
        own = [
            fact
            for fact in facts
            if fact.kind is kind and (after_round is None or fact.number <= after_round)
        ]
        cut = (
            Cut(own[0].number - 1, own[0].field, chosen.carried, chosen.level_by_place and not chosen.carried)
            if own
            else None
        )
        found.append(Stage(kind, chosen, cut, sum(fact.is_completed for fact in own)))
    return tuple(found)
