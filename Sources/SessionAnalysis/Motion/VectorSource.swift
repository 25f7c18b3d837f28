// The readings of one type of a file. Types may be far apart in it, so each is read by itself: nothing that one has
// given waits in memory for another.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import Timebase

/// A reading of three axes.
struct VectorReading: TimedReading {
    /// In nanoseconds of boot time.
    var instant: Int64
    var isBehindGap: Bool
    var vector: SIMD3<Double>
    var stepPath: String
}

/// Reads the readings of a type in the order of time, and on the way what its file tells of steps and marks.
final class VectorSource {
    /// The steps and marks ahead of the last reading.
    private(set) var course: MotionCourse
    /// What was left out so far.
    var leftOut: MotionLeftOut {
        MotionLeftOut(
            late: order.late,
            ahead: order.ahead,
            withoutTime: withoutTime,
            withoutValues: withoutValues
        )
    }

    private let columns: MotionColumns
    private let sensor: [UInt8]
    private let tellsCourse: Bool
    private var reader: SampleFileReader
    private var batch: RecordBatch?
    private var row = 0
    private var order: TimeOrder<VectorReading>
    private var isAtEnd = false
    private var isBehindGap = false
    private var (withoutTime, withoutValues) = (0, 0)
    private var stepPath = ""
    private var stepPathBytes: [UInt8] = []

    /// Reads from the beginning of a file.
    ///
    /// - Parameters:
    ///   - type: The type whose readings are wanted.
    ///   - sensor: The sensor that has it.
    ///   - session: The session of the sensor.
    ///   - longestGap: How far apart readings are without a gap, in nanoseconds.
    ///   - tellsCourse: Whether steps and marks are wanted.
    /// - Throws: `SampleFileError` where the file cannot be read.
    init(
        _ type: MotionSensorType,
        of sensor: MotionSensor,
        in session: Session,
        longestGap: Int64,
        tellsCourse: Bool
    ) throws(SampleFileError) {
        columns = sensor.columns
        self.sensor = Array(type.rawValue.utf8)
        self.tellsCourse = tellsCourse
        course = MotionCourse(since: sensor.file.startUptime.nanoseconds)
        order = TimeOrder(longestGap: longestGap)
        reader = try session.reader(of: sensor.file, schema: sensor.columns.record.schema)
    }

    /// The next reading that is later than the one before; `nil` behind the last.
    ///
    /// - Throws: `SampleFileError` where a record cannot be read.
    func next() throws(SampleFileError) -> VectorReading? {
        while !isAtEnd {
            guard let reading = try nextOfFile() else {
                isAtEnd = true
                return order.finish()
            }
            if let good = order.take(reading) { return good }
        }
        return nil
    }

    private func nextOfFile() throws(SampleFileError) -> VectorReading? {
        while true {
            guard let batch, row < batch.count else {
                batch = try reader.nextBatch()
                row = 0
                if batch == nil { return nil }
                continue
            }
            defer { row += 1 }
            if tellsCourse { noteStep(batch) }
            let name = batch.text(row, columns.record.sensorType)
            guard name.map({ $0 == sensor }) ?? true else { continue }
            switch columns.record.kind(of: batch, row) {
            case .loss(let count):
                // Of a loss without a sensor nobody knows whose it is.
                if count != 0 { isBehindGap = true }
            case .mark: if tellsCourse { noteMark(batch) }
            case .move: continue
            case .sample: if let reading = reading(batch) { return reading }
            }
        }
    }

    private func reading(_ batch: RecordBatch) -> VectorReading? {
        guard let instant = columns.record.instant(batch, row) else {
            withoutTime += 1
            return nil
        }
        guard let x = batch.number(row, columns.x), let y = batch.number(row, columns.y),
            let z = batch.number(row, columns.z)
        else {
            withoutValues += 1
            isBehindGap = true
            return nil
        }
        defer { isBehindGap = false }
        return VectorReading(
            instant: instant,
            isBehindGap: isBehindGap,
            vector: SIMD3(x, y, z),
            stepPath: stepPath
        )
    }

    private func noteStep(_ batch: RecordBatch) {
        guard let column = columns.record.stepPath, let path = batch.text(row, column),
            !(path == stepPathBytes) || course.steps.isEmpty,
            let instant = columns.record.instant(batch, row)
        else { return }
        stepPath = path.description
        stepPathBytes = Array(stepPath.utf8)
        course.move(to: stepPath, at: instant)
    }

    private func noteMark(_ batch: RecordBatch) {
        guard let column = columns.record.marker, let name = batch.text(row, column),
            let instant = columns.record.instant(batch, row)
        else { return }
        course.mark(name.description, at: instant)
    }
}
