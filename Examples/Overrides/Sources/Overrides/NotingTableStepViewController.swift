// A subclass of RSDTableStepViewController that overrides all that is open in it: every delegate call of
// the table and of its fields comes by here.

import Foundation
import Research
import ResearchUI

/// Shows questions, and logs the calls.
final class NotingTableStepViewController: RSDTableStepViewController {
    /// The step's name in the log.
    private var place: String { super.stepViewModel?.step.identifier ?? "" }

    private func note(_ member: String = #function) {
        CallLog.ofRun.note(.table, member, at: place)
    }

    private func noteSetter(_ member: String = #function) { note("\(member) =") }

    private class func note(_ member: String = #function) {
        CallLog.ofRun.note(.table, member, at: "")
    }

    override var tableView: UITableView! {
        get {
            note()
            return super.tableView
        }
        set {
            noteSetter()
            super.tableView = newValue
        }
    }
    override var tableData: RSDFormStepDataSource? {
        get {
            note()
            return super.tableData
        }
        set {
            noteSetter()
            super.tableData = newValue
        }
    }
    override var shouldShowHeader: Bool {
        get {
            note()
            return super.shouldShowHeader
        }
        set {
            noteSetter()
            super.shouldShowHeader = newValue
        }
    }
    override var shouldShowFooter: Bool {
        get {
            note()
            return super.shouldShowFooter
        }
        set {
            noteSetter()
            super.shouldShowFooter = newValue
        }
    }
    override var constants: RSDTableStepLayoutConstants {
        note()
        return super.constants
    }

    // MARK: What it can show

    override class func doesSupportInputFields(in inputFields: [any RSDInputField]) -> Bool {
        note()
        return super.doesSupportInputFields(in: inputFields)
    }
    override class func doesSupport(_ step: any RSDStep) -> Bool {
        note()
        return super.doesSupport(step)
    }
    override class var supportedUIHints: Set<RSDFormUIHint> {
        note()
        return super.supportedUIHints
    }

    // MARK: On screen

    override func viewDidLoad() {
        note()
        super.viewDidLoad()
    }
    override func viewWillAppear(_ animated: Bool) {
        note()
        super.viewWillAppear(animated)
    }
    override func viewDidAppear(_ animated: Bool) {
        note()
        super.viewDidAppear(animated)
    }
    override func viewWillDisappear(_ animated: Bool) {
        note()
        super.viewWillDisappear(animated)
    }
    override func viewDidLayoutSubviews() {
        note()
        super.viewDidLayoutSubviews()
    }
    override func setupModel() {
        note()
        super.setupModel()
    }
    override func setupHeader(_ header: RSDStepNavigationView) {
        note()
        super.setupHeader(header)
    }

    // MARK: Sections and rows

    override func numberOfSections(in tableView: UITableView) -> Int {
        note()
        return super.numberOfSections(in: tableView)
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        note()
        return super.tableView(tableView, numberOfRowsInSection: section)
    }
    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        note()
        return super.tableView(tableView, cellForRowAt: indexPath)
    }
    override func dequeueCell(
        in tableView: UITableView,
        for indexPath: IndexPath
    ) -> UITableViewCell {
        note()
        return super.dequeueCell(in: tableView, for: indexPath)
    }
    override func reuseIdentifier(for indexPath: IndexPath) -> String {
        note()
        return super.reuseIdentifier(for: indexPath)
    }
    override func registerReuseIdentifierIfNeeded(_ reuseIdentifier: String) {
        note()
        super.registerReuseIdentifierIfNeeded(reuseIdentifier)
    }
    override func configure(
        cell: UITableViewCell,
        in tableView: UITableView,
        at indexPath: IndexPath
    ) {
        note()
        super.configure(cell: cell, in: tableView, at: indexPath)
    }
    override func instantiatePickerView(
        textInputItem: RSDTextInputTableItem,
        indexPath: IndexPath
    ) -> (any RSDPickerViewProtocol & UIView)? {
        note()
        return super.instantiatePickerView(textInputItem: textInputItem, indexPath: indexPath)
    }

    // MARK: Answering

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        note()
        super.tableView(tableView, didSelectRowAt: indexPath)
    }
    override func textFieldDidBeginEditing(_ textField: UITextField) {
        note()
        super.textFieldDidBeginEditing(textField)
    }
    override func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        note()
        return super.textFieldShouldReturn(textField)
    }
    override func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool {
        note()
        return super.textField(
            textField,
            shouldChangeCharactersIn: range,
            replacementString: string
        )
    }
    override func textFieldDidEndEditing(_ textField: UITextField) {
        note()
        super.textFieldDidEndEditing(textField)
    }
    override func pickerValueChanged(_ sender: Any) {
        note()
        super.pickerValueChanged(sender)
    }
    override func saveAnswer(newValue: Any, at indexPath: IndexPath) -> Bool {
        note()
        return super.saveAnswer(newValue: newValue, at: indexPath)
    }
    override func showValidationError(
        title: String?,
        message: String?,
        context: RSDInputFieldError.Context?,
        at indexPath: IndexPath
    ) {
        note()
        super.showValidationError(title: title, message: message, context: context, at: indexPath)
    }
    override func answersDidChange(in section: Int) {
        note()
        super.answersDidChange(in: section)
    }

    // MARK: Going on

    override var isForwardEnabled: Bool {
        note()
        return super.isForwardEnabled
    }
    override func goForward() {
        note()
        super.goForward()
    }
    override func stop() {
        note()
        super.stop()
    }
}
