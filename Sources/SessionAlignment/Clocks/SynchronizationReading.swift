// What a machine's time service (chrony, ptp4l, or the kernel on behalf of any) reported about the time of day at one
// instant. The report is a claim with an error, and is trusted only within that error.

/// A report about a machine's time of day at one instant.
public struct SynchronizationReading: Sendable, Hashable {
    /// The instant in nanoseconds of boot time.
    public var instant: Int64
    /// True if the time of day is synchronized.
    public var isSynchronized: Bool
    /// The reporting service: "chrony", "ptp4l", "kernel".
    public var source: String
    /// The estimated time of day minus true time, in seconds.
    public var offset: Double
    /// The scatter of the estimates, in seconds.
    public var rootMeanSquare: Double
    /// The largest error of the time of day, in seconds: half of the round-trip delay, plus other contributions.
    public var bound: Double
    /// The uncertainty of the clock's rate, as a fraction.
    public var skew: Double
    /// The server, if reported.
    public var reference: String?

    /// Creates a reading.
    ///
    /// If a value is not a number, or negative though it must not be, the reading counts as not synchronized.
    public init(
        instant: Int64,
        isSynchronized: Bool,
        source: String,
        offset: Double,
        rootMeanSquare: Double,
        bound: Double,
        skew: Double = 1e-6,
        reference: String? = nil
    ) {
        self.reference = reference
        self.instant = instant
        self.source = source
        let isSound =
            offset.magnitude < Self.farthest && 0..<Self.farthest ~= rootMeanSquare
            && 0..<Self.farthest ~= bound
        self.isSynchronized = isSynchronized && isSound
        self.offset = isSound ? offset : 0
        self.rootMeanSquare = isSound ? rootMeanSquare : 0
        // The kernel's report often comes from a service that gives it no error bound.
        let least = source == "kernel" ? Self.leastBoundOfKernel : 0
        self.bound = isSound ? max(bound, least) : 0
        self.skew = skew.isFinite ? min(max(skew.magnitude, 1e-7), Self.greatestSkew) : 1e-6
    }

    /// The least bound for a kernel's report: some services, such as systemd-timesyncd, give the kernel no error.
    static let leastBoundOfKernel = 0.01
    private static let farthest = 1e5
    private static let greatestSkew = 5e-5
}
