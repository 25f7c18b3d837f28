// A recorder of somebody else's may never answer, and whoever waits for it would keep a participant at a
// step for ever. Limits are in the machine's own time: a recorder knows no other.

internal import Research
internal import TaskEngine

/// How long one waits for recorders.
struct RecorderLimits: Sendable, Hashable {
    var start = Duration.seconds(60)
    var stop = Duration.seconds(120)
    /// How long a recorder may take to close its files, once it has been cancelled.
    var cancel = Duration.seconds(5)
}

extension RSDAsyncActionController {
    /// Starts, and is given up past the limit; answers what went wrong.
    func start(within limits: RecorderLimits) async -> (any Error)? {
        await LimitedWait.wait(limits.start, .zero) {
            try await self.start()
        } givingUp: {
            self.cancel()
            return TaskEngineError.startTooSlow(self.configuration.identifier, limits.start)
        }
    }

    /// Stops, and is given up past the limit; answers what went wrong.
    func stop(within limits: RecorderLimits) async -> (any Error)? {
        await LimitedWait.wait(limits.stop, limits.cancel) {
            _ = try await self.stop()
        } givingUp: {
            self.cancel()
            return TaskEngineError.stopTooSlow(self.configuration.identifier, limits.stop)
        }
    }
}

/// Waits for a call that may never answer.
@MainActor
private final class LimitedWait {
    private var waiter: CheckedContinuation<(any Error)?, Never>?
    private var lateness: (any Error)?

    private init(_ waiter: CheckedContinuation<(any Error)?, Never>) { self.waiter = waiter }

    /// Answers what the call threw, or why it was given up; after that it has the rest to answer in.
    static func wait(
        _ limit: Duration,
        _ rest: Duration,
        for call: @escaping @MainActor () async throws -> Void,
        givingUp: @escaping @MainActor () -> any Error
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            let wait = LimitedWait(continuation)
            let patience = Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                wait.lateness = givingUp()
                guard (try? await Task.sleep(for: rest)) != nil else { return }
                wait.end(nil)
            }
            Task.immediate {
                var failure: (any Error)?
                do { try await call() } catch { failure = error }
                patience.cancel()
                wait.end(failure)
            }
        }
    }

    private func end(_ failure: (any Error)?) {
        waiter.take()?.resume(returning: lateness ?? failure)
    }
}
