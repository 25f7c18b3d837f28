# What a job has at hand that runs outside the machine. Sourced by `run` before the job.
# shellcheck shell=bash
# shellcheck source=Tests/Lab/host.sh
. "$(dirname "${BASH_SOURCE[0]}")/host.sh"
machine_connect
# Of what machine/library.sh has, what needs no machine.
uri=ip:127.0.0.1:$LAB_IIOD_PORT

fail() {
    echo "FAILED: $*"
    exit 1
}

cannot() {
    echo "NOT PROVED: $*"
    exit 77
}

report() {
    echo "$*"
    echo "$*" >>"${job_out:?}/report"
}

expect() { [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"; }

# inside [SECONDS] <<'END': runs these lines in the machine, with its library at hand, and prints what
# they print. What they start in the background goes on until the job ends. What they define is gone
# when they end: files in $scratch and in $job_out stay.
inside() {
    local script status
    script=$(mktemp "$job_out/inside.XXXX")
    {
        # shellcheck disable=SC2016
        declare -p job_out check
        [ -z "${footfall:-}" ] || declare -p footfall
        cat
    } >"$script"
    : >"$script.out"
    machine_run "${1:-30}" "$script" "$script.out"
    status=$?
    cat "$script.out"
    rm -f "$script"
    return $status
}

# Plugs in the virtual IMU and lets the network have it: imu_serve SENSORS OPTION…
imu_serve() {
    local sensors=$1
    shift
    inside 30 <<END || fail "the machine's sensors are not served"
imu_sensors=$sensors
imu_start $*
iiod_start
END
}
