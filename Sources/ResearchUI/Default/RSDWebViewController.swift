// Shows a page or a video, on top of a step or as a step of its own. The controller only holds the address; the host
// opens it.

public import FoundationTypes
public import Research
internal import ViewTree

/// Shows a page or a video on top of a step.
open class RSDWebViewController: UIViewController {
    /// The button action that says what to show.
    public final let action: any RSDShowViewUIAction
    /// Closes the page.
    public final let closeButton = UIButton(name: "close")

    /// Creates a controller for the action of a button.
    public init(_ action: any RSDShowViewUIAction) {
        self.action = action
        super.init(nibName: nil, bundle: nil)
        title = (action as? RSDWebViewUIActionObject)?.title
    }

    /// Returns `nil`: without an action, there is nothing to show.
    public required init?(coder aDecoder: NSCoder) { nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addPage()
    }

    open override func wordsDidChange() {
        super.wordsDidChange()
        if isViewLoaded { nameCloseButton() }
    }
}

extension RSDWebViewController {
    private func nameCloseButton() {
        let page = action as? RSDWebViewUIActionObject
        let words = (presentingViewController as? RSDStepViewController)?.words ?? StepWords()
        closeButton.title =
            page?.closeButtonTitle ?? (page?.usesBackButton == true ? words(.back) : words(.close))
    }

    private func addPage() {
        let page = action as? RSDWebViewUIActionObject
        nameCloseButton()
        closeButton.onTap = { [weak self] in self?.dismiss(animated: true) }
        view.addSubview(closeButton)
        let kind: MediaContent.Kind = action is RSDVideoViewUIActionObject ? .film : .page
        let media = MediaContent(kind, address: action.url, title: page?.title)
        view.addSubview(RSDMediaView(name: "page", media))
    }
}

/// Shows a page or a video as a step: a step of type `webView` or `videoView` with a `url`.
open class RSDWebStepViewController: RSDStepViewController {
    open override func viewDidLoad() {
        super.viewDidLoad()
        guard let address = Self.address(of: step) else { return }
        let kind: MediaContent.Kind = step.stepType == .videoView ? .film : .page
        let media = MediaContent(kind, address: address, title: uiStep?.title)
        navigationBody?.addSubview(RSDMediaView(name: "page", media))
    }

    /// The address that a step has to show; `nil` for any other step.
    static func address(of step: any RSDStep) -> String? {
        guard step.stepType == .webView || step.stepType == .videoView,
            case .string(let address)? = (step as? RSDGenericStepObject)?.userInfo["url"]
        else { return nil }
        return address
    }
}

extension RSDStepType {
    /// A page as a step.
    public static let webView: RSDStepType = "webView"
    /// A video as a step.
    public static let videoView: RSDStepType = "videoView"
}

extension RSDScreen {
    /// Shows steps that are pages or videos.
    static let web = RSDScreen(RSDWebStepViewController.init(step:parent:)) {
        RSDWebStepViewController.address(of: $0) != nil
    }
}
