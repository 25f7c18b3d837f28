// What stored and computed samples have in common: they are there already, and are only held back
// until their time has come, or until somebody asks for the end.

public import Timebase

/// Holds a source to the pace of a clock.
public struct Pace {
    private let timekeeper: any Timekeeper
    private let stop: StopSignal

    /// The pace of a clock, until somebody asks for the end.
    public init(timekeeper: any Timekeeper, stop: StopSignal) {
        self.timekeeper = timekeeper
        self.stop = stop
    }

    /// Waits for an instant; `false` when it lies beyond what is still asked for.
    public func mayPass(_ instant: BootInstant) -> Bool {
        lastWanted(waitingFor: instant).map { instant <= $0 } ?? false
    }

    /// Waits for an instant, and answers the last one of which samples are still asked for; `nil`
    /// when none are.
    public func lastWanted(waitingFor instant: BootInstant) -> BootInstant? {
        if !stop.isRaised { timekeeper.wait(until: instant, or: stop) }
        switch stop.request {
        case .goOn: return BootInstant(nanoseconds: .max)
        case .drain(let last): return last
        case .abandon: return nil
        }
    }
}
