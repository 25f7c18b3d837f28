// gpsd as a source of fixes: it is connected to, read on one thread, and connected to again where it has gone. What its
// reports mean is the taker's affair.

public import SampleStream
internal import SystemCalls
public import Timebase

/// Gives the fixes of a receiver that gpsd knows.
public final class GPSSource: SampleSource {
    public typealias Sample = LocationSample

    /// Hears in words what there is to tell.
    public typealias NoteHandler = @Sendable (String) -> Void

    private let request: LocationRequest
    private let onNews: NoteHandler
    private let onNote: NoteHandler
    private var line: (any ReceiverLine)?
    /// By when whoever answers has to have said that it is a gpsd; `nil` where it has.
    private var versionDue: Int64?
    private var taker: FixTaker
    private var waking: WakingDescriptor?
    private var listening: StopListening?

    /// gpsd probes for up to 3.6 s before it says who it is.
    private static let longestSilence: Int64 = 6_000_000_000
    /// How often a gpsd that has gone is looked for.
    private static let pause: Int64 = 1_000_000_000
    /// As many messages are read before anything else is looked at.
    private static let mostMessages = 64
    /// So many times that many are read at the end: who talks without an end does not keep it off.
    private static let mostRounds = 64

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - request: Which receiver, and what of it.
    ///   - onNews: Hears on the source's own thread what somebody may mend while fixes come, or do not.
    ///   - onNote: Hears there what is told once it has ended.
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

    /// A receiver waits for nobody: what finds no room is counted.
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
        taker = FixTaker(
            keepsCoordinates: request.keepsCoordinates,
            openedAt: SystemClock.boottime.nanoseconds
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
            let wish = stop.request
            if wish == .abandon { return .stopped }
            if case .drain(let end) = wish {
                drain(into: &sink, until: end.nanoseconds)
                return .stopped
            }
            let hasMore = readAll(noLaterThan: .max)
            send(into: &sink, limit: .max)
            dropWhoIsNone()
            // The name of a machine may take long to be resolved.
            if let note = taker.takeNote(at: SystemClock.boottime.nanoseconds) { onNews(note) }
            if line == nil, SystemClock.boottime.nanoseconds >= retry {
                reconnect(until: stop)
                retry = SystemClock.boottime.nanoseconds &+ Self.pause
                continue
            }
            if hasMore { continue }
            let due = [taker.deadline, line == nil ? retry : versionDue].compactMap(\.self).min()
            let left = due.map {
                Duration.nanoseconds(max(0, $0 &- SystemClock.boottime.nanoseconds))
            }
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

    /// Takes what has come up to the end, and ends there.
    private func drain(into sink: inout SampleSink<LocationSample>, until end: Int64) {
        for _ in 0..<Self.mostRounds where readAll(noLaterThan: end) {}
        taker.finish(at: end)
        send(into: &sink, limit: end)
    }

    /// Looks for a gpsd that has gone; what it says tells then whether it is one.
    private func reconnect(until stop: StopSignal) {
        do throws(LocationError) {
            line = try request.address.line(childProgram: request.childProgram) {
                stop.isRaised
            }
            versionDue = SystemClock.boottime.nanoseconds &+ Self.longestSilence
        } catch {
            lose(error)
        }
    }

    /// Hangs up on whoever has not said in time that it is a gpsd.
    private func dropWhoIsNone() {
        guard let due = versionDue, SystemClock.boottime.nanoseconds >= due else { return }
        lose(LocationError(.noGPSD, at: request.address.text))
    }

    private func lose(_ error: LocationError) {
        line = nil
        versionDue = nil
        taker.takeLoss(error)
    }

    /// Reads what there is; answers whether there may be more, of which no descriptor tells.
    private func readAll(noLaterThan end: Int64) -> Bool {
        do throws(LocationError) {
            for _ in 0..<Self.mostMessages {
                switch try line?.read() ?? nil {
                case nil: return false
                case .version:
                    versionDue = nil
                    taker.takeReturn()
                case .report(let report) where versionDue == nil:
                    taker.take(report, seen: min(end, SystemClock.boottime.nanoseconds))
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
