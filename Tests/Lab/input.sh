# What the jobs input-… have at hand besides: the command over virtual input devices. Sourced.
# shellcheck shell=bash
# shellcheck source=Tests/Lab/recording.sh
. "${check%/*}/recording.sh"
record_source=()
judge=${check%/*}/check_input.py

# What the kernel calls the virtual input device of that kind.
input_name() {
    case $1 in
    keys) echo "Virtual Foot Switch" ;;
    touch) echo "Virtual Touch" ;;
    touchA) echo "Virtual Touch A" ;;
    single) echo "Virtual Single Touch" ;;
    accel) echo "Virtual Accelerometer" ;;
    mouse) echo "Virtual Mouse" ;;
    switch) echo "Virtual Switch" ;;
    rumble) echo "Virtual Rumble" ;;
    esac
}

# is_read KIND [PROGRAM]: has a process of that program the device open, as it is plugged in now?
is_read() {
    local node process program=${2:-${footfall##*/}}
    node=$(input_node "$1")
    # The kernel knows 15 letters of a name.
    for process in $(pgrep -x "${program:0:15}"); do
        readlink "/proc/$process/fd"/* 2>/dev/null | grep -qx "$node" && return 0
    done
    return 1
}

# reads NAME KIND…: waits until the recording that was begun reads these devices. What they do from
# now on has to be in its files.
reads() {
    local name=$1 kind
    shift
    for kind in "$@"; do
        within 30 reads_or_ended "$kind" || held_up "$name: it does not read '$kind' within 30 s"
        kill -0 "$recording" || fail "$name: it ended before it read '$kind': $(cat "$job_out/$name.err")"
    done
    # Open is not yet asked for its state.
    pause 1
    for kind in "$@"; do input "$kind" note "${part:-begun}" >/dev/null; done
}

# Who looks whether the device may be read opens it, too, for a moment: it is to stay open.
reads_or_ended() { ! kill -0 "$recording" || { is_read "$1" && pause 1 && is_read "$1"; }; }

# listens NAME KIND OPTION…: begins to record that device, and waits until it is read.
listens() {
    local name=$1 kind=$2
    shift 2
    begin "$name" --input "$(input_name "$kind")" "$@"
    reads "$name" "$kind"
}

# end_lossy NAME: as `end`, of a recording that has to tell of losses: status 3.
end_lossy() {
    local status
    end "$1"
    status=$?
    [ $status -eq 3 ] || fail "$1: status $status, not 3: $(cat "$job_out/$1.err")"
}

# is_exact NAME KIND OPTION…: does the judge find in the recording what the device did? $figure is what
# it says.
is_exact() {
    local name=$1 kind=$2
    shift 2
    figure=$(at_host python3 -B "$judge" session "$job_out/$name" "$job_out/$kind.truth" "$@") ||
        fail "$name: not what the device '$kind' did"
}

# is_marked NAME KIND KEY=MARK…: are the marks of keys in every file, at their time?
is_marked() {
    local name=$1 kind=$2
    shift 2
    figure=$(at_host python3 -B "$judge" markers "$job_out/$name" "$job_out/$kind.truth" "$@") ||
        fail "$name: the marks of '$kind'"
}

# has_cut_input NAME: what a failed recording left has records and tells of the error.
has_cut_input() {
    at_host python3 - "$job_out/$1" <<'END' || fail "$1: the error or the partial file is not attached"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
assert manifest["errors"], "the manifest has no error"
files = [entry["path"] for entry in manifest["files"] if entry["records"]]
assert files, "the manifest has no file with records"
result = (folder / "taskResult.json").read_text()
assert all(path in result for path in files), "the result has not every file"
END
}
