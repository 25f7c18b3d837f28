// The protocols of task and step controllers, with SageResearch's names. Functions that complete later are async; an
// extension adds their completion-handler forms.

public import Research

/// Runs a task: shows its steps, and drives its async actions.
@MainActor
public protocol RSDTaskController: RSDAsyncActionControllerDelegate {
    /// The state of the run.
    var taskViewModel: RSDTaskViewModel { get }
    /// Decodes tasks that are fetched.
    var factory: RSDFactory? { get set }
    /// Whether the run can be saved and resumed.
    var canSaveTaskProgress: Bool { get }
    /// The controller of the present step.
    var currentStepController: (any RSDStepController)? { get }
    /// The controllers of all async actions in use: asking for permission, starting, running or stopping.
    var currentAsyncControllers: [any RSDAsyncActionController] { get }

    /// Whether the task of a step is fetched.
    func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool
    /// Whether the steps of a section are shown one by one.
    func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool
    /// Shows that a task is being fetched.
    func showLoading(for taskInfo: any RSDTaskInfoStep)
    /// Goes on with the fetched task, at once or when the participant wants to.
    func handleFinishedLoading()
    /// Hides the loading indicator.
    func hideLoadingIfNeeded()
    /// Shows a step; returns whether it is on screen.
    func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection
    ) async -> Bool
    /// Handles a task that could not be fetched, or cannot go on.
    func handleTaskFailure(with error: any Error)
    /// Handles the end of the task.
    func handleTaskCompleted()
    /// Handles the complete result.
    func handleTaskResultReady(with taskPath: RSDTaskPath)
    /// Leaves the task; keeps its results if `shouldSave` is true.
    func handleTaskCancelled(shouldSave: Bool)

    /// Makes the controllers of async actions, without starting them.
    func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        path: RSDTaskPath
    ) async -> [any RSDAsyncActionController]
    /// Requests the permissions that controllers need; refused controllers leave `currentAsyncControllers`.
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
    /// Cancels all async actions at once.
    func cancelAllAsyncActions()
}

/// Shows one step.
@MainActor
public protocol RSDStepController: AnyObject {
    /// The step.
    var step: any RSDStep { get }
    /// The level of the run that it belongs to.
    var path: RSDTaskViewModel { get }
    /// Handles the end of loading.
    func didFinishLoading()
}

/// A step that makes its own controller.
public protocol RSDStepControllerVendor: RSDStep {
    /// Returns the controller; `nil` to use the one that the task controller makes.
    @MainActor
    func instantiateStepController(with path: RSDTaskViewModel) -> (any RSDStepController)?
}
