#!/bin/bash
# The tapping task, both hands, from its file: motion and touches of each hand, in order, all there.
# at most: 240 s
. "$LAB_ROOT/Tests/Lab/input.sh"
imu_sensors=ag
imu_start -r 100 -t
input_start touch
mkdir -p "$sessions/sessions/tapping"
"$footfall" run "$LAB_ROOT/SampleData/Tasks/Tapping.json" --auto --json \
    --output "$sessions/sessions/tapping" >"$job_out/tapping.json" 2>"$job_out/tapping.err" &
recording=$!
has_file() { compgen -G "$sessions/sessions/tapping/*/$1"; }
for hand in left right; do
    part=$hand
    within 60 has_file "${hand}_touch.json" ||
        held_up "no touches of the $hand hand: $(cat "$job_out/tapping.err")"
    reads tapping touch
    until_seconds=$((SECONDS + 8))
    while [ $SECONDS -lt $until_seconds ]; do
        input touch tap 1024 2048 60 >/dev/null
        input touch tap 3072 2048 60 >/dev/null
    done
    input touch note "$hand-is-over" >/dev/null
    # The hand's own recording ends before the other's begins.
    [ $hand = right ] || not_within 30 is_read touch
done
within 60 without kill -0 $recording || held_up "the task does not end within 60 s"
wait $recording || fail "status $?: $(cat "$job_out/tapping.err")"
bring_out tapping
for hand in left right; do
    is_exact tapping touch --part $hand --file "${hand}_touch.json" --at-least 10
    report "$hand: $figure"
    mkdir "$job_out/$hand"
    cp "$job_out/tapping/${hand}_motion.json" "$job_out/$hand" || fail "no motion of the $hand hand"
    is_whole "$hand" accelerometer gyro --timestamped 100 --at-least 1000
    report "$hand: $figure"
done
at_host python3 - "$job_out/tapping" <<'END' || fail "the result"
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
def files(value):
    """The files of a result, in the order in which it has them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "relativePath" or key == "url" else files(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from files(inner)
result = json.loads((folder / "taskResult.json").read_text())
found = [pathlib.Path(str(name)).name for name in files(result)]
wanted = [f"{hand}_{what}.json" for hand in ("left", "right") for what in ("motion", "touch")]
assert found == wanted, f"the files of the result are {found}"
manifest = json.loads((folder / "manifest.json").read_text())
assert [entry["path"] for entry in manifest["files"]] == wanted, manifest["files"]
assert not manifest["errors"], manifest["errors"]
print("in the result:", ", ".join(found))
END
report "$(tail -n 1 "$job_out/log")"
