// What a machine's own service (chrony, ptp4l, or the kernel for any of them) said of the time of day at one instant.
// It is a claim, with an error: nothing here trusts it further than that.

/// What was said of a machine's time of day at one instant.
public struct SynchronizationReading: Sendable, Hashable {
    /// When, in nanoseconds of boot time.
    public var instant: Int64
    /// Whether the time of day is synchronized to anything.
    public var isSynchronized: Bool
    /// Who says it: "chrony", "ptp4l", "kernel".
    public var source: String
    /// The time of day minus true time, as estimated, in seconds.
    public var offset: Double
    /// How far the estimates scatter, in seconds.
    public var rootMeanSquare: Double
    /// No more than this is the time of day wrong, in seconds: half of the way's delay, and what adds to it.
    public var bound: Double
    /// How well the rate of the clock is known, as a share.
    public var skew: Double
    /// The server that it is held to, where that is told.
    public var reference: String?

    /// A reading; whatever is no number or below zero, and should not be, makes it one of a clock that is not
    /// synchronized.
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
        // What only the kernel says was often set by a service that tells it of no error.
        let least = source == "kernel" ? Self.leastBoundOfKernel : 0
        self.bound = isSound ? max(bound, least) : 0
        self.skew = skew.isFinite ? min(max(skew.magnitude, 1e-7), Self.greatestSkew) : 1e-6
    }

    /// The kernel repeats what its service told it, and systemd-timesyncd for one tells it of no error at all.
    static let leastBoundOfKernel = 0.01
    private static let farthest = 1e5
    private static let greatestSkew = 5e-5
}
