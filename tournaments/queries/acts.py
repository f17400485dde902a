"""The director's acts before and after they are done: what an act will do, in a sentence, and who did it.

The sentences stand on the confirm sheets. It reads; the acts themselves are services.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from tournaments.models import AuditRow, Tournament
from tournaments.queries.audit_log import act_label
from tournaments.queries.tonight import TonightPage
from tournaments.queries.tournaments import TournamentPage


@dataclass(frozen=True, slots=True)
class ActSheet:
    """A sheet that asks before an act: title, what will happen, the verb on the button, whether it can't
    be undone.
    """

    act: str
    title: str
    effect: str
    verb: str
    danger: bool = False
    wants_reason: bool = False


def act_sheets(event: TournamentPage, tonight: TonightPage, draft_tables: int) -> tuple[ActSheet, ...]:
    """The sheets of all acts that need one in the state the event is in."""
    found: list[ActSheet] = []
    code = event.next.code if event.next else "none"
    if code == "open":
        effect = _(
            "Everybody who may see the event finds it from now on and can enter. You can hide it again."
        )
        found.append(ActSheet("open", _("Open the event"), effect, _("Open it")))
    if code == "publish":
        found.append(_publish(event, tonight, draft_tables))
    if code == "start":
        found.append(_start(tonight))
    if code == "review":
        effect = _("The standings are shown as final but for objections. You can still correct results.")
        found.append(ActSheet("review", _("Close the event"), effect, _("Close it")))
    if code == "finish":
        effect = _(
            "The standings are final: no penalty or entry can be changed after this, and a wrong result only by a "
            "correction that everybody sees."
        )
        found.append(ActSheet("finish", _("Make the standings final"), effect, _("Make them final")))
    if tonight.is_playing and not event.is_paused:
        effect = _(
            "Every clock of the event stands still until somebody presses “Go on”. No card can be played online."
        )
        found.append(ActSheet("pause", _("Pause the event"), effect, _("Pause")))
    if tonight.round_id is not None:
        found.append(_cancel_round(tonight))
    if event.status not in ("finished", "cancelled"):
        effect = _(
            "The event ends without standings. What was played stays on record. This can't be taken back."
        )
        found.append(ActSheet("cancel", _("Cancel the event"), effect, _("Cancel the event"), True, True))
    return tuple(found)


def _publish(event: TournamentPage, tonight: TonightPage, tables: int) -> ActSheet:
    effect = ngettext(
        "%(tables)d table is shown to everybody. No clock runs yet.",
        "%(tables)d tables are shown to everybody. No clock runs yet.",
        tables,
    ) % {"tables": tables}
    if event.status == "open":
        effect += " " + _("Entries close; you can still enter people who come late.")
    if tonight.missing and event.counts.checked_in:
        effect += " " + ngettext(
            "%(n)d person isn't checked in.", "%(n)d people aren't checked in.", tonight.missing
        ) % {"n": tonight.missing}
    return ActSheet("publish", _("Publish the seating"), effect, _("Publish"))


def _start(tonight: TonightPage) -> ActSheet:
    tables = len(tonight.tables)
    effect = ngettext("%(tables)d table begins.", "%(tables)d tables begin.", tables) % {"tables": tables}
    online = sum(found.table.mode == "online" for found in tonight.tables)
    if online:
        effect += " " + _("Cards are dealt at the online tables and the players' clocks run.")
    seats = [seat for found in tonight.tables for seat in found.table.seats]
    bots = sum(seat.is_bot for seat in seats)
    if bots:
        effect += " " + ngettext("%(n)d bot plays.", "%(n)d bots play.", bots) % {"n": bots}
    title = _("Start %(round)s") % {"round": tonight.title}
    return ActSheet("start", title, effect, _("Start"))


def _cancel_round(tonight: TonightPage) -> ActSheet:
    settled = tonight.settled
    effect = _("All its tables end without a result, and everybody is to be seated again.")
    if settled:
        effect += " " + ngettext(
            "%(n)d result that is in no longer counts.", "%(n)d results that are in no longer count.", settled
        ) % {"n": settled}
    title = _("Cancel %(round)s") % {"round": tonight.title}
    return ActSheet("cancel_round", title, effect, _("Cancel the round"), True, True)


_DONE = {
    "open_entries": gettext_lazy("The event is open."),
    "back_to_draft": gettext_lazy("The event is hidden again."),
    "generate_round": gettext_lazy("The seating is drawn up. Only directors see it."),
    "publish_round": gettext_lazy("The seating is published."),
    "start_round": gettext_lazy("The round has started."),
    "complete_round": gettext_lazy("The round is complete, and the standings are out."),
    "pause": gettext_lazy("All clocks stand still."),
    "resume": gettext_lazy("All clocks run again."),
    "extend_time": gettext_lazy("There is more time."),
    "begin_review": gettext_lazy("The results are up for objections."),
    "reopen": gettext_lazy("Play goes on."),
    "finish": gettext_lazy("The standings are final."),
    "cancel_round": gettext_lazy("The round is cancelled."),
    "cancel_tournament": gettext_lazy("The event is cancelled."),
    "check_in_all": gettext_lazy("Everybody is checked in."),
    "take_call": gettext_lazy("The table sees that you are coming."),
    "close_call": gettext_lazy("The call is answered."),
    "send_message": gettext_lazy("The message is shown."),
    "end_message": gettext_lazy("The message is taken back."),
    "undo": gettext_lazy("Undone."),
}


@dataclass(frozen=True, slots=True)
class ActAnswer:
    """What is said after an act. `mine` is False where somebody else had done it already."""

    text: str
    mine: bool


def act_answer(tournament: Tournament, action: str, actor: User, after: int) -> ActAnswer:
    """What came of an act of that name: done by `actor`, or by somebody else before.

    `after` is the number of the event's last act when the actor's page was made: an act since then by another
    person is the one that the actor wanted to do.
    """
    rows = AuditRow.objects.filter(tournament=tournament, action=action).order_by("-number")
    last = rows.select_related("actor").first()
    if last is None or last.number <= after:
        return ActAnswer(_("Nothing was to be done."), False)
    # what the program does when it is asked to (completing a round) has no author
    if last.actor_id == actor.pk or (last.actor_id is None and action == "complete_round"):
        return ActAnswer(str(_DONE.get(action, act_label(action))), True)
    who = last.actor_name or _("the program")
    text = _("%(name)s did that already: %(act)s.") % {"name": who, "act": act_label(action)}
    return ActAnswer(text, False)


def last_act_number(tournament: Tournament) -> int:
    """The number of the event's newest act, 0 before the first."""
    return (
        AuditRow.objects.filter(tournament=tournament)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )
