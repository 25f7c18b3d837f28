// The instant of a sample, in whole nanoseconds: a time can be written, read and written again without changing a
// digit.

internal import SystemCalls

/// An instant of `CLOCK_BOOTTIME`: since the machine started, suspension included.
@frozen
public struct BootInstant: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Nanoseconds since the machine started.
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the machine started.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    public static func < (left: BootInstant, right: BootInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension BootInstant: InstantProtocol {
    public func advanced(by duration: Duration) -> BootInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        guard overflow else { return BootInstant(nanoseconds: sum) }
        return BootInstant(nanoseconds: duration < .zero ? .min : .max)
    }

    public func duration(to other: BootInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }
}

extension BootInstant {
    /// The instant in seconds, as files state it.
    public var seconds: Double { DecimalSeconds.seconds(fromNanoseconds: nanoseconds) }

    /// The instant nearest to a number of seconds; `nil` if the number is not finite or too large.
    public init?(seconds: Double) {
        guard let nanoseconds = DecimalSeconds.nanoseconds(fromSeconds: seconds) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
}

/// Converts between the seconds in files and whole nanoseconds.
///
/// Going to seconds and back gives the same nanoseconds for the first 50 days after zero. Seconds that were made from
/// nanoseconds always survive going to nanoseconds and back.
public enum DecimalSeconds {
    /// Converts nanoseconds to seconds.
    ///
    /// From 4,000,000 seconds on, the whole seconds and the fraction are converted separately: `Double` cannot hold
    /// every greater count of nanoseconds exactly.
    public static func seconds(fromNanoseconds nanoseconds: Int64) -> Double {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard whole.magnitude >= 4_000_000 else { return Double(nanoseconds) / 1e9 }
        return Double(whole) + Double(rest) / 1e9
    }

    /// The nanoseconds that a reader gets if these are written as seconds.
    ///
    /// They can differ from the originals only if the machine has run for more than 50 days.
    @inlinable
    public static func asReadBack(_ nanoseconds: Int64) -> Int64 {
        guard nanoseconds.magnitude >= 4_000_000_000_000_000 else { return nanoseconds }
        return self.nanoseconds(fromSeconds: seconds(fromNanoseconds: nanoseconds)) ?? nanoseconds
    }

    /// The nearest whole nanoseconds; `nil` if the number is not finite or does not fit.
    public static func nanoseconds(fromSeconds seconds: Double) -> Int64? {
        guard seconds.isFinite, seconds.magnitude < 9e9 else { return nil }
        let whole = seconds.rounded(.towardZero)
        let rest = ((seconds - whole) * 1e9).rounded()
        return Int64(whole) * 1_000_000_000 + Int64(rest)
    }
}
