// The data behind `footfall devices`: each sensor, what it measures, and what prevents or impairs recording from
// it. Listing only reads from the kernel and changes nothing.

internal import Calibration
public import MotionRecorder
internal import SystemCalls

/// The motion sensors of a context.
public struct IIODeviceList: Sendable, Hashable, Codable {
    /// One device.
    public struct Entry: Sendable, Hashable, Codable {
        public var id: String
        public var name: String?
        public var label: String?
        /// Its serial number, if it reports one.
        public var serial: String?
        /// Its path in the kernel's device tree; `nil` for another machine's device.
        public var place: String?
        public var types: [MotionSensorType]
        /// The rate that each type is set to, in hertz.
        public var ratesInHertz: [String: Double]
        /// Why the device's rate is not reported; `nil` if it is.
        public var rateNote: String?
        /// The rates that each type offers, as text.
        public var availableRates: [String: String]
        /// The clock of its timestamps, as the kernel names it.
        public var clock: String?
        /// What triggers its readings, or why it must be polled.
        public var trigger: String
        /// `buffered` or `polled`.
        public var mode: String
        public var mountMatrices: [String: String]
        /// Whether its samples carry the kernel's timestamps.
        public var hasTimestamps: Bool
        /// Owner, group and mode of its device node, if it is on this machine.
        public var readers: String?
        public var obstacles: [String]
        /// When each type was calibrated, for the types whose calibration is stored.
        public var calibrated: [String: String]?
    }

    public var uri: String
    public var machine: String
    public var devices: [Entry]
    /// The titles (name and id) of devices that are not motion sensors.
    public var others: [String]

    /// The key that identifies a device of the list again later, for example to find its calibrations.
    public func key(of device: Entry) -> String? {
        DeviceKey.of(
            name: device.name,
            id: device.id,
            label: device.label,
            serial: device.serial,
            place: device.place,
            machine: uri
        )
    }

    /// Adds the date of calibration to each device that has a stored calibration.
    public mutating func noteCalibrations(_ kept: KnownCalibrations) {
        for place in devices.indices {
            guard let sensors = key(of: devices[place]).flatMap({ kept[$0] }) else { continue }
            devices[place].calibrated = Dictionary(
                uniqueKeysWithValues: sensors.map { ($0.key.rawValue, $0.value.date) }
            )
        }
    }

    /// The devices with the given names, labels or ids; one text may hold several, separated by commas.
    ///
    /// Returns all devices if `names` is empty.
    public func devices(named names: [String]) -> [Entry] {
        let wanted = Set(
            names.flatMap { $0.split(separator: ",") }
                .map { UnitConversion.trimmed(String($0)).lowercased() }
        )
        guard !wanted.isEmpty else { return devices }
        return devices.filter { device in
            [device.id, device.name, device.label].contains { name in
                name.map { wanted.contains($0.lowercased()) } ?? false
            }
        }
    }

    /// Lists the devices of a context; for another machine, through a child process.
    ///
    /// `mutesLibrary` suppresses libiio's messages on standard error.
    public static func of(
        uri: String,
        configfs: String = "/sys/kernel/config",
        mutesLibrary: Bool = false
    ) throws -> IIODeviceList {
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        guard address.isLocal else { return try RemoteDevices.list(uri) }
        return try look(at: uri, configfs: configfs, mutesLibrary: mutesLibrary)
    }

    /// Lists the devices of a context from within this process.
    static func look(
        at uri: String,
        configfs: String = "/sys/kernel/config",
        mutesLibrary: Bool,
        progress: RemoteProgress? = nil
    ) throws -> IIODeviceList {
        let address = try ContextAddress(uri, supported: IIOContext.backends)
        let context: IIOContext
        do throws(IIOError) {
            context = try IIOContext(address, isQuiet: mutesLibrary, showing: progress)
        } catch {
            // A machine without IIO devices gives an empty list, not an error.
            guard case .noSuchDevice = error.kind else { throw error }
            return IIODeviceList(uri: uri, machine: "", devices: [], others: [])
        }
        let contents = try context.contents()
        let surroundings = IIOPermissions.Surroundings(configfs: configfs)
        let canMakeTimer = address.isLocal && TimerTrigger.isAvailable(configfs: configfs)
        return IIODeviceList(
            uri: uri,
            machine: context.title,
            devices: contents.devices.filter { !$0.types.isEmpty }.map {
                entry($0, contents.triggers, isLocal: address.isLocal, canMakeTimer, surroundings)
            },
            others: contents.devices.filter(\.types.isEmpty).map(\.title)
        )
    }

    private static let unaskedRate =
        "not read, because a HID sensor is being recorded: reading it would cost that recording samples"

    private static func entry(
        _ device: DeviceDescription,
        _ triggers: [TriggerDescription],
        isLocal: Bool,
        _ canMakeTimer: Bool,
        _ surroundings: IIOPermissions.Surroundings
    ) -> Entry {
        let plan = TriggerPlan.decide(
            for: device,
            types: device.types,
            triggers: triggers,
            canMakeTimer: canMakeTimer
        )
        var entry = Entry(
            id: device.id,
            name: device.name,
            label: device.label,
            serial: device.serial,
            place: device.treePlace,
            types: device.types,
            ratesInHertz: [:],
            rateNote: device.isRateUnasked ? unaskedRate : nil,
            availableRates: [:],
            clock: device.attributes["current_timestamp_clock"],
            trigger: plan.text,
            mode: "buffered",
            mountMatrices: [:],
            hasTimestamps: device.timestamp != nil,
            readers: isLocal ? FileSystem.ownership(of: "/dev/\(device.id)") : nil,
            obstacles: isLocal
                ? IIOPermissions.obstacles(
                    to: device,
                    types: device.types,
                    triggers: triggers,
                    in: surroundings
                )
                .map(\.description) : []
        )
        if case .poll(let reason) = plan {
            entry.mode = "polled"
            entry.obstacles.append("\(device.id): can only be polled: \(reason)")
        }
        for type in device.types {
            let name = type.rawValue
            entry.ratesInHertz[name] = UnitConversion.number(
                device.attribute("sampling_frequency", of: type)
            )
            entry.availableRates[name] = device.availableRates(of: type)?.text
            entry.mountMatrices[name] = device.mountMatrix(of: type)?.text
        }
        return entry
    }
}
