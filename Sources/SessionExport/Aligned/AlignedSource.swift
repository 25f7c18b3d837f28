// Reads one sensor of a file. Each sensor is read in a pass of its own: in the file, readings of different sensors may
// be far apart, and a common pass would have to store them.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import Timebase

/// Reads a sensor's readings, in the order of the file.
final class AlignedSource {
    private let columns: RecordColumns
    private let sensor: [UInt8]
    /// The columns to read.
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

    /// The next reading with a time; `nil` after the last.
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
                // A loss without a sensor may concern any sensor.
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
