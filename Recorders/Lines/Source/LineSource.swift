// A device that sends text, as a source of samples. It opens the port and reads it on one thread; `LineTaker` does
// everything else.

public import RecorderKinds
public import SampleStream
internal import SystemCalls
public import Timebase

/// Delivers the samples in a device's lines of text.
public final class LineSource: SampleSource {
    public typealias Sample = ValueSample

    /// Receives notes in words.
    public typealias NoteHandler = @Sendable (String) -> Void

    private let request: LineRequest
    private let onNews: NoteHandler
    private let onNote: NoteHandler
    private var port: BytePort?
    private var taker: LineTaker
    private var waking: WakingDescriptor?
    private var listening: StopListening?

    /// How long after the end to wait for lines that were measured before it, in nanoseconds.
    private static let afterlife: Int64 = 60_000_000
    /// How many bytes are read at once: room for sixteen of the longest datagrams.
    private static let room = 16 * (BytePort.longestDatagram + 2)
    /// A read of this many bytes suggests that more are waiting.
    private static let much = 2048
    /// The most reads in a row, so that a very fast port does not block everything else.
    private static let mostReads = 64

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - request: The lines to record, and their contents.
    ///   - onNews: Receives, on the source's own thread, problems that the user may fix while recording.
    ///   - onNote: Receives, on the same thread, remarks about the lines after they have ended.
    public init(
        _ request: LineRequest,
        onNews: @escaping NoteHandler = { _ in },
        onNote: @escaping NoteHandler = { _ in }
    ) {
        self.request = request
        self.onNews = onNews
        self.onNote = onNote
        taker = LineTaker(request.mapping, openedAt: 0)
    }

    /// False for a device, which does not wait: lines without room are counted as lost.
    ///
    /// True for standard input, because the program that writes it waits.
    public var waitsForRoom: Bool { request.port.kind == .standardInput }

    /// True for a serial port.
    ///
    /// The kernel buffers only four thousand bytes of it: 44 milliseconds at 921,600 baud.
    public var isUrgent: Bool { port?.kind == .serial }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        let waking = try WakingDescriptor()
        let opened = try BytePort.open(request.port) { stop.isRaised }
        if opened.kind != .serial, case .path(_, _?) = request.port.kind {
            throw LineError(.noSpeed, at: request.port.text)
        }
        if opened.kind == .file, request.port.kind != .standardInput {
            throw LineError(.plainFile, at: request.port.text)
        }
        taker = LineTaker(
            request.mapping,
            rateInHertz: request.rateInHertz,
            // What a user types is read from the beginning.
            beginsWithin: opened.kind == .serial && request.port.kind != .standardInput,
            isLive: opened.kind == .serial || opened.kind == .datagrams,
            openedAt: SystemClock.boottime.nanoseconds
        )
        if let opening = request.port.opening { onNews(opening) }
        let kind = opened.kind
        port = consume opened
        self.waking = waking
        listening = stop.onRequest { waking.wake() }
        return Self.description(of: request, over: kind)
    }

    public func capture(
        into sink: inout SampleSink<ValueSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let waking, var sleep = port?.sleep(wokenBy: waking) else { return .stopped }
        defer { for note in taker.tally.notes { onNote(note) } }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.room, alignment: 64)
        defer { unsafe buffer.deallocate() }
        var pause = DescriptorSleep(beside: [], wokenBy: waking)
        var pace = LinePace(hasTime: request.mapping.hasTime)
        while true {
            waking.heed()
            let stopRequest = stop.request
            if stopRequest == .abandon { return .stopped }
            let limit = Self.limit(of: stopRequest)
            var hasSent = false
            let found = try unsafe readAll(buffer, into: &sink, limit: limit, &hasSent)
            if found == .end { return try end(into: &sink, limit: limit) }
            let now = SystemClock.boottime.nanoseconds
            if let due = taker.deadline, due <= now { taker.settle(at: now) }
            if send(into: &sink, limit: limit) { hasSent = true }
            try judge(at: now, into: &sink, limit: limit)
            if pace.announces(hasSent: hasSent, isWatched: sink.isWatched, at: now) {
                sink.announce()
            }
            if stopRequest != .goOn {
                // Without a time in the lines, a line that arrives after the end counts as measured after it.
                let isOver = !request.mapping.hasTime || (taker.newest ?? .min) > limit
                if isOver || now &- limit > Self.afterlife {
                    finish(isWhole: false, into: &sink, limit: limit)
                    try judgeAll(at: now)
                    return .stopped
                }
                sleep.wait(upTo: .milliseconds(5))
                continue
            }
            if found == .more { continue }
            let due = [taker.deadline, pace.deadline].compactMap(\.self).min()
            switch pace.next(gotAny: found == .some, spacing: taker.spacing) {
            case .untilReadable:
                sleep.wait(upTo: due.map { .nanoseconds(max(0, $0 &- now)) })
            case .pause(let nanoseconds):
                pause.wait(upTo: .nanoseconds(nanoseconds))
            }
        }
    }

    public func close() {
        listening?.cancel()
        listening = nil
        port = nil
    }

    // MARK: Reading

    private enum Found { case nothing, some, more, end }

    /// Reads everything available, and sends each read before the next one, so that nothing accumulates.
    private func readAll(
        _ buffer: UnsafeMutableRawBufferPointer,
        into sink: inout SampleSink<ValueSample>,
        limit: Int64,
        _ hasSent: inout Bool
    ) throws -> Found {
        var found = Found.nothing
        for _ in 0..<Self.mostReads {
            let taken: BytePort.Taken
            do throws(SystemError) {
                taken = unsafe try port?.read(into: buffer) ?? .end
            } catch {
                // Sends what had arrived before the error.
                finish(isWhole: false, into: &sink, limit: limit)
                throw LineError.reading(request.port, error)
            }
            let seen = SystemClock.boottime.nanoseconds
            switch taken {
            case .nothing: return found
            case .end: return .end
            case .bytes(let count):
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
                let text = unsafe bytes.bindMemory(to: UInt8.self)
                taker.take(unsafe text.span, seen: seen)
                if send(into: &sink, limit: limit) { hasSent = true }
                found = .some
                if count < Self.much, port?.kind != .datagrams { return .some }
            }
        }
        return .more
    }

    /// Ends the recording when a port has no more data.
    private func end(
        into sink: inout SampleSink<ValueSample>,
        limit: Int64
    ) throws -> SourceEnding {
        let kind = port?.kind
        let isGone = request.port.kind != .standardInput && (kind == .serial || kind == .connection)
        finish(isWhole: !isGone, into: &sink, limit: limit)
        guard isGone else {
            let now = SystemClock.boottime.nanoseconds
            if taker.isUnheard { throw LineError(.empty, at: request.port.text) }
            if let misfit = taker.misfit(at: now, isOver: true) {
                throw LineError(.misfit(misfit), at: request.port.text)
            }
            return .exhausted(at: BootInstant(nanoseconds: now))
        }
        throw LineError(kind == .connection ? .closed : .gone, at: request.port.text)
    }

    // MARK: Judging

    /// Reports problems, and throws if the lines cannot be recorded.
    private func judge(
        at now: Int64,
        into sink: inout SampleSink<ValueSample>,
        limit: Int64
    ) throws {
        if let note = taker.takeNote(at: now) { onNews(note) }
        guard let misfit = taker.misfit(at: now) else { return }
        finish(isWhole: false, into: &sink, limit: limit)
        throw LineError(.misfit(misfit), at: request.port.text)
    }

    /// Throws if the whole recording is useless: a file without readings is not a recording, however it ends.
    private func judgeAll(at now: Int64) throws {
        if let misfit = taker.misfit(at: now, isOver: true) {
            throw LineError(.misfit(misfit), at: request.port.text)
        }
        if let silence = taker.silence(at: now) {
            let remedy = request.port.kind.remedyOfSilence(isSerial: port?.kind == .serial)
            throw LineError(.silent(silence, remedy: remedy), at: request.port.text)
        }
    }

    private func finish(
        isWhole: Bool,
        into sink: inout SampleSink<ValueSample>,
        limit: Int64
    ) {
        // Lines count as missing only up to the end of the recording.
        taker.finish(at: min(SystemClock.boottime.nanoseconds, limit), isWhole: isWhole)
        _ = send(into: &sink, limit: limit)
        sink.announce()
    }

    // MARK: Sending

    /// Sends what is ready and was measured before the end; returns whether there was anything.
    private func send(into sink: inout SampleSink<ValueSample>, limit: Int64) -> Bool {
        for pair in taker.takePairs() { sink.noteClock(pair, of: request.port.text) }
        guard !taker.ready.isEmpty else { return false }
        if limit == .max {
            unsafe taker.ready.withUnsafeBufferPointer { unsafe sink.deliver($0) }
        } else {
            for sample in taker.ready where sample.time.nanoseconds <= limit {
                sink.deliver(sample)
            }
        }
        taker.clear()
        return true
    }

    private static func limit(of request: StopSignal.Request) -> Int64 {
        switch request {
        case .goOn, .abandon: .max
        case .drain(let instant): instant.nanoseconds
        }
    }
}
