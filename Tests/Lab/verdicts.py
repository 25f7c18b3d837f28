#!/usr/bin/env python3
"""What the outcomes of jobs come to: which run once more, and how the lab ends.

    verdicts.py of STATUS           the verdict of a job that ended with this status
    verdicts.py again OUTCOMES      the jobs that run once more, a line each
    verdicts.py end OUTCOMES JOB…   the closing table of these jobs; status 1 when the lab has failed

OUTCOMES has a line for each try, as it ended: JOB TRY STATUS SECONDS. A statement about data, order,
values or losses that does not hold is final: the status is neither of these.

    0     good
    77    not proved: this machine has not got what the job takes
    75    held up: the machine did not do its part, or something came later than it may
    124   held up: the job was killed, since it took too long (137: by force)
    125   held up: the machine is gone

What was held up runs once more. More than two such jobs fail the lab, whatever they do then: a machine
that holds up so many shows nothing, and somebody has to look.
"""

import collections
import os
import pathlib
import sys

GOOD, FAILED, HELD_UP, NOT_PROVED = "good", "failed", "held up", "not proved"
STATUS = {0: GOOD, 75: HELD_UP, 77: NOT_PROVED, 124: HELD_UP, 125: HELD_UP, 137: HELD_UP}
# How many jobs may run once more.
REPEATS = 2

Outcome = collections.namedtuple("Outcome", "job attempt status seconds")


def verdict(status):
    return STATUS.get(status, FAILED)


def outcomes_of(text):
    """The outcomes by job, each job's in the order of its tries."""
    tries = collections.defaultdict(list)
    for line in text.splitlines():
        job, attempt, status, seconds = line.split()
        tries[job].append(Outcome(job, int(attempt), int(status), float(seconds)))
    return {job: sorted(outcomes, key=lambda outcome: outcome.attempt)
            for job, outcomes in tries.items()}


def held_up(tries):
    """The jobs whose first try was held up."""
    return [job for job, outcomes in tries.items() if verdict(outcomes[0].status) == HELD_UP]


def again(tries):
    """The jobs to run once more; none, when there are too many."""
    jobs = [job for job in held_up(tries) if len(tries[job]) == 1]
    return jobs if len(held_up(tries)) <= REPEATS else []


def end(tries, jobs, is_ci):
    """The lines that close the lab, and its status."""
    last = {job: verdict(tries[job][-1].status) if job in tries else NOT_PROVED for job in jobs}
    of = {kind: [job for job in jobs if last[job] == kind]
          for kind in (GOOD, FAILED, HELD_UP, NOT_PROVED)}
    repeated = held_up({job: tries[job] for job in jobs if job in tries})
    lines = [f"lab: {len(of[GOOD])} of {len(jobs)} jobs good"]
    for job in repeated:
        told = ", then ".join(f"{verdict(outcome.status)} after {outcome.seconds:.0f} s"
                              for outcome in tries[job])
        lines.append(f"run twice: {job}: {told}")
    if not repeated:
        lines.append("run twice: none")
    if of[NOT_PROVED]:
        lines.append(f"not proved, {len(of[NOT_PROVED])}: {' '.join(of[NOT_PROVED])}")
    for kind in (FAILED, HELD_UP):
        if of[kind]:
            lines.append(f"{kind}, {len(of[kind])}: {' '.join(of[kind])}")
    has_failed = bool(of[FAILED] or of[HELD_UP])
    if len(repeated) > REPEATS:
        lines.append(f"{len(repeated)} jobs were held up, and {REPEATS} may be: this machine shows nothing")
        has_failed = True
    return lines, 1 if has_failed or (is_ci and of[NOT_PROVED]) else 0


def main(what, *words):
    if what == "of":
        print(verdict(int(words[0])))
        return 0
    tries = outcomes_of(pathlib.Path(words[0]).read_text())
    if what == "again":
        for job in again(tries):
            print(job)
        return 0
    lines, status = end(tries, words[1:], os.environ.get("CI") == "true")
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
