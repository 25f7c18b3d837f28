// Time limits for calls to recorders. A call to a host's own recorder may never return; without a limit, the
// participant would be stuck at a step. The limits are measured in real time, also if the clock of the run is a
// simulated one.

package import Research

/// The time limits for recorders, both those of a run and those of a step.
package struct RecorderLimits: Sendable, Hashable {
    /// How long a recorder may take to report whether it has permission; it may be waiting for a person's answer.
    package var permission = Duration.seconds(600)
    package var start = Duration.seconds(60)
    package var stop = Duration.seconds(120)
    /// How long a cancelled recorder may take to close its files.
    package var cancel = Duration.seconds(5)
    /// After how long the participant is shown what the run waits for.
    package var patience = Duration.seconds(3)

    package init() {}
}

extension RSDAsyncActionController {
    /// Requests permission to record; cancels the recorder when the limit is over.
    ///
    /// Returns the error; `nil` on success.
    func askPermissions(
        within limits: RecorderLimits,
        whenSlow: (@MainActor (LimitedWait) -> Void)? = nil
    ) async -> (any Error)? {
        await LimitedWait(configuration.identifier, .asking, limits, whenSlow).end { [self] in
            _ = try await requestPermissions()
        } givingUp: { [self] in
            cancel()
        }
    }

    /// Starts the recorder; cancels it when the limit is over.
    ///
    /// - Parameters:
    ///   - limits: The time limits.
    ///   - whenSlow: Called with the wait when it lasts longer than `limits.patience`.
    ///   - tell: Called with the error, or with `nil` on success, just before the wait ends.
    /// - Returns: The error; `nil` on success.
    package func start(
        within limits: RecorderLimits,
        whenSlow: (@MainActor (LimitedWait) -> Void)? = nil,
        telling tell: @escaping @MainActor ((any Error)?) -> Void = { _ in }
    ) async -> (any Error)? {
        await LimitedWait(configuration.identifier, .starting, limits, whenSlow, tell).end {
            [self] in
            try await start()
        } givingUp: { [self] in
            cancel()
        }
    }

    /// Stops the recorder; when the limit is over, cancels it and gives it time to close its files.
    ///
    /// - Parameters:
    ///   - limits: The time limits.
    ///   - whenSlow: Called with the wait when it lasts longer than `limits.patience`.
    ///   - tell: Called with the error, or with `nil` on success, just before the wait ends.
    /// - Returns: The error; `nil` on success.
    @discardableResult
    package func stop(
        within limits: RecorderLimits,
        whenSlow: (@MainActor (LimitedWait) -> Void)? = nil,
        telling tell: @escaping @MainActor ((any Error)?) -> Void = { _ in }
    ) async -> (any Error)? {
        await LimitedWait(configuration.identifier, .stopping, limits, whenSlow, tell).end {
            [self] in
            _ = try await stop()
        } givingUp: { [self] in
            cancel()
        }
    }
}

/// Waits for one call that may never return.
@MainActor
package final class LimitedWait {
    let identifier: String
    let phase: RecorderPhase
    /// Called once when the wait is over.
    var whenOver: (@MainActor () -> Void)?
    private let limits: RecorderLimits
    private let whenSlow: (@MainActor (LimitedWait) -> Void)?
    private let tell: @MainActor ((any Error)?) -> Void
    private var waiter: CheckedContinuation<(any Error)?, Never>?
    private var givingUp: (@MainActor () -> Void)?
    private var lateness: TaskEngineError?
    private var patience: Task<Void, Never>?

    init(
        _ identifier: String,
        _ phase: RecorderPhase,
        _ limits: RecorderLimits,
        _ whenSlow: (@MainActor (LimitedWait) -> Void)?,
        _ tell: @escaping @MainActor ((any Error)?) -> Void = { _ in }
    ) {
        self.identifier = identifier
        self.phase = phase
        self.limits = limits
        self.whenSlow = whenSlow
        self.tell = tell
    }

    /// Ends the wait now, because the participant does not want to wait longer.
    func giveUp() { giveUp(because: .givenUp(identifier, phase)) }

    /// Performs the call; returns what it threw, or why the wait was given up, or `nil` on success.
    func end(
        _ call: @escaping @MainActor () async throws -> Void,
        givingUp: @escaping @MainActor () -> Void
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            waiter = continuation
            self.givingUp = givingUp
            patience = Task { await self.loseHeart() }
            Task.immediate {
                var failure: (any Error)?
                do { try await call() } catch { failure = error }
                end(failure)
            }
        }
    }

    private var tooSlow: TaskEngineError {
        switch phase {
        case .asking: .permissionTooSlow(identifier, limit)
        case .starting: .startTooSlow(identifier, limit)
        case .stopping: .stopTooSlow(identifier, limit)
        }
    }

    private var limit: Duration {
        switch phase {
        case .asking: limits.permission
        case .starting: limits.start
        case .stopping: limits.stop
        }
    }

    private func loseHeart() async {
        let first = whenSlow == nil ? limit : min(limits.patience, limit)
        guard (try? await Task.sleep(for: first)) != nil else { return }
        if first < limit {
            whenSlow?(self)
            guard (try? await Task.sleep(for: limit - first)) != nil else { return }
        }
        giveUp(because: tooSlow)
    }

    private func giveUp(because why: TaskEngineError) {
        guard waiter != nil, lateness == nil else { return }
        lateness = why
        patience?.cancel()
        givingUp?()
        guard phase == .stopping else { return end(nil) }
        // Give the recorder time to close its files.
        Task {
            try? await Task.sleep(for: limits.cancel)
            end(nil)
        }
    }

    private func end(_ failure: (any Error)?) {
        guard let waiter = waiter.take() else { return }
        patience?.cancel()
        givingUp = nil
        whenOver.take()?()
        let news = lateness ?? failure
        tell(news)
        waiter.resume(returning: news)
    }
}
