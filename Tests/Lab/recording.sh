# What jobs have at hand that try the command itself, inside the machine and outside it. Sourced.
# shellcheck shell=bash
: "${footfall:?}" "${job_out:?}" "${check:?}"
# Where sessions are recorded to: in memory inside the machine, beside the log outside.
sessions=${scratch:-$job_out}

# record NAME OPTION…: records until it ends by itself, or is ended. Its status is this one's, its
# complaints are in $job_out/NAME.err, the session in $job_out/NAME.
record() {
    local name=$1 status
    shift
    rm -rf "${sessions:?}/sessions/$name"
    mkdir -p "$sessions/sessions/$name"
    "$footfall" record --source iio --quiet --output "$sessions/sessions/$name" "$@" \
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
    within 20 has_begun "$1"
    has_samples "$1" || fail "$1: no samples: $(cat "$job_out/$1.err")"
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
# line that has one of these words in it. Prints the line.
fails_within_3_s() {
    local name=$1 words=$2 since=$EPOCHREALTIME status
    within 4 without kill -0 "$recording" || fail "$name: it goes on, 4 s after the fault"
    wait "$recording"
    status=$?
    since=$((${EPOCHREALTIME/./} - ${since/./}))
    bring_out "$name"
    [ "$since" -le 3000000 ] || fail "$name: it took $((since / 1000)) ms to fail"
    [ $status -eq 1 ] || fail "$name: status $status: $(cat "$job_out/$name.err")"
    complains "$name" "$words"
    echo "$name: failed after $((since / 1000)) ms: $(tail -n 1 "$job_out/$name.err")"
}

# complains NAME WORDS: does what it said on the standard error say one of these?
complains() {
    grep -qiE "$2" "$job_out/$1.err" ||
        fail "$1: what it says has nothing of $2: $(cat "$job_out/$1.err")"
}

# is_partial NAME TYPE…: what a failed recording left is valid, has samples and tells of the error.
is_partial() {
    local name=$1
    shift
    python3 -B "$check" session "$job_out/$name" "$@" --missing any >/dev/null ||
        fail "$name: what it left is not valid"
    python3 - "$job_out/$name" <<'END' || fail "$name: the error or the partial file is not attached"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
assert manifest["errors"], "the manifest has no error"
assert any(entry["records"] for entry in manifest["files"]), "the manifest has no file with records"
assert "_motion" in (folder / "taskResult.json").read_text(), "the result has no file"
END
}
