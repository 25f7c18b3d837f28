// A field to enter text in. What a person types is asked about before it is there, as apps of the field
// expect; who has the keys is decided here, so that one field has them at a time.

public import Foundation
public import ViewTree

/// Hears what happens in a field.
@MainActor
public protocol UITextFieldDelegate: AnyObject {
    /// The keys go to the field from now on.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// The key at the end of a line was pressed; answers whether the field takes that itself.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    /// Whether text may be put in place of some of the field's.
    func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    /// The keys go elsewhere.
    func textFieldDidEndEditing(_ textField: UITextField)
}

/// A field to enter text in.
open class UITextField: UIView {
    public final weak var delegate: (any UITextFieldDelegate)?
    /// What is entered.
    open var text: String? {
        didSet {
            guard text != oldValue else { return }
            let end = (text ?? "").utf16.count
            selection = end..<end
            setNeedsDisplay()
        }
    }
    /// What of the text is selected, or where the cursor stands, in UTF-16: behind what was put in last,
    /// or at the end of a text that came whole.
    private(set) final var selection = 0..<0
    /// How it looks and what it takes; the text and the focus in it are the field's own.
    open var entry = TextFieldContent() { didSet { if entry != oldValue { setNeedsDisplay() } } }
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    /// Whether the keys go to it.
    public private(set) var isFirstResponder = false

    public override init(name: String = "field") { super.init(name: name) }

    open override var content: ViewContent {
        var content = entry
        content.text = text ?? ""
        content.isFocused = isFirstResponder
        return .textField(content)
    }

    open override var isInUse: Bool { isEnabled }

    /// Takes the keys from whichever field has them; answers whether it has them now.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard isEnabled, !isFirstResponder else { return isFirstResponder }
        root.fieldWithKeys?.resignFirstResponder()
        isFirstResponder = true
        setNeedsDisplay()
        delegate?.textFieldDidBeginEditing(self)
        return true
    }

    /// Gives the keys up; answers whether it has them no more.
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
            // Who types has the keys, whether or not the host has said so.
            becomeFirstResponder()
            if delegate?.textFieldShouldReturn(self) ?? true { resignFirstResponder() }
            return true
        case .picked, .slid, .touched, .pictured, .swiped, .closed, .screen, .spoke, .mark, .missed:
            return false
        }
    }

    /// Puts text in place of some of the field's, if the delegate lets it; nothing in place of nothing
    /// sets the cursor.
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
            // The host has drawn it already, and has to take it back.
            setNeedsDisplay()
            return true
        }
        units.replaceSubrange(range, with: string.utf16)
        text = String(decoding: units, as: UTF16.self)
        let end = range.lowerBound + string.utf16.count
        selection = end..<end
        return true
    }

    /// Puts text where the cursor stands, in place of what is selected, if the delegate lets it.
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
    /// The field within this view that has the keys.
    public final var fieldWithKeys: UITextField? {
        if let field = self as? UITextField { return field.isFirstResponder ? field : nil }
        for view in subviews {
            if let found = view.fieldWithKeys { return found }
        }
        return nil
    }
}
