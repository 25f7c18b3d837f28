// What is kept of a calibration, and goes along with a recording that was made by it: the numbers, and what tells
// whether they still hold: when it was made, how warm the sensor was, and how well it fitted.

/// A calibration of a sensor, with how it came about.
public struct KeptCalibration: Sendable, Hashable {
    public var calibration: SensorCalibration
    /// When it was made, in UTC by ISO 8601.
    public var date: String
    /// How warm the device was then, where it says so.
    public var temperatureInCelsius: Double?
    /// What is left of 1 g, or of the field's strength as a share of it; `nil` of a gyroscope.
    public var residual: Double?
    /// Of how many rests, or readings in different directions, it was made.
    public var measurements: Int
    /// The strength of the field that a magnetometer was calibrated to.
    public var fieldInMicrotesla: Double?

    /// A calibration, with how it came about.
    public init(
        _ calibration: SensorCalibration,
        date: String,
        temperatureInCelsius: Double? = nil,
        residual: Double? = nil,
        measurements: Int,
        fieldInMicrotesla: Double? = nil
    ) {
        self.calibration = calibration
        self.date = date
        self.temperatureInCelsius = temperatureInCelsius
        self.residual = residual
        self.measurements = measurements
        self.fieldInMicrotesla = fieldInMicrotesla
    }
}

extension KeptCalibration: Codable {
    private enum CodingKeys: String, CodingKey {
        case date, temperatureInCelsius, offset, matrix, residual, measurements, fieldInMicrotesla
    }

    /// Reads a calibration that can be undone, and nothing else.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        calibration = SensorCalibration(
            offset: try values.decode(SIMD3<Double>.self, forKey: .offset),
            matrix: try values.decode(AxisMatrix.self, forKey: .matrix)
        )
        guard calibration.isUsable else {
            throw DecodingError.dataCorruptedError(
                forKey: .matrix,
                in: values,
                debugDescription: "no sensor has such a calibration, or it cannot be undone"
            )
        }
        date = try values.decode(String.self, forKey: .date)
        guard date.utf8.count <= 40 else {
            throw DecodingError.dataCorruptedError(
                forKey: .date,
                in: values,
                debugDescription: "a date has not so many characters"
            )
        }
        temperatureInCelsius = try values.decodeIfPresent(
            Double.self,
            forKey: .temperatureInCelsius
        )
        residual = try values.decodeIfPresent(Double.self, forKey: .residual)
        measurements = try values.decode(Int.self, forKey: .measurements)
        fieldInMicrotesla = try values.decodeIfPresent(Double.self, forKey: .fieldInMicrotesla)
        let isPossible =
            measurements > 0 && 0...1 ~= residual ?? 0 && -100...200 ~= temperatureInCelsius ?? 0
            && 1...1000 ~= fieldInMicrotesla ?? 50
        guard isPossible else {
            throw DecodingError.dataCorruptedError(
                forKey: .measurements,
                in: values,
                debugDescription: "no calibration comes about so"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(date, forKey: .date)
        try values.encodeIfPresent(temperatureInCelsius, forKey: .temperatureInCelsius)
        try values.encode(calibration.offset, forKey: .offset)
        try values.encode(calibration.matrix, forKey: .matrix)
        try values.encodeIfPresent(residual, forKey: .residual)
        try values.encode(measurements, forKey: .measurements)
        try values.encodeIfPresent(fieldInMicrotesla, forKey: .fieldInMicrotesla)
    }
}
