#!/bin/bash
# Reports a second that are held without a loss, at least as many as by evtest and by evemu-record.
# runs: outside
# at most: 420 s
# Each reads the same device in turn, from 300 reports a second on, each rate a fifth above the one
# before, for a second each. What they write goes to memory.
for pass in 1 2 3; do
    for reader in evtest evemu-record footfall; do
        inside <<END || fail "$reader does not read"
. "\$LAB_ROOT/Tests/Lab/input.sh"
reader=$reader
if [ -p /run/input.accel.in ]; then
    input accel destroy >/dev/null
    input accel create >/dev/null
else
    input_start accel
fi
case \$reader in
footfall) listens ours accel --events accelerometer ;;
*)
    \$reader "\$(input_node accel)" >"\$scratch/read" 2>/dev/null &
    recording=\$!
    within 10 is_read accel \$reader || fail "it does not read"
    pause 1
    ;;
esac
rate=300
while [ \$rate -lt 4600 ]; do
    input accel run \$rate \$rate
    pause 0.3
    rate=\$((rate * 6 / 5))
done >"\$job_out/\$reader.$pass.ran"
if [ \$reader = footfall ]; then
    end ours || [ \$? -eq 3 ] || fail "\$(cat "\$job_out/ours.err")"
    cp "\$job_out/ours/"*input*.json "\$job_out/\$reader.$pass.read"
else
    kill -TERM \$recording
    wait \$recording
    cp "\$scratch/read" "\$job_out/\$reader.$pass.read"
fi
END
    done
done
python3 -B "${check%/*}/rates.py" "$job_out" footfall evtest evemu-record >"$job_out/held"
status=$?
report "$(tail -n 1 "$job_out/held")"
cat "$job_out/held"
[ $status -eq 0 ] || fail "less than the better of the two"
