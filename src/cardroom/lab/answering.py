"""Questions of readers, answered: sheets, strategies, hands, pay tables as they are edited, the audit."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from cardroom.cards import Card, parse_card, parse_cards
from cardroom.games import GAMES, find_game
from cardroom.games.model import Deal, Decide, Expose, Game, Kind, To, Wager
from cardroom.lab.advice import Advice, advise, possible_stakes
from cardroom.lab.analysis import analyze
from cardroom.lab.answers import (
    Audit,
    EditableGame,
    EditableWager,
    GameAudit,
    GameFigures,
    HandAnswer,
    HandQuestion,
    Overview,
    StrategyAnswer,
    StrategyDecision,
    StrategyRule,
    WeighedOption,
)
from cardroom.lab.assessing import Assessment, assess
from cardroom.lab.par_sheet.base_sections import base_facts
from cardroom.lab.par_sheet.content import (
    Bar,
    BarGroup,
    BarPlot,
    Column,
    ColumnKind,
    Fact,
    ParSheet,
    Row,
    Table,
    Tone,
)
from cardroom.lab.par_sheet.figures import exact, number, percent
from cardroom.lab.par_sheet.pdf import as_pdf
from cardroom.lab.par_sheet.sheet import audit_section, notices, par_sheet
from cardroom.lab.par_sheet.wager_sections import bet_title, summary_of_bets
from cardroom.lab.pricing import price, wagers_by_table
from cardroom.lab.results import Analysis
from cardroom.lab.solving import cards_dealt_to, solve
from cardroom.lab.strategy import compile_strategy, derive_strategy, rule_words, strategy_text, ways_of_speaking
from cardroom.lab.words import bet_words
from cardroom.table import TableSettings, table_settings
from cardroom.table.rulebook import paytable_document

# What can be asked from outside.
__all__ = (
    "analysis_of", "audit", "editable", "overview", "price", "sheet", "sheet_as_pdf", "strategy", "weigh", "weigh_seen",
)  # fmt: skip


@cache
def analysis_of(game_id: str) -> Analysis:
    """Under the first printed pay tables; kept on disk too."""
    return analyze(table_settings(game_id))


# --- all games --------------------------------------------------------------------------------------------------------


def overview() -> Overview:
    games = list(GAMES.values())
    found = [analysis_of(game.id) for game in games]
    edges = [_edge_bar(game.name, -a.base.ev, 4) for game, a in zip(games, found, strict=True)]
    risks = [_edge_bar(game.name, a.base.element_of_risk, 4) for game, a in zip(games, found, strict=True)]
    side_bets = [
        BarGroup(game.name, tuple(_edge_bar(bet_title(bet), bet.house_edge, 2) for bet in a.side_bets))
        for game, a in zip(games, found, strict=True)
        if a.side_bets
    ]
    plots = (
        BarPlot(
            "edges",
            "The games under the best play: what the house keeps of a base wager, and of all money bet.",
            "Bar charts of the house edge and the element of risk of every game; the cards below hold the figures.",
            "share that the house keeps",
            (
                BarGroup("House edge, of the base wager", tuple(edges)),
                BarGroup("Element of risk, of all money bet", tuple(risks)),
            ),
        ),
        BarPlot(
            "side-bets",
            "Side bets under every printed pay table: what the house keeps of the stake.",
            "Bar charts of the house edge of every side bet, by game; the tables below hold the figures.",
            "share that the house keeps",
            tuple(side_bets),
        ),
    )
    return Overview(games=tuple(_figures(game, a) for game, a in zip(games, found, strict=True)), plots=plots)


def _edge_bar(label: str, edge: Fraction, places: int) -> Bar:
    return Bar(label, float(edge), percent(edge, places), Tone.ALARM if edge < 0 else Tone.PLAIN)


def _figures(game: Game, analysis: Analysis) -> GameFigures:
    base = analysis.base
    return GameFigures(
        game=game.id,
        name=game.name,
        summary=game.summary,
        colour=game.felt.colour,
        facts=base_facts(base, game).facts,
        expectation=exact(base.ev),
        side_bets=summary_of_bets(analysis.side_bets, table_settings(game.id)) if analysis.side_bets else None,
        tone=Tone.ALARM if base.ev > 0 else Tone.PLAIN,
        findings=len(analysis.findings),
    )


def audit() -> Audit:
    """Every figure that any sheet prints, game by game."""
    found = [(game, analysis_of(game.id)) for game in GAMES.values()]
    games = [
        GameAudit(
            game=game.id,
            name=game.name,
            colour=game.felt.colour,
            section=audit_section(analysis),
            notices=tuple(notices(analysis)),
            printed=len(analysis.published),
            agree=sum(figure.agrees for figure in analysis.published),
        )
        for game, analysis in found
    ]
    return Audit(tuple(games))


# --- one game ---------------------------------------------------------------------------------------------------------


def sheet(game_id: str) -> ParSheet:
    settings = table_settings(game_id)
    return par_sheet(analysis_of(settings.game), settings, strategy_text(settings))


def sheet_as_pdf(finished: ParSheet) -> bytes:
    return as_pdf(finished)


def editable(game_id: str) -> EditableGame:
    """The wagers whose pay tables can be edited; where several share their tables, the first stands for all."""
    game = find_game(game_id)
    own = wagers_by_table(game)
    shared = [wager for wager in game.wagers if wager.is_side_bet and wager.paytables]
    first = [wager for wager in shared if wager is next(w for w in shared if w.paytables == wager.paytables)]
    wagers = [_editable(own[0], ", ".join(wager.name for wager in own))] if own else []
    wagers += [_editable(wager, wager.name) for wager in first]
    return EditableGame(game=game.id, name=game.name, base=game.base_wager.name, wagers=tuple(wagers))


def _editable(wager: Wager, name: str) -> EditableWager:
    assert wager.scale is not None
    return EditableWager(
        wager=wager.id,
        name=name,
        reads=str(wager.reads or ""),
        hands=tuple(step.name for step in wager.scale.steps),
        columns=wager.paytables[0].columns,
        has_envy=bool(wager.envy_rule),
        is_jackpot=wager.kind is Kind.JACKPOT,
        solves_the_game=not wager.is_side_bet,
        tables=tuple(paytable_document(table) for table in wager.paytables),
    )


# --- strategy ---------------------------------------------------------------------------------------------------------


def strategy(game_id: str) -> StrategyAnswer:
    settings = table_settings(game_id)
    game, solved = settings.rules, solve(settings)
    derived = derive_strategy(solved)
    assessment = assess(solved, compile_strategy(derived, solved))
    return StrategyAnswer(
        game=game.id,
        name=game.name,
        base=game.base_wager.name,
        hand_cards=cards_dealt_to(game, To.PLAYERS),
        dealer_shows_card=any(isinstance(stage, Deal) and bool(stage.dealer_up) for stage in game.stages),
        decisions=tuple(
            StrategyDecision(
                wager=decision.wager,
                name=game.wager(decision.wager).name,
                rules=tuple(
                    StrategyRule(bet_words(game, rule.decision, rule.bet), rule_words(rule, solved))
                    for rule in derived.at(decision)
                ),
                community=_turned_before(game, decision),
                stakes=tuple(possible_stakes(game, decision)),
            )
            for decision in game.decisions
        ),
        words=tuple(ways_of_speaking(solved)),
        facts=_list_facts(assessment, game),
        differences=_differences(assessment, game) if assessment.mistakes else None,
    )


def _turned_before(game: Game, decision: Decide) -> int:
    stages = game.stages[: game.stages.index(decision)]
    return sum(isinstance(stage, Expose) for stage in stages)


def _list_facts(assessment: Assessment, game: Game) -> tuple[Fact, ...]:
    ante = game.base_wager.name
    return (
        Fact("House edge by this list", percent(-assessment.expectation, 4), f"of the {ante}"),
        Fact("By perfect play", percent(-assessment.perfect, 4), f"of the {ante}"),
        Fact("What the list costs", percent(assessment.cost, 4), exact(assessment.cost) if assessment.cost else ""),
        Fact("Hands played otherwise", percent(assessment.differs, 3), "by perfect play"),
    )


def _differences(assessment: Assessment, game: Game) -> Table:
    columns = (
        Column("The list says"),
        Column("Better"),
        Column("Of hands", ColumnKind.NUMBER),
        Column(f"Cost, of the {game.base_wager.name}", ColumnKind.NUMBER),
        Column("For example"),
    )
    rows = [
        Row((
            bet_words(game, mistake.decision, mistake.plays),
            bet_words(game, mistake.decision, mistake.best),
            percent(mistake.share, 3),
            percent(mistake.cost, 4),
            mistake.examples[0],
        ))
        for mistake in assessment.mistakes
    ]  # fmt: skip
    return Table("Where perfect play does something else", columns, tuple(rows))


# --- a hand -----------------------------------------------------------------------------------------------------------


def weigh(question: HandQuestion) -> HandAnswer:
    """A hand as a reader writes it."""
    settings = table_settings(find_game(question.game).id)
    up = parse_card(question.dealer_up) if question.dealer_up.strip() else None
    hand, community = parse_cards(question.hand), parse_cards(question.community)
    return weigh_seen(settings, hand, community, up, question.staked)


def weigh_seen(
    settings: TableSettings,
    hand: tuple[Card, ...],
    community: tuple[Card, ...],
    dealer_up: Card | None,
    staked: int | None,
) -> HandAnswer:
    game = settings.rules
    advice = advise(settings, hand, community, dealer_up, staked)
    options = tuple(
        WeighedOption(
            multiple=option.multiple,
            name=bet_words(game, advice.wager, option.multiple),
            at_stake=option.at_stake,
            expectation=("+" if option.expectation > 0 else "") + number(option.expectation, 4),
            exactly=exact(option.expectation),
            value=float(option.expectation),
            cost=number(option.cost, 4) if option.cost else "–",
            cost_exactly=exact(option.cost),
            is_best=option.multiple == advice.best.multiple,
        )
        for option in advice.options
    )
    return HandAnswer(
        game=game.id,
        decision=advice.wager,
        hand=advice.hand,
        community=advice.community,
        dealer_up=advice.dealer_up,
        staked=advice.staked,
        words=advice.words,
        verdict=_verdict(game, advice),
        options=options,
    )


def _verdict(game: Game, advice: Advice) -> str:
    best = bet_words(game, advice.wager, advice.best.multiple)
    if len(advice.options) == 1:
        return "The rules leave nothing but a fold."
    second = min((option.cost for option in advice.options if option.multiple != advice.best.multiple), default=None)
    if not second:
        return f"Best: {best}; another option is worth the same."
    return f"Best: {best}. Anything else costs at least {number(second, 4)} {game.base_wager.name}s."
