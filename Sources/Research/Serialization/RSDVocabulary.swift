// The `type` words of the field are open sets: a task file may use one that an app has declared.
// So they are strings with a Swift type of their own, not enumerations.

/// A word of the vocabulary that can be extended from outside.
public protocol RSDVocabulary: RawRepresentable, Codable, Hashable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    /// The word as it stands in a file.
    init(rawValue: String)
}

extension RSDVocabulary {
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    public var description: String { rawValue }
}
