"""A page on paper, set by typst. Content goes to the template as data, so no name can be taken for markup."""

from __future__ import annotations

from pathlib import Path

import msgspec


def as_pdf(template: Path, page: msgspec.Struct) -> bytes:
    import typst

    inputs = {"page": msgspec.json.encode(page).decode()}
    source = template.read_bytes()
    try:
        return typst.compile(source, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1")
    except typst.TypstError:
        return typst.compile(source, sys_inputs=inputs)  # a name in a script that typst's own fonts lack
