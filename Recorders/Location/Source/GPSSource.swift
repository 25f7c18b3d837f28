// gpsd as a source of fixes. The source connects, reads on one thread, and reconnects if gpsd has gone. `FixTaker`
// interprets the reports.

public import SampleStream
internal import SystemCalls
public import Timebase

/// Delivers the fixes of a receiver that gpsd reads.
public final class GPSSource: SampleSource {
    public typealias Sample = LocationSample

    /// Receives notes in words.
    public typealias NoteHandler = @Sendable (String) -> Void

    private let request: LocationRequest
    private let onNews: NoteHandler
    private let onNote: NoteHandler
    private var line: (any ReceiverLine)?
    /// Until when the other end must identify itself as a gpsd; `nil` if it has.
    ///
    /// In nanoseconds of the clock that stands still while the machine sleeps.
    private var versionDue: Int64?
    private var taker: FixTaker
    private var waking: WakingDescriptor?
    private var listening: StopListening?

    /// How long to wait until gpsd identifies itself, in nanoseconds; it may probe receivers for 3.6 s first.
    private static let longestSilence: Int64 = 6_000_000_000
    /// The time between two attempts to reconnect, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000
    /// How many messages are read before anything else is checked.
    private static let mostMessages = 64
    /// How many such rounds are read at the end, so that endless messages do not delay it.
    private static let mostRounds = 64

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - request: The receiver, and what to keep of it.
    ///   - onNews: Receives, on the source's own thread, problems that the user may fix while recording.
    ///   - onNote: Receives, on the same thread, remarks after the end.
    public init(
        _ request: LocationRequest,
        onNews: @escaping NoteHandler = { _ in },
        onNote: @escaping NoteHandler = { _ in }
    ) {
        self.request = request
        self.onNews = onNews
        self.onNote = onNote
        taker = FixTaker(keepsCoordinates: request.keepsCoordinates, openedAt: 0)
    }

    /// False, because a receiver does not wait: fixes without room are counted as lost.
    public var waitsForRoom: Bool { false }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        let waking = try WakingDescriptor()
        self.waking = waking
        listening = stop.onRequest { waking.wake() }
        let opened = try request.address.line(childProgram: request.childProgram) {
            stop.isRaised
        }
        try opened.wait(
            upTo: Self.longestSilence,
            at: request.address,
            waking,
            isGivenUp: { stop.isRaised },
            for: { $0 == .version ? () : nil }
        )
        line = opened
        let reading = ClockReading.now()
        taker = FixTaker(
            keepsCoordinates: request.keepsCoordinates,
            openedAt: reading.boottime.nanoseconds,
            slept: reading.sleptNanoseconds
        )
        return request.description
    }

    public func capture(
        into sink: inout SampleSink<LocationSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let waking else { return .stopped }
        defer { for note in taker.notes { onNote(note) } }
        var pause = DescriptorSleep(beside: [], wokenBy: waking)
        var retry: Int64 = 0
        while true {
            waking.heed()
            let stopRequest = stop.request
            if stopRequest == .abandon { return .stopped }
            if case .drain(let end) = stopRequest {
                drain(into: &sink, until: end.nanoseconds)
                return .stopped
            }
            let hasMore = readAll(noLaterThan: .max)
            send(into: &sink, limit: .max)
            dropWhoIsNone()
            // The clock is read again for each use, because resolving a host name may have taken long.
            let now = instant()
            if let note = taker.takeNote(at: now) { onNews(note) }
            if line == nil, SystemClock.monotonic.nanoseconds >= retry {
                reconnect(until: stop)
                retry = SystemClock.monotonic.nanoseconds &+ Self.pause
                continue
            }
            if hasMore { continue }
            let left = Self.timeLeft(
                until: taker.deadline,
                orAwakeUntil: line == nil ? retry : versionDue,
                at: .now()
            )
            if let number = line?.number {
                var sleep = DescriptorSleep(beside: [number], wokenBy: waking)
                sleep.wait(upTo: left)
            } else {
                pause.wait(upTo: left)
            }
        }
    }

    public func close() {
        listening?.cancel()
        listening = nil
        line = nil
    }

    /// Reads everything up to the end, and finishes there.
    private func drain(into sink: inout SampleSink<LocationSample>, until end: Int64) {
        for _ in 0..<Self.mostRounds where readAll(noLaterThan: end) {}
        taker.finish(at: end)
        send(into: &sink, limit: end)
    }

    /// Tries to reconnect to gpsd; its later messages show whether it is one.
    private func reconnect(until stop: StopSignal) {
        do throws(LocationError) {
            line = try request.address.line(childProgram: request.childProgram) {
                stop.isRaised
            }
            versionDue = SystemClock.monotonic.nanoseconds &+ Self.longestSilence
        } catch {
            lose(error)
        }
    }

    /// Disconnects from a peer that has not identified itself as a gpsd in time.
    private func dropWhoIsNone() {
        guard let due = versionDue, SystemClock.monotonic.nanoseconds >= due else { return }
        lose(LocationError(.noGPSD, at: request.address.text))
    }

    /// Computes the time until the earlier of two instants.
    ///
    /// - Parameters:
    ///   - deadline: In nanoseconds of the session's clock.
    ///   - awake: In nanoseconds of the clock that stands still while the machine sleeps.
    ///   - reading: The present time by both.
    /// - Returns: The time if the machine stays awake; `nil` if there is neither instant.
    static func timeLeft(
        until deadline: Int64?,
        orAwakeUntil awake: Int64?,
        at reading: ClockReading
    ) -> Duration? {
        let left = [
            deadline.map { $0 &- reading.boottime.nanoseconds },
            awake.map { $0 &- reading.monotonicNanoseconds },
        ]
        return left.compactMap(\.self).min().map { Duration.nanoseconds(max(0, $0)) }
    }

    /// Reads the session's clock, and tells the taker how long the machine has slept.
    private func instant() -> Int64 {
        let reading = ClockReading.now()
        taker.takeSleep(reading.sleptNanoseconds)
        return reading.boottime.nanoseconds
    }

    private func lose(_ error: LocationError) {
        line = nil
        versionDue = nil
        taker.takeLoss(error)
    }

    /// Reads available messages, up to a limit; returns whether more may be in memory.
    ///
    /// The descriptor does not wake the thread for messages in memory.
    private func readAll(noLaterThan end: Int64) -> Bool {
        do throws(LocationError) {
            for _ in 0..<Self.mostMessages {
                switch try line?.read() ?? nil {
                case nil: return false
                case .version:
                    versionDue = nil
                    taker.takeReturn()
                case .report(let report) where versionDue == nil:
                    let seen = min(end, instant())
                    taker.take(report, seen: seen)
                case .report, .devices, .other: break
                }
            }
        } catch {
            lose(error)
            return false
        }
        return true
    }

    private func send(into sink: inout SampleSink<LocationSample>, limit: Int64) {
        for pair in taker.takePairs() { sink.noteClock(pair, of: request.address.text) }
        guard !taker.ready.isEmpty else { return }
        for sample in taker.ready where sample.time.nanoseconds <= limit { sink.deliver(sample) }
        taker.clear()
        sink.announce()
    }
}

extension ClockReading {
    /// How long the machine has slept since it started.
    fileprivate var sleptNanoseconds: Int64 { boottime.nanoseconds &- monotonicNanoseconds }
}
