// What the host of a task controller is asked, and told. All of it has an answer already, so that a host
// writes only what it has to say; whoever puts the controller on screen also takes it away at the end.

public import Research
public import TaskEngine

/// Hears from whatever runs a task.
@MainActor
public protocol RSDTaskControllerDelegate: AnyObject {
    /// The run is over and every file is closed; the controller is to be taken off the screen.
    func taskController(
        _ taskController: any RSDTaskController,
        didFinishWith reason: RSDTaskFinishReason,
        error: (any Error)?
    )
    /// The result is whole.
    func taskController(
        _ taskController: any RSDTaskController,
        readyToSave taskPath: RSDTaskPath
    )
    /// The participant has left the task, and wants to be reminded of it: that is the host's to do, by what the task
    /// calls the reminder. The end of the run is told right after.
    func taskController(
        _ taskController: any RSDTaskController,
        remindLaterBy reminderIdentifier: String
    )
}

/// Hears from a task controller, and may make controllers for it.
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
    /// Whether the info step of a task is on screen while the task is being fetched.
    func taskViewController(
        _ taskViewController: RSDTaskViewController,
        shouldShowTaskInfoFor step: any RSDTaskInfoStep
    ) -> Bool
    /// Something stands in the way; whoever waits may try again by `goForward`.
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
