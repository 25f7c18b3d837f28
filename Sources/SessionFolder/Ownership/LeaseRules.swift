// Every wait of a lease has its length, and these hang together: they are in one place.

internal import SystemCalls

/// How long who waits for whom, and under which kernel.
///
/// An owner that has not seen its own lease for `validity` looks before it writes. Whoever takes a session over
/// has seen no beat for `silence`, has written a lease of its own then, and waits for `settling`, which is
/// longer than `validity`: whatever the earlier owner has seen by then is too old to write by.
package struct LeaseRules: Sendable {
    /// A word that no other boot of any machine has; `nil` where the kernel does not tell.
    var boot: String?
    /// How often an owner renews.
    var beat = Duration.seconds(5)
    /// How long an owner may write after it has last seen that it is the owner.
    var validity = Duration.seconds(10)
    /// After how long without a beat an owner counts as gone.
    var silence = Duration.seconds(20)
    /// How long a new owner waits before it touches anything but the lease.
    var settling = Duration.seconds(15)
    /// How often others look.
    var look = Duration.seconds(1)
    /// Within how long a living owner shows a beat, with some time for the disks between.
    var sign = Duration.seconds(8)

    /// What holds under this kernel.
    package static let standard = LeaseRules(boot: presentBoot)

    private static let presentBoot: String? = {
        // A file of the kernel says that it has no bytes.
        let bytes = try? OpenFile.open("/proc/sys/kernel/random/boot_id").read(64, at: 0)
        return bytes.map { String(decoding: $0, as: UTF8.self) }?
            .split(whereSeparator: \.isWhitespace).first.map(String.init)
    }()
}
