"""An analysis made by hand, small enough to check by eye, and one whose names are attacks."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cardroom.games.paytable import Line, PayTable
from cardroom.lab.results import (
    Amount,
    Analysis,
    AwardFigures,
    Base,
    Happening,
    Jackpot,
    Level,
    PayLine,
    Published,
    SideBet,
    WagerShare,
)
from cardroom.money import Odds
from cardroom.table import TableSettings, table_settings


def base_of(nets: dict[Fraction, Fraction]) -> Base:
    ev = sum((net * share for net, share in nets.items()), Fraction(0))
    return Base(
        unit="ante",
        ev=ev,
        average_wager=Fraction(7, 3),
        variance=sum((net**2 * share for net, share in nets.items()), Fraction(0)) - ev**2,
        fold_rate=Fraction(2, 7),
        outcomes=(
            Happening(name="fold", probability=Fraction(2, 7)),
            Happening(name="player ahead", probability=Fraction(5, 7)),
        ),
        amounts=tuple(Amount(net=net, probability=share) for net, share in sorted(nets.items())),
        by_wager=(
            WagerShare(wager="ante", ev=ev - Fraction(1, 9), average_stake=Fraction(1)),
            WagerShare(wager="play", ev=Fraction(1, 9), average_stake=Fraction(4, 3)),
        ),
        deals=1_234_567,
    )


LOSING = base_of(
    {Fraction(-1): Fraction(6, 11), Fraction(1, 2): Fraction(4999, 11000), Fraction(200): Fraction(1, 11000)}
)

BET = SideBet(
    wager="bonus",
    name="Bonus",
    paytable="Bonus 1",
    hands=None,
    exact=True,
    lines=(
        PayLine(hand="7-card straight", combinations=3, of=1009, pays="40 to 1", net=Fraction(40)),
        PayLine(hand="6-card straight", combinations=31, of=1009, pays="15 to 1", net=Fraction(15)),
        PayLine(hand="anything else", combinations=975, of=1009, pays="-", net=Fraction(-1)),
    ),
)
LONG = msgspec.structs.replace(
    BET,
    paytable="Bonus 2",
    hands=5,
    lines=tuple(
        msgspec.structs.replace(line, combinations=line.combinations * 10**30, of=line.of * 10**30)
        for line in BET.lines
    ),
)
JACKPOT = Jackpot(
    wager="two_way_bad_beat",
    name="Two Way Bad Beat",
    paytable="Two Way Bad Beat 1",
    awards=(
        AwardFigures(
            hand="7-card straight",
            probability=Fraction(3, 1_000_003),
            pays="100% Mega",
            fixed=Fraction(0),
            share=Fraction(1),
            level="Mega",
            envy=Fraction(100),
        ),
        AwardFigures(
            hand="6-card straight",
            probability=Fraction(7, 10_007),
            pays="250 for 1",
            fixed=Fraction(250),
            share=Fraction(0),
            level="",
            envy=Fraction(0),
        ),
    ),
    fixed_return=Fraction(1750, 10_007),
    levels=(
        Level(name="Mega", return_per_1000=Fraction(3000, 1_000_003), break_even_meter=Fraction(825_700_123, 3000)),
    ),
    envy_value_per_player=Fraction(300, 1_000_003),
)
ANALYSIS = Analysis(
    game="straight-edge-1",
    version="9.8.7",
    rules_hash="0123456789abcdef" * 4,
    base=LOSING,
    side_bets=(BET, LONG),
    jackpots=(JACKPOT,),
    published=(
        Published(figure="Bonus 1, house edge", printed="3.60%", computed="3.60%", agrees=True),
        Published(
            figure="Bonus 2, hold", printed="24%", computed="not derivable", agrees=False, note="depends on play"
        ),
    ),
    findings=("NOT REPRODUCED: Bonus 2, hold is printed as 24%.",),
)
SETTINGS = table_settings("straight-edge-1")


def hostile_sheet(name: str) -> tuple[Analysis, TableSettings]:
    line = msgspec.structs.replace(BET.lines[0], hand=name)
    bet = msgspec.structs.replace(BET, name=name, paytable=name, lines=(line, *BET.lines[1:]))
    award = msgspec.structs.replace(JACKPOT.awards[0], hand=name, pays=name)
    analysis = msgspec.structs.replace(
        ANALYSIS,
        side_bets=(bet,),
        jackpots=(msgspec.structs.replace(JACKPOT, name=name, paytable=name, awards=(award,)),),
        published=(Published(figure=name, printed=name, computed=name, agrees=False, note=name),),
        findings=(f"PLAYER EDGE: {name}", name),
    )
    own = PayTable(id=name, lines=(Line("7-card straight", (Odds(40),), label=name),), is_printed=False)
    return analysis, table_settings("straight-edge-1", paytables={"bonus": own})
