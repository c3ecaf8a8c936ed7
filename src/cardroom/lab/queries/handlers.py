"""Questions of readers, answered: sheets, strategies, hands, pay tables as they are edited, the audit."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache

from cardroom.cards import parse_card, parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Game, Kind, Wager
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.exposure.exposure_queries import answer_question
from cardroom.lab.exposure.promotion_price import price_promotion
from cardroom.lab.exposure.wager_prices import prices_of
from cardroom.lab.figure_cache import is_cached
from cardroom.lab.par_sheet import pdf
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
from cardroom.lab.par_sheet.sheet import audit_section, notices, par_sheet
from cardroom.lab.par_sheet.wager_sections import bet_title, summary_of_bets
from cardroom.lab.queries.messages import (
    Audit,
    EditableGame,
    EditableWager,
    GameAudit,
    GameFigures,
    HandAnswer,
    HandQuestion,
    NotCounted,
    Overview,
    StrategyAnswer,
    StrategyDecision,
    StrategyRule,
    WeighedOption,
)
from cardroom.lab.queries.paytable_edits import paid_alike, price
from cardroom.lab.queries.round_review import review
from cardroom.lab.results import Analysis
from cardroom.lab.solvers.game_shape import visible_at
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.strategy.advice import Advice, advise, possible_stakes, sight
from cardroom.lab.strategy.option_words import decision_words, option_words
from cardroom.lab.strategy.playbook import playbook, strategy_text
from cardroom.lab.strategy.strategy_cost import Assessment
from cardroom.number_format import exact, number, percent
from cardroom.table import table_settings
from cardroom.table.information_set import Sight
from cardroom.table.text.rulebook import how_read, paytable_document

# What can be asked from outside.
__all__ = (
    "analysis_of", "answer_question", "audit", "editable", "not_at_hand", "overview", "price", "price_promotion",
    "review", "sheet", "sheet_as_pdf", "strategy", "weigh", "weigh_seen",
)  # fmt: skip


@cache
def analysis_of(game_id: str) -> Analysis:
    """Under the first printed pay tables; kept on disk too."""
    return analyze(table_settings(game_id))


# --- all games --------------------------------------------------------------------------------------------------------


def not_at_hand() -> list[str]:
    """Games that take seconds before anything can be said of them: most from outside, the first time."""
    return [game.id for game in games().values() if not is_cached(table_settings(game.id), Analysis)]


def _all_games(but: Collection[str] = ()) -> tuple[list[tuple[Game, Analysis]], tuple[NotCounted, ...]]:
    """Every game that can be counted with its analysis, and the others with the reason why not."""
    found, others = [], []
    for game in (known for known in games().values() if known.id not in but):
        try:
            found.append((game, analysis_of(game.id)))
        except CardroomError as error:
            others.append(NotCounted(game.id, game.name, game.felt.colour, error.message))
    return found, tuple(others)


def overview(counting: Collection[str]) -> Overview:
    """All games but those that are still being counted."""
    found, others = _all_games(counting)
    edges = [_edge_bar(game.name, -a.base.ev, 4) for game, a in found]
    risks = [_edge_bar(game.name, a.base.element_of_risk, 4) for game, a in found]
    side_bets = [
        BarGroup(game.name, tuple(_edge_bar(bet_title(bet), bet.house_edge, 2) for bet in a.side_bets))
        for game, a in found
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
    return Overview(
        games=tuple(_figures(game, a) for game, a in found),
        plots=plots,
        not_counted=others,
        counting=tuple(find_game(name).name for name in counting),
    )


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
    found, others = _all_games()
    audited = [
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
    return Audit(tuple(audited), others)


# --- one game ---------------------------------------------------------------------------------------------------------


def sheet(game_id: str) -> ParSheet:
    settings = table_settings(game_id)
    return par_sheet(analysis_of(settings.game), settings, strategy_text(settings), prices_of(settings))


def sheet_as_pdf(finished: ParSheet) -> bytes:
    return pdf.sheet_as_pdf(finished)


def editable(game_id: str) -> EditableGame:
    """The wagers whose pay tables can be edited; where several share their tables, the first stands for all."""
    game = find_game(game_id)
    own = [wager for wager in base_game_wagers(game) if wager.paytables]
    apart = [wager for wager in game.wagers if wager not in own and wager.paytables]
    wagers = [
        _editable(game, wager, ", ".join(other.name for other in paid_alike(game, wager)))
        for wager in own
        if wager is paid_alike(game, wager)[0]
    ]
    first = [wager for wager in apart if wager is next(w for w in apart if w.paytables == wager.paytables)]
    wagers += [_editable(game, wager, wager.name) for wager in first]
    return EditableGame(game=game.id, name=game.name, base=game.base_wager.name, wagers=tuple(wagers))


def _editable(game: Game, wager: Wager, name: str) -> EditableWager:
    assert wager.hand_classes is not None
    return EditableWager(
        wager=wager.id,
        name=name,
        reads=how_read(game, wager) or "",
        hands=tuple(step.name for step in wager.hand_classes.classes),
        columns=wager.paytables[0].columns,
        has_envy=bool(wager.envy_rule),
        is_jackpot=wager.kind is Kind.JACKPOT,
        solves_the_game=wager in base_game_wagers(game),
        tables=tuple(paytable_document(game, table) for table in wager.paytables),
    )


# --- strategy ---------------------------------------------------------------------------------------------------------


def strategy(game_id: str) -> StrategyAnswer:
    settings = table_settings(game_id)
    game, book = settings.rules, playbook(settings)
    assessment = book.assessment
    seen = [visible_at(game, decision) for decision in game.decisions]
    return StrategyAnswer(
        game=game.id,
        name=game.name,
        base=game.base_wager.name,
        hand_cards=max((own for own, _, _ in seen), default=0),
        dealer_shows_card=any(up for _, _, up in seen),
        decisions=tuple(
            StrategyDecision(
                wager=decision.id,
                name=decision_words(game, decision),
                rules=tuple(
                    StrategyRule(option_words(game, decision, line.option), line.hands) for line in book.at(decision)
                ),
                community=turned,
                stakes=tuple(possible_stakes(game, decision)),
            )
            for decision, (_, turned, _) in zip(game.decisions, seen, strict=True)
        ),
        words=book.ways_of_speaking,
        facts=_list_facts(assessment, game),
        differences=_differences(assessment, game) if assessment.mistakes else None,
    )


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
            option_words(game, game.decision(mistake.decision), mistake.plays),
            option_words(game, game.decision(mistake.decision), mistake.best),
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
    return weigh_seen(sight(settings, hand, community, up, question.staked))


def weigh_seen(seen: Sight) -> HandAnswer:
    """What a player sees at a table."""
    game, advice = seen.settings.rules, advise(seen)
    options = tuple(
        WeighedOption(
            option=option.name,
            name=option_words(game, advice.decision, option.name),
            at_stake=option.at_stake,
            expectation=("+" if option.expectation > 0 else "") + number(option.expectation, 4),
            exactly=exact(option.expectation),
            value=float(option.expectation),
            cost=number(option.cost, 4) if option.cost else "–",
            cost_exactly=exact(option.cost),
            is_best=option == advice.best,
        )
        for option in advice.options
    )
    return HandAnswer(
        game=game.id,
        decision=seen.decision,
        hand=seen.cards.get(SEAT, ()),
        community=seen.cards.get(COMMUNITY, ()),
        dealer_up=next(iter(seen.cards.get(DEALER, ())), None),
        staked=advice.staked,
        words=advice.words,
        verdict=_verdict(game, advice),
        options=options,
    )


def _verdict(game: Game, advice: Advice) -> str:
    best = option_words(game, advice.decision, advice.best.name)
    if len(advice.options) == 1:
        return f"The rules leave nothing but a {best}."
    second = min((option.cost for option in advice.options if option != advice.best), default=None)
    if not second:
        return f"Best: {best}; another option is worth the same."
    return f"Best: {best}. Anything else costs at least {number(second, 4)} {game.base_wager.name}s."
