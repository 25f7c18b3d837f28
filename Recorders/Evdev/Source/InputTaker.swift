// Turns a device's events into input samples. It depends only on what it is given, so that tests cover all
// kinds of devices without having one.

internal import InputRecorder
internal import SampleStream
internal import Timebase

/// Makes input samples from events.
struct InputTaker: EventTaker {
    var ready: [InputSample] = []
    /// The presses of marker keys, in order; `marker` is the index in the list of markers.
    var pressedMarkers: [(marker: Int, time: BootInstant)] = []

    private let kinds: Set<InputKind>
    /// For each key code the index of its name, or `none`.
    private let names: [UInt16]
    /// For each key code the index of its marker, or `none`.
    private let markers: [UInt16]
    private static let none = UInt16.max

    private var surface: TouchSurface?
    private var shape = DeviceShape()
    private var isDown = [Bool](repeating: false, count: EventCode.keyCount)
    private var switchesOn: Set<UInt16> = []
    private var inertia = InertialFrame()
    private var moved = PointerMove()
    private var origin = ReportOrigin()
    /// How many samples of keys were made since the last report.
    private var pressedInReport = 0
    /// Where in `ready` the samples begin that describe the state after a loss.
    private var findingFrom: Int?
    /// The channel to which a loss is assigned, because the kinds of the lost events are unknown.
    private let mainChannel: InputChannel

    /// Makes samples of the given kinds.
    ///
    /// - Parameters:
    ///   - kinds: The kinds to record; events of others are ignored.
    ///   - given: The kinds that the device delivers.
    ///   - keys: The codes of the keys that may be named, in the order of their names.
    ///   - markers: The codes of the keys that mark an instant.
    init(
        kinds: Set<InputKind>,
        of given: [InputKind] = InputKind.allCases,
        keys: [Int] = [],
        markers: [Int] = []
    ) {
        self.kinds = kinds
        let likeliest = [InputChannel.touch, .accelerometer, .key, .pointer, .switch]
        mainChannel =
            likeliest.first { kinds.contains($0.kind) && given.contains($0.kind) } ?? .key
        names = Self.table(keys)
        self.markers = Self.table(markers)
    }

    private static func table(_ codes: [Int]) -> [UInt16] {
        var table = [UInt16](repeating: none, count: EventCode.keyCount)
        for (place, code) in codes.enumerated().reversed() where table.indices.contains(code) {
            table[code] = UInt16(clamping: place)
        }
        return table
    }

    // MARK: Beginning and end

    mutating func begin(_ shape: DeviceShape, at time: BootInstant) {
        self.shape = shape
        surface = kinds.contains(.touches) ? TouchSurface(shape) : nil
        inertia = InertialFrame(shape)
        moved = PointerMove()
        origin = ReportOrigin(slots: shape.slots.count)
        // The device had this state before the recording began. Since when is unknown, so the samples are marked as
        // estimated.
        let first = ready.count
        for code in shape.pressedKeys { press(code, 1, at: time, isFound: true) }
        hideCodes(from: first)
        for code in shape.switchesOn.symmetricDifference(switchesOn).sorted() {
            turn(code, shape.switchesOn.contains(code) ? 1 : 0, at: time, isFound: true)
        }
        tellFrame(at: time)
    }

    mutating func end(at time: BootInstant) {
        let first = ready.count
        for code in isDown.indices where isDown[code] {
            press(UInt16(code), 0, at: time, isFound: true)
        }
        hideCodes(from: first)
        surface?.cancel { change in ready.append(Self.sample(change, at: time, shape)) }
        surface = nil
    }

    // MARK: Events

    mutating func take(_ event: RawEvent, at time: BootInstant) {
        let isKernels = origin.take(event)
        switch event.type {
        case EventType.key:
            if event.code == EventCode.touch { surface?.takeTouch(event.value != 0) }
            press(event.code, event.value, at: time)
        case EventType.absolute:
            surface?.take(event.code, event.value)
            inertia.take(event.code, event.value)
        case EventType.relative:
            moved.take(event.code, event.value)
        case EventType.switch:
            turn(event.code, event.value, at: time)
        case EventType.miscellaneous:
            if event.code == EventCode.deviceTime { inertia.takeDeviceTime() }
        case EventType.synchronization:
            if event.code == EventCode.report {
                endFrame(at: time, isKernels: isKernels)
            } else if event.code == EventCode.contactReport {
                surface?.endContact()
            }
        default:
            break
        }
    }

    private mutating func endFrame(at time: BootInstant, isKernels: Bool) {
        // The keys are up, but the kernel itself released them. When the participant released them was not seen, so
        // the samples are marked as estimated.
        if isKernels {
            for key in ready.indices.suffix(pressedInReport) { ready[key].isEstimated = true }
            hideCodes(from: max(0, ready.count - pressedInReport))
            surface?.doubtFrame()
        }
        pressedInReport = 0
        if kinds.contains(.accelerometer) {
            inertia.endFrame { isGyro, x, y, z in
                var sample = InputSample(isGyro ? .gyro : .accelerometer, at: time)
                (sample.x, sample.y, sample.z) = (x, y, z)
                sample.hasPosition = true
                sample.hasDepth = true
                ready.append(sample)
            }
        }
        if kinds.contains(.pointer), let sample = moved.endFrame(at: time) { ready.append(sample) }
        tellFrame(at: time)
    }

    private mutating func tellFrame(at time: BootInstant) {
        // Moved out of the property, so that its changes can be appended while it is being changed.
        guard var surface else { return }
        self.surface = nil
        surface.endFrame { ready.append(Self.sample($0, at: time, shape)) }
        self.surface = surface
    }

    private mutating func press(
        _ code: UInt16,
        _ value: Int32,
        at time: BootInstant,
        isFound: Bool = false
    ) {
        guard Int(code) < isDown.count else { return }
        isDown[Int(code)] = value != 0
        let marker = markers[Int(code)]
        if value == 1, marker != Self.none, !isFound {
            pressedMarkers.append((Int(marker), time))
        }
        guard kinds.contains(.keys), !EventCode.isTool(code) else { return }
        var sample = InputSample(.key, at: time)
        let name = names[Int(code)]
        if name != Self.none { sample.name = Int(name) }
        sample.value = value
        sample.hasValue = true
        sample.isEstimated = isFound
        ready.append(sample)
        if !isFound { pressedInReport += 1 }
    }

    /// Sorts samples of found keys so that their order reveals nothing: first keys with a name, in the order of
    /// the names, then the others.
    ///
    /// The state is read in the order of key codes. Without sorting, an unnamed key between two named ones would
    /// reveal that its code is between theirs.
    private mutating func hideCodes(from first: Int) {
        guard first < ready.count else { return }
        let places = ready.indices[first...].filter { ready[$0].isFoundKey }
        let keys = places.map { ready[$0] }.sorted { one, other in
            // Of two unnamed keys, one that is up comes first, so that their codes decide nothing.
            (one.name ?? .max, one.name == nil ? one.value : 0)
                < (other.name ?? .max, other.name == nil ? other.value : 0)
        }
        for (place, key) in zip(places, keys) { ready[place] = key }
    }

    private mutating func turn(
        _ code: UInt16,
        _ value: Int32,
        at time: BootInstant,
        isFound: Bool = false
    ) {
        if value != 0 { switchesOn.insert(code) } else { switchesOn.remove(code) }
        guard kinds.contains(.switches) else { return }
        var sample = InputSample(.switch, at: time)
        sample.name = Int(code)
        sample.value = value
        sample.hasValue = true
        sample.isEstimated = isFound
        ready.append(sample)
    }

    // MARK: Losses

    mutating func loseEvents(since time: BootInstant, until: BootInstant, reason: GapReason) {
        surface?.loseEvents()
        inertia.forgetFrame()
        moved = PointerMove()
        origin.forget()
        pressedInReport = 0
        // The number of lost events is unknown; at least the one that did not fit is lost.
        ready.append(
            .gap(
                channel: mainChannel.rawValue,
                at: time,
                lost: 1,
                reason: reason,
                isEstimated: true
            )
        )
    }

    mutating func find(_ event: RawEvent, at time: BootInstant) {
        if findingFrom == nil { findingFrom = ready.count }
        switch event.type {
        case EventType.key:
            if event.code == EventCode.touch { surface?.takeTouch(event.value != 0) }
            press(event.code, event.value, at: time, isFound: true)
        case EventType.absolute:
            surface?.take(event.code, event.value)
            inertia.know(event.code, event.value)
        case EventType.switch:
            turn(event.code, event.value, at: time, isFound: true)
        case EventType.synchronization:
            guard event.code == EventCode.report, var surface else { return }
            self.surface = nil
            surface.endFoundFrame { ready.append(Self.sample($0, at: time, shape)) }
            self.surface = surface
        default:
            break
        }
    }

    mutating func endFinding(at time: BootInstant) {
        find(RawEvent(EventType.synchronization, EventCode.report, 0), at: time)
        surface?.endLoss()
        if let findingFrom { hideCodes(from: findingFrom) }
        findingFrom = nil
    }

    // MARK: Samples

    private static func sample(
        _ change: ContactChange,
        at time: BootInstant,
        _ shape: DeviceShape
    ) -> InputSample {
        let contact = change.contact
        var sample = InputSample(.touch, at: time)
        sample.phase = change.phase
        sample.index = UInt16(clamping: change.index)
        (sample.x, sample.y) = (contact.x, contact.y)
        sample.hasPosition = true
        if let width = contact.width, let height = contact.height {
            (sample.width, sample.height) = (Float(width), Float(height))
            sample.hasSize = true
        }
        if let pressure = contact.pressure {
            sample.pressure = Float(pressure)
            sample.hasPressure = true
        }
        sample.isEstimated = change.isFound
        if let resolution = shape.touchResolution {
            sample.millimetres = (contact.x / resolution.x, contact.y / resolution.y)
        }
        return sample
    }
}

extension InputSample {
    /// True for a key whose state was found after the fact, not seen to change.
    fileprivate var isFoundKey: Bool {
        channel == InputChannel.key.rawValue && role == .reading && isEstimated
    }
}

extension DeviceShape {
    /// Units per millimetre; `nil` if the surface does not report them.
    var touchResolution: (x: Double, y: Double)? {
        let isSingle = touchProtocol == .single
        guard let x = axes[isSingle ? EventCode.x : EventCode.contactX]?.resolution, x > 0,
            let y = axes[isSingle ? EventCode.y : EventCode.contactY]?.resolution, y > 0
        else { return nil }
        return (Double(x), Double(y))
    }
}
