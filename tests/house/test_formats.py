"""Records of other formats: earlier ones are lifted as they are read, later ones are refused in a sentence."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.house.log import record_formats
from cardroom.house.log.records import decode_record

from .logs import eventful_room


@pytest.fixture(scope="module")
def body() -> bytes:
    return eventful_room().log[-1].body


def with_format(body: bytes, number: int) -> bytes:
    return body.replace(b'{"format":1,', b'{"format":%d,' % number, 1)


def test_an_earlier_format_is_lifted_step_by_step(body, monkeypatch):
    """As if two formats had come since: one called the person otherwise, and one the moment."""
    plain = msgspec.json.decode(body)
    monkeypatch.setattr(record_formats, "FORMAT", 3)
    with pytest.raises(CardroomError, match="it is of format 1, which no version has written"):
        decode_record(body)
    steps = {
        1: lambda old: {name.replace("who", "person"): value for name, value in old.items()} | {"format": 2},
        2: lambda old: {name.replace("person", "by"): value for name, value in old.items()} | {"format": 3},
    }
    monkeypatch.setattr(record_formats, "LIFTS", steps)
    first = msgspec.json.encode({"who" if name == "by" else name: value for name, value in plain.items()})
    lifted = decode_record(first)
    assert msgspec.structs.replace(lifted, format=1) == msgspec.json.decode(body, type=type(lifted))


def test_a_later_format_is_refused(body):
    with pytest.raises(CardroomError, match=r"cannot be read: it is of format 2, by version .*, a later one"):
        decode_record(with_format(body, 2))


@pytest.mark.parametrize("text", [b"", b"{}", b'{"format":"1"}', b"[1]", b'{"format":0}', b'{"format":-1}'])
def test_what_has_no_format_is_refused(text):
    with pytest.raises(CardroomError, match="cannot be read"):
        decode_record(text)
