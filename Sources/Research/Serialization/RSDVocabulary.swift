// Apps may declare further `type` words for task files. So each kind of word is a string with a Swift type of its own,
// instead of an enumeration.

/// A word from a vocabulary that apps can extend.
public protocol RSDVocabulary: RawRepresentable, Codable, Hashable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    /// Creates a word as it is spelled in a file.
    init(rawValue: String)
}

extension RSDVocabulary {
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    public var description: String { rawValue }
}
