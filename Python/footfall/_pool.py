"""Reads groups of sessions in processes of their own, which end with this one, and may die by a session."""
from __future__ import annotations

import concurrent.futures
import concurrent.futures.process
import multiprocessing
import multiprocessing.connection
import os
import threading
from typing import Any, Dict, Iterator, List

from ._reading import killed, read_group
from ._round import Group, Readers


def apart(jobs: int) -> Readers:
    """Reads groups in as many processes as there are jobs.

    Where one of them is killed, maybe since memory was short, each group is read alone, and then each half of it, until
    the session that brought it about is alone. That one is set aside and named.
    """

    def read(groups: List[Group]) -> Iterator[Dict[str, Any]]:
        left = list(groups)
        if left:
            with pool_of(min(jobs, len(left))) as pool:
                try:
                    for part in pool.map(read_group, groups):
                        left.pop(0)
                        yield part
                except concurrent.futures.process.BrokenProcessPool:
                    pass
        while left:
            yield from alone(left.pop(0))

    return read


def alone(group: Group) -> Iterator[Dict[str, Any]]:
    """Reads a group in a process of its own; of one that does not come through, one half and then the other."""
    try:
        with pool_of(1) as pool:
            yield pool.submit(read_group, group).result()
    except concurrent.futures.process.BrokenProcessPool:
        paths = group["paths"]
        if len(paths) == 1:
            yield killed(group)
            return
        half = len(paths) // 2
        yield from alone({**group, "paths": paths[:half]})
        yield from alone({**group, "paths": paths[half:]})


def pool_of(jobs: int) -> concurrent.futures.ProcessPoolExecutor:
    """Processes that share nothing with this one, and do not outlive it."""
    context = multiprocessing.get_context("spawn")
    return concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context, initializer=end_with_parent)


def end_with_parent() -> None:
    """Ends this process when the one that started it is gone: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=wait_for, args=(parent.sentinel,), daemon=True).start()


def wait_for(sentinel: int) -> None:
    """Waits for the end of the parent, also one by `kill -9`; what was written is in a folder that does not count."""
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
