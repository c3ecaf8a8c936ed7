"""`cardroom deal` and `cardroom demo`: the transcript, the results, and the same as JSON."""

import pytest

from cardroom.games import games as all_games
from cardroom.games.model import Kind
from cardroom.money import DOLLAR, parse_money, show_money

GAMES = all_games()


def everything(game):
    """The base wager and all that is optional, as many as a hand may have."""
    amounts = {Kind.OPTIONAL: 5, Kind.JACKPOT: 1}
    optional = [f"{wager.id}={amounts[wager.kind]}" for wager in game.wagers if wager.is_side_bet]
    return ",".join([f"{game.base_wager.id}=10", *optional][:6])


EVERYTHING = {game.id: everything(game) for game in GAMES.values()}
MONEY_EVENTS = ("WagerSettled", "Qualified")

every_game = pytest.mark.parametrize("game", GAMES)
every_decision = pytest.mark.parametrize("decision", ["stay", "most", "fold"])


def dealt(command, game, *more, width=80):
    return command("deal", game, "--bets", EVERYTHING[game], "--seats", "5", "--seed", "11", *more, width=width)


# --- the transcript ---------------------------------------------------------------------------------------------------


@every_game
def test_the_same_seed_deals_the_same_round(ok, game):
    assert dealt(ok, game).out == dealt(ok, game).out
    assert dealt(ok, game).out != ok("deal", game, "--bets", EVERYTHING[game], "--seats", "5", "--seed", "12").out


@every_decision
@every_game
def test_the_transcript_shows_every_pay_out(ok, game, decision):
    told = dealt(ok, game, "--decide", decision, width=200).lines
    events = dealt(ok, game, "--decide", decision, "--json").json["events"]
    settled = [event for event in events if event["type"] in MONEY_EVENTS]
    for event in settled:
        name = GAMES[game].wager(event["wager"]).name
        [line] = [line for line in told if line.startswith(f"Seat {event['seat']}: {name} {what_happens(event)}")]
        if event.get("verdict") == "win":
            assert f"+{show_money(event['back'] - event['stake'])}." in line
        assert line.endswith(event["rule"])


def what_happens(event):
    if event["type"] == "Qualified":
        return f"hits {event['line'].replace('_', ' ')}, which pays "
    stake = show_money(event["stake"])
    return {"win": "pays ", "lose": f"loses {stake}.", "push": f"pushes, {stake} back."}[event["verdict"]]


@every_decision
@every_game
def test_every_stake_is_settled_once_and_the_results_add_up(ok, game, decision):
    document = dealt(ok, game, "--decide", decision, "--json").json
    staked, settled = {}, {}
    for event in document["events"]:
        if event["type"] == "BetPlaced":
            staked |= {(event["seat"], wager): stake for wager, stake in event["stakes"].items()}
        elif event["type"] == "Raised":
            staked[event["seat"], event["wager"]] = event["stake"]
        elif event["type"] == "TakenBack":
            del staked[event["seat"], event["wager"]]
        elif event["type"] in MONEY_EVENTS:
            assert (event["seat"], event["wager"]) not in settled
            settled[event["seat"], event["wager"]] = event.get("back", 0)
    assert settled.keys() == staked.keys()
    gains = {place: settled[place] - staked[place] for place in staked}
    assert gains == {(int(s), w): gain for s, results in document["results"].items() for w, gain in results.items()}


@pytest.mark.parametrize("width", [80, 120])
@every_game
def test_a_round_fits_the_width(ok, game, width):
    assert max(map(len, dealt(ok, game, width=width).lines)) <= width


def test_the_results_table_is_the_sum_of_the_transcript(ok):
    lines = dealt(ok, "straight-edge-2", width=200).lines
    rows = [line.split() for line in lines[lines.index("") :] if line.startswith("seat ")]
    assert len(rows) == 5
    for _, _, *gains, in_all in rows:
        assert sum(map(signed, gains)) == signed(in_all)


def signed(text):
    return parse_money(text.lstrip("+−")) * (-1 if text.startswith("−") else 1)


def test_a_jackpot_award_is_told_apart_from_the_results(ok):
    shown = ok("deal", "keep-it-straight", "--bets", "ante=10,jackpot_1=1", "--seats", "2", "--seed", "7").out
    assert "Jackpot awards come from the jackpot" in shown
    assert "Jackpot awards" not in ok("deal", "keep-it-straight", "--seed", "7").out


# --- options ----------------------------------------------------------------------------------------------------------


def test_without_options_three_players_bet_the_smallest_ante(ok):
    document = ok("deal", "straight-edge-2", "--json").json
    assert document["seed"] == 1
    bets = [event["stakes"] for event in document["events"] if event["type"] == "BetPlaced"]
    assert bets == [{"ante": 5 * DOLLAR, "blind": 5 * DOLLAR}] * 3


def test_a_wager_may_be_called_by_its_name_on_the_layout(ok):
    by_name = ok("deal", "straight-edge-2", "--bets", "Ante=$10, 4+=2.00").out
    assert by_name == ok("deal", "straight-edge-2", "--bets", "ante=10,four_plus=2").out


@pytest.mark.parametrize(("decision", "multiples"), [("stay", {1}), ("most", {3}), ("fold", set())])
def test_players_decide_as_told(ok, decision, multiples):
    events = ok("deal", "mississippi-stud", "--decide", decision, "--json").json["events"]
    assert {event["multiple"] for event in events if event["type"] == "Raised"} == multiples
    assert sum(event["type"] == "Folded" for event in events) == (3 if decision == "fold" else 0)


def test_a_hand_too_low_to_stay_in_is_folded(ok):
    assert " folds." in ok("deal", "keep-it-straight", "--seed", "5", "--seats", "6", "--decide", "most").out


@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_dice_say_where_the_deal_begins(ok, direction):
    events = ok("deal", "keep-it-straight", "--dice", direction, "--json").json["events"]
    [roll] = [event for event in events if event["type"] == "DiceRolled"]
    packets = [event["to"] for event in events if event["type"] == "PacketDealt"]
    assert packets[0] == roll["first"]
    assert len(packets) == 7  # empty seats included


@pytest.mark.parametrize(("table", "pays"), [("Bonus 1", "6 to 1"), ("bonus 2", "4 to 1")])
def test_a_printed_pay_table_is_paid(ok, table, pays):
    told = ok("deal", "straight-edge-1", "--bets", "ante=10,bonus=10", "--paytable", table, width=200).out
    assert f"Bonus pays {pays} on five-card straight" in told


# --- demo -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
def test_the_demonstration_plays_every_game_and_every_wager(ok, width):
    shown = ok("demo", width=width)
    assert shown.out == ok("demo", "--seed", "7", width=width).out
    assert max(map(len, shown.lines)) <= width
    for game in GAMES.values():
        assert any(line.strip("─ ") == game.name for line in shown.lines)


def test_the_demonstration_as_json(ok):
    rounds = ok("demo", "--json").json
    assert [document["game"] for document in rounds] == list(GAMES)
    for document in rounds:
        placed = next(event["stakes"] for event in document["events"] if event["type"] == "BetPlaced")
        optional = [wager.id for wager in GAMES[document["game"]].wagers if wager.is_side_bet]
        assert placed.keys() >= set(optional[:5])
        assert set(document["results"]["1"]) >= placed.keys() - taken_back(document)


def taken_back(document):
    return {event["wager"] for event in document["events"] if event["type"] == "TakenBack" and event["seat"] == 1}
