// A device while it is read: opened, asked for what it is, read until a stop, and taken up again when it
// was unplugged and has come back. What its events mean is the taker's affair.

internal import InputRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The reading of one device.
final class EvdevSession {
    let facts: InputDeviceFacts
    let clock: EventClock
    /// Why the kernel did not take a better clock.
    let clockRefusals: [Errno]
    let shape: DeviceShape
    private let grabs: Bool
    private let reconnectLimit: Duration
    private let onAbsence: @Sendable (String) -> Void
    private var device: EvdevDevice?
    private var stamps: EventStamps
    private let waking: WakingDescriptor
    private let listening: StopListening
    let opening: BootInstant
    /// The device as it is plugged in now.
    private var plugged: InputDeviceFacts
    /// Devices that look the same and were there when it was opened.
    private var twins: [InputDeviceFacts]

    /// What is read in one go before it is sent.
    private static let batch = 1024
    /// How often a device is looked for that has gone.
    private static let look = Duration.milliseconds(100)

    /// Opens a device.
    init(
        _ facts: InputDeviceFacts,
        grabs: Bool = false,
        reconnectLimit: Duration = .zero,
        onAbsence: @escaping @Sendable (String) -> Void = { _ in },
        until stop: StopSignal
    ) throws {
        let waking = try WakingDescriptor()
        // Ahead of the opening: looking takes its time, and nobody reads what is told meanwhile.
        twins = Self.twins(of: facts, among: InputDeviceFacts.present())
        let opened = try EvdevDevice.open(facts, grabs: grabs)
        listening = stop.onRequest { waking.wake() }
        (clock, clockRefusals) = opened.setClock()
        opening = LiveTimekeeper().now
        stamps = EventStamps(clock, clock.kernel.read(), notBefore: opening)
        shape = opened.shape
        device = consume opened
        self.facts = facts
        plugged = facts
        self.grabs = grabs
        self.reconnectLimit = reconnectLimit
        self.onAbsence = onAbsence
        self.waking = waking
    }

    func close() {
        listening.cancel()
        device = nil
    }

    // MARK: Reading

    /// Reads until a stop, and sends what the taker makes of it.
    ///
    /// - Parameters:
    ///   - taker: Makes items of events.
    ///   - sink: Where they go.
    ///   - stop: Ends the reading.
    ///   - heed: Is called after each batch, ahead of its sending.
    /// - Throws: `EvdevError` when the device is gone, or fails.
    func read<Taker: EventTaker>(
        _ taker: inout Taker,
        into sink: inout SampleSink<Taker.Sample>,
        until stop: StopSignal,
        heed: (inout Taker) -> Void = { _ in }
    ) throws {
        taker.begin(shape, at: opening)
        defer {
            stamps.end()
            tellClock(into: &sink)
        }
        var sleep = DescriptorSleep(beside: [device?.descriptor ?? -1], wokenBy: waking)
        while true {
            let request = stop.request
            if request == .abandon { return }
            if stamps.clock != .boottime { stamps.follow(stamps.clock.kernel.read()) }
            let (end, isMore) = readBatch(&taker)
            tellClock(into: &sink)
            heed(&taker)
            Self.send(&taker, into: &sink, notAfter: request)
            if let end {
                guard try comeBack(&taker, after: end, into: &sink, until: stop) else { return }
                sleep = DescriptorSleep(beside: [device?.descriptor ?? -1], wokenBy: waking)
            } else if !isMore {
                if request != .goOn { return }
                sleep.wait()
            }
        }
    }

    /// Reads what there is, up to a batch of it.
    ///
    /// - Returns: Why there will be no more, and whether there may be more at once.
    private func readBatch(_ taker: inout some EventTaker) -> (end: Errno?, isMore: Bool) {
        guard device != nil else { return (.noDevice, false) }
        var count = 0
        while true {
            switch device?.next(.telling) ?? .failed(.noDevice) {
            case .event(let event, let nanoseconds):
                taker.take(event, at: stamps.instant(nanoseconds, seen: LiveTimekeeper().now))
                count += 1
                // The kernel shows whole reports only: the end of this one is not far.
                if count >= Self.batch, event.isReport { return (nil, true) }
            case .dropped:
                if let errno = findState(&taker) { return (errno, false) }
            case .nothing:
                return (nil, false)
            case .failed(let errno):
                return (errno, false)
            }
        }
    }

    /// Asks for the state after a loss: it is as it was at one instant, before anything that follows.
    ///
    /// - Returns: Why it is not known after all.
    private func findState(_ taker: inout some EventTaker) -> Errno? {
        let found = max(LiveTimekeeper().now, stamps.last)
        taker.loseEvents(since: stamps.last, until: found, reason: .kernel)
        let failure = device?.findState { taker.find($0, at: found) }
        taker.endFinding(at: found)
        stamps.pass(found)
        return failure ?? nil
    }

    /// Tells the pairs of clocks that have come to be known.
    private func tellClock<Sample>(into sink: inout SampleSink<Sample>) {
        for pair in stamps.takePairs() { sink.noteClock(pair, of: facts.id) }
    }

    private static func send<Taker: EventTaker>(
        _ taker: inout Taker,
        into sink: inout SampleSink<Taker.Sample>,
        notAfter request: StopSignal.Request
    ) {
        guard !taker.ready.isEmpty else { return }
        if case .drain(let last) = request {
            for item in taker.ready where item.time <= last { sink.deliver(item) }
        } else {
            unsafe taker.ready.withUnsafeBufferPointer { unsafe sink.deliver($0) }
        }
        taker.ready.removeAll(keepingCapacity: true)
    }

    // MARK: Coming back

    /// Waits for a device that has gone; `false` when a stop came first.
    private func comeBack<Taker: EventTaker>(
        _ taker: inout Taker,
        after errno: Errno,
        into sink: inout SampleSink<Taker.Sample>,
        until stop: StopSignal
    ) throws -> Bool {
        device = nil
        // What it had told and nobody had read is thrown away with it, whether it comes back or not.
        let lastSeen = stamps.last
        let gone = max(LiveTimekeeper().now, lastSeen)
        stamps.pass(gone)
        taker.leave(lastSeen: lastSeen, at: gone)
        Self.send(&taker, into: &sink, notAfter: stop.request)
        let absence = Absence(of: plugged.title, lastSeen: lastSeen)
        if errno == .noDevice, reconnectLimit > .zero {
            onAbsence(absence.beginning(waitingFor: reconnectLimit))
        }
        let ending: Ending
        do throws(EvdevError) {
            guard errno == .noDevice else {
                throw EvdevError(.failed(call: "read", errno), at: plugged.title)
            }
            ending = try waitForReturn(since: gone, until: stop)
        } catch {
            taker.endWaiting(lastSeen: lastSeen, at: max(LiveTimekeeper().now, gone))
            Self.send(&taker, into: &sink, notAfter: stop.request)
            throw error
        }
        let now = max(LiveTimekeeper().now, gone)
        taker.endWaiting(lastSeen: lastSeen, at: now)
        switch consume ending {
        case .stopped:
            Self.send(&taker, into: &sink, notAfter: stop.request)
            return false
        case .back(let opened):
            // Which clocks there are is the kernel's affair, not the device's: it answers as it did at the
            // opening, and the manifest holds. Were it another, the stamps would be moved by that one's
            // own distance; and a device that refuses because it has gone again tells no event.
            let clock = opened.setClock().clock
            stamps.end()
            tellClock(into: &sink)
            stamps = EventStamps(clock, clock.kernel.read(), notBefore: now)
            onAbsence(absence.end(at: now))
            taker.begin(opened.shape, at: now)
            device = consume opened
            return true
        }
    }

    /// How the waiting for a device ended.
    private enum Ending: ~Copyable {
        case stopped
        case back(EvdevDevice)
    }

    private func waitForReturn(
        since gone: BootInstant,
        until stop: StopSignal
    ) throws(EvdevError) -> Ending {
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        var watch = ReturnWatch(
            for: plugged,
            besides: twins,
            goneAt: gone,
            patience: reconnectLimit
        )
        while true {
            let present = InputDeviceFacts.present()
            let answer = watch.look(
                at: present,
                now: LiveTimekeeper().now,
                isStopped: stop.isRaised
            )
            switch answer {
            case .wait:
                sleep.wait(upTo: Self.look)
            case .open(let found):
                do throws(EvdevError) {
                    let opened = try EvdevDevice.open(found, grabs: grabs)
                    (plugged, twins) = (found, Self.twins(of: found, among: present))
                    return .back(opened)
                } catch {
                    watch.refused(error)
                    sleep.wait(upTo: Self.look)
                }
            case .stopped:
                return .stopped
            case .failed(let error):
                throw error
            }
        }
    }

    private static func twins(
        of facts: InputDeviceFacts,
        among present: [InputDeviceFacts]
    ) -> [InputDeviceFacts] {
        present.filter { $0.id != facts.id && $0.isSame(as: facts) }
    }
}
