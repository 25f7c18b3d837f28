// The words on buttons and in questions, in the participant's language.

public import ViewTree

/// The words of a language.
public struct StepWords: Sendable {
    public var language: Language
    public var table: StringTable

    /// The words of a language, out of a table; by themselves, those that the controllers come with.
    public init(language: Language = .english, table: StringTable = .builtIn) {
        self.language = language
        self.table = table
    }

    /// The words of a key, with what stands in their places.
    public func callAsFunction(_ key: StringKey, _ arguments: String...) -> String {
        table.string(key, in: language, values: arguments)
    }
}
