"""What the card table's page shows to one viewer: frozen values that templates only format.

Contract of the page, for the views that serve it (`{% url %}` names, all with `public_id`):

* `games:table` renders `games/table.html`, `games:table_fragment` renders `games/_table.html`; both with
  `table: TableView` (from `games.queries.table.table_view`), `game`, `live_ticket` (signed, for topic
  `game-<pk>`).
* `games:move` takes POST `code`, `expected_ply`, `key`. To htmx (`request.htmx`) it answers with the
  fragment, status
  200, 409 or 422, and `refusal` (a sentence) in the context where the move was refused; to a plain form
  with a redirect to the table, the sentence as a message.
* `games:ready` (POST): consent to the next deal. `games:back` (POST): "I'm back". `games:talk` (POST
  `phrase`).
  All three answer like `games:move`; the page hides what has no URL.
* `games:deal` (number): record of a finished deal; `games:fair` (number): its fair-deal page.

A card with `ways` may be knocked with in several ways; the first is what plain `knock-7H` shows.

Everything here was made from an `Observation` of the viewer's own seat, so nothing hidden can be in it.
"""

from dataclasses import dataclass

from games.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the way to this table; the last one is the table itself. `url` may be empty."""

    label: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Where the table belongs, told by the app above: crumbs, a short line for phones, the round's clock.

    `notices` are what the event's desk says to the table now. `call_url` is where its players ask for a director,
    "" where they can't; `is_called` whether they have, and `coming` who comes.
    """

    crumbs: tuple[Crumb, ...] = ()
    title: str = ""
    subtitle: str = ""
    back_url: str = ""
    round_seconds_left: float | None = None
    next_url: str = ""
    next_label: str = ""
    notices: tuple[str, ...] = ()
    call_url: str = ""
    is_called: bool = False
    coming: str = ""


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat at the table. `at` is its place on the felt: w, nw, n, ne, e, or b for the near side of an
    onlooker.

    `short` is a name that fits a column. `total` are the points so far. `note` says what is special in
    words (a bot plays, out of the pool, sits this deal out); `club` is the name of the player's club, "" for
    none; `is_partner` is who plays on the viewer's side; `turn` draws the brass ring.
    """

    seat: int
    name: str
    short: str
    at: str
    cards: int
    total: int
    is_turn: bool = False
    is_dealer: bool = False
    is_bot: bool = False
    is_gone: bool = False
    note: str = ""
    club: str = ""
    speech: str = ""
    is_partner: bool = False


@dataclass(frozen=True, slots=True)
class KnockWay:
    """One way to show the hand in a knock: its code, the melds in short, and what the knock button then says."""

    code: str
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand with what may be done with it; a `*_why` is the sentence when it may not be."""

    card: Card
    position: int
    is_new: bool = False
    discard_code: str = ""
    discard_why: str = ""
    knock_code: str = ""
    knock_label: str = ""
    knock_why: str = ""
    ways: tuple[KnockWay, ...] = ()


@dataclass(frozen=True, slots=True)
class HandGroup:
    """Cards that lie together: a meld with its name and suit letter (runs), or the loose cards."""

    cards: tuple[HandCard, ...]
    is_meld: bool
    label: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """The own hand as its best arrangement; the reader may see it otherwise (hand.js).

    `deadwood` is what would count now and `word` what that is called; where melds count only on the table it
    is the whole hand (`counts_all`).
    """

    groups: tuple[HandGroup, ...]
    count: int
    deadwood: int
    word: str
    counts_all: bool = False

    @property
    def choosers(self) -> tuple[HandCard, ...]:
        """The cards with which one may knock in more than one way."""
        return tuple(item for group in self.groups for item in group.cards if item.ways)

    @property
    def size_classes(self) -> str:
        """Classes from which the style sheet works out how wide a card may be."""
        return f"n{min(self.count, 14)} g{min(len(self.groups), 8)}"


@dataclass(frozen=True, slots=True)
class Piles:
    """Stock and discards. A code is empty where drawing isn't allowed now, and `*_why` says why not; a label is what a
    screen reader says.
    """

    stock_count: int
    pile_count: int
    top: Card | None
    under: tuple[Card, ...] = ()
    stock_code: str = ""
    stock_why: str = ""
    pile_code: str = ""
    pile_why: str = ""
    stock_label: str = ""
    pile_label: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button beside discarding and knocking: pass, cut, re-enter and so on. `spoken` is its name where cards
    stand in the label as marks.
    """

    code: str
    label: str
    is_main: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld that lies on the table, with its name for the label and for a screen reader."""

    cards: tuple[Card, ...]
    label: str
    spoken: str


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Seconds of the turn's own time and of the reserve behind it; `total` is the whole turn."""

    turn_left: float
    total: float
    reserve_left: float
    is_mine: bool


@dataclass(frozen=True, slots=True)
class LogLine:
    """What one seat did in one turn, newest first in the list. `what` picks the sentence
    (templates/games/_log.html), `cards` are a meld laid on the table.
    """

    who: str
    what: str
    taken: Card | None = None
    thrown: Card | None = None
    number: int | None = None
    is_me: bool = False
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What a deal wrote into a column; `knocked` underlines it, None where nothing was written.

    `running` is the column's total after it, where the game keeps one.
    """

    points: int | None
    knocked: bool = False
    running: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A finished deal. `note` says in a word what is special about it: an extra deal, a new game of a match."""

    number: int
    cells: tuple[SheetCell, ...]
    is_last: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """A heading over several columns: one of the games that are played at once."""

    label: str
    span: int


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line under the deals, beside the total: boxes, what is left of a stake; a cell for each column."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The scoresheet: a column per seat or side in the page's order (the viewer's own first), a row per
    finished deal. Points are signed where they are payments (`is_signed`).
    """

    heads: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    facts: tuple[str, ...] = ()
    groups: tuple[SheetGroup, ...] = ()
    lines: tuple[SheetLine, ...] = ()
    is_signed: bool = True


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """Cards laid open together: a meld, the loose rest, or cards laid off on a meld."""

    cards: tuple[Card, ...]
    is_loose: bool = False
    is_laid_off: bool = False


@dataclass(frozen=True, slots=True)
class EndRow:
    """One seat at the end of a deal: the open hand, whom it pays (`pays`, `why`), its net points."""

    name: str
    note: str
    groups: tuple[OpenGroup, ...]
    spoken: str
    net: int
    is_winner: bool
    pays: str = ""
    collects: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class EndBoard:
    """One board's hands laid open, the winner first, under its own headline and explanation."""

    title: str
    text: str
    rows: tuple[EndRow, ...]


@dataclass(frozen=True, slots=True)
class DealEnd:
    """The end of a deal: one headline, one explanation, the board (two where partners play), and what comes
    next.
    """

    number: int
    title: str
    text: str
    boards: tuple[EndBoard, ...]
    next_text: str = ""
    seconds_left: float | None = None
    can_consent: bool = False
    has_record: bool = True


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A line of the final placing of a game."""

    place: int
    name: str
    note: str
    total: int
    is_me: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class GameEnd:
    title: str
    text: str
    rows: tuple[PlaceRow, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole page of one viewer. `seat` is None for an onlooker.

    `headline` is for wide screens; on a phone `headline_short` and `allowed` say the same in two lines.
    `version` counts everything that the page can show, `ply` the moves: a move is sent with the ply it was
    made for. `away` are the seats whose page isn't open any more, for the page to compare ("0,2").
    """

    public_id: str
    topic: str
    version: int
    ply: int
    seat: int | None
    title: str
    game_name: str
    deal_number: int
    deals_planned: int | None
    event: EventFacts
    plates: tuple[Plate, ...]
    my_total: int | None
    i_deal: bool
    headline: str
    headline_short: str
    allowed: str
    detail: str
    piles: Piles | None
    hand: HandView | None
    choices: tuple[Choice, ...]
    clock: TurnClock | None
    sheet: Sheet
    log: tuple[LogLine, ...]
    key: str
    phase: str
    is_my_turn: bool = False
    is_away: bool = False
    is_paused: bool = False
    deal_end: DealEnd | None = None
    game_end: GameEnd | None = None
    phrases: tuple[tuple[str, str], ...] = ()
    melds: tuple[TableMeld, ...] = ()
    has_knock: bool = True
    my_speech: str = ""
    away: str = ""

    @property
    def opponents(self) -> int:
        """How many plates stand around the felt, for its grid."""
        return sum(plate.at != "b" for plate in self.plates)

    @property
    def deal_label(self) -> str:
        """ "6 of 8", or "6" where the score decides the end."""
        return (
            f"{self.deal_number}"
            if self.deals_planned is None
            else f"{self.deal_number} / {self.deals_planned}"
        )
