"""Pages on paper, set by typst: a template for each kind of page. Content is data, so no name can be markup."""

from __future__ import annotations

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent


def as_pdf(template: str, page: object) -> bytes:
    """With its own fonts only, typst sets the same pages on every machine; the standard is that of readable PDF."""
    import typst

    inputs = {"page": msgspec.json.encode(page).decode()}
    source = (FOLDER / f"{template}.typ").read_bytes()
    try:
        return typst.compile(source, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        # A name in a script that those fonts lack: the standard refuses it, the machine's fonts may have it.
        return typst.compile(source, sys_inputs=inputs)
