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
        let hasClockTimes = arguments.flag("clock")
        if FileSystem.kind(of: output) == .file { try FileSystem.remove(output) }

        var bytes = 0
        let elapsed = try processorTimeTaken {
            bytes =
                if output == "none" {
                    try encode(rows, hasClockTimes)
                } else {
                    try write(rows, hasClockTimes, to: output)
                }
        }
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(rows.count),
                records: rows.count,
                bytes: bytes
            )
        )
    }

    /// Makes the text and lets it go, each 64 KiB of it.
    private func encode(_ rows: [ValueRow], _ hasClockTimes: Bool) throws -> Int {
        var encoder = RecordEncoder(schema: MotionColumns.schema, layout: .jsonArray)
        let texts = MotionTexts()
        var bytes = 2
        for row in rows {
            encoder.beginRecord()
            if hasClockTimes {
                encoder.nanosecondsAsSeconds(MotionColumns.uptime, row.uptimeInNanoseconds)
                encoder.nanosecondsAsSeconds(MotionColumns.timestamp, row.timestampInNanoseconds)
            } else {
                encoder.number(MotionColumns.uptime, row.uptime)
                encoder.number(MotionColumns.timestamp, row.timestamp)
            }
            encoder.text(MotionColumns.stepPath, texts.stepPath)
            encoder.text(MotionColumns.sensorType, texts.sensorType)
            encoder.number(MotionColumns.x, row.x)
            encoder.number(MotionColumns.y, row.y)
            encoder.number(MotionColumns.z, row.z)
            guard encoder.endRecord() else { throw BenchmarkError("a record was refused") }
            if encoder.bufferedBytes >= 65536 {
                bytes += encoder.bufferedBytes
                encoder.removeAll()
            }
        }
        return bytes + encoder.bufferedBytes
    }

    /// Makes the text, its checksum and a file of it that is whole after each 64 KiB.
    private func write(
        _ rows: [ValueRow],
        _ hasClockTimes: Bool,
        to output: String
    ) throws -> Int {
        let start = SystemClock.monotonic.nanoseconds
        var writer = try SampleFileWriter(
            creating: output,
            schema: MotionColumns.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        let texts = MotionTexts()
        var untilTick = 64
        for row in rows {
            writer.beginRecord()
            if hasClockTimes {
                writer.nanosecondsAsSeconds(MotionColumns.uptime, row.uptimeInNanoseconds)
                writer.nanosecondsAsSeconds(MotionColumns.timestamp, row.timestampInNanoseconds)
            } else {
                writer.number(MotionColumns.uptime, row.uptime)
                writer.number(MotionColumns.timestamp, row.timestamp)
            }
            writer.text(MotionColumns.stepPath, texts.stepPath)
            writer.text(MotionColumns.sensorType, texts.sensorType)
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
        return Int(try writer.close().bytes)
    }
}

private struct MotionTexts {
    let stepPath = PreparedText("walk")
    let sensorType = PreparedText("accelerometer")
}

extension ValueRow {
    fileprivate var uptimeInNanoseconds: Int64 { Int64((uptime * 1e9).rounded()) }
    fileprivate var timestampInNanoseconds: Int64 { Int64((timestamp * 1e9).rounded()) }
}
