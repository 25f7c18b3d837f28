// The parent's side of reading another machine's devices: it starts the child, checks that the other machine
// still answers, and takes samples from the shared memory, checking each. Every wait has a limit, after which
// the parent kills the child.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The devices of another machine, read by a child process.
final class RemoteDevices {
    private let uri: String
    private let channels: Set<Int>
    private let patience: RemotePatience
    private let line: RemoteLine
    private var ring: UntrustedRingConsumer<RemoteSample>
    /// The rates of its channels, in hertz, as the child states them.
    private var rates: [Int: Double] = [:]
    private var bounds: RemoteBounds
    private var tail = RemoteTail(channels: [], ratesInHertz: [:], from: 0)
    private var batch = [RemoteSample](repeating: .empty, count: 1024)

    /// The time from one read of the ring to the next: `round` while a process watches the live values, `longRound`
    /// otherwise.
    private static let round = Duration.milliseconds(30)
    private static let longRound = Duration.milliseconds(60)
    /// How many clock notes to process in a round.
    private static let clocksAtOnce = 64
    /// How long a child may take to hand over its last samples at the end.
    private static let farewell = 0.3
    /// How long the child may take to close what it has open.
    private static let closing = 0.06

    /// Starts a child for a context.
    private init(_ uri: String, channels: Set<Int>, rateInHertz: Double) throws(RemoteFailure) {
        self.uri = uri
        self.channels = channels
        patience = RemotePatience(rateInHertz: rateInHertz)
        bounds = RemoteBounds(
            openedAt: SystemClock.boottime.nanoseconds,
            ratesInHertz: [:],
            usual: rateInHertz,
            devices: []
        )
        let memory: SharedMemory
        do throws(SystemError) {
            memory = try SharedMemory(bytes: IIORemote.memoryBytes)
        } catch {
            throw RemoteFailure(.notStarted(error), at: uri)
        }
        ring = UntrustedRingConsumer(
            capacity: IIORemote.capacity,
            in: memory,
            at: RemoteProgress.bytes
        )
        line = try RemoteLine(uri, sharing: memory)
    }

    // MARK: Listing

    /// Lists the devices of a context.
    static func list(_ uri: String) throws -> IIODeviceList {
        let began = RemoteLine.now
        let patience = RemotePatience(rateInHertz: 100)
        let addresses = try RemoteResolver.addresses(
            of: uri,
            until: nil,
            patience,
            began: began
        )
        let devices = try RemoteDevices(uri, channels: [], rateInHertz: 100)
        let line = devices.line
        defer { line.child.end() }
        try line.order(.list(uri: uri, addresses: addresses))
        let opening = RemoteOpening(patience, began: began, now: RemoteLine.now)
        guard case .listed(let list) = try line.awaitReport(until: nil, opening) else {
            throw line.nonsense("another answer than a list of devices")
        }
        return list.cleaned(of: uri)
    }

    // MARK: Recording

    /// Starts a child that records, and waits until it has opened the devices.
    static func open(
        _ request: IIORequest,
        until stop: StopSignal
    ) throws -> (devices: RemoteDevices, description: SourceDescription) {
        let began = RemoteLine.now
        let opened = SystemClock.boottime.nanoseconds
        let rate = request.motion.rateInHertz
        let patience = RemotePatience(rateInHertz: rate)
        let addresses = try RemoteResolver.addresses(
            of: request.uri,
            until: stop,
            patience,
            began: began
        )
        let channels = Set(request.motion.types.map(\.channel))
        let devices = try RemoteDevices(request.uri, channels: channels, rateInHertz: rate)
        let line = devices.line
        do {
            try line.order(.record(RemoteRequest(request), addresses: addresses))
            let opening = RemoteOpening(patience, began: began, now: RemoteLine.now)
            guard case .opened(let told) = try line.awaitReport(until: stop, opening) else {
                throw line.nonsense("another answer than what it has opened")
            }
            let description = told.description(of: request)
            devices.rates = description.nominalRatesInHertz
            devices.bounds = RemoteBounds(
                openedAt: opened,
                ratesInHertz: devices.rates,
                usual: rate,
                devices: told.devices
            )
            return (devices, description)
        } catch {
            line.child.end()
            throw error
        }
    }

    /// Forwards samples until the end.
    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let listening = stop.onRequest { [waking = line.waking] in waking.wake() }
        defer { listening.cancel() }
        var silence = RemoteSilence(
            channels: channels,
            patience: patience,
            now: RemoteLine.now
        )
        tail = RemoteTail(
            channels: channels,
            ratesInHertz: rates,
            from: SystemClock.boottime.nanoseconds
        )
        var deadline: Double?
        while true {
            let signals = stop.wakeEvent.count
            let request = stop.request
            if request == .abandon { return .stopped }
            let limit = IIOSession.limit(of: request)
            // Read before the ring: the child reports its end only after its last sample, so none is missed.
            let report: Result<RemoteReport?, any Error>
            do {
                report = .success(try self.report(notingClocksIn: sink))
            } catch {
                report = .failure(error)
            }
            let count = try forward(into: &sink, limit: limit, hearing: &silence)
            if count > 0 { sink.announce() }
            switch try report.get() {
            case .ended?:
                // A recording ends only by a stop, which is not reported as a failure. A child that may report its
                // end at another time could therefore end the recording unnoticed.
                guard deadline != nil else {
                    throw line.nonsense("an end that nobody has ordered")
                }
                return .stopped
            case .failed(let fault)?: throw line.failure(fault)
            case .opened?, .listed?, .resolved?, .clock?:
                throw line.nonsense("an answer that nobody has asked for")
            case nil: break
            }
            let now = RemoteLine.now
            if request != .goOn {
                if deadline == nil { try? line.order(.drain(untilNanoseconds: limit)) }
                let end = deadline ?? now + Self.farewell
                deadline = end
                guard now < end else {
                    line.child.end()
                    try forward(into: &sink, limit: limit, hearing: &silence)
                    for gap in tail.gaps(until: limit) { sink.deliver(gap) }
                    return .stopped
                }
                stop.wakeEvent.wait(since: signals, upTo: .milliseconds(3))
                continue
            }
            switch try verdict(on: &silence, at: now) {
            case .goesOn:
                line.wait(upTo: sink.isWatched ? Self.round : Self.longRound)
            case .isSilent:
                line.child.end()
                try forward(into: &sink, limit: limit, hearing: &silence)
                throw IIOError(.stalled(seconds: patience.silence), at: uri)
            case .withholds:
                throw line.nonsense("readings that have arrived but are not passed on")
            }
        }
    }

    /// Gives the child a moment to close what it has open, then ends it.
    func close() {
        let end = RemoteLine.now + Self.closing
        let pause = WakeEvent()
        while line.child.ending == nil, RemoteLine.now < end,
            (try? line.child.receive()) == .nothing
        {
            pause.wait(since: 0, upTo: .milliseconds(3))
        }
        line.child.end()
    }

    // MARK: The child's words

    /// The next message of the child; clock notes go into the journal instead.
    private func report(
        notingClocksIn sink: borrowing SampleSink<MotionSample>
    ) throws -> RemoteReport? {
        // Bounded, so that a child that sends clock notes without end cannot keep the parent here. The rest is
        // read in the next round.
        for _ in 0..<Self.clocksAtOnce {
            let report = try line.report()
            guard case .clock(let clock)? = report else { return report }
            let note = clock.note
            if let words = bounds.objection(to: note, at: SystemClock.boottime.nanoseconds) {
                throw line.nonsense(words)
            }
            sink.noteClock(note.pair, of: note.device)
        }
        return nil
    }

    // MARK: The child's samples

    /// Judges whether the sensors still deliver, by the number of readings that the child reports as received.
    private func verdict(
        on silence: inout RemoteSilence,
        at now: Double
    ) throws -> RemoteSilence.Verdict {
        for channel in channels {
            let received = RemoteProgress.readings(of: channel, in: line.child.memory)
            guard silence.see(received, of: channel, at: now) else {
                throw line.nonsense("fewer readings than it had counted before")
            }
        }
        return silence.verdict(at: now)
    }

    /// Checks and forwards the samples in the ring, at most one full ring; returns their number.
    @discardableResult
    private func forward(
        into sink: inout SampleSink<MotionSample>,
        limit: Int64,
        hearing silence: inout RemoteSilence
    ) throws -> Int {
        var total = 0
        while total < IIORemote.capacity {
            let count: Int
            do {
                count = try unsafe batch.withUnsafeMutableBufferPointer { buffer in
                    try unsafe ring.pop(into: buffer)
                }
            } catch {
                throw line.nonsense("more samples than there is room for")
            }
            if count == 0 { break }
            total += count
            let now = RemoteLine.now
            let instant = SystemClock.boottime.nanoseconds
            for place in 0..<count {
                guard let sample = batch[place].sample(ofChannels: channels) else {
                    throw line.nonsense("a sample that none of these sensors gives")
                }
                if let words = bounds.objection(to: sample, at: instant) {
                    throw line.nonsense(words)
                }
                if sample.role == .reading { silence.hear(sample.channel, at: now) }
                tail.heard(sample)
                if sample.time.nanoseconds <= limit { sink.deliver(sample) }
            }
        }
        return total
    }
}
