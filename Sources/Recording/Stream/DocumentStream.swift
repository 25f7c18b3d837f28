// A recorder's file that is no list of records, such as the sound beside its levels. Whoever has the bytes says what
// they are; here is its thread, its file, and its place among the streams of a recorder.

package import SampleFile
package import SampleStream
internal import Synchronization
package import SystemCalls
package import Timebase

/// What a document is, where it is no list of records.
public struct DocumentKind: Sendable, Hashable {
    /// The extension of its name, without the dot.
    public var fileExtension: String
    /// Its type, as results say it.
    public var contentType: String

    public init(fileExtension: String, contentType: String) {
        self.fileExtension = fileExtension
        self.contentType = contentType
    }
}

/// What makes the bytes of a document, on the thread that writes it.
package protocol DocumentContent: AnyObject, Sendable {
    var kind: DocumentKind { get }
    /// Rings when there is more.
    var bell: Doorbell { get }
    /// How far it is.
    var progress: DocumentProgress { get }
    /// When it begins, once it grows.
    var start: BootInstant? { get }
    /// Its first bytes.
    func begin() throws -> [UInt8]
    /// Bytes that have come since the last call; of a time that somebody has paused they hold nothing.
    ///
    /// - Parameter notes: What was said since the last call; asked for behind what has come, so that of a time that
    ///   is paused nothing is taken ahead of the note.
    /// - Returns: The bytes.
    /// - Throws: Where they cannot be made.
    func next(_ notes: () -> [(note: ControlNote, time: BootInstant)]) throws -> [UInt8]
    /// Whether the last call left something that has come, to be asked for at once.
    var hasMore: Bool { get }
    /// Its last bytes, and what of its beginning is put right.
    func finish() throws -> (tail: [UInt8], head: (offset: Int64, bytes: [UInt8])?)
    /// What there is to tell of it in the end.
    var remarks: [String] { get }
}

/// How far the content of a document is.
package enum DocumentProgress: Sendable {
    /// Nobody knows yet what it will be.
    case awaited
    /// It will never be anything.
    case never
    /// It grows.
    case growing(SourceDescription)
    /// Nothing more comes.
    case over(SourceDescription)
}

/// Brings bytes of one kind to one file.
package final class DocumentStream<Content: DocumentContent>: RecordingStream {
    package let identifier: String
    private let content: Content
    private let state = Mutex(State())
    private let control = ControlQueue()
    private let thread = Mutex<SystemThread?>(nil)

    private struct State {
        var end: BootInstant?
        var isAbandoned = false
        var mayClose = false
    }

    /// How long bytes wait for the file at most, and how long it is left without a look.
    private static var nap: Duration { .milliseconds(200) }

    /// A stream that has not started.
    ///
    /// - Parameters:
    ///   - identifier: The logger's, which is also the result's.
    ///   - content: What makes the bytes.
    package init(identifier: String, content: Content) {
        self.identifier = identifier
        self.content = content
    }

    package var schema: RecordSchema { RecordSchema(RecordSchema.commonColumns) }
    package var document: DocumentKind? { content.kind }
    package var progress: StreamProgress { StreamProgress(samples: 0, lost: 0, last: nil) }

    // MARK: Control

    package func start(
        _ setup: StreamSetup,
        report: @escaping @Sendable (StreamReport) -> Void
    ) {
        do {
            var started: SystemThread? = try SystemThread.spawn(name: "keep \(identifier)") {
                self.run(setup, report)
            }
            thread.withLock { $0 = started.take() }
        } catch {
            report(.openFailed(error))
            report(.drained)
            report(.closed(nil, failure: nil))
        }
    }

    package func note(_ note: ControlNote, at instant: BootInstant) -> Bool {
        // A mark is in the files of records; a document has no place for it.
        if case .marked = note { return false }
        if let end = state.withLock({ $0.end }), instant > end { return false }
        return control.post(note, at: instant)
    }

    package func stop(at instant: BootInstant) {
        state.withLock { $0.end = $0.end ?? instant }
        content.bell.ring()
    }

    package func abandon(at instant: BootInstant) {
        state.withLock { state in
            state.end = state.end ?? instant
            state.isAbandoned = true
        }
        content.bell.ring()
    }

    package func closeFile() {
        state.withLock { $0.mayClose = true }
        content.bell.ring()
    }

    package func join() {
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }

    // MARK: The thread

    private func run(_ setup: StreamSetup, _ report: @escaping @Sendable (StreamReport) -> Void) {
        guard let source = awaitSource() else {
            report(.openAbandoned)
            return endWithoutFile(report)
        }
        let place: FilePlace
        var file: GrowingDocument
        do {
            place = try setup.place.settled()
            file = try begin(at: place)
        } catch {
            report(.openFailed(Self.plain(error)))
            return endWithoutFile(report)
        }
        let dates = RecordDates(start: setup.start, zone: setup.environment.zone)
        let start = content.start ?? setup.start.boottime
        setup.environment.files.didOpen(
            OpenedFile(
                place: place,
                source: source,
                nominalRatesInHertz: [:],
                start: start,
                dates: dates
            )
        )
        report(.opened(source))
        var failure: (any Error)?
        do {
            failure = try write(to: &file, report)
        } catch {
            let told = Self.plain(error)
            failure = told
            report(.failed(told))
            sleepWhile { state.withLock { $0.end == nil } }
        }
        _ = control.close()
        for remark in content.remarks { report(.note("\(identifier): \(remark)")) }
        report(.drained)
        sleepWhile { !state.withLock { $0.mayClose } }
        close(file, at: place.present, source, from: start, dates, setup, failure, report)
    }

    /// Makes the file with its first bytes; one that cannot have them is taken away again.
    private func begin(at place: FilePlace) throws -> GrowingDocument {
        let bytes = try content.begin()
        var file = try place.createDocument()
        do throws(SampleFileWriteFailure) {
            try file.append(bytes)
        } catch {
            try? place.remove()
            throw error
        }
        return file
    }

    /// Waits for what the content is of; `nil` where it will be nothing.
    private func awaitSource() -> SourceDescription? {
        while true {
            let rings = content.bell.count
            switch content.progress {
            case .growing(let source), .over(let source): return source
            // Why there will be nothing, another stream of the recorder tells.
            case .never, .awaited: if state.withLock({ $0.isAbandoned }) { return nil }
            }
            content.bell.wait(since: rings)
        }
    }

    /// Writes until the end; answers how the file was lost to somebody else, if it was.
    ///
    /// What else is recorded goes on without it.
    private func write(
        to file: inout GrowingDocument,
        _ report: (StreamReport) -> Void
    ) throws -> SampleFileWriteFailure? {
        var hasToldEnd = false
        var loss: SampleFileWriteFailure?
        while true {
            let rings = content.bell.count
            // Looked at before the bytes: what came before the end is among them.
            var isOver = false
            if case .over = content.progress { isOver = true }
            let bytes = try content.next { control.takeAll().map { ($0.note, $0.time) } }
            if loss == nil {
                do throws(SampleFileWriteFailure) {
                    if bytes.isEmpty { try file.requireFile() } else { try file.append(bytes) }
                    try file.tick(at: .nanoseconds(SystemClock.monotonic.nanoseconds))
                } catch {
                    guard error.loss != nil || error.isTakenOver else { throw error }
                    loss = error
                    report(lost(error))
                }
            }
            let wish = state.withLock { $0 }
            if content.hasMore, !wish.isAbandoned { continue }
            if isOver, !hasToldEnd, wish.end == nil {
                hasToldEnd = true
                report(.sourceEnded)
            }
            if wish.isAbandoned || isOver && wish.end != nil { return loss }
            content.bell.wait(since: rings, upTo: Self.nap)
        }
    }

    private func lost(_ failure: SampleFileWriteFailure) -> StreamReport {
        let what = failure.loss?.words ?? "another machine took its folder over"
        return .note("\(identifier): \(what), and ends there; what else is recorded goes on")
    }

    private func close(
        _ file: consuming GrowingDocument,
        at place: FilePlace,
        _ source: SourceDescription,
        from start: BootInstant,
        _ dates: RecordDates,
        _ setup: StreamSetup,
        _ earlier: (any Error)?,
        _ report: (StreamReport) -> Void
    ) {
        var summary = SampleFileSummary(path: place.path, bytes: 0, records: 0, checksum: "")
        var failure: (any Error)?
        do {
            if earlier == nil {
                let end = try content.finish()
                try file.append(end.tail)
                if let head = end.head { try file.putRight(head.bytes, at: head.offset) }
            }
            summary = try file.close()
        } catch {
            failure = Self.plain(error)
        }
        let unended = earlier ?? failure
        let loss = (unended as? SampleFileWriteFailure)?.loss
        if let error = failure as? SampleFileWriteFailure, error.loss != nil || error.isTakenOver {
            if earlier == nil { report(lost(error)) }
            failure = nil
        }
        let recorded = RecordedFile(
            identifier: identifier,
            place: place,
            layout: .jsonArray,
            document: content.kind,
            start: start,
            end: state.withLock { $0.end } ?? start,
            dates: dates,
            summary: summary,
            // A repair ends what could not be ended.
            isClosedWell: unended == nil,
            isLost: loss != nil,
            source: source,
            channels: [],
            nominalRatesInHertz: [:],
            notes: [],
            failure: unended.map { "\($0)" }
        )
        report(.closed(recorded, failure: failure))
    }

    /// A failure to write without its account of records, of which a document has none.
    private static func plain(_ error: any Error) -> any Error {
        guard let failure = error as? SampleFileWriteFailure, failure.loss == nil,
            !failure.isTakenOver
        else { return error }
        return failure.cause
    }

    private func endWithoutFile(_ report: (StreamReport) -> Void) {
        _ = control.close()
        report(.drained)
        sleepWhile { !state.withLock { $0.mayClose } }
        report(.closed(nil, failure: nil))
    }

    private func sleepWhile(_ isToSleep: () -> Bool) {
        while true {
            let rings = content.bell.count
            guard isToSleep() else { return }
            content.bell.wait(since: rings)
        }
    }
}
