// Writes motion records as the recorder does, by the sample file's own writer with its flushes and its checksum: the
// same numbers that the peers write.

import MotionRecorder
import SampleFile
import SystemCalls

struct EncoderBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let all = try SharedValues.load(arguments.text("values", ".build/peers/full.f64"))
        let rows = Array(all.prefix(try arguments.integer("records", .max)))
        let output = arguments.text("output", ".build/footfall.json")
        let hasClockTimes = arguments.flag("clock")
        let toFile = output != "none"
        let passes = toFile ? 1 : try arguments.integer("passes", 1)
        if toFile {
            if FileSystem.kind(of: output) == .file { try FileSystem.remove(output) }
        } else {
            // One pass that is not timed, as the peers do.
            _ = try encode(rows, hasClockTimes)
        }

        var bytes = 0
        let elapsed = try processorTimeTaken {
            for _ in 0..<passes {
                bytes +=
                    toFile
                    ? try write(rows, hasClockTimes, to: output)
                    : try encode(rows, hasClockTimes)
            }
        }
        let records = rows.count * passes
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(records),
                records: records,
                bytes: bytes
            )
        )
    }

    /// Makes the text, and discards it after each 64 KiB.
    private func encode(_ rows: [ValueRow], _ hasClockTimes: Bool) throws -> Int {
        var encoder = RecordEncoder(schema: MotionFormat.schema, layout: .jsonArray)
        let texts = MotionTexts()
        var bytes = 2
        for row in rows {
            try encoder.write(row, texts, hasClockTimes)
            if encoder.bufferedBytes >= 65536 {
                bytes += encoder.bufferedBytes
                encoder.removeAll()
            }
        }
        return bytes + encoder.bufferedBytes
    }

    /// Makes the text, its checksum, and a file that is a whole document after each flush.
    private func write(
        _ rows: [ValueRow],
        _ hasClockTimes: Bool,
        to output: String
    ) throws -> Int {
        let start = SystemClock.monotonic.nanoseconds
        var writer = try SampleFileWriter(
            creating: output,
            schema: MotionFormat.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        let texts = MotionTexts()
        var untilTick = 64
        for row in rows {
            try writer.write(row, texts, hasClockTimes)
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

/// Takes a record value by value: the encoder alone, or the writer of a file.
private protocol RecordTaker: ~Copyable {
    mutating func beginRecord()
    mutating func number(_ column: Int, _ value: Double)
    mutating func nanosecondsAsSeconds(_ column: Int, _ nanoseconds: Int64)
    mutating func text(_ column: Int, _ value: borrowing PreparedText)
    mutating func endRecord() -> Bool
}

extension RecordEncoder: RecordTaker {}
extension SampleFileWriter: RecordTaker {}

extension RecordTaker where Self: ~Copyable {
    /// Writes a row as the recorder writes a reading.
    @inline(__always)
    fileprivate mutating func write(
        _ row: ValueRow,
        _ texts: MotionTexts,
        _ hasClockTimes: Bool
    ) throws {
        typealias Column = MotionFormat.Column
        beginRecord()
        if hasClockTimes {
            nanosecondsAsSeconds(Column.uptime, row.uptimeInNanoseconds)
            nanosecondsAsSeconds(Column.timestamp, row.timestampInNanoseconds)
        } else {
            number(Column.uptime, row.uptime)
            number(Column.timestamp, row.timestamp)
        }
        text(Column.stepPath, texts.stepPath)
        text(Column.sensorType, texts.sensorType)
        number(Column.x, row.x)
        number(Column.y, row.y)
        number(Column.z, row.z)
        guard endRecord() else { throw BenchmarkError("a record was refused") }
    }
}

extension ValueRow {
    fileprivate var uptimeInNanoseconds: Int64 { Int64((uptime * 1e9).rounded()) }
    fileprivate var timestampInNanoseconds: Int64 { Int64((timestamp * 1e9).rounded()) }
}
