// A subclass of RSDTaskViewController that overrides all that is open in it, and vends the other subclasses
// where the task would have controllers of the framework's own.

import Research
import ResearchUI
import TaskEngine

/// Runs a task, and logs the calls.
final class NotingTaskViewController: RSDTaskViewController {
    /// The async actions that were made here.
    private(set) var lamps: [LampAction] = []
    /// The task's name in the log.
    private var place: String { "task" }

    private func note(_ member: String = #function) {
        CallLog.ofRun.note(.task, member, at: place)
    }

    private func noteSetter(_ member: String = #function) { note("\(member) =") }

    override weak var delegate: (any RSDTaskViewControllerDelegate)? {
        get {
            note()
            return super.delegate
        }
        set {
            noteSetter()
            super.delegate = newValue
        }
    }
    override var factory: RSDFactory? {
        get {
            note()
            return super.factory
        }
        set {
            noteSetter()
            super.factory = newValue
        }
    }
    override var canSaveTaskProgress: Bool {
        get {
            note()
            return super.canSaveTaskProgress
        }
        set {
            noteSetter()
            super.canSaveTaskProgress = newValue
        }
    }

    // MARK: Steps

    override func viewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) {
        note()
        return super.viewController(for: step)
    }
    override func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? {
        note()
        return super.instantiateViewController(with: viewTheme)
    }
    override func vendDefaultViewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) {
        note()
        let usual = super.vendDefaultViewController(for: step)
        guard usual is RSDTableStepViewController, NotingTableStepViewController.doesSupport(step)
        else { return usual }
        // Without a step, as from a storyboard: the task controller gives it step and host.
        let own = NotingTableStepViewController(nibName: nil, bundle: nil)
        own.shouldShowHeader = true
        own.shouldShowFooter = true
        return own
    }
    override var currentStepViewController: (any UIViewController & RSDStepController)? {
        note()
        return super.currentStepViewController
    }
    override func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool {
        note()
        return super.shouldFetchSubtask(for: step)
    }
    override func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool {
        note()
        return super.shouldPageSectionSteps(for: step)
    }

    // MARK: Async actions

    override func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? {
        note()
        return super.asyncActionController(for: configuration)
    }
    override func vendDefaultAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? {
        note()
        if let usual = super.vendDefaultAsyncActionController(for: configuration) { return usual }
        let lamp = LampAction(configuration, taskViewModel)
        lamps.append(lamp)
        return lamp
    }
    override func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) {
        note()
        super.asyncActionController(controller, didFailWith: error)
    }

    // MARK: Loading

    override func showLoading(for taskInfo: any RSDTaskInfoStep) {
        note()
        super.showLoading(for: taskInfo)
    }
    override func handleFinishedLoading() {
        note()
        super.handleFinishedLoading()
    }
    override func hideLoadingIfNeeded() {
        note()
        super.hideLoadingIfNeeded()
    }

    // MARK: Moving and ending

    override func goForward() {
        note()
        super.goForward()
    }
    override func goBack() {
        note()
        super.goBack()
    }
    override func handleTaskFailure(with error: any Error) {
        note()
        super.handleTaskFailure(with: error)
    }
    override func handleTaskCompleted() {
        note()
        super.handleTaskCompleted()
    }
    override func handleTaskResultReady(with taskPath: RSDTaskPath) {
        note()
        super.handleTaskResultReady(with: taskPath)
    }
    override func handleTaskCancelled(shouldSave: Bool) {
        note()
        super.handleTaskCancelled(shouldSave: shouldSave)
    }

    // MARK: Pages

    override func findPageViewController() -> (
        any UIViewController & RSDPageViewControllerProtocol
    )? {
        note()
        return super.findPageViewController()
    }
    override func addPageViewController() -> (any UIViewController & RSDPageViewControllerProtocol)
    {
        note()
        return super.addPageViewController()
    }
    override func viewDidLoad() {
        note()
        super.viewDidLoad()
    }
    override func viewWillAppear(_ animated: Bool) {
        note()
        super.viewWillAppear(animated)
    }
    override func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        note()
        return super.pageViewController(pageViewController, viewControllerBefore: viewController)
    }
    override func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        note()
        return super.pageViewController(pageViewController, viewControllerAfter: viewController)
    }
}
