# What every proof needs: the programs, built once, and a place for what they leave. Sourced.
# shellcheck shell=bash
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1
footfall=$root/.build/release/footfall
benchmarks=$root/.build/release/footfall-benchmarks
proofs=$root/.build/proofs
mkdir -p "$proofs"

# Builds both programs; what runs many proofs has built them, and sets FOOTFALL_BUILT.
build_programs() {
    [ "${FOOTFALL_BUILT:-}" = 1 ] && return 0
    Scripts/build-release footfall footfall-benchmarks >"$proofs/build.log" 2>&1 ||
        { grep -E 'error' "$proofs/build.log"; exit 1; }
    export FOOTFALL_BUILT=1
}

# The option by which `swift test` takes the tests as they are, with FOOTFALL_TESTS_BUILT: all have just been built.
# Without it, it plans all of them again, to find that there is nothing to build.
# The proofs build them as `make test` does, with FOOTFALL_OPTIMIZED: otherwise half of them would be compiled again.
built_tests=()
[ "${FOOTFALL_TESTS_BUILT:-}" != 1 ] || built_tests=(--skip-build)

# A machine that cannot do what a proof needs: a person is told, CI fails.
cannot() {
    echo "${0##*/}: not proved: $1" >&2
    [ "${CI:-}" = true ] && exit 1
    exit 0
}

# The one session in a folder, or nothing.
session_in() {
    find "$1" -mindepth 1 -maxdepth 1 -type d | head -n 1
}

# python_with NAME PACKAGE…: the Python of an environment with packages of PyPI, which is made once, whichever of the
# proofs that run beside each other asks first.
python_with() {
    local place=$proofs/$1 packages=("${@:2}")
    (
        flock 7
        [ ! -e "$place/made" ] || exit 0
        rm -rf "$place"
        python3 -m venv "$place" && "$place/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" &&
            touch "$place/made"
    ) 7>"$proofs/$1.lock" >&2 || return 1
    echo "$place/bin/python"
}
