# One job: running it, keeping what explains it when it does not hold, telling how it ended. Sourced by
# `run`, in the shell that has a machine.
# shellcheck shell=bash

# The first comment of a job says what it shows.
shows() { sed -n '2s/^# //p' "$1"; }
# `# at most: 300 s`, `# runs: outside`, `# runs: alone` and `# runs: counted` are orders to this runner;
# without the first, 150 s. Only what hangs takes so long: how fast something must be, the job itself says.
order() { sed -n "s/^# $2: *//p" "$1" | head -n 1; }
runs() { grep -qx "# runs: .*\b$2\b.*" "$1"; }
# limit JOB: the seconds after which it is killed.
limit() {
    local seconds
    seconds=$(order "$1" 'at most')
    seconds=${seconds%% *}
    echo "${seconds:-150}"
}

# Milliseconds that this host's processors wanted to run and were not let, since it started.
stolen() { sed -n '1s/^cpu *\([0-9]* *\)\{7\}\([0-9]*\).*/\20/p' /proc/stat; }

# Milliseconds that the machine's threads have waited for a processor of this host, by its kernel's count.
waited() {
    cat /proc/"$machine_process"/task/*/schedstat 2>/dev/null |
        awk '{ waited += $2 } END { printf "%d", waited / 1000000 }'
}

# run_job JOB: runs it once; adds the outcome to the list, and tells it.
run_job() {
    local job=$1 name attempt=1 status seconds began stolen_before waited_before
    name=$(basename "$job" .sh)
    job_out=$lab_share/out/$name
    if grep -q "^$name 1 " "$lab_share/outcomes"; then
        attempt=2
        rm -rf "$job_out.first"
        mv "$job_out" "$job_out.first"
    fi
    rm -rf "$job_out"
    mkdir -p "$job_out"
    export job_out
    seconds=$(limit "$job")
    began=${EPOCHREALTIME/./}
    stolen_before=$(stolen) waited_before=$(waited)
    if runs "$job" outside; then
        machine_process=$machine_process timeout --kill-after 2 "$seconds" \
            bash -c 'footfall=$3 check=$4; . "$1"; . "$2"' "$job" "$here/outside.sh" "$job" \
            "$footfall" "$here/check.py" </dev/null >"$job_out/log" 2>&1
        status=$?
    else
        {
            declare -p job_out footfall
            echo "check=$here/check.py"
            cat "$job"
        } >"$job_out/script"
        machine_run "$seconds" "$job_out/script" "$job_out/log"
        status=$?
    fi
    local is_in_step=yes
    # One that did not answer in time answers later, and for the next job: better another machine.
    case $status in 124 | 125 | 137) is_in_step= ;; esac
    [ $status -eq 0 ] || keep_evidence "$job" $status || is_in_step=
    # What the job found stays found, whatever the machine does now.
    machine_clean || { is_in_step= && [ $status -ne 0 ] || status=125; }
    [ -n "$is_in_step" ] || machine_end
    began=$((${EPOCHREALTIME/./} - began))
    printf -v seconds '%d.%d' $((began / 1000000)) $((began / 100000 % 10))
    echo "$name $attempt $status $seconds" >>"$lab_share/outcomes"
    tell_job "$name" $attempt $status "$seconds"
}

# keep_evidence JOB STATUS: what explains a failure, before the machine is cleaned: the counters of both
# kernels, and what the job had in memory.
keep_evidence() {
    local evidence=$job_out/evidence
    mkdir -p "$evidence"
    {
        the_host
        cat /proc/loadavg /proc/pressure/* /proc/stat 2>/dev/null
    } >"$evidence/host"
    # A job outside that was killed has left the machine at work on something.
    case $2 in 125) return 1 ;; 124 | 137) ! runs "$1" outside || return 1 ;; esac
    {
        declare -p evidence
        cat "$here/machine/evidence"
    } >"$evidence/script"
    machine_run 30 "$evidence/script" "$evidence/log"
}

the_host() {
    echo "the host: load $(cut -d ' ' -f 1-3 /proc/loadavg); it was kept from its processors for" \
        "$(($(stolen) - stolen_before)) ms, and the machine waited for them for" \
        "$(($(waited) - waited_before)) ms"
}

# What it says is said at once: another machine's jobs end meanwhile.
tell_job() {
    local name=$1 attempt=$2 status=$3 seconds=$4 verdict
    verdict=$(python3 -B "$here/verdicts.py" of "$status")
    [ "$attempt" -eq 1 ] || name+=", once more"
    {
        printf '%-10s  %6.1f s  %s\n' "$verdict" "$seconds" "$name"
        [ ! -f "$job_out/report" ] || sed 's/^/                       /' "$job_out/report"
        [ ! -s "$job_out/known" ] || sed 's/^/                       /' "$job_out/known"
        [ "$status" -eq 0 ] || tell_why "$status" | tee "$job_out/why"
    } >"$job_out/told"
    cat "$job_out/told"
}

tell_why() {
    case $1 in
    124 | 137) echo "    it took longer than it may" ;;
    125) echo "    the machine is gone: $(tail -n 1 "$lab_machine/console.log")" ;;
    esac
    sed -n '1s/^/    /p' "$job_out/evidence/host" 2>/dev/null
    tail -n 15 "$job_out/log" | sed 's/^/    | /'
    echo "    all of it: $job_out"
}
