// A question on top of the screen, with its buttons.

public import Foundation
internal import ViewTree

/// A button of a question.
@MainActor
public final class UIAlertAction {
    /// What the button stands for.
    public enum Style: Sendable, Hashable {
        case `default`, cancel, destructive
    }

    public let title: String?
    public let style: Style
    let handler: (@MainActor (UIAlertAction) -> Void)?

    /// A button, and what is done when it is pressed.
    public init(
        title: String?,
        style: Style,
        handler: (@MainActor (UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}

/// A question on top of the screen; any of its buttons takes it away.
open class UIAlertController: UIViewController {
    /// How it is asked.
    public enum Style: Sendable, Hashable {
        case alert, actionSheet
    }

    public let preferredStyle: Style
    public let message: String?
    public private(set) final var actions: [UIAlertAction] = []

    /// A question that has no buttons yet.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        self.preferredStyle = preferredStyle
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    public required init?(coder aDecoder: NSCoder) { nil }

    /// Adds a button behind the others.
    open func addAction(_ action: UIAlertAction) {
        actions.append(action)
        if isViewLoaded { addButton(action) }
    }

    open override func loadView() {
        view = AlertView(
            AlertContent(
                title: title,
                message: message,
                kind: preferredStyle == .alert ? .alert : .actionSheet
            )
        )
        for action in actions { addButton(action) }
    }

    /// Presses a button, as a person would.
    public final func choose(_ action: UIAlertAction) {
        guard let presentingViewController else { return }
        presentingViewController.dismiss(animated: true) { action.handler?(action) }
    }

    private func addButton(_ action: UIAlertAction) {
        let button = AlertButton(action)
        button.onTap = { [weak self] in self?.choose(action) }
        view.addSubview(button)
    }
}

private final class AlertView: UIView {
    private let alert: AlertContent

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
        super.init(name: action.title ?? "button")
        title = action.title
    }

    override var content: ViewContent {
        .button(
            ButtonContent(
                title: title,
                action: action.style == .cancel ? "cancel" : nil,
                isDestructive: action.style == .destructive
            )
        )
    }
}
