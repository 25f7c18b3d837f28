// A study has its codes and its places on the body, and whoever records types them anew each time. study.json says them
// once, so that what does not fit is refused before a recording and not found after it.
//
//     title        what the study is called
//     licence      under which its data may be used
//     subjects     a regular expression that a whole code of a subject matches: "P[0-9]{2}"
//     visits       the visits that there are: ["baseline", "week4"]
//     groups       the groups that there are
//     placements   the places that sensors sit at, each with a label for a person: { "lowBack": "L5, under the belt" }
//     required     what every recording must be given: any of "subject", "visit", "group", "placement", "note"
//     nameBy       which of "subject", "visit" and "group" the name of each session folder tells

internal import FoundationEssentials
internal import Research
internal import SystemCalls

/// What a study asks of its sessions.
public struct StudyFile: Sendable, Hashable {
    public var title: String?
    public var licence: String?
    /// The regular expression that a code of a subject has to match.
    public var subjects: String?
    /// The visits that there are; any where it is `nil`.
    public var visits: [String]?
    /// The groups that there are; any where it is `nil`.
    public var groups: [String]?
    /// The places that sensors sit at, and a label of each for a person.
    public var placements: [String: String]?
    /// What every recording must be given.
    public var required: Set<Need> = []
    /// What the name of each session folder tells.
    public var named: [Participant.Part] = []
    /// Where it is from, for messages.
    private let place: String
    private var pattern: TextPattern?

    /// The name of the file in a folder of task files.
    public static let fileName = "study.json"
    private static let sizeLimit: Int64 = 1 << 20

    /// What a recording may have to be given.
    public enum Need: String, Sendable, Hashable, Codable, CaseIterable {
        case subject, visit, group, placement, note
    }

    /// Reads a study's file.
    ///
    /// - Throws: `SessionError` where it cannot be read, or says what no study file says.
    public init(at path: String) throws(SessionError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OpenFile.openPlain(path).readAll(limit: Self.sizeLimit)
        } catch {
            throw .unreadable(error, where: path)
        }
        try self.init(decoding: bytes, where: path)
    }

    /// Reads the bytes of a study's file.
    init(decoding bytes: [UInt8], where place: String) throws(SessionError) {
        self.place = place
        let told: Told
        do {
            told = try JSONDecoder().decode(Told.self, from: Data(bytes))
        } catch {
            throw SessionError(
                (error as? UnknownKey).map { "no study has the key '\($0.name)'" }
                    ?? DecodingProblem.line(for: error),
                where: place,
                remedy: "mend the file; it has the keys \(Told.keys)"
            )
        }
        (title, licence, subjects) = (told.title, told.licence, told.subjects)
        (visits, groups, placements) = (told.visits, told.groups, told.placements)
        (required, named) = (Set(told.required ?? []), told.nameBy ?? [])
        if let source = subjects {
            do throws(TextPattern.Fault) {
                // By itself first: what only fits into the whole is none.
                _ = try TextPattern(source)
                pattern = try TextPattern("\\A(?:\(source))\\z")
            } catch {
                throw SessionError(
                    "`subjects` is no regular expression: \(error.reason)",
                    where: place,
                    remedy: "write one such as P[0-9]{2}, or leave it out"
                )
            }
        }
        for (key, labels) in [("visits", visits), ("groups", groups)] {
            for label in labels ?? [] where !Participant.isLabel(label) {
                throw SessionError(
                    "`\(key)` has \(label.debugDescription), which is no code",
                    where: place,
                    remedy: "use letters, digits and -, such as week4"
                )
            }
        }
    }

    private struct Told: Decodable {
        var title: String?
        var licence: String?
        var subjects: String?
        var visits: [String]?
        var groups: [String]?
        var placements: [String: String]?
        var required: [Need]?
        var nameBy: [Participant.Part]?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case title, licence, subjects, visits, groups, placements, required, nameBy
        }

        static var keys: String { CodingKeys.allCases.map(\.rawValue).joined(separator: ", ") }

        init(from decoder: any Decoder) throws {
            // A key that is mistyped would be passed over, and nothing be asked for.
            let all = try decoder.container(keyedBy: AnyKey.self)
            let known = Set(CodingKeys.allCases.map(\.rawValue))
            if let wrong = all.allKeys.map(\.stringValue).sorted().first(where: {
                !known.contains($0)
            }) {
                throw UnknownKey(name: wrong)
            }
            let values = try decoder.container(keyedBy: CodingKeys.self)
            title = try values.decodeIfPresent(String.self, forKey: .title)
            licence = try values.decodeIfPresent(String.self, forKey: .licence)
            subjects = try values.decodeIfPresent(String.self, forKey: .subjects)
            visits = try values.decodeIfPresent([String].self, forKey: .visits)
            groups = try values.decodeIfPresent([String].self, forKey: .groups)
            placements = try values.decodeIfPresent([String: String].self, forKey: .placements)
            required = try values.decodeIfPresent([Need].self, forKey: .required)
            nameBy = try values.decodeIfPresent([Participant.Part].self, forKey: .nameBy)
        }
    }

    private struct UnknownKey: Error {
        var name: String
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension StudyFile {
    /// What a session's manifest keeps of it.
    public var told: SessionManifest.Study {
        SessionManifest.Study(title: title, licence: licence, placements: placements)
    }

    /// Whose a session is, by the rules of the study.
    ///
    /// - Parameter given: What was said of it.
    /// - Returns: The same, with what the study has the folder's name tell.
    /// - Throws: `SessionError` where something is missing, or is none of the study's.
    public func participant(_ given: Participant?) throws(SessionError) -> Participant? {
        for part in Participant.Part.allCases {
            guard let label = given?[part] else {
                let need = Need(rawValue: part.rawValue)
                if need.map(required.contains) == true { throw missing(part.rawValue) }
                continue
            }
            try require(label, as: part)
        }
        guard let given, given.named == nil else { return given }
        do throws(Participant.LabelProblem) {
            return try Participant(
                subject: given.subject,
                visit: given.visit,
                group: given.group,
                named: named.filter { given[$0] != nil }
            )
        } catch {
            throw SessionError(
                "the \(error.part.rawValue) \(error.what)",
                where: place,
                remedy: error.remedy
            )
        }
    }

    /// Throws where the study wants a note with every recording, and there is none.
    public func requireNoNote() throws(SessionError) {
        if required.contains(.note) { throw missing("note") }
    }

    /// Throws what does not fit the study of where sensors sit.
    public func require(placements given: [String]) throws(SessionError) {
        if required.contains(.placement), given.isEmpty { throw missing("placement") }
        guard let placements else { return }
        for wrong in given where placements[wrong] == nil {
            throw SessionError(
                "the placement \(wrong.debugDescription) is none of the study",
                where: place,
                remedy: "it has \(placements.keys.sorted().joined(separator: ", "))"
            )
        }
    }

    private func require(_ label: String, as part: Participant.Part) throws(SessionError) {
        let choices =
            switch part {
            case .subject: [String]?.none
            case .visit: visits
            case .group: groups
            }
        if let choices, !choices.contains(label) {
            throw SessionError(
                "the \(part.rawValue) \(label.debugDescription) is none of the study",
                where: place,
                remedy: "it has \(choices.joined(separator: ", "))"
            )
        }
        guard part == .subject, let pattern, pattern.verdict(on: label) != .matches else { return }
        throw SessionError(
            "the subject \(label.debugDescription) is no code of the study",
            where: place,
            remedy: "its codes match \(subjects ?? "")"
        )
    }

    private func missing(_ what: String) -> SessionError {
        SessionError(
            "the study wants a \(what) with every recording",
            where: place,
            remedy: "give one: --\(what) on the command line"
        )
    }
}

extension SessionManifest {
    /// The study that a session is of, as far as whoever reads the data has to know it.
    public struct Study: Hashable, Sendable, Codable {
        public var title: String?
        public var licence: String?
        /// What each placement of a sensor means.
        public var placements: [String: String]?

        /// Tells of a study.
        public init(
            title: String? = nil,
            licence: String? = nil,
            placements: [String: String]? = nil
        ) {
            (self.title, self.licence, self.placements) = (title, licence, placements)
        }
    }
}
