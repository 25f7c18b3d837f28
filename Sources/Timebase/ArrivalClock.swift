// Converts the kernel's receive timestamps from the time of day (`CLOCK_REALTIME`) to boot time.
//
// The time of day can be set at any moment, also between the timestamp and the moment at which it is read. So each
// conversion reads both clocks and checks how far apart they are. Only setting the time of day changes that
// distance, so a change shows that somebody set it. While the distance stays the same, a timestamp is converted
// exactly, however late it is read. After a change, timestamps taken before it are not used; the arrival is then
// only known to be between two readings.

internal import SystemCalls

/// Converts receive timestamps of the time of day to boot time.
package struct ArrivalClock {
    /// The longest time between the kernel's timestamp and the arrival at the socket.
    private static let way: Int64 = 1_000_000_000

    /// When the socket was last found empty.
    private var empty: BootInstant
    /// The instant since which the time of day has not been set: later timestamps can be converted.
    private var steadySince: BootInstant
    /// The time of day minus boot time, in nanoseconds, and the error of that difference.
    private var distance: Int64
    private var distanceError: Int64

    /// Starts with an empty socket.
    ///
    /// - Parameter bracket: A reading of the clocks before anything could come.
    package init(from bracket: ClockReading.Bracket) {
        empty = bracket.reading.boottime
        steadySince = empty.advanced(by: .nanoseconds(-Self.way))
        (distance, distanceError) = (Self.distance(of: bracket), bracket.errorNanoseconds)
    }

    private static func distance(of bracket: ClockReading.Bracket) -> Int64 {
        bracket.reading.realtime.nanosecondsSince1970
            .subtractingClamped(bracket.reading.boottime.nanoseconds)
    }

    /// Notes that the socket was empty when the clocks were read.
    package mutating func nothingIsLeft(at bracket: ClockReading.Bracket) {
        look(at: bracket)
        empty = bracket.reading.boottime
        // No message from before a step is left to read, so every later timestamp can be converted.
        steadySince = min(steadySince, empty)
    }

    /// Detects whether the time of day was set since the last reading.
    private mutating func look(at bracket: ClockReading.Bracket) {
        let now = Self.distance(of: bracket)
        let step = now.subtractingClamped(distance)
        let error = bracket.errorNanoseconds
        if step.magnitude > distanceError.addingClamped(error).magnitude {
            // A timestamp from before the step now converts to an instant that is wrong by the size of the step, so
            // no instant up to there is trusted.
            steadySince = bracket.reading.boottime
                .advanced(by: .nanoseconds(Int64(clamping: step.magnitude)))
            (distance, distanceError) = (now, error)
        } else if error < distanceError {
            (distance, distanceError) = (now, error)
        }
    }

    /// Returns when a message arrived.
    ///
    /// - Parameters:
    ///   - timestamp: The time of day, in nanoseconds; `nil` if the message has no timestamp.
    ///   - bracket: A reading of the clocks right after the message was read.
    /// - Returns: The instant, and its greatest error.
    package mutating func instant(
        timestampedAt timestamp: Int64?,
        readAt bracket: ClockReading.Bracket
    ) -> (instant: BootInstant, errorNanoseconds: Int64) {
        look(at: bracket)
        let now = bracket.reading.boottime
        if let timestamp {
            let realtime = bracket.reading.realtime.nanosecondsSince1970
            let (age, overflow) = realtime.subtractingReportingOverflow(timestamp)
            if !overflow, age >= -bracket.errorNanoseconds {
                let instant = now.advanced(by: .nanoseconds(-age))
                if instant >= steadySince { return (instant, bracket.errorNanoseconds) }
            }
        }
        // The timestamp cannot be used. The message arrived between the moment when the socket was last found empty
        // and now.
        let since = max(0, empty.duration(to: now).wholeNanoseconds)
        return (now, since.addingClamped(bracket.errorNanoseconds))
    }
}
