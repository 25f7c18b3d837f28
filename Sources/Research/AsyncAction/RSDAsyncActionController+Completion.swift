// The completion-handler forms that existing hosts call. Each begins in the caller's own turn, so
// that the status has already changed when it returns, and ends in the async form.

/// Called when a call to an async action has completed, with the result and error it has by then.
public typealias RSDAsyncActionCompletionHandler =
    @MainActor (any RSDAsyncActionController, (any RSDResult)?, (any Error)?) -> Void

extension RSDAsyncActionController {
    /// Calls `requestPermissions()`; no prompt on this system needs a presenter to show it.
    public func requestPermissions(
        on presenter: AnyObject?,
        _ completion: @escaping RSDAsyncActionCompletionHandler
    ) {
        complete(completion) { controller in _ = try await controller.requestPermissions() }
    }

    /// Calls `start()`.
    public func start(_ completion: RSDAsyncActionCompletionHandler?) {
        complete(completion) { controller in try await controller.start() }
    }

    /// Calls `stop()`.
    public func stop(_ completion: RSDAsyncActionCompletionHandler?) {
        complete(completion) { controller in _ = try await controller.stop() }
    }

    private func complete(
        _ completion: RSDAsyncActionCompletionHandler?,
        _ call: @escaping @MainActor (any RSDAsyncActionController) async throws -> Void
    ) {
        Task.immediate { @MainActor in
            do {
                try await call(self)
                completion?(self, self.result, nil)
            } catch {
                completion?(self, self.result, error)
            }
        }
    }
}
