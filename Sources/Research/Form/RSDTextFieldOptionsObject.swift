// How text is entered, and which text is accepted. A pattern is compiled once, when it is set.

/// How text is entered, and which text is accepted.
public struct RSDTextFieldOptionsObject: Codable, Sendable, Hashable {
    /// A regular expression that the text must match somewhere.
    public var textValidator: String? { didSet { pattern = Self.compiled(textValidator) } }
    /// The message about an invalid answer of any kind; with `nil`, each kind of fault has its own message.
    ///
    /// The message about a pattern that cannot be checked is always shown instead.
    public var invalidMessage: String?
    /// The greatest length of the text; 0 for no limit.
    public var maximumLength: Int?
    public var isSecureTextEntry: Bool?
    public var autocapitalizationType: String?
    public var autocorrectionType: String?
    public var spellCheckingType: String?
    public var keyboardType: String?
    /// The compiled `textValidator`, or why it is invalid.
    private(set) var pattern: Result<TextPattern, TextPattern.Fault>?

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case textValidator, invalidMessage, maximumLength, isSecureTextEntry
        case autocapitalizationType, autocorrectionType, spellCheckingType, keyboardType
    }

    private static func compiled(_ source: String?) -> Result<TextPattern, TextPattern.Fault>? {
        source.map { source in
            Result { () throws(TextPattern.Fault) in try TextPattern(source) }
        }
    }
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
        pattern = Self.compiled(textValidator)
        if case .failure(let fault)? = pattern {
            throw fault.error(at: JSONPath(decoder.codingPath).appending("textValidator"))
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

extension RSDWords {
    /// The keys of an input field's text options.
    static let textFieldOptions = RSDWords(
        "textFieldOptions",
        [
            RSDKey(
                "textValidator",
                .text,
                "A regular expression that the text must match somewhere."
            ),
            RSDKey(
                "invalidMessage",
                .text,
                "The message that is shown for a text that does not match."
            ),
            RSDKey(
                "maximumLength",
                .integer,
                "How many characters the text has at most; 0 for any number, which is usual."
            ),
            RSDKey(
                "isSecureTextEntry",
                .boolean,
                "Whether the text is hidden while it is typed; false if not given."
            ),
            RSDKey(
                "autocapitalizationType",
                .text,
                "What an on-screen keyboard capitalizes automatically, such as 'words'."
            ),
            RSDKey(
                "autocorrectionType",
                .text,
                "Whether an on-screen keyboard corrects what is typed, as 'yes' or 'no'."
            ),
            RSDKey(
                "spellCheckingType",
                .text,
                "Whether spelling mistakes are marked, as 'yes' or 'no'."
            ),
            RSDKey(
                "keyboardType",
                .text,
                "Which on-screen keyboard is shown, such as 'numberPad'."
            ),
        ]
    )
}
