// How accurate the time of day was at an instant. Sessions of several boards share only the time of day, so its
// accuracy on each board limits how well the sessions can be compared.

/// What synchronises a machine's time of day, and the error that it reports.
///
/// Values that the source does not report are `nil`.
public struct ClockSynchronization: Sendable, Hashable, Codable {
    /// The source of the report: `chrony`, `ptp4l` or `kernel`.
    public var source: String
    /// Whether the clock follows a reference.
    public var isSynchronized: Bool
    /// The reference: an address, or the name of a reference clock.
    public var reference: String?
    /// How many servers are between this machine and a reference clock.
    public var stratum: Int?
    /// The system's clock minus true time, as estimated: positive where the clock is ahead.
    public var offsetNanoseconds: Int64?
    /// The spread of the offsets: chrony's RMS offset, or the kernel's estimated error.
    public var rootMeanSquareNanoseconds: Int64?
    /// A bound of the error, if the reference is right: half of the round trip plus the dispersion and the offset,
    /// or the kernel's maximum error.
    public var errorNanoseconds: Int64?
    /// How fast the clock would run without correction, in parts per million.
    public var frequencyPPM: Double?
    /// The bound of the error of `frequencyPPM`.
    public var skewPPM: Double?
    /// `normal`, `insert` or `delete` of a second at the day's end, or `unsynchronized`.
    public var leap: String?
    /// `CLOCK_BOOTTIME` at the time of the report.
    public var boottimeNanoseconds: Int64

    package init(source: String, isSynchronized: Bool, at instant: BootInstant) {
        self.source = source
        self.isSynchronized = isSynchronized
        boottimeNanoseconds = instant.nanoseconds
    }

    /// The `source` of a report by chrony.
    package static let chrony = "chrony"
    /// The `source` of a report by linuxptp.
    package static let ptp = "ptp4l"
    /// The `source` of the kernel's report, which every synchronising daemon keeps up to date.
    package static let kernel = "kernel"
}

extension ClockSynchronization {
    /// The longest name of a reference, in bytes; longer names are dropped.
    private static let longestName = 64

    /// A name that a program gave; `nil` if it is empty, too long, or not printable ASCII without spaces.
    static func name(_ text: some StringProtocol) -> String? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain && !text.isEmpty && text.utf8.count <= longestName ? String(text) : nil
    }

    /// Seconds in nanoseconds; `nil` if no clock can be off by so much.
    static func nanoseconds(_ seconds: Double) -> Int64? {
        nanoseconds(counted: seconds * 1e9)
    }

    static func nanoseconds(counted nanoseconds: Double) -> Int64? {
        // More than three centuries, or NaN, is not a time.
        guard nanoseconds.magnitude < 9e18 else { return nil }
        return Int64(nanoseconds.rounded())
    }
}
