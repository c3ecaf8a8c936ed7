"""What is recorded has the tags and fields that people have read."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.cards import JOKER_CODES, Card
from cardroom.table.events import RESERVED_TAGS

from .tags import FILE, UNIONS, kinds, written


def test_tags_and_fields_are_as_they_are_written():
    """If this fails: look at the difference, and if it is meant, `python -m tests.golden.tags`."""
    assert FILE.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize("union", UNIONS)
def test_every_tag_is_chosen_and_does_not_follow_the_name_of_its_class(union):
    """A class that is called something else tomorrow leaves the log as it is."""
    for kind in kinds(UNIONS[union]):
        renamed = msgspec.defstruct("Renamed", [], bases=(kind,), frozen=True)
        assert renamed.__struct_config__.tag == kind.__struct_config__.tag


def test_nothing_takes_what_is_kept_for_games_to_come():
    assert not set(JOKER_CODES) & set(Card)
    assert not {kind.__struct_config__.tag for kind in kinds(UNIONS["Events at a table"])} & set(RESERVED_TAGS)
