// The controller of a step that is shown as a table. Its body is the index of what a subclass can
// override, as the field documents it; how each is done is in the extensions.

public import Foundation
public import Research
public import ViewTree

/// Shows a step as a table: what it says at the top, its questions, and its buttons at the bottom.
///
/// A step without questions is a table without sections.
open class RSDTableStepViewController: RSDStepViewController, UITableViewDataSource,
    UITableViewDelegate, UITextFieldDelegate, RSDTableDataSourceDelegate, RSDPickerObserver
{
    // MARK: The questions

    /// The questions, as sections and rows, and their answers; made when the step is shown.
    ///
    /// All that is shown and saved goes by what it answers, also where a subclass answers something else.
    open var tableData: RSDFormStepDataSource? { didSet { noteQuestions() } }
    /// The step, if it has questions.
    public var formStep: (any RSDFormUIStep)? { uiStep as? any RSDFormUIStep }

    /// Whether all of these questions can be shown in some way that this class knows.
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

    /// Makes the step's questions, answered as they were before, and shows them.
    open func setupModel() { makeQuestions() }

    // MARK: The table

    /// The table; made with the view, where a layout has given none.
    open var tableView: UITableView!
    /// Whether there is a part at the top, where a layout has given none.
    open var shouldShowHeader = true
    /// Whether there is a part at the bottom, where a layout has given none.
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
        // What is a row of the table is no part of what is around it.
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
    /// The cell of a row, with what it shows now.
    open func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = dequeueCell(in: tableView, for: indexPath)
        configure(cell: cell, in: tableView, at: indexPath)
        return cell
    }
    /// The cell that the row has, or a new one.
    open func dequeueCell(in tableView: UITableView, for indexPath: IndexPath) -> UITableViewCell {
        let identifier = reuseIdentifier(for: indexPath)
        registerReuseIdentifierIfNeeded(identifier)
        return tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    }
    /// The word by which the cell of a row is made; `placeholder` where there is no such row.
    open func reuseIdentifier(for indexPath: IndexPath) -> String { cellWord(at: indexPath) }
    /// Tells the table how cells of a word are made, if nobody has.
    open func registerReuseIdentifierIfNeeded(_ reuseIdentifier: String) {
        registerCells(reuseIdentifier)
    }
    /// Shows in a cell what its row has now.
    open func configure(cell: UITableViewCell, in tableView: UITableView, at indexPath: IndexPath) {
        fill(cell, at: indexPath)
    }
    /// What an answer is picked with; `nil` where it is typed.
    open func instantiatePickerView(
        textInputItem: RSDTextInputTableItem,
        indexPath: IndexPath
    ) -> (any RSDPickerViewProtocol & UIView)? { picker(for: textInputItem) }

    // MARK: Choosing, entering and picking

    /// Chooses a row or takes the choice back, or goes into its field, or opens its form.
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        select(at: indexPath)
    }
    open func textFieldDidBeginEditing(_ textField: UITextField) { beginEditing(of: textField) }
    /// Saves what was entered, and gives the keys to the next field, if there is one.
    open func textFieldShouldReturn(_ textField: UITextField) -> Bool { endLine(of: textField) }
    /// Lets one go on as soon as the text has changed; refuses what would be too long.
    open func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { noteChange(of: textField, in: range, to: string) }
    /// Saves what was entered, if it is an answer.
    open func textFieldDidEndEditing(_ textField: UITextField) { endEditing(of: textField) }
    /// Saves what was picked.
    open func pickerValueChanged(_ sender: Any) { savePicked(with: sender) }

    /// The row that a field is in.
    public func indexPath(for textField: UITextField?) -> IndexPath? { place(of: textField) }
    /// The row that a field is in, with its question.
    public func tableItem(for textField: UITextField?) -> RSDTextInputTableItem? {
        place(of: textField).flatMap { inputItem(at: $0) }
    }
    /// Saves what was entered, and answers whether it is an answer.
    public func validateAndSave(textField: UITextField) -> Bool { saveText(of: textField) }
    /// Saves an answer: an `AnswerInput`, an `AnswerValue`, or a text, number, date or the like; what is
    /// no answer is told, and the earlier one stays.
    open func saveAnswer(newValue: Any, at indexPath: IndexPath) -> Bool {
        save(newValue, at: indexPath)
    }
    /// Tells the participant why something is no answer: on top of the screen, and in the row.
    open func showValidationError(
        title: String?,
        message: String?,
        context: RSDInputFieldError.Context?,
        at indexPath: IndexPath
    ) { tell(title, message ?? context?.message, at: indexPath) }
    /// The answers of a section have changed.
    open func answersDidChange(in section: Int) { noteAnswers(in: section) }
    open func tableDataSource(
        _ dataSource: any RSDTableDataSource,
        didChangeAnswersIn section: Int
    ) { answersDidChange(in: section) }

    // MARK: Going on

    /// Whether one may try to go on: every question that must be answered is, or the text of the field that
    /// has the keys has changed.
    ///
    /// What is wrong or missing is said when one does.
    open override var isForwardEnabled: Bool { super.isForwardEnabled && isAnswered }
    /// Saves what was entered, goes into the next empty field, and only then ends the step.
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
    /// The questions of a step that makes its own kind of table.
    final var foreignTable: (any RSDTableDataSource)?
    final weak var activeTextField: UITextField?
    /// Whether what is no answer is left as it is, without a word.
    final var isQuiet = false
    /// How that is said which is just being told, in whatever words.
    final var telling: Telling?
    /// What says that an answer is none, while it is there.
    final weak var validationAlert: UIAlertController?
    /// Shows the form that was opened from a row.
    final var openedForm: OpenedForm?
}

/// Heights and margins of a table, for hosts that have points.
public struct RSDTableStepLayoutConstants: Sendable, Hashable {
    /// What is left free at the bottom, in points.
    public var mainViewBottomMargin: Double
    /// The height of a row that needs no more, in points.
    public var defaultRowHeight: Double
    /// The least height of what stands at the top, in points.
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
