// What the manifest says about the recorder of a file: the rates that were asked for and set, and the sensor's
// range. What the manifest does not say is absent, never guessed from measured values.

internal import Research

/// Facts about the recorder of one file.
struct RecorderFacts {
    private let device: SessionManifest.Device?
    private let configuredRate: Double?

    init(of file: SessionManifest.File, in manifest: SessionManifest) {
        device = file.device.flatMap {
            manifest.devices.indices.contains($0) ? manifest.devices[$0] : nil
        }
        let recorder = manifest.recorders?.first { $0.identifier == file.identifier }
        configuredRate =
            if case .object(let keys)? = recorder?.configuration {
                switch keys["frequency"] {
                case .integer(let rate): Double(rate)
                case .number(let rate): rate
                default: nil
                }
            } else {
                nil
            }
    }

    /// Returns the rates that were requested and set for a sensor type; `nil` for a rate that the manifest lacks.
    func rates(of sensorType: String) -> (asked: Double?, set: Double?) {
        (device?.askedRate(of: sensorType) ?? configuredRate, device?.rate(of: sensorType))
    }

    /// The ranges of an accelerometer, in g, if the kernel reported them and no mount matrix has turned the axes.
    var ranges: SensorRanges {
        guard let details = device?.details, details["mountMatrix configured"] == nil else {
            return [:]
        }
        let ends = ["ABS_X", "ABS_Y", "ABS_Z"].compactMap { axis -> Double? in
            func number(_ key: String) -> Double? {
                details["axis \(axis) \(key)"].flatMap(Double.init)
            }
            guard let minimum = number("minimum"), let maximum = number("maximum"),
                let unit = number("unitsPerG"), unit > 0, minimum < 0, maximum > 0
            else { return nil }
            let end = min(-minimum, maximum) / unit
            return end.isFinite && end > 0 ? end : nil
        }
        return ends.count == 3 ? ["accelerometer": SIMD3(ends[0], ends[1], ends[2])] : [:]
    }
}
