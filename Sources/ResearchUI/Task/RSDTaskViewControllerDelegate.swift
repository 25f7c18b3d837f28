// The questions and reports that the host of a task controller gets. All have default implementations, so that a host
// implements only those it needs. A host that puts the controller on screen must also remove it at the end.

public import Research
public import TaskEngine

/// Receives the reports of a task controller.
@MainActor
public protocol RSDTaskControllerDelegate: AnyObject {
    /// The run is over; the host must remove the controller from the screen.
    ///
    /// Every file is closed, except that of a recorder that did not stop in time.
    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    )
    /// The result is complete.
    func taskController(
        _ taskController: any RSDTaskController,
        readyToSave taskPath: RSDTaskPath
    )
    /// The participant has left the task, and asks to be reminded of it later.
    ///
    /// The host must remind them; the task defines the reminder's identifier. The end of the run is reported
    /// right after.
    func taskController(
        _ taskController: any RSDTaskController,
        remindLaterBy reminderIdentifier: String
    )
}

/// Receives the reports of a task view controller, and may make controllers for it.
@MainActor
public protocol RSDTaskViewControllerDelegate: RSDTaskControllerDelegate {
    /// The controller of a step; `nil` to leave that to the step and the task controller.
    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        viewControllerFor step: any RSDStep
    ) -> (any UIViewController & RSDStepController)?
    /// The controller of an async action; `nil` to leave that to the configuration and the task
    /// controller.
    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)?
    /// Whether to show the info step of a task while the task is being fetched.
    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        shouldShowTaskInfoFor step: any RSDTaskInfoStep
    ) -> Bool
    /// The task cannot be fetched, or cannot go on; if the host answers `wait`, `goForward` tries again.
    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        didFailWith error: any Error
    ) -> TaskFailureResponse
}

extension RSDTaskControllerDelegate {
    public func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    ) {}

    public func taskController(
        _ taskController: any RSDTaskController,
        readyToSave taskPath: RSDTaskPath
    ) {}

    public func taskController(
        _ taskController: any RSDTaskController,
        remindLaterBy reminderIdentifier: String
    ) {}
}

extension RSDTaskViewControllerDelegate {
    public func taskViewController(
        _ taskViewController: RSDTaskViewController,
        viewControllerFor step: any RSDStep
    ) -> (any UIViewController & RSDStepController)? { nil }

    public func taskViewController(
        _ taskViewController: RSDTaskViewController,
        asyncActionControllerFor configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? { nil }

    public func taskViewController(
        _ taskViewController: RSDTaskViewController,
        shouldShowTaskInfoFor step: any RSDTaskInfoStep
    ) -> Bool { false }

    public func taskViewController(
        _ taskViewController: RSDTaskViewController,
        didFailWith error: any Error
    ) -> TaskFailureResponse { .giveUp }
}
