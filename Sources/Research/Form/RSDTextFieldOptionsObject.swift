// How text is entered, and which is accepted; patterns out of a file are tried where they are read.

/// How text is entered, and what is accepted.
public struct RSDTextFieldOptionsObject: Codable, Sendable, Hashable {
    /// A regular expression that the text must match somewhere.
    public var textValidator: String?
    /// What is told if it does not.
    public var invalidMessage: String?
    /// The length of the text at most; 0 for any.
    public var maximumLength: Int?
    public var isSecureTextEntry: Bool?
    public var autocapitalizationType: String?
    public var autocorrectionType: String?
    public var spellCheckingType: String?
    public var keyboardType: String?

    public init() {}
}

extension RSDTextFieldOptionsObject {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        func text(_ key: JSONKey) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key)
        }
        textValidator = try text("textValidator")
        invalidMessage = try text("invalidMessage")
        maximumLength = try container.decodeIfPresent(Int.self, forKey: "maximumLength")
        isSecureTextEntry = try container.decodeIfPresent(Bool.self, forKey: "isSecureTextEntry")
        autocapitalizationType = try text("autocapitalizationType")
        autocorrectionType = try text("autocorrectionType")
        spellCheckingType = try text("spellCheckingType")
        keyboardType = try text("keyboardType")
        if let textValidator, TextPattern(textValidator) == nil {
            let place = JSONPath(decoder.codingPath).appending("textValidator")
            throw TextPattern.fault(textValidator, at: place)
        }
        if let maximumLength, maximumLength < 0 {
            throw decoder.fault(
                "no text is shorter than nothing",
                at: "maximumLength",
                remedy: "give 0 for any length, or a length"
            )
        }
    }
}

/// A regular expression of a file.
///
/// It is compiled anew for each text that it judges, which is once for an answer: a compiled one
/// cannot cross threads.
struct TextPattern {
    /// Longer texts are refused before they are matched.
    static let longestText = 4096

    private let regex: Regex<AnyRegexOutput>

    /// A pattern; `nil` for what is none.
    init?(_ pattern: String) {
        guard let regex = try? Regex(pattern) else { return nil }
        self.regex = regex
    }

    /// Whether it matches somewhere.
    func matches(_ text: String) -> Bool {
        guard text.utf8.count <= Self.longestText else { return false }
        return (try? regex.firstMatch(in: text)) != nil
    }

    /// The fault of a pattern that is none.
    static func fault(_ pattern: String, at path: JSONPath) -> RSDTaskFileError {
        let cause: String
        do {
            _ = try Regex(pattern)
            cause = ""
        } catch {
            cause = " (\(error))"
        }
        return RSDTaskFileError(
            "'\(pattern)' is no regular expression\(cause)",
            at: path,
            remedy: "mend the pattern, or leave it out"
        )
    }
}
