"""Pages and answers that a new one is easily left out of: what is served, what is typed, what is looked at."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest
from litestar.handlers import HTTPRouteHandler

from cardroom.web import players, staff

ROOT = Path(__file__).parents[2]
APPLICATION = (ROOT / "src/cardroom/web/app.py").read_text(encoding="utf-8")
MODULES = [
    importlib.import_module(f"{package.__name__}.{found.name}")
    for package in (players, staff)
    for found in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_answer_is_served(module: ModuleType):
    answers = [name for name, value in vars(module).items() if isinstance(value, HTTPRouteHandler)]
    short = module.__name__.rpartition(".")[2]
    missing = [name for name in answers if not re.search(rf"\b{short}\.{name}\b", APPLICATION)]
    assert not missing, f"src/cardroom/web/app.py: `handlers` lacks {missing} of {short}"


def test_every_page_is_looked_at():
    pages = re.findall(r'^ +(\w+): \(\) => import\("', (ROOT / "ui/src/App.svelte").read_text("utf-8"), re.MULTILINE)
    assert len(pages) > 5
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests/browser").glob("test_*.py"))
    missing = [page for page in pages if not re.search(rf'"/{page}\b', tests)]
    assert not missing, f"tests/browser/test_pages.py: PAGES lacks {missing}"
