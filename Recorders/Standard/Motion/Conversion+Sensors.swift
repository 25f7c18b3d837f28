// Parses command-line words about sensors: types, and how a board is mounted.

internal import Arguments
internal import MotionRecorder

extension Conversion<MotionSensorType> {
    /// A type that a sensor delivers itself, or that is computed from several sensors.
    static var sensorType: Self {
        Self { word throws(ConversionError) in
            guard let type = MotionSensorType(rawValue: word) else {
                throw .unknown(
                    word,
                    among: MotionSensorType.allCases.map(\.rawValue),
                    example: "sensor type"
                )
            }
            return type
        }
    }
}

extension Conversion<MountMatrix> {
    /// Nine numbers in the kernel's notation.
    static var mountMatrix: Self {
        Self { word throws(ConversionError) in
            let remedy = "give three rows, for instance \"0,1,0; -1,0,0; 0,0,1\""
            guard let matrix = MountMatrix(word) else {
                throw ConversionError(problem: "not three rows of three numbers", remedy: remedy)
            }
            guard matrix.isRotation else {
                throw ConversionError(
                    problem: "it is no rotation: it stretches, skews or mirrors",
                    remedy: remedy
                )
            }
            return matrix
        }
    }
}
