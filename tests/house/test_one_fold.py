"""One record a command, one fold: what a record may hold, what is remembered and for how long, days, floors, guests.

That the fold of the written bytes is the house, after every command, is in `test_random_play`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import msgspec

from cardroom.documents import hash_of
from cardroom.house.engine.index_rows import PartRow
from cardroom.house.features.rounds.rows import PlayedRow, RoundRow
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import decode_record
from cardroom.jackpots.commands import ChangeSeed, Confirm, StaffCard, SwipeCard
from cardroom.jackpots.engine import wins
from cardroom.money import DOLLAR
from cardroom.table.commands import Choose

# --- the record of a command ------------------------------------------------------------------------------------------


def test_a_command_is_one_record_with_a_part_for_every_stream_that_it_touches(make, floor):
    """The last decision of a round: the table settles, the jackpot pays, and the house flags a large win."""
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.stack("10s Js Qs", "9s 8s")
    room.begin("delta-1")
    room.bet("ann", "delta-1", 5, progressive=1)
    room.deal("delta-1")
    written = len(room.log)
    room.finish("delta-1")
    *_, last = room.log[written:]
    record = decode_record(last.body)
    assert record.command == c.AtTable("delta-1", Choose(1, "3x"))
    assert (record.by, record.role, record.day) == ("ann", "guest", "2026-03-02")
    assert [part.stream for part in record.parts] == ["table:delta-1", "link:delta", "house"]
    table, link, house = record.parts
    assert [type(event).__name__ for event in table.events][-1] == "SeedRevealed"
    assert "AwardPaid" in [type(event).__name__ for event in link.events]
    assert [event.kind for event in house.events] == ["winnings"]
    room.prove()


def test_every_stream_is_numbered_without_a_gap_and_the_index_says_where_its_parts_are(room):
    for person, table in (("ann", "delta-1"), ("bob", "edge-1")):
        room.guest(person, table, 1)
    room.play("delta-1", "ann", progressive=1)
    room.play("edge-1", "bob")
    numbers: dict[str, int] = {}
    for written in room.log:
        for part in decode_record(written.body).parts:
            numbers[part.stream] = numbers.get(part.stream, 0) + 1
            assert part.number == numbers[part.stream]
            row = room.rows[PartRow][part.stream, part.number]
            assert row == PartRow(stream=part.stream, number=part.number, position=written.position)
    assert numbers == room.house.numbers


def test_rounds_are_found_by_their_rows(room):
    room.guest("ann", "edge-1", 1)
    played = room.play("edge-1", "ann")
    room.begin("edge-1")
    done, open_ = (room.rows[RoundRow][(f"edge-1-{number}",)] for number in (1, 2))
    assert (done.round_id, done.seed, done.day) == (played, room.seeds[played].hex(), "2026-03-02")
    assert (open_.last, open_.seed) == (0, "")
    first, last = (decode_record(room.log[position - 1].body) for position in (done.first, done.last))
    assert isinstance(first.command, c.BeginRound)
    assert [type(event) for part in last.parts for event in part.events][-1] is e.SeedRevealed
    (seat,) = room.index(PlayedRow)
    assert (seat.person, seat.round_id, seat.seat, seat.is_over) == ("ann", played, 1, True)
    assert seat.net == (room.money("ann") - 1_000) * DOLLAR


SECRETS = ("password", "token", "secret", "seed", "credential", "credentials", "pin", "code")


def test_no_command_has_a_field_for_a_secret():
    kinds = msgspec.inspect.multi_type_info(c.AnyCommand.__args__)
    names: set[str] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls.__name__ not in names and kind.cls is not ChangeSeed:  # of a jackpot: money, no secret
                names |= {kind.cls.__name__} | {field.name for field in kind.fields}
                waiting += [field.type for field in kind.fields]
        elif isinstance(kind, msgspec.inspect.UnionType):
            waiting += kind.types
    assert {"SwipeCard", "card", "Choose", "option", "Adjust"} <= names  # it has looked inside
    words = {word.lower() for name in names for word in re.findall("[A-Z]?[a-z]+", name)}
    assert not words & set(SECRETS)
    card = next(field for field in msgspec.structs.fields(SwipeCard) if field.name == "card")
    assert card.type is StaffCard  # which kind of card, not whose


def test_the_record_of_a_swipe_holds_no_token(make, floor):
    room = make(floor(("delta-1",), service="$0"))
    room.guest("ann", "delta-1", 1)
    room.stack("10s Js Qs", "9s 8s")
    room.play("delta-1", "ann", progressive=1)
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))
    record = json.loads(room.log[-1].body)
    press = {"type": "SwipeCard", "table": "delta-1", "card": "supervisor"}
    assert record["command"] == {"type": "AtConsole", "link": "delta", "press": press}
    assert (record["by"], record["key"]) == ("supervisor", "")


def test_no_record_shows_a_seed_before_its_round_is_over(room):
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    seed = room.seeds["edge-1-1"].hex()
    assert not any(seed in written.body.decode() for written in room.log)
    assert seed not in room.house.checkpoint().decode()
    room.finish("edge-1")
    assert seed in room.log[-1].body.decode()


FOLD = """
import sys, msgspec
from cardroom.documents import hash_of
from cardroom.house.kernel.document_store import Documents
from cardroom.house.engine.house import House
from cardroom.house.log.records import decode_record
bodies, documents = msgspec.json.decode(sys.stdin.buffer.read())
house = House(Documents({name: body.encode() for name, body in documents.items()}.get), None)
for body in bodies:
    house.apply(decode_record(body.encode()), hash_of(body.encode()))
print(hash_of(house.checkpoint()))
"""


def test_another_machine_folds_the_same_bytes(room):
    """Where sets and hashes have another order."""
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    room.play("delta-1", "ann", "bob", progressive=1)
    told = ([written.body.decode() for written in room.log], {n: b.decode() for n, b in room.documents.items()})
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    answer = subprocess.run(
        [sys.executable, "-c", FOLD], input=msgspec.json.encode(told), env=environment, capture_output=True, check=True
    )
    assert answer.stdout.decode().strip() == hash_of(room.house.checkpoint())


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_named_by_the_record_after_it(room):
    before = room.house.checkpoint()
    done = room.do("house", c.TakeCheckpoint())
    (taken,) = room.events(e.Checkpointed)
    assert done.checkpoint == before
    assert taken.state == hash_of(before)


def test_a_round_goes_on_from_a_checkpoint_with_the_cards_that_it_began_with(room):
    room.guest("ann", "delta-1", 1)
    room.stack("Jc 3d 9h", "Js 2c")
    room.begin("delta-1")
    room.bet("ann", "delta-1", 10)
    room.deal("delta-1")
    room.house.go_on_from(room.house.checkpoint())
    room.house.resume()
    room.finish("delta-1")
    assert room.money("ann") == 1_100  # a pair of jacks, as in `test_tables`
    room.prove()


def test_a_checkpoint_does_not_grow_with_the_rounds_that_were_played(make, floor, monkeypatch):
    """A link remembers its last games and wins; what comes after that pushes something out."""
    monkeypatch.setattr(wins, "WINS_REMEMBERED", 2)
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    sizes = {}
    for number in range(1, 301):
        if room.money("ann") < 500:
            room.do("ann", c.IssuePlayMoney())
        if room.dollars("stack:delta-1:ann") < 100:
            room.do("ann", c.TopUp("delta-1", 300 * DOLLAR))
        room.begin("delta-1")
        room.bet("ann", "delta-1", 5, progressive=1)
        room.deal("delta-1")
        room.finish("delta-1", lambda names: names[0])
        sizes[number] = len(room.house.checkpoint())
    assert sizes[300] < 1.03 * sizes[200], sizes
