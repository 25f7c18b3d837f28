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

imu_refused() { inside <<<imu_refused; }

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
