// The participant of a session: codes that a study gives to people and visits, never names. Each code is a label
// that can be used unchanged in a folder name, in a table, and in research data sets.

/// The participant of a session.
public struct Participant: Hashable, Sendable, Codable {
    /// The code of the participant, such as `P07`.
    public private(set) var subject: String?
    /// The visit, such as `2` or `baseline`.
    public private(set) var visit: String?
    /// The group that the study compares, such as `control`.
    public private(set) var group: String?
    /// Which of these the name of the folder shows; absent if none.
    public private(set) var named: [Part]?

    /// A part of what identifies a participant.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        case subject, visit, group
    }

    /// Describes the participant of a session.
    ///
    /// - Parameters:
    ///   - subject: The code of the participant.
    ///   - visit: The visit.
    ///   - group: The group that the study compares.
    ///   - named: Which of these the name of the session's folder shows, in this order. Other users may see that
    ///     name.
    /// - Throws: `LabelProblem` if one of them is not a valid label.
    public init(
        subject: String? = nil,
        visit: String? = nil,
        group: String? = nil,
        named: [Part] = []
    ) throws(LabelProblem) {
        (self.subject, self.visit, self.group) = (subject, visit, group)
        for part in Part.allCases {
            if let label = self[part] { try Self.require(label, as: part) }
        }
        for part in named where self[part] == nil {
            throw LabelProblem(
                part: part,
                text: "",
                what: "is to be in the folder's name, and is not given"
            )
        }
        self.named = named.isEmpty ? nil : named
    }

    /// The value of a part.
    public subscript(part: Part) -> String? {
        switch part {
        case .subject: subject
        case .visit: visit
        case .group: group
        }
    }

    /// True if no part is given.
    public var isEmpty: Bool { Part.allCases.allSatisfy { self[$0] == nil } }

    /// All given parts, for a user.
    var statement: String {
        Part.allCases.compactMap { part in self[part].map { "\(part.rawValue) \($0)" } }
            .joined(separator: ", ")
    }

    /// The parts that the folder's name shows, each followed by `_`; empty unless some were asked for.
    var prefix: String { (named ?? []).compactMap { self[$0] }.map { "\($0)_" }.joined() }

    // MARK: Labels

    /// The longest label, in characters.
    public static let longest = 32

    /// A text is not a valid label.
    public struct LabelProblem: Error, Hashable, Sendable {
        public var part: Part
        public var text: String
        public var what: String
        /// What the user can do about it.
        public var remedy: String {
            text.isEmpty
                ? "give a \(part.rawValue)"
                : "use letters, digits and -, such as P07; at most \(Participant.longest) of them"
        }
    }

    private static func require(_ label: String, as part: Part) throws(LabelProblem) {
        func fail(_ what: String) -> LabelProblem {
            LabelProblem(part: part, text: label, what: what)
        }
        if label.isEmpty { throw fail("is empty") }
        if label.utf8.count > longest { throw fail("is longer than \(longest) characters") }
        if let wrong = label.first(where: { !isAllowed($0) }) {
            throw fail("has \(wrong.debugDescription) in it")
        }
        if label.hasPrefix("-") { throw fail("begins with -, as options do") }
    }

    /// True if a text is a valid label.
    static func isLabel(_ text: String) -> Bool { (try? require(text, as: .visit)) != nil }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-")
    }
}

extension Participant {
    /// Makes a participant from what a list of sessions read, without validation.
    init(asRead labels: [Part: String], named: [Part]?) {
        (subject, visit, group) = (labels[.subject], labels[.visit], labels[.group])
        self.named = named
    }

    /// Decodes a participant from a manifest without validation: values changed by hand are kept as they are.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        subject = try values.decodeIfPresent(String.self, forKey: .subject)
        visit = try values.decodeIfPresent(String.self, forKey: .visit)
        group = try values.decodeIfPresent(String.self, forKey: .group)
        named = try values.decodeIfPresent([Part].self, forKey: .named)
    }
}
