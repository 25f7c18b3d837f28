// The sensors that `--types` can name. The types that are computed from several sensors are known
// by name, so that asking for one is answered with what to ask for instead.

internal import MotionRecorder

extension Conversion<MotionSensorType> {
    /// A type that a sensor gives by itself.
    static var rawSensorType: Self {
        Self { word throws(ConversionError) in
            let names = MotionSensorType.raw.map(\.rawValue)
            guard let type = MotionSensorType(rawValue: word) else {
                throw .unknown(word, among: names, example: "sensor type")
            }
            guard !type.isDerived else {
                throw ConversionError(
                    problem: "\(word) is computed from several sensors, which is not possible yet",
                    remedy: "there are \(names.joined(separator: ", "))"
                )
            }
            return type
        }
    }
}
