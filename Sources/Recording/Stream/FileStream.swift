// Runs the two threads of one stream, from opening to closing. The writer thread is in charge: it creates the file,
// starts the capture, drains the ring, and closes the file once the recorder calls `closeFile`.

public import SampleFile
public import SampleStream
internal import Synchronization
internal import SystemCalls
public import Timebase

/// Writes the samples of one source to one file.
public final class FileStream<Source: SampleSource, Format: SampleFormat<Source.Sample>>:
    RecordingStream
{
    public typealias Sample = Source.Sample

    public let identifier: String
    /// The latest readings.
    public let latestValues: LatestValues<Sample>
    private let format: Format
    private let source: Handover<Source>
    private let makeProcessor: ProcessorMaker<Sample>
    private let readingsPerSecond: Double
    private let link: StreamLink
    private let stopSignal = StopSignal()
    private let control = ControlQueue()
    private let state = Mutex(SharedState())
    private let written = Atomic<Int>(0)
    private let missing = Atomic<Int>(0)
    private let reached = Atomic<Int64>(.min)
    private let writerThread = Mutex<SystemThread?>(nil)

    /// What the threads exchange besides the samples.
    private struct SharedState {
        var description: SourceDescription?
        var ending: Result<SourceEnding, any Error>?
        var end: BootInstant?
        var mayClose = false
        var notes: [String] = []
    }

    /// A stream that has not started.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the logger, which is also the result's.
    ///   - source: The source; the stream owns it from now on.
    ///   - format: How readings become records.
    ///   - readingsPerSecond: The expected rate of all channels together. The ring is made large enough for this rate
    ///     while a slow disk blocks; a source that waits for room does not need that.
    ///   - processor: Makes the object that computes further readings from the source's, or `nil`.
    public init(
        identifier: String,
        source: sending Source,
        format: Format,
        readingsPerSecond: Double = 0,
        processor: @escaping ProcessorMaker<Sample> = { _ in nil }
    ) {
        self.identifier = identifier
        link = StreamLink()
        latestValues = LatestValues(of: link)
        self.source = Handover(source)
        self.format = format
        self.readingsPerSecond = readingsPerSecond
        makeProcessor = processor
    }

    public var schema: RecordSchema { format.schema }

    public var plots: [StreamPlot] {
        (0..<LatestValues<Sample>.channels).compactMap { channel in
            format.plot(ofChannel: channel).map {
                StreamPlot(channel: channel, name: format.name(ofChannel: channel), plot: $0)
            }
        }
    }

    public func course(ofChannel channel: Int, over window: Duration) -> LiveCurves.Course? {
        guard let plot = format.plot(ofChannel: channel) else { return nil }
        return latestValues.course(channel: channel, over: window, spacing: plot.spacing)
    }

    public var progress: StreamProgress {
        let last = reached.load(ordering: .relaxed)
        return StreamProgress(
            samples: written.load(ordering: .relaxed),
            lost: missing.load(ordering: .relaxed),
            last: last == .min ? nil : BootInstant(nanoseconds: last)
        )
    }

    public var sourceSignal: StopSignal? { stopSignal }

    // MARK: Control

    public func start(
        _ setup: StreamSetup,
        report: @escaping @Sendable (StreamReport) -> Void
    ) {
        do {
            var thread: SystemThread? = try SystemThread.spawn(name: "write \(identifier)") {
                self.runWriter(setup, report)
            }
            writerThread.withLock { $0 = thread.take() }
        } catch {
            report(.openFailed(error))
            report(.drained)
            report(.closed(nil, failure: nil))
        }
    }

    @discardableResult
    public func note(_ note: ControlNote, at instant: BootInstant) -> Bool {
        if let end = state.withLock({ $0.end }), instant > end { return false }
        return control.post(note, at: instant)
    }

    public func stop(at instant: BootInstant) {
        state.withLock { $0.end = $0.end ?? instant }
        stopSignal.drain(until: instant)
        link.dataEvent.signal()
    }

    public func abandon(at instant: BootInstant) {
        state.withLock { $0.end = $0.end ?? instant }
        stopSignal.abandon()
        link.dataEvent.signal()
    }

    public func closeFile() {
        state.withLock { $0.mayClose = true }
        link.dataEvent.signal()
    }

    public func join() {
        if let thread = writerThread.withLock({ $0.take() }) { thread.join() }
    }

    // MARK: The writer thread

    private func runWriter(
        _ setup: StreamSetup,
        _ report: @escaping @Sendable (StreamReport) -> Void
    ) {
        let outcome = writeFromOpenToEnd(setup, report)
        format.didEnd()
        report(.drained)
        let mayNotClose = { !self.state.withLock { $0.mayClose } }
        switch consume outcome {
        case .nothing:
            _ = control.close()
            sleepWhile(mayNotClose)
            report(.closed(nil, failure: nil))
        case .file(var open):
            // While this stream waits for others to finish, somebody may still remove its file, so `look` checks it.
            sleepWhile(upTo: .longestBlindness, mayNotClose) { open.file.look(report) }
            open.file.look(report)
            let (file, failure) = close(open)
            report(.closed(file, failure: failure))
        }
    }

    /// What is left to close.
    private enum Outcome: ~Copyable {
        case nothing
        case file(Opened)
    }

    /// An open file and its source.
    private struct Opened: ~Copyable {
        var file: StreamFile<Format>
        var description: SourceDescription
        var end: BootInstant
    }

    private func writeFromOpenToEnd(
        _ unsettled: StreamSetup,
        _ report: @escaping @Sendable (StreamReport) -> Void
    ) -> Outcome {
        let dates = RecordDates(start: unsettled.start, zone: unsettled.environment.zone)
        let setup: StreamSetup
        let file: SampleFileWriter
        let capture: SystemThread
        do {
            setup = try unsettled.settled()
            // Creates the file first: the device is not touched if its data cannot be stored.
            file = try setup.createFile(at: setup.place, format.schema, dates)
        } catch {
            report(.openFailed(error))
            return .nothing
        }
        guard let source = source.take() else { return .nothing }
        let isLive = !source.waitsForRoom
        let ends = SampleRing.make(
            of: Sample.self,
            capacity: setup.environment.ringCapacity(
                for: readingsPerSecond,
                waitsForRoom: !isLive
            )
        )
        var consumer = ends.consumer
        do {
            capture = try CaptureThread.start(
                source,
                into: ends.producer,
                link: link,
                stop: stopSignal,
                options: setup.captureOptions(for: identifier),
                report: { self.hear($0, report) }
            )
        } catch {
            discard(file, at: setup.place)
            report(.openFailed(error))
            return .nothing
        }
        sleepWhile { state.withLock { $0.description == nil && $0.ending == nil } }
        guard var description = state.withLock({ $0.description }) else {
            capture.join()
            discard(file, at: setup.place)
            report(failureOfSource.map { .openFailed($0) } ?? .openAbandoned)
            return .nothing
        }
        let processor = makeProcessor(description)
        processor?.describe(&description)
        let origin = description.recordedStart ?? setup.start.boottime
        var writer = StreamWriter(
            to: file,
            format: format,
            origin: origin,
            dates: dates,
            stepPath: setup.stepPath,
            latestValues: latestValues,
            marks: description.marks
        )
        if isLive { writer.patience = setup.notePatience }
        // A replayed recording contains its own start and stop marks.
        let isRepeated = description.recordedStart != nil
        if !isRepeated { try? writer.writeStartMark() }
        var streamFile = StreamFile(writer, setup, dates, description)
        report(.opened(description))
        var losses = drain(&consumer, &streamFile, processor, report)
        capture.join()
        streamFile.moveIfTakenOver(report)
        if let processor {
            unsafe processor.finish(missing: losses) { unsafe write($0, &streamFile.writer) }
            losses = LossLedger()
            processor.describe(&description)
        }
        let end = instantOfEnd(atLeast: origin)
        // `end` stores an error instead of throwing it; `watch` reports it.
        streamFile.end(losses: losses, stop: isRepeated ? nil : end, report)
        streamFile.watch(report)
        if let words = streamFile.wordsOnLostMarks { report(.note(words)) }
        return .file(Opened(file: streamFile, description: description, end: end))
    }

    /// Drains the ring until the capture has ended and a stop was requested.
    private func drain(
        _ consumer: inout RingConsumer<Sample>,
        _ file: inout StreamFile<Format>,
        _ processor: (any SampleProcessor<Sample>)?,
        _ report: @Sendable (StreamReport) -> Void
    ) -> LossLedger {
        let batch = UnsafeMutableBufferPointer<Sample>.allocate(capacity: 512)
        defer { unsafe batch.deallocate() }
        var hasToldEnd = false
        while true {
            let signals = link.dataEvent.count
            // Checked before the ring is read: if the capture has ended, the ring contains all that it sent.
            let ending = link.captureEnding
            let count = unsafe consumer.pop(into: batch)
            // Checked before the batch is written, because a partly written record could not move to another file.
            file.moveIfTakenOver(report)
            if control.hasNotes { file.writer.take(control.takeAll()) }
            if count > 0 {
                let items = unsafe UnsafeBufferPointer(rebasing: batch[..<count])
                if let processor {
                    unsafe processor.derive(from: items) { unsafe write($0, &file.writer) }
                } else {
                    unsafe write(items, &file.writer)
                }
                link.tellRoom()
                reached.store(unsafe items[count - 1].time.nanoseconds, ordering: .relaxed)
            }
            file.tell(link.takeClocks())
            if count == 0 { try? file.writer.writeOverdueNotes() }
            // The batch is complete, so nothing is gained by waiting to flush.
            let isBatchWhole = count == 0 && link.announcesBatches
            if file.failure == nil { try? isBatchWhole ? file.writer.flush() : file.writer.tick() }
            file.watch(report)
            written.store(file.writer.samplesWritten, ordering: .relaxed)
            missing.store(Int(file.writer.lostInAll), ordering: .relaxed)
            guard count == 0 else { continue }
            if let ending {
                if !hasToldEnd {
                    hasToldEnd = true
                    tellEnd(report)
                }
                if stopSignal.isRaised {
                    // All notes from before the stop are in the queue by now; closing it refuses later ones.
                    file.writer.take(control.close())
                    return ending.unreported
                }
            }
            let isAwaited = !link.announcesBatches || file.writer.hasWaitingNotes
            link.dataEvent.wait(since: signals, upTo: isAwaited ? .writerNap : .longestWriterNap)
        }
    }

    private func write(
        _ items: UnsafeBufferPointer<Sample>,
        _ writer: inout StreamWriter<Format>
    ) {
        if writer.failure == nil {
            unsafe format.write(items, by: &writer)
        } else {
            unsafe writer.countAsLost(items)
        }
    }

    private func tellEnd(_ report: @Sendable (StreamReport) -> Void) {
        // The capture thread reports its ending just after the link shows it, so wait for the report.
        sleepWhile { state.withLock { $0.ending == nil } }
        switch state.withLock({ $0.ending }) {
        case .failure(let error): report(.failed(error))
        case .success(.exhausted): report(.sourceEnded)
        case .success(.stopped), nil: break
        }
    }

    private func hear(_ capture: CaptureReport, _ report: @Sendable (StreamReport) -> Void) {
        switch capture {
        case .note(let text):
            state.withLock { $0.notes.append(text) }
            report(.note(text))
        case .opened(let description):
            state.withLock { $0.description = description }
        case .ended(.failure) where stopSignal.request == .abandon:
            // The source was interrupted; what it throws then is not a failure.
            state.withLock { $0.ending = .success(.stopped) }
        case .ended(let ending):
            state.withLock { $0.ending = ending }
        }
        link.dataEvent.signal()
    }

    /// The instant of the stop mark, if no record is later: the source's own end, or the stop.
    private func instantOfEnd(atLeast origin: BootInstant) -> BootInstant {
        state.withLock { state in
            if case .success(.exhausted(let instant)) = state.ending { return max(instant, origin) }
            return max(state.end ?? origin, origin)
        }
    }

    /// The error that ended the source, if any.
    private var failureOfSource: (any Error)? {
        guard case .failure(let error) = state.withLock({ $0.ending }) else { return nil }
        return error
    }

    /// Sleeps while a condition holds, and runs `meanwhile` after each wait.
    private func sleepWhile(
        upTo pause: Duration? = nil,
        _ isToSleep: () -> Bool,
        _ meanwhile: () -> Void = {}
    ) {
        while true {
            let signals = link.dataEvent.count
            guard isToSleep() else { return }
            link.dataEvent.wait(since: signals, upTo: pause)
            meanwhile()
        }
    }

    // MARK: Files

    /// Removes a file in which nothing was written, unless somebody has put another file in its place.
    private func discard(_ file: consuming SampleFileWriter, at place: FilePlace) {
        var file = file
        do throws(SampleFileWriteFailure) { try file.requireFile() } catch { return }
        _ = try? file.close()
        try? place.remove()
    }

    private func close(_ opened: consuming Opened) -> (RecordedFile, (any Error)?) {
        let (description, end) = (opened.description, opened.end)
        return opened.file.close(
            identifier,
            description,
            end: end,
            notes: state.withLock { $0.notes },
            failureOfSource: failureOfSource
        )
    }
}
