// Which types a file has, where its manifest does not say: that of a run that died.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder

/// Looks for the types of a file's readings.
enum MotionTypeSearch {
    /// A file that has a type has it among so many records, or so rarely that nothing can be analysed.
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
