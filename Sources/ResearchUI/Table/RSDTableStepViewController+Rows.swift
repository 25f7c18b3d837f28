// Fills the rows of the table.

internal import FoundationEssentials
internal import Research
internal import ViewTree

extension RSDTableStepViewController {
    // MARK: Cells

    final func cellWord(at place: IndexPath) -> String {
        guard let item = item(at: place) else { return CellWords.placeholder }
        // A question with the hint of a list may have no choices: use a text field instead.
        if case .input = item.content, CellWords.chosen.contains(item.reuseIdentifier) {
            return RSDFormUIHint.textfield.rawValue
        }
        return item.reuseIdentifier
    }

    final func registerCells(_ word: String) {
        guard let tableView, !tableView.isRegistered(word) else { return }
        switch word {
        case CellWords.image:
            tableView.register(RSDImageTableViewCell.self, forCellReuseIdentifier: word)
        case CellWords.footnote:
            tableView.register(RSDTextTableViewCell.self, forCellReuseIdentifier: word)
        case CellWords.placeholder:
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: word)
        case _ where CellWords.chosen.contains(word):
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: word)
        case _: tableView.register(RSDInputTableViewCell.self, forCellReuseIdentifier: word)
        }
    }

    final func fill(_ cell: UITableViewCell, at place: IndexPath) {
        guard let item = item(at: place) else { return }
        let group = table?.itemGroup(at: place)
        if cell.shownAnswer != group?.answer { cell.row.error = nil }
        cell.row.isRequired = isRequired(group, at: place)
        switch item.content {
        case .choice(let choice): fill(cell, with: choice, item, group, at: place)
        case .box(let title):
            cell.row.title = title
            cell.row.detail = question(at: place)?.promptDetail
            cell.row.choice = .box
            cell.row.isSelected = group?.isSelected(item) ?? false
        case .input: fillInput(cell, at: place)
        case .image(let name):
            (cell as? RSDImageTableViewCell)?.pictureView.image =
                imageTheme ?? RSDFetchableImageThemeElementObject(imageName: name)
        case .text(let text): (cell as? RSDTextTableViewCell)?.textLabel.text = text
        }
        cell.shownAnswer = group?.answer
    }

    private func fill(
        _ cell: UITableViewCell,
        with choice: RSDChoiceObject,
        _ item: RSDTableItem,
        _ group: RSDTableItemGroup?,
        at place: IndexPath
    ) {
        var row = cell.row
        let question = question(at: place)
        row.title = question.map { words(of: choice, in: $0) } ?? choice.text
        row.detail = choice.detail
        row.icon = choice.icon
        row.isSelected = group?.isSelected(item) ?? false
        if case .choices(let allowsSeveral)? = group?.kind {
            row.choice =
                !allowsSeveral ? .single : choice.excludesOthers ? .exclusive : .multiple
        }
        cell.row = row
        let isFirst = place.row == group?.beginningRowIndex
        let section = content(ofSection: place.section)
        if isFirst, section.title != question?.prompt || section.subtitle != question?.promptDetail
        {
            cell.showPrompt(question?.prompt, detail: question?.promptDetail)
        }
    }

    /// The text of a choice; Yes and No are in the participant's language.
    final func words(of choice: RSDChoiceObject, in question: FormQuestion) -> String {
        if isYesOrNo(question), case .boolean(let isYes)? = choice.value {
            return words(isYes ? .yes : .no)
        }
        return choice.text ?? choice.value.map { question.text(for: $0) } ?? ""
    }

    /// True if the choices are the built-in ones of a yes-or-no question.
    private func isYesOrNo(_ question: FormQuestion) -> Bool {
        guard question.kind.isYesOrNo else { return false }
        let field = formStep?.inputFields.first { $0.identifier == question.identifier }
        return !(field is any RSDChoiceInputField)
    }

    /// The text of an answer.
    private func words(of answer: AnswerValue, in question: FormQuestion) -> String {
        if isYesOrNo(question), case .boolean(let isYes) = answer {
            return words(isYes ? .yes : .no)
        }
        return question.text(for: answer)
    }

    // MARK: What is filled in

    private func fillInput(_ cell: UITableViewCell, at place: IndexPath) {
        guard let question = question(at: place) else {
            // For a data source of another type, only the row's identifier is known.
            cell.row.title = item(at: place)?.identifier
            return
        }
        cell.row.title = question.prompt
        let answer = table?.itemGroup(at: place)?.answer ?? .unanswered
        cell.row.detail = formSummary(of: answer, at: place) ?? question.promptDetail
        guard let cell = cell as? RSDInputTableViewCell else { return }
        let isNew = !cell.isSetUp
        if isNew { setUp(cell, at: place) }
        // Only a text field has room for the prompt in itself; other rows get the title.
        if cell.textField == nil { cell.row.title = question.title }
        if question.title == nil, let quantity = quantity(of: question) { name(quantity, in: cell) }
        var input: UIView? = cell.textField
        // The columns of a measure do not show its range; the rows of other pickers are their range.
        if input == nil, quantity(of: question) != nil { input = cell.pickerView }
        if let input, let limits = question.numberLimits(in: words),
            limits != input.accessibilityHint
        {
            input.accessibilityHint = limits
        }
        guard isNew || cell.shownAnswer != answer, !cell.isSaving else { return }
        show(answer, in: cell, question)
    }

    /// Names the quantity and its units for a question without a title.
    private func name(_ quantity: String, in cell: RSDInputTableViewCell) {
        let units = (cell.pickerView as? UIPickerView)?.units ?? []
        cell.row.title =
            units.isEmpty ? quantity : "\(quantity) (\(units.joined(separator: words(.separator))))"
        cell.textField?.accessibilityLabel = quantity
        cell.pickerView?.accessibilityLabel = quantity
    }

    /// The quantity that a question asks for, as its type says.
    private func quantity(of question: FormQuestion) -> String? {
        guard question.choices.isEmpty, question.columns.isEmpty else { return nil }
        return switch question.kind.quantity {
        case .height: words(.heightPrompt)
        case .weight: words(.weightPrompt)
        case .bloodPressure: words(.bloodPressurePrompt)
        case .duration: words(.durationPrompt)
        case nil: nil
        }
    }

    /// The name of a unit of time in the participant's language; other units are symbols in all languages.
    private func word(ofUnit symbol: String, in question: FormQuestion) -> String {
        guard question.kind.quantity == .duration else { return symbol }
        return RSDDurationUnit(rawValue: symbol).map { words.name(of: $0) } ?? symbol
    }

    private func setUp(_ cell: RSDInputTableViewCell, at place: IndexPath) {
        guard let item = inputItem(at: place) else { return }
        cell.isSetUp = true
        let label = item.question.title ?? uiStep?.title
        if let picker = instantiatePickerView(textInputItem: item, indexPath: place) {
            picker.observer = self
            picker.accessibilityLabel = label
            cell.pickerView = picker
        } else if detailField(at: place) == nil {
            let field = cell.textField ?? UITextField()
            field.delegate = self
            field.entry = TextFieldContent(item.question)
            field.entry.dates = dateBounds(of: item.question)
            field.accessibilityLabel = label
            cell.textField = field
        }
    }

    /// Shows an answer in the field or picker of its row.
    final func show(
        _ answer: FormAnswer,
        in cell: RSDInputTableViewCell,
        _ question: FormQuestion
    ) {
        if let columns = cell.pickerView as? UIPickerView {
            columns.turn(to: answer)
        } else {
            cell.pickerView?.setCurrentAnswer(answer.value)
        }
        guard let field = cell.textField else { return }
        let text = answer.value.map { question.typedText(for: $0) } ?? ""
        field.text = text
        cell.savedText = text
        cell.pendingText = nil
        cell.refusesText = false
    }

    final func picker(for item: RSDTextInputTableItem) -> (any RSDPickerViewProtocol & UIView)? {
        let question = item.question
        let say: (AnswerValue) -> String = { [weak self] answer in
            self?.words(of: answer, in: question) ?? question.text(for: answer)
        }
        switch item.pickerSource {
        case nil: return nil
        case .date(let dates):
            return UIDatePicker(dates, form: words.form(ofDate: dates.dateFormat), say: say)
        case .number(let numbers):
            guard numbers.numberOfRows > 0, !question.isBetweenRows else { return nil }
            let isSlid = question.hint == .slider || numbers.numberOfRows > Self.mostRowsOfColumn
            return isSlid
                ? UISlider(numbers) : UIPickerView(.number(numbers), kind: .number, say: say)
        case .columns(let columns):
            if columns.numberOfComponents == 1, question.isBetweenRows { return nil }
            let kind = PickerContent.Kind(question, columns: columns.numberOfComponents)
            return UIPickerView(
                .columns(columns),
                kind: kind,
                saysRows: isYesOrNo(question),
                wordOfUnit: { [weak self] in self?.word(ofUnit: $0, in: question) ?? $0 },
                say: say
            )
        }
    }

    // MARK: Dates

    /// The range and format of the dates that can answer a question; `nil` if it does not ask for a date.
    final func dateBounds(of question: FormQuestion?) -> DateBounds? {
        guard let question, let now = tableData?.now else { return nil }
        return DateBounds(question, at: now, words)
    }

    /// Updates dates to the format of the present language; a text that is being typed stays.
    final func writeDatesAnew() {
        tableData?.follow(words.surroundings)
        for cell in tableView?.cells ?? [] {
            guard let cell = cell as? RSDInputTableViewCell,
                let place = tableView?.indexPath(for: cell),
                question(at: place)?.shownDateFormat != nil, cell.pendingText == nil
            else { continue }
            cell.isSetUp = false
        }
    }

    /// The most rows that a column may have; longer ones become a slider.
    private static var mostRowsOfColumn: Int { 500 }

    // MARK: Fields

    /// The fields that can be focused, from top to bottom.
    final var textFields: [UITextField] {
        (tableView?.cells ?? []).compactMap { ($0 as? RSDInputTableViewCell)?.textField }
            .filter { $0.isEnabled && !$0.isHidden }
    }

    /// The first field after another one for which `fits` returns true.
    final func textField(
        behind field: UITextField,
        where fits: (UITextField) -> Bool = { _ in true }
    ) -> UITextField? {
        let fields = textFields
        guard let index = fields.firstIndex(where: { $0 === field }) else { return nil }
        return fields[(index + 1)...].first(where: fits)
    }

    /// Sets the return key of each field: to the next field, or done.
    final func nameReturnKeys() {
        let fields = textFields
        for (index, field) in fields.enumerated() where !field.entry.hasSeveralLines {
            field.entry.returnKey = index + 1 < fields.count ? .next : .done
        }
    }
}

extension FormQuestion {
    /// True if most of its answers are between the rows of a column, such as 68.5 kg; they are typed instead.
    ///
    /// A column has whole numbers unless the task file sets a step.
    fileprivate var isBetweenRows: Bool {
        guard choices.isEmpty, columns.isEmpty, hint != .slider else { return false }
        return kind.isContinuous && (range as? RSDNumberRangeObject)?.stepInterval == nil
    }
}

extension PickerContent.Kind {
    fileprivate init(_ question: FormQuestion, columns: Int) {
        switch question.choices.isEmpty ? question.kind.quantity : nil {
        case .height: self = .height
        case .weight: self = .weight
        case .duration: self = .duration
        case .bloodPressure, nil: self = columns == 1 ? .single : .columns
        }
    }
}

/// Reuse identifiers that are not hints, and the hints whose rows are choices.
private enum CellWords {
    static let image = "image"
    static let footnote = "footnote"
    static let placeholder = "placeholder"
    static let chosen: Set<String> = [
        RSDFormUIHint.list.rawValue, RSDFormUIHint.checkbox.rawValue,
        RSDFormUIHint.radioButton.rawValue,
    ]
}
