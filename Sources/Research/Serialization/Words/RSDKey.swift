// The declaration of a key: its name, which values it allows, and what it means. The check of task files, its
// suggestions, the schema and the tests use it; the Swift type of the object decodes the key.

/// One key of an object in a task file.
public struct RSDKey: Sendable {
    /// The name of the key.
    public let name: String
    /// The values that it allows.
    public let shape: Shape
    /// Whether an object must have it.
    public let isRequired: Bool
    /// The name of the key in other versions of files; a file may use either name.
    public let otherName: String?
    /// The description, one sentence for the authors of task files.
    public let sentence: String

    /// Creates the declaration of a key.
    ///
    /// - Parameters:
    ///   - name: The name of the key.
    ///   - shape: The values that it allows.
    ///   - isRequired: Whether an object must have it.
    ///   - otherName: The name of the key in other versions of files.
    ///   - sentence: The description: unit, default, effect.
    public init(
        _ name: String,
        _ shape: Shape,
        isRequired: Bool = false,
        otherName: String? = nil,
        _ sentence: String
    ) {
        self.name = name
        self.shape = shape
        self.isRequired = isRequired
        self.otherName = otherName
        self.sentence = sentence
    }

    /// The values that a key allows.
    public indirect enum Shape: Sendable {
        /// A string, a boolean, a whole number, or any number.
        case text, boolean, integer, number
        /// A date in the format of results, `2026-11-21T10:15:00.123Z`.
        case date
        /// Any JSON.
        case anything
        /// The identifier of a step, anywhere in the task.
        case step
        /// The identifier of a step that counts for progress, or at which a recorder starts or stops.
        case awaitedStep
        /// A string that a function checks further, such as the kernel's names of keys.
        case named(@Sendable (String) -> RSDKeyFault?)
        /// One of these words.
        case word([String])
        /// One of these words, or a word that an app defines.
        case openWord([String])
        /// An array.
        case list(Shape)
        /// An object with any keys, whose values have a shape; the words are the known keys.
        case map([String], Shape)
        /// An object whose keys are these words, or numbers of seconds.
        case instants([String])
        /// An object with these keys.
        case object(RSDWords)
        /// An object whose `type` decides its keys.
        case member(RSDFamily)
        /// A transformer that fetches a member of a family.
        ///
        /// A step is fetched while the file is decoded, and the other keys of the object override the step's values. A
        /// task is fetched when the run reaches it.
        case fetched(RSDFamily)
        /// A value of any of these shapes.
        case either([Shape])
        /// An object with overrides for a kind of device; it may have the same keys as the object that contains it.
        case overrides
        /// A key that is not allowed here: the reason, and what to do.
        case nothing(String, remedy: String = "leave it out")
    }
}

/// A fault in the string of a key.
public struct RSDKeyFault: Sendable, Hashable {
    /// What is wrong.
    public var what: String
    /// What to write instead.
    public var remedy: String?

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - what: What is wrong.
    ///   - remedy: What to write instead.
    public init(_ what: String, remedy: String? = nil) {
        self.what = what
        self.remedy = remedy
    }
}
