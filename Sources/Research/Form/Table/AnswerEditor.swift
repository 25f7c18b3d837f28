// What a form's answers are after each thing that a participant does. A value: it knows no screen, no
// result and no clock, so every case of it is a row in a test.

public import FoundationEssentials

/// The answers of a form.
public struct AnswerEditor: Sendable {
    /// What came of an input.
    public struct Change: Sendable, Hashable {
        /// The question.
        public var identifier: String
        public var section: Int
        public var answer: FormAnswer
        /// Whether the row is chosen or ticked now.
        public var isSelected: Bool
        /// Whether other rows of the section look different now.
        public var reloadSection: Bool
    }

    public private(set) var questions: [FormQuestion]
    public let sections: [RSDTableSection]
    public private(set) var groups: [RSDTableItemGroup]

    /// A form that nobody has answered yet.
    public init(_ questions: [FormQuestion], footer: TableFooter = TableFooter()) {
        self.questions = questions
        let layout = TableLayout(questions, footer: footer)
        sections = layout.sections
        groups = layout.groups
    }

    /// Answers what is answered before anybody has: each question by the result that the same form
    /// had before, else by the answer of another run that is stored, else by the field's default.
    ///
    /// What does not fit the question gives way to the next; what is stored is judged like an input.
    public mutating func prefill(
        previous: [any RSDAnswerResult] = [],
        stored: [String: AnswerValue] = [:],
        now: Date
    ) {
        for index in questions.indices {
            let question = questions[index]
            let earlier = previous.last { result in
                result.identifier == question.identifier
                    && result.answerType.baseType == question.answerType.baseType
                    && result.answerType.sequenceType == question.answerType.sequenceType
            }
            if let earlier, restore(earlier.value, at: index) { continue }
            for value in [stored[question.identifier], question.defaultAnswer] {
                guard let value, let answer = try? question.answer(to: value, at: now),
                    restore(answer, at: index)
                else { continue }
                break
            }
        }
    }

    /// Whether every question that must be answered is.
    public var allAnswersValid: Bool { groups.allSatisfy(\.isAnswerValid) }

    /// The group that a row belongs to, by its index.
    public func groupIndex(at place: IndexPath) -> Int? {
        guard place.count == 2, sections.indices.contains(place.section),
            sections[place.section].items.indices.contains(place.row)
        else { return nil }
        return sections[place.section].items[place.row].groupIndex
    }

    /// Has what the locale of the questions does not say follow the language around the form.
    package mutating func follow(_ surroundings: AnswerLocale) {
        for index in questions.indices { questions[index].follow(surroundings) }
    }

    // MARK: Choosing

    /// Chooses a row, or takes the choice back.
    public mutating func select(at place: IndexPath) throws(RSDInputFieldError) -> Change {
        let index = try index(at: place)
        let group = groups[index]
        let row = place.row - group.beginningRowIndex
        switch group.kind {
        case .field:
            throw .invalidType(
                questions[index].context(nil, "This row is filled in, not chosen.")
            )
        case .box:
            let isTicked = group.answer != .given(.boolean(true))
            groups[index].answer = .given(.boolean(isTicked))
            return change(index, isSelected: isTicked)
        case .choices(let allowsSeveral):
            let before = group.selectedRows
            let after = Self.selection(
                after: row,
                of: questions[index].choices,
                in: before,
                allowsSeveral: allowsSeveral
            )
            choose(after, at: index)
            return change(
                index,
                isSelected: after.contains(row),
                reloadSection: after.subtracting([row]) != before.subtracting([row])
            )
        }
    }

    /// The rows that are chosen after one has been touched.
    static func selection(
        after row: Int,
        of choices: [RSDChoiceObject],
        in selected: Set<Int>,
        allowsSeveral: Bool
    ) -> Set<Int> {
        if selected.contains(row) { return selected.subtracting([row]) }
        let clearsOthers =
            !allowsSeveral || choices[row].excludesOthers
            || selected.contains { choices[$0].excludesOthers }
        return clearsOthers ? [row] : selected.union([row])
    }

    private mutating func choose(_ rows: Set<Int>, at index: Int) {
        groups[index].selectedRows = rows
        guard let first = rows.min() else {
            groups[index].answer = .unanswered
            return
        }
        let choices = questions[index].choices
        groups[index].answer =
            questions[index].kind.isSequence
            ? .given(.array(rows.sorted().compactMap { choices[$0].value }))
            : .given(choices[first].value)
    }

    // MARK: Saving

    /// Saves what was entered in a row; throws why it is no answer, which leaves the earlier one.
    public mutating func save(
        _ input: AnswerInput,
        at place: IndexPath,
        now: Date
    ) throws(RSDInputFieldError) -> Change {
        let index = try index(at: place)
        let question = questions[index]
        switch input {
        case .cleared: clear(index)
        case .text(let text) where text.isEmpty: clear(index)
        case .text(let text):
            if let row = question.rowOfNoValue(text) {
                choose([row], at: index)
            } else {
                try give(question.answer(to: text, at: now), index)
            }
        case .value(let value): try give(question.answer(to: value, at: now), index)
        }
        return change(
            index,
            isSelected: groups[index].answer != .unanswered,
            reloadSection: groups[index].items.count > 1
        )
    }

    private mutating func clear(_ index: Int) {
        groups[index].selectedRows = []
        groups[index].answer = .unanswered
    }

    private mutating func give(_ value: AnswerValue, _ index: Int) throws(RSDInputFieldError) {
        let question = questions[index]
        guard let rows = question.rows(of: value) else {
            throw .invalidType(
                question.context(
                    value.plainText,
                    "The answer is none of those to choose from.",
                    .noChoice
                )
            )
        }
        groups[index].answer = .given(value)
        if !question.choices.isEmpty { choose(rows, at: index) }
    }

    /// Takes an earlier answer over; answers whether the question still knows it.
    private mutating func restore(_ value: AnswerValue?, at index: Int) -> Bool {
        let question = questions[index]
        let fitted = value.flatMap(question.fitted)
        if value == nil || fitted == .array([]) {
            guard let row = question.choices.firstIndex(where: { $0.value == nil }) else {
                return false
            }
            choose([row], at: index)
            return true
        }
        guard let fitted else { return false }
        return (try? give(fitted, index)) != nil
    }

    // MARK: Places

    private func index(at place: IndexPath) throws(RSDInputFieldError) -> Int {
        guard let index = groupIndex(at: place) else {
            throw Self.nothingAsked(place.map { "\($0)" }.joined(separator: "/"))
        }
        return index
    }

    private func change(
        _ index: Int,
        isSelected: Bool,
        reloadSection: Bool = false
    ) -> Change {
        Change(
            identifier: groups[index].identifier,
            section: groups[index].sectionIndex,
            answer: groups[index].answer,
            isSelected: isSelected,
            reloadSection: reloadSection
        )
    }

    static func nothingAsked(_ place: String) -> RSDInputFieldError {
        .invalidType(
            RSDInputFieldError.Context(
                identifier: place,
                value: nil,
                answerType: RSDAnswerResultType(baseType: .codable),
                message: "No question is asked there; name one of the form's."
            )
        )
    }
}

extension FormQuestion {
    /// The row of the choice that says none of the others, if a text is its.
    func rowOfNoValue(_ text: String) -> Int? {
        choices.firstIndex { $0.value == nil && $0.text == text }
    }

    /// The rows that an answer chooses, none where there is nothing to choose from; `nil` for an
    /// answer that cannot be chosen.
    func rows(of answer: AnswerValue) -> Set<Int>? {
        if !columns.isEmpty {
            guard case .array(let values) = answer, values.count == columns.count else {
                return nil
            }
            let isKnown = zip(values, columns).allSatisfy { value, column in
                column.contains { $0.value == value }
            }
            return isKnown ? [] : nil
        }
        guard !choices.isEmpty else { return [] }
        let values = if case .array(let values) = answer { values } else { [answer] }
        let rows = values.compactMap { value in choices.firstIndex { $0.value == value } }
        guard rows.count == values.count, !rows.isEmpty else { return nil }
        let excludes = rows.contains { choices[$0].excludesOthers }
        return excludes && Set(rows).count > 1 ? nil : Set(rows)
    }
}
