"""Where an audit has seeds from: what rounds have shown when they were over, and the keys, if it is given any."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.fairness.commitments import commitment
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import events as e
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.seed_key_ring import KeyRing


class AuditSeals:
    """What was drawn for a round is what is recorded; a seed counts if it is the one that was committed to."""

    def __init__(self, reader: Reader, ring: KeyRing | None) -> None:
        self._reader = reader
        self._ring = ring
        self._recorded: dict[str, tuple[Seal, bytes]] = {}  # of rounds in progress, by round

    def draw(self, round_id: str) -> Seal:
        return self._found(round_id)[0]

    def seed_of(self, round_id: str, _: Seal) -> bytes:
        return self._found(round_id)[1]

    def _found(self, round_id: str) -> tuple[Seal, bytes]:
        if round_id not in self._recorded:
            raise CardroomError("seed-lost", f"the seed of round {round_id} is not known")
        return self._recorded[round_id]

    def begin(self, event: e.RoundBegan) -> bool:
        """A round that is about to begin; whether its seed can be had."""
        return self._keep(event.round_id, event.commitment, Seal(event.nonce, event.seal_key))

    def go_on(self, table: LiveTable) -> bool:
        """A round in progress; whether its seed can be had."""
        return table.began is not None and self._keep(table.round_id, table.commitment, table.began.seal)

    def forget(self, round_id: str) -> None:
        self._recorded.pop(round_id, None)

    def _keep(self, round_id: str, committed: str, seal: Seal) -> bool:
        for seed in (self._reader.shown_seed(round_id), self._from_key(round_id, seal)):
            if seed is not None and commitment(round_id, seed) == committed:
                self._recorded[round_id] = (seal, seed)
                return True
        return False

    def _from_key(self, round_id: str, seal: Seal) -> bytes | None:
        return self._ring.seed_of(round_id, seal) if self._ring is not None and self._ring.knows(seal) else None

    def what_is_wrong(self, table: LiveTable) -> str:
        """Why the seed of a round in progress cannot be had; "" where only the key is not at hand."""
        assert table.began is not None
        is_known = self._ring is not None and self._ring.knows(table.began.seal)
        return "its seed does not fit" if is_known else ""
