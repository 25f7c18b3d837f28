// A device, or whoever is between, may tell any stamp: what is computed of it may be a number that no `Int64` holds,
// or none. A clock that is wrong then is found out; a crash would lose the recording.

extension Int64 {
    /// A time or a length as a whole number of nanoseconds, within 127 years either way; 0 of what is no number.
    init(bounded number: Double) {
        self = number.isNaN ? 0 : Int64(Swift.min(Swift.max(number, -4e18), 4e18))
    }
}
