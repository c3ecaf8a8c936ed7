"""What holds for every test."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from cardroom.games.catalogue import forget_file
from cardroom.house.runtime.identity import secret_hashes

from .accounts import QUICK
from .costs import Costs
from .floors import FROM_OUTSIDE
from .handlers import read_signatures_once
from .patience import pytest_runtest_makereport, pytest_terminal_summary  # noqa: F401 - hooks
from .postgresql import Cluster, cluster
from .workers import pytest_addoption, pytest_runtestloop  # noqa: F401 - hooks

# Passwords and PINs are hashed as elsewhere, but in no time; a server in a process of its own hashes as it always does.
secret_hashes.COST.update(QUICK)
read_signatures_once()

# A test asks what comes out, never how long it takes: on a busy machine anything may take long.
settings.register_profile("cardroom", deadline=None)
settings.load_profile("cardroom")


MEMORY = Path("/dev/shm")  # a folder that is kept in memory, where a system has one
ROOM = 4 * 1024**3  # bytes that must be free there: a whole run leaves a few hundred million


def pytest_configure(config: pytest.Config) -> None:
    """Files of tests are written to memory where there is room: a disk is waited for thousands of times, for nothing
    that a test could tell."""
    config.pluginmanager.register(Costs())
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


gc.disable()  # until everything is collected, which is all kept


def pytest_collection_finish() -> None:
    """Python need not look for garbage again and again among thousands of tests that stay to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Stories of faults wait longest by far: they begin first, beside all the others; those in a browser follow, so
    that a worker opens one for all."""
    here = Path(__file__).parent
    waiting = [here / "faults", here / "browser"]
    items.sort(key=lambda item: [not item.path.is_relative_to(folder) for folder in waiting])


@pytest.fixture(autouse=True, scope="session")
def _surroundings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing is kept in the home of whoever runs the tests; and all that is asked is on this machine: no client reads
    the authorities of the whole internet first, which takes it longer than asking."""
    os.environ["XDG_DATA_HOME"] = os.environ["SSL_CERT_DIR"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def _no_game_files_stay_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor file names game files in the environment; the next test finds it as it was."""
    monkeypatch.setenv("CARDROOM_GAMES", "")


@pytest.fixture(autouse=True, scope="module")
def _no_game_files_stay_known() -> Iterator[None]:
    """A floor takes games from outside into the catalogue; the next module finds only those of the sheets."""
    _forget_games_from_outside()
    yield
    _forget_games_from_outside()


def _forget_games_from_outside() -> None:
    for path in FROM_OUTSIDE.values():
        forget_file(path)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.new_database()
