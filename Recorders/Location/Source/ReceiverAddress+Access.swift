// Checks before a recording whether a receiver can be used, as far as that can be determined at once.

extension ReceiverAddress {
    /// Throws if something prevents recording from this receiver; it may block.
    ///
    /// It does not contact another machine; the recording does that when it begins.
    public func check() throws(LocationError) {
        if isOfThisMachine { _ = try GPSConnection(self) { false } }
    }
}
