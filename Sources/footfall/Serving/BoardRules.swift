// The rules of the study that a board serves. Whoever edits the file may save it by a new name, or write it half: what is
// asked for meanwhile is what was asked for before, or nothing can be begun; rules that were there are never forgotten.

internal import SessionFolder
internal import SystemCalls
internal import WebHost

/// What is known of the rules of a served study.
enum BoardRules: Sendable {
    /// There is no file of them, and there never was.
    case none
    case known(StudyFile)
    /// Nothing can be begun, for a reason that an operator is told.
    case broken(String)

    /// Reads them; the calling thread waits for the disk.
    ///
    /// - Parameters:
    ///   - path: Where the file is, if there is one.
    ///   - before: What was known.
    /// - Returns: What is known now.
    static func look(at path: String, knowing before: BoardRules) -> BoardRules {
        guard FileSystem.kind(of: path) != .missing else {
            if case .none = before { return .none }
            return .broken(
                "\(path): it was there, and has gone; put it back, or begin `footfall serve` anew without it"
            )
        }
        do throws(StudyFaults) {
            let study = try StudyFile(at: path)
            return problem(of: study).map { .broken("\(path): \($0)") } ?? .known(study)
        } catch {
            return .broken(error.faults.map(\.description).joined(separator: "; "))
        }
    }

    /// What keeps a study from being served.
    static func problem(of study: StudyFile) -> String? {
        guard study.required.contains(.note) else { return nil }
        return
            "it wants a note with every recording, and the board has no place for one; leave `note` out of `required`, "
            + "and add notes with `footfall note`"
    }

    /// What the page of the operator asks for.
    var asked: BoardStudy {
        switch self {
        case .none: BoardStudy()
        case .known(let study): BoardStudy(study)
        case .broken(let fault): BoardStudy(fault: fault)
        }
    }

    /// Asks the rules whether a task can be begun.
    ///
    /// - Parameter participant: Whose it is to be.
    /// - Returns: The rules for its run.
    /// - Throws: Why it cannot be begun, in words for whoever asked.
    func settled(for participant: Participant?) throws(BoardRefusal) -> StudyRules {
        switch self {
        case .none: return .none
        case .broken(let fault): throw BoardRefusal(fault)
        case .known(let study):
            let problems = study.problems(of: participant, besides: [.placement])
            guard problems.isEmpty else {
                throw BoardRefusal(problems.map(Self.words).joined(separator: "; "))
            }
            return .read(study)
        }
    }

    private static func words(on problem: StudyProblem) -> String {
        guard case .missing(let need) = problem else { return problem.description }
        return need == .subject
            ? "the code of the participant is missing" : "the \(need.rawValue) is missing"
    }
}
