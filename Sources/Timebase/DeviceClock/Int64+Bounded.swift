// Guards conversions from floating point. A device, or anything between it and us, may send any timestamp, so a
// computed number may exceed `Int64` or be NaN. The wrong clock is detected later; a crash here would lose the
// recording.

extension Int64 {
    /// A time or length as whole nanoseconds, clamped to 127 years either way; 0 if it is not a number.
    init(bounded number: Double) {
        self = number.isNaN ? 0 : Int64(Swift.min(Swift.max(number, -4e18), 4e18))
    }
}
