// study.json describes a study: its codes, and the places where sensors are worn. The commands and apps check
// what a user enters against it, so that a mistake is refused before a recording and not found after it.
//
//     title        what the study is called
//     licence      under which its data may be used
//     subjects     a regular expression that matches each whole subject code: "P[0-9]{2}"
//     visits       the possible visits: ["baseline", "week4"]
//     groups       the possible groups
//     placements   the places where sensors are worn, each with a label for users: { "lowBack": "L5, under the belt" }
//     required     what every recording must be given: any of "subject", "visit", "group", "placement", "note"
//     nameBy       which of "subject", "visit" and "group" the name of each session folder shows

internal import Research
internal import SystemCalls

/// The rules of a study for its sessions.
public struct StudyFile: Sendable, Hashable {
    public let title: String?
    public let licence: String?
    /// The regular expression that a subject's code must match.
    public let subjects: String?
    /// The possible visits; `nil` allows any.
    public let visits: [String]?
    /// The possible groups; `nil` allows any.
    public let groups: [String]?
    /// The places where sensors are worn, each with a label for users.
    public let placements: [String: String]?
    /// What the study requires for every recording.
    public let required: Set<Need>
    /// The parts of the participant that the name of each session folder shows.
    public let named: [Participant.Part]
    /// The path of the file, for messages.
    public let path: String
    private let pattern: TextPattern?

    /// The name of the file in a folder of task files.
    public static let fileName = "study.json"
    private static let sizeLimit: Int64 = 1 << 20

    /// What a study can require for a recording.
    public enum Need: String, Sendable, Hashable, Codable, CaseIterable {
        case subject, visit, group, placement, note
    }

    /// Reads a study's file; blocks the calling thread.
    ///
    /// - Throws: `StudyFaults` if the file cannot be read, or is not a valid study file.
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
    /// The part of the study that a session's manifest keeps.
    public var told: SessionManifest.Study {
        SessionManifest.Study(title: title, licence: licence, placements: placements)
    }

    /// Returns the participant with the parts that the study wants in the folder's name, if these are given.
    ///
    /// If the participant states already which parts the name shows, returns it unchanged.
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

    /// Returns everything that does not fit the study.
    ///
    /// - Parameters:
    ///   - participant: The participant of the recording.
    ///   - given: The placements of its sensors.
    ///   - notes: The notes about it.
    ///   - optional: What is not required here, even if the study requires it.
    /// - Returns: All problems; none if everything fits.
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
    /// The facts about a session's study that a reader of the data needs.
    public struct Study: Hashable, Sendable, Codable {
        public var title: String?
        public var licence: String?
        /// The label of each placement of a sensor.
        public var placements: [String: String]?

        /// Describes a study.
        public init(
            title: String? = nil,
            licence: String? = nil,
            placements: [String: String]? = nil
        ) {
            (self.title, self.licence, self.placements) = (title, licence, placements)
        }
    }
}
