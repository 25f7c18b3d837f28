// A session's folder is named by its start, its task and, where a study wants it, its participant. Encrypted files in a
// folder of that name would tell anybody who takes part in what, and when. The name there is a hash, then: of what of
// the name never changes, so that a session has one place there whatever is corrected in it.

internal import SampleFile

/// What an encrypted session's folder is called where it goes.
enum EncryptedName {
    /// The name there: "s-" and 24 hexadecimal digits.
    ///
    /// Of a folder as `footfall` names it, the start and the run's digits are hashed, and nothing of what the name
    /// tells of the participant and the task. Of a folder that somebody has renamed it is the run's UUID: such a name
    /// can be guessed, and a hash of it says whether the guess is right.
    ///
    /// - Parameters:
    ///   - session: The name of the session's folder here.
    ///   - run: The UUID of its run.
    /// - Returns: The name.
    static func name(for session: String, run: String) -> String {
        name(for: session) ?? hashed(run)
    }

    /// The same where nobody knows the run any more; `nil` of a folder that somebody has renamed.
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

    /// As in "2026-11-21T101500Z".
    private static func isStart(_ text: Substring) -> Bool {
        let shape = Array("0000-00-00T000000Z".utf8)
        return text.utf8.count == shape.count
            && zip(text.utf8, shape).allSatisfy { byte, form in
                form == 48 ? (48...57).contains(byte) : byte == form
            }
    }
}
