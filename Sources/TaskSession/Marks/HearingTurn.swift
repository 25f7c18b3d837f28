// How much is taken of what has come by several sockets, before there is a rest. Whoever floods one of them costs no more
// than its share, and keeps nobody from being heard by another: each has its own.

/// A turn of whoever hears at several sockets.
enum HearingTurn {
    /// How many datagrams of each are taken at once; of more, the kernel keeps a few and drops the rest.
    static let share = 8

    /// Takes what is there, but for a flood.
    ///
    /// - Parameters:
    ///   - sockets: Each gives the next that has come by it; `nil` where nothing is there.
    ///   - hear: Takes what has come.
    /// - Returns: Whether more may be there.
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
