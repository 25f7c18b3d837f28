// The options of `record` for motion sensors, and the recorders that result.

package import Arguments
internal import IIOSource
package import MotionRecorder
internal import PlainWords
package import SessionRuns
internal import Timebase

/// What to record of the motion sensors of this or another machine.
package struct SensorOptions: DeviceOptions, Equatable {
    /// The address of the context that contains the sensors.
    package var uri: String
    /// The devices, each recorded to its own file; if empty, any device with the wanted types.
    package var devices: [String] = []
    package var matrices: [MountMatrix] = []
    package var rateInHertz: Double?
    /// The wanted types of motion.
    package var types: [MotionSensorType]?
    /// The options for steps.
    package var steps = StepOptions()
    /// Whether to list the possible rates instead of recording.
    package var listsRates = false
    /// The calibrations to use; `nil` for uncalibrated values.
    package var calibrations: CalibrationStore?

    package init(
        uri: String,
        devices: [String] = [],
        matrices: [MountMatrix] = [],
        rateInHertz: Double? = nil,
        types: [MotionSensorType]? = nil,
        listsRates: Bool = false,
        calibrations: CalibrationStore? = nil
    ) {
        self.uri = uri
        self.devices = devices
        self.matrices = matrices
        self.rateInHertz = rateInHertz
        self.types = types
        self.listsRates = listsRates
        self.calibrations = calibrations
    }

    package static let subject = "motion sensors"

    /// The name of the recording if nothing else is recorded.
    package var identifier: String { "motion" }
}

extension SensorOptions {
    package static let deviceOption = Option(
        "device",
        taking: "NAME",
        as: .text,
        repeats: true,
        "a sensor's name, label or id, as footfall devices lists them; may be given again, and each device gets its own file; if not given, the devices that measure the types"
    )
    package static let mountMatrixOption = Option(
        "mount-matrix",
        taking: "ROWS",
        as: .mountMatrix,
        repeats: true,
        "the matrix that says how a device is mounted, such as \"0,1,0; -1,0,0; 0,0,1\"; one for all devices, or one for each"
    )
    package static let typesOption = Option(
        "types",
        taking: "TYPES",
        as: Conversion<MotionSensorType>.choice(of: "sensor type").list,
        "the types to record, separated by commas: accelerometer, gyro, magnetometer, and computed from these attitude, gravity, userAcceleration, rotationRate, magneticField; if not given, accelerometer,gyro, or for a session all its types"
    )
    package static let rateOption = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(
            within: MotionRecorderConfiguration.possibleFrequencies,
            example: "100"
        ),
        "samples a second of each type; a device uses its nearest rate that is not lower; 100 if not given"
    )
    package static let listRatesFlag = Flag(
        "list-rates",
        "list the rates that the sensors can be set to, and record nothing"
    )

    /// The options for motion.
    package static let options =
        [
            SourceOptions.uri.declaration, deviceOption.declaration,
            SourceOptions.placement.declaration, mountMatrixOption.declaration,
            typesOption.declaration, rateOption.declaration, listRatesFlag.declaration,
        ] + CalibrationChoice.options + StepOptions.declarations

    /// The options for sensors, without those of sources that could replace them.
    package static let optionsOfDevices =
        [
            SourceOptions.uri.declaration, deviceOption.declaration, mountMatrixOption.declaration,
            listRatesFlag.declaration,
        ] + CalibrationChoice.options

    /// Whether an option is given that only applies to motion sensors.
    ///
    /// With `--lines`, a placement may belong to a device that sends lines, and a rate may be meant for lines, which is
    /// refused later. So with `--lines` neither counts.
    package static func isMeant(by arguments: ParsedArguments) -> Bool {
        var telling = [
            SourceOptions.source.declaration, deviceOption.declaration, typesOption.declaration,
            StepOptions.stepsFlag.declaration,
        ]
        if arguments.words[LineOptions.linesOption.declaration.name] == nil {
            telling += [rateOption.declaration, SourceOptions.placement.declaration]
        }
        return telling.contains { arguments.words[$0.name] != nil }
    }

    /// Parses the options; without any, records from any device with motion data.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init(
            uri: try arguments.value(of: SourceOptions.uri) ?? SourceOptions.defaultURI,
            devices: try arguments.values(of: Self.deviceOption),
            matrices: try arguments.values(of: Self.mountMatrixOption),
            rateInHertz: try arguments.value(of: Self.rateOption),
            types: try arguments.value(of: Self.typesOption),
            listsRates: arguments.contains(Self.listRatesFlag),
            calibrations: try CalibrationChoice.store(arguments)
        )
        steps = try StepOptions(arguments)
        let placements = try arguments.values(of: SourceOptions.placement)
        let files = devices.isEmpty ? max(1, placements.count) : devices.count
        _ = try arguments.places(of: files, each: "--device")
        if matrices.count > 1, matrices.count != files {
            throw UsageError(
                place: "--mount-matrix",
                problem: "\(matrices.count) for \(Quantity.count(files, "device", "devices"))",
                remedy: "give one for all, or one for each --device, in the same order"
            )
        }
        if Set(devices).count != devices.count {
            throw UsageError(
                place: "--device",
                problem: "the same is given twice",
                remedy: "give each once: a device is read by one recorder"
            )
        }
        if listsRates {
            try arguments.refuse(
                RecordOptions.optionsOfOthers + CalibrationChoice.options,
                "with --list-rates nothing is recorded",
                "leave one of the two out"
            )
        }
    }
}

extension SensorOptions {
    /// One recorder for each named device, or for each place over any device with the wanted types.
    @MainActor
    package func recorders(in frame: RecordingFrame) -> [PlannedRecorder] {
        let sourced = MotionDevices(uri: uri, calibratedBy: calibrations)
            .recorders(claims: claims, noting: frame.notes)
        let count = devices.isEmpty ? max(1, frame.placements.count) : devices.count
        return (0..<count).map { index in
            let device = devices.isEmpty ? nil : devices[index]
            let placement = frame.placements.isEmpty ? nil : frame.placements[index]
            var configuration = MotionRecorderConfiguration(
                identifier: "\(placement ?? device ?? "imu")_motion",
                recorderTypes: types,
                frequency: rateInHertz,
                usesCSVEncoding: frame.isCSV,
                device: device,
                placement: placement,
                mountMatrix: matrices.count > 1 ? matrices[index] : matrices.first
            )
            steps.ask(of: &configuration, at: placement, isOnly: count == 1)
            return PlannedRecorder(
                sourced,
                configuration,
                placement: placement,
                timekeeper: LiveTimekeeper()
            )
        }
    }
}

extension SensorOptions {
    package func names(at placements: [String]) -> [DeviceName] {
        guard devices.isEmpty else { return devices.map { DeviceName(ofSensor: $0) } }
        // Without its name, a sensor is found by its types, and perhaps by a label; another one may replace it.
        let remedy = "name the sensor by --device, with its label or name"
        guard !placements.isEmpty else {
            return [DeviceName("any motion sensor with the types", remedy: remedy)]
        }
        return placements.map { DeviceName("--placement \($0)", remedy: remedy) }
    }

    /// Where the recorders claim their sensors, because two names or two places may mean the same sensor.
    private var claims: DeviceClaims {
        guard devices.isEmpty else { return DeviceClaims(by: "--device") }
        return DeviceClaims(
            by: "--placement",
            remedy: "name the sensor of each place by --device, or leave one of the places out"
        )
    }
}

extension SensorOptions {
    /// The rates that the sensors support, one line each.
    package func rates() throws -> String {
        let list = try IIODeviceList.of(uri: uri, mutesLibrary: true)
        let wanted = list.devices(named: devices)
        guard !wanted.isEmpty else {
            let present = list.devices.map { "\($0.id) (\($0.name ?? "without a name"))" }
            throw RunFailure(
                "--list-rates: no such motion sensor at \(uri.printable); "
                    + (present.isEmpty
                        ? "there is none at all" : "there are \(present.joined(separator: ", "))")
            )
        }
        return wanted.flatMap { device in
            device.types.map { type in
                let rates = device.availableRates[type.rawValue] ?? "not reported by the device"
                return "\(device.id) \(device.name ?? "")  \(type.rawValue)  \(rates)".printable
            }
        }.joined(separator: "\n")
    }
}
