// Everything that is open during a recording: the context, the devices, a timer if one was made, and the thread
// that wakes waiting refills. `close()` ends the thread, closes the buffers and detaches the timer, in this order.
// Releasing the session then removes the timer and closes the context.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The devices of one source, ready to deliver samples.
final class IIOSession {
    let context: IIOContext
    let choice: SensorChoice
    private(set) var prepared: [DevicePreparation]
    private(set) var readers: [SensorReader] = []
    private(set) var polled: [PolledSensor] = []
    private let timer: TimerTrigger?
    private var cancelGuard: CancelGuard?
    /// Whether reading has failed.
    var isBroken = false
    /// How many seconds a refill waits without a sample before it fails.
    private var silence = IIOSession.stall

    /// How many seconds a device may deliver nothing after it has begun.
    static let stall = 2.0

    /// How many seconds a device of this machine may deliver nothing: a slow one longer than `stall`.
    static func longestSilence(periodInNanoseconds period: Double) -> Double {
        max(stall, 4 * period / 1e9)
    }

    /// Opens a context, then chooses its devices and prepares them.
    init(
        _ request: IIORequest,
        until stop: StopSignal,
        showing progress: RemoteProgress?
    ) throws(IIOError) {
        let address = try ContextAddress(request.uri, supported: IIOContext.backends)
        guard address.backend != .xml else {
            throw IIOError(.onlyDescription, at: address.uri)
        }
        let asked = request.motion.rateInHertz
        guard MotionRecorderConfiguration.possibleFrequencies.contains(asked) else {
            throw IIOError(.rateRefused(asked: asked, available: nil), at: address.uri)
        }
        var context = try IIOContext(
            address,
            isQuiet: request.mutesLibrary,
            showing: progress
        ) { stop.isRaised }
        var contents = try context.contents()
        let choice = try SensorChoice.choose(
            request.criteria,
            among: contents.devices,
            at: address.uri
        )
        let canMakeTimer =
            address.isLocal && TimerTrigger.isAvailable(configfs: request.configfs)
        var prepared: [DevicePreparation] = []
        for index in choice.devices {
            var device = contents.devices[index]
            let types = choice.types(of: index)
            let decide = { (device: DeviceDescription) in
                TriggerPlan.decide(
                    for: device,
                    types: types,
                    triggers: contents.triggers,
                    canMakeTimer: canMakeTimer
                )
            }
            var one = DevicePreparation(device: device, types: types, trigger: decide(device))
            one.calibrations = try request.calibrations(of: types, on: device)
            // Polling needs neither the device node nor permission for it.
            if address.isLocal, !one.isPolled {
                try Self.release(&device, context, request.configfs)
                one.device = device
                one.trigger = decide(device)
            }
            if request.tellsTemperature {
                one.temperatureInCelsius = Thermometer.celsius(of: device, context)
            }
            prepared.append(one)
        }
        var timerRate: Double?
        if let first = prepared.first(where: { $0.trigger == .makeTimer }) {
            let made = try TimerTrigger(
                for: first.device.id,
                configfs: request.configfs,
                process: Environment.process
            )
            // A context lists the devices at one moment, so only a new context contains the new trigger.
            context = try IIOContext(address, isQuiet: request.mutesLibrary)
            contents = try context.contents()
            let name = made.name
            guard let trigger = contents.triggers.first(where: { $0.name == name }) else {
                throw IIOError(.noTrigger, at: first.device.id)
            }
            Self.waitForRights(to: trigger.id)
            timerRate = try DevicePreparation.setRate(
                context,
                .device(trigger.place),
                asked: request.motion.rateInHertz,
                available: nil,
                at: trigger.id
            )
            for index in prepared.indices {
                let id = prepared[index].device.id
                guard let device = contents.devices.first(where: { $0.id == id }) else {
                    throw IIOError(.deviceGone, at: id)
                }
                prepared[index].device = device
            }
            timer = consume made
        } else {
            timer = nil
        }
        let timerName = timer.name
        do throws(IIOError) {
            for index in prepared.indices {
                try prepared[index].makeReady(
                    context,
                    asked: request.motion.rateInHertz,
                    contents.triggers,
                    timer: timerName,
                    timerRateInHertz: timerRate
                )
            }
        } catch {
            Self.detachTimer(from: prepared, context)
            throw error
        }
        self.context = context
        self.choice = choice
        self.prepared = prepared
    }

    /// Waits up to a second for udev's rules to let the user write to a new trigger.
    private static func waitForRights(to trigger: String) {
        let file = KernelFiles.path("sampling_frequency", of: trigger)
        for _ in 0..<100 where FileSystem.kind(of: file) != .missing && !FileSystem.mayWrite(file) {
            let wakeEvent = WakeEvent()
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10))
        }
    }

    /// Undoes the settings that a killed recording left on a device.
    ///
    /// - Throws: When the device's node cannot be opened: another process uses the device, the user lacks
    ///   permission, or the device is gone. Also when its trigger cannot be removed.
    private static func release(
        _ device: inout DeviceDescription,
        _ context: borrowing IIOContext,
        _ configfs: String
    ) throws(IIOError) {
        if let error = IIOPermissions.refusal(ofNode: device.id) {
            // Enabling the buffer will report any other obstacle.
            if case .failed = error.kind { return }
            throw error
        }
        // While the buffer is on, many drivers refuse another rate, and the kernel refuses another trigger.
        if KernelFiles.isBufferOn(of: device.id) {
            let enable = KernelFiles.path("buffer/enable", of: device.id)
            try? OpenFile.open(enable, .write).writeAll([UInt8(ascii: "0")], at: 0)
        }
        guard case .set(let name) = device.trigger, TimerTrigger.isAbandoned(name) else { return }
        try context.setTrigger(at: nil, of: device.place)
        TimerTrigger.remove(name, configfs: configfs)
        device.trigger = .none
    }

    // MARK: Starting

    /// Enables the buffers, and learns clocks and periods from the first scans.
    ///
    /// - Parameters:
    ///   - request: What to record.
    ///   - stop: Ends the learning.
    ///   - waker: Wakes a refill that waits for another machine.
    /// - Throws: Which device cannot be read, and why.
    func start(_ request: IIORequest, until stop: StopSignal, wokenBy waker: CancelGuard?) throws {
        for device in prepared {
            if device.isPolled {
                let sensor = try PolledSensor(
                    device.device,
                    types: device.types,
                    matrix: request.motion.mountMatrix,
                    calibrations: device.calibrations,
                    rateInHertz: request.motion.rateInHertz
                )
                try sensor.check(context)
                polled.append(sensor)
            } else {
                let rate = device.rateInHertz ?? request.motion.rateInHertz
                readers.append(
                    SensorReader(
                        device.device,
                        decoder: try ScanDecoder(
                            device.device,
                            types: device.types,
                            matrix: request.motion.mountMatrix,
                            calibrations: device.calibrations
                        ),
                        plan: BufferPlan(
                            rateInHertz: rate,
                            delivery: device.delivery(over: context.address)
                        ),
                        period: 1e9 / rate,
                        showing: context.progress
                    )
                )
            }
        }
        if !context.address.isLocal {
            let slowest = prepared.compactMap(\.rateInHertz).min() ?? request.motion.rateInHertz
            silence = max(1.2, 3 / slowest)
            context.setTimeout(milliseconds: Int(silence * 1000))
            cancelGuard = waker
        }
        for reader in readers { try enable(reader, plan: reader.plan) }
        // Enabling one sensor can make another of the same hub lose a sample, so samples from before that are
        // discarded.
        if readers.count > 1, context.address.isLocal {
            for reader in readers { try discard(reader) }
        }
        try readFirst(until: stop)
        // Enlarge the buffer of a device that is much faster than it states.
        var hasChanged = false
        for reader in readers {
            guard let plan = betterPlan(for: reader) else { continue }
            reader.forgetFirst()
            try enable(reader, plan: plan)
            hasChanged = true
        }
        if hasChanged {
            for reader in readers { reader.forgetFirst() }
            try readFirst(until: stop)
        }
        for reader in readers { learn(reader) }
    }

    private func enable(_ reader: SensorReader, plan: BufferPlan) throws(IIOError) {
        try reader.enable(
            context,
            plan: plan,
            rateInHertz: 1e9 / reader.periodInNanoseconds,
            isBlocking: !context.address.isLocal
        )
        if let canceller = reader.canceller { cancelGuard?.add(canceller) }
    }

    private func discard(_ reader: SensorReader) throws(IIOError) {
        do throws(Errno) {
            try reader.discard()
        } catch {
            throw diagnose(error, reader.device)
        }
    }

    private func preparation(of reader: SensorReader) -> DevicePreparation? {
        prepared.first { $0.device.place == reader.device.place }
    }

    private func learn(_ reader: SensorReader) {
        let device = preparation(of: reader)
        reader.learn(
            clockName: device?.clock,
            isLocal: context.address.isLocal,
            nominalPeriod: device?.rateInHertz.map { 1e9 / $0 } ?? reader.periodInNanoseconds
        )
    }

    private func betterPlan(for reader: SensorReader) -> BufferPlan? {
        guard let device = preparation(of: reader) else { return nil }
        learn(reader)
        let plan = BufferPlan(
            rateInHertz: 1e9 / reader.periodInNanoseconds,
            delivery: device.delivery(over: context.address)
        )
        let isFine =
            plan.scans <= reader.plan.scans * 2
            && plan.scansAtOnce <= reader.plan.scansAtOnce * 3 / 2
        return isFine ? nil : plan
    }

    /// Reads until each device has shown its rate; for a slow device, only for a limited time.
    private func readFirst(until stop: StopSignal) throws {
        let now = { SystemClock.boottime.nanoseconds }
        for reader in readers {
            let begin = now()
            let period = reader.periodInNanoseconds
            let longest = Self.longestSilence(periodInNanoseconds: period)
            var count = 0
            while !stop.isRaised, count < 17 || !reader.hasCaughtUp {
                do throws(Errno) {
                    count = try reader.readFirst(now: now)
                } catch {
                    if stop.isRaised { return }
                    throw diagnose(error, reader.device)
                }
                let spent = now() - begin
                if count >= 2, reader.hasCaughtUp, spent > 300_000_000 { break }
                if Double(spent) > longest * 1e9 {
                    if count >= 1 { break }
                    throw diagnose(.timedOut, reader.device, after: longest)
                }
                guard context.address.isLocal else { continue }
                let signals = stop.wakeEvent.count
                if !stop.isRaised { stop.wakeEvent.wait(since: signals, upTo: .milliseconds(5)) }
            }
        }
    }

    // MARK: Ending

    /// The error for a read of a device that failed or timed out.
    ///
    /// - Parameters:
    ///   - errno: Why the read failed; timed out if the device has delivered nothing.
    ///   - device: The device.
    ///   - seconds: For how long it has delivered nothing; by default as long as a refill waits.
    /// - Returns: The error that says what has happened.
    func diagnose(
        _ errno: Errno,
        _ device: DeviceDescription,
        after seconds: Double? = nil
    ) -> IIOError {
        let failure = IIOError(ofBuffer: errno, silentFor: seconds ?? silence, at: device.id)
        switch errno {
        case .noDevice, .noDeviceOrAddress:
            return IIOError(.deviceGone, at: device.id)
        case let errno where errno.isOfLostConnection && !context.address.isLocal:
            return IIOError(.connectionLost(errno), at: context.address.uri)
        default:
            break
        }
        // A device that is unplugged has no attributes any more; one that has stalled still has.
        guard let (name, owner) = Self.witness(of: device) else { return failure }
        do throws(IIOError) {
            _ = try context.read(name, of: owner)
        } catch {
            switch error.kind {
            case .failed(_, .notFound), .failed(_, .noDeviceOrAddress), .deviceGone:
                return IIOError(.deviceGone, at: device.id)
            case .connectionLost: return error
            default: break
            }
        }
        return failure
    }

    private static func witness(of device: DeviceDescription) -> (String, AttributeOwner)? {
        for name in ["current_timestamp_clock", "sampling_frequency"]
        where device.attributes[name] != nil {
            return (name, .device(device.place))
        }
        for channel in device.channels {
            guard let name = channel.attributes.keys.sorted().first else { continue }
            return (name, .channel(channel.place, device: device.place))
        }
        return nil
    }

    /// Closes everything.
    func close() {
        cancelGuard?.finish()
        cancelGuard = nil
        // After a failure, do not wait for answers of a machine that is gone.
        if isBroken { for reader in readers { reader.canceller?.cancel() } }
        for reader in readers { reader.close() }
        Self.detachTimer(from: prepared, context)
    }

    /// Detaches the timer from the devices before it is removed, since a device must not name a trigger that
    /// does not exist.
    private static func detachTimer(
        from devices: [DevicePreparation],
        _ context: borrowing IIOContext
    ) {
        for device in devices where device.trigger == .makeTimer {
            try? context.setTrigger(at: nil, of: device.device.place)
        }
    }
}

extension TimerTrigger? {
    /// The timer's name, if there is a timer.
    fileprivate var name: String? {
        switch self {
        case .some(let timer): timer.name
        case .none: nil
        }
    }
}
