"""All games and all pay tables, by the names they are printed under."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games import find_game, find_paytable, games, locate_paytable
from cardroom.games.model import Decide, Kind, MakeBet, Return, Reveal, SettleSeats, SettleTableWide, TakeBack
from cardroom.games.round_facts import Margin, compare
from cardroom.table.text.rulebook import rules_document

from .asking import outcome_rules

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def test_the_games_and_which_of_them_have_an_approved_sheet():
    assert {game.id: game.sheet.is_approved for game in GAMES.values()} == {
        "caribbean-stud": True,
        "casino-war": False,
        "crazy-4-poker": False,
        "ez-baccarat": False,
        "keep-it-straight": True,
        "let-it-ride": False,
        "mississippi-stud": True,
        "solitaire-stud": True,
        "straight-edge-1": True,
        "straight-edge-2": True,
        "three-card-poker": False,
        "ultimate-texas-holdem": False,
    }


def test_a_game_is_found_by_its_id():
    assert find_game(" Solitaire-Stud ").name == "Solitaire Stud"


def test_an_unknown_game_is_refused_with_the_nearest_and_all_others():
    with pytest.raises(CardroomError, match=r"Did you mean solitaire-stud\?") as refusal:
        find_game("solitaire")
    assert refusal.value.code == "unknown-game"
    assert all(game in refusal.value.message for game in GAMES)


def test_an_unknown_wager_is_refused_with_the_wagers_there_are():
    with pytest.raises(CardroomError, match="ante, play, bonus, insurance, two_way_bad_beat"):
        find_game("straight-edge-1").wager("blind")


@pytest.mark.parametrize(
    ("game", "wager", "names"),
    [
        ("straight-edge-1", "play", ["Version 1 Blind", "Play"]),
        ("straight-edge-2", "blind", ["Version 2 Blind", "Blind"]),
        ("straight-edge-2", "four_plus", ["4+ 1", "4+"]),
        *(
            ("keep-it-straight", f"jackpot_{sensor}", [f"PT-BJS-HCF-SF-{number}{end}" for end in ("a/b", "a", "b")])
            for number in ("03", "06", "08")
            for sensor in (1, 2)
        ),
        ("mississippi-stud", "progressive", ["MS Stud Quick Hit 01", "Quick Hit"]),
        *(
            (game, "progressive", [f"Link {name}", name, name.lower()])
            for name in ("01", "ML01", "ML03")
            for game in ("mississippi-stud", "caribbean-stud")
        ),
    ],
)
def test_a_pay_table_is_known_by_all_its_names(game, wager, names):
    tables = {find_paytable(find_game(game).wager(wager), name).id for name in names}
    assert tables == {names[0]}
    for name in names:
        assert [table.id for *_, table in locate_paytable(f"{game}/{wager}/{name}")] == [names[0]]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("ML03", ["caribbean-stud/progressive", "mississippi-stud/progressive"]),
        ("SS-02", ["solitaire-stud/three_plus"]),
        ("PT-BJS-HCF-SF-03a/b", ["keep-it-straight/jackpot_1", "keep-it-straight/jackpot_2"]),
        ("PT-FLT-SRT-02", ["keep-it-straight/straight"]),
        ("Insurance", ["straight-edge-1/insurance", "straight-edge-2/insurance"]),
        ("MS-01", [f"mississippi-stud/{bet}" for bet in ("ante", "third_street", "fourth_street", "fifth_street")]),
    ],
)
def test_a_pay_table_is_located_wherever_it_stands(name, places):
    assert [f"{game.id}/{wager.id}" for game, wager, _ in locate_paytable(name)] == places


@pytest.mark.parametrize(
    "path", ["PT-FLT-STR-02", "PT-FLT-HCF-SF-05", "ML02", "", "caribbean-stud/progressive/MS Stud-01"]
)
def test_a_pay_table_that_no_sheet_prints_is_not_found(path):
    with pytest.raises(CardroomError) as refusal:
        locate_paytable(path)
    assert refusal.value.code == "unknown-paytable"
    with pytest.raises(CardroomError, match="it has: SS-01, SS-02"):
        find_paytable(find_game("solitaire-stud").wager("three_plus"), path)


@every_game
def test_a_pay_table_is_approved_where_an_approval_of_its_game_stands_behind_it(game):
    documents = [table for wager in rules_document(game, {}).wagers for table in wager.paytables]
    assert {table.approved for table in documents} <= {game.sheet.is_approved}
    assert game.sheet.is_approved == game.sheet.approval.startswith("approved by")


@every_game
def test_no_two_pay_tables_of_a_wager_share_a_name(game):
    for wager in game.wagers:
        names = [name.lower() for table in wager.paytables for name in (table.id, *table.aliases)]
        assert len(names) == len(set(names))
        assert all(table.is_printed and table.title == table.id for table in wager.paytables)


@every_game
def test_every_rule_that_is_cited_stands_in_the_rules(game):
    cited = {stage.rule for stage in game.stages if not isinstance(stage, Decide)}
    cited |= {option.rule for decision in game.decisions for option in decision.options}
    cited |= {wager.rule for wager in game.wagers}
    cited |= {stage.keep_rule for stage in game.stages if isinstance(stage, SettleTableWide)}
    cited |= {wager.envy_rule for wager in game.wagers if any(table.has_envy for table in wager.paytables)}
    cited |= {stage.dice_rule for stage in game.stages if getattr(stage, "dice_rule", "")}
    cited |= {rule for rules in outcome_rules(game.id).values() for rule in rules}
    cited |= {ruling.reads for ruling in game.rulings if ruling.reads}
    assert cited <= set(game.rules)


@every_game
def test_stages_and_wagers_name_each_other(game):
    assert game.base_wager is game.base_wagers[0]
    options = [option for decision in game.decisions for option in decision.options]
    bet_on = {option.wager for option in options if isinstance(option, MakeBet)}
    assert bet_on == {wager.id for wager in game.wagers if wager.kind is Kind.DECISION}
    named = [stage.wager for stage in game.stages if isinstance(stage, (Return, SettleTableWide))]
    named += [option.wager for option in options if isinstance(option, TakeBack)]
    named += [wager for stage in game.stages_of(SettleSeats) for wager in stage.wagers]
    named += [wager.on for wager in game.wagers if wager.kind is Kind.RIDER]
    assert {game.wager(name).id for name in named} == set(named)
    assert all(bool(wager.on) == (wager.kind is Kind.RIDER) for wager in game.wagers)


@every_game
def test_decisions_have_names_of_their_own_and_so_do_their_options(game):
    ids = [decision.id for decision in game.decisions]
    assert len(set(ids)) == len(ids)
    for decision in game.decisions:
        names = [option.name for option in decision.options]
        assert len(set(names)) == len(names) > 1


@every_game
def test_every_wager_is_settled_by_some_stage(game):
    settled = {stage.wager for stage in game.stages_of(SettleTableWide)}
    for stage in game.stages_of(SettleSeats):
        settled |= set(stage.wagers) or {wager.id for wager in game.wagers}
    assert settled == {wager.id for wager in game.wagers}


@every_game
def test_a_pay_table_reads_a_hand_that_the_game_has_on_the_scale_of_that_hand(game):
    for wager in game.wagers:
        assert bool(wager.paytables) == (wager.hand_classes is not None) == (wager.reads is not None)
        if wager.hand_classes is not None:
            is_margin = isinstance(game.hands[wager.reads], Margin)
            assert wager.hand_classes.ranking is (None if is_margin else game.ranking_of(wager.reads))


@every_game
def test_the_lines_of_a_pay_table_stand_in_order_best_first(game):
    for wager in game.wagers:
        for table in wager.paytables:
            places = [wager.hand_classes.place(line.hand) for line in table.lines]
            assert places == sorted(set(places))


@every_game
def test_the_dealer_turns_a_hand_only_if_he_has_one_face_down(game):
    if any(isinstance(stage, Reveal) for stage in game.stages):
        assert game.has_dealer_hand


@every_game
def test_white_lettering_can_be_read_on_the_felt(game):
    channels = [int(game.felt.colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5


def test_every_game_has_a_felt_colour_of_its_own():
    colours = [game.felt.colour for game in GAMES.values()]
    assert len(set(colours)) == len(colours)


def test_the_largest_multiple_of_the_base_wager():
    multiples = {game.id: game.largest_multiple for game in GAMES.values()}
    assert {game: most for game, most in multiples.items() if most > 1} == {
        "caribbean-stud": 2,
        "crazy-4-poker": 3,
        "keep-it-straight": 4,
        "mississippi-stud": 3,
        "solitaire-stud": 2,
        "straight-edge-2": 2,
        "ultimate-texas-holdem": 4,
    }


def test_only_the_dealer_of_caribbean_stud_has_a_card_up():
    up = {game.id for game in GAMES.values() for stage in game.stages if getattr(stage, "dealer_up", 0)}
    assert up == {"caribbean-stud"}


def test_a_citation_names_sheet_and_rule():
    game = find_game("keep-it-straight")
    assert game.cite("4b.i") == "Keep It Straight, rule 4b.i"
    assert game.cite("Appendix D") == "Keep It Straight, Appendix D"


@every_game
@given(data=st.data())
def test_comparing_hands_is_a_total_order(game, data):
    name = "you" if "you" in game.hands else next(iter(game.hands))
    hand = game.hands[name]
    size = 1 if hand.packet is not None else sum(game.cards_of(holder) for holder in hand.of)
    cards = st.lists(st.sampled_from(DECK), unique=True, min_size=size, max_size=size)
    a, b, c = (game.ranking.value(data.draw(cards)) for _ in range(3))
    assert {compare(a, b), compare(b, a)} in ({"win", "loss"}, {"copy"})
    assert compare(a, a) == "copy"
    if compare(a, b) != "loss" and compare(b, c) != "loss":
        both_copies = compare(a, b) == compare(b, c) == "copy"
        assert compare(a, c) == ("copy" if both_copies else "win")


@every_game
def test_every_wager_has_one_place_on_the_felt(game):
    """A wager without one could not be bet on in the browser."""
    placed = [wager for row in game.felt.rows for wager in row]
    assert sorted(placed) == sorted(wager.id for wager in game.wagers)
