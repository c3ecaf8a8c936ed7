"""A regulator's session: every room is read, nothing in it does anything, and evidence is taken along that verifies."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from cardroom.house.evidence.pack_reader import verified_pack

from .looking import require_accessible
from .test_staff import come_in, demonstration  # noqa: F401 - fixtures

CHANGES = re.compile(
    r"^(File|Replace|Take off|Enrol|Ask|Approve|Decline|Suspend|End|Revoke|Change|Reset|Give|Reinstate|Print|Pay|Open|"
    r"Close|Correct|Acknowledge)\b"
)


def test_a_regulator_changes_nothing_and_takes_evidence_that_verifies(come_in, tmp_path: Path):  # noqa: F811
    rosa = come_in("regulator", "/staff/audit")
    sent: list[str] = []
    rosa.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    rosa.page.get_by_role("button", name="Make the pack").click()
    with rosa.page.expect_download() as download:
        rosa.page.get_by_role("link", name=re.compile("^Download evidence-")).click()
    pack = tmp_path / "evidence.tar"
    download.value.save_as(pack)
    found = verified_pack(pack)
    assert (found.findings, found.done_again) == ((), found.records)
    rosa.page.get_by_role("button", name="Look at every file").click()
    expect(rosa.page.get_by_text("No list of its files lies beside the database")).to_be_visible()
    require_accessible(rosa.page)
    for path in ("conformity", "people", "conditions", "cage"):
        rosa.open(f"/staff/{path}")
        expect(rosa.page.get_by_text("Looking …")).to_have_count(0)
        expect(rosa.page.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(0)
        expect(rosa.page.get_by_role("main").get_by_role("button", name=CHANGES)).to_have_count(0)
        if path == "conformity":
            require_accessible(rosa.page)
    assert [url.rsplit("/", 1)[-1] for url in sent] == ["packs"]
