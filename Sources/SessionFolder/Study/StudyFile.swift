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

internal import Research
internal import SystemCalls

/// What a study asks of its sessions.
public struct StudyFile: Sendable, Hashable {
    public let title: String?
    public let licence: String?
    /// The regular expression that a code of a subject has to match.
    public let subjects: String?
    /// The visits that there are; any where it is `nil`.
    public let visits: [String]?
    /// The groups that there are; any where it is `nil`.
    public let groups: [String]?
    /// The places that sensors sit at, and a label of each for a person.
    public let placements: [String: String]?
    /// What every recording must be given.
    public let required: Set<Need>
    /// What the name of each session folder tells.
    public let named: [Participant.Part]
    /// Where it is from, for messages.
    public let path: String
    private let pattern: TextPattern?

    /// The name of the file in a folder of task files.
    public static let fileName = "study.json"
    private static let sizeLimit: Int64 = 1 << 20

    /// What a recording may have to be given.
    public enum Need: String, Sendable, Hashable, Codable, CaseIterable {
        case subject, visit, group, placement, note
    }

    /// Reads a study's file; the calling thread waits for the disk.
    ///
    /// - Throws: `StudyFaults` where it cannot be read, or says what no study file says.
    public init(at path: String) throws(StudyFaults) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OpenFile.openPlain(path).readAll(limit: Self.sizeLimit)
        } catch {
            throw StudyFaults(faults: [.unreadable(error, where: path)])
        }
        try self.init(decoding: bytes, where: path)
    }

    /// Reads the bytes of a study's file.
    init(decoding bytes: [UInt8], where path: String) throws(StudyFaults) {
        var reading = try StudyFileReading(bytes, where: path)
        self.path = path
        title = reading.text("title")
        licence = reading.text("licence")
        subjects = reading.text("subjects")
        pattern = subjects.flatMap { reading.pattern($0, "subjects") }
        visits = reading.codes("visits")
        groups = reading.codes("groups")
        placements = reading.labels("placements")
        required = Set(reading.words("required", of: Need.self))
        named = reading.words("nameBy", of: Participant.Part.self)
        try reading.finish()
    }
}

extension StudyFile {
    /// What a session's manifest keeps of it.
    public var told: SessionManifest.Study {
        SessionManifest.Study(title: title, licence: licence, placements: placements)
    }

    /// A participant with what the study has the folder's name tell, as far as that is given; one that says what the
    /// name tells stays as it is.
    public func naming(_ given: Participant?) -> Participant? {
        guard let given, given.named == nil else { return given }
        return
            (try? Participant(
                subject: given.subject,
                visit: given.visit,
                group: given.group,
                named: named.filter { given[$0] != nil }
            )) ?? given
    }

    /// All that does not fit the study.
    ///
    /// - Parameters:
    ///   - participant: Whose a recording is to be.
    ///   - given: Where its sensors sit.
    ///   - notes: What is said of it.
    ///   - optional: What need not be given here.
    /// - Returns: Every problem; none where all fits.
    public func problems(
        of participant: Participant?,
        placements given: [String] = [],
        notes: [String] = [],
        besides optional: Set<Need> = []
    ) -> [StudyProblem] {
        let needs = required.subtracting(optional)
        var problems = Participant.Part.allCases.compactMap { part -> StudyProblem? in
            let need = Need(part)
            guard let label = participant?[part] else {
                return needs.contains(need) ? .missing(need) : nil
            }
            return problem(of: label, as: part)
        }
        if needs.contains(.placement), given.isEmpty { problems.append(.missing(.placement)) }
        if let placements {
            let foreign = given.filter { placements[$0] == nil }
            problems += Set(foreign).sorted().map {
                .foreign(.placement, $0, known: placements.keys.sorted())
            }
        }
        if needs.contains(.note), notes.isEmpty { problems.append(.missing(.note)) }
        return problems
    }

    private func problem(of label: String, as part: Participant.Part) -> StudyProblem? {
        let choices: [String]?
        switch part {
        case .subject:
            guard let pattern, let subjects, pattern.verdict(on: label) != .matches else {
                return nil
            }
            return .noCode(label, pattern: subjects)
        case .visit: choices = visits
        case .group: choices = groups
        }
        guard let choices, !choices.contains(label) else { return nil }
        return .foreign(Need(part), label, known: choices)
    }
}

extension StudyFile.Need {
    fileprivate init(_ part: Participant.Part) {
        self =
            switch part {
            case .subject: .subject
            case .visit: .visit
            case .group: .group
            }
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
