"""The event's scoring rules as the engine's values: scheme, chain of tiebreaks, what a bye is worth."""

from games.queries.rulesets import Ruleset, read_ruleset, team_size
from tournaments.engine import results as engine
from tournaments.engine.lots import LotIds
from tournaments.engine.metrics import TiebreakOptions
from tournaments.engine.records import Drops, DropUnit
from tournaments.engine.scoring import Scheme, SchemeKind
from tournaments.engine.tiebreaks import check_chain
from tournaments.errors import FormatError
from tournaments.formats import FormatOptions, TieAfterCap
from tournaments.models import Entrant, Tournament


def ruleset_of(tournament: Tournament) -> Ruleset:
    """The rules of the event's games, as a frozen value."""
    return read_ruleset(tournament.ruleset_json)


def scheme_of(options: FormatOptions, ruleset: Ruleset) -> Scheme:
    """How a table's result becomes points. Raises FormatError for a scheme there isn't."""
    size = options.table_sizes[0]
    try:
        return Scheme(
            kind=SchemeKind(options.scheme),
            nominal_size=size // team_size(ruleset),
            nominal_deals=ruleset.deals_planned(size) or 1,
            win_bonus=options.win_bonus,
            loss_cap=options.loss_cap,
        )
    except engine.StandingsError as error:
        raise FormatError(str(error.about), f"{error.about}_not_with_scheme") from None
    except ValueError:
        raise FormatError("scheme", "unknown") from None


def drops_of(options: FormatOptions) -> Drops | None:
    """Which results count; None where all do."""
    return Drops(options.drop_kind, options.drop_count, options.drop_unit) if options.drop_count else None


def tiebreak_options(tournament: Tournament) -> TiebreakOptions:
    """The lot's seed is the event's own, published with the standings."""
    return TiebreakOptions(
        shared_win=tournament.format.shared_win,
        lot_seed=str(tournament.rng_seed),
        lot_ids=lot_ids(tournament),
    )


def lot_ids(tournament: Tournament) -> LotIds:
    """The ids under which lots are drawn, where an imported event's entrants have others now."""
    if not tournament.sealed_as:
        return {}
    found = Entrant.objects.filter(tournament=tournament).values_list("pk", "lot_id")
    return {pk: lot_id for pk, lot_id in found if lot_id is not None}


def check_scoring(options: FormatOptions, ruleset: Ruleset) -> None:
    """Raises FormatError where scheme or chain make no sense, and where the tables don't fit the game."""
    if any(not ruleset.min_players <= size <= ruleset.max_players for size in options.table_sizes):
        raise FormatError("table_sizes", "not_in_this_game")
    if options.drop_count >= options.rounds and options.drop_unit is DropUnit.ROUND:
        raise FormatError("drop_count", "as_many_as_rounds")
    scheme = scheme_of(options, ruleset)
    try:
        if options.tiebreaks:
            check_chain(options.tiebreaks, scheme, TiebreakOptions(lot_seed="any"))
    except engine.StandingsError as error:
        raise FormatError("tiebreaks", error.reason.value) from None


def bye_value(options: FormatOptions) -> engine.ByeValue:
    return engine.ByeValue(options.bye_value.value)


def lot_decides(options: FormatOptions) -> bool:
    """Whether a tie that the last allowed extra round left is drawn by lot (else the place is shared)."""
    return options.tie_after_cap is TieAfterCap.LOT
