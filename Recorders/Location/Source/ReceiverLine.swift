// The link between this process and a gpsd: a direct connection to a gpsd of this machine, or a child process if a
// network is in between.

internal import SystemCalls
internal import Timebase

/// A link to a gpsd on this or another machine.
protocol ReceiverLine: AnyObject {
    /// The descriptor to sleep on: it is readable when data has come, or when none will come.
    var number: Int32 { get }

    /// Reads a message without waiting; `nil` if no whole message has come.
    ///
    /// - Throws: `LocationError` if no more messages will come.
    func read() throws(LocationError) -> ReceiverMessage?
}

extension ReceiverLine {
    /// Waits for a certain message of gpsd; endless other messages do not extend the time limit, in which the machine's
    /// sleep does not count.
    ///
    /// - Parameters:
    ///   - patience: How long to wait, in nanoseconds.
    ///   - address: The address, for errors.
    ///   - waking: Wakes a sleep.
    ///   - isGivenUp: True if the caller gives up.
    ///   - look: Returns the answer that a message contains, or `nil`.
    /// - Returns: The first answer.
    /// - Throws: `LocationError`, also if the time limit has passed.
    func wait<Answer>(
        upTo patience: Int64,
        at address: ReceiverAddress,
        _ waking: WakingDescriptor,
        isGivenUp: () -> Bool,
        for look: (ReceiverMessage) -> Answer?
    ) throws(LocationError) -> Answer {
        var sleep = DescriptorSleep(beside: [number], wokenBy: waking)
        let end = SystemClock.monotonic.nanoseconds &+ patience
        var hasSpoken = false
        while true {
            if isGivenUp() { throw LocationError(.givenUp, at: address.text) }
            let left = end &- SystemClock.monotonic.nanoseconds
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

/// The content of a gpsd message.
enum ReceiverMessage: Sendable, Hashable, Codable {
    /// Identifies gpsd.
    case version
    /// The devices that gpsd has.
    case devices([ReceiverList.Entry])
    case report(ReceiverReport)
    /// Any other message.
    case other
}

extension ReceiverAddress {
    /// Connects to the gpsd at this address.
    ///
    /// - Parameters:
    ///   - childProgram: The program that reads gpsd as a child process. By default, a child of the program for all
    ///     children is used if a network is in between, and none otherwise.
    ///   - isGivenUp: True if the caller gives up.
    /// - Returns: The link; its peer has not identified itself as a gpsd yet.
    /// - Throws: `LocationError` if the connection fails.
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
