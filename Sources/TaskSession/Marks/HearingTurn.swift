// Limits how many datagrams are read from each of several sockets before a pause. A flood on one socket then costs
// limited time, and does not keep datagrams on the other sockets from being read.

/// One round of reading several sockets.
enum HearingTurn {
    /// How many datagrams are read from each socket in a round; the kernel buffers a few more and drops the rest.
    static let share = 8

    /// Reads what has arrived, at most `share` datagrams from each socket.
    ///
    /// - Parameters:
    ///   - sockets: Each returns its next datagram; `nil` if none has arrived.
    ///   - hear: Handles a datagram.
    /// - Returns: True if a socket may have more datagrams.
    static func take<Datagram>(
        from sockets: [() -> Datagram?],
        hearing hear: (Datagram) -> Void
    ) -> Bool {
        var isFlooded = false
        for next in sockets {
            var taken = 0
            while taken < share, let datagram = next() {
                taken += 1
                hear(datagram)
            }
            if taken == share { isFlooded = true }
        }
        return isFlooded
    }
}
