"""Bringing an event file into a club: new ids, the same results, or nothing at all.

The file is read strictly, its seal compared, everything written in one transaction, and then the whole audit made on
what was written: games are replayed, standings computed anew from the results, the chain of acts followed. What
doesn't hold refuses the file. `check_file` does the same in a transaction that is always taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.errors import BadName
from accounts.models import Club, Player, User
from accounts.names import name_key, sort_key
from accounts.permissions import can_organise
from accounts.services import find_or_make_player, usable_name
from games.errors import OptionError
from games.plain import PlainError, read_json, read_part
from games.queries.rulesets import read_ruleset
from games.services.game_import import import_sources
from tournaments import event_file as file
from tournaments.errors import EventFileRefused, FormatError
from tournaments.formats import FormatOptions
from tournaments.models import (
    AuditRow,
    Entrant,
    EntrantMember,
    Fee,
    KeepApart,
    KeepApartMember,
    Penalty,
    Prize,
    SeatingDraft,
    Tournament,
)
from tournaments.queries.audit import AuditReport, audit_event
from tournaments.queries.chain import FIRST_HASH, expected_hash
from tournaments.queries.event_export import seal_of
from tournaments.queries.scoring import check_scoring
from tournaments.services.acts import record_act
from tournaments.services.event_import_rounds import RoundsImport, mapped_plan
from tournaments.services.locks import require
from tournaments.services.setup import check_zone


@dataclass(frozen=True, slots=True)
class ReadEventFile:
    """A file that could be read. `is_sealed` is whether its seal is that of its content."""

    part: file.EventPart
    seal: str
    is_sealed: bool


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is in a file and whether all of it holds. `counts` are players, entrants, rounds, games and acts."""

    name: str
    club: str
    starts_on: date
    has_names: bool
    is_sealed: bool
    players: int
    entrants: int
    rounds: int
    games: int
    acts: int
    audit: AuditReport

    @property
    def is_clean(self) -> bool:
        return self.is_sealed and self.audit.is_clean


def read_event_file(data: bytes) -> ReadEventFile:
    """The file's content. Raises EventFileRefused with the line or path of what can't be read."""
    if len(data) > file.MOST_BYTES:
        raise EventFileRefused("", "too_large")
    try:
        body = read_json(data)
        if not isinstance(body, dict) or body.get("format") != file.FORMAT:
            raise PlainError("format", "not_an_event_file")
        if body.get("version") != file.VERSION:
            raise PlainError("version", "another_version")
        if set(body) != {"format", "version", "content", "seal"}:
            raise PlainError("file", "unknown")
        part = read_part(file.EventPart, body["content"], "content")
    except PlainError as error:
        raise EventFileRefused(error.path, error.reason) from None
    seal = seal_of({name: value for name, value in body.items() if name != "seal"})
    return ReadEventFile(part, seal, body["seal"] == seal)


def check_file(*, data: bytes) -> FileReport:
    """Everything that can be said about a file without the installation that wrote it. Keeps nothing.

    Raises EventFileRefused for one that can't be read.
    """
    read = read_event_file(data)
    part = read.part
    with transaction.atomic():
        club = Club.objects.create(
            name=f"Check {read.seal[:12]}", slug=f"check-{read.seal[:12]}", is_public=False
        )
        audit = audit_event(_imported(read, club, None))
        transaction.set_rollback(True)
    return FileReport(
        name=part.event.name,
        club=part.event.club,
        starts_on=part.event.starts_on,
        has_names=part.has_names,
        is_sealed=read.is_sealed,
        players=len(part.players),
        entrants=len(part.entrants),
        rounds=len(part.rounds),
        games=sum(len(table.games) for round_ in part.rounds for table in round_.tables),
        acts=len(part.log),
        audit=audit,
    )


@transaction.atomic
def import_event(*, data: bytes, club: Club, actor: User | None) -> Tournament:
    """The event of the file as one of `club`, under ids of its own; people are the club's players of the same names.

    Raises NotAllowed; EventFileRefused for a file that can't be read, was changed, or in which something doesn't hold.
    Nothing is kept then.
    """
    require(actor is None or can_organise(actor, club))
    read = read_event_file(data)
    if not read.is_sealed:
        raise EventFileRefused("seal", "changed")
    tournament = _imported(read, club, actor)
    audit = audit_event(tournament)
    if not audit.is_clean:
        line = next(line for line in audit.lines if line.problems)
        problem = line.problems[0]
        raise EventFileRefused(
            _("%(rule)s: %(detail)s") % {"rule": line.name, "detail": problem.detail}, "does_not_hold"
        )
    return tournament


def _imported(read: ReadEventFile, club: Club, actor: User | None) -> Tournament:
    """Write everything. Raises EventFileRefused, with which the transaction goes."""
    try:
        with transaction.atomic():
            return _Import(read, club, actor).written()
    except PlainError as error:
        raise EventFileRefused(error.path, error.reason) from None
    except (IntegrityError, DataError) as error:
        constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
        raise EventFileRefused(constraint or "content", "contradicts_itself") from None


class _Import:
    """One file on its way into one club."""

    def __init__(self, read: ReadEventFile, club: Club, actor: User | None) -> None:
        self.read, self.part, self.club, self.actor = read, read.part, club, actor
        self.players: dict[int, Player] = {}
        self.entrants: dict[int, int] = {}

    def written(self) -> Tournament:
        tournament = self._tournament()
        self._write_players()
        self._write_entrants(tournament)
        sources = import_sources(sources=self.part.sources, path="content.sources")
        RoundsImport(tournament, self.players, self.entrants, sources).write(self.part.rounds)
        self._write_drafts(tournament)
        self._write_penalties(tournament)
        self._write_money(tournament)
        self._write_apart(tournament)
        _write_log(tournament, self.part)
        record_act(
            tournament=tournament,
            action="import_event",
            actor=self.actor,
            seal=self.read.seal,
            acts=len(self.part.log),
        )
        return tournament

    def _tournament(self) -> Tournament:
        facts = self.part.event
        ruleset, options = self._rules(facts)
        try:
            check_zone(facts.time_zone)
        except FormatError:
            raise PlainError("content.event.time_zone", "not_known_here") from None
        return Tournament.objects.create(
            club=self.club,
            name=_name(facts.name, "content.event.name"),
            is_public=facts.is_public,
            is_rehearsal=facts.is_rehearsal,
            status=facts.status,
            paused_at=facts.paused_at,
            review_until=facts.review_until,
            preset=ruleset["preset"],
            ruleset_json=ruleset,
            format_json=options.to_json(),
            starts_on=facts.starts_on,
            starts_time=facts.starts_time,
            entries_close_on=facts.entries_close_on,
            entries_close_time=facts.entries_close_time,
            time_zone=facts.time_zone,
            venue=facts.venue,
            rng_seed=facts.rng_seed,
            sealed_as=facts.sealed_as,
            created_by=self.actor,
        )

    @staticmethod
    def _rules(facts: file.FactsPart) -> tuple[dict[str, Any], FormatOptions]:
        try:
            ruleset = read_ruleset(facts.ruleset)
        except (OptionError, KeyError, TypeError, ValueError, AttributeError):
            raise PlainError("content.event.ruleset", "not_these_rules") from None
        try:
            options = FormatOptions.from_json(facts.format)
            check_scoring(options, ruleset)
        except (FormatError, OptionError, KeyError, TypeError, ValueError, AttributeError):
            raise PlainError("content.event.format", "not_these_options") from None
        return ruleset.to_json(), options

    def _write_players(self) -> None:
        mark = "" if self.part.has_names else f" ({self.read.seal[:4]})"
        keys = set()
        for at, part in enumerate(self.part.players):
            path = f"content.players[{at}]"
            name = _name(part.name + mark, f"{path}.name")
            if part.number in self.players or name_key(name) in keys:
                raise PlainError(path, "twice")
            keys.add(name_key(name))
            self.players[part.number] = find_or_make_player(club=self.club, name=name)[0]

    def _write_entrants(self, tournament: Tournament) -> None:
        """In the order of their old ids, since ids are the last of all tiebreaks."""
        parts = sorted(enumerate(self.part.entrants), key=lambda item: item[1].id)
        for at, part in parts:
            path = f"content.entrants[{at}]"
            name = _name(part.name, f"{path}.name")
            if part.id in self.entrants:
                raise PlainError(f"{path}.id", "twice")
            copied = {
                field: getattr(part, field)
                for field in part.__dataclass_fields__
                if field not in ("id", "members", "substitutes", "name", "entered_at")
            }
            entrant = Entrant.objects.create(
                tournament=tournament, name=name, name_key=name_key(name), sort_key=sort_key(name), **copied
            )
            self.entrants[part.id] = entrant.pk
            self._write_members(tournament, entrant, part, path)
            Entrant.objects.filter(pk=entrant.pk).update(created_at=part.entered_at)

    def _write_members(
        self, tournament: Tournament, entrant: Entrant, part: file.EntrantPart, path: str
    ) -> None:
        if len(part.substitutes) != len(part.members):
            raise PlainError(f"{path}.substitutes", "not_in_order")
        for position, (number, other) in enumerate(zip(part.members, part.substitutes, strict=True)):
            if number not in self.players:
                raise PlainError(f"{path}.members[{position}]", "not_in_the_file")
            if other is not None and other not in self.players:
                raise PlainError(f"{path}.substitutes[{position}]", "not_in_the_file")
            EntrantMember.objects.create(
                entrant=entrant,
                tournament=tournament,
                player=self.players[number],
                substitute=self.players[other] if other is not None else None,
                position=position,
            )

    def _entrant(self, old: int, path: str) -> int:
        if old not in self.entrants:
            raise PlainError(path, "not_in_the_file")
        return self.entrants[old]

    def _write_drafts(self, tournament: Tournament) -> None:
        SeatingDraft.objects.bulk_create(
            SeatingDraft(
                tournament=tournament,
                round_number=part.round_number,
                kind=part.kind,
                rng_seed=part.rng_seed,
                plan_json=mapped_plan(part.plan, self.entrants, f"content.drafts[{at}].plan"),
                certificate_json=part.certificate,
            )
            for at, part in enumerate(self.part.drafts)
        )

    def _write_penalties(self, tournament: Tournament) -> None:
        for at, part in enumerate(self.part.penalties):
            penalty = Penalty.objects.create(
                tournament=tournament,
                entrant_id=self._entrant(part.entrant, f"content.penalties[{at}].entrant"),
                round_number=part.round_number,
                points=part.points,
                reason=part.reason,
                cancelled_at=part.cancelled_at,
            )
            Penalty.objects.filter(pk=penalty.pk).update(created_at=part.created_at)

    def _write_money(self, tournament: Tournament) -> None:
        Fee.objects.bulk_create(
            Fee(
                entrant_id=self._entrant(part.entrant, f"content.fees[{at}].entrant"),
                kind=part.kind,
                amount=part.amount,
                status=part.status,
            )
            for at, part in enumerate(self.part.fees)
        )
        Prize.objects.bulk_create(
            Prize(tournament=tournament, **{name: getattr(part, name) for name in part.__dataclass_fields__})
            for part in self.part.prizes
        )

    def _write_apart(self, tournament: Tournament) -> None:
        for at, part in enumerate(self.part.apart):
            row = KeepApart.objects.create(club=self.club, tournament=tournament, name=part.name)
            for position, number in enumerate(part.players):
                if number not in self.players:
                    raise PlainError(f"content.apart[{at}].players[{position}]", "not_in_the_file")
                KeepApartMember.objects.create(kept_apart=row, player=self.players[number])


def _name(name: str, path: str) -> str:
    try:
        return usable_name(name)
    except BadName:
        raise PlainError(path, "name") from None


def _write_log(tournament: Tournament, content: file.EventPart) -> None:
    """The acts with their marks. Shortened ones get marks of their own, once the old ones were seen to follow
    each other.
    """
    before, previous, rows = FIRST_HASH, FIRST_HASH, []
    for at, part in enumerate(content.log):
        if part.previous_hash != before:
            raise PlainError(f"content.log[{at}].previous_hash", "chain_broken")
        if not isinstance(part.payload, Mapping):
            raise PlainError(f"content.log[{at}].payload", "not_an_object")
        before = part.hash
        row = AuditRow(
            tournament=tournament,
            number=part.number,
            action=part.action,
            actor_name=part.actor,
            payload_json=dict(part.payload),
            previous_hash=previous,
            hash=part.hash,
            created_at=part.created_at,
        )
        if not content.has_names:
            row.hash = expected_hash(row, tournament.seal_id, previous)
        previous = row.hash
        rows.append(row)
    AuditRow.objects.bulk_create(rows)
