// The parts of a step's screen in which its texts and buttons stand. Which of them are there is the
// layout's; what stands in them is the step controller's.

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

    /// The buttons that are there, by what they are for.
    public final var buttons: [(action: RSDUIActionType, button: UIButton)] {
        let all: [(RSDUIActionType, UIButton?)] = [
            (.cancel, cancelButton), (.learnMore, learnMoreButton), (.goForward, nextButton),
            (.goBackward, backButton), (.skip, skipButton),
            (.reviewInstructions, reviewInstructionsButton),
        ]
        return all.compactMap { action, button in button.map { (action, $0) } }
    }
}

/// The part of a step's screen in which one goes on.
open class RSDNavigationFooterView: RSDStepNavigationView {
    /// Whether it stays at the edge of the screen while the rest moves.
    open var isSticky: Bool {
        get { placement == .sticky }
        set { placement = newValue ? .sticky : nil }
    }
}

extension RSDStepNavigationView {
    /// The part at the top, with all that a step may say there.
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

    /// The part in the middle, with nothing in it.
    public static func body() -> RSDStepNavigationView {
        RSDStepNavigationView(name: "body", role: .body)
    }

    fileprivate func added<View: UIView>(_ view: View) -> View {
        addSubview(view)
        return view
    }
}

extension RSDNavigationFooterView {
    /// The part at the bottom, with all buttons that a step may have there.
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
