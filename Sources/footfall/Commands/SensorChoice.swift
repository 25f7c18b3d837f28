// The sensors that `--types` can name. The types that are computed from several sensors are known
// by name, so that asking for one is answered with what to ask for instead.

/// A sensor that can be recorded as it measures.
enum SensorChoice: String, CaseIterable, Sendable {
    case accelerometer, gyro, magnetometer

    private static let derived: Set<String> = [
        "attitude", "gravity", "magneticField", "rotationRate", "userAcceleration",
    ]

    static let conversion = Conversion<Self> { word throws(ConversionError) in
        if let choice = Self(rawValue: word) { return choice }
        guard !derived.contains(word) else {
            throw ConversionError(
                problem: "\(word) is computed from several sensors, which is not possible yet",
                remedy: "record accelerometer, gyro or magnetometer"
            )
        }
        throw ConversionError.unknown(word, among: allCases.map(\.rawValue), example: "sensor type")
    }
}
