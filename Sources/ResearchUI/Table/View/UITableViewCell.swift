// The cells of a table: rows to choose, to fill in, and to read or look at.

internal import Research
public import ViewTree

/// A row of a table.
open class UITableViewCell: UIView {
    /// The reuse identifier that it was made with.
    public internal(set) final var reuseIdentifier: String?
    /// Its own content, without its subviews.
    open var row = CellContent() { didSet { if row != oldValue { setNeedsDisplay() } } }
    /// The question's prompt, if neither the row itself nor its section shows it.
    public private(set) final var promptLabel: UILabel?
    public private(set) final var promptDetailLabel: UILabel?
    /// The answer that it shows.
    final var shownAnswer: FormAnswer?
    /// The error message of the row, and a function that makes it in another language.
    private var toldError: (text: String?, say: (StepWords) -> String?)?

    public required override init(name: String = "cell") { super.init(name: name) }

    open override var content: ViewContent { .cell(row) }

    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .tapped = event, let table, let place = table.indexPath(for: self),
            let delegate = table.delegate
        else { return false }
        delegate.tableView(table, didSelectRowAt: place)
        return true
    }
}

extension UITableViewCell {
    /// Shows why an answer is invalid; the message can be made again in another language.
    final func tellError(in words: StepWords, _ say: @escaping (StepWords) -> String?) {
        let text = say(words)
        row.error = text
        toldError = (text, say)
    }

    /// Updates the error message to another language, unless it is gone or was replaced.
    final func tellErrorAnew(in words: StepWords) {
        guard let toldError, row.error != nil, row.error == toldError.text else { return }
        tellError(in: words, toldError.say)
    }

    /// The table that it is in.
    public final var table: UITableView? { superview?.superview as? UITableView }

    /// Shows the question above the row.
    final func showPrompt(_ prompt: String?, detail: String?) {
        if prompt != nil, promptLabel == nil {
            let label = UILabel(name: "prompt", role: .title)
            promptLabel = label
            insertSubview(label, at: 0)
        }
        if detail != nil, promptDetailLabel == nil {
            let label = UILabel(name: "promptDetail", role: .detail)
            promptDetailLabel = label
            insertSubview(label, at: promptLabel == nil ? 0 : 1)
        }
        promptLabel?.text = prompt
        promptDetailLabel?.text = detail
    }
}

extension UIView {
    /// The cell that contains this view, or is this view.
    final var cellAround: UITableViewCell? {
        var view: UIView? = self
        while let here = view {
            if let cell = here as? UITableViewCell { return cell }
            view = here.superview
        }
        return nil
    }
}

/// A row whose answer is typed or picked.
open class RSDInputTableViewCell: UITableViewCell {
    /// The field to type the answer in.
    open var textField: UITextField? { didSet { exchange(oldValue, for: textField) } }
    /// The picker for the answer.
    open var pickerView: (any RSDPickerViewProtocol & UIView)? {
        didSet { exchange(oldValue, for: pickerView) }
    }
    /// The field's text for the saved answer.
    final var savedText = ""
    /// The changed text of the field; `nil` after it is saved.
    final var pendingText: String?
    /// Whether its error is about a change that the field has refused.
    final var refusesText = false
    /// Whether its answer is being saved, and need not be shown again.
    final var isSaving = false
    final var isSetUp = false

    private func exchange(_ earlier: UIView?, for view: UIView?) {
        guard earlier !== view else { return }
        earlier?.removeFromSuperview()
        if let view { addSubview(view) }
    }
}

/// A row with a picture.
open class RSDImageTableViewCell: UITableViewCell {
    public final let pictureView = UIImageView()

    public required init(name: String = "cell") {
        super.init(name: name)
        addSubview(pictureView)
    }
}

/// A row with a text to read.
open class RSDTextTableViewCell: UITableViewCell {
    public final let textLabel = UILabel(name: "text", role: .footnote)

    public required init(name: String = "cell") {
        super.init(name: name)
        addSubview(textLabel)
    }
}
