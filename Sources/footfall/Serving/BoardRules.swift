// The rules of the study that `footfall serve` serves. While a user edits the file, it may be missing or half-written;
// then no task can begin. Once there were rules, no run begins without them.

internal import SessionFolder
internal import SystemCalls
internal import WebHost

/// The rules of a served study, as read last.
enum BoardRules: Sendable {
    /// There is no file of rules, and there never was one.
    case none
    case known(StudyFile)
    /// No task can begin, for a reason that the operator's page shows.
    case broken(String)

    /// Reads the rules; waits for the disk.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - before: The rules as read before.
    /// - Returns: The rules as read now; `broken` if the file has faults, or existed before and is missing now.
    static func look(at path: String, knowing before: BoardRules) -> BoardRules {
        guard FileSystem.kind(of: path) != .missing else {
            if case .none = before { return .none }
            return .broken(
                "\(path): the file was removed; put it back, or restart `footfall serve` without it"
            )
        }
        do throws(StudyFaults) {
            let study = try StudyFile(at: path)
            return problem(of: study).map { .broken("\(path): \($0)") } ?? .known(study)
        } catch {
            return .broken(error.faults.map(\.description).joined(separator: "; "))
        }
    }

    /// Returns why a study cannot be served; `nil` if it can.
    static func problem(of study: StudyFile) -> String? {
        guard study.required.contains(.note) else { return nil }
        return
            "it requires a note with every recording, and the operator's page has no place for one; leave `note` out of "
            + "`required`, and add notes with `footfall note`"
    }

    /// What the operator's page asks for.
    var asked: BoardStudy {
        switch self {
        case .none: BoardStudy()
        case .known(let study): BoardStudy(study)
        case .broken(let fault): BoardStudy(fault: fault)
        }
    }

    /// Checks whether a task can begin under the rules.
    ///
    /// - Parameter participant: The participant of the run.
    /// - Returns: The rules for its run.
    /// - Throws: Why it cannot begin, in words for the operator.
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
