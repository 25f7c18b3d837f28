// A controller of views without a screen. It is shown, told so, and taken away in the order that
// controllers of the field know; what lies on top of it is a part of what it shows.

public import Foundation
public import ViewTree

/// Controls a view and what is in it.
@MainActor
open class UIViewController {
    /// The name of the layout that it was made with.
    public private(set) final var nibName: String?
    /// Where the layout is.
    public private(set) final var nibBundle: Bundle?
    /// Why the layout could not be had, if one was asked for.
    public private(set) final var layoutError: RSDLayoutError?
    /// What stands above it.
    open var title: String? { didSet { if title != oldValue { noteDisplayChange() } } }
    /// The controllers within it.
    public private(set) final var children: [UIViewController] = []
    public private(set) final weak var parent: UIViewController?
    /// What lies on top of it.
    public private(set) final var presentedViewController: UIViewController?
    public private(set) final weak var presentingViewController: UIViewController?
    /// Whether its view is there.
    public private(set) final var isViewLoaded = false
    private var loadedView: UIView?

    /// A controller with a layout of a name, which `RSDLayouts` knows; without a name, with its own.
    ///
    /// Where nobody has registered the name, the controller's own layout is used, and
    /// `layoutError` says so.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
    }

    /// A controller that was written down; `nil`, and a word to `RSDLayouts.report`, where the layout
    /// that it was made with is not registered here.
    ///
    /// An archive that is not the app's own is to be opened with the policy `.setErrorAndReturn`: with the
    /// other one, the system ends the program at what is not as it should be.
    public required init?(coder aDecoder: NSCoder) {
        nibName = Self.layoutName(in: aDecoder)
        if let nibName, RSDLayouts.layout(named: nibName, in: nil) == nil {
            RSDLayouts.report(RSDLayoutError(layout: nibName))
            return nil
        }
    }

    /// The view; it is made when it is asked for the first time.
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
    /// The view is about to be taken away.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view is shown no more.
    open func viewDidDisappear(_ animated: Bool) {}
    /// What is in the view has its place.
    open func viewDidLayoutSubviews() {}

    // MARK: On top

    /// Puts a controller on top of this one.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated: Bool,
        completion: (@MainActor () -> Void)? = nil
    ) { put(viewControllerToPresent, animated, completion) }

    /// Takes away what lies on top of this one; what lies on top of another asks that one.
    open func dismiss(animated: Bool, completion: (@MainActor () -> Void)? = nil) {
        take(animated, completion)
    }

    /// Takes what a person did; `false` where nothing here has a use for it.
    @discardableResult
    open func receive(_ event: ViewEvent) -> Bool { pass(event) }

    /// The words of whoever shows it are others now: it says anew what it said in them.
    ///
    /// Those within it and on top of it are told, too; a question of an app's own stays as it was asked.
    open func wordsDidChange() { passOnWords() }

    /// Tells all who follow what it shows; there is none until somebody does.
    final var broadcast: ScreenBroadcast?
    /// What the plots on its screen show now, by their elements; `nil` where nobody has readings.
    ///
    /// It is asked a few times a second while a plot is shown and somebody follows. A task controller answers with
    /// what its recorders have; whoever has other readings sets another answer.
    public final var latestReadings: (@MainActor (PlotContent, ViewID) -> PlotReadings?)?
    /// One of those who followed is gone.
    func followerDidLeave() {}
    /// Whether what it shows is being left for something else; who changes that has the screen shown anew.
    var isLeaving: Bool { false }
    /// How many things have been shown on it, one after the other; `nil` where that is one.
    var visit: Int? { nil }
    /// Told when it has been taken away from the top, after whoever it was taken away for.
    final var whenGone: (@MainActor () -> Void)?
}

extension UIViewController {
    private static func layoutName(in decoder: NSCoder) -> String? {
        let key = "UINibName"
        guard decoder.containsValue(forKey: key) else { return nil }
        return decoder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    /// Makes the view, if it is not there.
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

    /// Shows it: tells it in order, with its layout between.
    public final func appear(animated: Bool = false) {
        loadViewIfNeeded()
        viewWillAppear(animated)
        viewDidLayoutSubviews()
        viewDidAppear(animated)
    }

    /// Takes it away.
    public final func disappear(animated: Bool = false) {
        viewWillDisappear(animated)
        viewDidDisappear(animated)
    }

    /// The controllers that lie on top of this one and of those in it, the uppermost last.
    public final var controllersOnTop: [UIViewController] {
        let own = presentedViewController.map { [$0] + $0.controllersOnTop } ?? []
        return children.flatMap(\.controllersOnTop) + own
    }

    /// All that is to be seen: its view, and what lies on top of it.
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

    /// What is to be seen of it on top of another; it says its language where that is another one.
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

    /// Gives what a person did to the view that it was done with; what lies below another takes nothing.
    private func pass(_ event: ViewEvent) -> Bool {
        guard let target = event.target else { return false }
        let names = target.names
        guard names.first == "screen", names.count > 1 else { return false }
        let onTop = controllersOnTop
        guard let uppermost = onTop.last else { return deliver(event, names.dropFirst()) }
        guard names[1] == "top-\(onTop.count - 1)" else { return false }
        if case .closed = event {
            // A question that is pushed aside is answered as its cancel button does, or its only one.
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

    /// The words that hold for its view: those of the view or of one around it, else those of the
    /// controller around it, else those of the one that it lies on.
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
            // One thing at a time lies on top: what comes later lies on top of that.
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
        // What lay on top of it has gone with it.
        for gone in [top] + top.controllersOnTop { gone.whenGone.take()?() }
    }

    // MARK: Within it

    /// Takes a controller in; its view is put where the caller wants it.
    public final func addChild(_ child: UIViewController) {
        child.removeFromParent()
        child.parent = self
        children.append(child)
    }

    /// Leaves the controller that it is within.
    public final func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }
}
