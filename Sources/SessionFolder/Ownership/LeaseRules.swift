// The waiting times of leases. They depend on each other, so they are all here.

internal import SystemCalls

/// The waiting times of leases, and the boot ID of this machine.
///
/// An owner that has not checked its own lease for `validity` checks it before it writes. A process that takes a
/// session over first sees no beat for `silence`, then writes its own lease, then waits for `settling`. Since
/// `settling` is longer than `validity`, the earlier owner must check its lease, and find it lost, before it can
/// write again.
package struct LeaseRules: Sendable {
    /// The boot ID, which no other boot of any machine has; `nil` if the kernel does not report one.
    var boot: String?
    /// How often an owner renews its lease.
    var beat = Duration.seconds(5)
    /// How long an owner may write after it last saw that the lease is its own.
    var validity = Duration.seconds(10)
    /// An owner counts as gone after this time without a beat.
    var silence = Duration.seconds(20)
    /// How long a new owner waits before it writes anything but the lease.
    var settling = Duration.seconds(15)
    /// How often other processes check the lease.
    var look = Duration.seconds(1)
    /// A running owner shows a beat within this time, with some allowance for slow disks.
    var sign = Duration.seconds(8)

    /// The usual times, with the boot ID of this machine.
    package static let standard = LeaseRules(boot: presentBoot)

    private static let presentBoot: String? = {
        // Files in /proc report a size of 0, so a fixed number of bytes is read.
        let bytes = try? OpenFile.open("/proc/sys/kernel/random/boot_id").read(64, at: 0)
        return bytes.map { String(decoding: $0, as: UTF8.self) }?
            .split(whereSeparator: \.isWhitespace).first.map(String.init)
    }()
}
