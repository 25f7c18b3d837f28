// Paces stored and computed samples. Such samples exist in advance; the source only holds them back until their
// time has come, or until a stop is requested.

public import Timebase

/// Makes a source wait for a clock.
public struct Pace {
    private let timekeeper: any Timekeeper
    private let stop: StopSignal

    /// A pace that follows the clock until a stop is requested.
    public init(timekeeper: any Timekeeper, stop: StopSignal) {
        self.timekeeper = timekeeper
        self.stop = stop
    }

    /// Waits for an instant; returns false if the stop request excludes that instant.
    public func mayPass(_ instant: BootInstant) -> Bool {
        lastWanted(waitingFor: instant).map { instant <= $0 } ?? false
    }

    /// Waits for an instant, and returns the last instant of which samples are still wanted; `nil` if none are.
    public func lastWanted(waitingFor instant: BootInstant) -> BootInstant? {
        if !stop.isRaised { timekeeper.wait(until: instant, or: stop) }
        switch stop.request {
        case .goOn: return BootInstant(nanoseconds: .max)
        case .drain(let last): return last
        case .abandon: return nil
        }
    }
}
