// What an operator is asked of who takes part, by the rules of the study.

public import SessionFolder

/// What is asked of who takes part.
public struct BoardStudy: Sendable, Hashable, Encodable {
    public var title: String?
    /// What must be given of subject, visit and group.
    public var required: [String]
    /// The visits that there are; any where it is `nil`.
    public var visits: [String]?
    /// The groups that there are; any where it is `nil`.
    public var groups: [String]?
    /// What is wrong with the file of the study: nothing can be begun then.
    public var fault: String?

    /// Asks for nothing in particular.
    public init(fault: String? = nil) {
        (required, self.fault) = ([], fault)
    }

    /// Asks for what a study wants.
    public init(_ file: StudyFile) {
        title = file.title
        required = Participant.Part.allCases.map(\.rawValue).filter { part in
            file.required.contains { $0.rawValue == part }
        }
        (visits, groups) = (file.visits, file.groups)
    }
}
