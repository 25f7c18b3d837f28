// The parts of a step's screen that hold its texts and buttons. The layout decides which parts there are, and the step
// controller fills them.

public import Research
internal import ViewTree

/// A part of a step's screen.
open class RSDStepNavigationView: UIStackView {
    open var imageView: UIImageView?
    open var titleLabel: UILabel?
    open var textLabel: UILabel?
    open var detailLabel: UILabel?
    open var footnoteLabel: UILabel?
    open var progressView: UIProgressView?
    open var cancelButton: UIButton?
    open var learnMoreButton: UIButton?
    open var nextButton: UIButton?
    open var backButton: UIButton?
    open var skipButton: UIButton?
    open var reviewInstructionsButton: UIButton?

    /// The existing buttons, with their actions.
    public final var buttons: [(action: RSDUIActionType, button: UIButton)] {
        let all: [(RSDUIActionType, UIButton?)] = [
            (.cancel, cancelButton), (.learnMore, learnMoreButton), (.goForward, nextButton),
            (.goBackward, backButton), (.skip, skipButton),
            (.reviewInstructions, reviewInstructionsButton),
        ]
        return all.compactMap { action, button in button.map { (action, $0) } }
    }
}

/// The bottom part of a step's screen, with the buttons to move on.
open class RSDNavigationFooterView: RSDStepNavigationView {
    /// Whether it stays at the edge of the screen while the rest moves.
    open var isSticky: Bool {
        get { placement == .sticky }
        set { placement = newValue ? .sticky : nil }
    }
}

extension RSDStepNavigationView {
    /// Makes a top part with all elements that a step may need there.
    public static func header() -> RSDStepNavigationView {
        let header = RSDStepNavigationView(name: "header", role: .header)
        header.cancelButton = header.added(UIButton(name: "cancel"))
        header.progressView = header.added(UIProgressView())
        header.imageView = header.added(UIImageView())
        header.titleLabel = header.added(UILabel(name: "title", role: .title))
        header.textLabel = header.added(UILabel(name: "text", role: .text))
        header.detailLabel = header.added(UILabel(name: "detail", role: .detail))
        header.learnMoreButton = header.added(UIButton(name: "learnMore"))
        return header
    }

    /// Makes an empty middle part.
    public static func body() -> RSDStepNavigationView {
        RSDStepNavigationView(name: "body", role: .body)
    }

    fileprivate func added<View: UIView>(_ view: View) -> View {
        addSubview(view)
        return view
    }
}

extension RSDNavigationFooterView {
    /// Makes a bottom part with all buttons that a step may need there.
    public static func footer() -> RSDNavigationFooterView {
        let footer = RSDNavigationFooterView(name: "footer", role: .footer)
        footer.footnoteLabel = footer.added(UILabel(name: "footnote", role: .footnote))
        footer.nextButton = footer.added(UIButton(name: "goForward"))
        footer.backButton = footer.added(UIButton(name: "goBackward"))
        footer.skipButton = footer.added(UIButton(name: "skip"))
        footer.reviewInstructionsButton = footer.added(UIButton(name: "reviewInstructions"))
        return footer
    }
}
