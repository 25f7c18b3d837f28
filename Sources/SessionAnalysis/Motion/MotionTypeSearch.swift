// Finds the types in a file whose manifest does not list them: the file of a crashed session.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder

/// Searches a file's readings for their types.
enum MotionTypeSearch {
    /// How many records are searched: a type that does not occur among them is too rare to be analysed.
    private static let mostRecords = 20_000

    static func types(
        of file: SessionManifest.File,
        of session: Session,
        _ columns: MotionColumns
    ) throws(SessionError) -> Set<MotionSensorType> {
        let names = MotionSensorType.allCases.map { (type: $0, bytes: Array($0.rawValue.utf8)) }
        var types: Set<MotionSensorType> = []
        do throws(SampleFileError) {
            var reader = try session.reader(of: file, schema: columns.record.schema)
            while reader.recordsRead < mostRecords, let batch = try reader.nextBatch() {
                for row in 0..<batch.count where columns.record.kind(of: batch, row) == .sample {
                    guard let word = batch.text(row, columns.record.sensorType),
                        let name = names.first(where: { word == $0.bytes })
                    else { continue }
                    types.insert(name.type)
                }
            }
        } catch {
            throw .of(error)
        }
        return types
    }
}
