// Configures whether a session accepts marks from the network, and from whom.

package import SystemCalls

/// The settings of a session that accepts marks from the network.
///
/// The session listens on a UDP port on every address of this machine. Without a key, anybody who can reach
/// the port can make marks.
public struct NetworkMarks: Hashable, Sendable {
    /// The key that marks must be signed with; `nil` accepts unsigned marks.
    public var key: [UInt8]?

    /// Accepts marks signed with `key`, or all marks if it is `nil`.
    public init(key: [UInt8]? = nil) { self.key = key }

    /// The shortest key that is safe against guessing, in bytes.
    package static let shortestKey = 16
    /// The longest key file that is read, in bytes.
    private static let longestKey: Int64 = 4096

    /// Why a file holds no safe key.
    package enum KeyFault: Error {
        /// The file is accessible to others than its owner, or cannot be read.
        case secret(SecretFile.Fault)
        /// The key is short enough to be guessed.
        case short
    }

    /// Reads the key from a file; line breaks at the end of the file are not part of the key.
    ///
    /// - Throws: Why the file holds no safe key; a file of more than 4096 bytes counts as unreadable.
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
