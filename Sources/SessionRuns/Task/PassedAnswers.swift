// A run that is taken up again does not ask again what it has asked: a file of answers that was changed
// meanwhile changes nothing there, and whoever changed it has to hear that.

package import Research
internal import TaskSession

/// Finds the answers of a file that come too late.
@MainActor
package struct PassedAnswers {
    package let given: GivenAnswers
    package let factory: RSDFactory

    package init(
        given: GivenAnswers,
        factory: RSDFactory
    ) {
        self.given = given
        self.factory = factory
    }

    /// What is said of each answer whose step had been passed before the run was taken up again, where the
    /// result has another answer, or none.
    ///
    /// - Parameters:
    ///   - result: The result of the run.
    ///   - shown: The steps that were shown since: they have had their answers from the file.
    /// - Returns: A line for each, in the order of steps and questions.
    package func notes(on result: any RSDTaskResult, shown: Set<String>) -> [String] {
        given.byStep.sorted { $0.key < $1.key }.filter { !shown.contains($0.key) }
            .flatMap { step, answers in
                let passed = Self.results(of: step, in: result)
                return passed.isEmpty
                    ? []
                    : answers.sorted { $0.key < $1.key }
                        .filter { !has($0.value, for: $0.key, in: passed) }
                        .map { note(on: $0.key, of: step) }
            }
    }

    private func note(on question: String, of step: String) -> String {
        "\(given.path): \(step).\(question): this answer is not used: the run had passed the step before it "
            + "was taken up again, and keeps what it had there; begin anew, without --continue, to use it"
    }

    private func has(_ answer: JSONValue, for question: String, in results: [any RSDResult]) -> Bool
    {
        results.compactMap { $0 as? any RSDCollectionResult }.flatMap(\.inputResults).contains {
            guard $0.identifier == question, let found = $0 as? any RSDAnswerResult else {
                return false
            }
            return (try? TaskAnswers.value(of: found, factory)) == answer
        }
    }

    /// The results of a step, in whichever sections it is.
    private static func results(
        of step: String,
        in result: any RSDTaskResult
    ) -> [any RSDResult] {
        result.stepHistory.flatMap { entry -> [any RSDResult] in
            if let level = entry as? any RSDTaskResult { return results(of: step, in: level) }
            return entry.identifier == step ? [entry] : []
        }
    }
}
