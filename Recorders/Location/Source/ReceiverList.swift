// Lists the receivers of a gpsd, for users who look for the one to record.

internal import SystemCalls

/// The receivers of a gpsd.
public struct ReceiverList: Codable, Sendable, Hashable {
    /// The gpsd; `nil` if none was looked for.
    public var gps: Service?

    /// A gpsd and its receivers.
    public struct Service: Codable, Sendable, Hashable {
        /// The address that was tried.
        public var address: String
        public var receivers: [Entry]
        /// What prevents recording them.
        public var obstacles: [String]
    }

    /// A receiver.
    public struct Entry: Codable, Sendable, Hashable {
        /// The device that gpsd reads.
        public var path: String
        /// The type, as gpsd sees it; empty if gpsd does not know it yet.
        public var driver: String
    }

    public init() {}

    /// How long gpsd may take to list them, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000

    /// The receivers of a gpsd.
    ///
    /// - Parameter address: The address of gpsd.
    /// - Returns: The list, which includes the obstacles.
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
