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
    private var taker: FixTaker
    private var waking: WakingDescriptor?
    private var listening: StopListening?

    /// gpsd probes for up to 3.6 s before it says who it is.
    private static let longestSilence: Int64 = 6_000_000_000
    /// How often a gpsd that has gone is looked for.
    private static let pause: Int64 = 1_000_000_000
    /// How long after the end a report may come of a fix before it.
    private static let afterlife: Int64 = 60_000_000
    /// As many messages are read before anything else is looked at.
    private static let mostMessages = 64

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
        let opened = try request.address.line(readsInChild: request.readsInChild) { stop.isRaised }
        try Self.requireGPSD(opened, at: request.address, waking, until: stop)
        line = opened
        taker = FixTaker(
            keepsCoordinates: request.keepsCoordinates,
            openedAt: SystemClock.boottime.nanoseconds
        )
        return request.description
    }

    /// Waits until gpsd has said that it is one.
    private static func requireGPSD(
        _ line: any ReceiverLine,
        at address: ReceiverAddress,
        _ waking: WakingDescriptor,
        until stop: StopSignal
    ) throws(LocationError) {
        var sleep = DescriptorSleep(beside: [line.number], wokenBy: waking)
        let end = SystemClock.boottime.nanoseconds &+ longestSilence
        var hasSpoken = false
        while true {
            if stop.isRaised { throw LocationError(.givenUp, at: address.text) }
            for _ in 0..<mostMessages {
                guard let message = try line.read() else { break }
                if case .version = message { return }
                hasSpoken = true
            }
            let left = end &- SystemClock.boottime.nanoseconds
            guard left > 0 else {
                throw LocationError(hasSpoken ? .noGPSD : .silent, at: address.text)
            }
            sleep.wait(upTo: .nanoseconds(min(left, 500_000_000)))
        }
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
            let now = SystemClock.boottime.nanoseconds
            if line == nil, wish == .goOn, now >= retry {
                reconnect(until: stop)
                retry = SystemClock.boottime.nanoseconds &+ Self.pause
            }
            let hasMore = readAll()
            if case .drain(let instant) = wish {
                guard line == nil || now &- instant.nanoseconds > Self.afterlife else {
                    send(into: &sink, limit: instant.nanoseconds)
                    pause.wait(upTo: .milliseconds(5))
                    continue
                }
                taker.finish(at: instant.nanoseconds)
                send(into: &sink, limit: instant.nanoseconds)
                return .stopped
            }
            send(into: &sink, limit: .max)
            if let note = taker.takeNote(at: SystemClock.boottime.nanoseconds) { onNews(note) }
            if hasMore { continue }
            let due = [taker.deadline, line == nil ? retry : nil].compactMap(\.self).min()
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

    /// Looks for a gpsd that has gone; what it says tells then whether it is one.
    private func reconnect(until stop: StopSignal) {
        let opened = try? request.address.line(readsInChild: request.readsInChild) { stop.isRaised }
        guard let opened else { return }
        line = opened
        taker.takeReturn()
    }

    /// Reads what there is; answers whether there may be more, of which no descriptor tells.
    private func readAll() -> Bool {
        do throws(LocationError) {
            for _ in 0..<Self.mostMessages {
                guard let message = try line?.read() ?? nil else { return false }
                guard case .report(let report) = message else { continue }
                taker.take(report, seen: SystemClock.boottime.nanoseconds)
            }
        } catch {
            line = nil
            taker.takeLoss()
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
