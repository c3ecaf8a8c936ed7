"""How the tests of the games ask: what becomes of a wager, in words, and what stands in its pay tables."""

from cardroom.cards import parse_cards
from cardroom.games.catalogue import find_game, find_paytable
from cardroom.games.model import Deal, Decide, Outcome, Result, Showdown, Verdict
from cardroom.games.settlement import Layout, settle
from cardroom.money import Odds, parse_pay


def in_words(outcome: Outcome) -> str:
    """What the player hears: "3 to 1", "push" or "lose"."""
    if outcome.verdict is Verdict.WIN:
        return str(outcome.pays)
    assert outcome.pays is None
    return outcome.verdict.value


def settled(game_id, wager_id, player, dealer="", *, table=None, community="", hands=()):
    """A wager settled on these cards, under its first pay table or the named one."""
    game = find_game(game_id)
    wager = game.wager(wager_id)
    tables = {each.id: each.paytables[0] for each in game.wagers if each.paytables}
    if table is not None:
        tables[wager_id] = find_paytable(wager, table)
    own, dealers, shared = map(parse_cards, (player, dealer, community))
    layout = Layout(own, dealers, shared, tuple(map(parse_cards, hands)), len(hands))
    return settle(game, wager, tables, layout)


def on_cards(*where, **more):
    """What becomes of a wager on these cards, in words."""
    return in_words(settled(*where, **more).outcome)


def in_showdown(game_id, wager_id, result, qualifies, pay=None):
    """What a wager answers to a result, a dealer who qualifies or not, and a pay of its table."""
    offered = None if pay is None else parse_pay(pay)
    return in_words(find_game(game_id).wager(wager_id).settle(Showdown(Result(result), qualifies), offered))


def printed(game_id, wager_id):
    """A wager's pay tables as plain text: by id a row of hand, pay and envy for each line, in order."""
    return {
        table.id: [(line.text, *(str(pay or "-") for pay in line.pays), str(line.envy or "-")) for line in table.lines]
        for table in find_game(game_id).wager(wager_id).paytables
    }


def lines(hands, pays, envy=()):
    """A pay table of the sheet as `printed` gives it; envy where the sheet has any, from the top."""
    return [
        (hand, pay, envy[place] if place < len(envy) else "-")
        for place, (hand, pay) in enumerate(zip(hands, pays, strict=True))
    ]


def to_one(*pays):
    return [f"{pay:,} to 1" for pay in pays]


def for_one(*pays):
    return [f"{pay} for 1" for pay in pays]


def deals(game_id):
    """Who is dealt how many cards, in order."""
    return [(stage.to.value, stage.cards) for stage in find_game(game_id).stages if isinstance(stage, Deal)]


def choices(game_id):
    """Which wagers are decided on, and in what multiples of the Ante."""
    return [(stage.wager, stage.multiples) for stage in find_game(game_id).stages if isinstance(stage, Decide)]


def stage_rules(game_id):
    """The rules that the stages cite, in order."""
    return [stage.rule for stage in find_game(game_id).stages]


def outcome_rules(game_id):
    """The rules that each wager cites when it is settled, over all showdowns, with a pay of its table and without."""
    return {
        wager.id: {
            wager.settle(Showdown(result, qualifies), pay).rule
            for result in Result
            for qualifies in (True, False)
            for pay in (Odds(1), None)
        }
        for wager in find_game(game_id).wagers
    }


def live_after_fold(game_id):
    """What becomes of each wager when its player folds: stays live, is lost (False), or as the operator says (None)."""
    return {wager.id: wager.live_after_fold for wager in find_game(game_id).wagers}
