"""Finds a Chromium for the browser tests, and as a program gets one where there is none and it may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

# The shell has no window, and takes a fifth less of the processor than a browser that hides it.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS = ("fonts-liberation", "fonts-noto-color-emoji")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
MISSING = (
    "No Chromium was found: install one (on Debian: apt-get install chromium), run `.venv/bin/playwright install"
    " chromium`, or name one in the environment variable CARDROOM_CHROMIUM."
)


def find_chromium() -> str | None:
    """The program, if there is one that starts: the one named, the system's, Playwright's own."""
    named = os.environ.get("CARDROOM_CHROMIUM")
    candidates = [named] if named else [*NAMES, _playwrights_own]
    for candidate in candidates:
        program = shutil.which(candidate() if callable(candidate) else candidate)
        if program and _run(program, "--version", is_quiet=True):
            return program
    return None


def _playwrights_own() -> str:
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def get_chromium() -> str | None:
    found = find_chromium()
    if found or os.environ.get("CARDROOM_CHROMIUM"):
        return found
    return (_from_the_system() and find_chromium()) or (_from_playwright() and find_chromium()) or None


def _from_the_system() -> bool:
    """As root, or where sudo asks for no password."""
    if not shutil.which("apt-get"):
        return False
    become_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if become_root and not (shutil.which("sudo") and _run(*become_root, "true", is_quiet=True)):
        return False
    apt = [*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    install = [*apt, "install", "-y", "--no-install-recommends", *FONTS]
    return _run(*apt, "update") and any(_run(*install, package) for package in NAMES[:2])


def _from_playwright() -> bool:
    return _run(sys.executable, "-m", "playwright", "install", "chromium")


def _run(*command: str | Path, is_quiet: bool = False) -> bool:
    output = subprocess.DEVNULL if is_quiet else sys.stderr
    return subprocess.run(command, stdout=output, stderr=output, check=False).returncode == 0


if __name__ == "__main__":
    sys.stdout.write(f"Browser tests run in {found}.\n" if (found := get_chromium()) else f"{MISSING}\n")
