"""A game's rules as a document: how it is played, what each wager does in every showdown, its pay tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from cardroom.games.catalogue import settable
from cardroom.games.fingerprint import is_possible, possible_pays, rules_hash, settlement_at_pay, settlement_of
from cardroom.games.hand_descriptions import least_paying_hand
from cardroom.games.house_rules import HouseRule, house_rules
from cardroom.games.model import Decide, Game, Kind, Outcome, Ruling, Sheet, Stage, Verdict, Wager
from cardroom.games.options import MakeBet, TakeBack, multiple_name
from cardroom.games.paytable import PayTable
from cardroom.games.round_facts import COMMUNITY, SEAT, Assignment, Best, Hand, Lower, Margin, branches
from cardroom.games.rule_parameters import Setting
from cardroom.money import Pay
from cardroom.table.limits import Limits
from cardroom.table.settings import TableSettings, table_settings

_KIND_WORDS = {
    Kind.BASE: "opens the hand",
    Kind.EQUAL: "must equal the {base}",
    Kind.DECISION: "at the decision",
    Kind.RIDER: "nothing is staked: it stands on the {on}",
    Kind.OPTIONAL: "optional",
    Kind.JACKPOT: "optional jackpot wager",
}


_HOLDER_WORDS = {SEAT: "the player's cards", COMMUNITY: "the community cards"}


class PayLine(msgspec.Struct, frozen=True):
    hand: str
    label: str
    pays: tuple[str, ...]
    envy: str


class PayTableDocument(msgspec.Struct, frozen=True):
    id: str
    title: str
    aliases: tuple[str, ...]
    approved: bool
    columns: tuple[int, ...]
    lines: tuple[PayLine, ...]
    printed: dict[str, str]


class Settled(msgspec.Struct, frozen=True):
    """What becomes of a wager when these facts hold, with the rule that says so."""

    when: dict[str, tuple[Any, ...]]  # any of these answers
    then: str


class StageDocument(msgspec.Struct, frozen=True):
    """One step of the procedure; a condition as the facts under which it is taken."""

    stage: str
    details: dict[str, Any]
    when: tuple[dict[str, Any], ...] | None = None


class WagerDocument(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: Kind
    placed: str
    reads: str | None
    after_fold: str
    settlement: tuple[Settled, ...]
    paytable_in_force: str | None
    paytables: tuple[PayTableDocument, ...]
    needed: str  # what it takes, where nothing but its pay table decides


class RuleText(msgspec.Struct, frozen=True):
    number: str
    cite: str  # as what happens cites it
    text: str
    whole: str  # the sentence that it belongs to, where a sheet spreads one over several numbers


class RulesDocument(msgspec.Struct, frozen=True):
    game: str
    name: str
    summary: str
    colour: str  # of the felt
    sheet: Sheet
    seats: int
    rules: tuple[RuleText, ...]  # in the order of the sheet; browsers would sort the keys of an object
    stages: tuple[StageDocument, ...]
    dealer_qualifies_with: str | None
    dealer_falls_short: str  # what is said of a hand that does not qualify
    wagers: tuple[WagerDocument, ...]
    rulings: tuple[Ruling, ...]
    limits: Limits
    rules_hash: str
    settable: tuple[Setting, ...] = ()
    variant: dict[str, Any] = {}  # those of them that are set otherwise than the sheet has them
    house_rules: tuple[HouseRule, ...] = ()  # the same in words


def rules_document(game: Game, chosen: Mapping[str, PayTable]) -> RulesDocument:
    """The rules under these pay tables, by `paytable_spot`; otherwise the first ones printed are in force."""
    return _document(table_settings(game.id, paytables=chosen), chosen)


def rules_at_table(settings: TableSettings) -> RulesDocument:
    """The rules as they are in force at a table."""
    return _document(
        settings, {paytable_spot(settings.rules.wager(name)): table for name, table in settings.paytables.items()}
    )


def _document(settings: TableSettings, chosen: Mapping[str, PayTable]) -> RulesDocument:
    game = settings.rules
    qualifier = game.qualifier
    least = None if qualifier is None else game.ranking_of("dealer").least(qualifier)
    return RulesDocument(
        game=game.id,
        name=game.name,
        summary=game.summary,
        colour=game.felt.colour,
        sheet=game.sheet,
        seats=game.seats,
        rules=tuple(
            RuleText(number, game.cite(number), text, whole_sentence(game, number))
            for number, text in game.rules.items()
        ),
        stages=tuple(_stage_document(game, stage) for stage in game.stages),
        dealer_qualifies_with=least,
        dealer_falls_short="" if least is None else f"The dealer does not qualify: that takes {least}.",
        wagers=tuple(_wager_document(game, wager, settings, chosen) for wager in game.wagers),
        rulings=game.all_rulings,
        limits=settings.limits,
        rules_hash=rules_hash(game, settings.paytables),
        settable=settable(game),
        variant=dict(game.variant),
        house_rules=house_rules(game),
    )


def _wager_document(game: Game, wager: Wager, settings: TableSettings, chosen: Mapping[str, PayTable]) -> WagerDocument:
    in_force = settings.paytables.get(wager.id)
    return WagerDocument(
        id=wager.id,
        name=wager.name,
        kind=wager.kind,
        placed=how_placed(game, wager),
        reads=how_read(game, wager),
        after_fold=after_fold(wager),
        settlement=tuple(Settled(dict(case), then) for case, then in settlement(game, wager, in_force).items()),
        paytable_in_force=in_force.id if in_force else None,
        paytables=tuple(paytable_document(game, table) for table in tables_of(wager, chosen)),
        needed=least_paying_hand(game, wager, in_force),
    )


def paytable_document(game: Game, table: PayTable) -> PayTableDocument:
    return PayTableDocument(
        id=table.id,
        title=table.title,
        aliases=table.aliases,
        approved=game.approves(table),
        columns=table.columns,
        lines=tuple(
            PayLine(line.hand, line.text, tuple(str(pay or "-") for pay in line.pays), str(line.envy or "-"))
            for line in table.lines
        ),
        printed=dict(table.printed),
    )


def whole_sentence(game: Game, number: str) -> str:
    """A rule with those before and after it that belong to its sentence.

    >>> from cardroom.games import games
    >>> for game in games().values():
    ...     for number in game.rules:
    ...         assert whole_sentence(game, number)[0] == whole_sentence(game, number)[0].upper()
    ...         assert whole_sentence(game, number).endswith(".")
    """
    numbers = list(game.rules)
    first = last = numbers.index(number)
    while first and game.rules[numbers[first]][0].islower():
        first -= 1
    while last + 1 < len(numbers) and not game.rules[numbers[last]].endswith((".", "!", "?")):
        last += 1
    return " ".join(game.rules[each] for each in numbers[first : last + 1])


# --- the parts, in words ----------------------------------------------------------------------------------------------


def paytable_spot(wager: Wager) -> str:
    """The name under which table settings know a wager's pay table; the game's own wagers share one."""
    return wager.id if wager.is_side_bet else "base"


def _stage_document(game: Game, stage: Stage) -> StageDocument:
    details = msgspec.structs.asdict(stage)
    when = details.pop("when", None)
    said = tuple(dict(asked) for asked, holds in branches(when, game.domains) if holds) if when else None
    return StageDocument(stage.__struct_config__.tag or "", details, said)  # type: ignore[arg-type]


def how_placed(game: Game, wager: Wager) -> str:
    """When and how much, in words; a wager that may be made at several decisions, decision after decision."""
    made = [words for decision in game.decisions if (words := _made_at(game, decision, wager))]
    if made:
        return "; then ".join(made)
    on = game.wager(wager.on).name if wager.on else ""
    options = [option for decision in game.decisions for option in decision.options]
    may_go_back = any(isinstance(option, TakeBack) and option.wager == wager.id for option in options)
    more = ", and may be taken back" if may_go_back else ""
    return _KIND_WORDS[wager.kind].format(base=game.base_wager.name, on=on) + more


def _made_at(game: Game, decision: Decide, wager: Wager) -> str:
    """How a wager is made at one decision; "" where it is not."""
    found = [option for option in decision.options if isinstance(option, MakeBet) and option.wager == wager.id]
    if not found:
        return ""
    others = ", or ".join(option.name for option in decision.options if option not in found)
    needed = ""
    for needs in dict.fromkeys(option.needs for option in found if option.needs is not None):
        needing = [option for option in found if option.needs == needs]
        which = "needs" if needing == found else f"{_multiples(needing)} with"
        needed += f"; {which} {game.ranking.least(needs)}"
    return f"{_multiples(found)} the {game.base_wager.name}, or {others}{needed}"


def _multiples(options: list[MakeBet]) -> str:
    return ", ".join(multiple_name(option.multiple) for option in options)


def how_read(game: Game, wager: Wager) -> str | None:
    """What a wager's pay table is read on, in words."""
    match game.hands.get(wager.reads or ""):
        case None:
            return None
        case Hand(of):
            return " with ".join(_HOLDER_WORDS.get(holder, f"the {holder}'s cards") for holder in of)
        case Lower(first, second):
            return f"the lower of {_whose(game, first)} and {_whose(game, second)} hand"
        case Margin(first, second):
            return f"the margin by which {_whose(game, first)} hand is better than {_whose(game, second)}"
        case Best():
            return "the best hand at the table, the dealer's included"


def _whose(game: Game, reading: str) -> str:
    """Who holds the cards of a reading."""
    hand = game.hands[reading]
    holders = hand.of if isinstance(hand, Hand) else (reading,)
    return " and ".join("the player's" if holder == SEAT else f"the {holder}'s" for holder in holders)


def after_fold(wager: Wager) -> str:
    return {True: "stays live", False: "is lost", None: "operator's choice"}[wager.live_after_fold]


def tables_of(wager: Wager, chosen: Mapping[str, PayTable]) -> list[PayTable]:
    """A wager's printed pay tables, and the operator's own one."""
    own = chosen.get(paytable_spot(wager))
    return [*wager.paytables, *([own] if own and not own.is_printed else [])]


Case = tuple[tuple[str, tuple[Any, ...]], ...]  # facts, and the answers that lead to the same


def settlement(game: Game, wager: Wager, table: PayTable | None) -> dict[Case, str]:
    """What becomes of a wager in every case that it asks about, with the rule that says so."""
    ways = settlement_of(game, wager, table)
    cases: dict[Case, str] = {}
    for told in _told_apart(game, wager, table):
        fitting = [(asked, pay, outcome) for asked, pay, outcome in ways if asked.items() <= told.items()]
        found = [(pay, outcome) for _, pay, outcome in fitting if is_possible(game, wager, told, pay, table)]
        if found:
            cases[tuple((name, (answer,)) for name, answer in told.items())] = _in_words(found)
    for depth in range(max(map(len, cases), default=0), 0, -1):
        cases = _merged(game, cases, depth)
    return cases


def _told_apart(game: Game, wager: Wager, table: PayTable | None) -> list[Assignment]:
    """The cases that a settlement tells apart, whatever the pay table gives: it may ask more where that is nothing."""
    cases: list[Assignment] = [{}]
    for pay in possible_pays(wager, table):
        asked = [given for given, _ in branches(settlement_at_pay(wager, pay), game.domains)]
        both = [(case, given) for case in cases for given in asked]
        cases = [{**case, **given} for case, given in both if all(case.get(n, a) == a for n, a in given.items())]
    return cases


def _merged(game: Game, cases: Mapping[Case, str], depth: int) -> dict[Case, str]:
    """Cases of one length that differ in the last answer alone and lead to the same are one case."""
    answers: dict[tuple[Case, str, str], tuple[Any, ...]] = {}
    for case, then in cases.items():
        if len(case) == depth:
            key = case[:-1], case[-1][0], then
            answers[key] = answers.get(key, ()) + case[-1][1]
    merged: dict[Case, str] = {}
    for case, then in cases.items():
        if len(case) == depth:
            name = case[-1][0]
            together = answers[case[:-1], name, then]
            is_any = len(together) == len(game.domain(name))
            merged[case[:-1] if is_any else (*case[:-1], (name, together))] = then
        else:
            merged[case] = then
    return merged


def _in_words(outcomes: list[tuple[Pay | None, Outcome]]) -> str:
    rules = ", ".join(dict.fromkeys(outcome.rule for _, outcome in outcomes))
    if len({(outcome.verdict, outcome.pays) for _, outcome in outcomes}) == 1:
        outcome = outcomes[0][1]
        return f"{outcome.pays if outcome.verdict is Verdict.WIN else outcome.verdict} ({rules})"
    otherwise = "".join(f", else {outcome.verdict}" for pay, outcome in outcomes if pay is None)
    return f"by pay table{otherwise} ({rules})"
