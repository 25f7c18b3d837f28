// Writes a recorder's file that is not a list of records, such as the sound itself, which accompanies a list of
// sound levels. The content supplies the bytes. This stream supplies the thread and the file, and the recorder
// treats it like its other streams.

package import SampleFile
package import SampleStream
internal import Synchronization
package import SystemCalls
package import Timebase

/// The kind of a document: a file that is not a list of records.
public struct DocumentKind: Sendable, Hashable {
    /// The extension of its name, without the dot.
    public var fileExtension: String
    /// Its content type, as in results.
    public var contentType: String

    public init(fileExtension: String, contentType: String) {
        self.fileExtension = fileExtension
        self.contentType = contentType
    }
}

/// Makes the bytes of a document, on the writing thread.
package protocol DocumentContent: AnyObject, Sendable {
    var kind: DocumentKind { get }
    /// Signalled when there are more bytes.
    var wakeEvent: WakeEvent { get }
    /// Whether the document is awaited, grows or is complete.
    var progress: DocumentProgress { get }
    /// When the document begins; `nil` while it is awaited.
    var start: BootInstant? { get }
    /// Returns the first bytes.
    func begin() throws -> [UInt8]
    /// Returns the bytes since the last call, without those of paused time.
    ///
    /// - Parameter notes: Returns the host's notes since the last call. Fetch the new data first and call this
    ///   afterwards: the note of a pause is then never later than the data of that pause.
    /// - Returns: The bytes.
    /// - Throws: If they cannot be made.
    func next(_ notes: () -> [(note: ControlNote, time: BootInstant)]) throws -> [UInt8]
    /// Whether the last call left data behind; the stream then calls `next` again at once.
    var hasMore: Bool { get }
    /// Returns the last bytes, and bytes that replace earlier ones, such as the lengths in a header, if any.
    func finish() throws -> (tail: [UInt8], head: (offset: Int64, bytes: [UInt8])?)
    /// Remarks for the manifest at the end.
    var remarks: [String] { get }
}

/// The state of a document's content.
package enum DocumentProgress: Sendable {
    /// It is not known yet whether there will be any content.
    case awaited
    /// There will never be any content.
    case never
    /// It is growing.
    case growing(SourceDescription)
    /// It is complete.
    case over(SourceDescription)
}

/// Writes the bytes of one content to one file.
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

    /// The longest time between two writes, and between two checks of the file.
    private static var nap: Duration { .milliseconds(200) }

    /// A stream that has not started.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the logger, which is also the result's.
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
        // Marks are written to files of records; a document has no place for them.
        if case .marked = note { return false }
        if let end = state.withLock({ $0.end }), instant > end { return false }
        return control.post(note, at: instant)
    }

    package func stop(at instant: BootInstant) {
        state.withLock { $0.end = $0.end ?? instant }
        content.wakeEvent.signal()
    }

    package func abandon(at instant: BootInstant) {
        state.withLock { state in
            state.end = state.end ?? instant
            state.isAbandoned = true
        }
        content.wakeEvent.signal()
    }

    package func closeFile() {
        state.withLock { $0.mayClose = true }
        content.wakeEvent.signal()
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

    /// Creates the file with its first bytes; removes it again if they cannot be written.
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

    /// Waits until the source is known; returns `nil` if there will be no content.
    private func awaitSource() -> SourceDescription? {
        while true {
            let signals = content.wakeEvent.count
            switch content.progress {
            case .growing(let source), .over(let source): return source
            // If there will be no content, another stream of the recorder reports why; this one waits to be abandoned.
            case .never, .awaited: if state.withLock({ $0.isAbandoned }) { return nil }
            }
            content.wakeEvent.wait(since: signals)
        }
    }

    /// Writes until the end; returns a failure if the file was removed, or another machine took over its folder.
    ///
    /// Such a failure is not thrown, because the recorder's other streams continue. Any other failure is thrown.
    private func write(
        to file: inout GrowingDocument,
        _ report: (StreamReport) -> Void
    ) throws -> SampleFileWriteFailure? {
        var hasToldEnd = false
        var loss: SampleFileWriteFailure?
        while true {
            let signals = content.wakeEvent.count
            // Checked before the bytes are read: if the content is complete now, they include the last ones.
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
            let request = state.withLock { $0 }
            if content.hasMore, !request.isAbandoned { continue }
            if isOver, !hasToldEnd, request.end == nil {
                hasToldEnd = true
                report(.sourceEnded)
            }
            if request.isAbandoned || isOver && request.end != nil { return loss }
            content.wakeEvent.wait(since: signals, upTo: Self.nap)
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
            // If false, a repair tool can complete the document.
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

    /// The cause of a write failure, without its count of records, which a document does not have.
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
            let signals = content.wakeEvent.count
            guard isToSleep() else { return }
            content.wakeEvent.wait(since: signals)
        }
    }
}
