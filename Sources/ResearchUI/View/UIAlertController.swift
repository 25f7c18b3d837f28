// An alert: a question on top of the screen, with its buttons.

public import FoundationTypes
package import ViewTree

/// A button of an alert.
@MainActor
public final class UIAlertAction {
    /// The role of the button.
    public enum Style: Sendable, Hashable {
        case `default`, cancel, destructive
    }

    public private(set) final var title: String?
    public let style: Style
    let handler: (@MainActor (UIAlertAction) -> Void)?
    /// The key of its title, if that is one of the built-in texts.
    private let key: StringKey?

    /// Creates a button; `handler` is called when it is pressed.
    public init(
        title: String?,
        style: Style,
        handler: (@MainActor (UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
        key = nil
    }

    /// Creates a button with a built-in text, which follows changes of the language.
    package init(
        _ key: StringKey,
        of words: StepWords,
        style: Style = .default,
        handler: (@MainActor (UIAlertAction) -> Void)? = nil
    ) {
        title = words(key)
        self.style = style
        self.handler = handler
        self.key = key
    }

    fileprivate func sayAnew(in words: StepWords) {
        if let key { title = words(key) }
    }

    /// Its purpose, independent of the language: the last part of its key such as `ok`, or else `cancel` for that
    /// style.
    fileprivate var purpose: String? {
        key?.rawValue.split(separator: ".").last.map(String.init)
            ?? (style == .cancel ? "cancel" : nil)
    }
}

/// A question on top of the screen; each of its buttons dismisses it.
open class UIAlertController: UIViewController {
    /// The style of the question.
    public enum Style: Sendable, Hashable {
        case alert, actionSheet
    }

    public let preferredStyle: Style
    public private(set) final var message: String?
    public private(set) final var actions: [UIAlertAction] = []
    private var asking: Asking?

    /// Creates a question without buttons.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        self.preferredStyle = preferredStyle
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder aDecoder: NSCoder) { nil }

    /// Creates a question in the asker's language, which follows changes of that language.
    package convenience init(
        _ style: Style,
        askedBy asker: any QuestionAsker,
        say: @escaping @MainActor (StepWords) -> (title: String?, message: String?)
    ) {
        let said = say(asker.words)
        self.init(title: said.title, message: said.message, preferredStyle: style)
        asking = Asking(asker: asker, say: say)
    }

    /// Adds a button after the others.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        if isViewLoaded { addButton(action) }
    }

    open override func loadView() {
        view = AlertView(shown)
        for action in actions { addButton(action) }
    }

    /// Updates the question to the asker's language; texts that an app has set itself stay as they are.
    open override func wordsDidChange() {
        super.wordsDidChange()
        if let asking, let words = asking.asker?.words { askAnew(asking.say(words), in: words) }
    }

    /// Presses a button, as a person would.
    public final func choose(_ action: UIAlertAction) {
        guard let presentingViewController else { return }
        presentingViewController.dismiss(animated: true) { action.handler?(action) }
    }

    private func askAnew(_ said: (title: String?, message: String?), in words: StepWords) {
        (title, message) = said
        for action in actions { action.sayAnew(in: words) }
        guard isViewLoaded else { return }
        (view as? AlertView)?.alert = shown
        for case let button as AlertButton in view.subviews { button.showTitle() }
    }

    private var shown: AlertContent {
        AlertContent(
            title: title,
            message: message,
            kind: preferredStyle == .alert ? .alert : .actionSheet
        )
    }

    private func addButton(_ action: UIAlertAction) {
        let button = AlertButton(action)
        button.onTap = { [weak self] in self?.choose(action) }
        view.addSubview(button)
    }
}

/// The asker of a question, and the function that makes its texts.
private struct Asking {
    weak var asker: (any QuestionAsker)?
    let say: @MainActor (StepWords) -> (title: String?, message: String?)
}

private final class AlertView: UIView {
    var alert: AlertContent { didSet { if alert != oldValue { setNeedsDisplay() } } }

    init(_ alert: AlertContent) {
        self.alert = alert
        super.init(name: "alert")
    }

    override var content: ViewContent { .alert(alert) }
}

private final class AlertButton: UIButton {
    private let action: UIAlertAction

    init(_ action: UIAlertAction) {
        self.action = action
        // The name does not depend on the language, so that a host recognises the button.
        super.init(name: action.purpose ?? "button")
        showTitle()
    }

    func showTitle() { title = action.title }

    override var content: ViewContent {
        .button(
            ButtonContent(
                title: title,
                action: action.purpose,
                isDestructive: action.style == .destructive
            )
        )
    }
}
