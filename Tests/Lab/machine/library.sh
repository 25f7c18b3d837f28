# What a job has at hand inside the machine. Sourced.
# shellcheck shell=bash
lab_share=${LAB_SHARE:?this runs inside the lab machine}
iio=/sys/bus/iio/devices
# Files of the job's own, in memory, for everyone; gone when it ends.
scratch=/run/scratch
imu_input=/run/imu.in
imu_log=/run/imu.log
# shellcheck source=Tests/Lab/common.sh
. "${LAB_ROOT:?}/Tests/Lab/common.sh"

# Loads modules of the machine's kernel.
load() { modprobe --dirname "$lab_share/kernel" --all "$@"; }

# Seconds of CLOCK_BOOTTIME (this machine never sleeps, so the uptime is it).
boottime() { cut -d ' ' -f 1 /proc/uptime; }

# The folder of the device of that name, or nothing.
device_named() {
    local folder name
    for folder in "$iio"/iio:device*; do
        { read -r name <"$folder/name"; } 2>/dev/null || continue
        [ "$name" = "$1" ] && echo "$folder" && return 0
    done
    return 1
}

has_devices() {
    local name
    for name in "$@"; do device_named "$name" >/dev/null || return 1; done
}

# The names of the devices that these letters make.
imu_devices() {
    case $1 in *a*) echo accel_3d ;; esac
    case $1 in *g*) echo gyro_3d ;; esac
    case $1 in *m*) echo magn_3d ;; esac
}

# What the kernel refused of what the virtual IMU sent, since the job began: a line each, its time first.
#
# While it takes in an answer of a sensor (to who reads `sampling_frequency`, say), it drops whatever report of
# the same hub comes in, and tells neither the sender nor the reader.
tracing=/sys/kernel/tracing
imu_refused() { sed -n 's/.* \([0-9.]*\): refused: (uhid_char_write.*/\1/p' $tracing/trace; }

# From now on, by CLOCK_BOOTTIME.
watch_refusals() {
    mount -t tracefs none $tracing
    echo boot >$tracing/trace_clock
    echo 'r:refused hid_safe_input_report ret=$retval:s32' >>$tracing/kprobe_events
    # EBUSY
    echo 'ret == -16' >$tracing/events/kprobes/refused/filter
    echo 1 >$tracing/events/kprobes/refused/enable
}

# imu_start [OPTION…]: plugs in the virtual IMU and waits for its devices. `imu_sensors` are the
# letters of those it has: agm.
imu_start() {
    local sensors=${imu_sensors:-agm}
    rm -f "$imu_input"
    mkfifo "$imu_input"
    : >"$imu_log"
    "$lab_share/virtual-imu" -s "$sensors" "$@" <>"$imu_input" >>"$imu_log" 2>&1 &
    imu_wait
}

# Waits for the devices of the virtual IMU, as after `imu create`.
imu_wait() {
    # shellcheck disable=SC2046
    within 20 has_devices $(imu_devices "${imu_sensors:-agm}") ||
        held_up "no devices of the virtual IMU within 20 s: $(cat "$imu_log"; dmesg | tail -n 5)"
}

# imu COMMAND…: lets the virtual IMU do this, and waits until it has; prints what it said.
imu() {
    local lines
    mapfile -t lines <"$imu_log"
    imu_read=${#lines[@]}
    echo "$*" >"$imu_input"
    within 20 imu_has_done "$*" || held_up "the virtual IMU did not do '$*': $(tail -n 3 "$imu_log")"
    tail -n "+$((imu_read + 1))" "$imu_log"
}

imu_has_done() {
    local lines
    mapfile -t -s "$imu_read" lines <"$imu_log"
    [[ "${lines[*]}" == *"done: $1"* ]]
}

# With -n: has every sensor that streams reported as often as it may?
imu_has_ended() {
    local counts
    counts=$(imu stat | sed -n 's/.* streaming=1 count=\([0-9]*\) .*/\1/p')
    [ -n "$counts" ] || return 1
    pause 0.2
    [ "$counts" = "$(imu stat | sed -n 's/.* streaming=1 count=\([0-9]*\) .*/\1/p')" ]
}

# How long after its time the virtual IMU has sent a report, at most, in ms.
imu_lateness() { imu stat | sed -n 's/.* late_ms=\([0-9]*\) .*/\1/p' | sort -n | tail -n 1; }

imu_stop() { imu quit >/dev/null; }

# input_start KIND…: plugs in a virtual input device of each kind and waits for its node. What it does
# is written to $job_out/KIND.truth.
input_start() {
    local kind
    load uinput evdev
    for kind in "$@"; do
        rm -f "/run/input.$kind.in"
        mkfifo "/run/input.$kind.in"
        : >"/run/input.$kind.log"
        "$lab_share/virtual-input" "$kind" "$job_out/$kind.truth" <>"/run/input.$kind.in" \
            >>"/run/input.$kind.log" 2>&1 &
    done
    for kind in "$@"; do
        within 20 grep -q 'plugged=1' "/run/input.$kind.log" ||
            held_up "no virtual input device '$kind' within 20 s: $(cat "/run/input.$kind.log")"
    done
}

# input KIND COMMAND…: lets that device do this, and waits until it has; prints what it said.
input() {
    input_begin "$@"
    input_ended "$1"
}

# The same in two steps: to do something else while it runs.
input_begin() {
    local kind=$1 lines
    shift
    mapfile -t lines <"/run/input.$kind.log"
    echo "${#lines[@]} $*" >"/run/input.$kind.asked"
    echo "$*" >"/run/input.$kind.in"
}

input_ended() {
    local kind=$1 skip words
    read -r skip words <"/run/input.$kind.asked"
    within 120 input_has_answered "$kind" "$skip" "$words"
    tail -n "+$((skip + 1))" "/run/input.$kind.log"
    input_has_answered "$kind" "$skip" "$words" && [ -z "$input_cannot" ] ||
        held_up "the virtual input device '$kind' did not do '$words': $(tail -n 3 "/run/input.$kind.log")"
}

input_has_answered() {
    local lines
    mapfile -t -s "$2" lines <"/run/input.$1.log"
    input_cannot=
    [[ "${lines[*]}" != *"cannot: $3"* ]] || input_cannot=1
    [[ -n "$input_cannot" || "${lines[*]}" == *"done: $3"* ]]
}

# The node of the device of that kind, as it is plugged in now.
input_node() { sed -n 's/^create [0-9]* [0-9]* //p' "$job_out/$1.truth" | tail -n 1; }

# at_host COMMAND…: runs it on the host, which is not emulated, and so is thirty times as fast; its files are those of
# $job_out and of the repository, its input, output and status are this one's.
at_host() {
    local question status
    question=$(mktemp "${job_out:?}/ask.XXXX")
    cat >"$question.in"
    printf '%q ' "$@" >"$question"
    echo "ask $question" >/dev/ttyS1
    within 120 test -e "$question.answered" || held_up "the host does not answer: $*"
    cat "$question.err" >&2
    cat "$question.out"
    status=$(<"$question.answered")
    rm -f "$question" "$question".*
    return "$status"
}

# The daemon that gives the machine's sensors to the network.
iiod_start() {
    iiod >"$job_out/iiod.log" 2>&1 &
    iiod_process=$!
    within 20 iio_info -u ip:127.0.0.1 || held_up "iiod does not answer: $(cat "$job_out/iiod.log")"
}

# An accelerometer that is no HID sensor and has no trigger, on a bus that only remembers; x, y, z
# read 16, -32 and 1024 of 12 bits.
lis3dh_start() {
    local bus
    load i2c-dev
    modprobe --dirname "$lab_share/kernel" i2c-stub chip_addr=0x18
    load st_accel_i2c
    bus=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name) || fail "i2c-stub made no bus"
    bus=${bus%/name}
    i2cset -y "${bus##*-}" 0x18 0x0f 0x33 || fail "the identity of the chip cannot be written"
    lis3dh_bus=${bus##*-}
    lis3dh_measures 0x00 0x01 0x00 0xfe 0x00 0x40
    echo lis3dh 0x18 >"$bus/new_device"
    within 20 has_devices lis3dh || held_up "no device: $(dmesg | tail -n 5)"
}

# What its output registers read from now on: x, y, z, low byte first, the 12 bits on top.
lis3dh_measures() {
    local register=0xa8 byte
    # The driver reads on from 0x28, with the bit that asks for the following ones.
    for byte in "$@"; do
        i2cset -f -y "$lis3dh_bus" 0x18 $register "$byte"
        i2cset -f -y "$lis3dh_bus" 0x18 $((register - 0x80)) "$byte"
        register=$((register + 1))
    done
}

# Lets /etc be written to, in memory, until the job ends.
etc_writable() {
    load overlay
    mkdir -p /run/etc/upper /run/etc/work
    mount -t overlay -o lowerdir=/etc,upperdir=/run/etc/upper,workdir=/run/etc/work none /etc
}

# Triggers made of timers, in configfs: what boards' kernels have. Gone when the job ends.
timers_start() {
    modprobe --dirname "$lab_share/kernel" iio-trig-hrtimer ||
        cannot "there are no timer triggers; what Tests/Lab/make-timer says tells why"
    mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
    timers=/sys/kernel/config/iio/triggers/hrtimer
    [ -d $timers ] || fail "configfs has no $timers"
}

# A real udevd, over an /etc of its own.
udevd_start() {
    etc_writable
    /lib/systemd/systemd-udevd --daemon || held_up "udevd does not start"
    udev_settle
}

# Lets udevd look at every sensor and input device again, and waits until it has.
udev_settle() {
    udevadm control --reload
    udevadm trigger --action=add --subsystem-match=iio --subsystem-match=input
    udevadm settle --timeout=20 || held_up "udevd does not settle"
}

# as_person COMMAND…: as a user with no rights. If the job has made one called `participant`, as that
# one with its groups; else as number 1000.
as_person() {
    if getent passwd participant >/dev/null; then
        setpriv --reuid participant --regid participant --init-groups --inh-caps=-all -- "$@"
    else
        setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all -- "$@"
    fi
}

# Puts a copy of a program where the person may run it, wherever the repository lies; prints its path.
for_everyone() {
    install -m 755 "$1" "$scratch/${1##*/}"
    echo "$scratch/${1##*/}"
}

# What a job may have left behind, when all of its processes are gone.
clean_machine() {
    local device
    mountpoint -q /etc && umount --lazy /etc
    : >$tracing/trace
    for device in /sys/bus/i2c/devices/*-0018; do
        [ -e "$device" ] && echo 0x18 >"$(dirname "$(readlink -f "$device")")/delete_device"
    done
    lsmod | grep -q '^i2c_stub' && rmmod i2c_stub
    # Other jobs are on a kernel without timer triggers.
    for device in /sys/kernel/config/iio/triggers/hrtimer/*/; do rmdir "$device"; done
    mountpoint -q /sys/kernel/config && umount /sys/kernel/config
    lsmod | grep -q '^iio_trig_hrtimer' && rmmod iio-trig-hrtimer
    rm -rf --one-file-system "${scratch:?}" "$imu_input" "$imu_log" /run/input.* /run/etc /run/udev
    mkdir -m 1777 "$scratch"
}
