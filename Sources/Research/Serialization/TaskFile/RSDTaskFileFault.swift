// One fault that the check of a task file has found, as its author sees it.

/// A fault of a task file.
public struct RSDTaskFileFault: Sendable, Hashable {
    /// Where the fault is.
    public var path: JSONPath
    /// What is wrong there.
    public var what: String
    /// What to write there, or what to do.
    public var expected: String?
    /// The known name that was probably meant.
    public var nearest: String?
    /// True if a run is possible in spite of the fault.
    ///
    /// Harmless faults are: a rule, recorder or progress marker with an unknown step; a summary of an unknown answer; a
    /// section or inner task without steps; a key that occurs twice in an object; most findings about the study as a
    /// whole; and a key that is misspelt, has another tool's name or belongs elsewhere, because it may be an app's own.
    public var isHarmless: Bool

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - what: What is wrong there.
    ///   - path: Where the fault is.
    ///   - expected: What to write there, or what to do.
    ///   - nearest: The known name that was probably meant.
    ///   - isHarmless: True if a run is possible in spite of the fault.
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
