"""How the tests of the games ask: what becomes of a wager, in words, and what stands in its pay tables."""

from cardroom.cards import parse_card
from cardroom.games.catalogue import find_game, find_paytable
from cardroom.games.model import EVERYONE, Deal, Decide, Fold, MakeBet, Outcome, Result, Verdict
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Facts, branches
from cardroom.games.settlement import Layout, facts_on, settle
from cardroom.money import Odds, parse_pay


def in_words(outcome: Outcome) -> str:
    """What the player hears: "3 to 1", "push" or "lose"."""
    if outcome.verdict is Verdict.WIN:
        return str(outcome.pays)
    assert outcome.pays is None
    return outcome.verdict.value


def packets(text):
    """Cards in packets with strokes between: “9s / Kd”. A card may stand twice, as in a shoe."""
    return tuple(tuple(map(parse_card, packet.split())) for packet in text.split("/") if packet.strip())


def layout(own="", dealer="", community="", hands=(), **others):
    """The cards on the table; hands of the table by the names that the game gives them."""
    by_holder = {SEAT: own, DEALER: dealer, COMMUNITY: community, **others}
    return Layout(
        {holder: packets(cards) for holder, cards in by_holder.items() if cards},
        tuple(packets(hand)[0] for hand in hands),
        len(hands),
    )


def settled(game_id, wager_id, own="", dealer="", *, table=None, **more):
    """A wager settled on these cards, under its first pay table or the named one."""
    game = find_game(game_id)
    wager = game.wager(wager_id)
    tables = {each.id: each.paytables[0] for each in game.wagers if each.paytables}
    if table is not None:
        tables[wager_id] = find_paytable(wager, table)
    return settle(game, wager, tables, layout(own, dealer, **more))


def on_cards(*where, **more):
    """What becomes of a wager on these cards, in words."""
    return in_words(settled(*where, **more).outcome)


def fact(game_id, name, own="", dealer="", **more):
    """What a fact of the game is on these cards."""
    return getattr(facts_on(find_game(game_id), layout(own, dealer, **more)), name)


def in_showdown(game_id, wager_id, result, qualifies, pay=None):
    """What a wager answers to a result, a dealer who qualifies or not, and a pay of its table."""
    offered = None if pay is None else parse_pay(pay)
    known = {"result": Result(result), "dealer_qualifies": qualifies}
    return in_words(find_game(game_id).wager(wager_id).settle(Facts(known.__getitem__), offered))


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
    return [
        ("everyone" if stage.to == EVERYONE else " and ".join(stage.to), stage.cards)
        for stage in find_game(game_id).stages_of(Deal)
    ]


def choices(game_id):
    """Which wagers are decided on, and in what multiples of the base wager."""
    return [
        (stage.wager, tuple(option.multiple for option in stage.options if isinstance(option, MakeBet)))
        for stage in find_game(game_id).decisions
    ]


def stage_rules(game_id):
    """The rules that the stages cite, in order; of a decision, the one to stay in by."""
    return [stage.options[-1].rule if isinstance(stage, Decide) else stage.rule for stage in find_game(game_id).stages]


def fold_rules(game_id):
    """The rules that players fold by, decision after decision."""
    options = [option for stage in find_game(game_id).decisions for option in stage.options]
    return [option.rule for option in options if isinstance(option, Fold)]


def outcome_rules(game_id):
    """The rules that each wager cites when it is settled, whatever the facts, with a pay of its table and without."""
    game = find_game(game_id)
    return {
        wager.id: {
            outcome.rule
            for pay in (Odds(1), None)
            for _, outcome in branches(lambda f, wager=wager, pay=pay: wager.settle(f, pay), game.domains)
        }
        for wager in game.wagers
    }


def live_after_fold(game_id):
    """What becomes of each wager when its player folds: stays live, is lost (False), or as the operator says (None)."""
    return {wager.id: wager.live_after_fold for wager in find_game(game_id).wagers}
