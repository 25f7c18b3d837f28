// Shows one controller at a time, and calls the appearance functions of the old and the new one in the order that
// SageResearch's controllers expect.

public import Research
public import ViewTree

/// Shows one controller at a time.
@MainActor
public protocol RSDPageViewControllerProtocol: AnyObject {
    /// Shows a controller in the place of another.
    ///
    /// - Parameters:
    ///   - viewControllers: The controller, as the only element; `nil` to show none.
    ///   - direction: The direction it comes from; `none` for no transition.
    ///   - animated: Whether the transition is animated.
    ///   - completion: Called once, with whether the controller is on screen.
    func setViewControllers(
        _ viewControllers: [UIViewController]?,
        direction: RSDStepDirection,
        animated: Bool,
        completion: (@MainActor (Bool) -> Void)?
    )
}

/// Supplies the pages before and after a page.
@MainActor
public protocol UIPageViewControllerDataSource: AnyObject {
    /// The page before another; `nil` if there is none.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The page after another; `nil` if there is none.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
}

/// Receives the events of a page that a person turns.
@MainActor
public protocol UIPageViewControllerDelegate: AnyObject {
    /// A page is about to be turned.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    )
    /// A page has been turned.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    )
}

extension UIPageViewControllerDelegate {
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    ) {}

    public func pageViewController(
        _ pageViewController: UIPageViewController,
        didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController],
        transitionCompleted completed: Bool
    ) {}
}

/// Shows one controller at a time, and turns to another when a person swipes.
open class UIPageViewController: UIViewController, RSDPageViewControllerProtocol {
    /// The direction that a page comes from.
    public enum NavigationDirection: Sendable, Hashable, CaseIterable {
        case forward, reverse
    }

    public final weak var dataSource: (any UIPageViewControllerDataSource)?
    public final weak var delegate: (any UIPageViewControllerDelegate)?
    /// The direction that the present page came from.
    public private(set) final var lastDirection: NavigationDirection?
    private var shown: UIViewController?
    /// Whether `viewDidAppear` was called on the present page.
    private var isPageOnScreen = false

    /// A controller without pages.
    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// The page that is shown.
    public final var viewControllers: [UIViewController]? { shown.map { [$0] } }

    open override func loadView() { view = UIStackView(name: "page", role: .stack) }

    /// Shows a controller in the place of another.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?,
        direction: NavigationDirection,
        animated: Bool,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) { turn(to: viewControllers?.first, direction, animated, completion) }

    open func setViewControllers(
        _ viewControllers: [UIViewController]?,
        direction: RSDStepDirection,
        animated: Bool,
        completion: (@MainActor (Bool) -> Void)?
    ) {
        setViewControllers(
            viewControllers,
            direction: direction == .reverse ? NavigationDirection.reverse : .forward,
            animated: animated && direction != .none,
            completion: completion
        )
    }

    // The page appears and disappears together with this controller.
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if !isPageOnScreen { shown?.viewWillAppear(animated) }
    }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard let shown, !isPageOnScreen else { return }
        isPageOnScreen = true
        shown.viewDidAppear(animated)
    }
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        if isPageOnScreen { shown?.viewWillDisappear(animated) }
    }
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        guard let shown, isPageOnScreen else { return }
        isPageOnScreen = false
        shown.viewDidDisappear(animated)
    }
    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .swiped(let direction) = event else { return super.receive(event) }
        return follow(direction)
    }
}

extension UIPageViewController {
    private func turn(
        to next: UIViewController?,
        _ direction: NavigationDirection,
        _ animated: Bool,
        _ completion: (@MainActor (Bool) -> Void)?
    ) {
        let old = shown
        guard next !== old else {
            completion?(true)
            return
        }
        loadViewIfNeeded()
        lastDirection = direction
        let wasOnScreen = isPageOnScreen
        if wasOnScreen { old?.viewWillDisappear(animated) }
        if let next {
            addChild(next)
            next.loadViewIfNeeded()
            next.viewWillAppear(animated)
        }
        // Whatever is presented on top of a page is dismissed with it.
        if old?.presentedViewController != nil { old?.dismiss(animated: false) }
        old?.view.removeFromSuperview()
        old?.removeFromParent()
        shown = next
        if let next {
            view.addSubview(next.view)
            next.viewDidLayoutSubviews()
        }
        if wasOnScreen { old?.viewDidDisappear(animated) }
        isPageOnScreen = next != nil
        next?.viewDidAppear(animated)
        completion?(true)
    }

    private func follow(_ direction: ViewEvent.Direction) -> Bool {
        guard let shown, let dataSource else { return false }
        let next: UIViewController?
        switch direction {
        case .back: next = dataSource.pageViewController(self, viewControllerBefore: shown)
        case .forward: next = dataSource.pageViewController(self, viewControllerAfter: shown)
        }
        guard let next else { return true }
        delegate?.pageViewController(self, willTransitionTo: [next])
        turn(to: next, direction == .back ? .reverse : .forward, true) { isOnScreen in
            self.delegate?.pageViewController(
                self,
                didFinishAnimating: true,
                previousViewControllers: [shown],
                transitionCompleted: isOnScreen
            )
        }
        return true
    }
}
