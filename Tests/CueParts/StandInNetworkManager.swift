// A service with NetworkManager's name on a test's own bus. It answers for one property.

internal import CSystemd
internal import Synchronization

/// A service with NetworkManager's name.
package final class StandInNetworkManager: StandIn {
    static let name = "org.freedesktop.NetworkManager"
    static let path = "/org/freedesktop/NetworkManager"

    private let service: StandInService
    /// What it answers about the network, as a value of NetworkManager's `NMMetered`.
    private let metered: Atomic<UInt32>
    /// Whether it leaves calls unanswered.
    private let isMute: Bool

    /// The bus that it is on.
    package var bus: PrivateBus { service.bus }

    /// Starts a stand-in on a new bus.
    package init(saying metered: UInt32, isMute: Bool = false) async throws {
        service = try await StandInService()
        self.metered = Atomic(metered)
        self.isMute = isMute
        try await service.start(self)
    }

    /// Makes it leave the bus.
    package func end() { service.end() }

    func answer(_ call: OpaquePointer) -> Int32 {
        if isMute { return 1 }
        var reply: OpaquePointer?
        defer { unsafe sd_bus_message_unref(reply) }
        var value = metered.load(ordering: .relaxed)
        var answer = unsafe sd_bus_message_new_method_return(call, &reply)
        if answer >= 0 {
            answer = unsafe sd_bus_message_open_container(reply, CChar(UInt8(ascii: "v")), "u")
        }
        if answer >= 0 {
            answer = unsafe sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "u")), &value)
        }
        if answer >= 0 { answer = unsafe sd_bus_message_close_container(reply) }
        if answer >= 0 { answer = unsafe sd_bus_send(nil, reply, nil) }
        return answer < 0 ? answer : 1
    }
}
