"""`cardroom controls`: internal controls on the terminal, as data and on paper."""

from __future__ import annotations

from ..floors import floor_text


def test_the_controls_of_a_floor_file_are_text_data_or_a_document_to_sign(ok, refused, tmp_path):
    file, paper = tmp_path / "floor.toml", tmp_path / "controls.pdf"
    file.write_text(floor_text(("delta-1",)))
    told = ok("controls", str(file)).out
    assert "Delta: how it is won" in told
    document = ok("controls", str(file), "--json").json
    assert [section["title"] for section in document["sections"]][:2] == ["What this describes", "Games"]
    assert str(paper) in ok("controls", str(file), "--pdf", str(paper), width=400).out
    assert paper.read_bytes().startswith(b"%PDF")
    assert "cannot be written" in refused("controls", str(file), "--pdf", str(tmp_path / "none" / "x.pdf"))


def test_a_floor_file_with_a_mistake_is_refused_with_its_line(run, tmp_path):
    file = tmp_path / "floor.toml"
    file.write_text('[house]\nname = "X"\n[[table]]\nid = "a"\ngame = "nothing"\n')
    told = run("controls", str(file))
    assert told.code == 2
    assert "nothing" in told.err
