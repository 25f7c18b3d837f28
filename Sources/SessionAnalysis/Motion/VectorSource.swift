// Reads one type of a file. Each type is read in a pass of its own: in the file, readings of different types may be far
// apart, and a common pass would have to store them.

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

/// Reads the readings of a type in order of time, and collects the file's steps and marks on the way.
final class VectorSource {
    /// The steps and marks found so far, which may include some after the last reading returned.
    private(set) var course: MotionCourse
    /// The readings dropped so far.
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
    ///   - type: The type to read.
    ///   - sensor: The sensor that has it.
    ///   - session: The sensor's session.
    ///   - longestGap: The longest interval between readings without a gap, in nanoseconds.
    ///   - tellsCourse: True to collect steps and marks.
    /// - Throws: `SampleFileError` if the file cannot be read.
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

    /// The next reading that is later than the one before; `nil` after the last.
    ///
    /// - Throws: `SampleFileError` if a record cannot be read.
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
                // A loss without a sensor may concern any sensor.
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
