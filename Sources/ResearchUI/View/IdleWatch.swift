// Whether anybody is still there. A screen that nobody comes back to must not keep a run open for ever, and a step
// whose time runs, or a machine that slept, is not a person who has gone.

public import Timebase
public import ViewTree

/// Tells when nobody has done anything for too long on one step.
@MainActor
public final class IdleWatch {
    /// An hour on one step without anything being done.
    public nonisolated static let usualLimit = Duration.seconds(3600)

    /// How long a step may stand without anything being done; `nil` for any time.
    public var limit: Duration?
    private let timekeeper: any Timekeeper
    private let isTimed: @MainActor () -> Bool
    private let onIdle: @MainActor () -> Void
    package private(set) var lastDeed: BootInstant

    /// A watch that begins now.
    ///
    /// - Parameters:
    ///   - limit: How long a step may stand without anything being done; `nil` for any time.
    ///   - timekeeper: The time by which that is measured.
    ///   - isTimed: Whether the step waits for nobody, since its time runs.
    ///   - onIdle: Is told once.
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

    /// Somebody has done something, or another step has come.
    public func noteDeed() { lastDeed = timekeeper.now }

    /// Watches until nobody is there, or the task that runs this is cancelled.
    public func run() async {
        while !Task.isCancelled, let limit {
            let deadline = lastDeed.advanced(by: limit)
            guard timekeeper.now >= deadline else {
                try? await timekeeper.sleep(until: deadline, tolerance: nil)
                continue
            }
            let late = deadline.duration(to: timekeeper.now)
            guard isTimed() || late > .seconds(60) else { return onIdle() }
            lastDeed = timekeeper.now
        }
    }
}

extension ViewNode {
    /// Whether the time of the step that is shown runs by itself.
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
