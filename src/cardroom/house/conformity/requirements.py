"""The list of requirements, with their sources. Those without a check that a planted fault turns red need a person."""

from __future__ import annotations

from cardroom.house.conformity import house_log, link_log, standing
from cardroom.house.conformity.requirement import Area, Requirement

STANDARDS = "common to standards for progressive systems"  # several ask for it; none is quoted for all
OWN = "the house's own rule"

REQUIREMENTS = (
    # --- jackpots -----------------------------------------------------------------------------------------------------
    Requirement(
        "meter-at-every-table", Area.JACKPOTS,
        "Every linked table shows the meter: what can be won there.",
        "WAC 230-15-685(2); 58 Pa. Code 605a.7",
        by_house=standing.meter_at_every_table, looks="the signs of all linked tables beside the meters",
    ),
    Requirement(
        "win-on-display", Area.JACKPOTS,
        "A win is on the display within 30 seconds of being recognised.",
        "Arkansas EGS 29.1(d)",
        by_house=standing.win_on_display, looks="the slowest sign since the server has started",
        unless=standing.no_server,
    ),
    Requirement(
        "progressive-is-told", Area.JACKPOTS,
        "A player learns that a game is progressive before he bets.",
        STANDARDS,
        looks="the felt, the rules and the sign of each linked table, before a bet",
    ),
    Requirement(
        "restarts-after-a-hit", Area.JACKPOTS,
        "When a whole level is won, it starts again at once with its seed, and the other tables play on.",
        "N.M. 15.1.24.12",
        by_log=link_log.RestartsAfterHit,
    ),
    Requirement(
        "level-is-set", Area.JACKPOTS,
        "Every level has a seed, a rate of each wager, and a bound on what wagers may contribute.",
        "N.J. 13:69E-1.39A(a)",
        by_house=standing.levels_are_set, looks="the configuration of every progressive",
    ),
    Requirement(
        "level-meters", Area.JACKPOTS,
        "Contributions, hits and wins are kept for each level, and agree with the log.",
        "N.J. 13:69E-1.39A(b); N.Y. 5320.8(b)",
        by_log=link_log.MetersAddUp,
    ),
    Requirement(
        "contribution-as-set", Area.JACKPOTS,
        "A wager contributes what its rates say, and nothing else is accepted.",
        "filters for unreasonable contributions, New York and New Jersey",
        by_log=link_log.ContributionsAsSet,
    ),
    Requirement(
        "chance-of-each-award", Area.JACKPOTS,
        "The chance of each award is known, and not longer than 100 million to 1.",
        "N.J. 13:69D-1.52(e)",
        by_house=standing.chances_are_not_too_long, looks="the chance of every line at every linked table",
    ),
    Requirement(
        "meter-falls-for-reasons", Area.JACKPOTS,
        "A meter is lessened only for the reasons on the list, and each adjustment is explained.",
        "WAC 230-15-695",
        by_log=link_log.MeterFallsForReasons,
    ),
    Requirement(
        "every-change-explained", Area.JACKPOTS,
        "Every increase and decrease of a meter since its beginning is explained by a posting.",
        "WAC 230-15-685",
        by_log=link_log.BooksExplain,
    ),
    Requirement(
        "limit-not-below-meter", Area.JACKPOTS,
        "A posted limit is not below what the meter shows.",
        "WAC 230-15-685(4)",
        by_house=standing.limits_are_not_below, looks="meters beside their limits",
    ),
    Requirement(
        "equal-chances-on-a-link", Area.JACKPOTS,
        "Games share a link only with equal chances and the same winning hand.",
        "WAC 230-15-685(6)",
        by_house=standing.chances_are_equal, looks="the chances of all tables on links across games",
    ),
    Requirement(
        "order-of-awards", Area.JACKPOTS,
        "Near-simultaneous wins have a recorded order, which players were told before.",
        "N.Y. 5321.18; UK RTS 9A",
        by_log=link_log.AwardsInOrder,
    ),
    Requirement(
        "tables-identified", Area.JACKPOTS,
        "Every linked table is uniquely identified.",
        STANDARDS,
        by_house=standing.tables_are_identified, looks="the tables of every link",
    ),
    Requirement(
        "no-wager-while-closed", Area.JACKPOTS,
        "No progressive wager is taken while its link or console is closed.",
        "WAC 230-15-715",
        by_log=link_log.ClosedTakesNothing,
    ),
    Requirement(
        "out-of-reach", Area.JACKPOTS,
        "The controller stops when it loses memory or configuration, and people are told while it is out of reach.",
        STANDARDS,
        looks="the database stopped during play: tables wait, and every page says so",
    ),
    Requirement(
        "no-change-during-play", Area.JACKPOTS,
        "No parameter of a jackpot changes while one of its games is on.",
        "New York and New Zealand, on parameters of a running link",
        by_log=link_log.NoChangeDuringPlay,
    ),
    Requirement(
        "second-prize-is-told", Area.JACKPOTS,
        "A sign says so if part of a wager feeds a second prize.",
        "OAC 3772-11-29",
        looks="the sign of every jackpot with a reserve or several levels",
    ),
    Requirement(
        "changes-by-two", Area.JACKPOTS,
        "Changes of a jackpot take two people.",
        "New Jersey, on changes of progressives",
        by_log=link_log.ChangesByTwo,
    ),
    Requirement(
        "accounting-hears", Area.JACKPOTS,
        "Changes of rates are told to accounting, who reconcile: there they are approved.",
        "New Jersey, on changes of progressives",
        by_log=link_log.AccountingHears,
    ),
    Requirement(
        "awards-as-shown", Area.JACKPOTS,
        "An award is what was on display when it was locked; a House jackpot pays its posted prize to each winner.",
        "WAC 230-15-671; the rule sheets",
        by_log=link_log.AwardsAsShown,
    ),
    Requirement(
        "nobody-pays-alone", Area.JACKPOTS,
        "Where people deal, no award is entered, approved and handed over by one person alone.",
        OWN,
        by_log=link_log.NobodyPaysAlone,
    ),
    Requirement(
        "players-read-funding", Area.JACKPOTS,
        "Players can read funding, seed, limit, and the return with and without the jackpot.",
        "UK RTS 9A, 3C",
        looks="the rules page of each linked game",
    ),
    # --- money --------------------------------------------------------------------------------------------------------
    Requirement(
        "money-at-the-bank", Area.MONEY,
        "Accruals are deposited at least weekly, and games stop when the account is short.",
        "WAC 230-15-455, -715",
        by_house=standing.money_is_at_the_bank, looks="deposits and shortfalls of every progressive",
    ),
    Requirement(
        "slips-without-gap", Area.MONEY,
        "Fill and credit slips have continuous numbers, and another person approves each.",
        "La. 42:III.2717",
        by_log=house_log.SlipsAreNumbered,
    ),
    Requirement(
        "counts-by-two", Area.MONEY,
        "Trays and drop boxes are counted by two people.",
        "COMAR 36.05.03",
        by_log=house_log.CountsByTwo,
    ),
    Requirement(
        "wager-limit", Area.MONEY,
        "No single wager may be above the limit in force.",
        "WAC 230-15-140",
        by_house=standing.wagers_are_within_limits, looks="the limits of every table beside the dated limit",
    ),
    Requirement(
        "payout-cap", Area.MONEY,
        "A posted cap on pay-outs is not below the least that the rule allows.",
        "WAC 230-15-490",
        by_house=standing.caps_are_not_too_low, looks="the pay-out caps of all tables",
    ),
    Requirement(
        "awards-noted", Area.MONEY,
        "Every win is among the significant events, with its date and place.",
        STANDARDS,
        by_log=house_log.AwardsAreNoted,
    ),
    # --- tables -------------------------------------------------------------------------------------------------------
    Requirement(
        "last-rounds-recalled", Area.TABLES,
        "The last ten rounds of every table can be recalled step by step.",
        "AGCO 13.1; N.J. 13:69E-1.28B",
        by_house=standing.rounds_are_recalled, looks="the records of these rounds",
    ),
    Requirement(
        "state-after-interruption", Area.TABLES,
        "After an interruption a table stands as just before.",
        "N.Y. 5319.54",
        looks="a server killed during a round, and the table after its start",
    ),
    Requirement(
        "balance-always-shown", Area.TABLES,
        "Wager, result and balance are always shown; between rounds those of the last one.",
        "25 CFR 547.8(a)",
        looks="a seat before, during and after a round",
    ),
    Requirement(
        "no-play-under-a-fault", Area.TABLES,
        "Nothing is played at a table that has been stopped by a fault.",
        STANDARDS,
        by_log=house_log.NoPlayUnderFault,
    ),
    Requirement(
        "players-commit", Area.TABLES,
        "Every player commits to each round: a bet may be repeated, never placed for him.",
        "25 CFR 547.8(b)(4); UK RTS 8A",
        by_log=house_log.PlayersBetThemselves,
    ),
    Requirement(
        "rules-before-betting", Area.TABLES,
        "Rules, pay tables and the number of decks can be read before the first bet.",
        STANDARDS,
        looks="the rules of a table, opened by somebody who has not sat down",
    ),
    Requirement(
        "fair-shuffle", Area.TABLES,
        "Every order of the deck is possible, unpredictable, and passes statistical tests at 99%.",
        "25 CFR 547.14; N.Y. 5319.60",
        looks="`cardroom verify-shuffle` for a round, and `cardroom shuffles test` for many",
    ),
    Requirement(
        "conditions-on-file", Area.TABLES,
        "The conditions under which each game is approved are met and on file, and no table departs from its approval.",
        "the letters of approval",
        by_house=standing.conditions_are_on_file, looks="the conditions of every table",
        unless=standing.keeps_no_conditions,
    ),
    Requirement(
        "winning-hands-kept", Area.TABLES,
        "Winning hands and decks of large awards are kept for seven days.",
        "WAC 230-15-405, as practice",
        by_house=standing.cards_are_kept, looks="how long the floor says",
    ),
    Requirement(
        "round-on-every-screen", Area.TABLES,
        "Round and clock stand on every screen, so that surveillance can tie things together.",
        "WAC 230-15-280",
        looks="felt, dealer's terminal and pit during a round",
    ),
    Requirement(
        "hold-is-looked-into", Area.TABLES,
        "Drop, win and hold are reported by table and game; what lies outside the 95% band is looked into in writing.",
        "COMAR 36.05.03.25",
        looks="the hold of closed days beside their bands, and the notes",
    ),
    Requirement(
        "submission", Area.TABLES,
        "A submission holds rules, examples, odds, advantage, layout, procedure, rack card and mathematics.",
        "COMAR 36.05.03.20; Nev. Reg. 14.230",
        looks="the PAR sheet and the rules of every game",
    ),
    # --- people -------------------------------------------------------------------------------------------------------
    Requirement(
        "access-ends-at-once", Area.PEOPLE,
        "Nobody acts whose access has been suspended or ended.",
        OWN,
        by_log=house_log.AccessEndsAtOnce,
    ),
    Requirement(
        "access-is-logged", Area.PEOPLE,
        "Access to game logic and to the machine is logged.",
        STANDARDS,
        looks="the machine's own log of sign-ins, and who may write the floor file",
    ),
    Requirement(
        "history-for-players", Area.PEOPLE,
        "A player sees his balance always, and three months of history at once.",
        "UK RTS 1",
        looks="a player's history",
    ),
    Requirement(
        "latency-is-told", Area.PEOPLE,
        "Players are told how delays on the line affect a game of several players.",
        "UK RTS 4A",
        looks="what a seat shows while the line is slow or cut",
    ),
    Requirement(
        "dealers-trained", Area.PEOPLE,
        "Dealers' training and table tests are on file.",
        "COMAR 36.05.03.17, .18",
        looks="the personnel files",
    ),
    # --- software -----------------------------------------------------------------------------------------------------
    Requirement(
        "log-verified", Area.SOFTWARE,
        "The log has been verified within a day, and nothing was found.",
        OWN,
        by_house=standing.log_is_verified, looks="the last verification",
    ),
    Requirement(
        "software-identified", Area.SOFTWARE,
        "The software is authenticated before it starts, and a third party can verify it.",
        "58 Pa. Code 605a.4",
        by_house=standing.software_is_identified, unless=standing.no_release,
        looks="the installed files beside the hashes of the release",
    ),
)  # fmt: skip
