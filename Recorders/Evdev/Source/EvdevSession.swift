// Reads one device: opens it, reads its shape, reads events until a stop, and opens it again if it was
// unplugged and has come back. An `EventTaker` interprets the events.

internal import InputRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The reading of one device.
final class EvdevSession {
    let facts: InputDeviceFacts
    let clock: EventClock
    /// The errors with which the kernel refused better clocks.
    let clockRefusals: [Errno]
    let shape: DeviceShape
    private let grabs: Bool
    private let reconnectLimit: Duration
    private let onAbsence: @Sendable (String) -> Void
    private var device: EvdevDevice?
    private var timestamps: EventTimestamps
    private let waking: WakingDescriptor
    private let listening: StopListening
    let opening: BootInstant
    /// The device as it is plugged in now.
    private var plugged: InputDeviceFacts
    /// Other devices that look the same and were present when this one was opened.
    private var twins: [InputDeviceFacts]

    /// How many events to read before the samples are sent.
    private static let batch = 1024
    /// How often to check whether a device that has gone is back.
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
        // Before opening: listing takes time, during which nothing would read the open device's events.
        twins = Self.twins(of: facts, among: InputDeviceFacts.present())
        let opened = try EvdevDevice.open(facts, grabs: grabs)
        listening = stop.onRequest { waking.wake() }
        (clock, clockRefusals) = opened.setClock()
        opening = LiveTimekeeper().now
        timestamps = EventTimestamps(clock, clock.kernel.read(), notBefore: opening)
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

    /// Reads until a stop, and sends the items that the taker makes.
    ///
    /// - Parameters:
    ///   - taker: Makes items from events.
    ///   - sink: Where the items go.
    ///   - stop: Ends the reading.
    ///   - heed: Called after each batch, before it is sent.
    /// - Throws: `EvdevError` if the device is gone or fails.
    func read<Taker: EventTaker>(
        _ taker: inout Taker,
        into sink: inout SampleSink<Taker.Sample>,
        until stop: StopSignal,
        heed: (inout Taker) -> Void = { _ in }
    ) throws {
        taker.begin(shape, at: opening)
        defer {
            timestamps.end()
            tellClock(into: &sink)
        }
        var sleep = DescriptorSleep(beside: [device?.descriptor ?? -1], wokenBy: waking)
        while true {
            let request = stop.request
            if request == .abandon { return }
            if timestamps.clock != .boottime { timestamps.follow(timestamps.clock.kernel.read()) }
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

    /// Reads the waiting events, at most a batch.
    ///
    /// - Returns: Why reading must end, if it must, and whether there may be more to read at once.
    private func readBatch(_ taker: inout some EventTaker) -> (end: Errno?, isMore: Bool) {
        guard device != nil else { return (.noDevice, false) }
        var count = 0
        while true {
            switch device?.next(.telling) ?? .failed(.noDevice) {
            case .event(let event, let nanoseconds):
                taker.take(event, at: timestamps.instant(nanoseconds, seen: LiveTimekeeper().now))
                count += 1
                // The kernel delivers only complete reports, so the end of this one follows soon.
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

    /// Reads the device's state after a loss, as of one instant before all events that follow.
    ///
    /// - Returns: Why the state could not be read; `nil` if it was read.
    private func findState(_ taker: inout some EventTaker) -> Errno? {
        let found = max(LiveTimekeeper().now, timestamps.last)
        taker.loseEvents(since: timestamps.last, until: found, reason: .kernel)
        let failure = device?.findState { taker.find($0, at: found) }
        taker.endFinding(at: found)
        timestamps.pass(found)
        return failure ?? nil
    }

    /// Passes new pairs of clock readings to the sink.
    private func tellClock<Sample>(into sink: inout SampleSink<Sample>) {
        for pair in timestamps.takePairs() { sink.noteClock(pair, of: facts.id) }
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

    /// Waits for a device that has gone; returns `false` if a stop came first.
    private func comeBack<Taker: EventTaker>(
        _ taker: inout Taker,
        after errno: Errno,
        into sink: inout SampleSink<Taker.Sample>,
        until stop: StopSignal
    ) throws -> Bool {
        device = nil
        // The kernel discards the events that were not read yet, whether the device comes back or not.
        let lastSeen = timestamps.last
        let gone = max(LiveTimekeeper().now, lastSeen)
        timestamps.pass(gone)
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
            // The kernel, not the device, determines which clocks exist, so it accepts the same one as at the
            // opening, and the manifest stays right. If it accepted another one, instants would still be right,
            // because the new `EventTimestamps` converts from that clock. A device that refuses because it has gone
            // again sends no events.
            let clock = opened.setClock().clock
            timestamps.end()
            tellClock(into: &sink)
            timestamps = EventTimestamps(clock, clock.kernel.read(), notBefore: now)
            onAbsence(absence.end(at: now))
            taker.begin(opened.shape, at: now)
            device = consume opened
            return true
        }
    }

    /// How waiting for a device ended.
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
