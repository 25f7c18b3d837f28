// The engine of a task controller. What the engine asks goes to the controller's own members, which a
// subclass may have overridden; what they do by themselves is the engine's again.

internal import Research
internal import TaskEngine

/// Drives the run of a task that is on screen.
@MainActor
final class ScreenEngine: TaskEngine {
    weak var controller: RSDTaskViewController?

    // MARK: What it asks

    override var factory: RSDFactory? {
        get { controller?.factory ?? ownFactory }
        set { ownFactory = newValue }
    }

    override var canSaveTaskProgress: Bool { controller?.canSaveTaskProgress ?? keepsProgress }

    override func stepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? {
        // A run whose controller is gone stays where it is.
        guard let controller else { return super.stepController(for: step, in: path) }
        return controller.makeController(for: step, in: path)
    }

    override func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection
    ) async -> Bool {
        await controller?.navigate(to: step, from: previousStep, direction: direction) ?? false
    }

    override func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? {
        levelOfAction = path
        defer { levelOfAction = nil }
        return controller?.asyncActionController(for: configuration)
    }

    override func vendDefaultAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? {
        controller?.vendDefaultAsyncActionController(for: configuration)
    }

    override func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        path: RSDTaskPath
    ) async -> [any RSDAsyncActionController] {
        guard let controller else { return await addByItself(configurations, path) }
        return await controller.addAsyncActions(with: configurations, path: path)
    }

    override func requestPermission(for controllers: [any RSDAsyncActionController]) async {
        guard let controller else { return await requestByItself(controllers) }
        await controller.requestPermission(for: controllers)
    }

    override func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async {
        guard let controller else { return await startByItself(controllers, showLoading) }
        await controller.startAsyncActions(for: controllers, showLoading: showLoading)
    }

    override func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async {
        guard let controller else { return await stopByItself(controllers, showLoading) }
        await controller.stopAsyncActions(for: controllers, showLoading: showLoading)
    }

    override func asyncActionController(
        _ action: any RSDAsyncActionController,
        didFailWith error: any Error
    ) {
        guard let controller else { return failActionByItself(action, error) }
        controller.asyncActionController(action, didFailWith: error)
    }

    override func asyncActionControllerDidStart(_ action: any RSDAsyncActionController) {
        controller?.asyncActionControllerDidStart(action)
    }

    override func startBackgroundAudioSessionIfNeeded() {
        super.startBackgroundAudioSessionIfNeeded()
        controller?.startBackgroundAudioSessionIfNeeded()
    }

    override func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool {
        controller?.shouldFetchSubtask(for: step) ?? true
    }

    override func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool {
        controller?.shouldPageSectionSteps(for: step) ?? true
    }

    override func showLoading(for taskInfo: any RSDTaskInfoStep) {
        super.showLoading(for: taskInfo)
        controller?.showLoading(for: taskInfo)
    }

    override func hideLoadingIfNeeded() {
        super.hideLoadingIfNeeded()
        controller?.hideLoadingIfNeeded()
    }

    override func handleFinishedLoading() {
        guard let controller else { return goOnByItself() }
        controller.handleFinishedLoading()
    }

    override func handleTaskFailure(with error: any Error) {
        guard let controller else { return failByItself(error) }
        controller.handleTaskFailure(with: error)
    }

    override func handleTaskResultReady(with taskPath: RSDTaskPath) {
        guard let controller else { return tellReadyByItself(taskPath) }
        controller.handleTaskResultReady(with: taskPath)
    }

    override func handleTaskCompleted() {
        // Whatever a subclass does at the end of its task.
        controller?.endAudioSession()
        guard let controller else { return completeByItself() }
        controller.handleTaskCompleted()
    }

    override func handleTaskCancelled(shouldSave: Bool) {
        guard let controller else { return cancelByItself(shouldSave) }
        controller.handleTaskCancelled(shouldSave: shouldSave)
    }

    override func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?) {
        controller?.endAudioSession()
        super.handleTaskDidFinish(with: reason, error: error)
        controller?.tellFinished(reason, error)
    }

    // MARK: What the controller's members do by themselves

    /// The level whose async action is being made.
    var levelOfAction: RSDTaskViewModel?

    var ownFactory: RSDFactory? {
        get { super.factory }
        set { super.factory = newValue }
    }

    var keepsProgress: Bool { super.canSaveTaskProgress }

    func makeAsyncAction(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? {
        super.asyncActionController(
            for: configuration,
            in: levelOfAction ?? taskViewModel.currentNode
        )
    }

    func addByItself(
        _ configurations: [any RSDAsyncActionConfiguration],
        _ path: RSDTaskPath
    ) async -> [any RSDAsyncActionController] {
        await super.addAsyncActions(with: configurations, path: path)
    }

    func requestByItself(_ controllers: [any RSDAsyncActionController]) async {
        await super.requestPermission(for: controllers)
    }

    func startByItself(_ controllers: [any RSDAsyncActionController], _ showLoading: Bool) async {
        await super.startAsyncActions(for: controllers, showLoading: showLoading)
    }

    func stopByItself(_ controllers: [any RSDAsyncActionController], _ showLoading: Bool) async {
        await super.stopAsyncActions(for: controllers, showLoading: showLoading)
    }

    func failActionByItself(_ action: any RSDAsyncActionController, _ error: any Error) {
        super.asyncActionController(action, didFailWith: error)
    }

    func goOnByItself() { super.handleFinishedLoading() }

    func failByItself(_ error: any Error) { super.handleTaskFailure(with: error) }

    func tellReadyByItself(_ taskPath: RSDTaskPath) {
        super.handleTaskResultReady(with: taskPath)
    }

    func completeByItself() { super.handleTaskCompleted() }

    func cancelByItself(_ shouldSave: Bool) { super.handleTaskCancelled(shouldSave: shouldSave) }
}
