import Arguments
import LineRecorder
import Research
import SessionRuns
import Testing

@testable import StandardRecorders

@Suite("The options of `record` for devices that send text")
struct LineOptionsTests {
    private static func options(_ words: [String: [String]]) throws -> RecordOptions {
        try RecordOptions(ParsedArguments(command: "record", words: words))
    }

    @Test("a device alone is recorded without motion, by its map")
    @MainActor
    func alone() throws {
        let options = try Self.options([
            "lines": ["/dev/ttyUSB0@921600"], "map": ["t_us,ax,ay,az"], "units": ["mg"],
            "line-rate": ["1000"],
        ])
        #expect(options.source == nil)
        let plan = options.devicePlan(
            nil,
            in: "Sessions",
            for: .seconds(5),
            isCSV: true,
            marking: MarkerShares(of: [], among: nil)
        )
        #expect(plan.identifier == "lines")
        let configuration = try #require(
            plan.recorders.first?.configuration as? LineRecorderConfiguration
        )
        #expect(plan.recorders.count == 1)
        #expect(configuration.identifier == "lines")
        #expect(configuration.port == "/dev/ttyUSB0@921600")
        #expect(configuration.map == "t_us,ax,ay,az")
        #expect(configuration.units == "mg")
        #expect(configuration.frequency == 1000)
        #expect(configuration.usesCSVEncoding)
    }

    @Test("each device has its own file, and its own map or the one for all")
    @MainActor
    func several() throws {
        let options = try Self.options([
            "lines": ["tcp:ankle:7000", "udp:7001"], "map": ["t_us,ax,ay,az"],
            "units": ["mg", "m/s2"], "types": ["gyro"],
        ])
        guard case .sensors? = options.source else {
            Issue.record("motion should be recorded as well")
            return
        }
        let plan = options.devicePlan(
            nil,
            in: "Sessions",
            for: nil,
            isCSV: false,
            marking: MarkerShares(of: [], among: nil)
        )
        let lines = plan.recorders.compactMap { $0.configuration as? LineRecorderConfiguration }
        #expect(plan.identifier == "motion")
        #expect(lines.map(\.identifier) == ["lines1", "lines2"])
        #expect(lines.map(\.map) == ["t_us,ax,ay,az", "t_us,ax,ay,az"])
        #expect(lines.map(\.units) == ["mg", "m/s2"])
    }

    @Test("--placement names the place of each device if no motion is recorded")
    @MainActor
    func placed() throws {
        let options = try Self.options([
            "lines": ["tcp:ankle:7000", "udp:7001"], "map": ["v"],
            "placement": ["leftAnkle", "leftWrist"],
        ])
        #expect(options.source == nil)
        let plan = options.devicePlan(
            nil,
            in: "Sessions",
            for: nil,
            isCSV: false,
            marking: MarkerShares(of: [], among: nil)
        )
        let lines = plan.recorders.compactMap { $0.configuration as? LineRecorderConfiguration }
        #expect(lines.map(\.placement) == ["leftAnkle", "leftWrist"])
        #expect(plan.recorders.map(\.placement) == ["leftAnkle", "leftWrist"])
    }

    @Test(
        "an impossible combination is refused; the error names the option",
        arguments: [
            (["map": ["ax,ay,az"]], "--map: it is for devices that send text, and none is"),
            (
                ["lines": ["-"]],
                "--lines: the meaning of its columns is not given; add --map"
            ),
            (["lines": ["-", "-"], "map": ["v"]], "--lines: the same is given twice"),
            (
                ["lines": ["/dev/null", "/dev/../dev/null@9600"], "map": ["v"]],
                "--lines: the same is given twice"
            ),
            (
                ["lines": ["-"], "map": ["v", "w"]],
                "--map: 2 for 1 device; give one for all, or one for each --lines"
            ),
            (["lines": ["udp:0"], "map": ["v"]], "--lines udp:0: "),
            (["lines": ["-"], "map": ["ax,ay"]], "--map "),
            (["lines": ["-"], "map": ["ax,ay,az"], "units": ["dps"]], "--units dps: "),
            (
                ["lines": ["-"], "map": ["v"], "uri": ["usb:"]],
                "--uri: it is for motion sensors, and devices that send text"
            ),
            (
                ["lines": ["-"], "map": ["v"], "source": ["synthetic"]],
                "--lines: it is for devices"
            ),
            (["lines": ["-"], "map": ["v"], "line-rate": ["0"]], "--line-rate 0: "),
            (
                ["lines": ["-"], "map": ["v"], "rate": ["100"]],
                "--rate: it is for motion sensors, and none is recorded; give --line-rate"
            ),
            (
                ["lines": ["-", "udp:7001"], "map": ["v"], "placement": ["leftWrist"]],
                "--placement: 1 place for 2 devices; give one for each --lines, in the same order"
            ),
            (
                ["lines": ["-", "udp:7001"], "map": ["v"], "placement": ["back", "back"]],
                "--placement: the same is given twice"
            ),
        ] as [([String: [String]], String)]
    )
    func wrong(words: [String: [String]], told: String) throws {
        let error = #expect(throws: UsageError.self) { try Self.options(words) }
        #expect(error?.description.hasPrefix(told) == true, "\(error?.description ?? "")")
    }

    @Test("motion is recorded as well if a motion sensor is named")
    func besideMotion() throws {
        let options = try Self.options([
            "lines": ["-"], "map": ["v"], "device": ["bmi160"], "uri": ["usb:"],
        ])
        #expect(options.source == .sensors(SensorOptions(uri: "usb:", devices: ["bmi160"])))
        #expect(options.others.count == 1)
    }

    @Test("a place and a rate belong to the motion sensor if motion is recorded as well")
    @MainActor
    func placedBesideMotion() throws {
        let options = try Self.options([
            "lines": ["-"], "map": ["v"], "types": ["gyro"], "placement": ["lowBack"],
            "rate": ["200"],
        ])
        let plan = options.devicePlan(
            nil,
            in: "Sessions",
            for: nil,
            isCSV: false,
            marking: MarkerShares(of: [], among: nil)
        )
        #expect(plan.recorders.map(\.configuration.identifier) == ["lowBack_motion", "lines"])
        #expect(plan.recorders.map(\.placement) == ["lowBack", nil])
    }
}
