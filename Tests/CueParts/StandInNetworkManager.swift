// A service with NetworkManager's name, on a bus of the test's own, of which one property can be asked for.

internal import CSystemd
internal import Synchronization

/// What answers to NetworkManager's name.
package final class StandInNetworkManager: StandIn {
    static let name = "org.freedesktop.NetworkManager"
    static let path = "/org/freedesktop/NetworkManager"

    private let service: StandInService
    /// What it says of the network, as NetworkManager's `NMMetered`.
    private let metered: Atomic<UInt32>
    /// Whether it leaves questions without an answer.
    private let isMute: Bool

    /// The bus that it is on.
    package var bus: PrivateBus { service.bus }

    /// A stand-in on a bus that nobody else is on.
    package init(saying metered: UInt32, isMute: Bool = false) async throws {
        service = try await StandInService()
        self.metered = Atomic(metered)
        self.isMute = isMute
        try await service.start(self)
    }

    /// Has it leave the bus.
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
