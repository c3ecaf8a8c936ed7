"""`cardroom audit pack`, `verify-pack` and `software`: what is made here is verified elsewhere, on the terminal."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from ..house.logs import eventful


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    _, store = eventful(tmp_path_factory.mktemp("house"))
    store.engine.dispose()
    return str(store.engine.url)


def test_a_pack_verifies_with_one_command_and_a_changed_one_does_not(run, database, tmp_path):
    out = tmp_path / "evidence.tar"
    made = run("audit", "pack", "--database", database, "--from", "2026-03-02", "--to", "2026-03-03", "--out", str(out))
    assert "days 2026-03-02 to 2026-03-03" in made.out
    told = run("audit", "verify-pack", str(out))
    assert (told.code, "Everything is as it must be." in told.out) == (0, True)
    found = run("audit", "verify-pack", str(out), "--json").json
    assert found["done_again"] == found["records"] > 50
    assert f"Signed with the key {found['public_key']}" in told.out
    body = bytearray(out.read_bytes())
    body[len(body) // 2] ^= 1
    out.write_bytes(body)
    changed = run("audit", "verify-pack", str(out))
    assert (changed.code, "The first broken link: " in changed.out) == (1, True)


def test_what_is_no_pack_is_told_in_a_sentence(refused, database, tmp_path):
    other = tmp_path / "other.tar"
    other.write_bytes(b"something else")
    assert "is no whole evidence pack" in refused("audit", "verify-pack", str(other))
    assert "cannot be read" in refused("audit", "verify-pack", str(tmp_path / "none.tar"))
    nowhere = str(tmp_path / "none" / "x.tar")
    assert "cannot be written" in refused("audit", "pack", "--database", database, "--out", nowhere)


def test_an_export_comes_with_a_manifest_of_its_records(run, refused, database, tmp_path):
    out, manifest = tmp_path / "log.jsonl", tmp_path / "manifest.json"
    asked = ("audit", "export", "--database", database, "--format", "jsonl", "--from", "2026-03-03")
    assert run(*asked, "--out", str(out), "--manifest", str(manifest)).code == 0
    told, lines = json.loads(manifest.read_text()), [json.loads(line) for line in out.read_text().splitlines()]
    assert (told["records"], told["file"], told["size"]) == (len(lines), out.name, out.stat().st_size)
    assert told["hash"] == hashlib.sha256(out.read_bytes()).hexdigest()
    positions = [line["record"]["position"] for line in lines]
    assert (told["first"], told["last"], told["head"]) == (positions[0], positions[-1], lines[-1]["hash"])
    assert "name one with --out" in refused(*asked, "--manifest", str(manifest))


def test_software_is_compared_with_a_list_of_its_files(run, refused, database, tmp_path):
    listed = tmp_path / "software.json"
    assert run("audit", "software", "--out", str(listed)).code == 0
    assert "This is the software that" in run("audit", "software", "--against", str(listed)).out
    assert _answer(run, database) == "needs-a-person"
    assert _answer(run, database, "--software", str(listed)) == "holds"
    beside = Path(f"{database.removeprefix('sqlite:///')}.software.json")
    beside.write_bytes(listed.read_bytes())
    assert _answer(run, database) == "holds"
    beside.unlink()
    other = json.loads(listed.read_text())
    gone = other["files"].pop()
    other["files"][0]["hash"] = "0" * 64
    listed.write_text(json.dumps(other))
    told = run("audit", "software", "--against", str(listed))
    assert told.code == 1
    assert f"{gone['path']}: is not on the list" in told.out
    assert f"{other['files'][0]['path']}: has been changed" in told.out
    assert _answer(run, database, "--software", str(listed)) == "does-not-hold"
    listed.write_text("{}")
    assert "not a list of the software's files" in refused("audit", "software", "--against", str(listed))


def _answer(run, database: str, *more: str) -> str:
    answers = run("conform", "--database", database, "--json", *more).json["answers"]
    return next(one["answer"] for one in answers if one["requirement"] == "software-identified")
