// Answers that a file has ready, for a task that runs without a person. A name that the task does not
// have is refused before anything runs: its answer would be missing from the result in silence.

internal import FoundationEssentials
internal import Research
internal import SystemCalls

/// The answers of a file.
struct GivenAnswers {
    /// The answers by step and question.
    var byStep: [String: [String: JSONValue]] = [:]

    /// No answers.
    init() {}

    /// Reads a file of answers to a task.
    init(at path: String, for task: any RSDTask) throws {
        let data: Data
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path, followingLinks: true)
            data = Data(try file.readAll(limit: 16 << 20))
        } catch {
            throw CommandFailure("--answers: \(error)")
        }
        do {
            byStep = try JSONDecoder().decode([String: [String: JSONValue]].self, from: data)
        } catch {
            let fault = RSDTaskFileError(error)
            throw CommandFailure(
                "\(path.printable): \(fault.path): \(fault.what); "
                    + "write {\"STEP\": {\"QUESTION\": ANSWER}}"
            )
        }
        guard let known = TaskSteps.identifiers(of: task) else { return }
        for step in byStep.keys.sorted() where !known.contains(step) {
            let remedy =
                Suggestion.nearest(to: step, among: known.sorted()).map { "did you mean \($0)?" }
                ?? "the task has \(known.sorted().joined(separator: ", "))"
            throw CommandFailure(
                "\(path.printable): \(step.printable): the task has no such step; "
                    + remedy.printable
            )
        }
    }
}

/// What can be said of a task's steps before it runs.
enum TaskSteps {
    /// The identifiers of all steps; `nil` where some are known only when they are fetched.
    static func identifiers(of task: any RSDTask) -> Set<String>? {
        var found: Set<String> = []
        var waiting = steps(of: task) ?? []
        guard steps(of: task) != nil else { return nil }
        while let step = waiting.popLast() {
            found.insert(step.identifier)
            switch step {
            case is any RSDTaskInfoStep: return nil
            case let section as any RSDSectionStep: waiting += section.steps
            case let subtask as any RSDSubtaskStep:
                guard let inner = steps(of: subtask.task) else { return nil }
                waiting += inner
            default: break
            }
        }
        return found
    }

    private static func steps(of task: any RSDTask) -> [any RSDStep]? {
        (task as? RSDTaskObject)?.steps
    }
}
