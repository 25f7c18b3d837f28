// The receivers that a gpsd has, for whoever looks for the one to record.

internal import SystemCalls

/// The receivers of a gpsd.
public struct ReceiverList: Codable, Sendable, Hashable {
    /// The gpsd; without it, none was looked for.
    public var gps: Service?

    /// A gpsd, and what it has.
    public struct Service: Codable, Sendable, Hashable {
        /// Where it answers, or does not.
        public var address: String
        public var receivers: [Entry]
        /// What stands in the way of recording them.
        public var obstacles: [String]
    }

    /// A receiver.
    public struct Entry: Codable, Sendable, Hashable {
        /// The device that gpsd reads.
        public var path: String
        /// What gpsd takes it for; empty where it does not know yet.
        public var driver: String
    }

    public init() {}

    /// How long gpsd may take to list them.
    private static let patience: Int64 = 5_000_000_000

    /// Those that a gpsd has.
    ///
    /// - Parameter address: Where it answers.
    /// - Returns: The list; what stands in the way is in it.
    public static func present(at address: ReceiverAddress = .usual) -> ReceiverList {
        var service = Service(address: address.text, receivers: [], obstacles: [])
        do {
            service.receivers = try receivers(at: address)
            if service.receivers.isEmpty {
                service.obstacles = [
                    "gpsd has no receiver; plug one in, or name it with `gpsdctl add /dev/ttyACM0`"
                ]
            }
        } catch let error as LocationError {
            service.obstacles = [
                [error.what, error.remedy].compactMap(\.self).joined(separator: "; ")
            ]
        } catch {
            service.obstacles = ["\(error)"]
        }
        var list = ReceiverList()
        list.gps = service
        return list
    }

    private static func receivers(at address: ReceiverAddress) throws -> [Entry] {
        let waking = try WakingDescriptor()
        let line = try address.line { false }
        return try line.wait(upTo: patience, at: address, waking, isGivenUp: { false }) { message in
            if case .devices(let entries) = message { entries } else { nil }
        }
    }
}
