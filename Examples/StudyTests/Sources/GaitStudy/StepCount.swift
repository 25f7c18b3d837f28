// What the study measures: how many steps there are in a recording. Each step shows once in the
// acceleration, as a rise of its strength through one g after it has clearly been below.

internal import MotionRecorder
internal import SampleFile

/// Steps of a recorded walk.
public struct StepCount: Equatable, Sendable {
    public var steps: Int
    public var seconds: Double

    /// Steps a minute.
    public var cadence: Double { seconds > 0 ? Double(steps) / seconds * 60 : 0 }

    /// A number of steps and the time that they took.
    public init(steps: Int, seconds: Double) {
        self.steps = steps
        self.seconds = seconds
    }

    /// Counts the steps in a motion file.
    public init(inFile path: String) throws {
        steps = 0
        seconds = 0
        var smooth = 1.0
        var wasLow = false
        var last = -1.0
        var reader = try SampleFileReader(opening: path, schema: MotionFormat.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard
                    batch.text(row, MotionFormat.Column.sensorType)?.description
                        == MotionSensorType.accelerometer.rawValue,
                    let x = batch.number(row, MotionFormat.Column.x),
                    let y = batch.number(row, MotionFormat.Column.y),
                    let z = batch.number(row, MotionFormat.Column.z),
                    let time = batch.number(row, MotionFormat.Column.timestamp)
                else { continue }
                let strength = (x * x + y * y + z * z).squareRoot()
                smooth += 0.15 * (strength - smooth)
                if smooth < 0.95 { wasLow = true }
                if wasLow, smooth > 1.0, time - last > 0.3 {
                    steps += 1
                    last = time
                    wasLow = false
                }
                seconds = time
            }
        }
    }
}
