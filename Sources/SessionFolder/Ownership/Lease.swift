// A lock is known to one kernel only. On a folder that several machines share, or that has come from another
// one, who owns a session is written in the session: a random word that its owner renews for as long as it
// lives. No clock of one machine is ever compared with that of another.

internal import FoundationEssentials
internal import SystemCalls

/// What an owner leaves in a folder: who it is, and that it lives.
struct Lease: Codable, Sendable, Equatable {
    /// The hidden file that has it.
    static let fileName = ".lease"
    /// What it is written into until it gets the name: each owner's is another.
    var temporaryName: String { ".lease.\(owner).tmp" }

    /// Whether somebody was writing a lease into such a file when he was killed.
    static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(".lease.") && name.hasSuffix(".tmp")
    }

    /// A random word, which no other owner has.
    var owner: String
    /// The boot of the machine that the owner runs on; `nil` where the machine does not tell, and for a claim:
    /// whoever dies while he waits for what comes of it has not owned the folder, and no lock says that he did.
    var boot: String?
    /// How often it was renewed.
    var beat = 0
    /// Set by an owner who only mends what another has left: it has an end that is worth waiting for.
    private var mends: Bool?

    var isOfAMending: Bool { mends == true }

    /// That of a new owner under a kernel.
    init(under boot: String?, toMend: Bool = false) {
        self.boot = boot
        mends = toMend ? true : nil
        let halves = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        owner = halves.joined(separator: "-")
    }

    /// Reads what lies there; `nil` for what is no lease, or not yet whole.
    init?(_ bytes: [UInt8]) {
        guard let lease = try? JSONDecoder().decode(Lease.self, from: Data(bytes)) else {
            return nil
        }
        self = lease
    }

    /// Never shorter than that of the beat before, so that it is written over it in place.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Words and a number: nothing in it can fail to be encoded.
        return Array((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    /// Whether its owner lives under this kernel or not at all, so that the folder's lock decides.
    func isUnder(_ boot: String?) -> Bool { boot != nil && self.boot == boot }
}
