// Moments between two calls of the writer thread, which a test of a whole recorder cannot hit at will. So these
// tests call the file and its writer directly.
import FoundationEssentials
import Research
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import Recording

@Suite("The file of a stream")
struct StreamFileTests {
    let folder: TemporaryFolder
    private let open: OpenFolder
    private let reports = Reports()

    init() throws {
        folder = try TemporaryFolder()
        open = try OpenFolder.open(folder.path)
    }

    /// What a file has reported, in short.
    private final class Reports: Sendable {
        private let words = Mutex<[String]>([])

        var all: [String] { words.withLock { $0 } }

        func hear(_ report: StreamReport) {
            switch report {
            case .lost(let file): words.withLock { $0.append("lost \(file.place.relativePath)") }
            case .failed: words.withLock { $0.append("failed") }
            case .note, .opened, .openFailed, .openAbandoned, .sourceEnded, .drained, .closed:
                words.withLock { $0.append("something else") }
            }
        }
    }

    private func setup(
        _ claim: @escaping @Sendable (FileRequest) throws -> FilePlace = { _ in
            throw SourceBroke()
        },
        givingBack giveBack: @escaping @Sendable (FilePlace) -> Void = { _ in }
    ) -> StreamSetup {
        let environment = RecorderEnvironment(
            files: RecorderFiles(claim: claim, giveBack: giveBack),
            timekeeper: ManualTimekeeper(),
            zone: .utc
        )
        let start = environment.timekeeper.reading()
        return StreamSetup(
            environment: environment,
            request: FileRequest(
                sections: [],
                identifier: "walk",
                fileExtension: "json",
                start: start,
                schema: RecordSchema(RecordSchema.commonColumns),
                recorder: "motion"
            ),
            place: FilePlace(in: FileHome(open), "walk.json"),
            replacements: Replacements(),
            usesCSV: false,
            usesRootDictionary: false,
            stepPath: "task",
            start: start
        )
    }

    private func writer(_ setup: StreamSetup) throws -> StreamWriter<ReadingFormat> {
        let dates = RecordDates(start: setup.start, zone: .utc)
        var writer = StreamWriter(
            to: try setup.createFile(at: setup.place, ReadingFormat.schema, dates),
            format: ReadingFormat(),
            origin: BootInstant(nanoseconds: 0),
            dates: dates,
            stepPath: "task",
            latestValues: LatestValues(of: StreamLink()),
            marks: nil
        )
        try writer.writeStartMark()
        return writer
    }

    private func file(_ setup: StreamSetup) throws -> StreamFile<ReadingFormat> {
        var writer = try writer(setup)
        write(1...3, to: &writer)
        try writer.flush()
        let source = SourceDescription(name: "script", kind: "test", clock: "boottime")
        return StreamFile(writer, setup, RecordDates(start: setup.start, zone: .utc), source)
    }

    /// One reading at each nanosecond.
    private func write(_ times: ClosedRange<Int64>, to writer: inout StreamWriter<ReadingFormat>) {
        write(times.map { Reading($0, 0.5) }, to: &writer)
    }

    /// All readings at once, as a batch from the ring.
    private func write(_ readings: [Reading], to writer: inout StreamWriter<ReadingFormat>) {
        unsafe readings.withUnsafeBufferPointer { readings in
            unsafe writer.write(readings, by: ReadingFormat())
        }
    }

    private func closed(
        _ file: consuming StreamFile<ReadingFormat>
    ) -> (file: RecordedFile, failure: (any Error)?) {
        file.close(
            "walk",
            SourceDescription(name: "script", kind: "test", clock: "boottime"),
            end: BootInstant(nanoseconds: 9),
            notes: [],
            failureOfSource: nil
        )
    }

    @Test("reports a loss at the next check, though nothing is written any more, and only once")
    func tellsAtLook() throws {
        var file = try file(setup())
        try open.remove("walk.json")
        file.look { reports.hear($0) }
        #expect(reports.all == ["failed"])
        file.look { reports.hear($0) }
        file.watch { reports.hear($0) }
        #expect(reports.all == ["failed"])
    }

    @Test("is still checked after a full disk has ended the writing")
    func lostAfterFailure() throws {
        let place = FilePlace(in: FileHome(open), "walk_2.json")
        var file = try file(setup { _ in place })
        file.writer.failure = SampleFileWriteFailure(
            cause: SystemError(call: "pwrite", path: "walk.json", errno: .noSpace),
            recordsKept: 0,
            recordsLost: 0
        )
        file.look { reports.hear($0) }
        #expect(reports.all == ["failed"])
        try open.remove("walk.json")
        file.look { reports.hear($0) }
        #expect(reports.all == ["failed", "lost walk.json"])
        #expect(open.kind(of: "walk_2.json") == .file)
    }

    @Test("that is lost between the last check and the closing counts its readings as lost")
    func lostAtClosing() throws {
        let file = try file(setup())
        try open.rename("walk.json", to: "away.json")
        let length = try open.open("away.json").size()
        let (closed, failure) = self.closed(file)
        #expect((failure as? SampleFileWriteFailure)?.loss == .moved)
        #expect(closed.isLost && !closed.isClosedWell)
        #expect(closed.samples == 0)
        #expect(closed.channels.map(\.account.lost) == [[.disk: 3]])
        #expect(closed.channels.map(\.account.lostEarlier) == [3])
        #expect(try open.open("away.json").size() == length)
    }

    /// A right to write that is lost on request, as if another machine had taken over the folder.
    private final class Away: WritingRight {
        private let state = Atomic(false)

        var isLost: Bool { state.load(ordering: .relaxed) }
        func lose() { state.store(true, ordering: .relaxed) }
    }

    /// The text of a file in the folder in which the recording goes on.
    private func textOfNext(_ name: String) throws -> String {
        let next = try OpenFolder.open("\(folder.path)/next")
        return String(decoding: try next.open(name).readAll(limit: 1 << 20), as: UTF8.self)
    }

    @Test("goes on in another folder when another machine has the first, and loses nothing")
    func takenOver() throws {
        let away = Away()
        let home = FileHome(open, by: away)
        let next = FileHome(try open.makeFolder("next"))
        var setup = setup { _ in FilePlace(in: home, "walk_2.json") { next } }
        setup.place = FilePlace(in: home, "walk.json")
        var file = try file(setup)
        let length = try open.open("walk.json").size()
        // These wait for a flush when the machine falls asleep.
        write(4...5, to: &file.writer)
        file.writer.take([TimedNote(time: BootInstant(nanoseconds: 6), note: .marked(name: "turn"))]
        )
        write(6...6, to: &file.writer)
        away.lose()
        file.moveIfTakenOver { reports.hear($0) }
        write(7...9, to: &file.writer)
        #expect(file.failure == nil)
        let (closed, failure) = self.closed(file)
        #expect(failure == nil && closed.isClosedWell && !closed.isLost)
        #expect(closed.samples == 6 && closed.lost == 0, "three are in the first file")
        #expect(reports.all == ["something else"], "a note says where the rest is")
        #expect(try open.open("walk.json").size() == length, "the other machine owns the first")
        #expect(open.kind(of: "walk_2.json") == .missing)
        let text = try textOfNext("walk_2.json")
        let times = try JSONDecoder().decode([[String: TestValue]].self, from: Data(text.utf8))
            .compactMap { record -> Double? in
                if case .number(let number)? = record["uptime"] { number * 1e9 } else { nil }
            }
        #expect(times.map { $0.rounded() } == [0, 4, 5, 6, 6, 7, 8, 9])
    }

    /// The names of the marks in a file of the folder in which the recording goes on.
    private func marksOfNext(_ name: String) throws -> [TestValue] {
        try JSONDecoder()
            .decode([[String: TestValue]].self, from: Data(try textOfNext(name).utf8))
            .compactMap { $0["marker"] }
    }

    @Test("goes on with a mark that had no room in the buffer when the folder was taken over")
    func takenOverBeforeMark() throws {
        let away = Away()
        let home = FileHome(open, by: away)
        let next = FileHome(try open.makeFolder("next"))
        var setup = setup { _ in FilePlace(in: home, "walk_2.json") { next } }
        setup.place = FilePlace(in: home, "walk.json")
        var file = try file(setup)
        // As many as can wait for a flush, so that the mark forces one.
        write(4...Int64(UnsettledRecords.capacity + 3), to: &file.writer)
        away.lose()
        file.writer.take([
            TimedNote(time: BootInstant(nanoseconds: 5000), note: .marked(name: "turn"))
        ])
        write(5001...5001, to: &file.writer)
        #expect(file.writer.failure?.isTakenOver == true)
        file.moveIfTakenOver { reports.hear($0) }
        #expect(file.failure == nil)
        let (closed, _) = self.closed(file)
        #expect(closed.samples == UnsettledRecords.capacity)
        #expect(try marksOfNext("walk_2.json") == ["start", "turn"])
    }

    @Test("keeps the waiting marks if the file in the other folder cannot be written either")
    func takenOverTwice() throws {
        let (away, other) = (Away(), Away())
        let next = FileHome(try open.makeFolder("next"))
        var setup = setup { _ in FilePlace(in: next, "walk_3.json") }
        setup.place = FilePlace(in: FileHome(open, by: away), "walk.json")
        var file = try file(setup)
        file.writer.take([TimedNote(time: BootInstant(nanoseconds: 4), note: .marked(name: "turn"))]
        )
        write(5...5, to: &file.writer)
        away.lose()
        file.writer.requireRight()
        let second = try setup.createFile(
            at: FilePlace(in: FileHome(try open.makeFolder("other"), by: other), "walk_2.json"),
            ReadingFormat.schema,
            RecordDates(start: setup.start, zone: .utc)
        )
        other.lose()
        file.writer.moveOn(to: second)
        #expect(file.wordsOnLostMarks?.contains("'turn'") == true)
        file.moveIfTakenOver { reports.hear($0) }
        #expect(file.failure == nil)
        #expect(file.wordsOnLostMarks == nil)
        _ = closed(file)
        #expect(try marksOfNext("walk_3.json") == ["start", "turn"])
    }

    @Test("still names, after a check, the marks that a full disk has kept out of it")
    func marksAfterFailure() throws {
        var file = try file(setup())
        file.writer.failure = SampleFileWriteFailure(
            cause: SystemError(call: "pwrite", path: "walk.json", errno: .noSpace),
            recordsKept: 0,
            recordsLost: 1
        )
        file.writer.lastMarks = [
            PendingMark(
                time: BootInstant(nanoseconds: 4),
                name: "turn",
                stepPath: PreparedText("task")
            )
        ]
        file.look { reports.hear($0) }
        #expect(file.wordsOnLostMarks?.contains("'turn'") == true)
    }

    @Test("counts as written only the readings from before a failed flush")
    func accountAfterFailure() throws {
        var writer = try writer(setup())
        write(1...3, to: &writer)
        try writer.flush()
        write(4...6, to: &writer)
        try open.remove("walk.json")
        try? writer.flush()
        let account = writer.accounts[0]
        #expect(account.samples == 3 && account.lost == [.disk: 3])
        #expect(account.first == BootInstant(nanoseconds: 1))
        #expect(account.last == BootInstant(nanoseconds: 3))
    }

    @Test("has no first and last reading if its only flush has failed")
    func accountOfNothing() throws {
        var writer = try writer(setup())
        write(1...3, to: &writer)
        try open.remove("walk.json")
        try? writer.flush()
        let account = writer.accounts[0]
        #expect(account.samples == 0 && account.lost == [.disk: 3])
        #expect(account.first == nil && account.last == nil)
    }

    @Test("shows live views the readings that it writes, and none that a pause skips or it refuses")
    func latestOfWritten() throws {
        var writer = try writer(setup())
        let latest = writer.latestValues
        writer.take([TimedNote(time: BootInstant(nanoseconds: 4), note: .paused)])
        write(1...8, to: &writer)
        #expect(latest.latestValue(channel: 0)?.latest.time == BootInstant(nanoseconds: 3))
        #expect(latest.latestValue(channel: 0)?.count == 3)
        writer.take([TimedNote(time: BootInstant(nanoseconds: 10), note: .resumed)])
        write(9...12, to: &writer)
        #expect(latest.latestValue(channel: 0)?.latest.time == BootInstant(nanoseconds: 12))
        write([Reading(13, 0.5), Reading(14, .nan)], to: &writer)
        #expect(latest.latestValue(channel: 0)?.latest.time == BootInstant(nanoseconds: 13))
    }

    @Test("shows live views none of the readings with which its file was lost")
    func latestOfLost() throws {
        var writer = try writer(setup())
        let latest = writer.latestValues
        write(1...3, to: &writer)
        try open.remove("walk.json")
        // More than can wait for a flush, so that this batch forces one.
        write(4...Int64(UnsettledRecords.capacity + 9), to: &writer)
        #expect(writer.failure?.loss == .deleted)
        #expect(latest.latestValue(channel: 0)?.latest.time == BootInstant(nanoseconds: 3))
    }

    @Test("counts which losses are between its readings, and not after the last one")
    func lossesBetween() throws {
        var writer = try writer(setup())
        write(1...3, to: &writer)
        writer.take([TimedNote(time: BootInstant(nanoseconds: 4), note: .paused)])
        write(5...8, to: &writer)
        writer.take([TimedNote(time: BootInstant(nanoseconds: 9), note: .resumed)])
        write(10...12, to: &writer)
        writer.take([TimedNote(time: BootInstant(nanoseconds: 13), note: .paused)])
        write(14...20, to: &writer)
        try writer.reportLosses()
        let account = writer.accounts[0]
        #expect(account.samples == 6 && account.lost == [.paused: 11])
        #expect(account.lostBetween == 4)
    }

    @Test("fails, and counts the waiting readings as lost, if it cannot go on elsewhere")
    func nowhereToGo() throws {
        let away = Away()
        var setup = setup()
        setup.place = FilePlace(in: FileHome(open, by: away), "walk.json")
        var file = try file(setup)
        write(4...5, to: &file.writer)
        away.lose()
        file.watch { reports.hear($0) }
        #expect(reports.all == ["failed"])
        let length = try open.open("walk.json").size()
        let (closed, _) = self.closed(file)
        #expect(closed.samples == 3 && closed.lost == 2)
        #expect(!closed.isClosedWell)
        #expect(try open.open("walk.json").size() == length)
    }

    @Test(
        "gives back the place of another file if there is no folder to create that file in",
        arguments: [true, false]
    )
    func givesBack(isTakenOver: Bool) throws {
        let away = Away()
        let home = FileHome(open, by: away)
        let givenBack = Mutex<[String]>([])
        var setup = setup(
            { _ in FilePlace(in: home, "walk_2.json") { throw SourceBroke() } },
            givingBack: { place in givenBack.withLock { $0.append(place.relativePath) } }
        )
        setup.place = FilePlace(in: home, "walk.json")
        var file = try file(setup)
        if isTakenOver { away.lose() } else { try open.remove("walk.json") }
        file.look { reports.hear($0) }
        #expect(reports.all == ["failed"])
        let names = givenBack.withLock { $0 }
        #expect(names == ["walk_2.json"])
    }

    @Test("that is lost while the end of a pause is written keeps that end for its replacement")
    func lostAtResuming() throws {
        var writer = try writer(setup())
        // All that can wait for a flush, so that the gap of the pause forces one.
        write(1...Int64(UnsettledRecords.capacity - 2), to: &writer)
        writer.take([TimedNote(time: BootInstant(nanoseconds: 5000), note: .paused)])
        write(5001...5001, to: &writer)
        try open.remove("walk.json")
        writer.take([TimedNote(time: BootInstant(nanoseconds: 6000), note: .resumed)])
        write(6001...6001, to: &writer)
        #expect(writer.failure?.loss == .deleted)
        #expect(writer.marksOfFile.kept.map(\.name) == ["start", "pause", "resume"])
    }
}
