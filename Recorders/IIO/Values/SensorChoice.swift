// Chooses which device delivers which type of motion. The choice includes its reason, which goes into the
// manifest. If no device fits, the error lists the devices there are.

internal import MotionRecorder

/// The devices chosen for the requested types.
struct SensorChoice: Sendable, Hashable {
    /// One type of motion and the device that delivers it.
    struct Pick: Sendable, Hashable {
        var type: MotionSensorType
        /// The device's index in the list of devices.
        var device: Int
    }

    var picks: [Pick]
    /// Why these devices were chosen, as text.
    var reason: String

    /// The indices of the chosen devices, each once, in the order of the types.
    var devices: [Int] {
        var seen: Set<Int> = []
        return picks.map(\.device).filter { seen.insert($0).inserted }
    }

    /// The types for which a device was chosen.
    func types(of device: Int) -> [MotionSensorType] {
        picks.filter { $0.device == device }.map(\.type)
    }

    /// The criteria of a choice.
    struct Criteria: Sendable, Hashable {
        var types: [MotionSensorType]
        /// The name, label or id of the device; several are separated by commas.
        var device: String?
        /// Where on the body the device is, as the configuration states.
        var placement: String?

        init(types: [MotionSensorType], device: String? = nil, placement: String? = nil) {
            self.types = types
            self.device = device
            self.placement = placement
        }
    }

    /// Chooses devices.
    ///
    /// - Throws: `noSuchDevice`, listing the devices there are.
    static func choose(
        _ criteria: Criteria,
        among devices: [DeviceDescription],
        at uri: String
    ) throws(IIOError) -> SensorChoice {
        let types = MotionSensorType.raw.filter(criteria.types.contains)
        var candidates = Array(devices.indices)
        var reason: String?
        if let asked = criteria.device, !asked.isEmpty {
            candidates = try named(asked, among: devices, at: uri)
            reason = "asked for as \"\(asked)\""
        } else if let placement = criteria.placement {
            let placed = candidates.filter { matches(devices[$0].label, placement) }
            if covers(types, placed, devices) {
                candidates = placed
                reason = "labelled \"\(placement)\""
            }
        }
        let useful = candidates.filter { index in types.contains { has($0, devices[index]) } }
        if let missing = types.first(where: { type in !useful.contains { has(type, devices[$0]) } })
        {
            throw lacking(missing, criteria, devices, uri)
        }
        if let picks = onOne(types, useful, devices) {
            return SensorChoice(
                picks: picks,
                reason: whyOne(picks, among: useful, types, devices, after: reason)
            )
        }
        let picks = onSeveral(types, useful, devices)
        let words = "each type is on a device of its own"
        return SensorChoice(picks: picks, reason: reason.map { "\($0); \(words)" } ?? words)
    }

    // MARK: Steps

    private static func named(
        _ asked: String,
        among devices: [DeviceDescription],
        at uri: String
    ) throws(IIOError) -> [Int] {
        var found: [Int] = []
        for word in asked.split(separator: ",") {
            let name = UnitConversion.trimmed(String(word)).lowercased()
            // An id is unique and a label names a place, but several devices may share a name: so try in this order.
            let keys: [(DeviceDescription) -> String?] = [{ $0.id }, { $0.label }, { $0.name }]
            let matching = keys.lazy.map { key in
                devices.indices.filter { key(devices[$0])?.lowercased() == name }
            }.first { !$0.isEmpty }
            guard let matching else {
                throw IIOError(
                    .noSuchDevice(wanted: "\"\(name)\"", present: listing(devices)),
                    at: uri
                )
            }
            found += matching
        }
        return found
    }

    private static func onOne(
        _ types: [MotionSensorType],
        _ candidates: [Int],
        _ devices: [DeviceDescription]
    ) -> [Pick]? {
        let whole = candidates.filter { index in types.allSatisfy { has($0, devices[index]) } }
        // Prefer a device that can be read through the buffer to one that must be polled.
        let best =
            whole.first { index in types.allSatisfy { devices[index].isBuffered($0) } }
            ?? whole.first
        return best.map { index in types.map { Pick(type: $0, device: index) } }
    }

    private static func onSeveral(
        _ types: [MotionSensorType],
        _ candidates: [Int],
        _ devices: [DeviceDescription]
    ) -> [Pick] {
        var picks: [Pick] = []
        for type in types {
            let able = candidates.filter { has(type, devices[$0]) }
            let sibling = picks.first.map { devices[$0.device] }
            let kin = sibling.flatMap(family)
            let label = sibling?.label
            func rank(_ index: Int) -> Int {
                (picks.contains { $0.device == index } ? 0 : 8)
                    + (label != nil && devices[index].label == label ? 0 : 4)
                    + (family(of: devices[index]) == kin ? 0 : 2)
                    + (devices[index].isBuffered(type) ? 0 : 1)
            }
            if let best = able.min(by: { (rank($0), $0) < (rank($1), $1) }) {
                picks.append(Pick(type: type, device: best))
            }
        }
        return picks
    }

    /// Why one device was chosen; names the others, since several devices may share the name that was asked for.
    private static func whyOne(
        _ picks: [Pick],
        among candidates: [Int],
        _ types: [MotionSensorType],
        _ devices: [DeviceDescription],
        after reason: String?
    ) -> String {
        let whole = candidates.filter { index in types.allSatisfy { has($0, devices[index]) } }
        guard whole.count > 1, let chosen = picks.first?.device else {
            return reason
                ?? "the only device that has " + types.map(\.rawValue).joined(separator: ", ")
        }
        let others = whole.filter { $0 != chosen }.map { devices[$0].title }
        let words =
            "the first of \(whole.count) that have all types; there are also "
            + others.joined(separator: ", ")
        return reason.map { "\($0); \(words)" } ?? words
    }

    private static func has(_ type: MotionSensorType, _ device: DeviceDescription) -> Bool {
        device.axes(of: type) != nil
    }

    private static func covers(
        _ types: [MotionSensorType],
        _ candidates: [Int],
        _ devices: [DeviceDescription]
    ) -> Bool {
        types.allSatisfy { type in candidates.contains { has(type, devices[$0]) } }
    }

    /// The part of a device's name that all devices of one chip share: "bmi088".
    private static func family(of device: DeviceDescription) -> String? {
        device.name.map { String($0.prefix { $0 != "_" && $0 != "-" }) }
    }

    /// True if a label means the placement: "lowBack" matches "low-back".
    private static func matches(_ label: String?, _ placement: String) -> Bool {
        func bare(_ text: String) -> String {
            text.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        guard let label, !bare(label).isEmpty else { return false }
        return bare(label) == bare(placement)
    }

    private static func lacking(
        _ type: MotionSensorType,
        _ criteria: Criteria,
        _ devices: [DeviceDescription],
        _ uri: String
    ) -> IIOError {
        let place = criteria.device.map { " on \"\($0)\"" } ?? ""
        return IIOError(
            .noSuchDevice(wanted: type.rawValue + place, present: listing(devices)),
            at: uri
        )
    }

    /// A line for each device there is, for an error.
    static func listing(_ devices: [DeviceDescription]) -> [String] {
        devices.map { device in
            let types = device.types.map(\.rawValue).joined(separator: ", ")
            return "\(device.title): \(types.isEmpty ? "no motion sensor" : types)"
        }
    }
}
