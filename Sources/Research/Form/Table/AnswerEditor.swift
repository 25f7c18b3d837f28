// The answers of a form, and how inputs change them. The editor is a value without access to a screen, result or clock,
// so that tests can cover every case with a table.

public import FoundationEssentials

/// The answers of a form.
public struct AnswerEditor: Sendable {
    /// The effect of an input.
    public struct Change: Sendable, Hashable {
        /// The identifier of the question.
        public var identifier: String
        public var section: Int
        public var answer: FormAnswer
        /// Whether the row is selected or ticked now.
        public var isSelected: Bool
        /// Whether other rows of the section look different now.
        public var reloadSection: Bool
    }

    public private(set) var questions: [FormQuestion]
    public let sections: [RSDTableSection]
    public private(set) var groups: [RSDTableItemGroup]

    /// Creates a form without answers.
    public init(_ questions: [FormQuestion], footer: TableFooter = TableFooter()) {
        self.questions = questions
        let layout = TableLayout(questions, footer: footer)
        sections = layout.sections
        groups = layout.groups
    }

    /// Gives questions their initial answers.
    ///
    /// These come from the result that the same form had before, or else from a stored answer of another run, or else
    /// from the field's default. If one does not fit the question, the next is tried. A stored answer or default is
    /// checked like an input.
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

    /// True if every required question has an answer.
    public var allAnswersValid: Bool { groups.allSatisfy(\.isAnswerValid) }

    /// Returns the index of the group that a row belongs to.
    public func groupIndex(at place: IndexPath) -> Int? {
        guard place.count == 2, sections.indices.contains(place.section),
            sections[place.section].items.indices.contains(place.row)
        else { return nil }
        return sections[place.section].items[place.row].groupIndex
    }

    /// Uses the screen's locale for what the questions' own locale does not specify.
    package mutating func follow(_ surroundings: AnswerLocale) {
        for index in questions.indices { questions[index].follow(surroundings) }
    }

    // MARK: Choosing

    /// Selects a row, or deselects it if it was selected.
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

    /// Returns the selected rows after a row was touched.
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

    /// Saves the input of a row; throws if it is not a valid answer, and then keeps the earlier answer.
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
        case .value(let value):
            // A file gives the choice 'none of these', which has no value, by its text.
            if case .string(let text) = value, question.rows(of: value) == nil,
                let row = question.rowOfNoValue(text)
            {
                choose([row], at: index)
            } else {
                try give(question.answer(toGiven: value, at: now), index)
            }
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

    /// Adopts an earlier answer; returns false if it is not valid for the question any more.
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
    /// Returns the row of the choice 'none of these' if it has this text.
    func rowOfNoValue(_ text: String) -> Int? {
        choices.firstIndex { $0.value == nil && $0.text == text }
    }

    /// Returns the rows that an answer selects; `nil` if the answer is not among the choices.
    ///
    /// For a text field or columns, which have no rows to select, the set is empty.
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
