// The readings of one sensor of a file. Sensors of a file may be far apart in it, so each reads it by itself: nothing
// that another has given waits in memory meanwhile.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import Timebase

/// Reads a sensor's readings, in the order of the file.
final class AlignedSource {
    private let columns: RecordColumns
    private let sensor: [UInt8]
    /// The columns that are read.
    private let places: [Int]
    private var reader: SampleFileReader
    private var batch: RecordBatch?
    private var row = 0

    /// Reads from the beginning of a file.
    init(
        _ file: SessionManifest.File,
        of session: Session,
        _ columns: RecordColumns,
        sensor: String,
        places: [Int]
    ) throws {
        (self.columns, self.places) = (columns, places)
        self.sensor = Array(sensor.utf8)
        reader = try session.reader(of: file, schema: columns.schema)
    }

    /// The next reading that has a time; `nil` behind the last.
    func next() throws -> AlignedReading? {
        var isBehindGap = false
        while true {
            guard let batch, row < batch.count else {
                batch = try reader.nextBatch()
                row = 0
                if batch == nil { return nil }
                continue
            }
            defer { row += 1 }
            let name = batch.text(row, columns.sensorType)
            guard name.map({ $0 == sensor }) ?? true else { continue }
            switch columns.kind(of: batch, row) {
            case .loss(let count):
                // Of a loss without a sensor nobody knows whose it is.
                if count != 0 { isBehindGap = true }
            case .mark, .move: continue
            case .sample:
                guard let instant = columns.instant(batch, row) else { continue }
                return AlignedReading(
                    instant: instant,
                    isBehindGap: isBehindGap,
                    values: places.map { batch.value(row, $0, of: columns.schema) ?? .empty }
                )
            }
        }
    }
}
