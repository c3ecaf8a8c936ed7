"""A server that notes where its processor time goes: `sampled.py FILE serve …` writes seconds by place when it ends.

Every few milliseconds of processor time each thread's clock is read, and what it has used since is put down to what it
does now. What the loop itself does in C is put down to what it calls next.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.003  # seconds of processor time

# By a function on the stack, from the inside out; the first that fits names the place.
PLACES = (
    ("sealed_for_log", "records.py", "do: encode and hash the record"),
    ("rows_of", "engine/index_rows.py", "do: rows of the index"),
    ("copy", "engine/live_table.py", "do: copies to go back to"),
    ("do", "engine/house.py", "do: the rest"),
    ("write", "store.py", "write"),
    ("_worker", "futures/thread.py", "write"),  # what it has just done
    ("wind", "clocks.py", "clocks"),
    ("", "views/table_frames.py", "views"),
    ("send", "web/sockets/hub.py", "socket: our part"),
    ("", "web/sockets/hub.py", "frames"),
    ("", "websockets_sansio_impl.py", "socket: uvicorn and websockets"),
    ("", "web/sockets/table_socket.py", "socket: our part"),
    ("", "litestar/", "socket: litestar"),
    ("", "cardroom/web/", "desk"),
    ("", "runtime/service.py", "service"),
    ("", "cardroom/", "other rooms"),
    ("", "", "loop: what it does itself, and the system for it"),
)


class Sampler:
    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.lines: Counter[str] = Counter()
        self.clocks: dict[int, float] = {}

    def tick(self, _: int, frame: FrameType | None) -> None:
        frames = sys._current_frames()  # noqa: SLF001 - made for this
        main = threading.main_thread().ident
        for thread, found in frames.items():
            stack = frame if thread == main else found
            try:
                used = time.clock_gettime(time.pthread_getcpuclockid(thread))
            except OSError:  # it has just ended
                continue
            spent, self.clocks[thread] = used - self.clocks.get(thread, used), used
            if stack is not None and spent > 0:
                self.seconds[place_of(stack)] += spent
                self.lines[f"{stack.f_code.co_filename.rpartition('site-packages/')[2]}:{stack.f_code.co_name}"] += (
                    spent
                )


def place_of(innermost: FrameType) -> str:
    found, best = "", len(PLACES)
    frame: FrameType | None = innermost
    while frame is not None:
        name, file = frame.f_code.co_name, frame.f_code.co_filename
        for index, (function, path, place) in enumerate(PLACES[:best]):
            if (not function or function == name) and path in file:
                found, best = place, index
                break
        frame = frame.f_back
    return found


def main() -> None:
    from cardroom.cli import main as run

    target = Path(sys.argv.pop(1))
    sampler = Sampler()
    signal.signal(signal.SIGPROF, sampler.tick)
    signal.signal(signal.SIGUSR1, lambda *_: (sampler.seconds.clear(), sampler.lines.clear()))
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        run()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        target.write_text(json.dumps([dict(sampler.seconds), dict(sampler.lines.most_common(40))]))


if __name__ == "__main__":
    main()
