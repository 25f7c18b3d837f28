// What stored and computed samples have in common: they are there already, and are only held back
// until their time has come, or until somebody asks for the end.

internal import Timebase

/// Holds a source to the pace of a clock.
struct Pace {
    let timekeeper: any Timekeeper
    let stop: StopSignal

    /// Waits for an instant; `false` when it lies beyond what is still asked for.
    mutating func mayPass(_ instant: BootInstant) -> Bool {
        if !stop.isRaised { timekeeper.wait(until: instant, or: stop) }
        switch stop.request {
        case .goOn: return true
        case .drain(let last): return instant <= last
        case .abandon: return false
        }
    }
}
