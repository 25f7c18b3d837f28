// Answers that a file has ready, for a task that runs without a person. A name that the task does not
// have is refused before anything runs: its answer would be missing from the result in silence.

internal import FoundationEssentials
internal import PlainWords
public import Research
internal import SystemCalls

/// The answers of a file.
public struct GivenAnswers {
    /// The file.
    public let path: String
    /// The answers by step and question.
    public let byStep: [String: [String: JSONValue]]
    /// The keys that stand twice in one object: of two answers nobody can tell which is meant.
    private let repeatedKeys: [RSDTaskFileError]

    /// Reads a file of answers.
    public init(at path: String) throws {
        self.path = path
        let data: Data
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path)
            data = Data(try file.readAll(limit: 16 << 20))
        } catch {
            throw RunFailure("--answers: \(FileWords.of(error, "a file of answers"))")
        }
        do {
            byStep = try JSONDecoder().decode([String: [String: JSONValue]].self, from: data)
        } catch {
            let fault = RSDTaskFileError(error, in: data)
            throw RunFailure(
                "\(path.printable): \(fault.path): \(fault.what); "
                    + "write {\"STEP\": {\"QUESTION\": ANSWER}}"
            )
        }
        repeatedKeys = RSDTaskFileError.repeatedKeys(in: data)
    }

    /// What is said of each key that stands twice, of each answer that is none, and of each that the task does
    /// not ask for.
    package func faults(in questions: TaskQuestions) -> [String] {
        repeatedKeys.map { "\(path): \($0)".printable } + empty + unasked(in: questions)
    }

    private var empty: [String] {
        byStep.sorted { $0.key < $1.key }.flatMap { step, answers in
            answers.sorted { $0.key < $1.key }.filter { $0.value == .null }.map {
                "\(path): \(step).\($0.key): null is no answer; leave the question out to give none"
                    .printable
            }
        }
    }

    private func unasked(in questions: TaskQuestions) -> [String] {
        let steps = questions.byStep.keys.sorted()
        return byStep.sorted { $0.key < $1.key }.flatMap { step, answers in
            guard let asked = questions.byStep[step] else {
                return questions.areAll
                    ? [fault(step, "the task has no such step", meaning: step, among: steps)] : []
            }
            guard let known = asked else { return [] }
            return answers.keys.sorted().filter { !known.contains($0) }.map {
                let place = "\(step).\($0)"
                guard !known.isEmpty else {
                    return "\(path): \(place): the step asks nothing; leave this answer out"
                        .printable
                }
                return fault(place, "the step has no such question", meaning: $0, among: known)
            }
        }
    }

    private func fault(
        _ place: String,
        _ what: String,
        meaning word: String,
        among known: [String]
    ) -> String {
        let remedy =
            NearestName.meant(by: word, among: known).map { "did you mean \($0)?" }
            ?? (known.isEmpty ? "it has none" : "there are \(known.joined(separator: ", "))")
        return "\(path): \(place): \(what); \(remedy)".printable
    }
}
