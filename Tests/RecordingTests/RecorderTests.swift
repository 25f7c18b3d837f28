import Recording
import Research
import SampleStream
import Testing
import Timebase

@MainActor
@Suite("A recorder")
struct RecorderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("writes what its source delivers, between a start and a stop mark")
    func writesSamples() async throws {
        let recorder = makeRecorder(
            in: folder,
            [
                (
                    "walk",
                    [
                        .deliver(Reading(1_500_000_000, 0.25)),
                        .deliver(Reading(2_000_000_001, -3, channel: 1)),
                    ]
                )
            ]
        )
        #expect(try await recorder.requestPermissions() == .permissionGranted)
        try await recorder.start()
        await recorder.waitForEndOfSource()
        #expect(recorder.status == .running)
        let result = try await recorder.stop()
        #expect(recorder.status == .finished)
        #expect(
            try folder.text("walk.json") == """
                [
                {"uptime":0,"timestamp":0,"stepPath":"task",\
                "timestampDate":"1970-01-01T00:00:00.000Z","marker":"start"},
                {"uptime":1.5,"timestamp":1.5,"stepPath":"task","sensorType":"channel0","value":0.25},
                {"uptime":2.000000001,"timestamp":2.000000001,"stepPath":"task",\
                "sensorType":"channel1","value":-3},
                {"uptime":9,"timestamp":9,"stepPath":"task",\
                "timestampDate":"1970-01-01T00:00:09.000Z","marker":"stop"}
                ]
                """
        )
        let file = try #require(result as? RSDFileResultObject)
        #expect(file.identifier == "walk")
        #expect(file.relativePath == "walk.json")
        #expect(file.contentType == "application/json")
        #expect(recorder.released.balance == 0)
        #expect(recorder.files.first?.channels.map(\.account.samples) == [1, 1])
    }

    @Test("can be marked, and awaited, as a plain async action")
    func isAnAsyncAction() async throws {
        let clock = ManualTimekeeper()
        let recorder: any RSDAsyncActionController = makeRecorder(
            in: folder,
            [("left", [.deliver(Reading(1, 1))]), ("right", [.deliver(Reading(2, 1))])],
            timekeeper: clock
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        #expect(recorder.takesMarks && recorder.status == .running)
        clock.advance(by: .seconds(3))
        recorder.mark("turn")
        recorder.mark("heel", at: BootInstant(nanoseconds: 2_500_000_000))
        _ = try await recorder.stop()
        for name in ["left.json", "right.json"] {
            let marks = try folder.records(name).filter { $0["marker"] != nil }
            #expect(marks.compactMap { $0["marker"] } == ["start", "heel", "turn", "stop"])
            #expect(marks.compactMap { $0["uptime"] } == [0, 2.5, 3, 9])
        }
    }

    @Test("writes losses, unwritable values and pauses as gaps in their places")
    func tellsGaps() async throws {
        let clock = ManualTimekeeper()
        let recorder = makeRecorder(
            in: folder,
            [
                (
                    "walk",
                    [
                        .deliver(Reading(1, 1)), .lose(channel: 0, at: 2, count: 7),
                        .deliver(Reading(9, .nan)), .deliver(Reading(10, .infinity)),
                        .deliver(Reading(11, 2)), .passGate,
                        .deliver(Reading(1_000_000_000, 3)),
                        .deliver(Reading(1_500_000_000, 3, channel: 1)),
                        .deliver(Reading(2_500_000_000, 4)),
                    ]
                )
            ],
            timekeeper: clock
        )
        try await recorder.start()
        clock.advance(by: .nanoseconds(900_000_000))
        recorder.pause()
        #expect(recorder.isPaused)
        clock.advance(by: .seconds(1))
        recorder.resume()
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let records = try folder.records("walk.json")
        let facts = records.map { record in
            "\(record["marker"] ?? record["sensorType"] ?? "") \(record["lost"] ?? 0) "
                + "\(record["reason"] ?? "") \(record["value"] ?? 0)"
        }
        func fact(_ name: TestValue, _ lost: TestValue, _ reason: TestValue, _ value: TestValue)
            -> String
        { "\(name) \(lost) \(reason) \(value)" }
        #expect(
            facts == [
                fact("start", 0, "", 0), fact("channel0", 0, "", 1),
                fact("channel0", 7, "device", 0), fact("channel0", 1, "source", 0),
                fact("channel0", 1, "source", 0), fact("channel0", 0, "", 2),
                fact("pause", 0, "", 0),
                fact("channel0", 1, "paused", 0), fact("channel1", 1, "paused", 0),
                fact("resume", 0, "", 0), fact("channel0", 0, "", 4), fact("stop", 0, "", 0),
            ]
        )
        let account = try #require(recorder.files.first?.channels.first?.account)
        #expect(account.lost == [.device: 7, .source: 2, .paused: 1])
        #expect(account.samples == 3)
    }

    @Test("gives records the step path of their instant, and marks where it changed")
    func followsSteps() async throws {
        struct Step: RSDStep {
            var identifier: String
            var stepType: RSDStepType { .active }
        }
        let clock = ManualTimekeeper()
        let recorder = makeRecorder(
            in: folder,
            [
                (
                    "walk",
                    [.passGate] + (0..<6).map { .deliver(Reading($0 * 1_000_000_000, 1)) }
                )
            ],
            timekeeper: clock
        )
        try await recorder.start()
        clock.advance(by: .seconds(2))
        recorder.moveTo(step: Step(identifier: "rest"), taskPath: recorder.path)
        clock.advance(by: .milliseconds(1500))
        recorder.moveTo(step: Step(identifier: "turn"), taskPath: recorder.path)
        recorder.mark("hop")
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let records = try folder.records("walk.json")
        #expect(
            records.map { $0["stepPath"] } == [
                "task", "task", "task", "task/rest", "task/rest", "task/rest", "task/turn",
                "task/turn", "task/turn", "task/turn", "task/turn",
            ]
        )
        #expect(records.compactMap { $0["marker"] } == ["start", "hop", "stop"])
    }

    @Test("reports one result for each file, in the order of its streams")
    func severalFiles() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1))]), ("walk_steps", [.deliver(Reading(1, 1))])]
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        let result = try #require(try await recorder.stop() as? RSDCollectionResultObject)
        #expect(result.identifier == "walk")
        #expect(result.inputResults.map(\.identifier) == ["walk", "walk_steps"])
    }

    @Test("writes the same file as CSV, with a header")
    func writesCSV() async throws {
        var configuration = TestConfiguration()
        configuration.usesCSVEncoding = true
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1_000_000_000, 0.5))])],
            configuration: configuration
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        let result = try await recorder.stop() as? RSDFileResultObject
        #expect(result?.contentType == "text/csv")
        let lines = try folder.text("walk.csv").split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[2] == "1,1,task,,channel0,0.5,,,,")
    }

    @Test("keeps gaps of one type in the order in which they began, whatever their reasons")
    func gapsInOrder() async throws {
        let clock = ManualTimekeeper()
        let recorder = makeRecorder(
            in: folder,
            [
                (
                    "walk",
                    [
                        .deliver(Reading(1, .nan)), .lose(channel: 0, at: 2, count: 3),
                        .deliver(Reading(9, 1)), .passGate,
                        .deliver(Reading(1_000_000_000, 2)),
                        .lose(channel: 0, at: 1_000_000_005, count: 4),
                        .deliver(Reading(3_000_000_000, 3)),
                    ]
                )
            ],
            timekeeper: clock
        )
        try await recorder.start()
        clock.advance(by: .milliseconds(900))
        recorder.pause()
        clock.advance(by: .seconds(1))
        recorder.resume()
        recorder.gate.open()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let records = try folder.records("walk.json").filter { $0["sensorType"] != nil }
        #expect(records.compactMap { $0["lost"] } == [1, 3, 1, 4])
        #expect(
            records.compactMap { $0["reason"] } == ["source", "device", "paused", "device"]
        )
        let times = records.compactMap { record in
            if case .number(let uptime) = record["uptime"] { uptime } else { nil }
        }
        #expect(times == times.sorted())
        #expect(recorder.files.first?.lost == 8)
        // Nine tenths of a second before the pause, and nothing after it: time stood still then.
        #expect(recorder.recordedTime == .milliseconds(900))
    }

    @Test("writes a mark that was made after its source had ended")
    func lateMark() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.deliver(Reading(1, 1))])])
        try await recorder.start()
        await recorder.waitForEndOfSource()
        recorder.mark("late")
        _ = try await recorder.stop()
        let marks = try folder.records("walk.json").compactMap { $0["marker"] }
        #expect(marks == ["start", "late", "stop"])
    }
}
