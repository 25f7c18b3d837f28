"""Work that is judged by its errors, on all processors at once: these follow from seeds, and what runs beside does not
change them. Times are measured elsewhere, with nothing beside."""

import concurrent.futures
import contextlib
import multiprocessing
import os
import sys

GROUP = "/proc/self/autogroup"


def processor():
    """The processor that this process has been given, for the programs that it starts."""
    return max(os.sched_getaffinity(0))


def _take_one(processors):
    os.sched_setaffinity(0, {processors.get()})
    if os.getpriority(os.PRIO_PROCESS, 0) < 0:
        os.setpriority(os.PRIO_PROCESS, 0, 0)


def _set_group_priority(value):
    with open(GROUP, "w", encoding="ascii") as file:
        file.write(str(value))


@contextlib.contextmanager
def _not_ahead():
    """Meanwhile this session is not ahead of others, where `Scripts/ahead` has put it: on all processors at once, it
    would keep the kernel's own threads from them."""
    before = 0
    # Not each kernel groups sessions.
    with contextlib.suppress(OSError, IndexError, ValueError):
        with open(GROUP, encoding="ascii") as file:
            found = int(file.read().split()[-1])
        if found < 0:
            _set_group_priority(0)
            before = found
    try:
        yield
    finally:
        if before < 0:
            try:
                _set_group_priority(before)
            except OSError as error:
                print(f"this session does not go ahead of others any more: {error}", file=sys.stderr)


def side_by_side(work, cases):
    """Yields what `work` returns for each case, in their order. It is done in processes, each on a processor of its
    own, the largest case first: one that began last would keep one processor at work when the others have ended."""
    processors = multiprocessing.SimpleQueue()
    free = sorted(os.sched_getaffinity(0))
    for each in free:
        processors.put(each)
    with _not_ahead(), concurrent.futures.ProcessPoolExecutor(
        len(free), initializer=_take_one, initargs=(processors,)
    ) as pool:
        outcomes = [None] * len(cases)
        for place in sorted(range(len(cases)), key=lambda place: -len(cases[place].samples)):
            outcomes[place] = pool.submit(work, cases[place])
        for outcome in outcomes:
            yield outcome.result()
