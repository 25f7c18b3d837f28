// The controller of a step that is shown as a table. The class body lists all members that a subclass can override, as
// SageResearch documents them; the extensions implement them.

public import FoundationTypes
public import Research
public import ViewTree

/// Shows a step as a table: its texts at the top, its questions, and its buttons at the bottom.
///
/// A step without questions is a table without sections.
open class RSDTableStepViewController: RSDStepViewController, UITableViewDataSource,
    UITableViewDelegate, UITextFieldDelegate, RSDTableDataSourceDelegate, RSDPickerObserver
{
    // MARK: The questions

    /// The questions, as sections and rows, and their answers; made when the step is shown.
    ///
    /// Everything shown and saved is taken from this property, even if a subclass overrides it.
    open var tableData: RSDFormStepDataSource? { didSet { noteQuestions() } }
    /// The step, if it has questions.
    public var formStep: (any RSDFormUIStep)? { uiStep as? any RSDFormUIStep }

    /// Whether this class can show all of these questions.
    open class func doesSupportInputFields(in inputFields: [any RSDInputField]) -> Bool {
        HintRules.canShow(inputFields, by: supportedUIHints)
    }
    /// Whether this class can show a step.
    open class func doesSupport(_ step: any RSDStep) -> Bool {
        guard let form = step as? any RSDFormUIStep else { return step is any RSDUIStep }
        return doesSupportInputFields(in: form.inputFields)
    }
    /// The ways in which questions can be shown.
    open class var supportedUIHints: Set<RSDFormUIHint> { RSDFormUIHint.tableHints }

    /// Makes the step's questions with their earlier answers, and shows them.
    open func setupModel() { makeQuestions() }

    // MARK: The table

    /// The table; made with the view if the layout provides none.
    open var tableView: UITableView!
    /// Whether to make the top part if the layout provides none.
    open var shouldShowHeader = true
    /// Whether to make the bottom part if the layout provides none.
    open var shouldShowFooter = true
    /// Heights and margins.
    open var constants: RSDTableStepLayoutConstants { RSDTableStepLayoutConstants() }

    open override func viewDidLoad() {
        prepareTable()
        super.viewDidLoad()
        completeTable()
    }
    open override func viewWillAppear(_ animated: Bool) {
        if table == nil { setupModel() } else { adoptQuestions() }
        super.viewWillAppear(animated)
    }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        textFields.first?.becomeFirstResponder()
    }
    open override func viewWillDisappear(_ animated: Bool) {
        giveUpKeys(quietly: true)
        super.viewWillDisappear(animated)
    }
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        placeFooter()
    }
    open override func wordsDidChange() {
        super.wordsDidChange()
        guard isViewLoaded else { return }
        writeDatesAnew()
        tableView?.reloadData()
        nameReturnKeys()
        tableView?.cells.forEach { $0.tellErrorAnew(in: words) }
    }
    open override func setupHeader(_ header: RSDStepNavigationView) {
        super.setupHeader(header)
        styleTable()
    }
    open override func setupFooter(_ footer: RSDNavigationFooterView) {
        super.setupFooter(footer)
        leaveOutFootnote(of: footer)
    }
    open override func shouldSetNavigationImage(
        for placement: RSDColorPlacement,
        with imagePlacement: RSDImagePlacementType
    ) -> Bool {
        // A picture that is a row of the table is not shown around the table.
        !(imagePlacement == .iconAfter && hasPictureRow)
            && super.shouldSetNavigationImage(for: placement, with: imagePlacement)
    }

    // MARK: Sections and rows

    open func numberOfSections(in tableView: UITableView) -> Int { shownSections.count }
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        shownSections.indices.contains(section) ? shownSections[section].items.count : 0
    }
    open func tableView(_ tableView: UITableView, nameOfSection section: Int) -> String {
        shownSections.indices.contains(section) ? shownSections[section].identifier : ""
    }
    open func tableView(_ tableView: UITableView, nameOfRowAt indexPath: IndexPath) -> String {
        item(at: indexPath)?.identifier ?? ""
    }
    open func tableView(
        _ tableView: UITableView,
        contentOfSection section: Int
    ) -> SectionContent { content(ofSection: section) }
    /// The cell of a row, with its present content.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = dequeueCell(in: tableView, for: indexPath)
        configure(cell: cell, in: tableView, at: indexPath)
        return cell
    }
    /// The existing cell of the row, or a new one.
    open func dequeueCell(in tableView: UITableView, for indexPath: IndexPath) -> UITableViewCell {
        let identifier = reuseIdentifier(for: indexPath)
        registerReuseIdentifierIfNeeded(identifier)
        return tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    }
    /// The reuse identifier of a row's cell; `placeholder` if there is no such row.
    open func reuseIdentifier(for indexPath: IndexPath) -> String { cellWord(at: indexPath) }
    /// Registers how the table makes cells with an identifier, unless that is registered already.
    open func registerReuseIdentifierIfNeeded(_ reuseIdentifier: String) {
        registerCells(reuseIdentifier)
    }
    /// Updates a cell to the present content of its row.
    open func configure(cell: UITableViewCell, in tableView: UITableView, at indexPath: IndexPath) {
        fill(cell, at: indexPath)
    }
    /// The picker for an answer; `nil` if the answer is typed.
    open func instantiatePickerView(
        textInputItem: RSDTextInputTableItem,
        indexPath: IndexPath
    ) -> (any RSDPickerViewProtocol & UIView)? { picker(for: textInputItem) }

    // MARK: Choosing, entering and picking

    /// Selects or deselects a choice, or focuses the row's field, or opens its form.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        select(at: indexPath)
    }
    open func textFieldDidBeginEditing(_ textField: UITextField) { beginEditing(of: textField) }
    /// Saves the text, and focuses the next field, if there is one.
    open func textFieldShouldReturn(_ textField: UITextField) -> Bool { endLine(of: textField) }
    /// Enables the forward button as soon as the text has changed; refuses text that would be too long.
    open func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { noteChange(of: textField, in: range, to: string) }
    /// Saves the text, if it is a valid answer.
    open func textFieldDidEndEditing(_ textField: UITextField) { endEditing(of: textField) }
    /// Saves the picked answer.
    open func pickerValueChanged(_ sender: Any) { savePicked(with: sender) }

    /// The row of a field.
    public func indexPath(for textField: UITextField?) -> IndexPath? { place(of: textField) }
    /// The row of a field, with its question.
    public func tableItem(for textField: UITextField?) -> RSDTextInputTableItem? {
        place(of: textField).flatMap { inputItem(at: $0) }
    }
    /// Saves the text; returns whether it is a valid answer.
    public func validateAndSave(textField: UITextField) -> Bool { saveText(of: textField) }
    /// Saves an answer: an `AnswerInput`, an `AnswerValue`, or a text, number, date or the like.
    ///
    /// If the answer is invalid, shows the participant why, keeps the earlier answer, and returns false.
    open func saveAnswer(newValue: Any, at indexPath: IndexPath) -> Bool {
        save(newValue, at: indexPath)
    }
    /// Shows the participant why an answer is invalid, in an alert and in the row.
    open func showValidationError(
        title: String?,
        message: String?,
        context: RSDInputFieldError.Context?,
        at indexPath: IndexPath
    ) { tell(title, message ?? context?.message, at: indexPath) }
    /// Called when the answers of a section have changed.
    open func answersDidChange(in section: Int) { noteAnswers(in: section) }
    open func tableDataSource(
        _ dataSource: any RSDTableDataSource,
        didChangeAnswersIn section: Int
    ) { answersDidChange(in: section) }

    // MARK: Going on

    /// Whether the forward button is enabled: every required question is answered, or the text of the focused field
    /// has changed.
    ///
    /// When the participant presses the button, the controller shows what is wrong or missing.
    open override var isForwardEnabled: Bool { super.isForwardEnabled && isAnswered }
    /// Saves the text, focuses the next empty field, and ends the step if there is none.
    open override func goForward() {
        if isReadyToLeave() { super.goForward() }
    }
    open override func stop() {
        giveUpKeys(quietly: true)
        super.stop()
    }

    // MARK: What the extensions keep

    override var wantsHeader: Bool { shouldShowHeader }
    override var wantsFooter: Bool { shouldShowFooter }
    /// The questions of a step whose data source is of another type.
    final var foreignTable: (any RSDTableDataSource)?
    final weak var activeTextField: UITextField?
    /// Whether an invalid text is left as it is, without a message.
    final var isQuiet = false
    /// Makes the message that is being shown, in any language.
    final var telling: Telling?
    /// The alert about an invalid answer, while it is shown.
    final weak var validationAlert: UIAlertController?
    /// Shows the form that was opened from a row.
    final var openedForm: OpenedForm?
}

/// Heights and margins of a table, for hosts that measure in points.
public struct RSDTableStepLayoutConstants: Sendable, Hashable {
    /// The free space at the bottom, in points.
    public var mainViewBottomMargin: Double
    /// The usual height of a row, in points.
    public var defaultRowHeight: Double
    /// The minimum height of the header, in points.
    public var minimumHeaderHeight: Double

    public init(
        mainViewBottomMargin: Double = 30,
        defaultRowHeight: Double = 52,
        minimumHeaderHeight: Double = 0
    ) {
        self.mainViewBottomMargin = mainViewBottomMargin
        self.defaultRowHeight = defaultRowHeight
        self.minimumHeaderHeight = minimumHeaderHeight
    }
}

extension RSDScreen {
    /// Shows forms, and any other step with texts.
    static let table = RSDScreen(RSDTableStepViewController.init(step:parent:)) {
        RSDTableStepViewController.doesSupport($0)
    }
}
