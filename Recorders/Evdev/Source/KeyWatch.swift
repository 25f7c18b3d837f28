// Keys that control a recording, wherever they are: every input device that has one of them is listened
// to, beside whoever else reads it.

internal import Synchronization
internal import SystemCalls
public import Timebase

/// Listens for presses of keys.
public final class KeyWatch: Sendable {
    /// Hears of a press: the key's name, and when it was.
    public typealias Handler = @Sendable (String, BootInstant) -> Void
    /// Hears that presses may have been missed, and why.
    public typealias TroubleHandler = @Sendable (String) -> Void

    private let stop: StopSignal
    private let thread = Mutex<SystemThread?>(nil)

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - keys: The kernel's names of the keys.
    ///   - onTrouble: Is called on a thread of the watch's own.
    ///   - onPress: Is called on the same thread.
    /// - Throws: `EvdevError` where no device has one of the keys, or none that has may be read.
    public init(
        keys: [String],
        onTrouble: @escaping TroubleHandler = { _ in },
        onPress: @escaping Handler
    ) throws {
        let stop = StopSignal()
        self.stop = stop
        let codes = try KeyNames.codes(of: keys)
        let devices = try Self.devices(with: codes, named: keys)
        let waking = try WakingDescriptor()
        stop.onRequest { waking.wake() }
        let names = Dictionary(zip(codes, keys)) { first, _ in first }
        let handover = Handover(devices)
        var spawned: SystemThread? = try SystemThread.spawn(name: "keys") {
            guard let devices = handover.take() else { return }
            Self.listen(to: devices, for: names, wokenBy: waking, until: stop, onTrouble, onPress)
        }
        thread.withLock { $0 = spawned.take() }
    }

    deinit { stop.abandon() }

    /// Listens no longer; waits until nobody can be called any more.
    public func finish() {
        stop.abandon()
        if let thread = thread.withLock({ $0.take() }) { thread.join() }
    }

    // MARK: Devices

    /// An open device, with its clock.
    private final class Listened {
        let facts: InputDeviceFacts
        let device: EvdevDevice
        var stamps: EventStamps

        init(_ facts: InputDeviceFacts) throws(EvdevError) {
            self.facts = facts
            let device = try EvdevDevice.open(facts)
            let (clock, _) = device.setClock()
            stamps = EventStamps(clock, .now())
            self.device = device
        }
    }

    private static func devices(with codes: [Int], named keys: [String]) throws -> [Listened] {
        let present = InputDeviceFacts.present()
        var listened: [Listened] = []
        for (code, key) in zip(codes, keys) where !present.contains(where: { $0.has(key: code) }) {
            throw EvdevError(
                .noSuchDevice(wanted: "the key \(key)", present: DeviceChoice.listing(present)),
                at: "input"
            )
        }
        var refusals: [(facts: InputDeviceFacts, error: EvdevError)] = []
        for facts in present where codes.contains(where: facts.has(key:)) {
            do throws(EvdevError) {
                listened.append(try Listened(facts))
            } catch {
                refusals.append((facts, error))
            }
        }
        // A key that nobody can hear would be waited for in vain.
        for code in codes where !listened.contains(where: { $0.facts.has(key: code) }) {
            if let refusal = refusals.first(where: { $0.facts.has(key: code) }) {
                throw refusal.error
            }
        }
        return listened
    }

    // MARK: Listening

    /// How often a device is looked for that was unplugged.
    private static let look = Duration.milliseconds(500)

    private static func listen(
        to devices: [Listened],
        for names: [Int: String],
        wokenBy waking: WakingDescriptor,
        until stop: StopSignal,
        _ onTrouble: TroubleHandler,
        _ onPress: Handler
    ) {
        var devices = devices
        var gone: [InputDeviceFacts] = []
        func makeSleep() -> DescriptorSleep {
            DescriptorSleep(beside: devices.map { $0.device.descriptor }, wokenBy: waking)
        }
        var sleep = makeSleep()
        while !stop.isRaised {
            let count = gone.count
            devices.removeAll { listened in
                let hasEnded = !tellPresses(of: listened, names, onTrouble, onPress)
                // One that was unplugged would keep everybody awake.
                if hasEnded {
                    gone.append(listened.facts)
                    onTrouble("\(listened.facts.title): it is gone, and its keys are not heard")
                }
                return hasEnded
            }
            let back = gone.isEmpty ? [] : comeBack(of: &gone, besides: devices.map(\.facts))
            for listened in back {
                onTrouble("\(listened.facts.title): it is back, and its keys are heard again")
            }
            devices += back
            if gone.count != count || !back.isEmpty { sleep = makeSleep() }
            if !stop.isRaised { sleep.wait(upTo: gone.isEmpty ? nil : look) }
        }
    }

    /// Opens again what was unplugged and is back.
    private static func comeBack(
        of gone: inout [InputDeviceFacts],
        besides heard: [InputDeviceFacts]
    ) -> [Listened] {
        let present = InputDeviceFacts.present()
        var back: [Listened] = []
        gone.removeAll { facts in
            let others = heard + back.map(\.facts)
            guard !facts.isStill(among: present),
                let found = facts.returned(among: present, besides: others),
                let listened = try? Listened(found)
            else { return false }
            back.append(listened)
            return true
        }
        return back
    }

    /// Tells the presses that a device has; `false` when it will have no more.
    private static func tellPresses(
        of listened: Listened,
        _ names: [Int: String],
        _ onTrouble: TroubleHandler,
        _ onPress: Handler
    ) -> Bool {
        while true {
            switch listened.device.next(.telling) {
            case .event(let event, let nanoseconds):
                let time = listened.stamps.instant(nanoseconds)
                guard event.type == EventType.key, event.value == 1,
                    let name = names[Int(event.code)]
                else { continue }
                onPress(name, time)
            case .dropped:
                // Nobody knows when a key was pressed that is found to be down.
                onTrouble("\(listened.facts.title): events were lost; a press may be missing")
                guard listened.device.findState({ _ in }) == nil else { return false }
            case .nothing:
                return true
            case .failed:
                return false
            }
        }
    }
}
