#!/bin/bash
# Reports a second that are held without a loss, at least as many as by evtest and by evemu-record.
# runs: outside, alone
# at most: 400 s
# Each reads the same stream of ten fingers, in turn, from 160 reports a second on, each rate a fifth
# above the one before, for half a second each. What they write goes to memory. The command's reading thread
# asks for the lowest real-time priority by itself; the others are given it.
for pass in 1 2; do
    for reader in evtest evemu-record footfall; do
        inside <<END || blame $? "$reader does not read"
. "\$LAB_ROOT/Tests/Lab/input.sh"
reader=$reader
[ ! -p /run/input.touch.in ] || input touch quit >/dev/null
rm -f "\$job_out/touch.truth"
input_start touch
case \$reader in
footfall) listens ours touch --events touches ;;
*)
    chrt -f 1 \$reader "\$(input_node touch)" >"\$scratch/read" 2>/dev/null &
    recording=\$!
    within 10 is_read touch \$reader || held_up "it does not read"
    pause 1
    ;;
esac
rate=160
while [ \$rate -lt 1300 ]; do
    input touch note \$rate
    input touch run \$((rate / 2)) \$rate
    rate=\$((rate * 6 / 5))
done >/dev/null
pause 0.5
if [ \$reader = footfall ]; then
    end ours || [ \$? -eq 3 ] || fail "\$(cat "\$job_out/ours.err")"
    cp "\$job_out/ours/"*input*.json "\$job_out/\$reader.$pass.read"
else
    kill -TERM \$recording
    wait \$recording
    cp "\$scratch/read" "\$job_out/\$reader.$pass.read"
fi
cp "\$job_out/touch.truth" "\$job_out/\$reader.$pass.truth"
END
    done
done
python3 -B "${check%/*}/rates.py" "$job_out" footfall evtest evemu-record >"$job_out/held"
status=$?
cat "$job_out/held"
report "$(tail -n 1 "$job_out/held")"
[ $status -eq 0 ] || blame $status "at least the better of the two"
