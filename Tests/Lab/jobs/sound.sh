#!/bin/bash
# A sound card: levels within 0.1 dB, losses to the frame, a kill costs under a second, motion at 1 kHz beside it.
# runs: outside, alone
# at most: 480 s
. "$lab_root/Tests/Lab/recording.sh"
sound=$lab_root/Tests/Lab/sound.py
python3 -B "$sound" make "$job_out/played.wav" 60 || fail "no sound to play"

# hears NAME SECONDS WORDS: plays into one end of the loopback card, and records the other meanwhile; the words are
# done while it plays.
hears() {
    inside <<END || blame $? "$1: recording"
. "\$LAB_ROOT/Tests/Lab/recording.sh"
load snd-aloop
within 10 test -e /dev/snd/pcmC0D1c || cannot "this kernel has no snd-aloop"
command -v aplay >/dev/null || cannot "there is no aplay; install alsa-utils"
imu_sensors=ag
imu_start -r 1000 -t
mkdir -p "\$scratch/sessions/$1"
"\$footfall" record --quiet --output "\$scratch/sessions/$1" --microphone hw:0,1 --sound --uri local: \
    --types accelerometer,gyro --rate 1000 >"\$job_out/$1.path" 2>"\$job_out/$1.err" &
recording=\$!
has_sound() { compgen -G "\$scratch/sessions/$1/*/microphone_audio.flac" >/dev/null; }
within 30 has_sound ||
    held_up "no sound within 30 s: \$(cat "\$job_out/$1.err")"
aplay --quiet --device hw:0,0 --buffer-time 4000000 --duration $2 "\$job_out/played.wav" 2>"\$job_out/$1.player" &
playing=\$!
$3
wait \$playing
# A player that comes late plays something else: the recorder has no part in that.
without grep -q underrun "\$job_out/$1.player" || held_up "the player came too late"
pause 1
kill -TERM \$recording 2>/dev/null
wait \$recording
status=\$?
rm -rf "\$job_out/$1" && mkdir "\$job_out/$1"
cp "\$scratch/sessions/$1"/*/* "\$job_out/$1"
imu_stop
exit \$((status == 137 ? 0 : status == 3 ? 0 : status))
END
}

# judged NAME SECONDS LOST: is it what was played for so long, with so many frames lost?
judged() {
    figure=$(python3 -B "$sound" judge "$job_out/$1" "$job_out/played.wav" "$2" "$3" 2>&1) || fail "$1: $figure"
    report "$1: $figure"
}

hears minute 60 :
judged minute 60 0
is_whole minute accelerometer gyro --timestamped 1000 --at-least 50000 --missing 0

hears stopped 12 'pause 3; kill -STOP $recording; pause 4; kill -CONT $recording'
judged stopped 12 some

hears killed 12 'pause 6; now=$(boottime); kill -KILL $recording; echo $now >"$job_out/killed.at"'
# What the kill tore in the midst of a write is a loss, and told.
"$footfall" repair "$job_out/killed" >"$job_out/killed.repaired" || [ $? -eq 3 ] ||
    fail "killed: $(cat "$job_out/killed.repaired")"
left=$(flac --test --silent "$job_out/killed"/*.flac 2>&1) || fail "killed: $left"
cost=$(python3 -B - "$job_out/killed" "$(cat "$job_out/killed.at")" <<'END'
import json, pathlib, subprocess, sys
folder = pathlib.Path(sys.argv[1])
file = next(f for f in json.loads((folder / "manifest.json").read_text())["files"] if f["path"].endswith("flac"))
frames = int(subprocess.run(["metaflac", "--show-total-samples", folder / file["path"]], check=True,
                            stdout=subprocess.PIPE, text=True).stdout)
subprocess.run(["flac", "--test", "--silent", folder / file["path"]], check=True)
subprocess.run(["sox", folder / file["path"], "-n", "stat"], check=True, stderr=subprocess.DEVNULL)
cost = float(sys.argv[2]) - file["startUptime"] - frames / 48000
print(f"{cost:.2f}")
assert file["closed"] and cost < 1, f"{cost} s are lost"
END
) || fail "killed: $cost s of sound are lost"
report "a kill cost $cost s of sound"
