"""The database goes away under a house that runs, and comes back: the house waits, says so, and goes on by itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from ..postgresql import Cluster
from .breaking import Proxy, full_disk, locked_file, outages_of
from .stories import Fault, Story, story_of, suffer

FAULTS = int(os.environ.get("KILLS", "25"))  # of all kinds together, on both databases: see `test_takeovers`
SEED = int(os.environ.get("CARDROOM_FAULT_SEED", "5"))


@pytest.fixture
def proxy(postgresql: Cluster) -> Iterator[Proxy]:
    made = Proxy(postgresql)
    yield made
    made.close()


def outlasts(story: Story, faults: list[Fault]) -> None:
    suffer(story, faults)
    assert all(person.outages for person in story.people), "everybody was told"


@pytest.mark.slow
def test_a_house_outlasts_a_locked_file_and_a_full_disk(tmp_path: Path) -> None:
    outlasts(story_of(tmp_path, "", SEED), [locked_file, full_disk])


@pytest.mark.slow
def test_a_house_outlasts_restarts_of_postgresql_and_cut_connections(
    tmp_path: Path, postgresql: Cluster, proxy: Proxy
) -> None:
    story = story_of(tmp_path, proxy.url(postgresql.new_database()), SEED)
    outlasts(story, outages_of(postgresql, proxy))


@pytest.mark.soak
def test_a_house_outlasts_its_sqlite_file_again_and_again(tmp_path: Path) -> None:
    outlasts(story_of(tmp_path, "", SEED + 1), [*islice(cycle((locked_file, full_disk)), FAULTS // 5)])


@pytest.mark.soak
def test_a_house_outlasts_its_postgresql_again_and_again(tmp_path: Path, postgresql: Cluster, proxy: Proxy) -> None:
    story = story_of(tmp_path, proxy.url(postgresql.new_database()), SEED + 1)
    outlasts(story, [*islice(cycle(outages_of(postgresql, proxy)), FAULTS * 3 // 10)])
