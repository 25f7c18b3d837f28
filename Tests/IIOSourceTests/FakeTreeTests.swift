// What needs files rather than devices: a timer trigger's folder, and a sysfs tree that an ordinary user
// may not write to.

import MotionRecorder
import SystemCalls
import Testing

@testable import IIOSource

/// A folder of a test, gone when the test is over.
final class Scratch {
    let path: String

    init(_ name: String) throws {
        path = "/tmp/footfall-iio-\(name)-\(Environment.process)"
        try FileSystem.makeDirectories(path)
    }

    deinit { Self.remove(path) }

    func file(_ name: String, _ text: String = "") throws {
        if let folder = FileSystem.parent(of: "\(path)/\(name)") {
            try FileSystem.makeDirectories(folder)
        }
        try? FileSystem.remove("\(path)/\(name)")
        try OpenFile.create("\(path)/\(name)").writeAll(Array(text.utf8), at: 0)
    }

    private static func remove(_ path: String) {
        if FileSystem.kind(of: path) == .directory {
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            try? FileSystem.removeDirectory(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}

@Suite("A timer trigger")
struct TimerTriggerTests {
    @Test("is a folder in configfs for as long as it exists, with a name of its own")
    func lives() throws {
        let scratch = try Scratch("timer")
        let folder = "\(scratch.path)/iio/triggers/hrtimer"
        #expect(!TimerTrigger.isAvailable(configfs: scratch.path))
        try FileSystem.makeDirectories(folder)
        #expect(TimerTrigger.isAvailable(configfs: scratch.path))
        // What a run has left that was killed goes; what lives, or is not ours, stays.
        let abandoned = "\(folder)/footfall-iio-device1-\(Int32.max)-0"
        let living = "\(folder)/footfall-iio-device1-\(Environment.process)-0"
        let foreign = "\(folder)/footfall-lab-\(Int32.max)"
        for path in [abandoned, living, foreign] { try FileSystem.makeDirectory(path) }
        do {
            let timer = try TimerTrigger(
                for: "iio:device0",
                configfs: scratch.path,
                process: 7
            )
            #expect(timer.name == "footfall-iio-device0-7-0")
            #expect(FileSystem.kind(of: "\(folder)/\(timer.name)") == .directory)
            #expect(FileSystem.kind(of: abandoned) == .missing)
        }
        let left = Set(try FileSystem.list(folder).map { "\(folder)/\($0)" })
        #expect(left == [living, foreign])
    }
}

@Suite("What prevents a recording")
struct ObstacleTests {
    @Test("is nothing if everything may be written")
    func nothing() throws {
        let scratch = try tree("free")
        #expect(
            IIOPermissions.obstacles(
                to: device,
                types: device.types,
                triggers: [],
                in: surroundings(scratch)
            ).isEmpty
        )
    }

    @Test("is a missing device")
    func gone() throws {
        let scratch = try Scratch("gone")
        let obstacles = IIOPermissions.obstacles(
            to: device,
            types: device.types,
            triggers: [],
            in: surroundings(scratch)
        )
        #expect(obstacles.map(\.what) == ["the device is gone"])
    }

    @Test("is a rate that cannot be set, unless its rate was not asked for")
    func rate() throws {
        let scratch = try tree("rate")
        let name = "sys/iio:device0/in_accel_sampling_frequency"
        try scratch.file(name, "100\n")
        var device = device
        func obstacles() -> [String] {
            IIOPermissions.obstacles(
                to: device,
                types: device.types,
                triggers: [],
                in: surroundings(scratch),
                mayWrite: { !$0.hasSuffix("sampling_frequency") }
            ).map(\.what)
        }
        #expect(obstacles() == ["permission denied for \(scratch.path)/\(name)"])
        device.isRateUnasked = true
        #expect(obstacles().isEmpty)
    }

    @Test("is a device without its node")
    func withoutNode() throws {
        let scratch = try tree("node")
        try FileSystem.remove("\(scratch.path)/dev/iio:device0")
        let obstacles = IIOPermissions.obstacles(
            to: device,
            types: device.types,
            triggers: [],
            in: surroundings(scratch)
        )
        #expect(obstacles.first?.what.contains("device node") == true)
    }

    @Test("is a trigger whose rate cannot be set, or a folder in which no timer can be made")
    func triggers() throws {
        let scratch = try tree("triggers")
        let timers = "iio/triggers/hrtimer"
        try FileSystem.makeDirectories("\(scratch.path)/config/\(timers)")
        try scratch.file("sys/trigger0/sampling_frequency", "100\n")
        var device = device
        device.trigger = .set("timer0")
        let trigger = TriggerDescription(
            place: 1,
            id: "trigger0",
            name: "timer0",
            samplingFrequency: "100"
        )
        func obstacles(closed: String) -> [String] {
            IIOPermissions.obstacles(
                to: device,
                types: device.types,
                triggers: [trigger],
                in: surroundings(scratch),
                mayWrite: { !$0.hasSuffix(closed) }
            ).map(\.what)
        }
        let rate = "\(scratch.path)/sys/trigger0/sampling_frequency"
        #expect(obstacles(closed: "nothing").isEmpty)
        #expect(obstacles(closed: rate) == ["permission denied for \(rate)"])
        #expect(obstacles(closed: timers).isEmpty)
        device.trigger = .none
        #expect(obstacles(closed: rate).isEmpty)
        let folder = "\(scratch.path)/config/\(timers)"
        #expect(obstacles(closed: timers) == ["permission denied for \(folder)"])
    }

    private var device: DeviceDescription {
        Devices.make(0, "bmi160", [.accelerometer, .gyro], trigger: .unsupported)
    }

    private func surroundings(_ scratch: Scratch) -> IIOPermissions.Surroundings {
        .init(
            sysfs: "\(scratch.path)/sys",
            dev: "\(scratch.path)/dev",
            proc: "/proc",
            configfs: "\(scratch.path)/config"
        )
    }

    private func tree(_ name: String) throws -> Scratch {
        let scratch = try Scratch(name)
        for file in ["buffer/enable", "buffer/length", "scan_elements/in_accel_x_en"] {
            try scratch.file("sys/iio:device0/\(file)", "0\n")
        }
        try scratch.file("dev/iio:device0")
        return scratch
    }
}

@Suite("A context")
struct ContextTests {
    static let description = ContextDocument.text(
        of: """
            <device id="iio:device3" name="bmi160" label="lowBack">\
            <channel id="accel_x" type="input"><scan-element index="0" format="le:s16/16&gt;&gt;0" />\
            <attribute name="raw" filename="in_accel_x_raw" /></channel>\
            <channel id="timestamp" type="input"><scan-element index="6" format="le:s64/64&gt;&gt;0" />\
            </channel></device><device id="trigger0" name="timer"></device>
            """
    )

    @Test("gives its devices, channels and triggers as values")
    func contents() throws {
        let contents = try IIOContext(xml: Self.description).contents()
        let device = try #require(contents.devices.first)
        #expect(contents.devices.count == 1)
        #expect(device.id == "iio:device3" && device.name == "bmi160")
        #expect(device.label == "lowBack")
        #expect(device.channels.map(\.id) == ["accel_x", "timestamp"])
        #expect(device.channels[0].format == ScanFormat("le:s16/16>>0"))
        #expect(device.channels[0].attributeNames == ["raw"])
        #expect(device.timestamp?.scanIndex == 6)
        #expect(contents.triggers.map(\.name) == ["timer"])
    }

    @Test("fails for text that describes none, and for parts that it does not have")
    func errors() throws {
        for text in ["", "<", "<context>", String(repeating: "x", count: 10_000)] {
            #expect(throws: IIOError.self) { _ = try IIOContext(xml: text) }
        }
        let context = try IIOContext(xml: Self.description)
        var error: IIOError?
        do throws(IIOError) {
            _ = try context.read("raw", of: .channel(9, device: 0))
        } catch let thrown {
            error = thrown
        }
        #expect(error?.kind == .malformed("it has no channel(9, device: 0)"))
    }

    @Test("fails at an address where nobody answers with an error of its own")
    func unreachable() throws {
        let address = try ContextAddress("ip:127.0.0.1:9", supported: ["ip"])
        let error = #expect(throws: IIOError.self) { _ = try IIOContext(address) }
        #expect(error?.description.contains("there is no iiod that answers") == true)
    }
}
