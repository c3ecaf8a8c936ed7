"""An approval stands behind the file that was reviewed, and behind no other."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from cardroom.games import games
from cardroom.games.catalogue import factories
from cardroom.games.fingerprint import fingerprint
from cardroom.games.model import Kind, Wager, lose
from cardroom.games.rule_parameters import CHANGED, NOT_AS_APPROVED, with_rules
from cardroom.table.text.rulebook import paytable_document

APPROVED = [game.id for game in games().values() if factories()[game.id]().reviewed]
replace = msgspec.structs.replace


def made(game, **changes):
    """A game whose file is another one than was reviewed."""
    return with_rules(lambda: replace(factories()[game](), **changes), {})


def with_a_wager_more(game):
    extra = Wager(id="extra", name="Extra", kind=Kind.OPTIONAL, rule="1", settle=lambda f, pay: lose("1"))
    return made(game, wagers=(*factories()[game]().wagers, extra))


def with_another_pay(game):
    """Of a table that is not the one in force."""
    wagers = []
    for wager in factories()[game]().wagers:
        *tables, last = wager.paytables or (None,)
        if last is not None:
            first, *rest = last.lines
            last = replace(last, lines=(replace(first, pays=first.pays[::-1], label="other"), *rest))
        wagers.append(replace(wager, paytables=(*tables, last) if last is not None else ()))
    return made(game, wagers=tuple(wagers))


def with_another_seat(game):
    return made(game, seats=factories()[game]().seats - 1)


def with_another_settlement(game):
    first, *others = factories()[game]().wagers
    return made(game, wagers=(replace(first, settle=lambda f, pay: lose("1")), *others))


def test_six_files_carry_the_fingerprint_that_they_were_reviewed_with():
    """Whoever changes what an approval is for, or how fingerprints are taken, looks at the sheet again."""
    assert len(APPROVED) == 6
    assert {game: fingerprint(factories()[game]()) for game in APPROVED} == {
        game: factories()[game]().reviewed for game in APPROVED
    }


@pytest.mark.parametrize("game", APPROVED)
def test_the_file_that_was_reviewed_is_approved(game):
    sheet = with_rules(factories()[game], {}).sheet
    assert sheet.is_approved
    assert sheet.approval.startswith("approved by ")


@pytest.mark.parametrize("game", APPROVED)
@pytest.mark.parametrize("change", [with_a_wager_more, with_another_pay, with_another_seat, with_another_settlement])
def test_any_other_is_changed_since_approval_with_all_its_pay_tables(game, change):
    changed = change(game)
    assert not changed.sheet.is_approved
    assert changed.sheet.approval.startswith(f"{CHANGED} (approved by ")
    tables = [paytable_document(changed, table) for wager in changed.wagers for table in wager.paytables]
    assert not any(table.approved for table in tables)


@pytest.mark.parametrize("game", APPROVED)
def test_words_are_no_part_of_it(game):
    reworded = made(game, rules={number: f"{text} Really." for number, text in factories()[game]().rules.items()})
    assert reworded.sheet.is_approved


def test_whoever_only_says_so_is_not_approved():
    factory = factories()["casino-war"]
    claimed = with_rules(lambda: replace(factory(), sheet=replace(factory().sheet, is_approved=True)), {})
    assert not claimed.sheet.is_approved
    assert claimed.sheet.approval.startswith(CHANGED)


def test_a_rule_set_otherwise_is_not_in_the_approved_sheet_and_a_changed_file_stays_changed():
    assert with_rules(factories()["mississippi-stud"], {"most": "2"}).sheet.approval == NOT_AS_APPROVED

    def changed(most: Literal[1, 2, 3, 4] = 3):
        return replace(factories()["mississippi-stud"](most), seats=5)

    approval = with_rules(changed, {"most": "2"}).sheet.approval
    assert approval.startswith(f"rules changed; {CHANGED} (approved by ")
