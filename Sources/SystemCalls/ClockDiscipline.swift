// What the kernel says of how well its clock of the time of day is held. Whoever sets that clock, chronyd or another,
// has told it so; to ask takes no right and no program.

internal import CSystemCalls

/// What adjtimex(2) tells of the clock of the time of day.
public struct ClockDiscipline: Sendable, Hashable {
    /// Whether somebody has said that the clock is held to a reference.
    public var isSynchronized: Bool
    /// 1 where the day ends in a second more, -1 in one less.
    public var leap: Int
    /// By how much the clock is still to be put forward, where the kernel itself does that.
    public var pendingNanoseconds: Int64?
    /// By how much the clock is made faster, in parts per million.
    public var correctionPPM: Double
    /// The bound of the error, as it was told and has grown since.
    public var greatestErrorNanoseconds: Int64
    public var estimatedErrorNanoseconds: Int64

    /// Asks the kernel.
    ///
    /// - Throws: Where a filter of calls does not let this process ask.
    public static func read() throws(SystemError) -> ClockDiscipline {
        var found = footfall_discipline()
        try retrying("adjtimex") { unsafe footfall_read_discipline(&found) }
        // A tick of 10,000 microseconds is one of no correction.
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
