// A question on top of the screen, with its buttons.

public import Foundation
package import ViewTree

/// A button of a question.
@MainActor
public final class UIAlertAction {
    /// What the button stands for.
    public enum Style: Sendable, Hashable {
        case `default`, cancel, destructive
    }

    public private(set) final var title: String?
    public let style: Style
    let handler: (@MainActor (UIAlertAction) -> Void)?
    /// The key of its title, where that is one of the framework's words.
    private let key: StringKey?

    /// A button, and what is done when it is pressed.
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

    /// A button that says one of the framework's words, and says it anew where they change.
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

    /// What it is for, in no language: the last word of the framework's key, as `ok`, else that it cancels.
    fileprivate var purpose: String? {
        key?.rawValue.split(separator: ".").last.map(String.init)
            ?? (style == .cancel ? "cancel" : nil)
    }
}

/// A question on top of the screen; any of its buttons takes it away.
open class UIAlertController: UIViewController {
    /// How it is asked.
    public enum Style: Sendable, Hashable {
        case alert, actionSheet
    }

    public let preferredStyle: Style
    public private(set) final var message: String?
    public private(set) final var actions: [UIAlertAction] = []
    private var asking: Asking?

    /// A question that has no buttons yet.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        self.preferredStyle = preferredStyle
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder aDecoder: NSCoder) { nil }

    /// A question in the words of whoever asks it, which is asked anew where they change.
    package convenience init(
        _ style: Style,
        askedBy asker: any QuestionAsker,
        say: @escaping @MainActor (StepWords) -> (title: String?, message: String?)
    ) {
        let said = say(asker.words)
        self.init(title: said.title, message: said.message, preferredStyle: style)
        asking = Asking(asker: asker, say: say)
    }

    /// Adds a button behind the others.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        if isViewLoaded { addButton(action) }
    }

    open override func loadView() {
        view = AlertView(shown)
        for action in actions { addButton(action) }
    }

    /// Asks anew in the words of whoever asks it; what others made stays as they said it.
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

/// Who asks a question, and how it is said in his words.
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
        // By no word that is said: a host knows it again in every language.
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
