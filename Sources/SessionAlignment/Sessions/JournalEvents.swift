// Decodes the journal's entries about synchronization and network marks. Missing or nonsensical values count as not
// reported.

internal import FoundationEssentials
internal import Timebase

/// The journal's `synchronization`.
struct SynchronizationEvent: Decodable {
    var uptime: Double?
    var boottimeNanoseconds: Int64?
    var source: String?
    var isSynchronized: Bool?
    var offsetNanoseconds: Double?
    var rootMeanSquareNanoseconds: Double?
    var errorNanoseconds: Double?
    var skewPPM: Double?
    var reference: String?

    /// The entry as a reading; `nil` without a time.
    func reading(toldAt uptime: Double?) -> SynchronizationReading? {
        let seconds = self.uptime ?? uptime
        guard
            let instant = boottimeNanoseconds
                ?? seconds.flatMap(BootInstant.init(seconds:))?.nanoseconds
        else { return nil }
        return SynchronizationReading(
            instant: instant,
            isSynchronized: isSynchronized ?? false,
            source: source ?? "kernel",
            // Without an error, the bound is infinite, and the reading counts as not synchronized.
            offset: (offsetNanoseconds ?? 0) / 1e9,
            rootMeanSquare: (rootMeanSquareNanoseconds ?? errorNanoseconds ?? .infinity) / 1e9,
            bound: (errorNanoseconds ?? .infinity) / 1e9,
            skew: (skewPPM ?? 1) / 1e6,
            reference: reference
        )
    }
}

/// The journal's `networkMark`.
struct NetworkMarkEvent: Decodable {
    var id: String
    var receivedNanoseconds: Int64
    var errorNanoseconds: Double?
}

/// The journal's `clocks`.
struct ClocksEvent: Decodable {
    var clocks: ClockReading
    /// The boot of the machine; only in events `continued`, and not in those of earlier versions.
    var boot: String?
}

/// Decodes the `about` text of an event.
func decoded<Event: Decodable>(_ about: String, as type: Event.Type) -> Event? {
    try? JSONDecoder().decode(type, from: Data(about.utf8))
}
