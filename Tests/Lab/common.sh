# What every job has at hand, inside the machine and outside it. Sourced.
# shellcheck shell=bash

# A word that nobody knows would be a check that nobody makes.
command_not_found_handle() {
    echo "FAILED: there is no command $1" >&2
    kill -TERM $$
}

# How a job ends says what kind of statement did not hold.
#
# `fail`: what Footfall promises of data, order, values, losses or words. It is never tried again: a loss
# that shows once in ten runs is a loss.
# `held_up`: what the machine alone can spoil. A program did not start in time, a device did not appear,
# something came later than it may. The runner tries the whole job once more, with nothing beside it.
# `cannot`: this machine has not got what it takes.
held_up_status=75

# Ends the job: something does not hold.
fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Ends the job: the machine did not do its part, or not in time.
held_up() {
    echo "HELD UP: $*" >&2
    exit $held_up_status
}

# Ends the job: this machine cannot show it.
cannot() {
    echo "NOT PROVED: $*" >&2
    exit 77
}

# blame STATUS WORDS…: ends the job because of something that ended with this status, which says whose
# fault it was: a judge, or lines run inside the machine.
blame() {
    local status=$1
    shift
    case $status in
    # It was killed, since it took too long.
    "$held_up_status" | 124 | 137) held_up "$* (status $status)" ;;
    # The machine is gone, or does not answer: the runner has to know.
    125)
        echo "HELD UP: $*: the machine does not answer" >&2
        exit 125
        ;;
    77) cannot "$*" ;;
    *) fail "$* (status $status)" ;;
    esac
}

# A figure, for the line that the runner prints of this job.
report() {
    echo "$*"
    echo "$*" >>"${job_out:?}/report"
}

# expect WHAT ACTUAL EXPECTED
expect() { [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"; }

# within SECONDS COMMAND…: waits until the command succeeds; fails if it does not in that time.
within() {
    local deadline=$((${EPOCHREALTIME/./} + $1 * 1000000))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "${EPOCHREALTIME/./}" -lt $deadline ] || return 1
        pause 0.05
    done
}

# Sleeps without starting a program: under emulation that takes long.
pause() {
    [ -n "${nobody:-}" ] || exec {nobody}<> <(:)
    read -r -t "$1" -u "$nobody"
    return 0
}

# not_within SECONDS COMMAND…: waits until the command fails.
without() { ! "$@"; }
not_within() {
    local seconds=$1
    shift
    within "$seconds" without "$@"
}

# scans_are_whole KIND FILE OPTION…: does the judge find what that sensor gave in these scans? $figure is what
# it says.
scans_are_whole() {
    local kind=$1 file=$2
    shift 2
    imu_refused >"$job_out/refused"
    figure=$(at_host python3 -B "${check:?}" scans "$kind" "$file" "$@" --refused "$job_out/refused") ||
        blame $? "$file: counts or timestamps of $kind"
}

# takes WHAT MICROSECONDS LIMIT_IN_MS: a promise of time was kept; if not, the machine may have been late.
takes() {
    [ "$2" -le $(($3 * 1000)) ] || held_up "$1 took $(($2 / 1000)) ms, and may take $3"
}
