// What does not fit a study is told to a person at a command line as to one before a board: where a code is to be given
// each of them says to its own.

/// Something that does not fit a study.
public enum StudyProblem: Sendable, Hashable {
    /// It must be given, and is not.
    case missing(StudyFile.Need)
    /// The study has others.
    case foreign(StudyFile.Need, String, known: [String])
    /// A code of a subject that the pattern of the study's codes does not match.
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
