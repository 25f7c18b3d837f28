// The codes that an operator must give for a participant, by the rules of the study.

public import SessionFolder

/// The codes to ask for.
public struct BoardStudy: Sendable, Hashable, Encodable {
    public var title: String?
    /// Which of subject, visit and group are required.
    public var required: [String]
    /// The visits to choose from; `nil` allows any.
    public var visits: [String]?
    /// The groups to choose from; `nil` allows any.
    public var groups: [String]?
    /// What is wrong with the study file; no task can begin then.
    public var fault: String?

    /// Requires nothing.
    public init(fault: String? = nil) {
        (required, self.fault) = ([], fault)
    }

    /// Requires what a study file says.
    public init(_ file: StudyFile) {
        title = file.title
        required = Participant.Part.allCases.map(\.rawValue).filter { part in
            file.required.contains { $0.rawValue == part }
        }
        (visits, groups) = (file.visits, file.groups)
    }
}
