// The first word of a data type, by which input fields of other modules are declared.

/// The word that a data type begins with.
public struct RSDFormDataWord: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
