// The writer's first peer, and the only place that needs Foundation's encoder. Each record is encoded by
// `JSONEncoder` and written by two seeks and two writes of a `FileHandle`, as Sage's logger does it. The encoder is
// made once and prints compactly, which is faster than Sage's use of it.

import Foundation

private struct FoundationRecord: Encodable {
    var uptime: Double
    var timestamp: Double
    var stepPath: String
    var sensorType: String
    var x: Double
    var y: Double
    var z: Double
}

struct FoundationEncoderBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let all = try SharedValues.load(arguments.text("values", ".build/peers/full.f64"))
        // Some of the rows, spread over the file: this peer is slow, and every row takes it equally long.
        let step = max(1, all.count / (try arguments.integer("records", 50_000)))
        let rows = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let output = arguments.text("output", ".build/foundation.json")
        guard FileManager.default.createFile(atPath: output, contents: nil),
            let file = FileHandle(forWritingAtPath: output)
        else { throw BenchmarkError("cannot create \(output)") }

        var bytes = 0
        let elapsed = try processorTimeTaken {
            let encoder = JSONEncoder()
            let separator = Data(",\n".utf8)
            var isFirst = true
            try file.write(contentsOf: Data("[\n".utf8))
            for row in rows {
                if !isFirst {
                    try file.seekToEnd()
                    try file.write(contentsOf: separator)
                }
                isFirst = false
                let record = try encoder.encode(
                    FoundationRecord(
                        uptime: row.uptime,
                        timestamp: row.timestamp,
                        stepPath: "walk",
                        sensorType: "accelerometer",
                        x: row.x,
                        y: row.y,
                        z: row.z
                    )
                )
                try file.seekToEnd()
                try file.write(contentsOf: record)
                bytes += record.count + 2
            }
            try file.write(contentsOf: Data("\n]".utf8))
            try file.close()
        }
        try Report.json(
            Measurement(
                program: "json-foundation",
                nanoseconds: Double(elapsed) / Double(rows.count),
                records: rows.count,
                bytes: bytes + 2
            )
        )
    }
}
