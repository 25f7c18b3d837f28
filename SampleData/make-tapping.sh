#!/bin/sh
# Records SampleData/Tapping anew. Needed only when the format, or the task, changes: a test compares the
# session that is here with what the recorders write today.
#
#     SampleData/make-tapping.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here/.."
FOOTFALL_TAPPING_SAMPLE="$work" swift test --filter 'TappingSampleTests/make'
# The sample that is here stays until there is another.
made=$(find "$work" -mindepth 1 -maxdepth 1 -type d -name '*_Tapping_*')
if [ ! -f "$made/manifest.json" ]; then
    echo "make-tapping.sh: the test has recorded no session, or several; SampleData/Tapping stays as it is" >&2
    exit 1
fi
rm -rf "$here/Tapping"
mv "$made" "$here/Tapping"
chmod 755 "$here/Tapping"
chmod 644 "$here/Tapping"/*
