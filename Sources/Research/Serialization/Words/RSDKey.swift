// A key says once what it is: its name, what may stand there, and what it means. The check of a file,
// its suggestions, the schema and the tests all read this; the type beside which it stands decodes it.

/// One key of an object in a task file.
public struct RSDKey: Sendable {
    /// The key as it stands in the file.
    public let name: String
    /// What may stand there.
    public let shape: Shape
    /// Whether an object is at fault without it.
    public let isRequired: Bool
    /// The name that files of other versions have for it, which is read all the same.
    public let otherName: String?
    /// What it means, in one sentence, for whoever writes the file.
    public let sentence: String

    /// A key with what may stand there, and what it means.
    ///
    /// - Parameters:
    ///   - name: The key as it stands in the file.
    ///   - shape: What may stand there.
    ///   - isRequired: Whether an object is at fault without it.
    ///   - otherName: The name that files of other versions have for it.
    ///   - sentence: What it means: units, default, what happens.
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

    /// What may stand at a key.
    public indirect enum Shape: Sendable {
        /// A string, `true` or `false`, a number without and one with a point.
        case text, boolean, integer, number
        /// A date as results have it, `2026-11-21T10:15:00.123Z`.
        case date
        /// Any JSON.
        case anything
        /// The identifier of a step, anywhere in the task.
        case step
        /// The identifier of a step until whose end something goes on, or that something counts.
        case awaitedStep
        /// Text that somebody knows more about, such as the kernel's names of keys.
        case named(@Sendable (String) -> RSDKeyFault?)
        /// One of some words, and no other.
        case word([String])
        /// One of some words, or one of an app's own.
        case openWord([String])
        /// An array.
        case list(Shape)
        /// An object whose keys are some words, or others.
        case map([String], Shape)
        /// An object whose keys are some words, or numbers of seconds.
        case instants([String])
        /// An object that is always of one kind.
        case object(RSDWords)
        /// An object whose `type` tells what it is.
        case member(RSDFamily)
        /// What fetches a member of a family: a step at once, over which the other keys are laid; a task when
        /// its turn comes.
        case fetched(RSDFamily)
        /// One of several shapes.
        case either([Shape])
        /// What a kind of device has instead: keys of the object itself.
        case overrides
        /// A key that has no place here: why, and what to do.
        case nothing(String, remedy: String = "leave it out")
    }
}

/// What is wrong with the text of a key.
public struct RSDKeyFault: Sendable, Hashable {
    /// What is wrong.
    public var what: String
    /// What to write in its place.
    public var remedy: String?

    /// A fault of a key's text.
    ///
    /// - Parameters:
    ///   - what: What is wrong.
    ///   - remedy: What to write in its place.
    public init(_ what: String, remedy: String? = nil) {
        self.what = what
        self.remedy = remedy
    }
}
