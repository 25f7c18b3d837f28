#!/bin/sh
# Records SampleData/SyntheticWalk anew, and what reading it must give. Needed only when the format
# changes: the tests compare the session that is here with what the recorder writes today.
#
#     make build && SampleData/make-synthetic.sh .build/release/footfall
set -eu
footfall=${1:?usage: make-synthetic.sh FOOTFALL}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$footfall" record --source synthetic --seed 1 --placement lowBack \
    --types accelerometer,gyro,magnetometer --rate 100 --duration 10 --speed max \
    --identifier walk --quiet --output "$work" > "$work/made"
rm -rf "$here/SyntheticWalk"
mv "$work"/*_walk_* "$here/SyntheticWalk"
chmod 755 "$here/SyntheticWalk"
chmod 644 "$here/SyntheticWalk"/*
"$here/expect.py" "$here/SyntheticWalk" > "$here/SyntheticWalk.expected.json"
