# Roots of other Debians, for `make fresh-debian` and `make arm64`, which read this file. A root is made once,
# from the mirror of this machine's own apt, and kept in .build/roots; Scripts/in-root enters it.

roots=$PWD/.build/roots

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

# prepare PACKAGE…    checks and installs what is needed, and locks the roots against other runs
prepare() {
    [ "$(id -u)" -eq 0 ] || fail "making a root of another Debian needs root" "sudo make $(basename "$0")"
    [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || fail "this needs Debian on x86-64"
    Scripts/install-packages mmdebstrap "$@"
    mkdir -p "$roots"
    exec {lock}>"$roots/lock"
    flock --nonblock "$lock" || fail "another run works in $roots; wait for it"
}

# The mirror that this machine uses for its own Debian.
mirror() {
    local uri
    uri=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' |
        awk '$1 == "Debian" && $2 == "Debian" { print $3; exit }')
    [ -n "$uri" ] || fail "apt here knows no mirror of Debian" "add one to /etc/apt, and run apt-get update"
    echo "$uri"
}

# make_root NAME SUITE PACKAGES WORDS…    makes the root, with these words to mmdebstrap, and then calls
# finish_NAME, if there is such a function. A complete root that was made in the same way stays.
make_root() {
    local name=$1 suite=$2 packages root=$roots/$1
    packages=$(tr -s '[:space:]' ' ' <<<"$3")
    local words=("${@:4}") finish=finish_$1
    local recipe="$suite $packages ${words[*]} $(declare -f "$finish" || true)"
    [ "$(cat "$root.made" 2>/dev/null)" != "$recipe" ] || return 0
    local began=$SECONDS source
    source=$(mirror)
    printf '== making the root %s\n' "$name"
    rm -rf --one-file-system "$root" "$root.made" "$root.apt"
    # How this machine reaches its mirror, and whether it checks how old the lists are.
    apt-config dump | grep -E '^Acquire::(Check|http|https)' >"$root.apt" || true
    # In namespaces of its own: a run that is killed leaves nothing mounted.
    unshare --mount --pid --fork --kill-child \
        mmdebstrap --quiet --aptopt="$root.apt" --include="$packages" "${words[@]}" \
        "$suite" "$root" "$source" ||
        fail "the root $root could not be made" "what stands above says why; is the mirror $source there?"
    ! declare -F "$finish" >/dev/null || "$finish" "$root"
    printf '%s\n' "$recipe" >"$root.made"
    printf '== the root %s is made: %d s\n' "$name" $((SECONDS - began))
}

# clone FOLDER    brings a clone up to the tracked files as they are now; what was built there stays
clone() {
    local state
    state=$(git stash create)
    git init --quiet "$1"
    git push --quiet --force "$1" "${state:-$(git rev-parse HEAD)}:refs/heads/as-it-is"
    git -C "$1" checkout --quiet --force --detach as-it-is
    git -C "$1" clean --quiet --force -d
}

# step NAME COMMAND…    runs it, and says how long it took; the first that fails ends the run
step() {
    local began=$SECONDS
    current=$1
    printf '\n== %s\n' "$current"
    "${@:2}"
    printf '== %s: good, %d s\n' "$current" $((SECONDS - began))
    current=
}
current=
trap '[ -z "$current" ] || printf "== %s: FAILED\n" "$current" >&2' EXIT
