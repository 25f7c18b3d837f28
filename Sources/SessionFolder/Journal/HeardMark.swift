// A mark that came by the network, as the journal tells it. Other boards have heard the same: by its identifier their
// sessions are put beside each other.

package import Timebase

/// A mark that came by the network.
package struct HeardMark: Hashable, Sendable, Codable {
    /// Of the mark, the same on all machines: 32 hexadecimal digits.
    package var id: String
    /// What it is called.
    package var name: String
    /// `receivedNanoseconds` in seconds.
    package var uptime: Double
    /// `CLOCK_BOOTTIME` at which it came: the kernel's reception of the datagram, less what the sender says that
    /// it sent it behind the first of the same mark.
    package var receivedNanoseconds: Int64
    /// The bound of the error of that on this machine; what the network took is not in it.
    package var errorNanoseconds: Int64
    /// The sender's address.
    package var from: String
    /// Which of the datagrams of the mark was heard, from 0.
    package var transmission: Int
    /// Whether it was signed with the key that both have.
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
