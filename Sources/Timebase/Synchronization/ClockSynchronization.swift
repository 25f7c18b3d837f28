// How well the clock of the time of day was known at an instant. Sessions of several boards have nothing in common but
// that time: what it was worth on each says what their comparison is worth.

/// What keeps a machine's clock of the time of day, and what that says of its error.
///
/// What its source does not tell is absent.
public struct ClockSynchronization: Sendable, Hashable, Codable {
    /// Who told it: `chrony`, `ptp4l` or `kernel`.
    public var source: String
    /// Whether the clock is held to a reference.
    public var isSynchronized: Bool
    /// What it is held to: an address, or the name of a reference clock.
    public var reference: String?
    /// How many servers are between this machine and a reference clock.
    public var stratum: Int?
    /// The system's clock minus true time, as estimated: positive where the clock is ahead.
    public var offsetNanoseconds: Int64?
    /// How far offsets are spread: chrony's RMS offset, or the kernel's estimated error.
    public var rootMeanSquareNanoseconds: Int64?
    /// A bound of the error, if the reference is right: half of the way to it and back, the dispersion and the offset; or
    /// the kernel's greatest error.
    public var errorNanoseconds: Int64?
    /// By how much the clock would run fast if nobody held it, in parts per million.
    public var frequencyPPM: Double?
    /// The bound of the error of that.
    public var skewPPM: Double?
    /// `normal`, `insert` or `delete` of a second at the day's end, or `unsynchronized`.
    public var leap: String?
    /// `CLOCK_BOOTTIME` at which it was told.
    public var boottimeNanoseconds: Int64

    package init(source: String, isSynchronized: Bool, at instant: BootInstant) {
        self.source = source
        self.isSynchronized = isSynchronized
        boottimeNanoseconds = instant.nanoseconds
    }

    /// What chrony says.
    package static let chrony = "chrony"
    /// What linuxptp says.
    package static let ptp = "ptp4l"
    /// What the kernel says, which everybody who holds the clock tells.
    package static let kernel = "kernel"
}

extension ClockSynchronization {
    /// The longest name of a reference that is kept.
    private static let longestName = 64

    /// A name that a program gave, if it is one that a person can read.
    static func name(_ text: some StringProtocol) -> String? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain && !text.isEmpty && text.utf8.count <= longestName ? String(text) : nil
    }

    /// A number of seconds in nanoseconds; `nil` for what is no time that anybody measures.
    static func nanoseconds(_ seconds: Double) -> Int64? {
        nanoseconds(counted: seconds * 1e9)
    }

    static func nanoseconds(counted nanoseconds: Double) -> Int64? {
        // Three centuries, and NaN is none of them.
        guard nanoseconds.magnitude < 9e18 else { return nil }
        return Int64(nanoseconds.rounded())
    }
}
