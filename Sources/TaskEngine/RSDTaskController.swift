// What whoever runs a task can be asked, in the words of the field. Calls that complete later are
// async; their forms with a completion handler are in an extension.

public import Research

/// Runs a task: shows its steps, and drives what goes on meanwhile.
@MainActor
public protocol RSDTaskController: RSDAsyncActionControllerDelegate {
    /// The state of the run.
    var taskViewModel: RSDTaskViewModel { get }
    /// What decodes tasks that are fetched.
    var factory: RSDFactory? { get set }
    /// Whether the run can be left and taken up again.
    var canSaveTaskProgress: Bool { get }
    /// What shows the present step.
    var currentStepController: (any RSDStepController)? { get }
    /// The async actions that are asked, start, run or stop.
    var currentAsyncControllers: [any RSDAsyncActionController] { get }

    /// Whether the task of a step is fetched.
    func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool
    /// Whether the steps of a section are shown one by one.
    func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool
    /// Shows that a task is being fetched.
    func showLoading(for taskInfo: any RSDTaskInfoStep)
    /// Goes on with the task that was fetched, at once or when the participant wants to.
    func handleFinishedLoading()
    /// Shows no more that something is awaited.
    func hideLoadingIfNeeded()
    /// Shows a step; answers whether it is on screen.
    func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection
    ) async -> Bool
    /// Takes note that a task could not be fetched, or not go on.
    func handleTaskFailure(with error: any Error)
    /// Takes note that the task is over.
    func handleTaskCompleted()
    /// Takes note that the result is whole.
    func handleTaskResultReady(with taskPath: RSDTaskPath)
    /// Leaves the task, and keeps what there is if that is wanted.
    func handleTaskCancelled(shouldSave: Bool)

    /// Makes the controllers of async actions; they are idle.
    func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        path: RSDTaskPath
    ) async -> [any RSDAsyncActionController]
    /// Asks for what controllers need; those that are refused are no longer among the current.
    func requestPermission(for controllers: [any RSDAsyncActionController]) async
    /// Starts controllers.
    func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async
    /// Stops controllers, and attaches what they recorded.
    func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async
    /// Gives all of them up at once.
    func cancelAllAsyncActions()
}

/// Shows one step.
@MainActor
public protocol RSDStepController: AnyObject {
    /// The step.
    var step: any RSDStep { get }
    /// The level of the run that it belongs to.
    var path: RSDTaskViewModel { get }
    /// Takes note that what was awaited is there.
    func didFinishLoading()
}

/// A step that makes its own controller.
public protocol RSDStepControllerVendor: RSDStep {
    /// The controller; `nil` to leave that to the task controller.
    @MainActor
    func instantiateStepController(with path: RSDTaskViewModel) -> (any RSDStepController)?
}
