// Whether the network costs by what is sent, as NetworkManager says it.

import CueParts
import Testing

@testable import Outbox

@Suite("A network that costs by what is sent")
struct MeteredNetworkTests {
    @Test(
        "is one of which NetworkManager knows or guesses it",
        arguments: [(1, MeteredNetwork.metered), (3, .metered), (2, .free), (4, .free)]
    )
    func known(value: Int, network: MeteredNetwork) {
        #expect(MeteredNetwork(answer: Array(#"{"type":"u","data":\#(value)}"#.utf8)) == network)
    }

    @Test(
        "is unknown where the answer is none",
        arguments: [
            "", "{", #"{"type":"u","data":0}"#, #"{"type":"u","data":5}"#,
            #"{"type":"s","data":"1"}"#,
            #"{"type":"u","data":-1}"#, #"{"type":"u","data":1e99}"#, "[1]", "null",
            #"{"type":"i","data":1}"#,
        ]
    )
    func unknown(answer: String) {
        guard case .unknown = MeteredNetwork(answer: Array(answer.utf8)) else {
            Issue.record("\(answer) was taken for an answer")
            return
        }
    }

    @Test(
        "is asked for at a real bus",
        .needs(.dbus),
        arguments: [(3, MeteredNetwork.metered), (4, .free)] as [(UInt32, MeteredNetwork)]
    )
    func asked(value: UInt32, network: MeteredNetwork) async throws {
        let service = try await StandInNetworkManager(saying: value)
        defer { service.end() }
        #expect(MeteredNetwork.ask(at: service.bus.address) { true } == network)
    }

    @Test(
        "is unknown where nobody has the name, where nobody answers, and where the bus is gone",
        .needs(.dbus)
    )
    func nobody() async throws {
        let bus = try await PrivateBus()
        expectUnknown(MeteredNetwork.ask(at: bus.address) { true })
        expectUnknown(MeteredNetwork.ask(at: "unix:path=/nowhere") { true })
        let mute = try await StandInNetworkManager(saying: 1, isMute: true)
        defer { mute.end() }
        // Whoever stops the sender does not wait for it either.
        expectUnknown(MeteredNetwork.ask(at: mute.bus.address) { false })
    }

    private func expectUnknown(_ network: MeteredNetwork) {
        guard case .unknown = network else {
            Issue.record("\(network) is known")
            return
        }
    }
}
