"""The commitment to a seed: shown before the bets; the seed that makes it is shown after the round.

>>> commitment("edge-1-42", bytes(range(32)))
'70b624917c85c64eae00f53a61a331d9e621b60a5fdf3dfa5f1df429ff01103f'
"""

from __future__ import annotations

import hashlib


def commitment(round_id: str, seed: bytes) -> str:
    return hashlib.sha256(round_id.encode() + seed).hexdigest()
