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
    private var device: EvdevDevice?
    private var stamps: EventStamps
    private let waking: WakingDescriptor
    private let opening: BootInstant

    /// What is read in one go before it is sent.
    private static let batch = 1024
    /// How often a device is looked for that has gone.
    private static let look = Duration.milliseconds(100)

    /// Opens a device.
    init(
        _ facts: InputDeviceFacts,
        grabs: Bool = false,
        reconnectLimit: Duration = .zero,
        until stop: StopSignal
    ) throws {
        let waking = try WakingDescriptor()
        stop.onRequest { waking.wake() }
        let opened = try Self.open(facts, grabs: grabs)
        (clock, clockRefusals) = opened.setClock()
        stamps = EventStamps(clock, .now())
        opening = LiveTimekeeper().now
        shape = opened.shape
        device = consume opened
        self.facts = facts
        self.grabs = grabs
        self.reconnectLimit = reconnectLimit
        self.waking = waking
    }

    func close() { device = nil }

    private static func open(
        _ facts: InputDeviceFacts,
        grabs: Bool
    ) throws(EvdevError) -> EvdevDevice {
        let device: EvdevDevice
        do throws(Errno) {
            device = try EvdevDevice(node: facts.node)
        } catch {
            throw EvdevError.opening(facts, error)
        }
        do throws(Errno) {
            // Whoever has grabbed it gets everything: without trying, nobody would ever notice.
            try device.grab()
        } catch {
            guard error == .busy else {
                throw EvdevError(.failed(call: "grab", error), at: facts.title)
            }
            let holder = FileHolder.describe(of: facts.node, besides: Environment.process)
            throw EvdevError(.grabbed(holder: holder), at: facts.title)
        }
        if !grabs { device.ungrab() }
        return device
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
        var sleep = DescriptorSleep(beside: [device?.descriptor ?? -1], wokenBy: waking)
        while true {
            let request = stop.request
            if request == .abandon { return }
            let (end, isMore) = readBatch(&taker)
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
        for _ in 0..<Self.batch {
            switch device?.next(.telling) ?? .failed(.noDevice) {
            case .event(let event, let nanoseconds):
                taker.take(event, at: stamps.instant(nanoseconds))
            case .dropped:
                findState(&taker)
            case .nothing:
                return (nil, false)
            case .failed(let errno):
                return (errno, false)
            }
        }
        return (nil, true)
    }

    /// Asks for the state after a loss: it is as it was at one instant, before anything that follows.
    private func findState(_ taker: inout some EventTaker) {
        let found = max(LiveTimekeeper().now, stamps.last)
        taker.loseEvents(since: max(stamps.last, opening), until: found, reason: .kernel)
        while case .event(let event, _)? = device?.next(.finding) { taker.find(event, at: found) }
        taker.endFinding(at: found)
        stamps.pass(found)
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
        guard errno == .noDevice else {
            throw EvdevError(.failed(call: "read", errno), at: facts.title)
        }
        device = nil
        let gone = max(LiveTimekeeper().now, stamps.last)
        taker.end(at: gone)
        stamps.pass(gone)
        Self.send(&taker, into: &sink, notAfter: stop.request)
        // Whoever watches sees at once that it is gone.
        let limit = gone.advanced(by: reconnectLimit)
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        var refusal: EvdevError?
        while LiveTimekeeper().now < limit {
            if stop.isRaised { return false }
            sleep.wait(upTo: Self.look)
            if stop.isRaised { return false }
            guard let found = InputDeviceFacts.present().first(where: { $0.isSame(as: facts) })
            else { continue }
            do throws(EvdevError) {
                let opened = try Self.open(found, grabs: grabs)
                let (clock, _) = opened.setClock()
                let back = max(LiveTimekeeper().now, stamps.last)
                stamps = EventStamps(clock, .now(), notBefore: back)
                taker.loseEvents(since: gone, until: back, reason: .device)
                taker.begin(opened.shape, at: back)
                device = consume opened
                return true
            } catch {
                // The rules that give an ordinary user the right to it take their time.
                refusal = error
            }
        }
        if let refusal { throw refusal }
        throw EvdevError(
            isStillThere ? .revoked : .deviceGone(waited: reconnectLimit),
            at: facts.title
        )
    }

    /// Whether only the right to read it has gone.
    ///
    /// A node outlives its device by a moment.
    private var isStillThere: Bool {
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        sleep.wait(upTo: Self.look)
        return InputDeviceFacts.present().contains { $0.id == facts.id && $0.isSame(as: facts) }
    }
}

extension EvdevError {
    /// Why a device's node could not be opened.
    static func opening(_ facts: InputDeviceFacts, _ errno: Errno) -> EvdevError {
        switch errno {
        case .access, .permission:
            EvdevError(.notPermitted(obstacle: facts.node), at: facts.title)
        case .noDevice, .noDeviceOrAddress, .notFound:
            EvdevError(.deviceGone(waited: .zero), at: facts.title)
        default:
            EvdevError(.failed(call: "open \(facts.node)", errno), at: facts.title)
        }
    }
}
