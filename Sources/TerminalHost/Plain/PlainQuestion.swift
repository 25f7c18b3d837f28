// The questions of the line-by-line ('plain') style: one for each input of a screen or column of a picker, then the
// menu, which asks how to go on.

internal import ViewTree

/// A question that the participant answers with one typed line, or with several for a long text.
enum PlainQuestion: Sendable, Hashable {
    /// A choice; the ids are those of its possible answers.
    case choice([ViewID])
    case field(ViewID)
    case column(FocusTarget)
    case date(ViewID)
    case slider(ViewID)
    /// A row that opens another screen.
    case row(ViewID)
    case file(ViewID)
    /// How to go on, or which button of an alert to press.
    case menu

    /// The id of its (first) element; `nil` for the menu.
    var id: ViewID? {
        switch self {
        case .choice(let ids): ids.first
        case .field(let id), .date(let id), .slider(let id), .row(let id), .file(let id): id
        case .column(let target): target.id
        case .menu: nil
        }
    }
}

extension Scene {
    /// All questions of the screen in order, without the menu.
    var questions: [PlainQuestion] {
        guard alert == nil else { return [] }
        var questions: [PlainQuestion] = []
        for item in body {
            switch item.kind {
            case .choice(_, let number):
                if number > 1, case .choice(let ids)? = questions.last {
                    questions[questions.count - 1] = .choice(ids + [item.id])
                } else {
                    questions.append(.choice([item.id]))
                }
            case .field: questions.append(.field(item.id))
            case .picker(let picker):
                questions +=
                    picker.isWritten
                    ? [.date(item.id)]
                    : picker.columns.indices.map { .column(FocusTarget(item.id, column: $0)) }
            case .slider: questions.append(.slider(item.id))
            case .row: questions.append(.row(item.id))
            case .media(let media): if media.takesFile { questions.append(.file(item.id)) }
            case .text, .section, .prompt, .image, .plot, .error, .touchArea, .button, .progress,
                .countdown:
                break
            }
        }
        return questions
    }

    /// The item with an id in the body.
    func bodyItem(_ id: ViewID?) -> Item? {
        guard let id else { return nil }
        return body.first { $0.isAnswered(as: id) }
    }

    /// Whether a question must be answered and has no answer yet.
    ///
    /// The task judges the answers to a form of its own, and an empty box is an answer, too.
    func lacksAnswer(to question: PlainQuestion) -> Bool {
        bodyItem(question.id)?.isRequired == true && !hasAnswer(question)
    }

    /// The error of a question's answer.
    func error(of question: PlainQuestion) -> (id: ViewID, text: String)? {
        guard let id = question.id else { return nil }
        for item in body {
            guard case .error(let text) = item.kind else { continue }
            if id == item.id || id.path.hasPrefix(item.id.path + "/") { return (item.id, text) }
        }
        return nil
    }

    private func hasAnswer(_ question: PlainQuestion) -> Bool {
        switch (question, bodyItem(question.id)?.kind) {
        case (.choice(let ids), .choice(let first, _)?):
            first.choice == .box || ids.contains { isSelected($0) }
        case (_, .field(let field)?): !field.text.isEmpty
        case (.column(let target), .picker(let picker)?):
            picker.selected.indices.contains(target.column ?? 0)
                && picker.selected[target.column ?? 0] != nil
        case (_, .picker(let picker)?): picker.text?.isEmpty == false
        case (_, .slider(let slider)?): slider.value != nil
        default: true
        }
    }

    private func isSelected(_ id: ViewID) -> Bool {
        if case .choice(let cell, _)? = bodyItem(id)?.kind { cell.isSelected } else { false }
    }
}

extension Scene.Item {
    /// True if this item is the input with the id.
    ///
    /// Texts about an input, such as its prompt or error, can have the same id.
    fileprivate func isAnswered(as id: ViewID) -> Bool {
        guard self.id == id else { return false }
        switch kind {
        case .choice, .row, .field, .picker, .slider, .media: return true
        case .text, .section, .prompt, .image, .plot, .error, .touchArea, .button, .progress,
            .countdown:
            return false
        }
    }

    /// The text to print before the questions; `nil` for an item that has none, or is itself asked.
    func said(in words: HostWords) -> String? {
        switch kind {
        case .text(let text, _), .error(let text): return text
        case .section(let section):
            return joined([section.title, section.subtitle], section.isRequired, words)
        case .prompt(let cell): return joined([cell.title, cell.detail], cell.isRequired, words)
        case .image, .plot, .touchArea: return accessibility.label
        case .media(let media):
            return media.takesFile ? nil : "\(accessibility.label): \(media.address)"
        case .progress(let progress):
            return accessibility.value ?? progress.text ?? accessibility.label
        case .choice, .row, .field, .picker, .slider, .button, .countdown: return nil
        }
    }

    private func joined(_ texts: [String?], _ isRequired: Bool?, _ words: HostWords) -> String {
        var texts = texts.compactMap(\.self).filter { !$0.isEmpty }
        if isRequired == true, let first = texts.first {
            texts[0] = "\(first) (\(words(.required)))"
        }
        return texts.joined(separator: "\n")
    }
}
