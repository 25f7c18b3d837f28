// The completion-handler forms for existing hosts. Each method begins the async call before it returns, so `status`
// has already changed by then; the completion handler is called later.

/// Receives the result and the error of the action once a call to it has completed.
public typealias RSDAsyncActionCompletionHandler =
    @MainActor (any RSDAsyncActionController, (any RSDResult)?, (any Error)?) -> Void

extension RSDAsyncActionController {
    /// Calls `requestPermissions()`; `presenter` is ignored, because no prompt on Linux needs a view controller.
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
