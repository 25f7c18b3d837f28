# What every job has at hand, inside the machine and outside it. Sourced.
# shellcheck shell=bash

# Ends the job: something does not hold.
fail() {
    echo "FAILED: $*"
    exit 1
}

# Ends the job: this machine cannot show it.
cannot() {
    echo "NOT PROVED: $*"
    exit 77
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
