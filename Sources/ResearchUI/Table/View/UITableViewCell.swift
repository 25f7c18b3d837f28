// The rows of a table: what is chosen, what is filled in, and what is only read or looked at.

internal import Research
public import ViewTree

/// A row of a table.
open class UITableViewCell: UIView {
    /// The word by which it was made.
    public internal(set) final var reuseIdentifier: String?
    /// What it shows, apart from what is in it.
    open var row = CellContent() { didSet { if row != oldValue { setNeedsDisplay() } } }
    /// The question, where neither the row itself nor its section says it.
    public private(set) final var promptLabel: UILabel?
    public private(set) final var promptDetailLabel: UILabel?
    /// The answer that it shows.
    final var shownAnswer: FormAnswer?
    /// Why that is none, as it was told, and how it is said in other words.
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
    /// Tells why what is entered is no answer, which can be said anew in other words.
    final func tellError(in words: StepWords, _ say: @escaping (StepWords) -> String?) {
        let text = say(words)
        row.error = text
        toldError = (text, say)
    }

    /// Tells it in other words, if it is still told, and nobody has told something else.
    final func tellErrorAnew(in words: StepWords) {
        guard let toldError, row.error != nil, row.error == toldError.text else { return }
        tellError(in: words, toldError.say)
    }

    /// The table that it is in.
    public final var table: UITableView? { superview?.superview as? UITableView }

    /// Says the question above the row.
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
    /// The row that this is in, or is.
    final var cellAround: UITableViewCell? {
        var view: UIView? = self
        while let here = view {
            if let cell = here as? UITableViewCell { return cell }
            view = here.superview
        }
        return nil
    }
}

/// A row that is filled in: with text, or by what is picked.
open class RSDInputTableViewCell: UITableViewCell {
    /// Where text is entered.
    open var textField: UITextField? { didSet { exchange(oldValue, for: textField) } }
    /// Where an answer is picked.
    open var pickerView: (any RSDPickerViewProtocol & UIView)? {
        didSet { exchange(oldValue, for: pickerView) }
    }
    /// The field's text that the saved answer stands for.
    final var savedText = ""
    /// The field's text since it was changed, until it is saved.
    final var pendingText: String?
    /// Whether its error is of a text that the field has not taken.
    final var refusesText = false
    /// Whether what it shows is just being saved, and needs not be shown again.
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
