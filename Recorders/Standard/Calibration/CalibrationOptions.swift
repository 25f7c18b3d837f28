// The `calibrate` command's options: which sensors to calibrate.

package import Arguments
package import Calibration
internal import IIOSource
internal import MotionRecorder
internal import PlainWords
internal import SessionRuns

/// Which sensors to calibrate, and how.
package struct CalibrationOptions: Sendable, Equatable {
    package var uri: String
    package var device: String?
    /// The sensors; `nil` for all that the device has.
    package var types: Set<MeasuredSensor>?
    package var rateInHertz: Double
    package var restInSeconds: Double
    package var fieldInMicrotesla: Double?

    private static let deviceOption = Option(
        "device",
        taking: "NAME",
        as: .text,
        "the sensor's name, label or id, as footfall devices lists them; if not given, the devices that measure the types"
    )
    private static let typesOption = Option(
        "types",
        taking: "TYPES",
        as: Conversion<MeasuredSensor>.choice(of: "sensor type").list,
        "the sensors to calibrate, separated by commas: accelerometer, gyro, magnetometer; all sensors of the device if not given"
    )
    private static let restOption = Option(
        "rest",
        taking: "S",
        as: .positiveNumber(within: 1...60, example: "2"),
        "how many seconds the device must lie still in each position; 2 if not given"
    )
    private static let fieldOption = Option(
        "field",
        taking: "UT",
        as: .positiveNumber(within: 10...150, example: "49"),
        "the strength of the Earth's field at this place in µT, for the magnetometer; if not given, the calibration keeps the overall scale of the readings"
    )
    private static let rateOption = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(within: 20...10_000, example: "100"),
        "readings a second of each sensor; 100 if not given"
    )

    package static let options = [
        SourceOptions.uri.declaration, deviceOption.declaration, typesOption.declaration,
        rateOption.declaration, restOption.declaration, fieldOption.declaration,
    ]

    package init(_ arguments: ParsedArguments) throws(UsageError) {
        uri = try arguments.value(of: SourceOptions.uri) ?? SourceOptions.defaultURI
        device = try arguments.value(of: Self.deviceOption)
        types = try arguments.value(of: Self.typesOption).map(Set.init)
        rateInHertz = try arguments.value(of: Self.rateOption) ?? 100
        restInSeconds = try arguments.value(of: Self.restOption) ?? 2
        fieldInMicrotesla = try arguments.value(of: Self.fieldOption)
    }

    /// The request for the devices.
    func request(of sensors: Set<MeasuredSensor>) -> IIORequest {
        let types = MotionSensorType.raw.filter { type in
            sensors.contains { $0.rawValue == type.rawValue }
        }
        var request = IIORequest(
            MotionRequest(types: types, rateInHertz: rateInHertz, device: device),
            uri: uri
        )
        request.mutesLibrary = true
        request.tellsTemperature = true
        return request
    }

    /// What to find out: about the named sensors, or about all that the device has.
    ///
    /// - Throws: If there is no such sensor.
    package func plan() throws -> CalibrationProcedure.Plan {
        var sensors = types ?? []
        if sensors.isEmpty {
            let list = try IIODeviceList.of(
                uri: request(of: []).uri,
                mutesLibrary: true
            )
            let named = request(of: []).device
            let entries = list.devices(named: named.map { [$0] } ?? [])
            sensors = Set(
                entries.flatMap(\.types).compactMap { MeasuredSensor(rawValue: $0.rawValue) }
            )
            guard !sensors.isEmpty else {
                let present = list.devices.map { "\($0.id) (\($0.name ?? "without a name"))" }
                throw RunFailure(
                    "\(ContextAddress.heading(of: uri)) no such motion sensor; ".printable
                        + (present.isEmpty
                            ? "there is none at all: load the sensor's driver"
                            : "there are \(present.joined(separator: ", "))".printable)
                )
            }
        }
        try IIOPermissions.check(request(of: sensors))
        return CalibrationProcedure.Plan(
            sensors,
            restInSeconds: restInSeconds,
            fieldInMicrotesla: fieldInMicrotesla
        )
    }
}
