# What jobs have at hand that try the command itself, inside the machine and outside it. Sourced.
# shellcheck shell=bash
: "${footfall:?}" "${job_out:?}" "${check:?}"
# Where sessions are recorded to: in memory inside the machine, beside the log outside.
sessions=${scratch:-$job_out}

# What is recorded, where it is not the sensors of IIO.
record_source=(--source iio)

# record NAME OPTION…: records until it ends by itself, or is ended. Its status is this one's, its
# complaints are in $job_out/NAME.err, the session in $job_out/NAME.
record() {
    local name=$1 status
    shift
    recorded=$name
    rm -rf "${sessions:?}/sessions/$name"
    mkdir -p "$sessions/sessions/$name"
    "$footfall" record "${record_source[@]}" --quiet --output "$sessions/sessions/$name" "$@" \
        >"$job_out/$name.path" 2>"$job_out/$name.err" &
    recording=$!
    [ -z "${record_in_background:-}" ] || return 0
    wait $recording
    status=$?
    bring_out "$name"
    return $status
}

# begin NAME OPTION…: the same, and goes on at once; $recording is its process.
begin() { record_in_background=1 record "$@"; }

# begins NAME OPTION…: the same, and waits until there are samples. How long that takes is not judged:
# the machine may be slow.
begins() {
    begin "$@"
    within 20 has_begun "$1" || held_up "$1: no samples within 20 s: $(cat "$job_out/$1.err")"
    has_samples "$1" || { blame_lateness "$1" && fail "$1: it ended without samples: $(cat "$job_out/$1.err")"; }
}

has_begun() { has_samples "$1" || ! kill -0 "$recording"; }

# end NAME: ends the recording that was begun, in order (a shell without job control lets what it
# begins ignore SIGINT). Its status is this one's.
end() {
    local status
    kill -TERM "$recording"
    wait "$recording"
    status=$?
    bring_out "$1"
    return $status
}

# tells_gaps N: are there so many gap records in what is being recorded, on the disk?
tells_gaps() {
    [ "$(cat "$sessions/sessions/$recorded"/*/*_*.json "$sessions/sessions/$recorded"/*/input.json 2>/dev/null |
        grep -c '"lost":')" -ge "$1" ]
}

# Makes the session of that name what is in $job_out/NAME.
bring_out() {
    rm -rf "${job_out:?}/$1"
    mkdir "$job_out/$1"
    cp "$sessions/sessions/$1"/*/*.json "$job_out/$1" 2>/dev/null
}

# has_samples NAME: is there a sample file with some of them on the disk?
has_samples() {
    local file
    for file in "$sessions/sessions/$1"/*/*_motion.json; do
        [ -e "$file" ] && [ "$(stat -c %s "$file")" -gt 4096 ] && return 0
    done
    return 1
}

# fails_within_3_s NAME WORDS: the recording that was begun ends by itself, with status 1, and one
# line that has one of these words in it, within 3 s. The line is $failure, its time $failed_after in
# microseconds. The time begins now, or at $fault_at.
fails_within_3_s() {
    local name=$1 words=$2 since=${fault_at:-$EPOCHREALTIME} status
    within 20 without kill -0 "$recording" || fail "$name: it goes on, 20 s after the fault"
    wait "$recording"
    status=$?
    failed_after=$((${EPOCHREALTIME/./} - ${since/./}))
    bring_out "$name"
    [ $status -eq 1 ] || fail "$name: status $status: $(cat "$job_out/$name.err")"
    complains "$name" "$words"
    failure="$name: failed after $((failed_after / 1000)) ms: $(tail -n 1 "$job_out/$name.err")"
    echo "$failure"
    takes "$name: to fail" "$failed_after" 3000
}

# is_counted STATUS NAME: a recording ended well, or with losses, and its files have gap records where the
# status says so, and only there; which ones, `is_whole` says.
is_counted() {
    local told=0
    ! cat "$job_out/$2"/*_*.json "$job_out/$2"/input.json 2>/dev/null | grep -q '"lost":' || told=3
    case $1 in
    "$told") ;;
    0 | 3) fail "$2: status $1, where its gap records make it $told" ;;
    1) blame_lateness "$2" && fail "$2: status $1: $(cat "$job_out/$2.err")" ;;
    *) fail "$2: status $1: $(cat "$job_out/$2.err")" ;;
    esac
}

# blame_lateness NAME: a recording that ended because its device gave nothing was right where the virtual IMU did
# not report for a second, and one that got no answer in time where nobody had done anything to iiod: then the machine
# held it up.
blame_lateness() {
    local lateness
    ! grep -q 'took more than .* to answer' "$job_out/$1.err" || held_up "$1: $(cat "$job_out/$1.err")"
    grep -q 'has given nothing' "$job_out/$1.err" || return 0
    lateness=$(imu_lateness)
    [ "${lateness:-0}" -lt 1000 ] ||
        held_up "$1: the virtual IMU itself was $lateness ms late: $(cat "$job_out/$1.err")"
}

# complains NAME WORDS: does what it said on the standard error say one of these?
complains() {
    grep -qiE "$2" "$job_out/$1.err" ||
        fail "$1: what it says has nothing of $2: $(cat "$job_out/$1.err")"
}

# is_whole NAME TYPE… [OPTION…]: does the judge find what these sensors gave in that recording? $figure is
# what it says; what is known to be told wrongly goes into the job's own list.
is_whole() {
    local name=$1 status
    shift
    imu_refused >"$job_out/refused"
    at_host python3 -B "$check" session "$job_out/$name" "$@" --refused "$job_out/refused" \
        >"$job_out/$name.judged"
    status=$?
    grep '^known: ' "$job_out/$name.judged" >>"$job_out/known"
    [ $status -eq 0 ] || blame $status "$name: counts, values or timestamps"
    figure=$(tail -n 1 "$job_out/$name.judged")
}

# is_partial NAME TYPE… [OPTION…]: what a failed recording left is valid, has samples and tells of the error.
is_partial() {
    local name=$1
    is_whole "$@" --missing any
    at_host python3 - "$job_out/$name" <<'END' || fail "$name: the error or the partial file is not attached"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
assert manifest["errors"], "the manifest has no error"
assert any(entry["records"] for entry in manifest["files"]), "the manifest has no file with records"
assert "_motion" in (folder / "taskResult.json").read_text(), "the result has no file"
END
}

# One process that records again and again: Tests/Lab/Recorder.
lab_recorder=${LAB_RECORDER:-${LAB_ROOT:-${lab_root:-}}/.build/release/lab-recorder}

# rounds_start URI RATE: starts it, and waits until it is at rest.
rounds_start() {
    [ -x "$lab_recorder" ] || fail "there is no $lab_recorder; \`make lab\` builds it"
    rm -f "$sessions/rounds.in"
    mkfifo "$sessions/rounds.in"
    # It ends when this shell does, however that ends: then nobody holds the other end.
    exec {rounds_in}<>"$sessions/rounds.in"
    "$lab_recorder" rounds "$1" "$2" "$sessions" <"$sessions/rounds.in" {rounds_in}>&- \
        >"$job_out/rounds" 2>"$job_out/rounds.err" &
    rounds=$!
    round_says ready
}

# round_says WORDS: waits until it has said a line that begins so.
round_says() {
    within 60 round_has_said "$1" || held_up "it does not say '$1' within 60 s"
    grep -q "^$1" "$job_out/rounds" ||
        fail "it does not say '$1': $(tail -n 1 "$job_out/rounds" "$job_out/rounds.err")"
}

round_has_said() { grep -q "^$1" "$job_out/rounds" || ! kill -0 "$rounds"; }

# round_begins NAME SECONDS: lets it record so long, and waits until it does.
round_begins() {
    echo "$1 $2" >&"$rounds_in"
    round_says "begun $1"
    # Some samples, so that what fails has begun.
    pause 1
}

# round_ends NAME WORDS: waits until that recording has ended, in these words, and left nothing.
round_ends() {
    round_says "ended $1: "
    grep -qE "^ended $1: $2" "$job_out/rounds" || fail "$(grep "^ended $1: " "$job_out/rounds")"
    round_says "left $1: "
}

# The same, of a recording that cannot even begin.
round_ends_at_once() {
    echo "$1 60" >&"$rounds_in"
    round_ends "$@"
}

# What was at rest after the last one.
rounds_left() { sed -n 's/^left [^:]*: //p' "$job_out/rounds" | tail -n 1; }
