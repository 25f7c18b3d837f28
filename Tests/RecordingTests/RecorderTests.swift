import FoundationEssentials
import Recording
import Research
import SampleFile
import SampleStream
import SystemCalls
import Testing
import Timebase

/// A folder that goes away with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        // In memory: what is tested here is not the disk, and a thousand fsyncs would wait for it.
        let root = FileSystem.kind(of: "/dev/shm") == .directory ? "/dev/shm" : "/tmp"
        path = "\(root)/footfall-\(UUID().uuidString)"
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ name: String) throws -> String {
        String(
            decoding: try OpenFile.open("\(path)/\(name)").readAll(limit: 1 << 24),
            as: UTF8.self
        )
    }

    func records(_ name: String) throws -> [[String: TestValue]] {
        try JSONDecoder().decode([[String: TestValue]].self, from: Data(text(name).utf8))
    }
}

enum TestValue: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}

@MainActor
func makeRecorder(
    in folder: TemporaryFolder,
    _ scripts: [(identifier: String, acts: [SourceAct])],
    timekeeper: any Timekeeper = ManualTimekeeper(),
    configuration: TestConfiguration = TestConfiguration(),
    drainLimit: Duration = .seconds(60),
    priority: SystemThread.Priority = .ordinary
) -> ScriptedRecorder {
    var environment = RecorderEnvironment(
        files: RecorderFiles(claim: { request in
            let name = "\(request.identifier).\(request.fileExtension)"
            return FilePlace(path: "\(folder.path)/\(name)", relativePath: name)
        }),
        timekeeper: timekeeper,
        zone: .utc
    )
    environment.ringCapacity = 256
    environment.drainLimit = drainLimit
    environment.capture.priority = priority
    let recorder = ScriptedRecorder(
        configuration: configuration,
        path: RSDStandalonePath(identifier: "task"),
        environment: environment
    )
    recorder.scripts = scripts
    return recorder
}

/// Hears how often a recorder failed.
@MainActor
final class Listener: RSDAsyncActionControllerDelegate {
    var failures: [any Error] = []
    var resultsAtFailure: [(any RSDResult)?] = []

    func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) {
        failures.append(error)
        resultsAtFailure.append(controller.result)
    }
}

@MainActor
@Suite("A recorder")
struct RecorderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("writes what its source gives, between a start and a stop mark")
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

    @Test("tells losses, unwritable values and pauses as gaps at their places")
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

    @Test("gives records the step path of their own instant, and marks where it changed")
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

    @Test("attaches the part that was recorded, and the error after it, when its source fails")
    func sourceFails() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.deliver(Reading(1, 1)), .fail])])
        let listener = Listener()
        recorder.delegate = listener
        try await recorder.start()
        await recorder.waitForEndOfSource()
        await #expect(throws: SourceBroke.self) { _ = try await recorder.stop() }
        #expect(recorder.status == .failed)
        #expect(recorder.error is SourceBroke)
        #expect(listener.failures.count == 1)
        #expect(listener.resultsAtFailure.first??.identifier == "walk")
        #expect(try folder.records("walk.json").count == 3)
        #expect(recorder.released.balance == 0)
        var task = RSDTaskResultObject(
            identifier: "task",
            taskRunUUID: UUID(),
            startDate: Date(timeIntervalSince1970: 0)
        )
        task.attachResults(of: recorder, at: Date(timeIntervalSince1970: 5))
        #expect(task.asyncResults?.map(\.identifier) == ["walk", "walk_error"])
    }

    @Test("leaves no file and no device behind when its source does not open")
    func sourceDoesNotOpen() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [])])
        recorder.failsToOpen = true
        let listener = Listener()
        recorder.delegate = listener
        await #expect(throws: SourceBroke.self) { try await recorder.start() }
        #expect(recorder.status == .failed)
        #expect(recorder.result == nil)
        #expect(listener.failures.count == 1)
        #expect(try FileSystem.list(folder.path).isEmpty)
        #expect(recorder.released.balance == 0)
    }

    @Test("fails before it troubles a device when its file cannot be made")
    func fileCannotBeMade() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [])])
        _ = try OpenFile.create("\(folder.path)/walk.json")
        await #expect(throws: SampleFileError.self) { try await recorder.start() }
        #expect(recorder.released.closedCount == 0)
        #expect(recorder.status == .failed)
    }

    @Test("is refused a second start, while it runs and when it has finished")
    func secondStart() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.waitForStop])])
        try await recorder.start()
        await #expect(throws: RecorderError.alreadyRunning(identifier: "walk")) {
            try await recorder.start()
        }
        #expect(recorder.status == .running)
        _ = try await recorder.stop()
        await #expect(throws: RecorderError.finished(identifier: "walk")) {
            try await recorder.start()
        }
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

    @Test("keeps gaps of one type in the order in which they began, whatever made them")
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

    @Test("can be cancelled while its source is still opening")
    func cancelWhileOpening() async throws {
        let recorder = makeRecorder(in: folder, [("walk", [.waitForStop])])
        recorder.openGate = Gate()
        let start = Task.immediate { try await recorder.start() }
        #expect(recorder.status == .starting)
        recorder.cancel()
        await #expect(throws: RecorderError.cancelled(identifier: "walk")) {
            try await start.value
        }
        #expect(recorder.status == .cancelled)
        #expect(recorder.released.balance == 0)
    }

    @Test("does not wait for ever for a source that does not come to an end")
    func drainIsLimited() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1)), .waitForAbandon])],
            drainLimit: .milliseconds(10)
        )
        try await recorder.start()
        let result = try await recorder.stop()
        #expect(result?.identifier == "walk")
        #expect(recorder.status == .finished)
        #expect(try folder.records("walk.json").count == 3)
    }

    @Test("goes on without a priority that the system refuses, and says so")
    func refusedPriority() async throws {
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1))])],
            // No scheduler knows it, so that it is refused to every user.
            priority: .realTime(1000)
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        #expect(recorder.status == .finished)
        #expect(recorder.notes.count == 1)
        #expect(recorder.notes.first?.hasPrefix("real-time priority was refused") == true)
        #expect(recorder.files.first?.notes == recorder.notes)
        #expect(recorder.files.first?.samples == 1)
    }
}
