// What stands between this process and a gpsd: libgps itself where gpsd is this machine's, and a child process where a
// network is between.

internal import SystemCalls

/// A connection to a gpsd, wherever it is.
protocol ReceiverLine: AnyObject {
    /// What a sleep is beside: something has come, or nothing will.
    var number: Int32 { get }

    /// Reads a message without waiting; `nil` where none is whole.
    ///
    /// - Throws: `LocationError` where there will be none.
    func read() throws(LocationError) -> ReceiverMessage?
}

/// What a message of gpsd says.
enum ReceiverMessage: Sendable, Hashable, Codable {
    /// Which gpsd it is.
    case version
    /// The devices that it has.
    case devices([ReceiverList.Entry])
    case report(ReceiverReport)
    /// Something else.
    case other
}

extension ReceiverAddress {
    /// Connects to the gpsd that answers there.
    ///
    /// - Parameters:
    ///   - readsInChild: Whether a child process reads it, as it has to where a network is between.
    ///   - isGivenUp: Whether nobody wants it any more.
    /// - Returns: The line, of which nobody knows yet whether a gpsd is at its end.
    /// - Throws: `LocationError` where there is none.
    func line(
        readsInChild: Bool,
        isGivenUp: () -> Bool
    ) throws(LocationError) -> any ReceiverLine {
        if readsInChild { return try RemoteReceiver(self, isGivenUp: isGivenUp) }
        return LocalReceiver(try GPSConnection(self, isGivenUp: isGivenUp))
    }
}

/// A gpsd of this machine.
final class LocalReceiver: ReceiverLine {
    private var connection: GPSConnection

    init(_ connection: consuming GPSConnection) { self.connection = connection }

    var number: Int32 { connection.number }

    func read() throws(LocationError) -> ReceiverMessage? { try connection.read() }
}
