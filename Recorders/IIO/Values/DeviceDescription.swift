// A context's devices as plain values. All decisions about devices use these values, so tests need no device.

internal import MotionRecorder

/// A channel of a device.
struct ChannelDescription: Sendable, Hashable {
    /// Its index in the device, as libiio counts.
    var place: Int
    /// Its name: "accel_x", "timestamp".
    var id: String
    var isOutput: Bool
    /// Its index in a scan; `nil` if scans do not contain it.
    var scanIndex: Int?
    var format: ScanFormat?
    /// The names of its attributes.
    var attributeNames: Set<String>
    /// The attributes whose values do not change by themselves.
    var attributes: [String: String]

    init(
        place: Int,
        id: String,
        isOutput: Bool = false,
        scanIndex: Int? = nil,
        format: ScanFormat? = nil,
        attributeNames: Set<String> = [],
        attributes: [String: String] = [:]
    ) {
        self.place = place
        self.id = id
        self.isOutput = isOutput
        self.scanIndex = scanIndex
        self.format = format
        self.attributeNames = attributeNames
        self.attributes = attributes
    }
}

/// A device of a context.
struct DeviceDescription: Sendable, Hashable {
    /// Its index in the context, as libiio counts.
    var place: Int
    /// Its name in the kernel: "iio:device0".
    var id: String
    /// The name that its driver gives it.
    var name: String?
    /// Its label, which states where it is, if the board's description has one.
    var label: String?
    /// Its location in the kernel's device tree, if it is on this machine.
    var treePlace: String?
    var channels: [ChannelDescription]
    /// The attributes whose values do not change by themselves.
    var attributes: [String: String]
    /// How its buffer is filled.
    var trigger: TriggerState
    /// Whether its rate was left out, because asking for it would cost a running recording samples.
    var isRateUnasked: Bool

    init(
        place: Int,
        id: String,
        name: String? = nil,
        label: String? = nil,
        channels: [ChannelDescription] = [],
        attributes: [String: String] = [:],
        trigger: TriggerState = .unsupported,
        isRateUnasked: Bool = false
    ) {
        self.place = place
        self.id = id
        self.name = name
        self.label = label
        self.channels = channels
        self.attributes = attributes
        self.trigger = trigger
        self.isRateUnasked = isRateUnasked
    }

    /// Its serial number, if its driver reports one.
    var serial: String? {
        DeviceKey.attributes.lazy.compactMap { self.attributes[$0].map(UnitConversion.trimmed) }
            .first { !$0.isEmpty }
    }

    /// Its names, as text for the user.
    var title: String {
        let names = [name, label.map { "\"\($0)\"" }].compactMap { $0 }
        return names.isEmpty ? id : "\(id) (\(names.joined(separator: ", ")))"
    }

    /// The x, y and z channels of a type; `nil` unless it has all three.
    func axes(of type: MotionSensorType) -> [ChannelDescription]? {
        guard let prefix = Self.prefix(of: type) else { return nil }
        let axes = ["x", "y", "z"].compactMap { axis in
            channels.first { $0.id == "\(prefix)_\(axis)" && !$0.isOutput }
        }
        return axes.count == 3 ? axes : nil
    }

    /// The raw types of motion that it measures.
    var types: [MotionSensorType] {
        MotionSensorType.raw.filter { axes(of: $0) != nil }
    }

    /// The channel of the kernel's timestamps, if it has one.
    var timestamp: ChannelDescription? {
        channels.first { $0.id == "timestamp" && $0.scanIndex != nil && $0.format != nil }
    }

    /// True if all three axes of a type can be read through the buffer.
    func isBuffered(_ type: MotionSensorType) -> Bool {
        axes(of: type)?.allSatisfy { $0.scanIndex != nil && $0.format != nil } ?? false
    }

    /// True if the driver is that of a HID sensor, which delivers either all channels or garbage.
    var isHIDSensor: Bool { Self.isHIDSensor(named: name) }

    static func isHIDSensor(named name: String?) -> Bool { name?.hasSuffix("_3d") == true }

    /// The device's number in the kernel's name.
    var number: Int? { Int(id.drop { !$0.isNumber }) }

    /// The value of an attribute on the channels of a type, or else on the device.
    func attribute(_ name: String, of type: MotionSensorType) -> String? {
        axes(of: type)?.first?.attributes[name] ?? attributes[name]
    }

    /// The sensor's own mount matrix, as the kernel reports it.
    func mountMatrix(of type: MotionSensorType) -> MountMatrix? {
        mountMatrixText(of: type).flatMap { MountMatrix($0) }
    }

    /// The sensor's own mount matrix, or the identity if it has none.
    ///
    /// - Throws: `malformed` if it has one that cannot be parsed.
    func usableMountMatrix(of type: MotionSensorType) throws(IIOError) -> MountMatrix {
        guard let text = mountMatrixText(of: type) else { return .identity }
        guard let matrix = MountMatrix(text) else {
            throw IIOError(
                .malformed("its mount matrix is \"\(UnitConversion.trimmed(text))\""),
                at: id
            )
        }
        return matrix
    }

    private func mountMatrixText(of type: MotionSensorType) -> String? {
        attribute("mount_matrix", of: type) ?? attributes["in_mount_matrix"]
    }

    /// The rates that it offers for a type.
    func availableRates(of type: MotionSensorType) -> AvailableRates? {
        attribute("sampling_frequency_available", of: type).flatMap { AvailableRates($0) }
    }

    static func prefix(of type: MotionSensorType) -> String? {
        switch type {
        case .accelerometer: "accel"
        case .gyro: "anglvel"
        case .magnetometer: "magn"
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration: nil
        }
    }
}

/// A trigger that a context lists.
struct TriggerDescription: Sendable, Hashable {
    /// Its index in the context, as libiio counts.
    var place: Int
    /// Its name in the kernel: "trigger0".
    var id: String
    var name: String
    /// Its rate, if it has one.
    var samplingFrequency: String?

    init(place: Int, id: String, name: String, samplingFrequency: String? = nil) {
        self.place = place
        self.id = id
        self.name = name
        self.samplingFrequency = samplingFrequency
    }
}
