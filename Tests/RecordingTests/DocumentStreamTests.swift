// A stream that writes a document instead of samples, also if its file is removed or cannot be written.

import FoundationEssentials
import Patience
import Research
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import Recording

/// A document whose bytes a test provides.
private final class Pages: DocumentContent {
    let kind = DocumentKind(fileExtension: "txt", contentType: "text/plain")
    let wakeEvent = WakeEvent()
    let hasMore = false
    let remarks: [String] = []
    let start: BootInstant? = nil
    private let state = Mutex(State())

    private struct State {
        var bytes: [UInt8] = []
        var failure: SystemError?
        var isOver = false
    }

    var progress: DocumentProgress {
        let source = SourceDescription(name: "pages", kind: "test", clock: "boottime")
        return state.withLock { $0.isOver } ? .over(source) : .growing(source)
    }

    func add(_ text: String) {
        state.withLock { $0.bytes += Array(text.utf8) }
        wakeEvent.signal()
    }

    func fail(_ error: SystemError) {
        state.withLock { $0.failure = error }
        wakeEvent.signal()
    }

    func end() {
        state.withLock { $0.isOver = true }
        wakeEvent.signal()
    }

    func begin() throws -> [UInt8] { Array("head ".utf8) }

    func next(_ notes: () -> [(note: ControlNote, time: BootInstant)]) throws -> [UInt8] {
        _ = notes()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            defer { state.bytes = [] }
            return state.bytes
        }
    }

    func finish() throws -> (tail: [UInt8], head: (offset: Int64, bytes: [UInt8])?) {
        (Array("tail".utf8), (0, Array("HEAD".utf8)))
    }
}

@Suite("A document beside samples", .mayNotHang)
struct DocumentStreamTests {
    let folder: TemporaryFolder
    private let open: OpenFolder
    private let pages = Pages()
    private let reports = Reports()

    init() throws {
        folder = try TemporaryFolder()
        open = try OpenFolder.open(folder.path)
    }

    private final class Reports: Sendable {
        private let state = Mutex<(words: [String], file: RecordedFile?)>(([], nil))
        var words: [String] { state.withLock { $0.words } }
        var file: RecordedFile? { state.withLock { $0.file } }

        func hear(_ report: StreamReport) {
            state.withLock { state in
                switch report {
                case .note(let text): state.words.append(text)
                case .opened: state.words.append("opened")
                case .failed(let error): state.words.append("failed: \(error)")
                case .sourceEnded: state.words.append("ended")
                case .drained: state.words.append("drained")
                case .closed(let file, let failure):
                    state.file = file
                    state.words.append("closed" + (failure.map { ": \($0)" } ?? ""))
                case .lost, .openFailed, .openAbandoned: state.words.append("something else")
                }
            }
        }
    }

    private func started() async throws -> DocumentStream<Pages> {
        let environment = RecorderEnvironment(
            files: RecorderFiles(claim: { _ in throw SourceBroke() }),
            timekeeper: ManualTimekeeper(),
            zone: .utc
        )
        let start = environment.timekeeper.reading()
        let stream = DocumentStream(identifier: "pages", content: pages)
        let setup = StreamSetup(
            environment: environment,
            request: FileRequest(
                sections: [],
                identifier: "pages",
                fileExtension: "txt",
                start: start,
                schema: stream.schema,
                recorder: "pages",
                document: stream.document
            ),
            place: FilePlace(in: FileHome(open), "pages.txt"),
            replacements: Replacements(),
            usesCSV: false,
            usesRootDictionary: false,
            stepPath: "task",
            start: start
        )
        stream.start(setup) { [reports] in reports.hear($0) }
        pages.add("one ")
        try await until("it is written") {
            (try? folder.text("pages.txt"))?.hasSuffix("one ") == true
        }
        return stream
    }

    /// Ends the stream as a recorder does.
    private func end(_ stream: DocumentStream<Pages>) async throws {
        stream.stop(at: BootInstant(nanoseconds: 9))
        pages.end()
        try await until("it is drained") { reports.words.contains("drained") }
        stream.closeFile()
        stream.join()
    }

    @Test("has all of its bytes, and a corrected beginning")
    func whole() async throws {
        let stream = try await started()
        pages.add("two ")
        try await end(stream)
        #expect(try folder.text("pages.txt") == "HEAD one two tail")
        #expect(reports.words == ["opened", "drained", "closed"])
        let file = try #require(reports.file)
        #expect(file.isClosedWell && !file.isLost && file.failure == nil)
    }

    @Test("that somebody deletes ends alone, and is reported as lost", arguments: [true, false])
    func lost(inTheMidst: Bool) async throws {
        let stream = try await started()
        let lost =
            "pages: it was deleted while it was written, and ends there; what else is recorded goes on"
        if inTheMidst {
            try open.remove("pages.txt")
            try await until("the loss is reported") { reports.words.contains(lost) }
            pages.add("two ")
            pages.end()
            try await until("its source has ended") { reports.words.contains("ended") }
            try await end(stream)
            #expect(reports.words == ["opened", lost, "ended", "drained", "closed"])
        } else {
            stream.stop(at: BootInstant(nanoseconds: 9))
            pages.end()
            try await until("it is drained") { reports.words.contains("drained") }
            try open.remove("pages.txt")
            stream.closeFile()
            stream.join()
            #expect(reports.words == ["opened", "drained", lost, "closed"])
        }
        let file = try #require(reports.file)
        #expect(file.isLost && !file.isClosedWell)
        #expect(file.failure?.isEmpty == false)
    }

    @Test("that cannot be written is not reported as closed well")
    func unwritten() async throws {
        let stream = try await started()
        pages.fail(SystemError(call: "pwrite", path: "pages.txt", errno: .noSpace))
        try await until("it fails") { reports.words.count > 1 }
        #expect(reports.words.last?.hasPrefix("failed: ") == true)
        try await end(stream)
        #expect(try folder.text("pages.txt") == "head one ")
        let file = try #require(reports.file)
        #expect(!file.isClosedWell && !file.isLost && file.failure != nil)
        #expect(reports.words.last == "closed")
    }
}
