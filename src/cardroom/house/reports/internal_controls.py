"""Internal controls as a document, made from the floor and the sheets: what stands where, who may do what, who signs.

It says what this software does and holds people to; what only people do is left as a line to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from cardroom import __version__
from cardroom.documents import document_hash
from cardroom.games.catalogue import is_known
from cardroom.games.citations import show_rule
from cardroom.games.fingerprint import rules_hash
from cardroom.games.jackpot_pages import Act, Console
from cardroom.games.model import Game
from cardroom.house.engine.permissions import MATRIX, permission_name
from cardroom.house.features.approval_conditions.checklist import outside_approval
from cardroom.house.features.approval_conditions.text import HONESTY, OUTSIDE
from cardroom.house.floor import Cards, Dealer, Floor, TablePlan
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.dual_control import LINES
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS, Role
from cardroom.house.reports.papers import Paper, PaperCell, PaperRow, PaperSection, made_at, row, words
from cardroom.house.reports.win_pages import Signature
from cardroom.jackpots import LinkConfig, Source
from cardroom.jackpots.setup.config import LinkTable, show_rate
from cardroom.jackpots.text.citations import rule_for
from cardroom.jackpots.text.display import house_notices
from cardroom.jackpots.text.names import jackpot_name, level_title
from cardroom.money import Money, show_money
from cardroom.table.engine.hand_proof import cards_needed, named

BY_PEOPLE = "________________"  # to be filled in
SOURCES = {Source.TRAY: "the tray", Source.METER: "the meter", Source.HOUSE: "the house"}
STEPS = {
    Act.START: "start of a game",
    Act.FIXED: "fixed pays",
    Act.ORDER: "order of awards",
    Act.PRESS: "the hand is pressed",
    Act.RECORD: "the win is recorded and its amount locked",
    Act.PAY: "the award is paid, the meter changes",
    Act.END: "end of the game",
    Act.BACK_OUT: "a win is backed out",
    Act.ENVY: "envy",
}


def internal_controls(floor: Floor, at: datetime) -> Paper:
    """For a floor file, before or after its house has opened."""
    return Paper(
        house=floor.name,
        title="Internal controls",
        period=f"floor {document_hash(floor)[:16]}",
        notices=HONESTY if floor.links else (),
        sections=tuple(_sections(floor)),
        signatures=tuple(Signature(whose, "") for whose in ("Prepared by", "Approved by", "For the regulator")),
        made=f"{made_at(at)}, Cardroom {__version__}",
    )


def _sections(floor: Floor) -> Iterator[PaperSection]:
    yield _described(floor)
    yield _games(floor)
    yield _tables(floor)
    for link in floor.links:
        yield from _jackpot(floor, link)
    yield _approvals(floor)
    yield _permissions()
    yield _lines()
    yield _chips(floor)
    yield _days(floor)
    yield _keys()
    yield _records(floor)


def _pairs(title: str, pairs: Iterator[tuple[str, str]], says: str = "") -> PaperSection:
    rows = tuple(row((words(what), words(text))) for what, text in pairs)
    return PaperSection(title=title, columns=("", ""), rows=rows, says=says)


def _listed(title: str, columns: tuple[str, ...], rows: Iterator[tuple[str, ...]], says: str = "") -> PaperSection:
    made: list[PaperRow] = [row(map(_cell, one)) for one in rows]
    return PaperSection(title=title, columns=columns, rows=tuple(made), says=says)


def _cell(text: str) -> PaperCell:
    return words(text)


# --- what it describes ------------------------------------------------------------------------------------------------


def _described(floor: Floor) -> PaperSection:
    def pairs() -> Iterator[tuple[str, str]]:
        yield "Card room", floor.name
        yield "Rules of", floor.jurisdiction.title()
        yield "Conditions of", floor.conditions.venue.value if floor.conditions.venue else "no list is kept"
        yield "Software", f"Cardroom {__version__}"
        yield "Floor", document_hash(floor)
        yield "Deals for", "play money" if floor.play_money else "money"

    return _pairs("What this describes", pairs())


def _games(floor: Floor) -> PaperSection:
    games: dict[str, tuple[Game, TablePlan]] = {}
    for plan in floor.tables:
        if is_known(plan.settings.game):
            games.setdefault(plan.settings.game, (plan.settings.rules, plan))

    def rows() -> Iterator[tuple[str, ...]]:
        for game, plan in games.values():
            letter = game.sheet.letter
            found = rules_hash(game, plan.settings.paytables)
            yield game.sheet.title, game.sheet.approval, letter.rules if letter else "", found[:16]

    return _listed("Games", ("sheet", "approval", "rules in force", "rules hash"), rows())


def _tables(floor: Floor) -> PaperSection:
    def rows() -> Iterator[tuple[str, ...]]:
        for plan in floor.tables:
            settings = plan.settings
            known = is_known(settings.game)
            side = ", ".join(
                f"{settings.rules.wager(wager).name}: {settings.paytables[wager].title}"
                for wager in settings.offered
                if wager in settings.paytables
            ) if known else ""  # fmt: skip
            yield (
                f"{table_title(plan)} ({plan.id})",
                settings.rules.name if known else settings.game,
                f"{show_money(settings.minimum)} to {show_money(settings.maximum)}",
                side,
                _dealt(plan),
                "; ".join(OUTSIDE[why] for why in outside_approval(plan)) if known else "",
            )

    columns = ("table", "game", "limits", "wagers and pay tables", "dealt", "departs from its approval")
    return _listed("Tables", columns, rows())


def _dealt(plan: TablePlan) -> str:
    if plan.cards is Cards.REAL:
        return "by people, real cards"
    cards = "cards that the house shuffles"
    return f"by people, {cards}" if plan.dealer is Dealer.HUMAN else f"by the house, {cards}"


# --- jackpots ---------------------------------------------------------------------------------------------------------


def _jackpot(floor: Floor, link: LinkConfig) -> Iterator[PaperSection]:
    name = jackpot_name(link.id)
    yield _pairs(f"{name}: configuration", _configuration(link))
    yield _listed(f"{name}: how it is won", ("hand", "pays", "paid from", "envy"), _lines_won(link), _folded(link))
    yield _listed(
        f"{name}: procedure at the table", ("table", "step", "by rule"), _procedure(link), "Steps of the sheet's page."
    )
    yield _pairs(f"{name}: verified, approved, paid", _approved(floor, link))
    yield _listed(f"{name}: approved components", ("table", "condition"), _components(link))


def _configuration(link: LinkConfig) -> Iterator[tuple[str, str]]:
    kind = "a House jackpot: posted prizes of the house's own money" if link.is_house else "a progressive"
    yield "Kind", kind
    yield "Pay table", link.paytable.title
    yield "Wager", show_money(link.wager)
    for level in link.levels:
        title = level_title(link, level.name)
        if link.is_house:
            yield title, f"posted prize {show_money(level.seed)}"
            continue
        limit = f"limit {show_money(level.maximum)}" if level.maximum is not None else "no limit"
        rates = f"{show_rate(level.contribution)} of each wager, {show_rate(level.reserve)} to the reserve"
        yield title, f"seed {show_money(level.seed)}, {rates}, {limit}"
    yield "Tables", ", ".join(f"{table.id} ({table.console}, sensor {table.sensor})" for table in link.tables)
    yield "Configuration", document_hash(link)[:16]
    if not link.is_house:
        yield "Notice before removal", f"{link.notice_days} days"
        yield "Money of a removed jackpot moves on within", f"{link.transfer_days} days"
    for notice in house_notices(link) if link.is_house else ():
        yield "Shown on its sign", notice


def _lines_won(link: LinkConfig) -> Iterator[tuple[str, ...]]:
    for line in link.paytable.lines:
        pay = line.pays[0]
        if pay is not None:
            envy = str(line.envy) if link.envy and line.envy else ""
            yield line.text, str(pay), SOURCES[link.source(pay)], envy


def _folded(link: LinkConfig) -> str:
    told = {table.id: "qualify" if table.folded_hands_win else "do not qualify" for table in link.tables}
    return "; ".join(f"folded hands at {table} {what}" for table, what in told.items())


def _procedure(link: LinkConfig) -> Iterator[tuple[str, ...]]:
    for act, what in STEPS.items():
        yield from _alike((table.id, (what, _rule(link, table, act))) for table in link.tables)


def _rule(link: LinkConfig, table: LinkTable, act: Act) -> str:
    page = link.page_of(table)
    return show_rule(rule_for(link, table.id, act), table.sheet if page is None else page.title)


def _alike(found: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, ...]]:
    """Tables of which the same is said stand in one row."""
    tables: dict[tuple[str, ...], list[str]] = {}
    for table, says in found:
        tables.setdefault(says, []).append(table)
    for says, names in tables.items():
        yield ", ".join(names), *says


def _approved(floor: Floor, link: LinkConfig) -> Iterator[tuple[str, str]]:
    approvals = floor.approvals
    for table in link.tables:
        if (proof := _proof(floor, table)) is not None:
            yield f"Real cards at {table.id}", f"a hand is proven by {proof}"
    yield "Order of awards", link.award_order.told
    yield "Supervisor", "approves every award that no tray pays"
    where = "at touch displays and keypads" if link.executive_at_keypads else "at touch displays"
    yield "Executive", f"approves with the supervisor from {show_money(link.executive_from)}, {where}"
    three = approvals.three_people_from
    yield (
        "People who take part where people deal",
        ("two at least" if three is None else f"two at least, three from {show_money(three)}"),
    )
    yield "Paid", "a meter's award reseeds its level at once; the winner gets chips, or a hand-pay slip of the cage"
    yield (
        "Undone",
        "only by a back-out or an adjustment for a listed reason, asked for by one person, approved by another",
    )
    yield "Changed", "between games only, asked for by one person, approved by accounting or an executive"
    if not link.is_house:
        yield (
            "Bank account",
            "accruals are deposited at least weekly; a shortfall closes the jackpot (WAC 230-15-455, -715)",
        )


def _proof(floor: Floor, table: LinkTable) -> str | None:
    plan = next((one for one in floor.tables if one.id == table.id), None)
    if plan is None or plan.cards is not Cards.REAL or not is_known(table.game):
        return None
    needed = cards_needed(table.rules, table.wager.id)
    return " and ".join(f"{number} of {named(holder)}" for holder, number in needed.items())


def _components(link: LinkConfig) -> Iterator[tuple[str, ...]]:
    """What the sheets print of systems and displays, with their versions."""

    def found() -> Iterator[tuple[str, tuple[str, ...]]]:
        for table in link.tables:
            page = link.page_of(table)
            for condition in page.conditions.get(Console(table.console), ()) if page is not None else ():
                yield table.id, (condition.text,)

    yield from _alike(found())


# --- people -----------------------------------------------------------------------------------------------------------


def _approvals(floor: Floor) -> PaperSection:
    def pairs() -> Iterator[tuple[str, str]]:
        yield "Accounts", "asked for by one person, approved by another of a different line; ended by one, at once"
        yield "Passwords, PINs, cards", "set by their holder with a one-time code; nobody knows another's"
        yield "Terminals", "enrolled by two people of different lines"
        yield "Fills and credits", "asked for, approved by another, sent and received, each under a name"
        yield "Corrections of rounds", "asked for by a supervisor, approved by another person"
        yield "Gaming days", "corrected by accounting and another person; a closed day never changes"
        yield "Above which a count's difference is explained", show_money(floor.thresholds.count_difference)

    return _pairs("What takes two people", pairs())


def _permissions() -> PaperSection:
    def rows() -> Iterator[tuple[str, ...]]:
        for kind, roles in MATRIX.items():
            staff = [role.value for role in Role if role in roles - PLAYERS - ONLY_SERVICE]
            if staff:
                says = " ".join((kind.__doc__ or "").split())
                yield permission_name(kind), says, ", ".join(staff)

    return _listed(
        "Who may do what", ("action", "what it does", "roles"), rows(), "Everything else is refused, and noted."
    )


def _lines() -> PaperSection:
    def rows() -> Iterator[tuple[str, ...]]:
        for line in dict.fromkeys(LINES.values()):
            yield line.value, ", ".join(role.value for role, of in LINES.items() if of is line), BY_PEOPLE

    return _listed("Lines of staff", ("line", "roles", "people (kept by the room)"), rows(),
                   "Two people of different lines give access. Whoever only reads stands in no line.")  # fmt: skip


# --- chips, days, keys, records ---------------------------------------------------------------------------------------


def _chips(floor: Floor) -> PaperSection:
    def pairs() -> Iterator[tuple[str, str]]:
        opening = "by a count of two people" if floor.opens_by_count else "by its closer, or with a set inventory"
        yield "A table where people deal opens", opening
        yield "It closes", "by a count of its tray: one person counts by value, another checks"
        yield "Drop box", "counted by note by one person of cage or accounting, checked by another"
        yield "A difference is explained in writing above", show_money(floor.thresholds.count_difference)
        yield "Tray too low below", f"{show_rate(floor.watch.tray)} of the opening inventory"
        yield "Chips", ", ".join(show_money(chip.value) for chip in floor.chips)
        yield "The cage", "one person counts cash and chips at the end of a shift, another checks both"
        yield "Its difference is explained in writing above", show_money(floor.thresholds.cage_difference)
        yield "Out of the cage", "cash or chips are taken only with the card of a second person"

    return _pairs("Counts of chips and cash", pairs())


def _days(floor: Floor) -> PaperSection:
    def pairs() -> Iterator[tuple[str, str]]:
        yield "A gaming day ends at", f"{floor.hours.ends} ({floor.hours.zone})"
        yield "It is closed", "by the house itself" if floor.closes_days else "by accounting"
        yield "Then", "its figures are frozen, and the end of its log is signed"
        yield "The log is verified within", f"{floor.watch.verify:g} hours of each day"

    return _pairs("Gaming days", pairs())


def _keys() -> PaperSection:
    def pairs() -> Iterator[tuple[str, str]]:
        yield "Seal key", "hides cards that lie face down in the log; a file of the server, of which a copy lies apart"
        yield "Signing key", "signs the ends of days; its public key is noted outside of the house"
        yield "Keys of winners' data", "one a person; destroyed when the data is erased by two people"
        yield "Who keeps the copies", BY_PEOPLE
        yield "Drop box and tray keys", BY_PEOPLE

    return _pairs("Keys", pairs())


def _records(floor: Floor) -> PaperSection:
    def kept(days: int | None) -> str:
        return "not set: nothing is erased" if days is None else f"{days} days"

    def pairs() -> Iterator[tuple[str, str]]:
        yield "Log", "every command with its person, time, cards and money, chained by hashes; never erased"
        yield "Significant events", "jackpots, voids, corrections, changes, refusals, counts, access, alerts"
        yield "Winning hands and decks are kept for", f"{floor.approvals.keep_cards_days} days"
        yield "Winners' data is kept for", kept(floor.winners.keep_days)
        for threshold in floor.winners.tax_data:
            yield (
                "Tax data is asked for",
                f"from {show_money(threshold.amount)} since {threshold.since} ({threshold.cites})",
            )
        yield "Winnings are flagged from", _or_never(floor.thresholds.winnings_report)
        yield "Cash is flagged from", _or_never(floor.thresholds.cash_report)
        yield "Backups, and where they lie", BY_PEOPLE

    return _pairs("Records", pairs())


def _or_never(amount: Money | None) -> str:
    return "never" if amount is None else show_money(amount)
