// A calibration must never lose the raw values. A manifest's description of a calibrated sensor suffices to restore
// them to the last bit: undoing calibration and mounting leaves only rounding errors, and rounding to the nearest whole
// number of the sensor's steps removes those.

/// Restores the raw readings from the calibrated values of a file.
public struct RawReadings: Sendable, Hashable {
    /// The calibration that was applied; `nil` if the sensor was not calibrated.
    public var calibration: SensorCalibration?
    /// The value of one sensor step; `nil` if unknown.
    public var conversion: StepConversion?
    /// The sensor's mounting, which is applied after the calibration.
    public var mount: AxisMatrix

    /// The processing of a sensor's readings.
    public init(
        calibration: SensorCalibration?,
        conversion: StepConversion?,
        mount: AxisMatrix = .identity
    ) {
        self.calibration = calibration
        self.conversion = conversion
        self.mount = mount
    }

    /// Reads the processing from a manifest; returns `nil` if it cannot be read or undone.
    ///
    /// - Parameters:
    ///   - sensor: One of the device's sensors.
    ///   - details: The device's `details` in the manifest.
    public init?(of sensor: MeasuredSensor, in details: [String: String]) {
        func rows(_ key: String, _ count: Int) -> [SIMD3<Double>]?? {
            guard let text = details[key] else { return .some(nil) }
            return Self.rows(of: text, count: count).map { .some($0) }
        }
        let name = sensor.rawValue
        guard let offset = rows("calibrationOffset \(name)", 1),
            let matrix = rows("calibrationMatrix \(name)", 3),
            let conversion = rows("conversion \(name)", 2),
            let own = rows("mountMatrix \(name)", 3),
            let configured = rows("mountMatrix configured", 3)
        else { return nil }
        if offset != nil || matrix != nil {
            guard let offset = offset?.first, let matrix else { return nil }
            let calibration = SensorCalibration(offset: offset, matrix: AxisMatrix(rows: matrix))
            guard calibration.isUsable else { return nil }
            self.calibration = calibration
        } else {
            calibration = nil
        }
        self.conversion = conversion.map {
            StepConversion(offset: $0[0], scale: $0[1], of: sensor)
        }
        mount = AxisMatrix(rows: own).followed(by: AxisMatrix(rows: configured))
        guard mount.inverse != nil else { return nil }
    }

    /// The file's value for a reading, computed as in a recording.
    public func value(of reading: SIMD3<Double>) -> SIMD3<Double> {
        let value = calibration?.apply(to: reading) ?? reading
        return mounted(value)
    }

    /// The whole numbers that the sensor read; `nil` if its step is unknown, or the value does not come from it.
    public func steps(of value: SIMD3<Double>) -> SIMD3<Int64>? {
        guard let reading = reading(of: value) else { return nil }
        return conversion?.steps(nearest: reading)
    }

    /// The value that the file would have without a calibration.
    ///
    /// Exact to the last bit if the sensor's step is known; otherwise subject to rounding errors.
    ///
    /// - Parameter value: The file's value.
    /// - Returns: `nil` for a value that no sensor gives.
    public func uncalibrated(_ value: SIMD3<Double>) -> SIMD3<Double>? {
        guard calibration != nil else { return value }
        guard let conversion else { return reading(of: value).map(mounted) }
        return steps(of: value).map { mounted(conversion.value(ofSteps: $0)) }
    }

    /// The chip's reading for a file's value, subject to rounding errors.
    public func reading(of value: SIMD3<Double>) -> SIMD3<Double>? {
        guard let turned = mount.inverse.map({ $0 * value }) else { return nil }
        guard let calibration else { return turned }
        return calibration.reading(of: turned)
    }

    private func mounted(_ value: SIMD3<Double>) -> SIMD3<Double> {
        guard mount != .identity else { return value }
        // Uses the same order of operations as a recording; adding 0 turns the -0 of a product into 0.
        return mount.column(0) * value.x + mount.column(1) * value.y + mount.column(2) * value.z + 0
    }

    // MARK: Text

    /// Formats rows as in a manifest: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
    public static func text(of rows: [SIMD3<Double>]) -> String {
        rows.map { row in "\(row.x), \(row.y), \(row.z)" }.joined(separator: "; ")
    }

    private static func rows(of text: String, count: Int) -> [SIMD3<Double>]? {
        guard text.utf8.count <= 512 else { return nil }
        let rows = text.split(separator: ";", omittingEmptySubsequences: false)
        guard rows.count == count else { return nil }
        var found: [SIMD3<Double>] = []
        for row in rows {
            let numbers = row.split(separator: ",", omittingEmptySubsequences: false)
                .map { Double(String($0.drop { $0 == " " })) }
            guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2],
                x.isFinite, y.isFinite, z.isFinite
            else { return nil }
            found.append(SIMD3(x, y, z))
        }
        return found
    }
}

extension AxisMatrix {
    /// The matrix with these rows; the identity if there are none.
    fileprivate init(rows: [SIMD3<Double>]?) {
        guard let rows, rows.count == 3 else {
            self = .identity
            return
        }
        self.init(rows[0], rows[1], rows[2])
    }

    fileprivate func column(_ index: Int) -> SIMD3<Double> {
        SIMD3(first[index], second[index], third[index])
    }

    /// This matrix followed by `other`, with the same order of operations as a recording.
    fileprivate func followed(by other: AxisMatrix) -> AxisMatrix {
        if self == .identity { return other }
        if other == .identity { return self }
        var product = AxisMatrix.identity
        for row in 0..<3 {
            for column in 0..<3 {
                product[row, column] = (0..<3).reduce(0) {
                    $0 + other[row, $1] * self[$1, column]
                }
            }
        }
        return product
    }
}
