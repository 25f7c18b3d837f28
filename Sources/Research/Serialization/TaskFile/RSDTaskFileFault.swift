// What the check of a file tells of each fault, for whoever mends the file.

/// One of the faults of a task file.
public struct RSDTaskFileFault: Sendable, Hashable {
    /// Where it stands.
    public var path: JSONPath
    /// What is wrong there.
    public var what: String
    /// What should stand there, or what to do.
    public var expected: String?
    /// The known name that was probably meant.
    public var nearest: String?
    /// Whether a run gets along with it.
    ///
    /// That is a step that is nowhere, to which a rule leads or for which a recorder or a marker of progress waits
    /// in vain, an answer that a summary has not to show, a level without steps, what only the study as a whole shows,
    /// or a key that is like a known one, means one or belongs elsewhere, and may be an app's own.
    public var isHarmless: Bool

    /// A fault at a place, and how to mend it.
    ///
    /// - Parameters:
    ///   - what: What is wrong there.
    ///   - path: Where it stands.
    ///   - expected: What should stand there, or what to do.
    ///   - nearest: The known name that was probably meant.
    ///   - isHarmless: Whether a run gets along with it.
    public init(
        _ what: String,
        at path: JSONPath,
        expected: String? = nil,
        nearest: String? = nil,
        isHarmless: Bool = false
    ) {
        self.path = path
        self.what = what
        self.expected = expected
        self.nearest = nearest
        self.isHarmless = isHarmless
    }

    init(_ error: RSDTaskFileError, isHarmless: Bool = false) {
        self.init(
            error.what,
            at: error.path,
            expected: error.remedy,
            isHarmless: isHarmless
        )
    }
}

extension RSDTaskFileFault: CustomStringConvertible {
    public var description: String {
        "\(path): \(what)" + (expected.map { "; \($0)" } ?? "")
            + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
}
