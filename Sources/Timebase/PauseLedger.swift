// How long something really ran, pauses not counted. Pure: it is told the time.

/// Keeps account of running and pausing.
public struct PauseLedger: Sendable, Equatable {
    /// When it began.
    public let start: BootInstant
    /// When the pause that is on began.
    public private(set) var pausedSince: BootInstant?
    /// How long the pauses that are over took together.
    public private(set) var pausedBefore: Duration = .zero

    /// Begins to count.
    public init(start: BootInstant) {
        self.start = start
    }

    /// Whether a pause is on.
    public var isPaused: Bool { pausedSince != nil }

    /// Begins a pause; one that is on already goes on.
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
