// The names of answers in `answers.json`, which archives of the field have, too. Whoever writes the file and
// whoever reads it must come to the same name of the same question.

/// Names the answers of a task, one after the other.
package struct AnswerKeys {
    private var taken: Set<String> = []

    /// Names none yet.
    package init() {}

    /// The name of the next answer.
    ///
    /// A question that is called like its form is named once. Two questions may have one name: a number tells
    /// the later one from the earlier.
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

    /// A name, with a number where an earlier answer has it.
    mutating func free(_ key: String) -> String {
        var free = key
        var number = 1
        while !taken.insert(free).inserted {
            number += 1
            free = "\(key)-\(number)"
        }
        return free
    }

    /// The name of an answer that is alone in having it.
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
