// How well the kernel's clock of the time of day is synchronised. The program that adjusts the clock, such as chronyd,
// reports this to the kernel; reading it needs no privilege and no other program.

internal import CSystemCalls

/// What adjtimex(2) reports about the clock of the time of day.
public struct ClockDiscipline: Sendable, Hashable {
    /// Whether the clock is reported as synchronised to a reference.
    public var isSynchronized: Bool
    /// 1 if the day ends with a leap second, -1 if it ends a second early.
    public var leap: Int
    /// How far the kernel is still going to advance the clock; `nil` if it is not adjusting the clock.
    public var pendingNanoseconds: Int64?
    /// By how much the clock is made faster, in parts per million.
    public var correctionPPM: Double
    /// The greatest possible error: the reported bound, plus its growth since.
    public var greatestErrorNanoseconds: Int64
    public var estimatedErrorNanoseconds: Int64

    /// Asks the kernel for the state of its clock.
    ///
    /// - Throws: If a system call filter forbids it.
    public static func read() throws(SystemError) -> ClockDiscipline {
        var found = footfall_discipline()
        try retrying("adjtimex") { unsafe footfall_read_discipline(&found) }
        // A tick of 10,000 microseconds means no correction.
        let ofTicks = Double(found.tick_microseconds - 10_000) * 100
        return ClockDiscipline(
            isSynchronized: found.is_synchronized != 0,
            leap: Int(found.leap),
            pendingNanoseconds: found.has_offset != 0 ? found.offset_nanoseconds : nil,
            correctionPPM: ofTicks + Double(found.frequency) / 65_536,
            greatestErrorNanoseconds: nanoseconds(found.greatest_error_microseconds),
            estimatedErrorNanoseconds: nanoseconds(found.estimated_error_microseconds)
        )
    }

    private static func nanoseconds(_ microseconds: Int64) -> Int64 {
        let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : product
    }
}
