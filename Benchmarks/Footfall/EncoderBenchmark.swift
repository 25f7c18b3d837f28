// Writing motion records as the recorder does: the sample file's own writer, its flushes and its
// checksum included, on the numbers that the peers write too.

import SampleFile
import SystemCalls

/// The motion record's columns, in the order of a file.
enum MotionColumns {
    static let schema = RecordSchema([
        .init("uptime", .number), .init("timestamp", .number), .init("stepPath", .text),
        .init("timestampDate", .text), .init("sensorType", .text),
        .init("eventAccuracy", .integer), .init("referenceCoordinate", .text),
        .init("heading", .number), .init("x", .number), .init("y", .number),
        .init("z", .number), .init("w", .number), .init("lost", .integer),
        .init("reason", .text), .init("marker", .text),
    ])
    static let uptime = 0
    static let timestamp = 1
    static let stepPath = 2
    static let sensorType = 4
    static let x = 8
    static let y = 9
    static let z = 10
}

struct EncoderBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let rows = try SharedValues.load(arguments.text("values", ".build/peers/full.f64"))
        let output = arguments.text("output", ".build/footfall.json")
        if FileSystem.kind(of: output) == .file { try FileSystem.remove(output) }

        var bytes: Int64 = 0
        let start = SystemClock.monotonic.nanoseconds
        if arguments.flag("clock") {
            bytes = try writeClockTimes(rows, to: output)
        } else {
            bytes = try writeDoubles(rows, to: output)
        }
        let elapsed = SystemClock.monotonic.nanoseconds - start
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(rows.count),
                records: rows.count,
                bytes: Int(bytes)
            )
        )
    }

    /// Every number a double with all its digits.
    private func writeDoubles(_ rows: [ValueRow], to output: String) throws -> Int64 {
        let start = SystemClock.monotonic.nanoseconds
        var writer = try SampleFileWriter(
            creating: output,
            schema: MotionColumns.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        let stepPath = PreparedText("walk")
        let sensorType = PreparedText("accelerometer")
        var untilTick = 64
        for row in rows {
            writer.beginRecord()
            writer.number(MotionColumns.uptime, row.uptime)
            writer.number(MotionColumns.timestamp, row.timestamp)
            writer.text(MotionColumns.stepPath, stepPath)
            writer.text(MotionColumns.sensorType, sensorType)
            writer.number(MotionColumns.x, row.x)
            writer.number(MotionColumns.y, row.y)
            writer.number(MotionColumns.z, row.z)
            guard writer.endRecord() else { throw BenchmarkError("a record was refused") }
            untilTick &-= 1
            if untilTick == 0 {
                untilTick = 64
                let elapsed = SystemClock.monotonic.nanoseconds - start
                try writer.tick(at: .nanoseconds(elapsed))
            }
        }
        return try writer.close().bytes
    }

    /// Times as a recording has them: whole nanoseconds of a clock.
    private func writeClockTimes(_ rows: [ValueRow], to output: String) throws -> Int64 {
        let start = SystemClock.monotonic.nanoseconds
        var writer = try SampleFileWriter(
            creating: output,
            schema: MotionColumns.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        let stepPath = PreparedText("walk")
        let sensorType = PreparedText("accelerometer")
        var untilTick = 64
        for row in rows {
            writer.beginRecord()
            writer.nanosecondsAsSeconds(
                MotionColumns.uptime,
                Int64((row.uptime * 1e9).rounded())
            )
            writer.nanosecondsAsSeconds(
                MotionColumns.timestamp,
                Int64((row.timestamp * 1e9).rounded())
            )
            writer.text(MotionColumns.stepPath, stepPath)
            writer.text(MotionColumns.sensorType, sensorType)
            writer.number(MotionColumns.x, row.x)
            writer.number(MotionColumns.y, row.y)
            writer.number(MotionColumns.z, row.z)
            guard writer.endRecord() else { throw BenchmarkError("a record was refused") }
            untilTick &-= 1
            if untilTick == 0 {
                untilTick = 64
                let elapsed = SystemClock.monotonic.nanoseconds - start
                try writer.tick(at: .nanoseconds(elapsed))
            }
        }
        return try writer.close().bytes
    }
}
