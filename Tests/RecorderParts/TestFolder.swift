// A temporary folder for tests, which can read what a recorder wrote into it.

internal import FoundationEssentials
package import MotionRecorder
package import Recording
internal import SampleFile
package import Timebase

/// A folder that is deleted after the test.
package final class TestFolder: Sendable {
    package let path =
        "\(FileManager.default.temporaryDirectory.path)/footfall-\(UUID().uuidString)"

    package init() throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func environment(_ timekeeper: any Timekeeper) -> RecorderEnvironment {
        let files = RecorderFiles(claim: { [path] request in
            let name = "\(request.identifier).\(request.fileExtension)"
            return FilePlace(path: "\(path)/\(name)", relativePath: name)
        })
        return RecorderEnvironment(files: files, timekeeper: timekeeper, zone: .utc)
    }

    /// The readings of a type: seconds since the start of the file, and x.
    package func readings(_ name: String, of type: MotionSensorType) throws -> [(Double, Double)] {
        var readings: [(Double, Double)] = []
        var reader = try SampleFileReader(
            opening: "\(path)/\(name)",
            schema: MotionFormat.schema
        )
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                guard let x = batch.number(row, MotionFormat.Column.x),
                    batch.text(row, MotionFormat.Column.sensorType)?.description == type.rawValue
                else { continue }
                readings.append((batch.number(row, MotionFormat.Column.timestamp) ?? -1, x))
            }
        }
        return readings
    }
}

/// The path of one of the repository's sample sessions.
package func sampleSession(_ name: String) -> String {
    let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(tests)/SampleData/\(name)"
}
