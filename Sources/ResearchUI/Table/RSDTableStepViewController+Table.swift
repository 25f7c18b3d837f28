// Sets up the table: the layout of its parts, and its questions.

internal import FoundationEssentials
internal import Research
internal import ViewTree

extension RSDTableStepViewController {
    // MARK: Layout

    final func prepareTable() {
        if tableView == nil { tableView = UITableView() }
        if standingBody == nil { standingBody = TableBodyView(name: "body", role: .body) }
    }

    /// Puts those parts into the table that the layout has not put elsewhere.
    final func completeTable() {
        if tableView.superview == nil { view.addSubview(tableView) }
        tableView.dataSource = self
        tableView.delegate = self
        if let header = navigationHeader, isLoose(header) { tableView.tableHeaderView = header }
        if let body = standingBody, isLoose(body) { tableView.tableBodyView = body }
        placeFooter()
        tableView.bottomMarginInPoints = constants.mainViewBottomMargin
        tableView.rowHeightInPoints = constants.defaultRowHeight
        reloadTable()
    }

    final func placeFooter() {
        guard let footer = navigationFooter, let tableView else { return }
        guard footer.isSticky else {
            if isLoose(footer) { tableView.tableFooterView = footer }
            return
        }
        if tableView.tableFooterView === footer { tableView.tableFooterView = nil }
        if footer.superview == nil { view.addSubview(footer) }
    }

    /// True if the layout has not placed a part.
    private func isLoose(_ part: UIView) -> Bool {
        part.superview == nil || part.superview === view
    }

    final func styleTable() {
        tableView?.backgroundColor = backgroundColor(for: .body)
        tableView?.minimumHeaderHeightInPoints = constants.minimumHeaderHeight
    }

    final func leaveOutFootnote(of footer: RSDNavigationFooterView) {
        let isRow = hasRow { if case .text = $0 { true } else { false } }
        if isRow { footer.footnoteLabel?.text = nil }
    }

    final var hasPictureRow: Bool { hasRow { if case .image = $0 { true } else { false } } }

    private func hasRow(_ isIt: (RSDTableItem.Content) -> Bool) -> Bool {
        // Rows with a picture or a text are in the last section.
        shownSections.last?.items.contains { isIt($0.content) } ?? false
    }

    // MARK: Questions

    final func makeQuestions() {
        let made = (stepViewModel?.step as? any RSDTableStep)?.instantiateDataSource(
            with: level,
            for: type(of: self).supportedUIHints
        )
        if let made, !(made is RSDFormStepDataSource) {
            foreignTable = made
            tableData = nil
        } else {
            foreignTable = nil
            tableData =
                made as? RSDFormStepDataSource
                ?? RSDFormStepDataSource(
                    step: UnaskedStep(step),
                    parent: level,
                    locale: AnswerLocale()
                )
        }
        keepResultWithoutRun()
    }

    /// The level that the answers are written to.
    private var level: any RSDHistoryPathComponent {
        stepViewModel.taskViewModel ?? stepViewModel.parent as? any RSDHistoryPathComponent ?? path
    }

    /// The data source of the questions: `tableData`, or one of another type.
    final var table: (any RSDTableDataSource)? {
        if let tableData { return tableData }
        return foreignTable
    }

    final func noteQuestions() {
        tableData?.follow(words.surroundings)
        table?.delegate = self
        reloadTable()
    }

    /// Shows the questions of a subclass that overrides `tableData` and never sets it.
    final func adoptQuestions() {
        guard table?.delegate !== self else { return }
        noteQuestions()
        keepResultWithoutRun()
    }

    private func reloadTable() {
        guard let tableView, tableView.dataSource != nil else { return }
        tableView.reloadData()
        nameReturnKeys()
    }

    /// Without a run, copies the step's result into the step's view model, which keeps it.
    final func keepResultWithoutRun() {
        guard stepViewModel.taskViewModel == nil,
            var result = level.taskResult.findResult(for: step.identifier)
        else { return }
        if let earlier = stepViewModel.findStepResult() {
            result.startDate = earlier.startDate
            result.endDate = max(result.endDate, result.startDate)
        }
        stepViewModel.updateStepResult(result)
    }

    final var shownSections: [RSDTableSection] { table?.sections ?? [] }

    final func content(ofSection index: Int) -> SectionContent {
        guard shownSections.indices.contains(index) else { return SectionContent() }
        let section = shownSections[index]
        let question = table?.itemGroup(at: IndexPath(row: 0, section: index))
        return SectionContent(
            title: section.title,
            subtitle: section.subtitle,
            isRequired: question.flatMap { $0.fillsSection ? !$0.isOptional : nil }
        )
    }

    /// Whether a row shows that its question is required: only the question's first row does, and only if the section
    /// does not show it.
    final func isRequired(_ question: RSDTableItemGroup?, at place: IndexPath) -> Bool? {
        guard let question, !question.fillsSection, place.row == question.beginningRowIndex else {
            return nil
        }
        return !question.isOptional
    }

    final func item(at place: IndexPath) -> RSDTableItem? {
        guard place.count == 2, shownSections.indices.contains(place.section) else { return nil }
        let items = shownSections[place.section].items
        return items.indices.contains(place.row) ? items[place.row] : nil
    }

    final func question(at place: IndexPath) -> FormQuestion? {
        tableData?.question(at: place)
    }

    /// The row at an index path, if its answer is typed or picked.
    final func inputItem(at place: IndexPath) -> RSDTextInputTableItem? {
        guard let item = item(at: place), case .input = item.content,
            let question = question(at: place)
        else { return nil }
        return RSDTextInputTableItem(
            item: item,
            indexPath: place,
            question: question,
            answer: table?.itemGroup(at: place)?.answer ?? .unanswered,
            pickerSource: tableData?.picker(at: place)
        )
    }
}

extension RSDTableItemGroup {
    /// True if the question is the whole section, whose header then shows its texts.
    fileprivate var fillsSection: Bool { requiresExclusiveSection && items.count > 1 }
}

/// The middle part of a table, which takes no space while it is empty.
final class TableBodyView: RSDStepNavigationView {
    override var isHidden: Bool {
        get { super.isHidden || subviews.allSatisfy(\.isHidden) }
        set { super.isHidden = newValue }
    }
}

/// A step without questions, as a form without input fields.
private struct UnaskedStep: RSDFormUIStep {
    let step: any RSDStep

    init(_ step: any RSDStep) { self.step = step }

    var identifier: String { step.identifier }
    var stepType: RSDStepType { step.stepType }
    var inputFields: [any RSDInputField] { [] }
    var title: String? { nil }
    var text: String? { nil }
    var detail: String? { nil }
    // The bottom part shows the footnote, so the table does not.
    var footnote: String? { nil }

    func instantiateStepResult() -> any RSDResult { step.instantiateStepResult() }

    func action(
        for actionType: RSDUIActionType,
        on step: any RSDStep
    ) -> (any RSDUIAction)? { nil }

    func shouldHideAction(for actionType: RSDUIActionType, on step: any RSDStep) -> Bool? { nil }

    func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)? { nil }
}
