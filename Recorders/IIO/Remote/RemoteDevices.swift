// The parent's side: it starts the child, watches that the other machine answers, and takes from the shared
// memory what looks like samples. Whatever it waits for has a limit, and a kill behind it.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The devices of another machine, read by a child.
final class RemoteDevices {
    private let uri: String
    private let channels: Set<Int>
    private let patience: RemotePatience
    /// The rates that its channels have, in hertz.
    private var rates: [Int: Double] = [:]
    private let child: SandboxedChild
    private var ring: UntrustedRingConsumer<RemoteSample>
    private var tail = RemoteTail(channels: [], ratesInHertz: [:], from: 0)
    private var batch = [RemoteSample](repeating: .empty, count: 1024)
    private let waking: WakingDescriptor
    private var sleep: DescriptorSleep

    /// How often the ring is looked at, while somebody watches and while nobody does.
    private static let round = Duration.milliseconds(30)
    private static let longRound = Duration.milliseconds(60)
    /// How many clocks are noted in a round.
    private static let clocksAtOnce = 64
    /// How long a child may take to end as it is asked to.
    private static let farewell = 0.3
    /// How long it may take to close what it had open.
    private static let closing = 0.06

    private static var now: Double { Double(SystemClock.monotonic.nanoseconds) / 1e9 }

    /// Starts a child for a context.
    private init(_ uri: String, channels: Set<Int>, rateInHertz: Double) throws(RemoteFailure) {
        self.uri = uri
        self.channels = channels
        patience = RemotePatience(rateInHertz: rateInHertz)
        do throws(SystemError) {
            let memory = try SharedMemory(bytes: IIORemote.memoryBytes)
            let waking = try WakingDescriptor()
            ring = UntrustedRingConsumer(
                capacity: IIORemote.capacity,
                in: memory,
                at: RemoteProgress.bytes
            )
            let child = try SandboxedChild(serving: IIORemote.name, sharing: memory)
            self.child = child
            self.waking = waking
            sleep = DescriptorSleep(beside: [child.number], wokenBy: waking)
        } catch {
            throw RemoteFailure(.notStarted(error), at: uri)
        }
    }

    // MARK: Listing

    /// The devices of a context.
    static func list(_ uri: String) throws -> IIODeviceList {
        let devices = try RemoteDevices(uri, channels: [], rateInHertz: 100)
        defer { devices.child.end() }
        try devices.order(.list(uri: uri))
        guard case .listed(let list) = try devices.awaitReport(until: nil) else {
            throw RemoteFailure(.nonsense, at: uri)
        }
        return list
    }

    // MARK: Recording

    /// Starts a child that records, and waits until it has opened the devices.
    static func open(
        _ request: IIORequest,
        until stop: StopSignal
    ) throws -> (devices: RemoteDevices, description: SourceDescription) {
        let channels = Set(request.motion.types.map(\.channel))
        let devices = try RemoteDevices(
            request.uri,
            channels: channels,
            rateInHertz: request.motion.rateInHertz
        )
        do {
            try devices.order(.record(RemoteRequest(request)))
            guard case .opened(let description) = try devices.awaitReport(until: stop) else {
                throw RemoteFailure(.nonsense, at: request.uri)
            }
            let told = description.description(ofChannels: channels)
            devices.rates = told.nominalRatesInHertz
            return (devices, told)
        } catch {
            devices.child.end()
            throw error
        }
    }

    /// Forwards samples until the end.
    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let listening = stop.onRequest { [waking] in waking.wake() }
        defer { listening.cancel() }
        var silence = RemoteSilence(channels: channels, limit: patience.silence, now: Self.now)
        tail = RemoteTail(
            channels: channels,
            ratesInHertz: rates,
            from: SystemClock.boottime.nanoseconds
        )
        var deadline: Double?
        while true {
            let rings = stop.bell.count
            let request = stop.request
            if request == .abandon { return .stopped }
            let limit = IIOSession.limit(of: request)
            // Asked ahead of the look at the ring: what ends is told after the last sample.
            let report: Result<RemoteReport?, any Error>
            do {
                report = .success(try self.report(notingClocksIn: sink))
            } catch {
                report = .failure(error)
            }
            let count = try forward(into: &sink, limit: limit, hearing: &silence)
            if count > 0 { sink.announce() }
            switch try report.get() {
            case .ended?: return .stopped
            case .failed(let fault)?: throw failure(fault)
            case .opened?, .listed?, .clock?: throw RemoteFailure(.nonsense, at: uri)
            case nil: break
            }
            let now = Self.now
            if request != .goOn {
                if deadline == nil { try? order(.drain(untilNanoseconds: limit)) }
                let end = deadline ?? now + Self.farewell
                deadline = end
                guard now < end else {
                    child.end()
                    try forward(into: &sink, limit: limit, hearing: &silence)
                    for gap in tail.gaps(until: limit) { sink.deliver(gap) }
                    return .stopped
                }
                stop.bell.wait(since: rings, upTo: .milliseconds(3))
            } else if silence.isTooLong(at: now) {
                child.end()
                try forward(into: &sink, limit: limit, hearing: &silence)
                throw IIOError(.stalled(seconds: patience.silence), at: uri)
            } else {
                sleep.wait(upTo: sink.isWatched ? Self.round : Self.longRound)
            }
        }
    }

    /// Lets the child close what it has open, for a moment, and ends it.
    func close() {
        let end = Self.now + Self.closing
        let pause = Doorbell()
        while child.ending == nil, Self.now < end, (try? child.receive()) == .nothing {
            pause.wait(since: 0, upTo: .milliseconds(3))
        }
        child.end()
    }

    // MARK: The child's words

    private func order(_ order: RemoteOrder) throws {
        do {
            try child.send(try RemoteCoding.bytes(of: order))
        } catch let error as SystemError {
            throw RemoteFailure(.notStarted(error), at: uri)
        }
    }

    /// What the child says, if anything.
    private func report() throws -> RemoteReport? {
        let arrival: MessageSocket.Arrival
        do throws(SystemError) {
            arrival = try child.receive()
        } catch {
            throw RemoteFailure(.nonsense, at: uri)
        }
        switch arrival {
        case .nothing:
            return nil
        case .message(let bytes):
            guard let report = RemoteCoding.message(RemoteReport.self, in: bytes) else {
                throw RemoteFailure(.nonsense, at: uri)
            }
            return report
        case .end:
            switch child.end() {
            case .killed(let signal): throw RemoteFailure(.crashed(signal: signal), at: uri)
            case .exited(let status): throw RemoteFailure(.ended(status: status), at: uri)
            }
        }
    }

    /// What the child says, but for its clocks, which go into the journal.
    private func report(
        notingClocksIn sink: borrowing SampleSink<MotionSample>
    ) throws -> RemoteReport? {
        // Bounded, and what is behind it comes next time: it must not be talked deaf.
        for _ in 0..<Self.clocksAtOnce {
            let report = try report()
            guard case .clock(let clock)? = report else { return report }
            guard let note = clock.note else { throw RemoteFailure(.nonsense, at: uri) }
            sink.noteClock(note.pair, of: note.device)
        }
        return nil
    }

    /// Waits for the answer to an order, as long as the other machine gives a reason to.
    private func awaitReport(until stop: StopSignal?) throws -> RemoteReport {
        let listening = stop?.onRequest { [waking] in waking.wake() }
        defer { listening?.cancel() }
        var begin = Self.now
        var (change, seen) = (begin, RemoteProgress.shown(in: child.memory))
        while true {
            if stop?.isRaised ?? false { throw IIOError(.unreachable(.interrupted), at: uri) }
            switch try report() {
            case .failed(let fault)?: throw failure(fault)
            case .some(let report): return report
            case nil: break
            }
            let (now, shown) = (Self.now, RemoteProgress.shown(in: child.memory))
            // The other machine's time begins when it is asked.
            if shown.stage == .starting || seen.stage == .starting { begin = now }
            if shown != seen { (change, seen) = (now, shown) }
            let isOver = patience.isOver(
                shown.stage,
                after: now - begin,
                quiet: now - change,
                answers: shown.answers
            )
            if isOver {
                child.end()
                let seconds = ((now - begin) * 10).rounded(.down) / 10
                switch shown.stage {
                case .resolving: throw RemoteFailure(.unresolved(seconds: seconds), at: uri)
                case .sampling: throw IIOError(.stalled(seconds: patience.silence), at: uri)
                case .starting:
                    throw RemoteFailure(.notBegun(seconds: RemotePatience.start), at: uri)
                case .describing, .asking:
                    throw RemoteFailure(.slow(seconds: seconds), at: uri)
                }
            }
            sleep.wait(upTo: .milliseconds(20))
        }
    }

    /// What a child's fault is to whoever records.
    private func failure(_ fault: RemoteFault) -> any Error {
        guard let error = fault.error else { return RemoteFailure(.nonsense, at: uri) }
        switch error.kind {
        case .unreachable(.noMemory), .connectionLost(.noMemory?), .failed(_, .noMemory):
            return RemoteFailure(.tooMuch, at: uri)
        default:
            return error
        }
    }

    // MARK: The child's samples

    /// Takes what there is, at most a full ring, and answers how much that was.
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
                child.end()
                throw RemoteFailure(.nonsense, at: uri)
            }
            if count == 0 { break }
            total += count
            let now = Self.now
            for place in 0..<count {
                guard let sample = batch[place].sample(ofChannels: channels) else {
                    child.end()
                    throw RemoteFailure(.nonsense, at: uri)
                }
                if sample.role == .reading { silence.heard(sample.channel, at: now) }
                tail.heard(sample)
                if sample.time.nanoseconds <= limit { sink.deliver(sample) }
            }
        }
        return total
    }
}
