// The stored form of a calibration, which also accompanies recordings made with it. It has the calibration's numbers,
// and what shows whether they still hold: the date, the sensor's temperature, and the quality of the fit.

/// A stored calibration of a sensor, with its origin.
public struct KeptCalibration: Sendable, Hashable {
    public var calibration: SensorCalibration
    /// When it was made, in UTC by ISO 8601.
    public var date: String
    /// The device's temperature at that time, if known.
    public var temperatureInCelsius: Double?
    /// The residual: in g, or as a share of the field's strength; `nil` for a gyroscope.
    public var residual: Double?
    /// The number of rests, or of readings in different directions.
    public var measurements: Int
    /// The field strength to which a magnetometer was calibrated.
    public var fieldInMicrotesla: Double?

    /// A calibration with its origin.
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

    /// Decodes a calibration; refuses one that cannot be undone.
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
                debugDescription: "its residual, count, temperature or field is impossible"
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
