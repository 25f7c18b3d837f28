// What stands between this process and a gpsd: a connection where gpsd is this machine's, and a child process where a
// network is between.

internal import SystemCalls
internal import Timebase

/// A connection to a gpsd, wherever it is.
protocol ReceiverLine: AnyObject {
    /// What a sleep is beside: something has come, or nothing will.
    var number: Int32 { get }

    /// Reads a message without waiting; `nil` where none is whole.
    ///
    /// - Throws: `LocationError` where there will be none.
    func read() throws(LocationError) -> ReceiverMessage?
}

extension ReceiverLine {
    /// Waits for what somebody looks for among gpsd's messages; whoever talks without an end is not heard longer.
    ///
    /// - Parameters:
    ///   - patience: How long, in nanoseconds.
    ///   - address: What the errors are about.
    ///   - waking: What wakes a sleep.
    ///   - isGivenUp: Whether nobody wants it any more.
    ///   - look: The answer that a message has; `nil` where it has none.
    /// - Returns: The first answer.
    /// - Throws: `LocationError`, also where it did not come in time.
    func wait<Answer>(
        upTo patience: Int64,
        at address: ReceiverAddress,
        _ waking: WakingDescriptor,
        isGivenUp: () -> Bool,
        for look: (ReceiverMessage) -> Answer?
    ) throws(LocationError) -> Answer {
        var sleep = DescriptorSleep(beside: [number], wokenBy: waking)
        let end = SystemClock.boottime.nanoseconds &+ patience
        var hasSpoken = false
        while true {
            if isGivenUp() { throw LocationError(.givenUp, at: address.text) }
            let left = end &- SystemClock.boottime.nanoseconds
            guard left > 0 else {
                throw LocationError(hasSpoken ? .noGPSD : .silent, at: address.text)
            }
            if let message = try read() {
                if let answer = look(message) { return answer }
                hasSpoken = true
            } else {
                sleep.wait(upTo: .nanoseconds(min(left, 500_000_000)))
            }
        }
    }
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
    ///   - childProgram: The program that reads it as a child process; where a network is between there is a child, of
    ///     the program of all children, without one, too.
    ///   - isGivenUp: Whether nobody wants it any more.
    /// - Returns: The line, of which nobody knows yet whether a gpsd is at its end.
    /// - Throws: `LocationError` where there is none.
    func line(
        childProgram: String? = nil,
        isGivenUp: () -> Bool
    ) throws(LocationError) -> any ReceiverLine {
        guard isOfThisMachine, childProgram == nil else {
            return try RemoteReceiver(self, childProgram, isGivenUp: isGivenUp)
        }
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
