// Finds prepared answers that come too late for a resumed run. The run does not repeat the questions it has already
// asked, so changed answers to them have no effect; notes in the session report them.

internal import Research
internal import SessionFolder

/// Finds the answers of a file that come too late for a resumed run.
@MainActor
struct PassedAnswers {
    let prepared: PreparedAnswers
    let factory: RSDFactory

    /// Notes each answer to a step passed before the run was resumed, if the result has another answer or none.
    ///
    /// - Parameters:
    ///   - result: The result of the run.
    ///   - shown: The steps that were shown since the run was resumed; their answers came from the file.
    /// - Returns: A line for each, in the order of steps and questions.
    func notes(on result: any RSDTaskResult, shown: Set<String>) -> [String] {
        prepared.answers.filter { answer in
            guard !shown.contains(answer.step) else { return false }
            let passed = Self.results(of: answer, at: [], in: result)
            return !passed.isEmpty && !has(answer, in: passed)
        }
        .map(note)
    }

    private func note(on answer: GivenAnswer) -> String {
        "\(prepared.path): \(answer.step).\(answer.question): this answer is not used: the run had passed the step before it "
            + "was taken up again, and keeps what it had there; to use it, start a new run, without --continue"
    }

    private func has(_ answer: GivenAnswer, in results: [any RSDResult]) -> Bool {
        results.compactMap { $0 as? any RSDCollectionResult }.flatMap(\.inputResults).contains {
            guard $0.identifier == answer.question, let found = $0 as? any RSDAnswerResult else {
                return false
            }
            return (try? TaskAnswers.value(of: found, factory)) == answer.value
        }
    }

    /// Returns the results of the steps that an answer is for.
    private static func results(
        of answer: GivenAnswer,
        at sections: [String],
        in result: any RSDTaskResult
    ) -> [any RSDResult] {
        result.stepHistory.flatMap { entry -> [any RSDResult] in
            if let level = entry as? any RSDTaskResult {
                return results(of: answer, at: sections + [level.identifier], in: level)
            }
            return answer.isFor(entry.identifier, in: sections) ? [entry] : []
        }
    }
}
