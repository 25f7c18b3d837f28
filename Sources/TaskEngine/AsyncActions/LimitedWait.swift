// A recorder of somebody else's may never answer, and whoever waits for it would keep a participant at a
// step for ever. Limits are in the machine's own time: a recorder knows no other.

package import Research

/// How long one waits for recorders, those of a run and those of a step alike.
package struct RecorderLimits: Sendable, Hashable {
    /// How long a recorder may take to say whether it may record: its question is a person's to answer.
    package var permission = Duration.seconds(600)
    package var start = Duration.seconds(60)
    package var stop = Duration.seconds(120)
    /// How long a recorder may take to close its files, once it has been cancelled.
    package var cancel = Duration.seconds(5)
    /// After how long whoever stands before the run is told what it waits for.
    package var patience = Duration.seconds(3)

    package init() {}
}

extension RSDAsyncActionController {
    /// Asks whether it may record, and is given up past the limit.
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

    /// Starts, and is given up past the limit.
    ///
    /// - Parameters:
    ///   - limits: How long one waits.
    ///   - whenSlow: Is given the wait when it has lasted longer than one's patience.
    ///   - tell: Hears what went wrong, if anything did, before anything else can go on.
    /// - Returns: The same.
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

    /// Stops, and is given up past the limit, with the time that it has to close its files.
    ///
    /// - Parameters:
    ///   - limits: How long one waits.
    ///   - whenSlow: Is given the wait when it has lasted longer than one's patience.
    ///   - tell: Hears what went wrong, if anything did, before anything else can go on.
    /// - Returns: The same.
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

/// One wait for a call that may never answer.
@MainActor
package final class LimitedWait {
    let identifier: String
    let phase: RecorderPhase
    /// Told once when it is over.
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

    /// Waits no longer than now, as somebody wants who has waited long enough.
    func giveUp() { giveUp(because: .givenUp(identifier, phase)) }

    /// Answers what the call threw, or why it was given up.
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
        // It may still close its files.
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
