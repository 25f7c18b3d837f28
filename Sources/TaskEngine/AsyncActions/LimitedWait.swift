// A recorder of somebody else's may never answer, and whoever waits for it would keep a participant at a
// step for ever. Limits are in the machine's own time: a recorder knows no other.

package import Research

/// How long one waits for recorders, those of a run and those of a step alike.
package struct RecorderLimits: Sendable, Hashable {
    package var start = Duration.seconds(60)
    package var stop = Duration.seconds(120)
    /// How long a recorder may take to close its files, once it has been cancelled.
    package var cancel = Duration.seconds(5)

    package init() {}
}

extension RSDAsyncActionController {
    /// Starts, and is given up past the limit.
    ///
    /// - Parameters:
    ///   - limits: How long one waits.
    ///   - tell: Hears what went wrong, if anything did, before anything else can go on.
    /// - Returns: The same.
    @discardableResult
    package func start(
        within limits: RecorderLimits,
        telling tell: @escaping @MainActor ((any Error)?) -> Void = { _ in }
    ) async -> (any Error)? {
        await LimitedWait.wait(limits.start, .zero, telling: tell) {
            try await self.start()
        } givingUp: {
            self.cancel()
            return TaskEngineError.startTooSlow(self.configuration.identifier, limits.start)
        }
    }

    /// Stops, and is given up past the limit, with the time that it has to close its files.
    ///
    /// - Parameters:
    ///   - limits: How long one waits.
    ///   - tell: Hears what went wrong, if anything did, before anything else can go on.
    /// - Returns: The same.
    @discardableResult
    package func stop(
        within limits: RecorderLimits,
        telling tell: @escaping @MainActor ((any Error)?) -> Void = { _ in }
    ) async -> (any Error)? {
        await LimitedWait.wait(limits.stop, limits.cancel, telling: tell) {
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
    private let tell: @MainActor ((any Error)?) -> Void

    private init(
        _ waiter: CheckedContinuation<(any Error)?, Never>,
        _ tell: @escaping @MainActor ((any Error)?) -> Void
    ) {
        self.waiter = waiter
        self.tell = tell
    }

    /// Answers what the call threw, or why it was given up; after that it has the rest to answer in.
    static func wait(
        _ limit: Duration,
        _ rest: Duration,
        telling tell: @escaping @MainActor ((any Error)?) -> Void,
        for call: @escaping @MainActor () async throws -> Void,
        givingUp: @escaping @MainActor () -> any Error
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            let wait = LimitedWait(continuation, tell)
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
        guard let waiter = waiter.take() else { return }
        let news = lateness ?? failure
        tell(news)
        waiter.resume(returning: news)
    }
}
