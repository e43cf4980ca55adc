"""A worker process's beginning."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """A process that was killed cannot end its workers: each ends itself when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
