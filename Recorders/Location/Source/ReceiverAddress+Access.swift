// Finds out before a recording whether a receiver can be used, as far as that shows at once.

extension ReceiverAddress {
    /// Throws if something prevents recording from this receiver; it may block.
    ///
    /// It does not ask another machine; the recording does that when it begins.
    public func check() throws(LocationError) {
        if isOfThisMachine { _ = try GPSConnection(self) { false } }
    }
}
