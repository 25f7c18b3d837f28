// Something that was entered and does not fit the study. Both the command line and the task's user interface
// report it; each adds its own hint on where to enter the right value.

/// Something that does not fit a study.
public enum StudyProblem: Sendable, Hashable {
    /// Something that must be given is missing.
    case missing(StudyFile.Need)
    /// A value that is not among those of the study.
    case foreign(StudyFile.Need, String, known: [String])
    /// A subject's code that does not match the study's pattern.
    case noCode(String, pattern: String)
}

extension StudyProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let need): "the study wants a \(need.rawValue) with every recording"
        case .foreign(let need, let word, let known):
            "the \(need.rawValue) \(word.debugDescription) is none of the study; it has "
                + known.joined(separator: ", ")
        case .noCode(let code, let pattern):
            "the subject \(code.debugDescription) is no code of the study; its codes match \(pattern)"
        }
    }
}
