# The lab machine, from the host: booting it, asking things of it, ending it. Sourced by `run`, and
# by the jobs that run outside the machine.
# shellcheck shell=bash
lab_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lab_share=$lab_root/.build/lab
# What is one machine's own, when several run at once: its port, its console.
lab_machine=$lab_share/machine-${LAB_MACHINE:-1}
lab_port=$lab_machine/port

# machine_boot: boots it and waits until it serves.
machine_boot() {
    local append answer ticks
    mkdir -p "$lab_machine"
    rm -f "$lab_port".in "$lab_port".out
    mkfifo -m 600 "$lab_port".in "$lab_port".out
    # What the last one said may explain why there has to be another.
    local log
    for log in "$lab_machine"/{qemu,console}.log; do [ ! -s "$log" ] || mv "$log" "$log.last"; done
    append="console=ttyS0 quiet panic=-1 mitigations=off nokaslr tsc=reliable audit=0"
    append+=" LAB_ROOT=$lab_root LAB_SHARE=$lab_share"
    # Emulated in software, always: figures then mean the same wherever the lab runs.
    local emulation=(-accel tcg,thread=multi -smp "${LAB_PROCESSORS:-2}")
    ticks=$("$lab_share/ticks")
    if [ -n "${LAB_COUNTED:-}" ]; then
        # One processor, whose time goes by with the instructions that it has done, at 2^2 ns each: a host that
        # does other things makes it slow, and takes none of its time. Its counter shows its nanoseconds.
        emulation=(-accel tcg,thread=single -icount "shift=2,sleep=on" -smp 1)
        ticks=1000000
    fi
    [ -z "$ticks" ] || append+=" tsc_early_khz=$ticks"
    qemu-system-x86_64 -machine q35 "${emulation[@]}" -cpu max \
        -m 768 -nodefaults -display none -no-reboot -serial "file:$lab_machine/console.log" \
        -serial "pipe:$lab_port" \
        -kernel "$lab_share/vmlinux" -initrd "$lab_share/initramfs.gz" -append "$append" \
        -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
        -virtfs "local,path=$lab_share,mount_tag=share,security_model=none,multidevs=remap" \
        -nic "user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:$LAB_IIOD_PORT-:30431" \
        </dev/null >"$lab_machine/qemu.log" 2>&1 &
    machine_process=$!
    machine_connect
    # One that counts may have to wait for a processor.
    answer=$(machine_answer "$([ -n "${LAB_COUNTED:-}" ] && echo 240 || echo 60)") || return 1
    machine_boot_seconds=${answer#ready }
}

# Both ends of the port stay open here, so that opening them waits for nobody.
machine_connect() { exec {machine_in}<>"$lab_port.in" {machine_out}<>"$lab_port.out"; }

# machine_answer SECONDS: the next line of the machine; fails when it is gone, or says nothing.
machine_answer() {
    local left=$1 line part=
    while [ $((left -= 1)) -ge 0 ]; do
        if read -r -t 1 -u "$machine_out" line; then
            echo "$part$line"
            return 0
        fi
        # Half a line may have come before the second was over.
        part+=$line
        kill -0 "$machine_process" 2>/dev/null || return 1
    done
    return 1
}

# machine_run SECONDS SCRIPT OUTPUT: runs a script inside; its status is this one's. 124: it took
# too long; 125: the machine is gone.
machine_run() {
    local answer
    echo "$1 $2 $3" >&"$machine_in"
    while answer=$(machine_answer $(($1 + 10))); do
        case $answer in
        ask\ *) answer_machine "${answer#ask }" ;;
        *) return "$answer" ;;
        esac
    done
    return 125
}

# answer_machine FILE: runs for the machine what `at_host` inside has written there, and leaves what it printed, and
# at last its status.
answer_machine() {
    bash "$1" <"$1.in" >"$1.out" 2>"$1.err"
    echo $? >"$1.status"
    mv "$1.status" "$1.answered"
}

machine_clean() {
    echo clean >&"$machine_in"
    machine_answer 60 >/dev/null
}

# Ends it, if need be by force; only the process that was started here.
machine_end() {
    [ -n "${machine_process:-}" ] || return 0
    echo poweroff >&"$machine_in"
    local tenths=50
    while kill -0 "$machine_process" 2>/dev/null && [ $((tenths -= 1)) -ge 0 ]; do sleep 0.1; done
    kill -KILL "$machine_process" 2>/dev/null
    wait "$machine_process" 2>/dev/null
    machine_process=
}
