"""Internal controls as a document: what the floor and the sheets say, with the version of everything described."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from cardroom.documents import document_hash
from cardroom.house.engine.permissions import MATRIX, permission_name
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS
from cardroom.house.reports.internal_controls import internal_controls
from cardroom.house.reports.papers import Paper, paper_as_pdf
from cardroom.money import DOLLAR

from ..floors import LINKS, TABLES, floor_text
from .conftest import Room

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def floor():
    return Room.read(floor_text(TABLES, links=LINKS))


def rows(paper: Paper, title: str) -> list[list[str]]:
    (section,) = (one for one in paper.sections if one.title == title)
    return [[cell.text for cell in one.cells] for one in section.rows]


def said(paper: Paper) -> str:
    return "\n".join(cell.text for section in paper.sections for one in section.rows for cell in one.cells)


def test_every_table_and_jackpot_of_the_floor_is_described_with_its_version(floor):
    paper = internal_controls(floor, NOW)
    told = said(paper)
    assert document_hash(floor) in told
    for plan in floor.tables:
        assert f"({plan.id})" in told
    for link in floor.links:
        assert document_hash(link)[:16] in told
        for line in link.paytable.lines:
            assert line.text in told
    assert paper.signatures
    assert paper_as_pdf(paper).startswith(b"%PDF")


def test_what_the_floor_sets_is_what_the_document_says(floor):
    link = next(link for link in floor.links if not link.is_house)
    other = msgspec.structs.replace(link, executive_from=7_777 * DOLLAR)
    links = tuple(other if one.id == link.id else one for one in floor.links)
    approvals = msgspec.structs.replace(floor.approvals, keep_cards_days=11, three_people_from=4_321 * DOLLAR)
    told = said(internal_controls(msgspec.structs.replace(floor, links=links, approvals=approvals), NOW))
    for figure in ("$7,777", "11 days", "$4,321"):
        assert figure in told
        assert figure not in said(internal_controls(floor, NOW))


def test_who_may_do_what_is_the_matrix_and_nothing_else(floor):
    listed = {one[0]: set(one[2].split(", ")) for one in rows(internal_controls(floor, NOW), "Who may do what")}
    staff = {
        permission_name(kind): {role.value for role in roles - PLAYERS - ONLY_SERVICE} for kind, roles in MATRIX.items()
    }
    assert listed == {name: roles for name, roles in staff.items() if roles}


def test_a_table_outside_of_its_approval_is_named():
    printed, other = (Room.read(floor_text({"edge-2": more})) for more in ("", 'game = "straight-edge-2?copies=lose"'))
    assert rows(internal_controls(printed, NOW), "Tables")[0][5] == ""
    assert "not as they were approved" in rows(internal_controls(other, NOW), "Tables")[0][5]
