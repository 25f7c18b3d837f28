// Completion-handler forms of the async functions, for existing hosts that call them.

public import Research

extension RSDTaskController {
    /// Calls the async form.
    public func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        completion: @escaping @MainActor ([any RSDAsyncActionController]) -> Void
    ) {
        Task.immediate { @MainActor in
            completion(await addAsyncActions(with: configurations, path: taskViewModel.currentNode))
        }
    }

    /// Calls the async form.
    public func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool,
        completion: @escaping @MainActor () -> Void
    ) {
        Task.immediate { @MainActor in
            await startAsyncActions(for: controllers, showLoading: showLoading)
            completion()
        }
    }

    /// Calls the async form.
    public func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool,
        completion: @escaping @MainActor () -> Void
    ) {
        Task.immediate { @MainActor in
            await stopAsyncActions(for: controllers, showLoading: showLoading)
            completion()
        }
    }

    /// Calls the async form.
    public func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection,
        completion: (@MainActor (Bool) -> Void)?
    ) {
        Task.immediate { @MainActor in
            let isShown = await navigate(to: step, from: previousStep, direction: direction)
            completion?(isShown)
        }
    }
}
