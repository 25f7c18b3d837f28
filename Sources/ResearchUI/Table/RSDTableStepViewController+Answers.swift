// What a participant does with the rows, what comes of it, and how one goes on.

internal import Foundation
internal import Research
internal import ViewTree

extension RSDTableStepViewController {
    // MARK: Choosing and picking

    final func select(at place: IndexPath) {
        guard let item = item(at: place) else { return }
        switch item.content {
        case .choice, .box:
            giveUpKeys(quietly: false)
            do throws(RSDInputFieldError) {
                _ = try table?.selectAnswer(item: item, at: place)
            } catch {
                tell(error, at: place)
            }
        case .input:
            let cell = tableView?.cellForRow(at: place) as? RSDInputTableViewCell
            if let field = cell?.textField {
                field.becomeFirstResponder()
            } else if cell?.pickerView == nil {
                openForm(at: place)
            }
        case .image, .text: break
        }
    }

    final func savePicked(with sender: Any) {
        guard let picker = sender as? any RSDPickerViewProtocol & UIView,
            let cell = picker.cellAround as? RSDInputTableViewCell,
            let place = tableView?.indexPath(for: cell), let question = question(at: place)
        else { return }
        giveUpKeys(quietly: false)
        let answer = table?.itemGroup(at: place)?.answer
        // Some wheels stand and others do not: what was answered before is answered no more.
        guard picker.input != nil || answer != .unanswered else { return }
        cell.isSaving = true
        let isSaved = saveAnswer(newValue: picker.input ?? .cleared, at: place)
        cell.isSaving = false
        // What is picked is what is answered.
        if !isSaved { show(answer ?? .unanswered, in: cell, question) }
    }

    // MARK: Entering

    final func noteChange(
        of field: UITextField,
        in range: NSRange,
        to replacement: String
    ) -> Bool {
        let earlier = field.text ?? ""
        let units = Array(earlier.utf16)
        guard range.location >= 0, range.length >= 0,
            range.location <= units.count, range.length <= units.count - range.location
        else { return false }
        let end = range.location + range.length
        let whole = units[..<range.location] + replacement.utf16 + units[end...]
        let text = String(decoding: whole, as: UTF16.self)
        // A text that is too long already may be made shorter.
        if let most = tableItem(for: field)?.maximumLength, text.count > most,
            text.count >= earlier.count
        {
            return false
        }
        guard let cell = field.cellAround as? RSDInputTableViewCell else { return true }
        cell.pendingText = text
        cell.row.error = nil
        updateButtons()
        return true
    }

    final func endLine(of field: UITextField) -> Bool {
        if field.entry.hasSeveralLines {
            let end = NSRange(location: (field.text ?? "").utf16.count, length: 0)
            if textField(field, shouldChangeCharactersIn: end, replacementString: "\n") {
                field.text = (field.text ?? "") + "\n"
            }
            return false
        }
        guard validateAndSave(textField: field) else { return false }
        textField(behind: field)?.becomeFirstResponder()
        return true
    }

    final func endEditing(of field: UITextField) {
        if activeTextField === field { activeTextField = nil }
        _ = validateAndSave(textField: field)
        updateButtons()
    }

    /// Lets no field have the keys; quietly, what is no answer is left as it is, without a word.
    final func giveUpKeys(quietly: Bool) {
        isQuiet = quietly
        activeTextField?.resignFirstResponder()
        isQuiet = false
    }

    final func place(of field: UITextField?) -> IndexPath? {
        field?.cellAround.flatMap { tableView?.indexPath(for: $0) }
    }

    final func saveText(of field: UITextField) -> Bool {
        guard let cell = field.cellAround as? RSDInputTableViewCell, let place = place(of: field)
        else { return true }
        let text = field.text ?? ""
        let (earlier, pending) = (cell.savedText, cell.pendingText)
        cell.pendingText = nil
        guard text != earlier else { return true }
        cell.savedText = text
        cell.isSaving = true
        let isSaved = saveAnswer(newValue: text, at: place)
        cell.isSaving = false
        if !isSaved { (cell.savedText, cell.pendingText) = (earlier, pending) }
        return isSaved
    }

    // MARK: Saving

    final func save(_ newValue: Any, at place: IndexPath) -> Bool {
        guard let table else { return false }
        do throws(RSDInputFieldError) {
            guard let input = AnswerInput(entered: newValue) else {
                throw .invalidType(
                    RSDInputFieldError.Context(
                        identifier: table.itemGroup(at: place)?.identifier ?? "",
                        value: "\(newValue)",
                        answerType: question(at: place)?.answerType
                            ?? RSDAnswerResultType(baseType: .codable),
                        message: "A value of \(type(of: newValue)) is no answer."
                    )
                )
            }
            try table.saveAnswer(input, at: place)
        } catch {
            tell(error, at: place)
            return false
        }
        tableView?.cellForRow(at: place)?.row.error = nil
        return true
    }

    final func noteAnswers(in section: Int) {
        tableView?.reloadSections(IndexSet(integer: section))
        keepResultWithoutRun()
        updateButtons()
        host?.answersDidChange()
    }

    // MARK: Telling what is wrong

    private func tell(_ error: RSDInputFieldError, at place: IndexPath) {
        guard !isQuiet else { return }
        let told = ValidationWords(error, question: question(at: place), words: words)
        showValidationError(
            title: told.title,
            message: told.message,
            context: error.context,
            at: place
        )
    }

    final func tell(_ title: String?, _ message: String?, at place: IndexPath) {
        let cell = tableView?.cellForRow(at: place)
        cell?.row.error = message ?? title
        let present = controllersOnTop.last as? UIAlertController
        if let present, present.title == title, present.message == message { return }
        let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: words(.ok), style: .default) { [weak cell] _ in
                // There is something to mend.
                (cell as? RSDInputTableViewCell)?.textField?.becomeFirstResponder()
            }
        )
        self.present(alert, animated: true)
    }

    // MARK: Going on

    final var isAnswered: Bool { (table?.allAnswersValid() ?? true) || isBeingAnswered }

    /// Whether the field that has the keys has a text that is not saved yet.
    private var isBeingAnswered: Bool {
        let cell = activeTextField?.cellAround as? RSDInputTableViewCell
        return cell?.pendingText.map { !$0.isEmpty } ?? false
    }

    final func isReadyToLeave() -> Bool {
        if let active = activeTextField {
            guard validateAndSave(textField: active) else { return false }
            if let next = textField(behind: active, where: { ($0.text ?? "").isEmpty }) {
                next.becomeFirstResponder()
                return false
            }
            giveUpKeys(quietly: false)
        }
        // What was left behind as no answer is not taken for one.
        for field in textFields where !validateAndSave(textField: field) { return false }
        updateButtons()
        guard let missing = firstMissing else { return isForwardEnabled }
        showValidationError(
            title: words(.missingAnswerTitle),
            message: question(at: missing)?.title,
            context: nil,
            at: missing
        )
        tableView?.cellForRow(at: missing)?.row.error = words(.missingAnswerTitle)
        return false
    }

    /// The first question that must be answered and is not.
    private var firstMissing: IndexPath? {
        guard table?.allAnswersValid() == false else { return nil }
        for (section, contents) in shownSections.enumerated() {
            for row in contents.items.indices {
                let place = IndexPath(row: row, section: section)
                if table?.itemGroup(at: place)?.isAnswerValid == false { return place }
            }
        }
        return nil
    }
}

extension AnswerInput {
    /// What a value of any type is as an input; `nil` for one that can be none.
    init?(entered value: Any) {
        switch value {
        case let value as AnswerInput: self = value
        case let value as AnswerValue: self = .value(value)
        case let value as FormAnswer: self = value.value.map(AnswerInput.value) ?? .cleared
        case let value as String: self = .text(value)
        case is NSNull: self = .cleared
        default:
            guard let answer = AnswerValue(entered: value) else { return nil }
            self = .value(answer)
        }
    }
}

extension AnswerValue {
    init?(entered value: Any) {
        switch value {
        case let value as AnswerValue: self = value
        case let value as Bool: self = .boolean(value)
        case let value as Int: self = .integer(value)
        case let value as Double: self = .decimal(value)
        case let value as String: self = .string(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as JSONValue: self = .codable(value)
        case let values as [Any]:
            let entered = values.compactMap { AnswerValue(entered: $0) }
            guard entered.count == values.count else { return nil }
            self = .array(entered)
        default: return nil
        }
    }
}

/// What a participant is told of something that is no answer.
struct ValidationWords {
    var title: String
    var message: String

    /// The question's own words where it has some, else those of the participant's language.
    init(_ error: RSDInputFieldError, question: FormQuestion?, words: StepWords) {
        func number(_ bound: Double) -> String {
            question?.text(for: .decimal(bound)) ?? "\(bound)"
        }
        let said: (title: StringKey, message: String?) =
            switch error {
            case .invalidType, .invalidFormatter, .invalidRegex, .uncheckedRegex:
                (.invalidAnswerTitle, nil)
            case .exceedsMaxLength(let most, _):
                (.tooLongTitle, words(.tooLongMessage, "\(most)"))
            case .lessThanMinimumValue(let least, _):
                (.tooSmallTitle, words(.tooSmallMessage, number(least)))
            case .greaterThanMaximumValue(let most, _):
                (.tooLargeTitle, words(.tooLargeMessage, number(most)))
            case .lessThanMinimumDate(let first, _):
                (.tooEarlyTitle, words(.tooEarlyMessage, first))
            case .greaterThanMaximumDate(let last, _):
                (.tooLateTitle, words(.tooLateMessage, last))
            }
        title = words(said.title)
        message = question?.options?.invalidMessage ?? said.message ?? error.context.message
    }
}
