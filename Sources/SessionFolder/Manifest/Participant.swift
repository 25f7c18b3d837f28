// Whose a session is: codes that a study gives its people and their visits, and no names. Each is a label, so that a
// folder, a table and the data sets of the field can have it as it stands.

/// Whose a session is.
public struct Participant: Hashable, Sendable, Codable {
    /// The code of who takes part, such as `P07`.
    public private(set) var subject: String?
    /// Which visit it is, such as `2` or `baseline`.
    public private(set) var visit: String?
    /// What the study compares, such as `control`.
    public private(set) var group: String?
    /// Which of them the name of the folder tells; absent where it tells none.
    public private(set) var named: [Part]?

    /// What is said of a participant.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        case subject, visit, group
    }

    /// Says whose a session is.
    ///
    /// - Parameters:
    ///   - subject: The code of who takes part.
    ///   - visit: Which visit it is.
    ///   - group: What the study compares.
    ///   - named: Which of them the name of the session's folder tells, in this order: others may see that name.
    /// - Throws: `LabelProblem` where one of them is no label.
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

    /// What is said of a part.
    public subscript(part: Part) -> String? {
        switch part {
        case .subject: subject
        case .visit: visit
        case .group: group
        }
    }

    /// Whether nothing is said.
    public var isEmpty: Bool { Part.allCases.allSatisfy { self[$0] == nil } }

    /// What is said, for a person.
    var statement: String {
        Part.allCases.compactMap { part in self[part].map { "\(part.rawValue) \($0)" } }
            .joined(separator: ", ")
    }

    /// What the folder's name tells, with a `_` behind each: nothing unless that was asked for.
    var prefix: String { (named ?? []).compactMap { self[$0] }.map { "\($0)_" }.joined() }

    // MARK: Labels

    /// The longest label, in characters.
    public static let longest = 32

    /// That a text is no label.
    public struct LabelProblem: Error, Hashable, Sendable {
        public var part: Part
        public var text: String
        public var what: String
        /// What a person can do.
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

    /// Whether a text can be said of a participant.
    static func isLabel(_ text: String) -> Bool { (try? require(text, as: .visit)) != nil }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-")
    }
}

extension Participant {
    /// The same, as a list has read it.
    init(asRead labels: [Part: String], named: [Part]?) {
        (subject, visit, group) = (labels[.subject], labels[.visit], labels[.group])
        self.named = named
    }

    /// A participant as a manifest says it: what somebody has changed by hand is read as it is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        subject = try values.decodeIfPresent(String.self, forKey: .subject)
        visit = try values.decodeIfPresent(String.self, forKey: .visit)
        group = try values.decodeIfPresent(String.self, forKey: .group)
        named = try values.decodeIfPresent([Part].self, forKey: .named)
    }
}
