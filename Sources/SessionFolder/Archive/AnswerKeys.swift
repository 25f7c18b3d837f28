// Names the answers in `answers.json`, a file that SageResearch archives have, too. The code that writes the file
// and the code that reads it must give the same question the same name.

/// Names the answers of a task, one after the other.
package struct AnswerKeys {
    private var taken: Set<String> = []

    /// Starts without names.
    package init() {}

    /// Returns the name of the next answer.
    ///
    /// If a question has the same identifier as its form, the name has it once. If two questions have the same
    /// name, the later one gets a number.
    ///
    /// - Parameters:
    ///   - question: The question's identifier.
    ///   - form: The form that asks it, if any does.
    ///   - section: The innermost section around it; `nil` at the task's own level.
    /// - Returns: The name, which no earlier answer has.
    package mutating func next(
        _ question: String,
        of form: String?,
        in section: String?
    ) -> String {
        free(Self.key(question, of: form, in: section))
    }

    /// Returns and reserves a name, with a number if an earlier answer has that name.
    mutating func free(_ key: String) -> String {
        var free = key
        var number = 1
        while !taken.insert(free).inserted {
            number += 1
            free = "\(key)-\(number)"
        }
        return free
    }

    /// Returns the name of an answer if no other answer has the same name.
    ///
    /// - Parameters:
    ///   - question: The question's identifier.
    ///   - form: The form that asks it, if any does.
    ///   - section: The innermost section around it; `nil` at the task's own level.
    /// - Returns: The name.
    package static func key(
        _ question: String,
        of form: String?,
        in section: String?
    ) -> String {
        [section, form == question ? nil : form, question].compactMap(\.self)
            .joined(separator: "_")
    }
}
