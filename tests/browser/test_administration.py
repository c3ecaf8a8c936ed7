"""The administrator's page: another floor, who is signed in, and where copies of the keys lie."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from cardroom.house.floor.floor_check import DEMONSTRATION

from .test_accounting import look_at
from .test_staff import come_in, demonstration  # noqa: F401 - fixtures

WAR = '\n[[table]]\nid = "war-9"\ngame = "{game}"\n'


def test_another_floor_is_checked_asked_for_and_approved(come_in):  # noqa: F811
    person = come_in("technician", "/staff/administration")
    page = person.page
    floor = page.get_by_role("region", name="Floor in force")
    expect(floor).to_contain_text("From the file that the server was started with.")
    file = floor.get_by_label("Another floor, from a floor file")
    said = floor.get_by_role("list", name="What is to be said of the file")
    now = DEMONSTRATION.read_text(encoding="utf-8")
    for game, told in (("casino-wars", "There is no game “casino-wars”"), ("casino-war", "Table war-9 is new.")):
        text = now + WAR.format(game=game)
        file.set_input_files({"name": "lakeside.toml", "mimeType": "application/toml", "buffer": text.encode()})
        expect(floor).to_contain_text(told, timeout=120_000)
        expect(said).to_be_visible()
    look_at(person)
    floor.get_by_label("Why").fill("the lake room")
    floor.get_by_role("button", name="Ask for this floor").click()
    request = floor.get_by_role("article", name="The floor of lakeside.toml")
    expect(request).to_contain_text("You cannot approve it. It takes two people: whoever asked cannot approve.")
    executive = come_in("executive", "/staff/administration")
    other = executive.page.get_by_role("region", name="Floor in force")
    other.get_by_role("button", name="Approve this floor").click()
    expect(other.get_by_role("status")).to_contain_text("The house opens on it at its next start")
    look_at(executive)


def test_an_administrator_ends_a_session_and_notes_copies_of_a_key(come_in):  # noqa: F811
    cage = come_in("cage", "/staff/cage")
    person = come_in("administrator", "/staff/administration")
    page = person.page
    signed_in = page.get_by_role("region", name="Signed in")
    row = signed_in.get_by_role("row").filter(has_text="Carl Weiss")
    expect(row).to_contain_text("at no terminal of the house")
    expect(signed_in.get_by_role("row").filter(has_text="this one")).to_contain_text("Noor Haddad")
    expect(page.get_by_role("region", name="Servers")).to_contain_text("runs the house")
    expect(page.get_by_role("region", name="Backups")).to_contain_text("--backups FOLDER")
    keys = page.get_by_role("region", name="Keys")
    key = keys.get_by_role("listitem").filter(has_text="seals cards")
    expect(key).to_contain_text("Nobody has noted where a copy lies.")
    look_at(person)

    key.get_by_role("button", name=re.compile("^Note where copies lie")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Where")).fill("safe 2, with the owner")
    dialog.get_by_label(re.compile("^Last seen")).fill("2026-01-05")
    dialog.get_by_role("button", name="Note it").click()
    expect(key).to_contain_text("Copies: safe 2, with the owner; seen on 2026-01-05.")

    cage.visitor.allow("401")
    row.get_by_role("button", name=re.compile("^End")).click()
    expect(row).to_have_count(0)
    assert cage.page.request.get(f"{cage.visitor.room.url}/api/me").status == 401
