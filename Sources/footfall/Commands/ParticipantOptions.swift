// Whose a recording is, as the command line says it.

internal import Arguments
internal import PlainWords
internal import SessionFolder

/// Whose a recording is, and what whoever records says of it.
struct ParticipantOptions: Sendable, Equatable {
    /// `nil` where nobody says whose it is.
    var participant: Participant?
    /// A line each, for whoever reads the data.
    var notes: [String] = []
    /// The file of the study that it is of.
    var studyPath: String?

    static let subject = Option(
        "subject",
        taking: "CODE",
        as: .text,
        "the code of who takes part, such as P07: letters, digits and -, and no name of a person"
    )
    static let visit = Option("visit", taking: "CODE", as: .text, "which visit it is, such as 2")
    static let group = Option(
        "group",
        taking: "CODE",
        as: .text,
        "what the study compares, such as control"
    )
    static let nameBy = Option(
        "name-by",
        taking: "LIST",
        as: Conversion.part.list,
        "which of subject, visit and group the name of the session folder tells; none if not given"
    )
    static let note = Option(
        "note",
        taking: "TEXT",
        as: .text,
        repeats: true,
        "a line for whoever reads the data, kept in the session; may be given more than once"
    )

    static let study = Option(
        "study",
        taking: "FILE",
        as: .text,
        "the file of the study: which codes and placements there are, and what must be given"
    )

    static let options = [
        subject.declaration, visit.declaration, group.declaration, nameBy.declaration,
        note.declaration, study.declaration,
    ]

    /// Whose a recording is, once the rules of the study have been asked.
    struct Settled: Sendable, Equatable {
        var participant: Participant?
        var notes: [String] = []
        /// What the manifest tells of the study.
        var study: SessionManifest.Study?
    }

    /// Asks the rules of the study, if there is a file of it.
    ///
    /// - Parameter placements: Where sensors sit, as far as whoever records says it; `nil` where a task says it.
    /// - Returns: Whose it is, with what the study has the folder's name tell.
    /// - Throws: `SessionError` where the file cannot be read, or what is given does not fit it.
    func settled(placements: [String]? = nil) throws(SessionError) -> Settled {
        guard let studyPath else { return Settled(participant: participant, notes: notes) }
        let study = try StudyFile(at: studyPath)
        if let placements { try study.require(placements: placements) }
        if notes.isEmpty { try study.requireNoNote() }
        return Settled(
            participant: try study.participant(participant),
            notes: notes,
            study: study.told
        )
    }
}

extension ParticipantOptions {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        notes = try arguments.values(of: Self.note)
        studyPath = try arguments.value(of: Self.study)
        let named = try arguments.value(of: Self.nameBy) ?? []
        let (subject, visit, group) = (
            try arguments.value(of: Self.subject), try arguments.value(of: Self.visit),
            try arguments.value(of: Self.group)
        )
        do throws(Participant.LabelProblem) {
            let given = try Participant(
                subject: subject,
                visit: visit,
                group: group,
                named: named
            )
            participant = given.isEmpty ? nil : given
        } catch {
            throw Self.usageError(error)
        }
    }

    /// What is wrong with a label that was given.
    static func usageError(_ error: Participant.LabelProblem) -> UsageError {
        let isMissing = error.text.isEmpty
        return UsageError(
            place: isMissing
                ? "--name-by \(error.part.rawValue)"
                : "--\(error.part.rawValue) \(error.text.printable)",
            problem: isMissing ? "no --\(error.part.rawValue) is given" : "it \(error.what)",
            remedy: isMissing ? "give one, or leave it out" : error.remedy
        )
    }
}

extension Conversion<Participant.Part> {
    /// What is said of a participant.
    static var part: Self {
        Self { word throws(ConversionError) in
            guard let part = Participant.Part(rawValue: word) else {
                throw .unknown(
                    word,
                    among: Participant.Part.allCases.map(\.rawValue),
                    example: "part of a name"
                )
            }
            return part
        }
    }
}
