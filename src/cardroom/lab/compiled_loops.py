"""`njit` as kernels use it: numba, whose kept loops are loaded without getting ready to compile.

Before numba looks into its cache it brings in everything that it could compile, which takes longer than loading all
loops of a game. What was compiled before needs numba's runtime and nothing else; where something has to be compiled
after all, the compiler gets ready by itself.
"""

from __future__ import annotations

from typing import Any

from numba import njit, uint64
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

__all__ = ["njit", "uint64"]


def _load_kept(cache: FunctionCache, signature: object, context: Any) -> object:
    """As `FunctionCache.load_overload`, of which only what comes first is another."""
    rtsys.initialize(context)
    with cache._guard_against_spurious_io_errors():  # noqa: SLF001 - numba offers no other way
        return cache._load_overload(signature, context)  # type: ignore[no-untyped-call]  # noqa: SLF001


# Where it has no such methods any more, it goes about loading in another way.
if hasattr(FunctionCache, "_load_overload") and hasattr(FunctionCache, "_guard_against_spurious_io_errors"):
    FunctionCache.load_overload = _load_kept  # type: ignore[assignment,method-assign]
