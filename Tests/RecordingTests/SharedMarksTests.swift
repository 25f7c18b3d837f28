import Recording
import Research
import SampleStream
import Testing
import Timebase

@MainActor
@Suite("Marks for all")
struct SharedMarksTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func marks(_ name: String) throws -> [[String: TestValue]] {
        try folder.records(name).filter { $0["marker"] != nil && $0["uptime"] != 0 }
    }

    @Test("are in the file of every recorder that runs, with their own instant, and in no other")
    func reachAll() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        let names = ["left", "right", "late"]
        let recorders = names.map { name in
            makeRecorder(
                in: folder,
                [(name, [.deliver(Reading(1_000_000_000, 1))])],
                timekeeper: clock,
                marks: marks
            )
        }
        let stranger = makeRecorder(in: folder, [("stranger", [])], timekeeper: clock)
        marks.mark("before", at: clock.now)
        for recorder in recorders.dropLast() + [stranger] { try await recorder.start() }
        for recorder in recorders.dropLast() { await recorder.waitForEndOfSource() }
        // From another thread, as a device's would.
        await Task.detached { marks.mark("heel", at: BootInstant(nanoseconds: 2_500_000_000)) }
            .value
        try await recorders[2].start()
        for recorder in recorders + [stranger] { _ = try await recorder.stop() }
        marks.mark("after", at: clock.now)
        for name in ["left.json", "right.json"] {
            let found = try self.marks(name)
            #expect(found.compactMap { $0["marker"] } == ["heel", "stop"], "\(name)")
            #expect(found.first?["uptime"] == 2.5)
            #expect(found.first?["stepPath"] == "task")
        }
        #expect(try self.marks("late.json").compactMap { $0["marker"] } == ["stop"])
        #expect(try self.marks("stranger.json").compactMap { $0["marker"] } == ["stop"])
    }

    @Test("from after the stop are in no file that ended there")
    func afterStop() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1, 1))])],
            timekeeper: clock,
            marks: marks
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        let stopping = Task { try await recorder.stop() }
        while recorder.status < .waitingToStop { await Task.yield() }
        marks.mark("late", at: BootInstant(nanoseconds: .max))
        _ = try await stopping.value
        #expect(try self.marks("walk.json").compactMap { $0["marker"] } == ["stop"])
    }

    @Test("keep no recorder alive that nobody holds")
    func holdNobody() async throws {
        let marks = SharedMarks()
        weak var stream: (any RecordingStream)?
        do {
            let recorder = makeRecorder(
                in: folder,
                [("walk", [.deliver(Reading(1, 1))])],
                marks: marks
            )
            try await recorder.start()
            _ = try await recorder.stop()
            stream = recorder.streams.first
            #expect(stream != nil)
        }
        // What a finished task still holds is let go of soon.
        for _ in 0..<1000 where stream != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(stream == nil)
    }
}
