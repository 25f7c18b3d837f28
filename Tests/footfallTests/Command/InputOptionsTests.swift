import Arguments
import InputRecorder
import Recording
import Research
import SampleStream
import SessionRuns
import StandardRecorders
import Testing

@testable import footfall

@Suite("What record understands about input devices")
struct InputOptionsTests {
    static func record(_ words: String...) throws -> RecordCommand { try record(words) }

    static func record(_ words: [String]) throws -> RecordCommand {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(["record"] + words) else {
            throw RunFailure("no command")
        }
        return try RecordCommand(arguments)
    }

    @Test("an input device alone is recorded without motion, with all of its events")
    func alone() throws {
        let command = try Self.record("--input", "Foot Switch")
        #expect(command.options.source == nil)
        #expect(command.options.input == InputOptions(devices: ["Foot Switch"]))
        #expect(command.options.keys == KeyOptions())
    }

    @Test("every option of an input device is understood")
    func everything() throws {
        let command = try Self.record([
            "--input", "event3", "--input", "/dev/input/event4", "--events", "touches,keys",
            "--name-keys", "KEY_A,BTN_LEFT", "--mark-key", "KEY_F13=heel strike", "--mark-key",
            "KEY_F14", "--grab", "--reconnect", "2.5", "--start-key", "KEY_F15",
        ])
        #expect(
            command.options.input
                == InputOptions(
                    devices: ["event3", "/dev/input/event4"],
                    events: [.keys, .touches],
                    namedKeys: ["KEY_A", "BTN_LEFT"],
                    grabs: true,
                    reconnectInSeconds: 2.5
                )
        )
        #expect(command.options.keys.start == "KEY_F15")
        #expect(
            command.options.keys.marks == [
                KeyMarker(key: "KEY_F13", marker: "heel strike"),
                KeyMarker(key: "KEY_F14", marker: "KEY_F14"),
            ]
        )
    }

    @Test(
        "motion is recorded too if an option concerns motion",
        arguments: [
            ["--device", "bmi160"], ["--types", "gyro"], ["--rate", "50"], ["--placement", "knee"],
            ["--source", "iio"],
        ]
    )
    func besideMotion(words: [String]) throws {
        let command = try Self.record("--input", "event3", words[0], words[1])
        #expect(command.options.input != nil)
        guard case .sensors? = command.options.source else {
            Issue.record("no motion: \(words)")
            return
        }
    }

    @Test("the word all stands for every kind of events")
    func allEvents() throws {
        let command = try Self.record("--input", "event3", "--events", "keys,all")
        #expect(command.options.input?.events == InputKind.allCases)
    }

    @Test("keys for start and end alone do not record input; one key may do both")
    func keysAlone() throws {
        let command = try Self.record("--start-key", "KEY_F13", "--stop-key", "KEY_F13")
        #expect(command.options.source == .sensors(SensorOptions(uri: "local:")))
        #expect(command.options.input == nil)
        #expect(command.options.keys == KeyOptions(start: "KEY_F13", stop: "KEY_F13"))
    }

    @Test("the key that ends a recording sets a mark, unless it has another")
    func markOfStop() throws {
        let plain = try Self.record("--stop-key", "KEY_F13", "--mark-key", "KEY_F14")
        #expect(plain.options.keys.markOfStop == KeyMarker(key: "KEY_F13", marker: "KEY_F13"))
        let marked = try Self.record("--stop-key", "KEY_F13", "--mark-key", "KEY_F13=end")
        #expect(marked.options.keys.markOfStop == nil)
        // Two names of one key.
        let same = try Self.record("--stop-key", "BTN_A", "--mark-key", "BTN_SOUTH=end")
        #expect(same.options.keys.markOfStop == nil)
        #expect(try Self.record("--start-key", "KEY_F13").options.keys.markOfStop == nil)
    }

    @Test(
        "an invalid mark is refused",
        arguments: [["KEY_F13="], ["KEY_F13=stop"], ["BTN_A=a", "BTN_SOUTH=b"]]
    )
    func wrongMarks(words: [String]) {
        #expect(throws: UsageError.self) {
            try Self.record(words.flatMap { ["--mark-key", $0] })
        }
    }

    @Test("each device has a file of its own, named after it if there are several")
    func identifiers() {
        #expect(InputOptions(devices: ["/dev/input/event3"]).identifiers == ["input"])
        let two = InputOptions(devices: ["/dev/input/event3", "Foot Switch"])
        #expect(two.identifiers == ["event3_input", "Foot Switch_input"])
        // By where they are plugged in: two of one model.
        let twins = InputOptions(
            devices: ["usb-0000:00:14.0-1/input0", "usb-0000:00:14.0-2/input0", "aa:bb:cc"]
        )
        #expect(
            twins.identifiers == [
                "usb-0000-00-14.0-1_input0_input", "usb-0000-00-14.0-2_input0_input",
                "aa-bb-cc_input",
            ]
        )
        let alike = InputOptions(devices: ["/dev/a/pad", "/dev/b/pad", "pad_2", "/dev/c/pad"])
        #expect(
            alike.identifiers == ["pad_input", "pad_2_input", "pad_2_2_input", "pad_3_input"]
        )
    }

    @Test("two devices of one model differ by where they are plugged in; equal words are refused")
    func twice() throws {
        let places = ["usb-0000:00:14.0-1/input0", "usb-0000:00:14.0-2/input0"]
        let command = try Self.record(places.flatMap { ["--input", $0] })
        #expect(command.options.input?.devices == places)
        #expect(throws: UsageError.self) { try Self.record("--input", "a", "--input", "a") }
    }
}

@Suite("A plan for input devices")
@MainActor
struct InputPlanTests {
    private static let heel = KeyMarker(key: "KEY_F13", marker: "heel")
    private static let toe = KeyMarker(key: "KEY_F14", marker: "toe")

    private static func shares(
        _ devices: [String],
        keys: [String: [String]]
    ) -> MarkerShares {
        MarkerShares(of: [heel, toe], among: InputOptions(devices: devices)) { request in
            let has = request.device.flatMap { keys[$0] } ?? []
            return !request.markers.allSatisfy { has.contains($0.key) }
        }
    }

    @Test("lets each device set the marks of the keys that it has, and listens for the others")
    func markers() {
        let shares = Self.shares(["a", "b"], keys: ["a": ["KEY_F13"], "c": ["KEY_F14"]])
        #expect(shares.byDevice == ["a": [Self.heel]])
        #expect(shares.others == [Self.toe])
    }

    @Test("lets every device set a mark whose key it has")
    func markersOfBoth() {
        let both = ["KEY_F13", "KEY_F14"]
        let shares = Self.shares(["a", "b"], keys: ["a": both, "b": both])
        #expect(shares.byDevice == ["a": [Self.heel, Self.toe], "b": [Self.heel, Self.toe]])
        #expect(shares.others.isEmpty)
    }

    @Test("listens for all mark keys if no input is recorded")
    func noInput() {
        let shares = MarkerShares(of: [Self.heel], among: nil) { _ in false }
        #expect(shares.byDevice.isEmpty)
        #expect(shares.others == [Self.heel])
    }

    @Test("has a recorder for each device, after the motion recorder")
    func recorders() throws {
        let command = try InputOptionsTests.record([
            "--input", "a", "--input", "b", "--types", "gyro", "--name-keys", "KEY_A", "--events",
            "keys", "--reconnect", "3", "--csv", "--duration", "5",
        ])
        let shares = Self.shares(["a", "b"], keys: ["a": ["KEY_F13"]])
        let plan = command.devicePlan(shares)
        #expect(plan.identifier == "motion")
        #expect(plan.endsAfter == .seconds(5))
        #expect(
            plan.recorders.map(\.configuration.identifier) == [
                "imu_motion", "a_input", "b_input",
            ]
        )
        let configurations = plan.recorders.compactMap {
            $0.configuration as? InputRecorderConfiguration
        }
        #expect(configurations.map(\.device) == ["a", "b"])
        #expect(configurations.map(\.markers) == [[Self.heel], nil])
        #expect(configurations.map(\.includeKeys) == [["KEY_A"], ["KEY_A"]])
        #expect(configurations.map(\.events) == [[.keys], [.keys]])
        #expect(configurations.map(\.reconnect) == [3, 3])
        #expect(configurations.map(\.usesCSVEncoding) == [true, true])
        #expect(throws: Never.self) { for one in configurations { try one.validate() } }
    }

    @Test("is called input if nothing else is recorded")
    func inputAlone() throws {
        let command = try InputOptionsTests.record("--input", "a")
        let plan = command.devicePlan(Self.shares(["a"], keys: [:]))
        #expect(plan.identifier == "input")
        #expect(plan.recorders.map(\.configuration.identifier) == ["input"])
    }
}
