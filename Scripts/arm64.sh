# Builds for 64-bit ARM on x86-64, for `make arm64` and `make deb-arm64`, which read this file after Scripts/roots.sh and
# after a call of `prepare qemu-user-static`.
#
# Debian unstable has one version of Swift for both processors: its compiler for x86-64 builds here with
# its library for ARM, but with all else of Debian 13, as the stable boards have it. The command has
# Swift's library inside, so it runs there.

# The debs of Swift for ARM are only unpacked, below: what they depend on is of unstable.
finish_sid() {
    Scripts/in-root "$1" sh -c 'mkdir /debs && cd /debs && apt-get update --quiet=2 &&
        apt-get download --quiet=2 -o APT::Sandbox::User=root libswiftlang:arm64 swiftlang:arm64'
}
make_root sid sid "apt binutils-aarch64-linux-gnu ca-certificates git libstdc++-14-dev make pkg-config python3-minimal swiftlang" \
    --architectures=amd64,arm64

# The packages' scripts do not run in a root of another processor: what they would have made is made here.
finish_arm64() {
    local deb
    for deb in "$roots"/sid/debs/*.deb; do
        dpkg --fsys-tarfile "$deb" | tar --extract --directory "$1" --wildcards \
            --exclude './usr/libexec/swift/lib/swift/host*' './usr/libexec/swift/lib/*'
    done
    # Where the compiler looks for Swift's library in the root of another machine.
    ln -sfn ../libexec/swift/lib/swift "$1/usr/lib/swift"
    ln -sfn ../libexec/swift/lib/swift_static "$1/usr/lib/swift_static"
    # Where every program finds the library, whatever its environment.
    local library
    for library in "$1"/usr/libexec/swift/lib/swift/linux/*.so; do
        ln -s "../../libexec/swift/lib/swift/linux/${library##*/}" "$1/usr/lib/aarch64-linux-gnu/"
    done
    # Debian ships the module that joins Testing with Foundation, but not its library.
    rm -r "$1/usr/libexec/swift/lib/swift/linux/Testing.swiftcrossimport"
    cp "$1/usr/share/base-passwd/passwd.master" "$1/etc/passwd"
    cp "$1/usr/share/base-passwd/group.master" "$1/etc/group"
}
make_root arm64 trixie \
    "git libc6-dev libcurl4t64 libstdc++-14-dev make tzdata $(Scripts/install-packages --list --tests)" \
    --variant=extract --architectures=arm64 --include='?essential'

# The clone that is built in the root `sid`, which has it as /src/footfall.
tree=$roots/sid/src/footfall

# toolset FOLDER    says how to compile and link for ARM, with the Swift library of this folder
#
# Debian builds its compiler with internal checks. One of them rejects correct code, which takes apart a noncopyable
# value of an internally imported module, so InternalImportsByDefault is off here. The other checks stay on: they find
# initializers that destroy twice what they set before they throw.
toolset() {
    local c='"--sysroot=/arm", "--gcc-install-dir=/arm/usr/lib/gcc/aarch64-linux-gnu/14"'
    cat <<JSON
{
  "schemaVersion": "1.0",
  "cCompiler": { "extraCLIOptions": [$c, "-fPIC"] },
  "cxxCompiler": { "extraCLIOptions": [$c, "-fPIC"] },
  "swiftCompiler": { "extraCLIOptions": [
    "-sdk", "/arm", "-resource-dir", "/arm/usr/libexec/swift/lib/$1",
    "-disable-upcoming-feature", "InternalImportsByDefault",
    "-use-ld=lld", "-Xcc", "--sysroot=/arm", "-Xclang-linker", "--sysroot=/arm",
    "-Xclang-linker", "--gcc-install-dir=/arm/usr/lib/gcc/aarch64-linux-gnu/14"
  ] }
}
JSON
}
mkdir -p "$roots/sid/src"
toolset swift >"$roots/sid/src/dynamic.json"
toolset swift_static >"$roots/sid/src/static.json"

build() {
    Scripts/in-root --read-only "$roots/arm64:/arm" "$roots/sid" \
        env --chdir=/src/footfall PKG_CONFIG_SYSROOT_DIR=/arm swift build --triple aarch64-unknown-linux-gnu --sdk /arm \
        --pkg-config-path /arm/usr/lib/aarch64-linux-gnu/pkgconfig --toolset "/src/$1.json" "${@:2}"
}

on_arm() {
    Scripts/in-root --emulate qemu-aarch64 --bind "$roots/sid/src:/src" "$roots/arm64" \
        env --chdir=/src/footfall CI=true "$@"
}
