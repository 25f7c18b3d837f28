// A session's folder is named by its start, its task and, if the study wants it, its participant. Encrypted files in a
// folder of that name would reveal who takes part in what, and when. The folder at the destination is therefore named
// by a hash. The hash covers only the part of the name that never changes, so a session keeps one folder there whatever
// is amended.

internal import SampleFile

/// The name of an encrypted session's folder at the destination.
enum EncryptedName {
    /// Returns the name: "s-" and 24 hexadecimal digits.
    ///
    /// If `footfall` named the folder, the hash covers the start and the digits of the run, and neither participant nor
    /// task. If a user renamed the folder, the hash covers the UUID of the run instead: a chosen name can be guessed,
    /// and its hash would confirm the guess.
    ///
    /// - Parameters:
    ///   - session: The name of the session's folder here.
    ///   - run: The UUID of its run.
    /// - Returns: The name.
    static func name(for session: String, run: String) -> String {
        name(for: session) ?? hashed(run)
    }

    /// The name if the run's UUID is unknown; `nil` for a folder that a user has renamed.
    static func name(for session: String) -> String? {
        let pieces = session.split(separator: "_", omittingEmptySubsequences: false)
        let digits = pieces.lastIndex { isRun($0) }
        guard let digits, digits >= 2, pieces.count - digits <= 2, isStart(pieces[0]) else {
            return nil
        }
        return hashed(([pieces[0]] + pieces[digits...]).joined(separator: "_"))
    }

    private static func hashed(_ text: String) -> String {
        let bytes = Array("footfall session\0\(text)".utf8)
        return "s-" + String(Checksum.text(of: bytes).split(separator: ":").last?.prefix(24) ?? "")
    }

    private static func isRun(_ text: Substring) -> Bool {
        text.utf8.count == 8
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// True for text such as "2026-11-21T101500Z".
    private static func isStart(_ text: Substring) -> Bool {
        let shape = Array("0000-00-00T000000Z".utf8)
        return text.utf8.count == shape.count
            && zip(text.utf8, shape).allSatisfy { byte, form in
                form == 48 ? (48...57).contains(byte) : byte == form
            }
    }
}
