// Reads every value of every record of a sample file by the streaming reader, as Footfall's tools do.

import MotionRecorder
import SampleFile

struct ReaderBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let input = arguments.text("input", ".build/footfall.json")
        var sum = 0.0
        var records = 0
        var characters = 0
        let elapsed = try processorTimeTaken {
            typealias Column = MotionFormat.Column
            var reader = try SampleFileReader(opening: input, schema: MotionFormat.schema)
            while let batch = try reader.nextBatch() {
                for row in 0..<batch.count {
                    sum += batch.number(row, Column.uptime) ?? 0
                    sum += batch.number(row, Column.timestamp) ?? 0
                    characters += batch.text(row, Column.stepPath)?.count ?? 0
                    characters += batch.text(row, Column.sensorType)?.count ?? 0
                    sum += batch.number(row, Column.x) ?? 0
                    sum += batch.number(row, Column.y) ?? 0
                    sum += batch.number(row, Column.z) ?? 0
                }
                records += batch.count
            }
        }
        guard records > 0 else { throw BenchmarkError("\(input) has no records") }
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(records),
                records: records,
                sum: sum,
                characters: characters
            )
        )
    }
}
