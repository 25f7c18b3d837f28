"""Work that is judged by its errors, on all processors at once: these follow from seeds, and what runs beside does not
change them. Times are measured elsewhere, with nothing beside."""

import concurrent.futures
import multiprocessing
import os


def processor():
    """The processor that this process has been given, for the programs that it starts."""
    return max(os.sched_getaffinity(0))


def _take_one(processors):
    os.sched_setaffinity(0, {processors.get()})


def side_by_side(work, cases):
    """Yields what `work` returns for each case, in their order. It is done in processes, each on a processor of its
    own, the largest case first: one that began last would keep one processor at work when the others have ended."""
    processors = multiprocessing.SimpleQueue()
    free = sorted(os.sched_getaffinity(0))
    for each in free:
        processors.put(each)
    with concurrent.futures.ProcessPoolExecutor(
        len(free), initializer=_take_one, initargs=(processors,)
    ) as pool:
        outcomes = [None] * len(cases)
        for place in sorted(range(len(cases)), key=lambda place: -len(cases[place].samples)):
            outcomes[place] = pool.submit(work, cases[place])
        for outcome in outcomes:
            yield outcome.result()
