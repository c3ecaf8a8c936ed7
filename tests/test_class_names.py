"""Within a module a class name means one thing: no two classes of one name, however they are imported."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cardroom"


def in_sight(tree: ast.Module, classes: frozenset[str]) -> dict[str, set[str]]:
    """By the name of a class, whatever it is called here: the modules that it comes from."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardroom."):
            for name in node.names:
                if name.name in classes:
                    found[name.name].add(str(node.module))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name].add("here")
    return found


def test_no_module_sees_two_classes_of_one_name():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}
    homes: dict[str, set[Path]] = defaultdict(set)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(path)
    several = frozenset(name for name, paths in homes.items() if len(paths) > 1)
    assert {
        (path.relative_to(SOURCE).as_posix(), name, *sorted(modules))
        for path, tree in trees.items()
        for name, modules in in_sight(tree, several).items()
        if len(modules) > 1
    } == set()
