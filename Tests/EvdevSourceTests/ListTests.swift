import FoundationEssentials
import InputRecorder
import SystemCalls
import Testing

@testable import EvdevSource

@Suite("The list of input devices")
struct ListTests {
    @Test("has each device with what it gives and who may read it, also the machine's own")
    func entries() throws {
        let tree = try MadeTree("list")
        try tree.device("event0", ["name": "Power Button", "phys": "LNXPWRBN/button/input0"])
        try tree.device(
            "event3",
            [
                "name": "Foot Switch", "capabilities/key": FactsTests.keys, "uniq": "A1",
                "capabilities/sw": "3", "capabilities/rel": "3",
            ]
        )
        let inputs = InputDeviceList.present(in: tree.surroundings).inputs
        #expect(inputs.map(\.id) == ["event0", "event3"])
        #expect(inputs[0].kinds.isEmpty && inputs[0].phys == "LNXPWRBN/button/input0")
        #expect(inputs[1].kinds == [.keys, .pointer, .switches])
        #expect(inputs[1].keys == 2 && inputs[1].switches == 2 && !inputs[1].hasRumble)
        #expect(inputs[1].uniq == "A1")
        #expect(inputs[1].readers == FileSystem.ownership(of: "\(tree.path)/dev/event3"))
        #expect(inputs.allSatisfy { $0.obstacles.isEmpty })
    }

    @Test("says what prevents a recording: a node that is missing")
    func obstacles() throws {
        let tree = try MadeTree("obstacles")
        try tree.device("event0", ["name": "Pedal"], node: false)
        let input = try #require(InputDeviceList.present(in: tree.surroundings).inputs.first)
        #expect(input.readers == nil)
        #expect(
            input.obstacles == [
                "event0: its device node \(tree.path)/dev/event0 is missing; let udev make it, or "
                    + "record in a container that is given the node"
            ]
        )
    }

    @Test("is the same after it was a file")
    func codable() throws {
        let tree = try MadeTree("codable")
        try tree.device("event0", ["name": "Pedal", "capabilities/key": FactsTests.keys])
        let list = InputDeviceList.present(in: tree.surroundings)
        let bytes = try JSONEncoder().encode(list)
        #expect(try JSONDecoder().decode(InputDeviceList.self, from: bytes) == list)
    }
}

@Suite("The right to record from an input device")
struct PermissionTests {
    let tree: MadeTree

    init() throws {
        tree = try MadeTree("permissions-\(UInt32.random(in: 0...UInt32.max))")
        try tree.device("event3", ["name": "Pedal", "capabilities/key": FactsTests.keys])
    }

    private func check(_ request: InputRequest) throws {
        try EvdevPermissions.check(request, in: tree.surroundings)
    }

    private func marking(_ key: String, device: String? = nil) -> InputRequest {
        InputRequest(
            kinds: [.keys],
            device: device,
            keys: [key],
            markers: [KeyMarker(key: key, marker: "step")]
        )
    }

    @Test("is there where the node may be read, and the keys are there that are marks")
    func good() throws {
        try check(InputRequest(kinds: [.keys]))
        try check(InputRequest(kinds: [.keys], keys: ["KEY_A"]))
        try check(marking("KEY_F13", device: "pedal"))
        let link = "\(tree.path)/dev/pedal"
        try tree.file("dev/unrelated")
        _ = try ChildProgram.run(["ln", "-s", "event3", link])
        try check(marking("KEY_F13", device: link))
    }

    @Test("is no use where the key is missing that is to be a mark")
    func key() {
        let error = #expect(throws: EvdevError.self) { try check(marking("KEY_A")) }
        #expect(error?.description.contains("event3 (Pedal): the device has no key KEY_A") == true)
        #expect(throws: EvdevError.self) { try check(marking("KEY_NONE")) }
    }

    @Test("is missed with the node, or with what reads it")
    func node() throws {
        try FileSystem.remove("\(tree.path)/dev/event3")
        let error = #expect(throws: EvdevPermissions.Obstacle.self) {
            try check(InputRequest(kinds: [.keys]))
        }
        #expect(error?.description.contains("device node") == true)
        #expect(throws: EvdevError.self) { try check(InputRequest(kinds: [.touches])) }
    }

    @Test("is not there where the node cannot be looked at, whatever the reason")
    func obstructed() {
        // A file stands where the folder of nodes should be.
        let odd = EvdevSurroundings(sysfs: "\(tree.path)/sys", dev: "\(tree.path)/dev/event3")
        let error = #expect(throws: EvdevError.self) {
            try EvdevPermissions.check(InputRequest(kinds: [.keys]), in: odd)
        }
        #expect(error?.kind == .failed(call: "look at \(odd.dev)/event3", .notDirectory))
        #expect(InputDeviceList.present(in: odd).inputs.first?.obstacles.count == 1)
    }

    // That the kernel says so to who has no right, the lab's job `input-person` shows: root may read all.
    @Test("is told apart from other obstacles by the node's own name", arguments: Self.refusals)
    func denied(errno: Errno) throws {
        let device = try #require(InputDeviceFacts.present(in: tree.surroundings).first)
        let kind = EvdevPermissions.refusal(errno, of: device)
        #expect(kind == .notPermitted(obstacle: "\(tree.path)/dev/event3"))
        #expect(EvdevError(kind, at: device.id).description.contains("footfall setup"))
        #expect(
            EvdevPermissions.refusal(.notFound, of: device)
                == .failed(call: "look at \(device.node)", .notFound)
        )
    }

    private static let refusals: [Errno] = [.access, .permission]
}
