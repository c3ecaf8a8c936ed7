"""Balances at the end of a log, held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardroom.house.engine.house import House
from cardroom.house.kernel import accounts
from cardroom.jackpots.engine import accounts as of_links
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.money import Money


def balance_findings(house: House, kept: Mapping[str, Money]) -> Iterator[str]:
    """What is wrong with where the money is, by the books and by the rows that are kept."""
    if total := sum(house.books.values()):
        yield f"all accounts sum to {total}, not to zero"
    for account in sorted(kept.keys() | house.books.keys()):
        if kept.get(account, 0) != house.balance(account):
            yield f"the row of {account} is not what the records make of it"
    for account, amount in house.books.items():
        if amount < 0 and account.startswith(accounts.OF_PLAYERS):
            yield f"{account} is overdrawn"
    for name, link in house.links.items():
        state = link.state
        if not proof(state).holds:
            yield f"the proof of the books of link {name} does not hold"
        for account, amount in state.books.items():
            is_own = not account.startswith(of_links.OF_THE_HOUSE)
            if is_own and house.balance(accounts.on_link(name, account)) != amount:
                yield f"{account} of link {name} is not what its events make of it"
