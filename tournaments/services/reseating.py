"""Seats of a round that is published already: wrong chairs swapped, a free chair taken by somebody on standby, an empty
one given up. Drafts are drafts.py's; nothing here deals a card or touches a result that stands.

Who sits where is a fact of the round, so standings and history follow by themselves. What was told or reported at a
table is kept: see `swap_seats`.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.queries.rulesets import team_size
from tournaments.enums import (
    EntrantStatus,
    ResultStatus,
    RoundKind,
    RoundStatus,
    SeatOccupant,
    TableMode,
    TableStatus,
)
from tournaments.errors import BadMove, WrongStatus
from tournaments.models import Bye, Entrant, PaperDeal, Round, Table, TableSeat, Tournament
from tournaments.queries.chairs import may_sit
from tournaments.queries.scoring import ruleset_of
from tournaments.services.acts import record_act
from tournaments.services.locks import announce_change, locked_for_director
from tournaments.services.scores import stored_scores, write_result
from tournaments.services.substitution import seat_name
from tournaments.services.table_games import bot_names
from tournaments.services.telling import moved_deals

NO_SHOW = "no_show"
_PERSON_FIELDS = ("occupant", "entrant", "player", "name", "bot_level", "team_member")


@transaction.atomic
def swap_seats(*, first: TableSeat, second: TableSeat, actor: User | None) -> Round:
    """Exchange who sits on two chairs of the open round. On real cards also while the table plays. In a game of teams
    the whole teams change places, or partners their two chairs.

    At one table the deals told and reported go along with the people; between two tables they stay with the chair,
    since whoever really sat there played them. Raises NotAllowed, BadMove (a bot with a bot), WrongStatus once cards
    are dealt online or a result stands.
    """
    tournament, one, two = _locked(first, second, actor)
    if one.pk == two.pk or (one.entrant_id is None and two.entrant_id is None):
        raise BadMove(_("Choose two people, or a person and a bot."), "same")
    if one.table_id != two.table_id:
        _require_no_tie(one.table.round)
    for chair in (one, two):
        _require_movable(chair.table, with_deals=True)
    pairs = _pairs(tournament, one, two)
    moved = [(mine.seat, theirs.seat) for mine, theirs in pairs] if one.table_id == two.table_id else []
    for places in moved:
        told = moved_deals(PaperDeal.objects.filter(table=one.table_id), *places)
        PaperDeal.objects.bulk_update(told, ["deal_json"])
    for mine, theirs in pairs:
        _exchange(mine, theirs)
    for table in {one.table_id: one.table, two.table_id: two.table}.values():
        _rewrite_report(table, moved)
    record_act(
        tournament=tournament,
        action="swap_seats",
        actor=actor,
        round=one.table.round.number,
        first=one.name,
        second=two.name,
        tables=[one.table.number, two.table.number],
        chairs=[one.pk, two.pk],
    )
    announce_change(tournament)
    return one.table.round


def _pairs(tournament: Tournament, one: TableSeat, two: TableSeat) -> list[tuple[TableSeat, TableSeat]]:
    """The chairs to be exchanged: these two, or all of two teams, whose players sit across from each other."""
    size = team_size(ruleset_of(tournament))
    if size == 1 or (one.entrant_id == two.entrant_id and one.entrant_id is not None):
        return [(one, two)]
    sides = []
    for chair in (one, two):
        chairs = list(TableSeat.objects.filter(table=chair.table_id).order_by("seat"))
        count = max(1, len(chairs) // size)
        sides.append([found for found in chairs if found.seat % count == chair.seat % count])
    return list(zip(*sides, strict=True))


def _locked(
    first: TableSeat, second: TableSeat, actor: User | None
) -> tuple[Tournament, TableSeat, TableSeat]:
    tournament = locked_for_director(first.table.round.tournament_id, actor)
    chairs = TableSeat.objects.select_related("table__round__tournament", "entrant", "player")
    one, two = chairs.get(pk=first.pk), chairs.get(pk=second.pk)
    if one.round_id != two.round_id or one.table.round.tournament_id != tournament.pk:
        raise BadMove(_("These chairs aren't in one round."), "round")
    return tournament, one, two


def _require_single_players(tournament: Tournament) -> None:
    if team_size(ruleset_of(tournament)) > 1:
        raise BadMove(_("A team comes or goes as a whole. Somebody can play for one of its players."), "team")


def _require_movable(table: Table, *, with_deals: bool) -> None:
    """Raises WrongStatus where people of the table can't change chairs any more."""
    round_ = table.round
    if round_.status == RoundStatus.PUBLISHED:
        return
    if round_.status != RoundStatus.PLAYING:
        raise WrongStatus(_("This round isn't open."), status=round_.status)
    if table.mode != TableMode.PAPER:
        raise WrongStatus(
            _("Cards are dealt at this table: seats can't be changed. A bot can play for somebody.")
        )
    if table.status not in (TableStatus.PLAYING, TableStatus.DECIDED):
        raise WrongStatus(_("The result of this table stands, or is disputed: put the result right."))
    if not with_deals and (table.results.exists() or table.told_deals.exists()):
        raise WrongStatus(_("Deals of this table are entered already; who played them keeps the chair."))


def _require_no_tie(round_: Round) -> None:
    if round_.kind == RoundKind.EXTRA:
        raise BadMove(_("Who plays off a tie follows from the tie."), "extra")


def _exchange(one: TableSeat, two: TableSeat) -> None:
    """Swap the people of two chairs. One chair is a bot's in between, since nobody sits on two."""
    taken = {name: getattr(one, name) for name in _PERSON_FIELDS}
    given = {name: getattr(two, name) for name in _PERSON_FIELDS}
    for chair in (one, two):
        chair.occupant, chair.entrant, chair.player = SeatOccupant.BOT, None, None
        chair.save(update_fields=["occupant", "entrant", "player"])
    for chair, person in ((one, given), (two, taken)):
        for name, value in person.items():
            setattr(chair, name, value)
        chair.save(update_fields=list(_PERSON_FIELDS))


def _rewrite_report(table: Table, moved: Sequence[tuple[int, int]]) -> None:
    """Repeat a report that waits for a second person as a new version, with the people as they sit now. The numbers
    of the two chairs of each pair in `moved` are exchanged: they go along with the people.
    """
    before = table.results.filter(status=ResultStatus.PROPOSED).first()
    if before is None:
        return
    scores = stored_scores(before)
    deals, seat = before.deals_json, before.entered_seat
    for first, second in moved:
        scores[first], scores[second] = scores[second], scores[first]
        holder = [PaperDeal(deal_json=deal) for deal in deals or []]
        deals = [deal.deal_json for deal in moved_deals(holder, first, second)] or None
        if seat in (first, second):
            seat = second if seat == first else first
    write_result(
        table,
        [replace(score) for score in scores],
        status=ResultStatus.PROPOSED,
        source=before.source,
        actor=before.entered_by,
        seat=seat,
        deals=deals,
    )


@transaction.atomic
def take_seat(
    *, entrant: Entrant, table: Table, actor: User | None, chair: TableSeat | None = None
) -> TableSeat:
    """Give somebody without a seat in the open round one: `chair`, whose bot or no-show gives way, else a new one at
    the table's end. Whoever gives way has a bye that is worth nothing.

    Raises NotAllowed, BadMove (seated already, table full, not in this final), WrongStatus once cards are dealt or
    deals are entered.
    """
    tournament = locked_for_director(table.round.tournament_id, actor)
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    entrant = tournament.entrants.prefetch_related("members__player", "members__substitute").get(
        pk=entrant.pk
    )
    _require_single_players(tournament)
    _require_no_tie(table.round)
    _require_movable(table, with_deals=False)
    _require_free(table.round, entrant)
    if chair is None:
        chair = _new_chair(tournament, table)
    else:
        chair = TableSeat.objects.select_related("entrant").get(pk=chair.pk, table=table)
    gone = chair.entrant
    _sit(chair, entrant)
    if gone is not None:
        Bye.objects.create(round=table.round, entrant=gone, reason=NO_SHOW)
    Bye.objects.filter(round=table.round, entrant=entrant).delete()
    if entrant.joined_round > table.round.number:
        entrant.joined_round = table.round.number
        entrant.save(update_fields=["joined_round"])
    record_act(
        tournament=tournament,
        action="take_seat",
        actor=actor,
        round=table.round.number,
        table=table.number,
        name=entrant.name,
        instead=gone.name if gone is not None else "",
    )
    announce_change(tournament)
    return chair


def _require_free(round_: Round, entrant: Entrant) -> None:
    if entrant.status not in (EntrantStatus.ENTERED, EntrantStatus.CHECKED_IN):
        raise BadMove(_("Only who is in the event can take a seat."), "status")
    allowed = may_sit(round_)
    if allowed is not None and entrant.pk not in allowed:
        raise BadMove(
            _(
                "%(name)s didn't reach this round. Somebody can play for who did: on that entrant's page, Substitute."
            )
            % {"name": entrant.name},
            "stage",
        )
    if TableSeat.objects.filter(round=round_, entrant=entrant).exists():
        raise BadMove(_("%(name)s has a seat in this round.") % {"name": entrant.name}, "seated")


def _new_chair(tournament: Tournament, table: Table) -> TableSeat:
    seats = table.seats.count()
    if seats >= ruleset_of(tournament).max_players:
        raise BadMove(_("Table %(number)d is full.") % {"number": table.number}, "full")
    return TableSeat(table=table, round_id=table.round_id, seat=seats)


def _sit(chair: TableSeat, entrant: Entrant) -> None:
    """Put an entrant on a chair, which may be new."""
    members = list(entrant.members.all())
    chair.occupant, chair.entrant = SeatOccupant.ENTRANT, entrant
    chair.name = seat_name(members[0], entrant.name) if members else entrant.name
    chair.player = (members[0].substitute or members[0].player) if members else None
    chair.bot_level, chair.team_member = entrant.bot_level, 0
    chair.save()


@transaction.atomic
def give_up_seat(*, chair: TableSeat, actor: User | None) -> Table:
    """Somebody doesn't show up: online a bot has the chair, on real cards the table plays without it where enough are
    left. The entrant has a bye that is worth nothing, and isn't checked in any more where the event asks for it.

    Raises NotAllowed, BadMove where too few would be left, WrongStatus once cards are dealt or deals are entered.
    """
    tournament = locked_for_director(chair.table.round.tournament_id, actor)
    chair = TableSeat.objects.select_related("table__round__tournament", "entrant").get(pk=chair.pk)
    table, entrant = chair.table, chair.entrant
    _require_single_players(tournament)
    _require_no_tie(table.round)
    _require_movable(table, with_deals=False)
    if entrant is None:
        raise BadMove(_("A bot has this chair."), "bot")
    if table.mode == TableMode.PAPER:
        _remove_chair(tournament, chair)
    else:
        chair.occupant, chair.entrant, chair.player = SeatOccupant.BOT, None, None
        chair.name, chair.bot_level = _free_bot_name(table.round), tournament.format.bot_level
        chair.save(update_fields=list(_PERSON_FIELDS))
    Bye.objects.create(round=table.round, entrant=entrant, reason=NO_SHOW)
    if tournament.format.check_in and entrant.status == EntrantStatus.CHECKED_IN:
        entrant.status, entrant.checked_in_at = EntrantStatus.ENTERED, None
        entrant.save(update_fields=["status", "checked_in_at"])
    record_act(
        tournament=tournament,
        action="give_up_seat",
        actor=actor,
        round=table.round.number,
        table=table.number,
        entrant=entrant.pk,
        name=entrant.name,
    )
    announce_change(tournament)
    return table


def _free_bot_name(round_: Round) -> str:
    taken = set(round_.seats.values_list("name", flat=True))
    return next(name for name in bot_names() if name not in taken)


def _remove_chair(tournament: Tournament, chair: TableSeat) -> None:
    """Take a chair away; those behind it move up, so that seats have no gap."""
    behind = list(chair.table.seats.filter(seat__gt=chair.seat).order_by("seat"))
    if chair.table.seats.count() - 1 < ruleset_of(tournament).min_players:
        raise BadMove(_("Too few would be left at the table. Let somebody else take the seat."), "too_few")
    chair.delete()
    for follower in behind:
        follower.seat -= 1
        follower.save(update_fields=["seat"])
