"""What a director does next, and what stands in the way: one answer for the largest button on the page."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.enums import EntrantStatus, RoundKind, RoundStatus, TableMode, TournamentStatus
from tournaments.models import Entrant, SeatingDraft, Tournament
from tournaments.queries.coming import ComingRound
from tournaments.queries.plans import SeatingPlan
from tournaments.queries.round_words import tie_sentence
from tournaments.queries.rounds import RoundLine
from tournaments.queries.stages import StageRound

FEWEST = 2


@dataclass(frozen=True, slots=True)
class NextAction:
    """`code` is what to do: open, people (enter them or check them in), generate, publish, start, wait, resume, review,
    finish or none.

    `label` is for the button ("" where there is nothing to press), `sentence` says why or what it does.
    `draft_id` and `round_id` are what it is done to. `on_paper` is whether real cards are played next.
    """

    code: str
    label: str
    sentence: str
    draft_id: int | None = None
    round_id: int | None = None
    on_paper: bool = False


def next_action(tournament: Tournament, coming: ComingRound, open_round: RoundLine | None) -> NextAction:
    """The one step that moves the event on."""
    if tournament.status == TournamentStatus.DRAFT:
        return NextAction("open", _("Open the event"), _("It is then shown, and people can enter."))
    if tournament.status == TournamentStatus.REVIEW:
        return NextAction(
            "finish", _("Make the standings final"), _("After this, results can no longer be objected to.")
        )
    if tournament.is_over:
        return NextAction("none", "", "")
    if tournament.paused_at is not None:
        return NextAction("resume", _("Go on"), _("All clocks run again, moved by the length of the pause."))
    if open_round is not None:
        return _with_round(tournament, open_round)
    if coming.kind is None:
        if coming.is_all_played:
            return NextAction(
                "review", _("Close the event"), _("All rounds are played and no tie that matters is left.")
            )
        return NextAction("none", "", coming.obstacle)
    return _with_coming(tournament, coming)


def _with_round(tournament: Tournament, round_: RoundLine) -> NextAction:
    if round_.status == RoundStatus.PUBLISHED:
        on_paper = tournament.format.table_mode == TableMode.PAPER
        if not on_paper:
            sentence = _("Everybody has found a seat? The cards are dealt and the clocks run.")
        elif tournament.format.round_seconds is not None:
            sentence = _("Everybody has found a seat? The tables begin, and the clock runs.")
        else:
            sentence = _("Everybody has found a seat? The tables begin.")
        label = _("Start %(round)s") % {"round": round_.title}
        return NextAction("start", label, sentence, round_id=round_.round_id, on_paper=on_paper)
    left = round_.tables - round_.settled
    sentence = ngettext("%(left)d table still plays.", "%(left)d tables still play.", left) % {"left": left}
    return NextAction("wait", "", sentence, round_id=round_.round_id)


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "name"))


def _ties(tournament: Tournament, coming: ComingRound) -> str:
    """Who plays off what, for each tie of the coming extra round."""
    names = _names(tournament)
    ties = dict.fromkeys(table.tie for table in coming.extra.tables) if coming.extra else {}
    return " ".join(tie_sentence(tie, names) for tie in ties)


def _stage(tournament: Tournament, stage: StageRound) -> tuple[str, str]:
    """The button and the sentence for a semifinal or final: who plays it, and whom a lot let through."""
    names = _names(tournament)
    is_final = stage.kind is RoundKind.FINAL
    label = _("Seat the final") if is_final else _("Seat the semifinals")
    between = pgettext("between names", ", ")
    text = (_("In the final: %(names)s.") if is_final else _("In the semifinals: %(names)s.")) % {
        "names": between.join(names[entrant] for entrant in stage.order)
    }
    if stage.drawn:
        drawn = between.join(names[entrant] for entrant in stage.drawn)
        text += " " + _("Drawn by lot among the tied: %(names)s.") % {"names": drawn}
    return label, text


def _with_coming(tournament: Tournament, coming: ComingRound) -> NextAction:
    drafts = SeatingDraft.objects.filter(
        tournament=tournament, round_number=coming.number, kind=coming.kind or RoundKind.MAIN
    ).order_by("-pk")
    draft = next((d for d in drafts if SeatingPlan.from_json(d.plan_json).field == coming.field), None)
    count = len(coming.field)
    if draft is not None:
        return NextAction(
            "publish",
            _("Publish the seating"),
            _("Everybody sees where to sit; no clock runs yet."),
            draft_id=draft.pk,
        )
    if coming.kind == RoundKind.EXTRA:
        return NextAction(
            "generate",
            _("Seat the extra round"),
            _ties(tournament, coming),
        )
    if coming.stage is not None:
        return NextAction("generate", *_stage(tournament, coming.stage))
    missing = _missing(tournament) if tournament.format.check_in else 0
    if count < FEWEST:
        return _people(missing)
    sentence = ngettext(
        "%(count)d entrant is to be seated.", "%(count)d entrants are to be seated.", count
    ) % {"count": count}
    if missing:
        left = ngettext(
            "%(n)d who is entered isn't checked in.", "%(n)d who are entered aren't checked in.", missing
        )
        sentence = f"{sentence} {left % {'n': missing}}"
    return NextAction("generate", _("Seat the next round"), sentence)


def _missing(tournament: Tournament) -> int:
    """How many are entered, and not checked in where that is asked for."""
    return Entrant.objects.filter(tournament=tournament, status=EntrantStatus.ENTERED, standby=False).count()


def _people(missing: int) -> NextAction:
    """There are too few to seat: they are to be checked in, or first of all to be entered."""
    if not missing:
        return NextAction(
            "people", _("Enter people"), _("By themselves on the entry page, by you by name, or from a file.")
        )
    sentence = ngettext("%(n)d is entered and not here yet.", "%(n)d are entered and not here yet.", missing)
    return NextAction("people", _("Check people in"), sentence % {"n": missing})
