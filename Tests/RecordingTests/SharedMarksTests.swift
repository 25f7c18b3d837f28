import Patience
import Research
import SampleStream
import Testing
import Timebase

@testable import Recording

@MainActor
@Suite("Marks for all recorders")
struct SharedMarksTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func marks(_ name: String) throws -> [[String: TestValue]] {
        try folder.records(name).filter { $0["marker"] != nil && $0["marker"] != "start" }
    }

    @Test("are in the file of every running recorder, at their own instant, and in no other")
    func reachAll() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        clock.advance(by: .seconds(1))
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
        marks.mark("before", at: clock.now.advanced(by: .nanoseconds(-1)))
        for recorder in recorders.dropLast() + [stranger] { try await recorder.start() }
        for recorder in recorders.dropLast() { await recorder.waitForEndOfSource() }
        // From another thread, as a device's mark comes.
        let heel = Task.detached {
            marks.mark("heel", at: BootInstant(nanoseconds: 2_500_000_000))
        }
        // In the files of the two recorders that have begun; the stranger has other marks.
        #expect(await heel.value == 2)
        clock.advance(by: .seconds(2))
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

    @Test("are in files of recorders that start later if those files were open by then")
    func reachLatecomers() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        clock.advance(by: .seconds(1))
        func recorder(_ name: String) -> ScriptedRecorder {
            makeRecorder(
                in: folder,
                [(name, [.deliver(Reading(1_000_000_000, 1))])],
                timekeeper: clock,
                marks: marks
            )
        }
        let (first, second) = (recorder("first"), recorder("second"))
        marks.mark("pressed", at: clock.now.advanced(by: .milliseconds(-400)))
        marks.mark("pressed", at: clock.now.advanced(by: .milliseconds(-300)))
        // Made before the recorder joins, at the instant at which its file opens.
        marks.mark("at once", at: clock.now)
        try await first.start()
        marks.mark("between", at: clock.now)
        clock.advance(by: .seconds(1))
        marks.mark("ahead", at: clock.now.advanced(by: .seconds(5)))
        try await second.start()
        let untaken = marks.keepNoLonger()
        marks.mark("late", at: clock.now)
        marks.mark("slow", at: BootInstant(nanoseconds: 1))
        for recorder in [first, second] { await recorder.waitForEndOfSource() }
        clock.advance(by: .seconds(10))
        for recorder in [first, second] { _ = try await recorder.stop() }
        let names = ["first.json", "second.json"].map { name in
            (try? self.marks(name).compactMap { $0["marker"] }.dropLast().sorted(by: by)) ?? []
        }
        #expect(names == [["ahead", "at once", "between", "late"], ["ahead", "late"]])
        #expect(untaken.map(\.name) == ["pressed"])
        #expect(untaken.map(\.count) == [2] && untaken.map(\.reason) == [.beforeAnyFile])
        #expect(untaken.map(\.first) == [BootInstant(nanoseconds: 600_000_000)])
        #expect(untaken.map(\.last) == [BootInstant(nanoseconds: 700_000_000)])
        let slow = marks.keepNoLonger()
        #expect(slow.map(\.name) == ["slow"] && slow.map(\.reason) == [.beforeAnyFile])
        #expect(marks.keepNoLonger() == [])
    }

    private func by(_ left: TestValue, _ right: TestValue) -> Bool { "\(left)" < "\(right)" }

    @Test("are made once if two recorders report the same press")
    func twice() {
        let marks = SharedMarks()
        for instant in [5, 6] {
            for (name, key) in [("heel", "KEY_A"), ("toe", "KEY_A"), ("heel", "KEY_A")] {
                marks.mark(name, at: BootInstant(nanoseconds: Int64(instant)), by: key)
            }
        }
        #expect(marks.keepNoLonger().map { "\($0.name) \($0.count)" } == ["heel 2", "toe 2"])
    }

    @Test("are two if two keys of one mark are pressed at once, or if their source is unknown")
    func atOnce() {
        let marks = SharedMarks()
        let instant = BootInstant(nanoseconds: 5)
        for key in ["KEY_A", "KEY_B"] { marks.mark("heel", at: instant, by: key) }
        for _ in 0..<2 { marks.mark("toe", at: instant) }
        #expect(marks.keepNoLonger().map { "\($0.name) \($0.count)" } == ["heel 2", "toe 2"])
    }

    @Test("are stored up to a limit, and counted beyond it")
    func limit() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        clock.advance(by: .seconds(1))
        let opening = clock.now
        for number in 0..<SharedMarks.limit + 100 {
            marks.mark("heel", at: opening.advanced(by: .nanoseconds(number)))
        }
        // It could take all of them, so those that it does not take were no longer stored.
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1_000_000_000, 1))])],
            timekeeper: clock,
            marks: marks
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        clock.advance(by: .seconds(1))
        _ = try await recorder.stop()
        let taken = try self.marks("walk.json").count { $0["marker"] == "heel" }
        #expect(taken == SharedMarks.limit)
        let untaken = marks.keepNoLonger()
        #expect(untaken.map(\.count) == [100])
        #expect(untaken.first?.first == opening)
        #expect(untaken.first?.last == opening.advanced(by: .nanoseconds(99)))
    }

    @Test("made after the stop are in no file that ended there, and are reported")
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
        try await until("the recorder stops") { recorder.status >= .waitingToStop }
        marks.mark("late", at: BootInstant(nanoseconds: .max))
        _ = try await stopping.value
        #expect(try self.marks("walk.json").compactMap { $0["marker"] } == ["stop"])
        #expect(marks.keepNoLonger().map { "\($0.name) \($0.reason)" } == ["late afterTheFiles"])
    }

    @Test("made after every file has ended are reported")
    func afterAll() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        clock.advance(by: .seconds(1))
        let recorder = makeRecorder(
            in: folder,
            [("walk", [.deliver(Reading(1_000_000_000, 1))])],
            timekeeper: clock,
            marks: marks
        )
        try await recorder.start()
        #expect(marks.keepNoLonger() == [])
        marks.mark("heel", at: clock.now)
        _ = try await recorder.stop()
        for _ in 0..<2 { marks.mark("late", at: clock.now) }
        #expect(
            marks.keepNoLonger().map(\.description) == [
                "the mark 'late' came when no file took marks any more, 2 times, from 1.0 s to 1.0 s "
                    + "of uptime, and is in none"
            ]
        )
        #expect(try self.marks("walk.json").compactMap { $0["marker"] } == ["heel", "stop"])
    }

    @Test("are reported if their only recorder could not open")
    func failedOpening() async throws {
        let marks = SharedMarks()
        let gate = Gate()
        let recorder = makeRecorder(in: folder, [("walk", [])], marks: marks)
        (recorder.failsToOpen, recorder.openGate) = (true, gate)
        let starting = Task { try await recorder.start() }
        try await until("its source opens") { recorder.released.balance == 1 }
        marks.mark("heel", at: BootInstant(nanoseconds: .max))
        // Whether it will be in a file is not known yet.
        #expect(marks.keepNoLonger() == [])
        gate.open()
        await #expect(throws: SourceBroke.self) { try await starting.value }
        // It waits until all of its streams have come to their ends.
        _ = try? await recorder.stop()
        let told = marks.keepNoLonger()
        #expect(told.map(\.reason) == [.neverBegun])
        let words = try #require(told.first).description
        #expect(words.hasPrefix("the mark 'heel' was made for files that were not begun after all"))
    }

    @Test("are in the file of a recorder that opens, though another one fails to open")
    func oneOpens() async throws {
        let marks = SharedMarks()
        let gate = Gate()
        let good = makeRecorder(in: folder, [("good", [])], marks: marks)
        let bad = makeRecorder(in: folder, [("bad", [])], marks: marks)
        (bad.failsToOpen, bad.openGate, good.openGate) = (true, gate, gate)
        let starting = [good, bad].map { recorder in Task { try await recorder.start() } }
        for recorder in [good, bad] {
            try await until("its source opens") { recorder.released.balance == 1 }
        }
        let instant = good.environment.timekeeper.now
        marks.mark("heel", at: instant)
        gate.open()
        try await starting[0].value
        await #expect(throws: SourceBroke.self) { try await starting[1].value }
        _ = try await good.stop()
        #expect(marks.keepNoLonger() == [])
        #expect(try self.marks("good.json").compactMap { $0["marker"] } == ["heel", "stop"])
    }

    @Test("that a recorder accepted before it failed are in the file of a later one")
    func laterOpens() async throws {
        let marks = SharedMarks()
        let clock = ManualTimekeeper()
        let bad = makeRecorder(in: folder, [("bad", [])], timekeeper: clock, marks: marks)
        bad.failsToOpen = true
        marks.mark("heel", at: clock.now)
        await #expect(throws: SourceBroke.self) { try await bad.start() }
        let good = makeRecorder(in: folder, [("good", [])], timekeeper: clock, marks: marks)
        try await good.start()
        _ = try await good.stop()
        #expect(marks.keepNoLonger() == [])
        #expect(try self.marks("good.json").compactMap { $0["marker"] } == ["heel", "stop"])
    }

    @Test("do not keep a finished recorder in memory")
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
        // A finished task may hold the stream for a moment longer.
        for _ in 0..<1000 where stream != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(stream == nil)
    }
}
