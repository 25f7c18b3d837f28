// A view controller without a screen. Its appearance functions are called in the order that controllers written for
// SageResearch expect; its screen includes the controllers presented on top of it.

public import FoundationTypes
public import ViewTree

/// Controls a view and its subviews.
@MainActor
open class UIViewController {
    /// The name of the layout that it was made with.
    public private(set) final var nibName: String?
    /// The bundle of the layout.
    public private(set) final var nibBundle: Bundle?
    /// Why the layout could not be found, if one was named.
    public private(set) final var layoutError: RSDLayoutError?
    /// The title above it.
    open var title: String? { didSet { if title != oldValue { noteDisplayChange() } } }
    /// The controllers within it.
    public private(set) final var children: [UIViewController] = []
    public private(set) final weak var parent: UIViewController?
    /// The controller presented on top of it.
    public private(set) final var presentedViewController: UIViewController?
    public private(set) final weak var presentingViewController: UIViewController?
    /// Whether its view is loaded.
    public private(set) final var isViewLoaded = false
    private var loadedView: UIView?

    /// Creates a controller with a layout registered in `RSDLayouts`, or with its own layout if no name is given.
    ///
    /// If the name is not registered, the controller's own layout is used, and `layoutError` is set.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
    }

    /// Creates a controller from an archive.
    ///
    /// If its layout is not registered here, returns `nil` and calls `RSDLayouts.report`.
    ///
    /// Open an archive from another source with the policy `.setErrorAndReturn`: with the other policy, the system ends
    /// the program on invalid data.
    public required init?(coder aDecoder: NSCoder) {
        nibName = Self.layoutName(in: aDecoder)
        if let nibName, RSDLayouts.layout(named: nibName, in: nil) == nil {
            RSDLayouts.report(RSDLayoutError(layout: nibName))
            return nil
        }
    }

    /// The view; it is made on first access.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.displayChange = nil
            loadedView = newValue
            loadedView?.displayChange = { [weak self] in self?.noteDisplayChange() }
        }
    }

    // MARK: The life of the view

    /// Makes the view; a subclass that overrides it sets `view`.
    open func loadView() { view = UIStackView(name: "view", role: .stack) }
    /// The view has been made.
    open func viewDidLoad() {}
    /// The view is about to be shown.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is shown.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to disappear.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has disappeared.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The subviews are laid out.
    open func viewDidLayoutSubviews() {}

    // MARK: On top

    /// Presents a controller on top of this one.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated: Bool,
        completion: (@MainActor () -> Void)? = nil
    ) { put(viewControllerToPresent, animated, completion) }

    /// Dismisses the controller on top of this one; if there is none, asks the presenting controller to dismiss this
    /// one.
    open func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
        take(animated, completion)
    }

    /// Handles a person's input; returns false if no view here uses it.
    @discardableResult
    open func receive(_ event: ViewEvent) -> Bool { pass(event) }

    /// Called when the language changes; updates its texts.
    ///
    /// Child and presented controllers are notified, too; an app's own alert keeps its text.
    open func wordsDidChange() { passOnWords() }

    /// Sends changes of the screen to all followers; `nil` until there is one.
    final var broadcast: ScreenBroadcast?
    /// Returns the latest readings of a plot element; `nil` if there are none.
    ///
    /// It is called a few times a second while a plot is shown and followed. A task controller returns the readings of
    /// its recorders; a host with other readings sets its own function.
    public final var latestReadings: (@MainActor (PlotContent, ViewID) -> PlotReadings?)?
    /// Called when a follower has left.
    func followerDidLeave() {}
    /// Whether the present step is being left; a change of this must update the screen.
    var isLeaving: Bool { false }
    /// How many steps were shown on it so far; `nil` if it shows only one.
    var visit: Int? { nil }
    /// Called after it was dismissed, and after the completion handler of the dismissal.
    final var whenGone: (@MainActor () -> Void)?
}

extension UIViewController {
    private static func layoutName(in decoder: NSCoder) -> String? {
        let key = "UINibName"
        guard decoder.containsValue(forKey: key) else { return nil }
        return decoder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    /// Loads the view, if it is not loaded.
    public final func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        loadView()
        if let nibName { layOut(by: nibName) }
        viewDidLoad()
    }

    private func layOut(by name: String) {
        guard let layout = RSDLayouts.layout(named: name, in: nibBundle) else {
            let error = RSDLayoutError(layout: name)
            layoutError = error
            RSDLayouts.report(error)
            return
        }
        layout(self)
    }

    /// Makes it appear: calls the appearance functions in order, with the layout in between.
    public final func appear(animated: Bool = false) {
        loadViewIfNeeded()
        viewWillAppear(animated)
        viewDidLayoutSubviews()
        viewDidAppear(animated)
    }

    /// Makes it disappear.
    public final func disappear(animated: Bool = false) {
        viewWillDisappear(animated)
        viewDidDisappear(animated)
    }

    /// The controllers presented on top of this one and of its children, the uppermost last.
    public final var controllersOnTop: [UIViewController] {
        let own = presentedViewController.map { [$0] + $0.controllersOnTop } ?? []
        return children.flatMap(\.controllersOnTop) + own
    }

    /// The tree of all visible elements: its view, and the controllers presented on top.
    public final var screen: ViewNode {
        loadViewIfNeeded()
        let root: ViewID = "screen"
        let words = wordsAround ?? StepWords()
        let own = loadedView?.node(in: root, amid: words)
        let onTop = controllersOnTop.enumerated().map { index, controller in
            controller.nodeOnTop(root.appending("top-\(index)"), amid: words)
        }
        return ViewNode(
            root,
            .group(
                GroupContent(
                    .screen,
                    title: title,
                    isLeaving: isLeaving ? true : nil,
                    visit: visit
                ).speaking(words.language)
            ),
            children: [own].compactMap(\.self) + onTop
        )
    }

    /// Its tree as a presented controller; states its language if that differs from the one around it.
    private func nodeOnTop(_ id: ViewID, amid around: StepWords) -> ViewNode {
        let words = wordsAround ?? around
        let group = GroupContent(.modal, title: title)
        return ViewNode(
            id,
            .group(words.language == around.language ? group : group.speaking(words.language)),
            children: shownView.map { [$0.node(in: id, amid: words)] } ?? []
        )
    }

    private var shownView: UIView? {
        loadViewIfNeeded()
        return loadedView
    }

    /// Passes input to the view that it is meant for; a controller below another one gets none.
    private func pass(_ event: ViewEvent) -> Bool {
        guard let target = event.target else { return false }
        let names = target.names
        guard names.first == "screen", names.count > 1 else { return false }
        let onTop = controllersOnTop
        guard let uppermost = onTop.last else { return deliver(event, names.dropFirst()) }
        guard names[1] == "top-\(onTop.count - 1)" else { return false }
        if case .closed = event {
            // Closing an alert presses its cancel button, or its only button.
            if let question = uppermost as? UIAlertController {
                let only = question.actions.count == 1 ? question.actions.first : nil
                guard let answer = question.actions.first(where: { $0.style == .cancel }) ?? only
                else { return false }
                question.choose(answer)
                return true
            }
            uppermost.presentingViewController?.dismiss(animated: true)
            return true
        }
        return uppermost.deliver(event, names.dropFirst(2))
    }

    private func deliver(_ event: ViewEvent, _ names: ArraySlice<Substring>) -> Bool {
        guard let view = loadedView, let first = names.first, first == view.name else {
            return false
        }
        return view.view(at: names.dropFirst())?.receive(event) ?? false
    }

    /// The words for its view: those of the view or a view around it, or else of the parent or presenting controller.
    private var wordsAround: StepWords? {
        loadedView?.nearestWords ?? parent?.wordsAround ?? presentingViewController?.wordsAround
    }

    private func passOnWords() {
        for child in children { child.wordsDidChange() }
        presentedViewController?.wordsDidChange()
    }

    private func noteDisplayChange() {
        var controller: UIViewController? = self
        while let here = controller {
            here.broadcast?.becomeDue()
            controller = here.parent ?? here.presentingViewController
        }
    }

    private func put(
        _ other: UIViewController,
        _ animated: Bool,
        _ completion: (@MainActor () -> Void)?
    ) {
        guard presentedViewController == nil, other !== self else {
            // Only one controller is presented directly: a later one is presented on top of that.
            presentedViewController?.present(other, animated: animated, completion: completion)
            return
        }
        presentedViewController = other
        other.presentingViewController = self
        other.appear(animated: animated)
        noteDisplayChange()
        completion?()
    }

    private func take(_ animated: Bool, _ completion: (@MainActor () -> Void)?) {
        guard let top = presentedViewController else {
            presentingViewController?.dismiss(animated: animated, completion: completion)
            return
        }
        presentedViewController = nil
        top.presentingViewController = nil
        top.disappear(animated: animated)
        noteDisplayChange()
        completion?()
        // Controllers on top of the dismissed one are gone, too.
        for gone in [top] + top.controllersOnTop { gone.whenGone.take()?() }
    }

    // MARK: Within it

    /// Adds a child controller; the caller places its view.
    public final func addChild(_ child: UIViewController) {
        child.removeFromParent()
        child.parent = self
        children.append(child)
    }

    /// Removes it from its parent controller.
    public final func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }
}
