// A text field. The delegate is asked before typed text is inserted, as apps written for SageResearch expect. The field
// manages the focus, so that only one field has it at a time.

public import FoundationTypes
public import ViewTree

/// Receives the events of a text field.
@MainActor
public protocol UITextFieldDelegate: AnyObject {
    /// The field has got the focus.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// The return key was pressed; returns whether the field should handle it itself.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    /// Returns whether text may replace a range of the field's text.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// The field has lost the focus.
    func textFieldDidEndEditing(_ textField: UITextField)
}

/// A text field.
open class UITextField: UIView {
    public final weak var delegate: (any UITextFieldDelegate)?
    /// The entered text.
    open var text: String? {
        didSet {
            guard text != oldValue else { return }
            let end = (text ?? "").utf16.count
            selection = end..<end
            setNeedsDisplay()
        }
    }
    /// The selection or cursor, in UTF-16 units: after the last insertion, or at the end of a text set as a whole.
    private(set) final var selection = 0..<0
    /// Its appearance and its rules; the text and the focus in this value are not used.
    open var entry = TextFieldContent() { didSet { if entry != oldValue { setNeedsDisplay() } } }
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    /// Whether it has the focus.
    public private(set) var isFirstResponder = false

    public override init(name: String = "field") { super.init(name: name) }

    open override var content: ViewContent {
        var content = entry
        content.text = text ?? ""
        content.isFocused = isFirstResponder
        return .textField(content)
    }

    open override var isInUse: Bool { isEnabled }

    /// Takes the focus from any other field; returns whether it has the focus now.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard isEnabled, !isFirstResponder else { return isFirstResponder }
        root.fieldWithKeys?.resignFirstResponder()
        isFirstResponder = true
        setNeedsDisplay()
        delegate?.textFieldDidBeginEditing(self)
        return true
    }

    /// Gives up the focus; returns whether it has lost it.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        isFirstResponder = false
        setNeedsDisplay()
        delegate?.textFieldDidEndEditing(self)
        return true
    }

    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        guard isEnabled else { return false }
        switch event {
        case .tapped, .began: return becomeFirstResponder()
        case .typed(_, let range, let string): return replace(range, with: string)
        case .entered(_, let whole):
            return replace(0..<(text ?? "").utf16.count, with: whole)
        case .ended: return resignFirstResponder()
        case .pressedReturn:
            // A field that is typed in gets the focus, whether or not the host has reported that.
            becomeFirstResponder()
            if delegate?.textFieldShouldReturn(self) ?? true { resignFirstResponder() }
            return true
        case .picked, .slid, .touched, .pictured, .swiped, .closed, .screen, .spoke, .mark, .missed:
            return false
        }
    }

    /// Replaces a range of the text, if the delegate permits it; an empty replacement of an empty range sets the
    /// cursor.
    @discardableResult
    private func replace(_ range: Range<Int>, with string: String) -> Bool {
        becomeFirstResponder()
        var units = Array((text ?? "").utf16)
        guard range.lowerBound >= 0, range.upperBound <= units.count else { return false }
        guard !range.isEmpty || !string.isEmpty else {
            selection = range
            return true
        }
        let place = NSRange(location: range.lowerBound, length: range.count)
        let isAllowed =
            delegate?.textField(self, shouldChangeCharactersIn: place, replacementString: string)
            ?? true
        guard isAllowed else {
            // The host shows the typed text already, and must revert it.
            setNeedsDisplay()
            return true
        }
        units.replaceSubrange(range, with: string.utf16)
        text = String(decoding: units, as: UTF16.self)
        let end = range.lowerBound + string.utf16.count
        selection = end..<end
        return true
    }

    /// Inserts text at the cursor or in place of the selection, if the delegate permits it.
    final func insert(_ string: String) {
        replace(selection.clamped(to: 0..<(text ?? "").utf16.count), with: string)
    }

    private var root: UIView {
        var view: UIView = self
        while let around = view.superview { view = around }
        return view
    }
}

extension UIView {
    /// The field within this view that has the focus.
    public final var fieldWithKeys: UITextField? {
        if let field = self as? UITextField { return field.isFirstResponder ? field : nil }
        for view in subviews {
            if let found = view.fieldWithKeys { return found }
        }
        return nil
    }
}
