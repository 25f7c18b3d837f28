// Does the work of `KeyWatch` on its thread: it reads every device that has one of the keys, and adds devices that
// are plugged in later. The thread waits only for devices.

internal import SystemCalls
internal import Timebase

/// Reads the devices that have one of the given keys.
final class KeyListener {
    private let names: [Int: String]
    private let onTrouble: KeyWatch.TroubleHandler
    private let device: String?
    private let onRelease: KeyWatch.Handler
    private let onLoss: @Sendable () -> Void
    private let onPress: KeyWatch.Handler
    private var plan: KeyDevices
    private var listened: [Listened] = []
    /// The devices that were plugged in at the last check; `nil` makes the next check examine every device.
    private var pluggings: [String: String]?
    private var nextLook = LiveTimekeeper().now

    /// How often to check for other devices.
    private static let look = Duration.milliseconds(500)

    /// Opens the present devices that have one of the keys.
    ///
    /// - Throws: `EvdevError` if no device has one of the keys, or none that has it may be read.
    init(
        keys: [String],
        on device: String?,
        onTrouble: @escaping KeyWatch.TroubleHandler,
        onRelease: @escaping KeyWatch.Handler,
        onLoss: @escaping @Sendable () -> Void,
        onPress: @escaping KeyWatch.Handler
    ) throws(EvdevError) {
        let codes = try KeyNames.codes(of: keys)
        names = Dictionary(zip(codes, keys)) { first, _ in first }
        self.onTrouble = onTrouble
        self.onRelease = onRelease
        self.onLoss = onLoss
        self.onPress = onPress
        self.device = device
        plan = KeyDevices(codes: codes)
        let present = Self.present(device)
        for (code, key) in zip(codes, keys) where !present.contains(where: { $0.has(key: code) }) {
            throw EvdevError(
                .noSuchDevice(
                    wanted: "the key \(key)\(device.map { " on \"\($0)\"" } ?? "")",
                    present: DeviceChoice.listing(InputDeviceFacts.present())
                ),
                at: "input"
            )
        }
        takeUp(among: present, isBrief: false)
        for words in try plan.begin() { onTrouble(words) }
    }

    /// Listens until a stop.
    func run(until stop: StopSignal, wokenBy waking: WakingDescriptor) {
        var sleep = makeSleep(waking)
        while !stop.isRaised {
            var isAnother = hear()
            let now = LiveTimekeeper().now
            if now >= nextLook {
                if lookAround() { isAnother = true }
                nextLook = now.advanced(by: Self.look)
            }
            if isAnother { sleep = makeSleep(waking) }
            if !stop.isRaised { sleep.wait(upTo: now.duration(to: nextLook)) }
        }
    }

    private func makeSleep(_ waking: WakingDescriptor) -> DescriptorSleep {
        DescriptorSleep(beside: listened.map { $0.device.descriptor }, wokenBy: waking)
    }

    // MARK: Devices

    /// An open device, with its clock.
    private final class Listened {
        let facts: InputDeviceFacts
        let device: EvdevDevice
        let clockRefusals: [Errno]
        var timestamps: EventTimestamps

        init(_ facts: InputDeviceFacts, isBrief: Bool) throws(EvdevError) {
            self.facts = facts
            let device = try EvdevDevice.open(facts, isBrief: isBrief)
            let (clock, refusals) = device.setClock()
            timestamps = EventTimestamps(clock, clock.kernel.read())
            clockRefusals = refusals.filter { $0 != .noDevice }
            self.device = device
        }
    }

    /// Checks which devices are present, and opens new ones; returns whether the set of open devices has changed.
    private func lookAround() -> Bool {
        for words in plan.grabbed(where: OpenClaim.isGrabbed) { onTrouble(words) }
        let pluggings = InputDeviceFacts.pluggings()
        guard pluggings != self.pluggings || plan.isWaiting else { return false }
        self.pluggings = pluggings
        return takeUp(among: Self.present(device), isBrief: true)
    }

    /// The devices that exist and match `device`, if that is given.
    private static func present(_ device: String?) -> [InputDeviceFacts] {
        let all = InputDeviceFacts.present()
        guard let device else { return all }
        return DeviceChoice.named(device, among: all)
    }

    /// Opens the devices that are not open yet; returns whether any could be opened.
    @discardableResult
    private func takeUp(among present: [InputDeviceFacts], isBrief: Bool) -> Bool {
        let count = listened.count
        for facts in plan.unheard(among: present) {
            do throws(EvdevError) {
                let listened = try Listened(facts, isBrief: isBrief)
                self.listened.append(listened)
                if let words = plan.opened(facts) { onTrouble(words) }
                tellClock(of: listened)
            } catch {
                if let words = plan.refused(facts, error, at: LiveTimekeeper().now) {
                    onTrouble(words)
                }
            }
        }
        return listened.count != count
    }

    private func tellClock(of listened: Listened) {
        guard !listened.clockRefusals.isEmpty else { return }
        let reasons = listened.clockRefusals.map(\.description).joined(separator: ", ")
        onTrouble(
            "\(listened.facts.title): the kernel refuses a better clock (\(reasons)); its timestamps are of "
                + "\(listened.timestamps.clock.rawValue), moved"
        )
    }

    // MARK: Presses

    /// Reports the pending presses of all devices; returns whether a device can no longer be read.
    private func hear() -> Bool {
        let count = listened.count
        listened.removeAll { listened in
            // The machine may have slept, or its time may have been set, so both clocks are read again.
            if listened.timestamps.clock != .boottime {
                listened.timestamps.follow(listened.timestamps.clock.kernel.read())
            }
            guard !tellPresses(of: listened) else { return false }
            onLoss()
            // The device is removed: the descriptor of an unplugged device would wake the thread all the time.
            onTrouble(plan.ended(listened.facts))
            pluggings = nil
            return true
        }
        return listened.count != count
    }

    /// Reports the pending presses of a device; returns `false` if the device can no longer be read.
    private func tellPresses(of listened: Listened) -> Bool {
        while true {
            switch listened.device.next(.telling) {
            case .event(let event, let nanoseconds):
                let time = listened.timestamps.instant(nanoseconds, seen: LiveTimekeeper().now)
                guard event.type == EventType.key, let name = names[Int(event.code)] else {
                    continue
                }
                // A third value, 2, means that a pressed key repeats.
                if event.value == 1 { onPress(name, time) }
                if event.value == 0 { onRelease(name, time) }
            case .dropped:
                // A key may be found to be down now, but the instant at which it was pressed is unknown, so its
                // press is not reported.
                onTrouble("\(listened.facts.title): events were lost; a press may be missing")
                onLoss()
                guard listened.device.findState({ _ in }) == nil else { return false }
            case .nothing:
                return true
            case .failed:
                return false
            }
        }
    }
}
