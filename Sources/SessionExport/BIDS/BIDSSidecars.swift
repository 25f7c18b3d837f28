// The sidecars of a recording's tables, which explain them. What only the researcher knows, such as the institution, is
// left out; a BIDS validator lists it.

internal import Research
internal import SessionFolder
internal import SystemCalls

/// The sidecars of a recording's tables.
struct BIDSSidecars {
    var manifest: SessionManifest
    var file: SessionManifest.File
    var device: SessionManifest.Device?

    /// The sidecar of a motion table.
    func motion(_ system: BIDSSystem) -> JSONValue {
        var keys: [String: JSONValue] = [
            "TaskName": .string(manifest.identifier),
            "TrackingSystemName": .string(model ?? file.identifier),
            "MissingValues": .string(BIDSTable.nothing),
            "RecordingDuration": .number(
                Double(system.end.subtractingClamped(system.onset)) / 1e9
            ),
            "TrackedPointsCount": .integer(1),
            "MotionChannelCount": .integer(count(system.channels) { $0.kind.isMotion }),
            "RotationRule": "right-hand",
            "RotationOrder": .string(BIDSTable.nothing),
            "SpatialAxes": .string(BIDSTable.nothing),
            "SoftwareVersions": .string(
                "\(manifest.software.name) \(manifest.software.version), \(manifest.host.kernel)"
            ),
        ]
        for type in Self.counted {
            keys["\(type)ChannelCount"] = .integer(
                count(system.channels) { $0.kind.rawValue == type }
            )
        }
        if let rate = system.nominalRate { keys["SamplingFrequency"] = .number(rate) }
        if let rate = system.effectiveRate ?? system.nominalRate {
            keys["SamplingFrequencyEffective"] = .number(rate)
        }
        if let model { keys["ManufacturersModelName"] = .string(model) }
        if let serial = device?.details["serial"] { keys["DeviceSerialNumber"] = .string(serial) }
        return .object(keys)
    }

    /// The name of the device; `nil` for a serial device, of which only the port on this machine is known.
    private var model: String? { device.flatMap { $0.kind == "lines" ? nil : $0.name } }

    /// The channel types that the sidecar counts, including those that Footfall does not have.
    private static let counted = [
        "ACCEL", "ANGACCEL", "GYRO", "JNTANG", "LATENCY", "MAGN", "MISC", "ORNT", "POS", "VEL",
    ]

    private func count(_ channels: [BIDSChannel], _ isCounted: (BIDSChannel) -> Bool) -> Int64 {
        Int64(channels.filter(isCounted).count)
    }

    // MARK: Channels

    /// The frame of a sensor's vectors: that of the sensor itself.
    static let sensorFrame = "sensor"

    /// The table of a system's channels.
    func channels(_ system: BIDSSystem) -> String {
        let place = file.placement ?? BIDSTable.nothing
        let lines = system.channels.map { channel in
            let sensor = system.sensors.first { $0.name == channel.sensor }
            let rate = sensor.flatMap { $0.nominalRate ?? $0.effectiveRate } ?? system.nominalRate
            return BIDSTable.line([
                channel.name, channel.component, channel.kind.rawValue,
                channel.sensor == nil ? BIDSTable.nothing : file.placement ?? system.label,
                channel.units, place, Self.frame(of: channel, sensor), rate.map { "\($0)" } ?? "",
                Self.description(of: channel, sensor),
            ])
        }
        return BIDSTable.line(Self.channelColumns) + lines.joined()
    }

    private static let channelColumns = [
        "name", "component", "type", "tracked_point", "units", "placement", "reference_frame",
        "sampling_frequency", "description",
    ]

    /// The frame of a channel; for an orientation the frame into which it rotates.
    private static func frame(of channel: BIDSChannel, _ sensor: BIDSSensor?) -> String {
        switch channel.kind {
        case .latency: BIDSTable.nothing
        case .orientation: sensor.map(frame) ?? BIDSTable.nothing
        case .other: channel.column == "heading" ? sensor.map(frame) ?? "" : BIDSTable.nothing
        case .acceleration, .rotation, .field: sensorFrame
        }
    }

    private static func frame(of sensor: BIDSSensor) -> String {
        sensor.frames.joined(separator: " or ")
    }

    private static func description(of channel: BIDSChannel, _ sensor: BIDSSensor?) -> String {
        switch channel.column {
        case _ where channel.kind == .latency:
            "seconds since the first row, which is at acq_time of the scans table"
        case "heading": "degrees clockwise from magnetic north"
        case "eventAccuracy":
            "1 where a steady magnetic field was read, 0 where not, -1 where no magnetometer is used"
        case "estimated": "1 where the instant is estimated"
        default: sensor?.meaning ?? ""
        }
    }

    /// The sidecar of the channel table, which explains the frames.
    func frames(_ system: BIDSSystem) -> JSONValue {
        let names = Set(
            system.channels.map { channel in
                Self.frame(of: channel, system.sensors.first { $0.name == channel.sensor })
            }
        ).subtracting([BIDSTable.nothing, ""])
        let levels = names.map { name in (name, level(name)) }
        return .object([
            "reference_frame": .object([
                "Description": "what the components of a channel are told in",
                "Levels": .object(Dictionary(uniqueKeysWithValues: levels)),
            ]),
            "units": .object([
                "Description":
                    "g is the standard acceleration of gravity, 9.80665 m/s^2; n/a is a number without a unit"
            ]),
        ])
    }

    private func level(_ name: String) -> JSONValue {
        let text =
            switch name {
            case Self.sensorFrame:
                device?.details["axes"]
                    ?? "the axes of the sensor, turned by its mount matrix; an acceleration at rest points up"
            case "North-West-Up": "x to magnetic north, y to the west, z up"
            case "Z-Up": "z up; x lies as it happens, and may drift slowly"
            default: "\(name), as the session names it"
            }
        return .object([
            "Description": .string(text), "RotationRule": "right-hand",
            "RotationOrder": .string(BIDSTable.nothing), "SpatialAxes": .string(BIDSTable.nothing),
        ])
    }

    // MARK: Events and behaviour

    /// The sidecar of an event table.
    func events() -> JSONValue {
        let kinds = BIDSEvents.Event.Kind.allCases.map {
            ($0.rawValue, JSONValue.string($0.meaning))
        }
        return .object([
            "trial_type": .object([
                "Description": "what happened",
                "Levels": .object(Dictionary(uniqueKeysWithValues: kinds)),
            ]),
            "step_path": Self.described("the step of the task, behind the sections that it is in"),
            "marker": Self.described("the name of a mark"),
            "sensor": Self.described("of a loss, the sensor whose samples are missing"),
            "lost": Self.described("of a loss, how many samples are missing"),
            "reason": Self.described(
                "of a loss, where: ring, the recorder; kernel, device, source or disk; paused, nowhere: it was not "
                    + "to be recorded"
            ),
            "estimated": Self.described("of a loss, whether the count is estimated"),
            "StimulusPresentation": .object([
                "SoftwareName": .string(manifest.software.name),
                "SoftwareVersion": .string(manifest.software.version),
                "OperatingSystem": .string(manifest.host.kernel),
            ]),
        ])
    }

    /// The sidecar of a behaviour table.
    func behaviour(_ headings: [String]) -> JSONValue {
        var keys: [String: JSONValue] = [:]
        for name in headings {
            keys[name] = Self.described(
                Self.meanings[name] ?? "the key \(name) of the session's records"
            )
        }
        let sensors = file.sensors.compactMap { sensor in
            sensor.meaning.map { (sensor.sensorType, JSONValue.string($0)) }
        }
        if !sensors.isEmpty, keys["sensorType"] != nil {
            keys["sensorType"] = .object([
                "Description": .string(Self.meanings["sensorType"] ?? ""),
                "Levels": .object(Dictionary(sensors) { first, _ in first }),
            ])
        }
        keys["TaskName"] = .string(manifest.identifier)
        return .object(keys)
    }

    private static func described(_ text: String) -> JSONValue {
        .object(["Description": .string(text)])
    }

    private static let meanings = [
        "onset": "seconds since the first row, which is at acq_time of the scans table",
        "timestamp": "seconds since the recorder began",
        "stepPath": "the step of the task, behind the sections that it is in",
        "timestampDate": "the time of day by the machine's clock",
        "sensorType": "what gave the reading; n/a of a mark or a step",
        "lost": "how many readings of sensorType are missing ahead of here",
        "reason": "where they were lost",
        "marker": "the name of a mark; start and stop are the recorder's own",
        "estimated": "whether the count of what is missing, or the instant, is estimated",
    ]
}
