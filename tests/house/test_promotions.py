"""A dated promotion on a bonus wager: asked by one, approved by another, paid apart, told in the replay."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from msgspec.structs import replace

from cardroom.house.features.promotions.text import offered
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.reports.dispute_pages import explained_round
from cardroom.house.views.players.felt import rules_with_jackpots
from cardroom.house.views.players.past_rounds import past_round
from cardroom.house.views.running_promotions import promotions_at
from cardroom.house.views.staff.promotions import bonus_tables, promotion_views, question_about
from cardroom.house.views.table_frames import standing_of
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.exposure.promotion_price import PromotionQuestion, chance_and_edge, price_promotion
from cardroom.money import CENT, DOLLAR
from cardroom.table import table_settings
from cardroom.table.commands import DeclareMisdeal
from cardroom.table.events import RoundClosed, WagerSettled

from .logs import audited, stored

TABLE, OTHER = "straight-1", "straight-2"
FIVE_SUITED = "2s 3s 4s 5s 6s Kd 9h"  # a 5-card straight flush: 100 to 1; and a 5-card straight: 6 to 1
DEALER = "2d 2h 4c 9s 9c Jd Kh"
ASK = c.AskPromotion(
    TABLE, "straight_flush", "5-card_straight_flush", 500 * DOLLAR, date(2026, 3, 2), date(2026, 3, 3),
    "letter 17, binder 4", date(2026, 2, 20),
)  # fmt: skip


@pytest.fixture
def room(make, floor):
    room = make(floor((TABLE, OTHER)))
    room.guest("ann", TABLE, 1)
    room.guest("bob", TABLE, 2)
    return room


def approved(room, asked: c.AskPromotion = ASK) -> str:
    room.do("accounting", asked)
    name = f"promotion-{room.house.promotions.asked}"
    room.do("executive", c.ApprovePromotion(name))
    return name


def hit(room, *, bonus: int = 5) -> str:
    room.stack(FIVE_SUITED, "2c 4d 6h 8c 10d Qs Ac", DEALER)
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, straight_flush=bonus)
    room.bet("bob", TABLE, 5, straight_flush=5)
    room.deal(TABLE)
    room.finish(TABLE)
    return room.house.tables[TABLE].round_id


def settled(room) -> list[WagerSettled]:
    return [one for one in room.events(WagerSettled) if one.wager == "straight_flush"][-2:]


def test_the_award_is_paid_beside_the_wager_whose_own_result_stays(room):
    before = room.money("ann")
    hit(room)
    without, results = room.money("ann") - before, room.events(RoundClosed)[-1].results
    wagers = settled(room)
    name = approved(room)
    before, tray, bob = room.money("ann"), room.dollars(f"tray:{TABLE}"), room.money("bob")
    round_id = hit(room)
    assert settled(room) == wagers
    assert room.events(RoundClosed)[-1].results == results
    assert room.money("ann") - before == without + 500
    (paid,) = room.events(e.PromotionAwarded)
    assert (paid.round_id, paid.seat, paid.promotion, paid.amount) == (round_id, 1, name, 500 * DOLLAR)
    assert room.dollars("promotions") == -500
    assert room.dollars(f"tray:{TABLE}") - tray == -sum(results.values()) / DOLLAR, "the tray's win is the wagers' own"
    assert room.money("bob") - bob == results[2] / DOLLAR
    one = room.house.promotions.promotions[name]
    assert (one.awards, one.paid) == (1, 500 * DOLLAR)
    room.prove()


@pytest.mark.parametrize(
    ("changed", "is_paid"),
    [
        ({}, True),
        ({"award": 25 * CENT}, True),
        ({"line": "4-card_straight_flush"}, False),
        ({"wager": "straight", "line": "5-card_straight"}, False),  # nobody has bet on that
        ({"table": OTHER}, False),
        ({"first": date(2026, 3, 3)}, False),
    ],
)
def test_it_is_for_its_hand_its_wager_its_table_and_its_days(room, changed, is_paid):
    approved(room, replace(ASK, **changed))
    hit(room)
    assert bool(room.events(e.PromotionAwarded)) is is_paid


def test_it_is_for_rounds_that_begin_while_it_runs(room):
    room.stack(FIVE_SUITED, "2c 4d 6h 8c 10d Qs Ac", DEALER)
    room.begin(TABLE)
    name = approved(room)  # players have not been told of it before they bet
    room.bet("ann", TABLE, 5, straight_flush=5)
    room.bet("bob", TABLE, 5)
    room.deal(TABLE)
    room.finish(TABLE)
    assert not room.events(e.PromotionAwarded)
    room.stack(FIVE_SUITED, "2c 4d 6h 8c 10d Qs Ac", DEALER)
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, straight_flush=5)
    room.bet("bob", TABLE, 5)
    room.do("supervisor", c.EndPromotion(name, "the budget is used up"))
    room.deal(TABLE)
    room.finish(TABLE)
    assert len(room.events(e.PromotionAwarded)) == 1
    hit(room)
    assert len(room.events(e.PromotionAwarded)) == 1
    room.prove()


def test_its_last_day_is_the_last_and_what_is_over_is_forgotten_when_days_close(room):
    approved(room)
    room.now += timedelta(days=1)
    hit(room)
    assert len(room.events(e.PromotionAwarded)) == 1
    room.now += timedelta(days=1)
    hit(room)
    assert len(room.events(e.PromotionAwarded)) == 1
    room.now += timedelta(days=1)
    for day in sorted(room.house.figures)[:3]:
        room.do("accounting", c.CloseDay(day))
    assert room.house.promotions.promotions == {}
    assert room.house.promotions.asked == 1
    room.prove()


def test_a_void_round_awards_nothing(room):
    approved(room)
    room.stack(FIVE_SUITED, "2c 4d 6h 8c 10d Qs Ac", DEALER)
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, straight_flush=5)
    room.bet("bob", TABLE, 5)
    room.deal(TABLE)
    room.do("supervisor", c.AtTable(TABLE, DeclareMisdeal("a card fell")))
    assert not room.events(e.PromotionAwarded)
    assert room.dollars("promotions") == 0


def test_it_takes_two_people_and_the_consent_is_put_on_file(room):
    room.do("supervisor", ASK)
    room.turned_away("supervisor", c.ApprovePromotion("promotion-1"))
    room.do("executive", ASK)
    assert room.refused("executive", c.ApprovePromotion("promotion-2")).code == "two-people"
    room.do("executive", c.ApprovePromotion("promotion-1"))
    filed = room.house.conditions["keep-it-straight/promotion-consent"]
    assert (filed.document, filed.dated, filed.by) == ("letter 17, binder 4", date(2026, 2, 20), "executive")
    assert room.refused("accounting", c.ApprovePromotion("promotion-1")).code == "approved"
    assert room.refused("accounting", c.DeclinePromotion("promotion-1")).code == "approved"
    room.do("accounting", c.DeclinePromotion("promotion-2"))
    assert list(room.house.promotions.promotions) == ["promotion-1"]
    room.do("accounting", c.EndPromotion("promotion-1", "over"))
    assert room.refused("accounting", c.EndPromotion("promotion-1", "again")).code == "not-running"
    assert room.refused("accounting", c.EndPromotion("promotion-9", "none")).code == "unknown-promotion"
    room.turned_away("dealer", ASK)
    room.prove()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"wager": "ante"}, "no-bonus"),
        ({"wager": "nonsense"}, "no-bonus"),
        ({"line": "royal_flush"}, "unknown-line"),
        ({"award": 1}, "bad-amount"),
        ({"last": date(2026, 3, 1)}, "bad-days"),
        ({"first": date(2026, 2, 1), "last": date(2026, 3, 1)}, "bad-days"),
        ({"document": " "}, "no-reason"),
        ({"consented": date(2026, 3, 3)}, "later-date"),
        ({"table": "nowhere"}, "unknown-table"),
    ],
)
def test_what_is_no_promotion_is_refused(room, changed, code):
    assert room.refused("accounting", replace(ASK, **changed)).code == code


def test_where_the_cards_are_real_nobody_can_know_the_hand(make, floor):
    room = make(floor({TABLE: 'cards = "real"'}, links=("house-flush",)))
    assert room.refused("accounting", ASK).code == "no-promotion"


def test_it_stands_on_felt_and_rules_while_it_runs(room):
    def shown() -> tuple[bool, bool]:
        table = room.house.tables[TABLE]
        rules = rules_with_jackpots(table.plan, promotions_at(room.house, table))
        felt = standing_of(room.house, table).promotions
        return any("$500 more" in one for one in felt), any("$500 more" in one.text for one in rules.rules)

    assert shown() == (False, False)
    name = approved(room)
    assert shown() == (True, True)
    said = offered(room.house.promotions.promotions[name], room.house.tables[TABLE].plan.settings)
    assert said == ("Promotion until 2026-03-03: $500 more for 5-card straight flush on the Straight Flush wager.")
    room.do("executive", c.EndPromotion(name, "test"))
    assert shown() == (False, False)


def test_the_replay_and_the_page_of_the_round_tell_it_and_an_audit_finds_it_again(room, tmp_path):
    approved(room)
    round_id = hit(room)
    store = stored(room, tmp_path / "house.sqlite")
    past = past_round(store, room.house, round_id, "ann", is_staff=False)
    assert [(one.seat, one.promotions) for one in past.extras] == [(1, 500 * DOLLAR)]
    assert past.lines[-1].text == "Seat 1 gets $500 by a promotion, for the 5-card straight flush."
    assert [type(event) for event in past.events].count(e.PromotionAwarded) == 1
    assert [one.promotions for one in standing_of(room.house, room.house.tables[TABLE]).extras] == [500 * DOLLAR]
    with store.reading() as reader:
        page = explained_round(reader, room.house, round_id)
    assert page.irregular == ("Seat 1 gets $500 by a promotion, for the 5-card straight flush.",)
    (apart,) = [one for one in page.money if one.account == "promotions"]
    assert apart.amount == -500 * DOLLAR
    store.close()
    assert audited(f"sqlite:///{tmp_path / 'house.sqlite'}").findings == []


# --- its price --------------------------------------------------------------------------------------------------------


def test_the_lab_prices_it_with_the_chance_of_its_hand():
    """Pay table 01 at Keep It Straight: the edge falls by chance × award ÷ stake, exactly."""
    settings = table_settings("keep-it-straight")
    ask = PromotionQuestion(settings=settings, wager="straight_flush", line="5-card_straight_flush", award=500 * DOLLAR)
    chance, edge = chance_and_edge(ask)
    title = settings.paytables["straight_flush"].title
    bet = next(one for one in analyze(settings).side_bets if (one.wager, one.paytable) == ("straight_flush", title))
    line = next(one for one in bet.lines if one.hand == "5-card straight flush")
    assert (chance, edge) == (line.probability, bet.house_edge)
    price = price_promotion(ask)
    assert price.exactly == str(chance)
    for one in price.stakes:
        # as if the line paid so much more: another way to the same edge
        more = Fraction(500 * DOLLAR, one.stake)
        assert Fraction(one.exactly) == -sum(
            (each.probability * (each.net + (more if each is line else 0)) for each in bet.lines), Fraction(0)
        )
        assert one.favours_players == (Fraction(one.exactly) < 0)
    assert [one.stake for one in price.stakes] == [settings.side_minimum, settings.side_maximum]


def test_those_who_set_it_see_it_stand_and_what_it_has_paid(room):
    (table, other) = bonus_tables(room.house)
    assert (table.table, other.table) == (TABLE, OTHER)
    assert {wager.id for wager in table.wagers} == {"straight", "straight_flush"}
    room.do("accounting", ASK)
    (asked,) = promotion_views(room.house)
    assert (asked.standing, asked.approved_by) == ("asked", "")
    room.do("executive", c.ApprovePromotion("promotion-1"))
    hit(room)
    (running,) = promotion_views(room.house)
    assert (running.standing, running.awards, running.paid) == ("running", 1, 500 * DOLLAR)
    assert question_about(room.house, "promotion-1").award == 500 * DOLLAR
    room.do("accounting", c.EndPromotion("promotion-1", "over"))
    assert [one.standing for one in promotion_views(room.house)] == ["over"]
