// Whether a session takes marks from the network, and from whom.

package import SystemCalls

/// What a session needs to take marks that come by the network.
///
/// They are heard at a UDP port of every address of this machine: without a key, whoever reaches it makes marks.
public struct NetworkMarks: Hashable, Sendable {
    /// What the marks have to be signed with.
    public var key: [UInt8]?

    /// Marks that are signed with the key, or from anybody.
    public init(key: [UInt8]? = nil) { self.key = key }

    /// The shortest key that keeps anybody out.
    package static let shortestKey = 16
    /// The longest one that is read.
    private static let longestKey: Int64 = 4096

    /// Why a file holds no key that keeps anybody out.
    package enum KeyFault: Error {
        /// It is not its owner's alone, or cannot be read.
        case secret(SecretFile.Fault)
        /// Whoever tries finds it.
        case short
    }

    /// The key that a file holds; a line's end behind it is none of it.
    ///
    /// - Throws: Why there is none; a file that is longer than a key cannot be read.
    package static func key(in path: String) throws(KeyFault) -> [UInt8] {
        var bytes: [UInt8]
        do throws(SecretFile.Fault) {
            bytes = try SecretFile.read(path, limit: longestKey)
        } catch {
            throw .secret(error)
        }
        while let last = bytes.last, [0x0A, 0x0D].contains(last) { bytes.removeLast() }
        guard bytes.count >= shortestKey else { throw .short }
        return bytes
    }
}
