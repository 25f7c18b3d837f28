// Describes the keys of a motion recorder in a task file, for the authors of task files.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// Accelerometer, gyroscope, magnetometer and the types derived from them.
    public static var motion: Self {
        Self(
            .motion,
            MotionRecorderConfiguration.self,
            "Records how a sensor moves: acceleration, rotation, magnetic field, and what is derived.",
            keys: RSDKey.recorder + RSDKey.recorderFile + MotionRecorderConfiguration.keys,
            rule: RSDWords.namedDevice
        )
    }
}

extension MotionRecorderConfiguration {
    fileprivate static let keys = [
        RSDKey(
            "recorderTypes",
            .list(.word(MotionSensorType.allCases.map(\.rawValue))),
            "What is recorded; 'accelerometer' and 'gyro' if not given."
        ),
        RSDKey(
            "frequency",
            .number,
            "How many readings a second are taken of each type, from 0.001 to 1000000; 100 if not given."
        ),
        RSDKey(
            "device",
            .text,
            "Which device records, by its name, label, id or URI; the one that fits if not given."
        ),
        RSDKey(
            "placement",
            .text,
            "Where on the body the device is, in any words, such as 'lowBack'; the file contains this, too."
        ),
        RSDKey(
            "mountMatrix",
            .list(.list(.number)),
            "How the device is turned on the body: three rows of three numbers that make a rotation."
        ),
        RSDKey(
            "steps",
            .boolean,
            "Whether steps are counted, by an accelerometer at the low back; the counts are results beside the file."
        ),
        RSDKey(
            "legLength",
            .number,
            "The height of the hip above the ground in metres, from 0.2 to 1.5; without it, steps have no length."
        ),
    ]
}
