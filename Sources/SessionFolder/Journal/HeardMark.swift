// A mark that arrived over the network, as the journal records it. Other machines received the same mark; its
// identifier lets a reader align their sessions.

package import Timebase

/// A mark that arrived over the network.
package struct HeardMark: Hashable, Sendable, Codable {
    /// The identifier of the mark, the same on all machines: 32 hexadecimal digits.
    package var id: String
    /// Its name.
    package var name: String
    /// `receivedNanoseconds` in seconds.
    package var uptime: Double
    /// The arrival of the mark in `CLOCK_BOOTTIME`: the time at which the kernel received the datagram, minus the time
    /// since the first datagram of this mark, which the sender states in each datagram.
    package var receivedNanoseconds: Int64
    /// The largest error of that time on this machine, without the delay of the network.
    package var errorNanoseconds: Int64
    /// The sender's address.
    package var from: String
    /// Which datagram of the mark was received, counted from 0.
    package var transmission: Int
    /// True if it was signed with the shared key.
    package var isSigned: Bool

    package init(
        id: String,
        name: String,
        received instant: BootInstant,
        errorNanoseconds: Int64,
        from: String,
        transmission: Int,
        isSigned: Bool
    ) {
        (self.id, self.name, self.from) = (id, name, from)
        uptime = Double(instant.nanoseconds) / 1e9
        receivedNanoseconds = instant.nanoseconds
        self.errorNanoseconds = errorNanoseconds
        self.transmission = transmission
        self.isSigned = isSigned
    }
}
