// A kernel lock excludes only processes on the same machine. A session folder may be on a disk that several machines
// share, or may have been copied from another machine. So the owner also writes a lease file into the folder: a random
// name and a count, which it renews for as long as it runs. Clocks of different machines are never compared.

internal import FoundationEssentials
internal import SystemCalls

/// The content of a lease file: who the owner is, and a count that shows that it still runs.
struct Lease: Codable, Sendable, Equatable {
    /// The name of the hidden file that holds it.
    static let fileName = ".lease"
    /// The temporary name while the lease is being written; it differs for each owner.
    var temporaryName: String { ".lease.\(owner).tmp" }

    /// True if `name` is the temporary name of a lease, left by a killed process.
    static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(".lease.") && name.hasSuffix(".tmp")
    }

    /// A random name that no other owner has.
    var owner: String
    /// The boot ID of the owner's machine.
    ///
    /// It is `nil` if the kernel does not report one, and while the process has only claimed the folder. If that
    /// process dies, the lock is free, but the earlier owner may still run; without a boot ID, the next process watches
    /// the lease instead of relying on the lock.
    var boot: String?
    /// How many times it was renewed.
    var beat = 0
    /// True if the owner only repairs the session.
    ///
    /// Such an owner finishes soon, so waiting for it is worthwhile.
    private var mends: Bool?

    var isOfARecovery: Bool { mends == true }

    /// Makes the lease of a new owner on a machine with this boot ID.
    init(under boot: String?, toRecover: Bool = false) {
        self.boot = boot
        mends = toRecover ? true : nil
        let halves = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        owner = halves.joined(separator: "-")
    }

    /// Decodes a lease; `nil` if the bytes are not a lease, or an incomplete one.
    init?(_ bytes: [UInt8]) {
        guard let lease = try? JSONDecoder().decode(Lease.self, from: Data(bytes)) else {
            return nil
        }
        self = lease
    }

    /// The encoded lease.
    ///
    /// It is never shorter than with the previous `beat`, so it can overwrite that in place.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Only strings and a number, so encoding cannot fail.
        return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    /// True if the owner was started under this boot: then the folder's lock shows whether it still runs.
    func isUnder(_ boot: String?) -> Bool { boot != nil && self.boot == boot }
}
