# A sound card for proofs: alsa-lib's own plugins give what is in a file. Sourced.
# shellcheck shell=bash
: "${place:?}"
for program in flac metaflac sox; do
    command -v $program >/dev/null || cannot "there is no $program; run Scripts/install-packages --tests"
done

# sound_card SECONDS: makes a card named `known` that gives so much of a sweep with steps, as samples of 16 bits.
sound_card() {
    python3 - "$place/infile.raw" "$1" <<'END'
import array, math, sys
steps, place = [], 0
for place in range(56):
    amplitude = 32000 * 10 ** (-(place * 7 % 48) / 20)
    turn = 2 * math.pi * 100 * 1.06 ** place / 48000
    steps.append(array.array("h", (round(amplitude * math.sin(turn * n)) for n in range(16800))).tobytes())
left, place = int(sys.argv[2]) * 96000, 0
with open(sys.argv[1], "wb") as file:
    while left > 0:
        left -= file.write(steps[place * place % 56][:left])
        place += 1
END
    cat >"$place/asound.conf" <<END
pcm.known {
    type file
    slave.pcm { type null }
    file "/dev/null"
    infile "$place/infile.raw"
    format raw
}
END
    export ALSA_CONFIG_PATH=$place/asound.conf
}

# is_sound FILE: do two programs of others read it, and the same, and is it the beginning of what the card gave?
is_sound() {
    flac --test --silent "$1" || return 1
    flac --decode --stdout --silent --force-raw-format --endian=little --sign=signed "$1" >"$place/decoded" || return 1
    sox "$1" -t raw -e signed -b 16 -L - | cmp --silent - "$place/decoded" || return 1
    cmp --silent --bytes "$(stat -c %s "$place/decoded")" "$place/decoded" "$place/infile.raw"
}
