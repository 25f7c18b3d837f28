// Reads a file that a recorder has written, and counts the readings of each stage.

import SampleFile

/// The number of readings of each stage in a file.
struct FileLook {
    /// Readings by the path of the step that was shown.
    var readings: [String: Int] = [:]

    init(at path: String, schema: RecordSchema) throws {
        guard let stepPath = schema.index(of: "stepPath"), let marker = schema.index(of: "marker")
        else { return }
        var reader = try SampleFileReader(opening: path, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count where batch.text(row, marker) == nil {
                guard let step = batch.text(row, stepPath) else { continue }
                readings["\(step)", default: 0] += 1
            }
        }
    }
}
