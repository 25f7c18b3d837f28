// Detects that the participant has gone, so that an abandoned screen does not keep a run open for ever. A step with a
// running timer, or a machine that slept, does not count as an absent participant.

public import Timebase
public import ViewTree

/// Reports when there was no input for too long on one step.
@MainActor
public final class IdleWatch {
    /// The usual limit: an hour on one step without input.
    public nonisolated static let usualLimit = Duration.seconds(3600)
    private nonisolated static let years = Duration.seconds(1_000_000_000)

    /// How long a step may be shown without input; `nil` for no limit.
    public var limit: Duration? { didSet { if limit != oldValue { waiting?.cancel() } } }
    /// Waits until the limit passes; cancelled if another limit is set.
    private var waiting: Task<Void, Never>?
    /// Whether it waits, for its limit to pass or for another one to be set.
    package private(set) var isWaiting = false
    private let timekeeper: any Timekeeper
    private let isTimed: @MainActor () -> Bool
    private let onIdle: @MainActor () -> Void
    package private(set) var lastDeed: BootInstant

    /// Creates a watch that begins now.
    ///
    /// - Parameters:
    ///   - limit: How long a step may be shown without input; `nil` for no limit.
    ///   - timekeeper: The clock to measure with.
    ///   - isTimed: Whether the step's timer is running, so that no input is expected.
    ///   - onIdle: Called once, when the limit has passed without input.
    public init(
        _ limit: Duration?,
        _ timekeeper: any Timekeeper,
        isTimed: @escaping @MainActor () -> Bool,
        onIdle: @escaping @MainActor () -> Void
    ) {
        self.limit = limit
        self.timekeeper = timekeeper
        self.isTimed = isTimed
        self.onIdle = onIdle
        lastDeed = timekeeper.now
    }

    /// Notes input, or that another step is shown.
    public func noteDeed() { lastDeed = timekeeper.now }

    /// Watches until the participant has gone, or the task that runs this is cancelled.
    ///
    /// Without a limit it waits until one is set.
    public func run() async {
        while !Task.isCancelled {
            guard let limit else {
                await wait(until: nil)
                continue
            }
            let deadline = lastDeed.advanced(by: limit)
            guard timekeeper.now >= deadline else {
                await wait(until: deadline)
                continue
            }
            let late = deadline.duration(to: timekeeper.now)
            guard isTimed() || late > .seconds(60) else { return onIdle() }
            lastDeed = timekeeper.now
        }
    }

    /// Waits until an instant, or for years if there is none; ends at once if another limit is set.
    private func wait(until deadline: BootInstant?) async {
        let waiting = Task { [timekeeper] in
            guard let deadline else {
                try? await Task.sleep(for: Self.years)
                return
            }
            try? await timekeeper.sleep(until: deadline, tolerance: nil)
        }
        self.waiting = waiting
        isWaiting = true
        await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
        isWaiting = false
    }
}

extension ViewNode {
    /// True if the timer of the shown step is running.
    public var isTimed: Bool {
        var isTimed = false
        forEach { node in
            if case .countdown(let countdown) = node.content, countdown.state == .running {
                isTimed = true
            }
        }
        return isTimed
    }
}
