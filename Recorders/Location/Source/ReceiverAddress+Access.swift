// What stands in the way of a receiver is told before a recording begins, as far as that shows at once.

extension ReceiverAddress {
    /// Throws what stands in the way of recording its receiver; it may block.
    ///
    /// Another machine is asked when the recording begins.
    public func check() throws(LocationError) {
        if isOfThisMachine { _ = try GPSConnection(self) { false } }
    }
}
