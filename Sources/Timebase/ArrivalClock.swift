// When something came in that the kernel has stamped by the time of day. That clock can be set, also between the stamp
// and the look at it: the stamp is taken back to the boot clock by a reading of both, and believed as far as it can be.
// Setting shows: nothing else changes how far the two clocks are apart. So a stamp may be as old as it likes, however
// late whoever reads it comes.

internal import SystemCalls

/// Tells by the boot clock when something came that is stamped by the time of day.
package struct ArrivalClock {
    /// What is stamped on its way in comes to the socket a little later.
    private static let way: Int64 = 1_000_000_000

    /// When nothing was there the last time.
    private var empty: BootInstant
    /// What was stamped since then, was stamped by the clock that is read now.
    private var steadySince: BootInstant
    /// How far the clocks are apart, and by how much that may be wrong.
    private var distance: Int64
    private var distanceError: Int64

    /// Begins with nothing there.
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

    /// Takes in that nothing more was there when the clocks were read.
    package mutating func nothingIsLeft(at bracket: ClockReading.Bracket) {
        look(at: bracket)
        empty = bracket.reading.boottime
        // What was stamped by the clock as it was before has been taken.
        steadySince = min(steadySince, empty)
    }

    /// Sees whether somebody has set the clock.
    private mutating func look(at bracket: ClockReading.Bracket) {
        let now = Self.distance(of: bracket)
        let step = now.subtractingClamped(distance)
        let error = bracket.errorNanoseconds
        if step.magnitude > distanceError.addingClamped(error).magnitude {
            // What was stamped before seems by so much later, or earlier, than it was.
            steadySince = bracket.reading.boottime
                .advanced(by: .nanoseconds(Int64(clamping: step.magnitude)))
            (distance, distanceError) = (now, error)
        } else if error < distanceError {
            (distance, distanceError) = (now, error)
        }
    }

    /// When something came.
    ///
    /// - Parameters:
    ///   - stamp: The time of day, in nanoseconds; `nil` where there is no stamp.
    ///   - bracket: A reading of the clocks right after it was taken.
    /// - Returns: The instant, and by how much it may be wrong.
    package mutating func instant(
        stampedAt stamp: Int64?,
        readAt bracket: ClockReading.Bracket
    ) -> (instant: BootInstant, errorNanoseconds: Int64) {
        look(at: bracket)
        let now = bracket.reading.boottime
        if let stamp {
            let realtime = bracket.reading.realtime.nanosecondsSince1970
            let (age, overflow) = realtime.subtractingReportingOverflow(stamp)
            if !overflow, age >= -bracket.errorNanoseconds {
                let instant = now.advanced(by: .nanoseconds(-age))
                if instant >= steadySince { return (instant, bracket.errorNanoseconds) }
            }
        }
        // It came between the last look that found nothing and now: somebody has set the clock meanwhile.
        let since = max(0, empty.duration(to: now).wholeNanoseconds)
        return (now, since.addingClamped(bracket.errorNanoseconds))
    }
}
