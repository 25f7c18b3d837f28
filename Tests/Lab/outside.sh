# What a job has at hand that runs outside the machine. Sourced by `run` before the job.
# shellcheck shell=bash
# shellcheck source=Tests/Lab/host.sh
. "$(dirname "${BASH_SOURCE[0]}")/host.sh"
machine_connect
# shellcheck source=Tests/Lab/common.sh
. "$lab_root/Tests/Lab/common.sh"
# Where the machine's sensors are, for who is outside.
uri=ip:127.0.0.1:$LAB_IIOD_PORT

# inside [SECONDS] <<'END': runs these lines in the machine, with its library at hand, and prints what
# they print. What they start in the background goes on until the job ends. What they define is gone
# when they end: files in $scratch and in $job_out stay. If they are held up, so is the job.
inside() {
    local script status
    script=$(mktemp "$job_out/inside.XXXX")
    {
        declare -p job_out check footfall
        cat
    } >"$script"
    : >"$script.out"
    machine_run "${1:-120}" "$script" "$script.out"
    status=$?
    cat "$script.out"
    rm -f "$script"
    case $status in "$held_up_status" | 124 | 125 | 137) blame $status "inside the machine" ;; esac
    return $status
}

# The same as inside the machine, where it is asked for.
at_host() { "$@"; }

# imu_refused: when the kernel refused reports, by the clock of who recorded: this host's, or the machine's.
imu_refused() {
    local refused
    refused=$(inside <<<imu_refused) || return
    if [ -n "${recorded:-}" ] && [ -n "$refused" ]; then
        awk -v ahead="$(host_ahead)" '{ printf "%.6f\n", $1 + ahead }' <<<"$refused"
    else
        echo "$refused"
    fi
}

# The same, asked from outside.
imu_lateness() { inside <<<imu_lateness; }

# How far this host's uptime is ahead of the machine's, in s: by the shortest of five questions.
host_ahead() {
    local before machine
    for _ in 1 2 3 4 5; do
        before=$(uptime_here)
        machine=$(inside <<<'cut -d " " -f 1 /proc/uptime')
        echo "$before $machine $(uptime_here)"
    done | awk '{ took = $3 - $1 }
        NR == 1 || took < least { least = took; ahead = ($1 + $3) / 2 - $2 }
        END { print ahead }'
}

uptime_here() { cut -d ' ' -f 1 /proc/uptime; }

# Plugs in the virtual IMU and lets the network have it: imu_serve SENSORS OPTION…
imu_serve() {
    local sensors=$1
    shift
    inside <<END || blame $? "the machine's sensors are not served"
imu_sensors=$sensors
imu_start $*
iiod_start
END
}

# Ends what imu_serve began.
imu_unserve() {
    inside <<'END'
pkill -KILL -x iiod
imu_stop
END
}
