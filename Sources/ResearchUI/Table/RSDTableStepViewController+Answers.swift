// Handles what a participant does with the rows: choosing, entering, saving, error messages and going on.

internal import FoundationTypes
internal import Research
internal import ViewTree

/// Makes a message in a given language.
typealias Telling = @MainActor (StepWords) -> (title: String?, message: String?)

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
        // If only some columns are set, the earlier answer is cleared.
        guard picker.input != nil || answer != .unanswered else {
            // An error was about the earlier choice, which has begun to change.
            cell.row.error = nil
            return
        }
        cell.isSaving = true
        let isSaved = saveAnswer(newValue: picker.input ?? .cleared, at: place)
        cell.isSaving = false
        // If the answer was refused, the picker shows the saved one again.
        if !isSaved {
            show(answer ?? .unanswered, in: cell, question)
        } else if picker is UISlider {
            // The question has parsed the typed text: show the number.
            picker.setCurrentAnswer(table?.itemGroup(at: place)?.answer.value)
        }
    }

    // MARK: Entering

    final func beginEditing(of field: UITextField) {
        activeTextField = field
        updateButtons()
    }

    final func noteChange(
        of field: UITextField,
        in range: NSRange,
        to replacement: String
    ) -> Bool {
        let earlier = field.text ?? ""
        var units = Array(earlier.utf16)
        guard range.location >= 0, range.length >= 0,
            range.location <= units.count, range.length <= units.count - range.location
        else { return false }
        let end = range.location + range.length
        units.replaceSubrange(range.location..<end, with: replacement.utf16)
        let text = String(decoding: units, as: UTF16.self)
        guard let cell = field.cellAround as? RSDInputTableViewCell else { return true }
        // A text that is too long already may be shortened.
        if let question = tableItem(for: field)?.question, question.isTooLong(text),
            !question.isTooLong(earlier) || text.utf8.count >= earlier.utf8.count
        {
            let error = question.tooLong(text)
            cell.tellError(in: words) {
                ValidationWords(error, question: question, words: $0).message
            }
            cell.refusesText = true
            return false
        }
        cell.pendingText = text
        cell.refusesText = false
        cell.row.error = nil
        updateButtons()
        return true
    }

    final func endLine(of field: UITextField) -> Bool {
        if field.entry.hasSeveralLines {
            field.insert("\n")
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

    /// Takes the focus from any field; if `quietly`, an invalid text is left as it is, without a message.
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
        if cell.refusesText {
            // The text itself is valid: only the refused change was wrong.
            cell.refusesText = false
            cell.row.error = nil
        }
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
                        message: "A value of \(type(of: newValue)) is no answer.",
                        reason: .otherType
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
        let (question, now) = (question(at: place), tableData?.now)
        tell(at: place, error.context) { words in
            let told = ValidationWords(error, question: question, at: now, words: words)
            return (told.title, told.message)
        }
    }

    /// Shows a message that can be made in any language.
    private func tell(
        at place: IndexPath,
        _ context: RSDInputFieldError.Context?,
        _ say: @escaping Telling
    ) {
        telling = say
        let told = say(words)
        showValidationError(
            title: told.title,
            message: told.message,
            context: context,
            at: place
        )
        telling = nil
    }

    final func tell(_ title: String?, _ message: String?, at place: IndexPath) {
        let cell = tableView?.cellForRow(at: place)
        (cell as? RSDInputTableViewCell)?.refusesText = false
        let say = sayer(of: title, message)
        cell?.tellError(in: words) { words in
            let said = say(words)
            return said.message ?? said.title
        }
        // Show one alert at a time; further errors are shown in their rows.
        guard validationAlert?.presentingViewController == nil else { return }
        let alert = UIAlertController(.alert, askedBy: self, say: say)
        alert.addAction(
            UIAlertAction(.ok, of: words) { [weak self, weak cell] _ in
                // Return to the invalid field first; the field that loses the focus by that is checked later.
                self?.giveUpKeys(quietly: true)
                (cell as? RSDInputTableViewCell)?.textField?.becomeFirstResponder()
            }
        )
        validationAlert = alert
        self.present(alert, animated: true)
    }

    /// Makes a message in other languages; an app's own message stays in its own language.
    private func sayer(of title: String?, _ message: String?) -> Telling {
        if let telling, telling(words) == (title, message) { return telling }
        return { _ in (title, message) }
    }

    // MARK: Going on

    /// True if all required questions are answered, or the focused field has a changed text that is not checked yet.
    final var isAnswered: Bool { hasUnsavedText || table?.allAnswersValid() ?? true }

    private var hasUnsavedText: Bool {
        let cell = activeTextField?.cellAround as? RSDInputTableViewCell
        guard let cell, let text = cell.pendingText else { return false }
        return text != cell.savedText
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
        // Check all fields: an invalid text may have been left behind in one of them.
        for field in textFields where !validateAndSave(textField: field) { return false }
        updateButtons()
        guard let missing = firstMissing else { return isForwardEnabled }
        let title = question(at: missing)?.title
        tell(at: missing, nil) { ($0(.missingAnswerTitle), title) }
        tableView?.cellForRow(at: missing)?.tellError(in: words) { $0(.missingAnswerTitle) }
        return false
    }

    /// The first required question without an answer.
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
