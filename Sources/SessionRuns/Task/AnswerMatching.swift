// Finds the question that each answer of a file belongs to. A file may name questions by step and question, or with
// the keys that a session's `answers.json` uses, or in both ways.

internal import PlainWords
internal import Research
internal import SessionFolder

/// Matches the answers of a file with the questions of a task.
struct AnswerMatching {
    /// The answers whose question is known.
    private(set) var answers: [GivenAnswer] = []
    /// What is wrong with the file, a line each.
    private(set) var faults: [String] = []
    private let path: String
    private let questions: TaskQuestions
    /// The questions by their keys in `answers.json`.
    private let byKey: [String: (step: AskingStep, question: String)]

    /// Matches a file's answers with questions.
    init(_ given: GivenAnswers, _ questions: TaskQuestions) {
        path = given.path
        self.questions = questions
        byKey = Self.byKey(questions)
        faults = given.repeatedKeys.map { "\(path): \($0)".printable }
        for (key, value) in given.entries.sorted(by: { $0.key < $1.key }) {
            if case .object(let answers) = value, !isAnswer(key, answers) {
                match(answers, of: key)
            } else {
                match(value, named: key)
            }
        }
    }

    private static func byKey(
        _ questions: TaskQuestions
    ) -> [String: (step: AskingStep, question: String)] {
        var keys = AnswerKeys()
        var found: [String: (step: AskingStep, question: String)] = [:]
        for step in questions.steps {
            for question in step.questions ?? [] {
                let key = keys.next(question, of: step.identifier, in: step.sections.last)
                found[key] = (step, question)
            }
        }
        return found
    }

    /// Whether an object is itself an answer, rather than the answers of a step.
    private func isAnswer(_ key: String, _ answers: [String: JSONValue]) -> Bool {
        guard let (step, question) = named(key) else { return false }
        guard let asked = questions.byStep[key] else { return true }
        // The answer to any other question is no object, so the keys name questions, one of which is misspelt.
        guard step.objectQuestions.contains(question) else { return false }
        return asked.map { asked in !answers.keys.allSatisfy(asked.contains) } ?? false
    }

    /// Returns the step and the question with this key in `answers.json`; `nil` if no question has it.
    private func named(_ key: String) -> (step: AskingStep, question: String)? {
        if let found = byKey[key] { return found }
        // Only the app knows the questions of its own types of steps, so for such a step the key itself names the
        // question.
        for step in questions.steps where step.questions == nil {
            let own = AnswerKeys.key(step.identifier, of: step.identifier, in: step.sections.last)
            if key == own { return (step, step.identifier) }
            if key.hasPrefix("\(own)_") { return (step, String(key.dropFirst(own.count + 1))) }
        }
        return nil
    }

    private mutating func match(_ value: JSONValue, named key: String) {
        guard let (step, question) = named(key) else {
            let asked = questions.byStep[key]
            if asked == .some([]) { return refuseSilent(key) }
            let isStep = asked != nil
            let meant = isStep ? nil : NearestName.meant(by: key, among: byKey.keys.sorted())
            let remedy = meant.map { "did you mean \($0)?" } ?? GivenAnswers.form
            return faults.append("\(path): \(key): no question has this name; \(remedy)".printable)
        }
        add(value, to: question, at: step.identifier, in: step.sections, toldAs: key)
    }

    private mutating func match(_ answers: [String: JSONValue], of step: String) {
        let asked = questions.byStep[step]
        if asked == nil, questions.areAll {
            let steps = questions.byStep.keys.sorted()
            return refuse(step, "the task has no such step", meaning: step, among: steps)
        }
        for (question, value) in answers.sorted(by: { $0.key < $1.key }) {
            let place = "\(step).\(question)"
            switch asked {
            case .some(.some(let known)) where known.isEmpty: refuseSilent(place)
            case .some(.some(let known)) where !known.contains(question):
                refuse(place, "the step has no such question", meaning: question, among: known)
            case .some, nil: add(value, to: question, at: step, in: nil, toldAs: place)
            }
        }
    }

    private mutating func add(
        _ value: JSONValue,
        to question: String,
        at step: String,
        in sections: [String]?,
        toldAs place: String
    ) {
        guard value != .null else {
            let what = "null is no answer; leave the question out to give none"
            return faults.append("\(path): \(place): \(what)".printable)
        }
        answers.append(GivenAnswer(value, to: question, at: step, in: sections))
    }

    private mutating func refuseSilent(_ place: String) {
        faults.append("\(path): \(place): the step asks nothing; leave this answer out".printable)
    }

    private mutating func refuse(
        _ place: String,
        _ what: String,
        meaning word: String,
        among known: [String]
    ) {
        let remedy =
            NearestName.meant(by: word, among: known).map { "did you mean \($0)?" }
            ?? (known.isEmpty ? "it has none" : "there are \(known.joined(separator: ", "))")
        faults.append("\(path): \(place): \(what); \(remedy)".printable)
    }
}
