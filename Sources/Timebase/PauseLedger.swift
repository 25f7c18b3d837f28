// How long something ran without its pauses. It reads no clock: the caller passes the time.

/// Keeps account of running and pausing.
public struct PauseLedger: Sendable, Equatable {
    /// When it began.
    public let start: BootInstant
    /// When the current pause began; `nil` while running.
    public private(set) var pausedSince: BootInstant?
    /// The total length of the finished pauses.
    public private(set) var pausedBefore: Duration = .zero

    /// Begins to count.
    public init(start: BootInstant) {
        self.start = start
    }

    /// True during a pause.
    public var isPaused: Bool { pausedSince != nil }

    /// Begins a pause; does nothing during a pause.
    public mutating func pause(at instant: BootInstant) {
        if pausedSince == nil { pausedSince = max(instant, start) }
    }

    /// Ends the pause, if one is on.
    public mutating func resume(at instant: BootInstant) {
        guard let since = pausedSince else { return }
        pausedBefore += max(.zero, since.duration(to: instant))
        pausedSince = nil
    }

    /// The time run until an instant, pauses not counted.
    public func elapsed(at instant: BootInstant) -> Duration {
        let end = pausedSince.map { min($0, instant) } ?? instant
        return max(.zero, start.duration(to: end) - pausedBefore)
    }
}
