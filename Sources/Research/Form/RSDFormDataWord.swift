// The first word of a data type. Modules and apps declare their input fields by it.

/// The first word of a data type.
public struct RSDFormDataWord: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
