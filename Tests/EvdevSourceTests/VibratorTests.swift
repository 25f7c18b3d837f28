import CEvdev
import Patience
import SystemCalls
import Testing

@testable import EvdevSource

@Suite("A vibration", .mayNotHang)
struct VibratorTests {
    @MainActor
    private func problem(of vibrator: EvdevVibrator) async throws -> String? {
        vibrator.vibrateDevice()
        while vibrator.isVibrating { try await Task.sleep(for: .milliseconds(5)) }
        return vibrator.lastProblem
    }

    @Test("without a device that rumbles is no failure, and says why nothing was felt")
    func absent() async throws {
        let tree = try MadeTree("absent")
        let bare = await EvdevVibrator(device: nil, surroundings: tree.surroundings)
        #expect(try await problem(of: bare) == "no input device rumbles")
        try tree.device("event0", ["name": "Pedal"])
        let named = await EvdevVibrator(device: "pedal", surroundings: tree.surroundings)
        #expect(try await problem(of: named) == "\"pedal\" is no input device that rumbles")
        let gone = EvdevSurroundings(sysfs: "\(tree.path)/none")
        let nowhere = await EvdevVibrator(device: nil, surroundings: gone)
        #expect(try await problem(of: nowhere) == "no input device rumbles")
    }

    @Test("by a node that is no device says so of each that was tried, and leaves nothing open")
    func noDevice() async throws {
        let tree = try MadeTree("nodevice")
        let effects = MadeTree.words(FF_RUMBLE)
        try tree.device("event0", ["name": "A", "capabilities/ff": effects])
        try tree.device("event1", ["name": "B", "capabilities/ff": effects], node: false)
        let vibrator = await EvdevVibrator(device: nil, surroundings: tree.surroundings)
        let problem = try #require(try await problem(of: vibrator))
        #expect(problem.hasPrefix("event0 (A): open \(tree.path)/dev/event0 failed: "))
        #expect(problem.contains("; event1 (B): the device is gone"))
        #expect(FileHolder.find("\(tree.path)/dev/event0").isEmpty)
        // It can be tried again.
        #expect(try await self.problem(of: vibrator) == problem)
    }
}
