"""The way the standings are reckoned is frozen when play starts: a change after that is asked for twice, written
down, and gives every published standing a new version (docs/standings.md, "Changes during play").

It guards and records; the change itself is setup.change_settings.
"""

from accounts.models import User
from tournaments.enums import RoundKind, RoundStatus, TournamentStatus
from tournaments.errors import RankingFrozen, WrongStatus
from tournaments.formats import FormatOptions
from tournaments.models import Tournament
from tournaments.queries.ranking_changes import ranking_sentences
from tournaments.services.acts import record_act
from tournaments.services.snapshots import refresh_snapshots

BEFORE_PLAY = (TournamentStatus.DRAFT, TournamentStatus.OPEN)


def frozen_changes(
    tournament: Tournament, options: FormatOptions | None, *, ranking_too: bool
) -> tuple[str, ...]:
    """The options by which `options` would reckon the standings otherwise than since the start of play.

    Raises RankingFrozen unless it is meant (`ranking_too`), WrongStatus for other cuts once a stage has begun
    and for any of it when the event is over.
    """
    if options is None or tournament.status in BEFORE_PLAY:
        return ()
    names = tournament.format.ranked_otherwise(options)
    if not names:
        return ()
    if tournament.is_over:
        raise WrongStatus(status=tournament.status)
    stages = tournament.rounds.filter(kind__in=[RoundKind.SEMI, RoundKind.FINAL])
    if "cuts" in names and stages.exclude(status=RoundStatus.CANCELLED).exists():
        raise RankingFrozen(ranking_sentences(tournament.format, options, ("cuts",)), has_begun=True)
    if not ranking_too:
        raise RankingFrozen(ranking_sentences(tournament.format, options, names))
    return names


def record_ranking_change(
    tournament: Tournament, before: FormatOptions, names: tuple[str, ...], *, actor: User | None
) -> None:
    """Renew the published standings and write down what was changed. The caller holds the lock."""
    was, now = before.to_json(), tournament.format.to_json()
    changed = refresh_snapshots(tournament)
    record_act(
        tournament=tournament,
        action="change_ranking",
        actor=actor,
        before={name: was[name] for name in names},
        after={name: now[name] for name in names},
        standings_changed=changed,
    )
